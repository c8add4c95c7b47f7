"""level: five opponents, from one for a first game to the strongest available.

The weaker ones make mistakes as people do: they consider fewer moves, and among turns that look about equally good
they pick one at random. They never waste a turn, and they take a win they see.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from rondel.bots.base import Bot, Budget
from rondel.bots.deals import DealBot
from rondel.bots.greedy import GreedyBot
from rondel.bots.knowledge import evaluator_for
from rondel.bots.noisy import NoisyBot
from rondel.bots.search import SearchBot
from rondel.game import Game, JsonDict, JsonObject


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a level is."""

    about: str
    few: bool = False  # considers the most promising candidates only
    noise: float = 0.0  # as a share of the best value: how far below it a line may be and still be played at times
    nodes: int = 0  # looks ahead until this many positions are judged; 0: plans its own turn only
    seconds: float = 0.0  # looks ahead for this long


LEVELS: Final[Mapping[int, Level]] = {
    1: Level("for a first game: considers few moves, often picks a weaker one", few=True, noise=0.07),
    2: Level("a casual player: considers few moves, sometimes picks a weaker one", few=True, noise=0.01),
    3: Level("plans each turn carefully, looks a little ahead", nodes=200),
    4: Level("looks ahead", nodes=2000, seconds=0.17),
    5: Level("as strong as it gets", seconds=2.0),
}


@cache
def _own() -> Mapping[str, Mapping[str, JsonObject]]:
    """Read where a rulebook departs from LEVELS, so that its levels are evenly spaced."""
    found: dict[str, dict[str, JsonDict]]
    found = json.loads(files("rondel.bots").joinpath("data", "levels.json").read_text(encoding="utf-8"))
    return found


def level_of(game: str, number: int) -> Level:
    """Give a level of a rulebook."""
    own = _own().get(game, {}).get(str(number))
    return Level(**{"about": LEVELS[number].about, **own}) if own else LEVELS[number]


def looking_bot(game: Game, budget: Budget, seed: int, width: int, name: str) -> Bot:
    """Make a bot that looks ahead: over many deals where an evaluator asks for it, in a tree of turns elsewhere."""
    evaluator = evaluator_for(game)
    kind = DealBot if evaluator.deals else SearchBot
    return kind(evaluator, budget, seed, width, name)


def make_level(game: Game, number: int, seed: int, name: str, nodes: int = 0) -> Bot:
    """Make the opponent of a level; given nodes take the place of its own limits, its time among them."""
    evaluator = evaluator_for(game)
    level = level_of(game.id, number)
    if level.nodes or level.seconds:
        budget = Budget(0.0, nodes) if nodes else Budget(level.seconds, level.nodes)
        return looking_bot(game, budget, seed, 0, name)
    return NoisyBot(evaluator, level.few, level.noise, seed, name) if level.few else GreedyBot(evaluator, name)
