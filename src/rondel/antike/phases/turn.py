"""Rounds and turns: the coin, whose turn it is, and when the game ends."""

from __future__ import annotations

from rondel.antike.goods import bank_has, take
from rondel.antike.parts.barracks import muster
from rondel.antike.parts.leaders.rules import muster_leader
from rondel.antike.rules import COIN
from rondel.antike.state import (
    BY_ROUND_LIMIT,
    FOUNDING,
    NONE,
    OVER,
    RONDEL,
    SUBSTITUTE,
    TALLY,
    State,
)
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import smalls


def begin_round(game: Tables, state: State) -> None:
    """Start a round with the starting nation.

    Rule: A05-R42 A05-R48, A06-088 A06-214 A06-216 A06-218 A06-R07 A06-R42.
    """
    state.round += 1
    if game.rules.round_limit and state.round > game.rules.round_limit:
        stop(state, BY_ROUND_LIMIT)
        return
    if game.rules.coin_timing == "round":
        if game.counts:
            begin_counts(game, state)
        _hand_out(game, state, state.turn)
    else:
        begin_turn(game, state)


def stop(state: State, reason: i64) -> None:
    """End the game and close the turn."""
    state.end = reason
    state.failed = 0
    state.tally = smalls([0] * len(state.tally))
    state.phase = OVER


def begin_turn(game: Tables, state: State) -> None:
    """Start the turn of the nation on turn, with its coin first where coins are given by turn.

    The rondel and its action come first, then founding, then personages. Rule: A05-063 A05-064 A05-068 A05-220
    A05-222 A05-224 A05-R07, A06-093, A2-058, AD-050.
    """
    if game.counts:
        begin_counts(game, state)
    if game.rules.coin_timing != "turn":
        to_rondel(state)
    elif bank_has(game, state, COIN):
        take(game, state, state.turn, COIN, 1)
        to_rondel(state)
    else:
        _hand_out(game, state, state.turn)


def begin_counts(game: Tables, state: State) -> None:
    """Reset what parts count in a turn."""
    state.tally = smalls([0] * TALLY)
    if game.barracks:
        muster(game, state)
    if game.leaders:
        muster_leader(game, state)


def next_turn(game: Tables, state: State) -> None:
    """Pass the turn clockwise. Rule: A05-062 A05-R03, A06-091 A06-R03, A2-057, AD-050."""
    state.turn = state.actor = (state.turn + 1) % game.nations
    if state.turn == state.start:
        begin_round(game, state)
    else:
        begin_turn(game, state)


def to_rondel(state: State) -> None:
    """Let the nation on turn move on the rondel."""
    state.actor = state.turn
    state.asked = NONE
    state.phase = RONDEL


def _hand_out(game: Tables, state: State, first: i64) -> None:
    """Give coins in turn order from `first` on; who finds none is asked. Rule: A05-R08 A05-R09, A06-R08 A06-R09."""
    takers = game.nations if game.rules.coin_timing == "round" else 1
    for step in range((first - state.turn) % game.nations, takers):
        nation = (state.turn + step) % game.nations
        if bank_has(game, state, COIN):
            take(game, state, nation, COIN, 1)
        elif any(bank_has(game, state, good) for good in range(3)):
            state.phase = SUBSTITUTE
            state.actor = state.asked = nation
            return
    to_rondel(state)


def production_coin(game: Tables, state: State) -> None:
    """Give the producer a coin, or any resource where the bank has none.

    Rule: A2-089 A2-091 A2-R19 A2-R48, AD-083 AD-085 AD-R26.
    """
    if bank_has(game, state, COIN):
        take(game, state, state.turn, COIN, 1)
    elif any(bank_has(game, state, good) for good in range(3)):
        state.phase = SUBSTITUTE
        state.asked = state.turn


def legal_substitute(game: Tables, state: State) -> list[int]:
    """Offer the resources the bank still has. Rule: A05-066, A06-090."""
    return [game.actions.take_good + good for good in range(3) if bank_has(game, state, good)]


def act_substitute(game: Tables, state: State, action: i64) -> None:
    """Take one unit in place of the coin and go on handing out."""
    nation = state.asked
    take(game, state, nation, action - game.actions.take_good, 1)
    following = (nation + 1) % game.nations
    if game.rules.coin_timing == "production":
        state.asked = NONE
        state.phase = FOUNDING
    elif following == state.turn or game.rules.coin_timing == "turn":
        to_rondel(state)
    else:
        _hand_out(game, state, following)
