"""greedy: plans its own turn to the end and takes the line after which the position looks best."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from rondel.bots.base import Budget, Choice, Meter
from rondel.bots.evaluator import Evaluator
from rondel.bots.plan import Line, Planner, still
from rondel.game import Action, Seat, State


class GreedyBot:
    """One turn ahead. The plan of a turn is kept and followed while nothing unforeseen happens."""

    def __init__(self, evaluator: Evaluator, name: str = "greedy", book: bool = True) -> None:
        self.name = name
        self.book = book
        self.evaluator = evaluator
        self._plan: dict[Hashable, Action] = {}

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        """Follow the plan, or make one."""
        planned = self._plan.get(state.key())
        if planned is not None and planned in legal:
            return planned
        planner = Planner(self.evaluator, Meter(Budget()))
        if not still(state, seat):
            return planner.answer(state)
        if not self.evaluator.settled(state):
            return self.evaluator.default(state)
        line = opening_line(planner.lines(state, seat), self.evaluator.opening(state) if self.book else -1)
        self._plan = remember(state, seat, line)
        return line.actions[0]

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        """Judge the first decision of each line."""
        planner = Planner(self.evaluator, Meter(Budget()))
        return ranking(planner, state, seat, legal)


def opening_line(lines: list[Line], opening: Action) -> Line:
    """Give the best line that begins as the book says, or the best of all."""
    return next((line for line in lines if line.actions[0] == opening), lines[0])


def remember(state: State, seat: Seat, line: Line) -> dict[Hashable, Action]:
    """Give the seat's decisions of a line by the positions they are for."""
    plan: dict[Hashable, Action] = {}
    here = state.copy()
    for action in line.actions:
        if here.to_act == seat:
            plan[here.key()] = action
        here.advance(action)
    return plan


def ranking(planner: Planner, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
    """Judge the decisions worth a look by the best line that begins with each."""
    evaluator = planner.evaluator
    stop = evaluator.stop(state)
    actions = [*evaluator.candidates(state), *([stop] if stop >= 0 else [])] if evaluator.settled(state) else legal
    found: list[Choice] = []
    for action in dict.fromkeys(actions):
        child = state.copy()
        child.advance(action)
        taken = [action]
        planner.settle(child, seat, taken)
        planner.complete(child, seat, taken)
        found.append(Choice(action, planner.value(child, seat), evaluator.reason(state, child, seat)))
    found.sort(key=lambda choice: -choice.value)
    return found
