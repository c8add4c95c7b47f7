"""learned: looks ahead as search does, and judges by a net that was trained on its own games."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import cast

from rondel.bots.base import Bot, Budget
from rondel.bots.deals import DealBot
from rondel.bots.evaluator import Evaluator, Learner
from rondel.bots.knowledge import evaluator_for
from rondel.bots.net import load_net
from rondel.bots.search import SearchBot
from rondel.errors import RondelError
from rondel.game import Game
from rondel.registry import BOOKS, ByGame, family_of


@lru_cache(maxsize=32)
def _by_generation(generation: int) -> ByGame[Evaluator]:
    """Give what makes the evaluators of a generation; they are kept for the games used of late."""
    return ByGame(lambda game: _make(game, generation))


def learned_for(game: Game, generation: int = 0) -> Evaluator:
    """Give the judgement of a net; that of the hand-made score for a rulebook without one."""
    return _by_generation(generation)(game)


def _make(game: Game, generation: int) -> Evaluator:
    learner = untaught(game)
    if learner is None:
        return evaluator_for(game)
    learner.net = load_net(game.id, generation, learner.names, learner.sides)
    return learner if learner.net else evaluator_for(game)


def untaught(game: Game) -> Learner | None:
    """Give an evaluator that a net can be put into; None for games whose positions nobody tells in numbers."""
    family = family_of(game)
    return family.learner(game) if family and family.learner else None


def learner_of(game: Game, generation: int = 0) -> Learner:
    """Give the evaluator of a net, to ask what it is told; refuse a game without one."""
    learner = learned_for(game, generation) if generation else untaught(game)
    if learner is None or not hasattr(learner, "rows"):
        raise RondelError("unknown_game", f"There is nothing that a net could be told of {game.id}.")
    return cast("Learner", learner)


def make_learned(game: Game, budget: Budget, seed: int, width: int, generation: int, name: str) -> Bot:
    """Make a bot that looks ahead with the judgement of a net."""
    evaluator = learned_for(game, generation)
    kind = DealBot if evaluator.deals else SearchBot
    return kind(evaluator, budget, seed, width, name)


def untrained() -> list[str]:
    """List the rulebooks that no net comes with."""
    folder = files("rondel.bots").joinpath("data", "learned")
    return [book for book in BOOKS if not folder.joinpath(f"{book}.json").is_file()]


def about() -> str:
    """Say what the bot does, and where it has nothing to add to search."""
    missing = untrained()
    told = "looks ahead as search does and judges by a net trained on its own games"
    return f"{told}; there is no net yet for {', '.join(missing)}, where it plays as search" if missing else told
