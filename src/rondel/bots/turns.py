"""A bot that plans whole turns: the plan is kept and followed while nothing unforeseen happens."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from random import Random

from rondel.bots.base import Budget, Choice, Meter
from rondel.bots.evaluator import Evaluator
from rondel.bots.plan import Line, Planner, steps, still
from rondel.game import Action, Seat, State


class TurnBot:
    """What planning bots have in common. Each kind says how it finds the line of a turn."""

    def __init__(self, evaluator: Evaluator, name: str, few: bool = False, seed: int = 0) -> None:
        self.name = name
        self.evaluator = evaluator
        self.few = few  # considers only the most promising candidates
        self._plan: dict[Hashable, Action] = {}
        self._rng = Random(seed)

    def memory(self) -> object:
        """Give the plan of the turn, and where chance stands."""
        return dict(self._plan), self._rng.getstate()

    def recall(self, memory: object) -> None:
        """Go on with the plan of another bot."""
        assert isinstance(memory, tuple)
        self._plan = dict(memory[0])
        self._rng.setstate(memory[1])

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        """Follow the plan of the turn, or make one."""
        planned = self._plan.get(sight(self.evaluator, state, seat))
        if planned is not None and planned in legal:
            return planned
        if not still(state, seat):
            return self.answer(state, seat)
        if not self.evaluator.settled(state):
            return self.evaluator.default(state, self.few)
        line = self.find(state, seat)
        self._plan = remember(self.evaluator, state, seat, line)
        return line.actions[0]

    def find(self, state: State, seat: Seat) -> Line:
        """Find the way to play a turn, or as much of it as can be told now."""
        return self.planner().lines(state, seat)[0]

    def answer(self, state: State, seat: Seat) -> Action:
        """Decide outside one's own turn."""
        return self.planner().answer(state)

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        """Judge the first decision of each line."""
        return ranking(self.planner(), state, seat, legal)

    def planner(self) -> Planner:
        """Make a planner without a limit."""
        return Planner(self.evaluator, Meter(Budget()), self.few)


def remember(evaluator: Evaluator, state: State, seat: Seat, line: Line) -> dict[Hashable, Action]:
    """Give the seat's decisions of a line by the positions they are for."""
    plan: dict[Hashable, Action] = {}
    here = state.copy()
    for action in line.actions:
        if here.to_act == seat:
            plan[sight(evaluator, here, seat)] = action
        here.advance(action)
    return plan


def sight(evaluator: Evaluator, state: State, seat: Seat) -> Hashable:
    """Give what distinguishes positions for a seat: where something is hidden, only what it sees."""
    return repr(state.view(seat)) if evaluator.deals else state.key()


def ranking(planner: Planner, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
    """Judge the decisions worth considering: in its turn by the best line that begins with each, else by the result.

    A decision that none of the planner's lines begins with is completed with what gains most.
    """
    evaluator = planner.evaluator
    settled = evaluator.settled(state)
    own = still(state, seat)
    best: dict[Action, Line] = {}
    for line in planner.lines(state, seat) if own and settled else ():
        best.setdefault(line.actions[0], line)  # the best line comes first
    for action in steps(evaluator, state) if settled else legal:
        if action not in best:
            best[action] = planner.begun(state, seat, action) if own else planner.answered(state, seat, action)
    found = [Choice(action, line.value, evaluator.reason(state, line.state, seat)) for action, line in best.items()]
    found.sort(key=lambda choice: -choice.value)
    return found


def in_order(choices: list[Choice]) -> list[Choice]:
    """Give no choice a higher value than the one before it: what was examined less must not look better."""
    found: list[Choice] = []
    for choice in choices:
        value = min(choice.value, found[-1].value) if found else choice.value
        found.append(replace(choice, value=value))
    return found
