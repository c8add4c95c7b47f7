"""Searches the opening book of the Antike family: the fewest turns to the first personages for an undisturbed nation.

Breadth first over the turns of one nation, the others producing only. A turn is one of the planner's lines; of the
positions after each turn the best are kept, equal ones once. The first way to the wanted number of personages is the
shortest that the kept positions allow; among equally short ones the better position wins.

    python -m tools.bots.openings --out src/rondel/bots/antike/data/openings.json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from rondel.antike import state as phases
from rondel.antike.engine import AntikeGame
from rondel.antike.lexicon import wedge_names
from rondel.antike.scores import points
from rondel.antike.state import State
from rondel.bots.antike.evaluator import AntikeEvaluator
from rondel.bots.base import Budget, Meter
from rondel.bots.evaluator import Evaluator
from rondel.bots.plan import Planner
from rondel.registry import make

PRODUCING = ("marble", "iron", "gold")


@dataclass(frozen=True, slots=True)
class Way:
    """A way through the first turns."""

    state: State
    wedges: tuple[str, ...]
    worth: float


def idle(evaluator: AntikeEvaluator, state: State, nation: int) -> None:
    """Let the other nations produce until the nation is on turn again."""
    game = evaluator.game
    while state.phase != phases.OVER and (state.actor != nation or state.phase == phases.SUBSTITUTE):
        action = evaluator.stop(state)
        if state.phase == phases.RONDEL:
            wedges = [a for a in state.options if game.rules.wedges[a - game.actions.wedge] in PRODUCING]
            steps = evaluator.tables.steps[state.rondel[state.turn]]
            action = min(wedges, key=lambda a: steps[a - game.actions.wedge])
        state.advance(action if action >= 0 else evaluator.default(state))


def shortest(game: AntikeGame, nation_name: str, wanted: int, width: int, most: int) -> tuple[tuple[str, ...], int]:
    """Give the wedges of the shortest way found, and the personages it won."""
    evaluator = AntikeEvaluator(game)
    names = wedge_names(game.rules.wedges)
    nations = [game.board.nations[number] for number in game.line]
    first = game.seated(nations, nation_name)
    nation = nations.index(nation_name)
    planner = Planner(cast(Evaluator, evaluator), Meter(Budget()))
    ways = [Way(first, (), 0.0)]
    for _ in range(most):
        found: dict[Hashable, Way] = {}
        for way in ways:
            for line in planner.lines(way.state, nation):
                end: Any = line.state.copy()
                won: int = points(game, end, nation)
                worth = won * 100.0 if won >= wanted else 0.0
                worth += evaluator.scores(end)[nation]
                idle(evaluator, end, nation)
                wedge = names[line.actions[0] - game.actions.wedge]
                found.setdefault(end.key(), Way(end, (*way.wedges, wedge), worth))
        ways = sorted(found.values(), key=lambda way: -way.worth)[:width]
        if points(game, ways[0].state, nation) >= wanted:
            break
    return ways[0].wedges, points(game, ways[0].state, nation)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="antike-2006")
    parser.add_argument("--boards", default="east,west")
    parser.add_argument("--wanted", type=int, default=3)
    parser.add_argument("--width", type=int, default=24)
    parser.add_argument("--most", type=int, default=12)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    book: dict[str, dict[str, dict[str, list[str]]]] = {}
    for board in args.boards.split(","):
        for players in (3, 4, 5, 6):
            game = make(args.game, players, board)
            assert isinstance(game, AntikeGame)
            for number in game.line:
                name = game.board.nations[number]
                wedges, won = shortest(game, name, args.wanted, args.width, args.most)
                print(board, players, name, len(wedges), won, " ".join(wedges), flush=True)
                book.setdefault(board, {}).setdefault(str(players), {})[name] = list(wedges)
                Path(args.out).write_text(json.dumps(book, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
