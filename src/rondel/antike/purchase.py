"""Paying: any legal mix of goods and coins; then what was bought takes effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.building import place_unit
from rondel.antike.goods import pay, payments
from rondel.antike.knowhow import knowhow_price, learn
from rondel.antike.state import ARMING, FOUNDING, KNOWHOW, NONE, TEMPLE, State
from rondel.antike.wheel import enter_wedge, price_of, steps_to

if TYPE_CHECKING:
    from rondel.antike.actions import Mix
    from rondel.antike.engine import AntikeGame


def price_mixes(game: AntikeGame, state: State, item: int) -> tuple[Mix, ...]:
    """Give the mixes that pay exactly for the item, whether or not the nation has them. Rule: A05-R12, A06-R12."""
    kind, place = game.actions.split(item)
    if kind == "wedge":
        return game.rondel_mixes[price_of(game, steps_to(game, state, place))]
    if kind == "learn":
        return game.gold_mixes[knowhow_price(game, state, place)]
    return game.item_mixes[kind]


def legal_pay(game: AntikeGame, state: State) -> list[int]:
    """Offer every mix that pays for the pending purchase. Rule: A05-R11 A05-R12, A06-R11 A06-R12."""
    return payments(game, state, state.turn, price_mixes(game, state, state.pending))


def act_pay(game: AntikeGame, state: State, action: int) -> None:
    """Pay the bank and carry out the purchase."""
    pay(game, state, state.turn, game.actions.mixes[action - game.actions.pay])
    kind, place = game.actions.split(state.pending)
    state.pending = NONE
    _EFFECTS[kind](game, state, place)


def _wedge(game: AntikeGame, state: State, wedge: int) -> None:
    enter_wedge(game, state, wedge)


def _temple(game: AntikeGame, state: State, region: int) -> None:
    state.temples |= 1 << region
    state.phase = TEMPLE


def _arm(game: AntikeGame, state: State, place: int) -> None:
    place_unit(game, state, place)
    state.phase = ARMING


def _learn(game: AntikeGame, state: State, field: int) -> None:
    learn(game, state, field)
    state.phase = KNOWHOW


def _found(game: AntikeGame, state: State, region: int) -> None:
    state.cities[state.turn] |= 1 << region
    state.phase = FOUNDING


_EFFECTS = {"wedge": _wedge, "temple": _temple, "arm": _arm, "learn": _learn, "found": _found}
