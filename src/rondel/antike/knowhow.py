"""The know-how wedge: prices, prerequisites, scholars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.actions import DONE
from rondel.antike.rules import COIN, GOLD
from rondel.antike.state import FOUNDING, State
from rondel.antike.trade import shop, trades

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def known_to_any(state: State) -> int:
    """Give the fields of the chart that some nation has. Rule: A05-R22, A06-R22."""
    known = 0
    for fields in state.knowhow:
        known |= fields
    return known


def knowhow_price(game: AntikeGame, state: State, field: int) -> int:
    """Give the price in gold of a field now. Rule: A05-136 A05-137, A06-148 A06-149."""
    entry = game.rules.knowhows[field]
    return entry.later if known_to_any(state) >> field & 1 else entry.first


def legal_knowhow(game: AntikeGame, state: State) -> list[int]:
    """Offer the fields that are new to the nation, prepared and affordable. Rule: A05-130, A06-143."""
    options = [DONE]
    mine = state.knowhow[state.turn]
    purse = state.goods[4 * state.turn + GOLD] + state.goods[4 * state.turn + COIN]
    for field, entry in enumerate(game.rules.knowhows):
        if mine >> field & 1 or (entry.needs >= 0 and not mine >> entry.needs & 1):
            continue
        if knowhow_price(game, state, field) <= purse:
            options.append(game.actions.learn + field)
    if state.knowhow[state.turn] == game.full_chart:
        options += trades(game, state)
    return options


def act_knowhow(game: AntikeGame, state: State, action: int) -> None:
    """Choose a field, trade, or end the action."""
    if not shop(game, state, action):
        state.phase = FOUNDING


def learn(game: AntikeGame, state: State, field: int) -> None:
    """Mark a paid field; a scholar is due for a new one. Rule: A05-138, A06-150."""
    if not known_to_any(state) >> field & 1:
        state.scholars_due += 1
    state.knowhow[state.turn] |= 1 << field
    if state.knowhow[state.turn] == game.full_chart and game.rules.extra_personage:
        state.extra_due = 1
