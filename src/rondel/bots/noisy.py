"""A bot that plans one turn as greedy does, but often plays a line that is not quite the best."""

from __future__ import annotations

from math import exp

from rondel.bots.evaluator import Evaluator
from rondel.bots.plan import Line
from rondel.bots.turns import TurnBot
from rondel.game import Seat, State


class NoisyBot(TurnBot):
    """Draws one of the good lines."""

    def __init__(self, evaluator: Evaluator, few: bool, noise: float, seed: int, name: str) -> None:
        super().__init__(evaluator, name, few, seed)
        self.noise = noise  # as a share of the best value: how far below it a line may be and still be played at times

    def find(self, state: State, seat: Seat) -> Line:
        """Draw a line: the worse, the rarer; never one far below the best, and always a win if there is one."""
        lines = self.planner().lines(state, seat)
        best = lines[0].value
        if best >= 1.0 or not self.noise:
            return lines[0]
        step = self.noise * best
        shares = [exp((line.value - best) / step) if line.value > best - 3 * step else 0.0 for line in lines]
        return self._rng.choices(lines, shares)[0]
