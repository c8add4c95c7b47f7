"""random: any legal decision, each as likely as the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rondel.bots.base import Choice
from rondel.game import Action, Seat, State


class RandomBot:
    """Chooses at random; the baseline for everything else."""

    def __init__(self, seed: int = 0, name: str = "random") -> None:
        self.name = name
        self._rng = Random(seed)

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        """Draw one of the legal actions."""
        return legal[int(self._rng.random() * len(legal))]

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        """Give all actions the same value."""
        share = 1.0 / state.game.seats
        return [Choice(action, share, "drawn by lot") for action in legal]
