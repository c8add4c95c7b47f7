"""greedy: plans its own turn to the end and takes the line after which the position looks best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rondel.bots.base import Choice
from rondel.bots.evaluator import Evaluator
from rondel.bots.plan import Line
from rondel.bots.turns import TurnBot
from rondel.game import Action, Seat, State


class GreedyBot(TurnBot):
    """One turn ahead."""

    def __init__(self, evaluator: Evaluator, name: str = "greedy", book: bool = True) -> None:
        super().__init__(evaluator, name)
        self.book = book

    def find(self, state: State, seat: Seat) -> Line:
        """Give the best line, or the best that begins as the opening book says."""
        return opening_line(self.planner().lines(state, seat), self.evaluator.opening(state) if self.book else -1)

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        """Judge the first decision of each line; the one from the opening book is played, and marked."""
        opening = self.evaluator.opening(state) if self.book else -1
        return [
            replace(choice, reason=", ".join(filter(None, ("opening book", choice.reason))))
            if choice.action == opening
            else choice
            for choice in super().rank(state, seat, legal)
        ]


def opening_line(lines: list[Line], opening: Action) -> Line:
    """Give the best line that begins as the book says, or the best of all."""
    return next((line for line in lines if line.actions[0] == opening), lines[0])
