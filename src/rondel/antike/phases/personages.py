"""The end of a turn: personages are won, and perhaps the game."""

from __future__ import annotations

from rondel.antike.parts.events.rules import resume
from rondel.antike.parts.leaders.rules import leader_at_sea
from rondel.antike.phases.turn import next_turn, stop
from rondel.antike.rules import CITIZEN, GENERAL, KING, NAVIGATOR, PERSONAGE_KINDS, UNIT_KINDS
from rondel.antike.scores import points
from rondel.antike.state import BY_PERSONAGES, BY_TEMPLE, EXTRA, PICKS, State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import bit_count


def end_of_turn(game: Tables, state: State) -> None:
    """Award what the nation on turn has earned, then check for victory.

    Rule: A05-093 A05-207, A06-074 A06-115 A06-R27, A2-043 A2-044 A2-081 A2-R09 A2-R50, AD-047 AD-073 AD-R09 AD-R44.
    """
    due = dues(game, state)
    if due[0] or due[1] or due[2] or due[3] or due[4]:
        _award(game, state, due)
    state.scholars_due = state.generals_due = state.learned = 0
    if state.extra_due and any(state.stacks):
        state.phase = EXTRA
    else:
        finish_turn(game, state)


def _award(game: Tables, state: State, due: tuple[i64, i64, i64, i64, i64]) -> None:
    """Hand out what is due while the stacks last.

    A stack is kept as a number, because its cards are taken in their order. Rule: A05-029 A05-208 A05-R26, A06-029
    A06-R26, A2-R08 A2-R10, AD-R17.
    """
    unpaid = due[GENERAL] > state.stacks[GENERAL]
    state.earned, state.stacks = state.earned[:], state.stacks[:]
    for kind, number in enumerate(due):
        won = min(number, state.stacks[kind])
        state.earned[PERSONAGE_KINDS * state.turn + kind] += won
        state.stacks[kind] -= won
        if game.has_chance:
            state.tally[PICKS] += won
    # a temple for which no general is left wins for a nation one short. Rule: A2-050 A2-R11
    one_short = game.rules.temple_victory == "one-short" and unpaid
    if one_short and points(game, state, state.turn) == game.target - 1:
        state.winner = state.turn
        state.end = BY_TEMPLE


def dues(game: Tables, state: State) -> tuple[i64, i64, i64, i64, i64]:
    """Count the personages due to the nation on turn, by kind.

    Personages are never lost, so only going beyond the nation's best so far brings new ones. Rule: A05-209 A05-211
    A05-R24, A06-075 A06-078 A06-R24, A2-023 A2-045 A2-R07, AD-048.
    """
    nation = state.turn
    cities = state.cities[nation]
    won, first, per = state.earned, PERSONAGE_KINDS * nation, game.thresholds
    seas = sailed(game, state, nation)
    # owned, however they were got. Rule: A05-200 A05-R47, A06-065, A2-027 A2-028, AD-037
    kings = bit_count(cities) // per[KING] - won[first + KING]
    # Rule: A05-203, A06-068, A2-033 A2-034, AD-038
    citizens = bit_count(cities & state.temples) // per[CITIZEN] - won[first + CITIZEN]
    # open seas count twice. Rule: A05-204, A06-069, A2-039 A2-041 A2-R06, AD-042 AD-043 AD-044 AD-045
    navigators = (bit_count(seas) + bit_count(seas & game.open_seas)) // per[NAVIGATOR] - won[first + NAVIGATOR]
    return (
        kings if kings > 0 else 0,
        state.scholars_due,
        state.generals_due,
        citizens if citizens > 0 else 0,
        navigators if navigators > 0 else 0,
    )


def sailed(game: Tables, state: State, nation: i64) -> i64:
    """Give the regions where a nation has ships, its admiral included.

    Foreign galleys there make no difference. Rule: A05-205 A05-206 A05-R25, A06-070 A06-071 A06-R25, A2-R04 A2-R05,
    AD-R16 AD-R35.
    """
    seas = state.where[UNIT_KINDS * nation + 1]
    return seas | leader_at_sea(game, state, nation) if game.leaders else seas


def legal_extra(game: Tables, state: State) -> list[int]:
    """Offer the stacks with the most cards left. Rule: A06-073 A06-079."""
    most = max(state.stacks)
    return [game.actions.take + kind for kind, left in enumerate(state.stacks) if left == most]


def act_extra(game: Tables, state: State, action: i64) -> None:
    """Take the personage for all eight know-hows; it uses up no threshold. Rule: A06-R24 A06-R46."""
    kind = action - game.actions.take
    state.extra, state.stacks = state.extra[:], state.stacks[:]
    state.extra[state.turn] = kind + 1
    state.stacks[kind] -= 1
    finish_turn(game, state)


def finish_turn(game: Tables, state: State) -> None:
    """Check for victory, let the other nation take its event cards, and pass the turn.

    Rule: A05-003 A05-058 A05-R27, A06-003 A06-058, A2-024 A2-R12, AD-035 AD-171 AD-R29 AD-R44.
    """
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
