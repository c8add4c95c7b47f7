"""A sequential test: is a new net better than the old one? It ends as soon as the games say so.

Wald's test between two chances to win a game, `even` and `even + gain`: after every game the logarithm of the
likelihood ratio grows or falls; at the upper bound the gain is taken as real, at the lower one it is given up.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log


@dataclass(frozen=True, slots=True)
class Test:
    """What is asked: a share of wins that is even, the gain worth having, and how often the test may err."""

    even: float
    gain: float
    alpha: float = 0.05  # how often a net that is no better is accepted
    beta: float = 0.05  # how often a net that is better by the gain is discarded

    def ratio(self, wins: float, games: int) -> float:
        """Give the logarithm of the likelihood ratio.

        >>> round(Test(0.5, 0.05).ratio(60, 100), 3)
        1.504
        """
        better = self.even + self.gain
        return wins * log(better / self.even) + (games - wins) * log((1.0 - better) / (1.0 - self.even))

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds at which the test ends, of which the upper one speaks for the net.

        >>> low, high = Test(0.5, 0.05).bounds
        >>> round(low, 3), round(high, 3)
        (-2.944, 2.944)
        """
        return log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha)

    def verdict(self, wins: float, games: int, least: int = 0) -> int:
        """Give the verdict: 1 to accept the net, -1 to discard it, 0 to play on, as always before `least` games."""
        low, high = self.bounds
        ratio = self.ratio(wins, games)
        if games < least:
            return 0
        return 1 if ratio >= high else -1 if ratio <= low else 0
