"""Paying: any legal mix of goods and coins; then what was bought takes effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.building import place_unit
from rondel.antike.goods import Payment, pay, payments
from rondel.antike.knowhow import knowhow_price, learn
from rondel.antike.state import ARMING, FOUNDING, KNOWHOW, NONE, TEMPLE, State
from rondel.antike.wheel import enter_wedge, price_of, steps_to

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def price_payments(game: AntikeGame, state: State, item: int) -> tuple[Payment, ...]:
    """List the payments that are exactly the item's price, affordable or not. Rule: A05-R12, A06-R12."""
    actions = game.actions
    if item < actions.pay:
        return game.rondel_payments[price_of(game, steps_to(game, state, item - actions.wedge))]
    if item < actions.arm:
        return game.temple_payments
    if item < actions.learn:
        return game.unit_payments
    if item < actions.move:
        return game.gold_payments[knowhow_price(game, state, item - actions.learn)]
    return game.city_payments


def legal_pay(game: AntikeGame, state: State) -> list[int]:
    """Offer every mix that pays for the pending purchase. Rule: A05-R11 A05-R12, A06-R11 A06-R12."""
    return payments(state, state.turn, price_payments(game, state, state.pending))


def act_pay(game: AntikeGame, state: State, action: int) -> None:
    """Pay the bank and carry out the purchase."""
    actions, item = game.actions, state.pending
    pay(game, state, state.turn, actions.mixes[action - actions.pay])
    state.pending = NONE
    if item < actions.pay:
        enter_wedge(game, state, item - actions.wedge)
    elif item < actions.arm:
        state.temples |= 1 << (item - actions.temple)
        state.phase = TEMPLE
    elif item < actions.learn:
        place_unit(game, state, item - actions.arm)
        state.phase = ARMING
    elif item < actions.move:
        learn(game, state, item - actions.learn)
        state.phase = KNOWHOW
    else:
        state.cities[state.turn] |= 1 << (item - actions.found)
        state.phase = FOUNDING
