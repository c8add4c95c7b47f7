"""Does a turn achieve what its puzzle asks for, and if not, how is it answered?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rondel.errors import RondelError
from rondel.game import CHANCE, Action, Seat, State
from rondel.study.puzzles.puzzle import Goal
from rondel.study.puzzles.turns import Reply, Turns, played, steps, won


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a turn solves a puzzle, and the reply that shows it: the best one, where it does not."""

    solved: bool
    reply: Reply | None
    kept: int = -1  # decisions of the turn before the reply, where it comes within the turn; all of them otherwise


def judge(turns: Turns, state: State, goal: Goal, actions: Sequence[Action]) -> Verdict:
    """Judge a whole turn from the position of a puzzle."""
    seat, after = state.turn_of, played(state, actions)
    if after.legal() and after.turn_of == seat:
        raise RondelError("not_now", "The turn is not over yet.")
    found = achieved(turns, after, seat, goal)
    return (other_answer(turns, state, goal, actions) or found) if found.solved else found


def other_answer(turns: Turns, state: State, goal: Goal, actions: Sequence[Action]) -> Verdict | None:
    """Give an answer of another player within a turn after which the goal is out of reach; none if there is none."""
    seat = state.turn_of
    for place, (before, action, _) in enumerate(steps(state, actions)):
        if before.to_act in (seat, CHANCE):
            continue
        for other in before.legal():
            after = before.apply(other)
            if other != action and not _reachable(turns, after, seat, goal):
                return Verdict(False, Reply((other,), after, won(after) not in (-1, seat)), place)
    return None


def _reachable(turns: Turns, state: State, seat: Seat, goal: Goal) -> bool:
    here = state.copy()
    while here.legal() and here.turn_of == seat and here.to_act != CHANCE and not turns.is_start(here):
        here.advance(turns.planner.answer(here))
    if not turns.is_start(here) or here.turn_of != seat:
        return achieved(turns, here, seat, goal).solved
    return any(achieved(turns, line.state, seat, goal).solved for line in turns.lines(here))


def achieved(turns: Turns, after: State, seat: Seat, goal: Goal) -> Verdict:
    """Judge the position after a turn of a seat; a win achieves every goal."""
    if not after.legal():
        return Verdict(won(after) == seat, None)
    if goal == "force":
        return forced(turns, after, seat)
    reply = turns.reply(after, seat)
    return Verdict(goal == "hold" and (reply is None or not reply.wins), reply)


def forced(turns: Turns, after: State, seat: Seat) -> Verdict:
    """Say whether a seat wins in its next turn whatever the next player does; else give what stops it."""
    stops = (_stop(turns, after, seat, rng) for rng in turns.luck(after))
    stop = next((reply for reply in stops if reply is not None), None)
    return Verdict(stop is None, stop)


def _stop(turns: Turns, state: State, seat: Seat, rng: Random) -> Reply | None:
    """Give a reply after which a seat cannot win, the likeliest first."""
    taken, here = turns.onward(state, seat, rng)
    if not here.legal() or here.turn_of == seat:
        return None if won(here) == seat else Reply(taken, here, won(here) >= 0)
    other = here.turn_of
    for line in turns.lines(here):
        reply = Reply((*taken, *line.actions), line.state, won(line.state) == other)
        _, then = turns.onward(line.state, other, rng)
        if won(then) == seat:
            continue
        if reply.wins or not then.legal() or then.turn_of != seat or not turns.wins(then):
            return reply
    return None
