"""The evaluator of a game: that of its family, or a plain one."""

from __future__ import annotations

from typing import Final, cast

from rondel.bots.evaluator import Evaluator, PlainEvaluator
from rondel.game import Game, S, widened
from rondel.registry import ByGame, family_of


def _make(game: Game) -> Evaluator:
    family = family_of(game)
    return family.evaluator(game) if family and family.evaluator else PlainEvaluator(game)


_evaluators: Final[ByGame[Evaluator]] = ByGame(_make)


def evaluator_for(game: Game[S]) -> Evaluator[S]:
    """Give the knowledge that fits a game; it is made once and shared by all bots of the game."""
    return cast("Evaluator[S]", _evaluators(widened(game)))
