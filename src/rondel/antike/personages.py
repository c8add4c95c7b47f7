"""The end of a turn: personages are won, and perhaps the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.events import resume
from rondel.antike.pieces import leader_type
from rondel.antike.rules import CITIZEN, GALLEY, GENERAL, KING, NAVIGATOR
from rondel.antike.state import BY_PERSONAGES, BY_TEMPLE, EXTRA, PICKS, State
from rondel.antike.turn import next_turn, stop

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def end_of_turn(game: AntikeGame, state: State) -> None:
    """Award what the nation on turn has earned, then check the victory. Rule: A06-115 A06-R27, A2-R09, AD-R44."""
    due = dues(game, state)
    if any(due):
        _award(game, state, due)
    state.scholars_due = state.generals_due = state.learned = 0
    if state.extra_due and any(state.stacks):
        state.phase = EXTRA
    else:
        finish_turn(game, state)


def _award(game: AntikeGame, state: State, due: tuple[int, ...]) -> None:
    """Hand out what is due as far as the stacks hold it. Rule: A05-R26, A06-R26, A2-R08, AD-R17."""
    unpaid = due[GENERAL] > state.stacks[GENERAL]
    for kind, number in enumerate(due):
        won = min(number, state.stacks[kind])
        state.earned[5 * state.turn + kind] += won
        state.stacks[kind] -= won
        if game.has_chance:
            state.tally[PICKS] += won
    # a temple for which no general is left wins for a nation one short. Rule: A2-050 A2-R11
    one_short = game.rules.temple_victory == "one-short" and unpaid
    if one_short and points(game, state, state.turn) == game.target - 1:
        state.winner = state.turn
        state.end = BY_TEMPLE


def dues(game: AntikeGame, state: State) -> tuple[int, int, int, int, int]:
    """Count the personages due to the nation on turn, by kind. Rule: A05-R24, A06-R24."""
    nation = state.turn
    cities = state.cities[nation]
    won = state.earned[5 * nation : 5 * nation + 5]
    per = game.thresholds
    seas = sailed(game, state, nation) if game.leaders else state.where[2 * nation + 1]
    return (
        max(0, cities.bit_count() // per[KING] - won[KING]),
        state.scholars_due,
        state.generals_due,
        max(0, (cities & state.temples).bit_count() // per[CITIZEN] - won[CITIZEN]),
        max(0, (seas.bit_count() + (seas & game.open_seas).bit_count()) // per[NAVIGATOR] - won[NAVIGATOR]),
    )


def sailed(game: AntikeGame, state: State, nation: int) -> int:
    """Give the regions a nation holds with ships, its leader among them. Rule: A06-R25, A2-R04, AD-R16 AD-R35."""
    seas = state.where[2 * nation + 1]
    if leader_type(state, nation) == GALLEY and state.camp[3 * nation + 2]:
        seas |= 1 << (state.camp[3 * nation + 2] - 1)
    return seas


def legal_extra(game: AntikeGame, state: State) -> list[int]:
    """Offer the stacks with the most cards left. Rule: A06-073."""
    most = max(state.stacks)
    return [game.actions.take + kind for kind, left in enumerate(bytes(state.stacks)) if left == most]


def act_extra(game: AntikeGame, state: State, action: int) -> None:
    """Take the personage for all eight know-hows; it uses up no threshold. Rule: A06-R24 A06-R46."""
    kind = action - game.actions.take
    state.extra[state.turn] = kind + 1
    state.stacks[kind] -= 1
    finish_turn(game, state)


def finish_turn(game: AntikeGame, state: State) -> None:
    """Check the victory, let the other nation take its event cards, and pass the turn. Rule: AD-R29 AD-R44."""
    state.extra_due = 0
    if not state.end and points(game, state, state.turn) >= game.target:
        state.winner = state.turn
        state.end = BY_PERSONAGES
    if state.end:
        stop(state, state.end)
    elif game.has_chance and state.tally[PICKS]:
        resume(game, state)
    else:
        next_turn(game, state)


def held(state: State, nation: int) -> list[int]:
    """Count a nation's personages by kind, the extra one included."""
    counts = list(state.earned[5 * nation : 5 * nation + 5])
    if state.extra[nation]:
        counts[state.extra[nation] - 1] += 1
    return counts


def points(game: AntikeGame, state: State, nation: int) -> int:
    """Count a nation's personages; generals weigh more in the military variant. Rule: A06-240."""
    counts = held(state, nation)
    return sum(counts) + counts[GENERAL] * (game.rules.general_points - 1)
