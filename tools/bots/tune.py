"""Compare weights of the Antike features in matches, and climb from the present ones by matches.

A match seats the one and the other set of weights in turns on all boards of a rulebook; a lively player opens.
Fits to the outcome of self-play were tried and gave worse weights.

    python -m tools.bots.tune compare new.json src/rondel/bots/antike/data/weights.json --game antike-2 --games 48
    python -m tools.bots.tune climb --game antike-duellum --minutes 30 --out new.json
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import cast

from rondel.antike.engine import AntikeGame
from rondel.antike.variants import BOARDS
from rondel.arena.match import make_openers
from rondel.bots.antike.evaluator import AntikeEvaluator
from rondel.bots.antike.features import NAMES
from rondel.bots.evaluator import Evaluator
from rondel.bots.greedy import GreedyBot
from rondel.bots.noisy import NoisyBot
from rondel.game import CHANCE, widened
from rondel.registry import make
from rondel.simulate import choose

PRESENT = Path("src/rondel/bots/antike/data/weights.json")
PATTERNS = {
    2: ((0, 1), (1, 0)),
    4: ((0, 0, 1, 1), (1, 1, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 1, 0), (1, 0, 0, 1)),
}
CAP = 3000
OPENING = 30  # decisions
#: features with similar meaning are changed together
GROUPS = (
    ("marble", "iron", "gold", "coins"), ("yield-marble", "yield-iron", "yield-gold", "production"), ("cities",),
    ("temples",), ("king",), ("citizen",), ("navigator",), ("legions",), ("galleys",), ("settle", "frontier"),
    ("scholar", "scholar-now", "science"), ("legion-actions", "galley-actions"), ("next-best", "next-second"),
    ("exposed-temples-soon", "exposed-temples", "exposed-cities"), ("prey-temples-soon", "prey-temples", "prey-cities"),
    ("ready-temples", "ready-cities"), ("finish",), ("pioneers",), ("balance",), ("cards",), ("ramparts",),
    ("production", "defence", "fields"), ("points",),
)  # fmt: skip

#: feature -> early and late weight
Table = dict[str, list[float]]


def read(path: Path, book: str) -> Table:
    data = json.loads(path.read_text(encoding="utf-8"))
    return {**data["family"], **data.get(book, {})}


def write(path: Path, book: str, table: Table) -> None:
    """Write a copy of the present file with another table for one rulebook."""
    data = json.loads(PRESENT.read_text(encoding="utf-8"))
    family = data["family"]
    rounded = {name: [round(x, 3) for x in table[name]] for name in NAMES}
    data[book] = {name: pair for name, pair in rounded.items() if pair != family[name]}
    blocks = []
    for key, entries in data.items():
        rows = ",\n  ".join(f'"{name}": {json.dumps(pair)}' for name, pair in entries.items())
        blocks.append(f'"{key}": {{\n  {rows}\n}}')
    path.write_text("{" + ",\n".join(blocks) + "}\n", encoding="utf-8")


def evaluator(game: AntikeGame, table: Table) -> AntikeEvaluator:
    early, late = ([float(table[name][part]) for name in NAMES] for part in (0, 1))
    return AntikeEvaluator(game, (early, late))


def match(book: str, one: Table, other: Table, games: int, seed: int) -> list[int]:
    """Play a match; give the games each side won."""
    won, seats = [0, 0], 2 if book == "antike-duellum" else 4
    patterns, boards = PATTERNS[seats], [board for board in BOARDS[book] if board != "aegean-mini"]
    for number in range(games):
        deal = seed + number // len(patterns)
        game = make(book, seats, boards[deal % len(boards)])
        assert isinstance(game, AntikeGame)
        pattern = patterns[number % len(patterns)]
        winner = play(game, deal, [evaluator(game, (one, other)[side]) for side in pattern])
        if winner >= 0:
            won[pattern[winner]] += 1
    return won


def play(game: AntikeGame, seed: int, sides: list[AntikeEvaluator]) -> int:
    """Play a game; give the seat that won, or -1."""
    bots = [GreedyBot(cast(Evaluator, side)) for side in sides]
    openers = make_openers(widened(game), seed)
    state, dealer = game.new(seed), Random(seed)
    for decision in range(CAP):
        if not state.options:
            break
        players: Sequence[GreedyBot | NoisyBot] = openers if decision < OPENING else bots
        seat = state.to_act
        state.advance(choose(state, dealer) if seat == CHANCE else players[seat].choose(state, seat, state.options))
    return state.winner


def run_compare(args: argparse.Namespace) -> None:
    one, other = match(args.game, read(args.one, args.game), read(args.other, args.game), args.games, args.seed)
    print(f"{args.one} {one}, {args.other} {other}")


def run_climb(args: argparse.Namespace) -> None:
    rng, best = Random(args.seed), read(PRESENT, args.game)
    end = time.monotonic() + 60 * args.minutes
    seed = args.seed * 100_000
    while time.monotonic() < end:
        group, factor, part = rng.choice(GROUPS), rng.choice((0.6, 1.6)), rng.choice(((0,), (1,), (0, 1)))
        tried = {name: list(pair) for name, pair in best.items()}
        for name in group:
            for place in part:
                tried[name][place] *= factor
        seed += 100
        won = match(args.game, tried, best, args.games, seed)
        better = won[0] >= 0.62 * args.games
        print(group, factor, part, won, "kept" if better else "", flush=True)
        if better:
            best = tried
            write(args.out, args.game, best)


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
        part.add_argument("--game", default="antike-2006")
        part.add_argument("--games", type=int, default=48)
        part.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
