"""Compare weights of the Antike features in matches, and climb from the present ones by matches.

A match seats two bots with the one and two with the other set of weights, in all six patterns, on EAST and WEST.
Fits to the outcome of self-play were tried and gave worse weights.

    python -m tools.bots.tune compare new.json src/rondel/bots/antike/data/weights.json --games 48
    python -m tools.bots.tune climb --minutes 30 --out new.json
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from random import Random

from rondel.antike.engine import AntikeGame
from rondel.bots.antike.evaluator import AntikeEvaluator
from rondel.bots.antike.features import NAMES
from rondel.bots.greedy import GreedyBot
from rondel.registry import make

PRESENT = Path("src/rondel/bots/antike/data/weights.json")
PATTERNS = ((0, 0, 1, 1), (1, 1, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 1, 0), (1, 0, 0, 1))
CAP = 2000
#: features that mean much the same are changed together
GROUPS = (
    ("marble", "iron", "gold", "coins"), ("yield-marble", "yield-iron", "yield-gold", "production"), ("cities",),
    ("temples",), ("king",), ("citizen",), ("navigator",), ("legions",), ("galleys",), ("settle", "frontier"),
    ("scholar", "scholar-now", "science"), ("legion-actions", "galley-actions"), ("next-best", "next-second"),
    ("exposed-temples-soon", "exposed-temples", "exposed-cities"), ("prey-temples-soon", "prey-temples", "prey-cities"),
    ("ready-temples", "ready-cities"), ("finish",),
)  # fmt: skip

#: feature -> early and late weight
Table = dict[str, list[float]]


def read(path: Path) -> Table:
    table: Table = json.loads(path.read_text(encoding="utf-8"))["family"]
    return table


def write(path: Path, table: Table) -> None:
    rows = ",\n  ".join(f'"{name}": {json.dumps([round(x, 3) for x in table[name]])}' for name in NAMES)
    path.write_text('{"family": {\n  ' + rows + "\n}}\n", encoding="utf-8")


def evaluator(game: AntikeGame, table: Table) -> AntikeEvaluator:
    return AntikeEvaluator(game, ([table[name][0] for name in NAMES], [table[name][1] for name in NAMES]))


def match(one: Table, other: Table, games: int, seed: int) -> list[int]:
    """Play a match; give the games each side won."""
    won = [0, 0]
    for number in range(games):
        game = make("antike-2006", 4, ("east", "west")[number % 2])
        assert isinstance(game, AntikeGame)
        pattern = PATTERNS[number % len(PATTERNS)]
        sides = (evaluator(game, one), evaluator(game, other))
        bots = [GreedyBot(sides[side]) for side in pattern]
        state, decisions = game.new(seed + number // len(PATTERNS)), 0
        while state.options and decisions < CAP:
            state.advance(bots[state.to_act].choose(state, state.to_act, state.options))
            decisions += 1
        if state.winner >= 0:
            won[pattern[state.winner]] += 1
    return won


def run_compare(args: argparse.Namespace) -> None:
    one, other = match(read(args.one), read(args.other), args.games, args.seed)
    print(f"{args.one} {one}, {args.other} {other}")


def run_climb(args: argparse.Namespace) -> None:
    rng, best = Random(args.seed), read(PRESENT)
    end = time.monotonic() + 60 * args.minutes
    seed = args.seed * 100_000
    while time.monotonic() < end:
        group, factor, part = rng.choice(GROUPS), rng.choice((0.6, 1.6)), rng.choice(((0,), (1,), (0, 1)))
        tried = {name: list(pair) for name, pair in best.items()}
        for name in group:
            for place in part:
                tried[name][place] *= factor
        seed += 100
        won = match(tried, best, args.games, seed)
        better = won[0] >= 0.62 * args.games
        print(group, factor, part, won, "kept" if better else "", flush=True)
        if better:
            best = tried
            write(args.out, best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    compare = parts.add_parser("compare")
    compare.add_argument("one", type=Path)
    compare.add_argument("other", type=Path)
    compare.set_defaults(run=run_compare)
    climb = parts.add_parser("climb")
    climb.add_argument("--minutes", type=float, default=30)
    climb.add_argument("--out", type=Path, required=True)
    climb.set_defaults(run=run_climb)
    for part in (compare, climb):
        part.add_argument("--games", type=int, default=48)
        part.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
