"""Many ways through one turn: a beam of the best beginnings, step by step.

A planner completes each line with whatever gains most at once. Where the order of decisions matters, many lines look
nearly alike to it; a search that plays them on can tell them apart.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from rondel.bots.plan import Line, Planner, steps, still
from rondel.game import Action, Seat, State

#: beginnings kept at each step
BEAM: Final = 6
#: the most steps of a turn that are followed
LONGEST: Final = 12
#: the share of the budget that the beam may use
SHARE: Final = 0.25


def beam(planner: Planner, state: State, seat: Seat) -> list[Line]:
    """Give the ways through the turn that are found before a part of the budget is spent."""
    ended: list[Line] = []
    begun = [Line([], state, 0.0)]
    for _ in range(LONGEST):
        further: dict[Hashable, Line] = {}
        for line in begun:
            if planner.meter.used() > SHARE:
                return ended
            for action in steps(planner.evaluator, line.state):
                new = _taken(planner, line, action, seat)
                if still(new.state, seat):
                    _keep(further, new)
                else:
                    ended.append(new)
        begun = sorted(further.values(), key=_worth)[:BEAM]
    return ended


def varied(lines: list[Line]) -> list[Line]:
    """Put the best line of each beginning before all others, best first."""
    lines = sorted(lines, key=_worth)
    first: dict[Action, Line] = {}
    for line in lines:
        first.setdefault(line.actions[0], line)
    return [*first.values(), *(line for line in lines if first[line.actions[0]] is not line)]


def _taken(planner: Planner, line: Line, action: Action, seat: Seat) -> Line:
    """Give a line with one decision more, and the steps that follow from it."""
    state, actions = line.state.copy(), [*line.actions, action]
    state.advance(action)
    planner.settle(state, seat, actions)
    return Line(actions, state, planner.value(state, seat))


def _keep(lines: dict[Hashable, Line], new: Line) -> None:
    """Keep the better of two lines to the same position."""
    key = new.state.key()
    if key not in lines or lines[key].value < new.value:
        lines[key] = new


def _worth(line: Line) -> float:
    return -line.value
