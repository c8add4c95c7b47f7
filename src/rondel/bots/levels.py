"""level: five opponents, from a first game to as strong as we can.

The weaker ones err as people do: they look at fewer ways to go on, and among turns that look about as good they take
one by taste. They do not throw a turn away, and they take a win that they see.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final

from rondel.bots.base import Bot, Budget, Choice, Meter
from rondel.bots.deals import DealBot, ManyDeals
from rondel.bots.evaluator import Evaluator, evaluator_for
from rondel.bots.greedy import GreedyBot, ranking, remember
from rondel.bots.plan import Line, Planner, still
from rondel.bots.search import SearchBot
from rondel.game import Action, Game, Seat, State


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a level is."""

    about: str
    few: bool = False  # looks at the likeliest candidates only
    taste: float = 0.0  # lines worse by this part of the best line's value are still taken now and then
    nodes: int = 0  # looks ahead until so many positions are judged; 0 plans its own turn only
    seconds: float = 0.0  # looks ahead for so long


LEVELS: Final[Mapping[int, Level]] = {
    1: Level("for a first game: few ideas, chooses by taste", few=True, taste=0.10),
    2: Level("a casual player: few ideas, sometimes off the best", few=True, taste=0.025),
    3: Level("plans each turn carefully, does not look beyond"),
    4: Level("looks a little ahead", nodes=1000),
    5: Level("as strong as we can", seconds=2.0),
}

#: where a rulebook needs other numbers than LEVELS for steps of even size
OWN_LEVELS: Final[Mapping[str, Mapping[int, Level]]] = {}


class TasteBot:
    """Plans one turn like greedy, but takes lines that are nearly as good by taste."""

    def __init__(self, evaluator: Evaluator, level: Level, seed: int, name: str) -> None:
        self.name = name
        self.evaluator = evaluator
        self.level = level
        self._rng = Random(seed)
        self._plan: dict[Hashable, Action] = {}

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        """Follow the plan of the turn, or draw one among the good ones."""
        planned = self._plan.get(state.key())
        if planned is not None and planned in legal:
            return planned
        planner = Planner(self.evaluator, Meter(Budget()), few=self.level.few)
        if not still(state, seat):
            return planner.answer(state)
        if not self.evaluator.settled(state):
            return self.evaluator.default(state)
        line = self._drawn(planner.lines(state, seat))
        self._plan = remember(state, seat, line)
        return line.actions[0]

    def _drawn(self, lines: list[Line]) -> Line:
        """Draw a line: the worse it is, the rarer; none that is far off, and always a win."""
        best = lines[0].value
        if best >= 1.0 or not self.level.taste:
            return lines[0]
        step = self.level.taste * best
        shares = [exp((line.value - best) / step) if line.value > best - 3 * step else 0.0 for line in lines]
        return self._rng.choices(lines, shares)[0]

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        """Judge the first decision of each line."""
        planner = Planner(self.evaluator, Meter(Budget()), few=self.level.few)
        return ranking(planner, state, seat, legal)


def looking_bot(game: Game, budget: Budget, seed: int, width: int, name: str) -> Bot:
    """Make a bot that looks ahead: over many deals where an evaluator asks for it, in a tree of turns elsewhere."""
    evaluator = evaluator_for(game)
    kind = DealBot if isinstance(evaluator, ManyDeals) else SearchBot
    return kind(evaluator, budget, seed, width, name)


def make_level(game: Game, number: int, seed: int, name: str) -> Bot:
    """Make the opponent of a level."""
    evaluator = evaluator_for(game)
    level = OWN_LEVELS.get(game.id, LEVELS).get(number, LEVELS[number])
    if level.nodes or level.seconds:
        return looking_bot(game, Budget(level.seconds, level.nodes), seed, 8, name)
    return TasteBot(evaluator, level, seed, name) if level.few else GreedyBot(evaluator, name)
