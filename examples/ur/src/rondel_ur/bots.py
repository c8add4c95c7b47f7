"""What Rondel's bots know of the game, and its own bot."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from rondel.bots.evaluator import PlainEvaluator
from rondel.game import Action, Game, Seat, State
from rondel_ur.game import MOVE, ROSETTES, SHARED, UrGame, UrState
from rondel_ur.notation import HOME


class UrEvaluator(PlainEvaluator):
    """Counts how far the pieces have come; Rondel's greedy, search and levels look ahead with it."""

    def __init__(self, game: UrGame) -> None:
        super().__init__(game)

    def values(self, state: State) -> list[float]:
        """Give each side's chance to win, by the lead in squares."""
        assert isinstance(state, UrState)
        if state.winner >= 0:
            return super().values(state)
        lead = _steps(state.on[0]) - _steps(state.on[1]) + 4 * (1 - 2 * state.turn)
        chance = 1 / (1 + exp(-lead / 14))
        return [chance, 1 - chance]


def _steps(places: Sequence[int]) -> int:
    return sum(place * count for place, count in enumerate(places))


class Hunter:
    """Hits where it can, else takes a rosette, else moves the foremost piece."""

    def __init__(self, game: Game, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        """Choose one of the legal moves."""
        assert isinstance(state, UrState)
        return max(legal, key=lambda action: (self._worth(state, seat, action - MOVE), self._rng.random()))

    def _worth(self, state: UrState, seat: Seat, start: int) -> tuple[bool, bool, int]:
        end = start + state.throw
        return end in SHARED and bool(state.on[1 - seat][end]), end in ROSETTES or end == HOME, start
