"""A game taken apart into what can be judged: the choices of each turn, and the draws between them.

A choice reaches from the first decision of a seat in its turn, or the first after a draw, to the end of the turn or the
next draw. Answers of others on the way belong to it, as they do to the lines of a bot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rondel.bots.evaluator import Evaluator
from rondel.bots.plan import still
from rondel.game import CHANCE, Action, Seat, State
from rondel.record import Record


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat decided from one position on."""

    step: int  # decisions of the record before it
    turn: int  # of all seats, from 0
    seat: Seat
    before: State
    actions: tuple[Action, ...]
    after: State


@dataclass(frozen=True, slots=True)
class Draw:
    """A random event of a turn, and what it gave."""

    step: int
    turn: int
    seat: Seat
    before: State
    action: Action
    after: State


def course(record: Record, evaluator: Evaluator) -> Iterator[Choice | Draw]:
    """Give the choices and draws of a game in their order; steps between settled positions belong to neither."""
    states = list(record.states())
    turn, step, last = -1, 0, -1
    while step < len(record.actions):
        state = states[step]
        if state.turn_of != last:
            last, turn = state.turn_of, turn + 1
        if state.to_act == CHANCE:
            yield Draw(step, turn, state.turn_of, state, record.actions[step], states[step + 1])
        elif still(state, state.turn_of) and evaluator.settled(state):
            end = step + 1
            while end < len(record.actions) and _goes_on(states[end], state.turn_of):
                end += 1
            yield Choice(step, turn, state.turn_of, state, tuple(record.actions[step:end]), states[end])
            step = end
            continue
        step += 1


def _goes_on(state: State, seat: Seat) -> bool:
    """Say whether a choice is still going on; the answers of others are part of it."""
    return state.turn_of == seat and state.to_act != CHANCE
