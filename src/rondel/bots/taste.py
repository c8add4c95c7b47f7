"""A bot that plans one turn like greedy, but takes lines that are nearly as good by taste."""

from __future__ import annotations

from math import exp
from random import Random

from rondel.bots.evaluator import Evaluator
from rondel.bots.plan import Line
from rondel.bots.turns import TurnBot
from rondel.game import Seat, State


class TasteBot(TurnBot):
    """Draws among the good lines."""

    def __init__(self, evaluator: Evaluator, few: bool, taste: float, seed: int, name: str) -> None:
        super().__init__(evaluator, name, few)
        self.taste = taste  # lines worse by this part of the best line's value are still taken now and then
        self._rng = Random(seed)

    def find(self, state: State, seat: Seat) -> Line:
        """Draw a line: the worse it is, the rarer; none that is far off, and always a win."""
        lines = self.planner().lines(state, seat)
        best = lines[0].value
        if best >= 1.0 or not self.taste:
            return lines[0]
        step = self.taste * best
        shares = [exp((line.value - best) / step) if line.value > best - 3 * step else 0.0 for line in lines]
        return self._rng.choices(lines, shares)[0]
