"""Rounds and turns: the coin, whose turn it is, and when the game stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.goods import bank_has, take
from rondel.antike.rules import COIN
from rondel.antike.state import BY_ROUND_LIMIT, NONE, OVER, RONDEL, SUBSTITUTE, State

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def begin_round(game: AntikeGame, state: State) -> None:
    """Start a round with the starting nation. Rule: A06-088, A05-R42, A06-R42."""
    state.round += 1
    if game.rules.round_limit and state.round > game.rules.round_limit:
        state.end = BY_ROUND_LIMIT
        state.phase = OVER
        return
    if game.rules.coin_timing == "round":
        _hand_out(game, state, state.turn)
    else:
        begin_turn(game, state)


def begin_turn(game: AntikeGame, state: State) -> None:
    """Start the turn of the nation on turn; its coin first where coins go by turn. Rule: A05-064."""
    if game.rules.coin_timing == "turn":
        _hand_out(game, state, state.turn)
    else:
        _to_rondel(state)


def next_turn(game: AntikeGame, state: State) -> None:
    """Pass the turn clockwise. Rule: A05-062, A06-091."""
    state.turn = state.actor = (state.turn + 1) % game.nations
    if state.turn == state.start:
        begin_round(game, state)
    else:
        begin_turn(game, state)


def _to_rondel(state: State) -> None:
    state.actor = state.turn
    state.asked = NONE
    state.phase = RONDEL


def _hand_out(game: AntikeGame, state: State, first: int) -> None:
    """Give coins in turn order from `first` on; ask whoever finds none. Rule: A05-R09, A06-R09."""
    takers = game.nations if game.rules.coin_timing == "round" else 1
    for step in range((first - state.turn) % game.nations, takers):
        nation = (state.turn + step) % game.nations
        if bank_has(game, state, COIN):
            take(game, state, nation, COIN, 1)
        elif any(bank_has(game, state, good) for good in range(3)):
            state.phase = SUBSTITUTE
            state.actor = state.asked = nation
            return
    _to_rondel(state)


def legal_substitute(game: AntikeGame, state: State) -> list[int]:
    """Offer the resources the bank still has. Rule: A05-066, A06-090."""
    return [game.actions.take_good + good for good in range(3) if bank_has(game, state, good)]


def act_substitute(game: AntikeGame, state: State, action: int) -> None:
    """Take one unit in place of the coin and go on handing out."""
    nation = state.asked
    take(game, state, nation, action - game.actions.take_good, 1)
    following = (nation + 1) % game.nations
    if following == state.turn or game.rules.coin_timing == "turn":
        _to_rondel(state)
    else:
        _hand_out(game, state, following)
