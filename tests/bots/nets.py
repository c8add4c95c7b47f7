"""Nets made up for tests: of the right shape, with numbers that mean nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from rondel.bots.learned import learner_of
from rondel.bots.net import pack_net, parameter_counts
from rondel.game import Game

WIDTH = 6
SECOND = 4


def made_up(game: Game, seed: int = 1, size: float = 0.4) -> tuple[dict[str, Any], list[float]]:
    """Give a head and numbers for a game."""
    learner, rng = learner_of(game), Random(seed)
    head = {
        "game": game.id, "version": learner.version, "generation": 2, "width": WIDTH, "second": SECOND,
        "inputs": list(learner.names),
    }  # fmt: skip
    count = sum(parameter_counts(len(learner.names), WIDTH, SECOND))
    return head, [rng.uniform(-size, size) for _ in range(count)]


def put(folder: Path, game: Game, generation: int = 2) -> Path:
    """Write a made-up net where a training would have it."""
    path = folder / f"{game.id}-{generation}.json"
    path.write_text(pack_net(*made_up(game)), encoding="utf-8")
    return path
