"""Paying: any legal mix of goods and coins; then what was bought takes effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rondel.antike.actions import KINDS
from rondel.antike.goods import pay
from rondel.antike.parts.barracks import recruit
from rondel.antike.parts.ramparts import build_rampart
from rondel.antike.parts.tax import city_tax, temple_tax
from rondel.antike.phases import arming, founding, knowhow, temples
from rondel.antike.phases.wheel import enter_wedge, steps_to
from rondel.antike.prices import Price
from rondel.antike.rules import RESOURCE_KINDS
from rondel.antike.state import ARMING, FOUNDING, KNOWHOW, NONE, TEMPLE, State
from rondel.antike.tables import Tables
from rondel.native import i64


def price_for(game: Tables, state: State, item: i64) -> Price:
    """Give the price of an item now. Rule: A06-R12, A2-R46, AD-R42."""
    actions = game.actions
    if item < actions.pay:  # the most frequent purchases do without the table
        return _wedge(game, state, item - actions.wedge)
    if actions.arm <= item < actions.free:
        return _unit(game, state, item - actions.arm)
    kind = actions.kind_of[item]
    price = _PRICED[kind]
    assert price is not None
    return price(game, state, item - actions.starts[kind])


def legal_pay(game: Tables, state: State) -> tuple[int, ...]:
    """Offer every mix that pays for the pending purchase.

    Rule: A05-073 A05-R11 A05-R12, A06-099 A06-R11 A06-R12, A2-R15, AD-R05.
    """
    return price_for(game, state, state.pending).payable(state.goods, state.turn)


def act_pay(game: Tables, state: State, action: i64) -> None:
    """Pay the bank and carry out the purchase."""
    actions, item = game.actions, state.pending
    pay(game, state, state.turn, action)
    state.pending = NONE
    if item < actions.pay:
        enter_wedge(game, state, item - actions.wedge)
        return
    if actions.arm <= item < actions.free:
        state.phase = ARMING
        arming.place_unit(game, state, item - actions.arm)
        return
    kind = actions.kind_of[item]
    bought = _BOUGHT[kind]
    assert bought is not None
    phase, effect = bought
    state.phase = phase
    effect(game, state, item - actions.starts[kind])


def _wedge(game: Tables, state: State, wedge: i64) -> Price:
    return game.rondel_payments[game.step_prices[steps_to(game, state, wedge)]]


def _unit(game: Tables, state: State, place: i64) -> Price:
    return game.unit_payments


def _temple(game: Tables, state: State, region: i64) -> Price:
    return game.temple_payments[temple_tax(game, state, region)]


def _architect(game: Tables, state: State, region: i64) -> Price:
    return game.architect_payments[temple_tax(game, state, region)]


def _learn(game: Tables, state: State, field: i64) -> Price:
    return game.gold_payments[knowhow.knowhow_price(game, state, field)]


def _recruit(game: Tables, state: State, kind: i64) -> Price:
    assert game.rules.recruit_prices is not None
    return game.gold_payments[game.rules.recruit_prices[kind]]


def _found(game: Tables, state: State, place: i64) -> Price:
    return game.city_payments[city_tax(game, state, place // RESOURCE_KINDS, place % RESOURCE_KINDS)]


#: the price of each kind of purchase
PRICES: Final[dict[str, Callable[[Tables, State, int], Price]]] = {
    "wedge": _wedge,
    "arm": _unit,
    "temple": _temple,
    "architect": _architect,
    "rampart": lambda game, state, place: game.rampart_payments,
    "lead": lambda game, state, place: game.leader_payments,
    "learn": _learn,
    "recruit": _recruit,
    "found": _found,
    "settle": lambda game, state, place: game.settler_payments,
}

#: the phase that follows each kind of purchase but wedges and units, and what the purchase does
EFFECTS: Final[dict[str, tuple[int, Callable[[Tables, State, int], None]]]] = {
    "temple": (TEMPLE, temples.build_temple),
    "architect": (TEMPLE, temples.build_with_architect),
    "rampart": (TEMPLE, build_rampart),
    "lead": (ARMING, arming.set_up_leader),
    "learn": (KNOWHOW, knowhow.learn),
    "recruit": (KNOWHOW, recruit),
    "found": (FOUNDING, founding.found_city),
    "settle": (FOUNDING, founding.settle_city),
}

#: both by the number of the kind of action
_PRICED: Final = tuple(PRICES.get(kind) for kind in KINDS)
_BOUGHT: Final = tuple(EFFECTS.get(kind) for kind in KINDS)
