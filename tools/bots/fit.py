"""Fit the weights of the Antike features to games that greedy bots play among themselves.

Each nation plays with weights of its own, scattered around the present ones, so that the games differ and what is
judged wrongly gets punished. The winner of a game is explained by the features of all its turns: a conditional
logit (a soft maximum over the nations), so that a weighed position is a chance to win. The fit is held near
the present weights. Needs numpy (the extra `boards`).

    python -m tools.bots.fit play --games 200 --seed 1 --out rows.jsonl
    python -m tools.bots.fit fit rows.jsonl --out src/rondel/bots/antike/data/weights.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from rondel.antike.engine import AntikeGame
from rondel.bots.antike.evaluator import AntikeEvaluator
from rondel.bots.antike.features import NAMES, rows_of
from rondel.bots.antike.lens import Lens
from rondel.bots.antike.weights import load_weights
from rondel.bots.greedy import GreedyBot
from rondel.registry import make

#: rulebook, players, board
TABLES = (
    ("antike-2006", 4, "east"), ("antike-2006", 3, "west"), ("antike-2006", 5, "east"), ("antike-2006", 6, "west"),
    ("antike-2006", 4, "west"), ("antike-2005", 4, "east"), ("antike-2006", 3, "east"), ("antike-2005", 5, "west"),
)  # fmt: skip
CAP = 2500


def scattered(game: AntikeGame, rng: Random, spread: float) -> AntikeEvaluator:
    """Give an evaluator whose weights are each off by a factor and a little more."""
    early, late = load_weights(game.rules.id)
    shift = [(rng.lognormvariate(0.0, spread), rng.gauss(0.0, 0.1 * spread)) for _ in NAMES]
    return AntikeEvaluator(
        game,
        ([w * f + s for w, (f, s) in zip(early, shift, strict=True)],
         [w * f + s for w, (f, s) in zip(late, shift, strict=True)]),
    )  # fmt: skip


def play(seed: int, spread: float, tables: tuple[Any, ...] = TABLES) -> tuple[list[list[list[float]]], int, int]:
    """Play one game; give the rows of each turn, the winning nation and the rounds."""
    rng = Random(seed)
    book, players, board = tables[seed % len(tables)]
    game = make(book, players, board)
    assert isinstance(game, AntikeGame)
    bots = [GreedyBot(scattered(game, rng, spread)) for _ in range(game.nations)]
    lens, state = Lens(game), game.new(seed)
    rows, turn, decisions = [], -1, 0
    while state.options and decisions < CAP:
        if state.turn != turn:
            turn = state.turn
            rows.append([[round(value, 4) for value in row] for row in rows_of(lens, state)])
        state.advance(bots[state.actor].choose(state, state.to_act, state.options))
        decisions += 1
    return rows, state.winner, state.round


def run_play(args: argparse.Namespace) -> None:
    with Path(args.out).open("a", encoding="utf-8") as out:
        for seed in range(args.seed, args.seed + args.games):
            rows, winner, rounds = play(seed, args.spread)
            print(seed, winner, rounds, flush=True)
            out.write(json.dumps({"winner": winner, "rows": rows}) + "\n")


def run_fit(args: argparse.Namespace) -> None:
    by_nations: dict[int, tuple[list[Any], list[int], list[float]]] = {}
    for name in args.files:
        for line in Path(name).read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            if game["winner"] < 0:
                continue
            rows = game["rows"]
            held = by_nations.setdefault(len(rows[0]), ([], [], []))
            held[0].extend(rows)
            held[1].extend([game["winner"]] * len(rows))
            held[2].extend([1.0 / len(rows)] * len(rows))
    start = np.array(load_weights(""))
    weights = start.copy()
    groups = [(np.array(x), np.array(y), np.array(w)) for x, y, w in by_nations.values()]
    games = sum(float(w.sum()) for _, _, w in groups)
    mean, speed = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, args.steps + 1):
        loss, slope = _loss(weights, groups)
        slope = slope / games + args.hold * (weights - start)
        mean = 0.9 * mean + 0.1 * slope
        speed = 0.99 * speed + 0.01 * slope**2
        weights -= args.rate * (mean / (1 - 0.9**step)) / (np.sqrt(speed / (1 - 0.99**step)) + 1e-8)
        if step % 50 == 0:
            print(step, round(loss / games, 4), flush=True)
    table = {name: [round(float(weights[0][k]), 3), round(float(weights[1][k]), 3)] for k, name in enumerate(NAMES)}
    data = {"family": table}
    text = ",\n  ".join(f'"{name}": {json.dumps(pair)}' for name, pair in table.items())
    Path(args.out).write_text('{"family": {\n  ' + text + "\n}}\n", encoding="utf-8")
    for name, (early, late) in data["family"].items():
        k = NAMES.index(name)
        print(f"{name:<22} {start[0][k]:7.2f} {start[1][k]:7.2f}  -> {early:7.2f} {late:7.2f}")


def _loss(weights: Any, groups: Any) -> tuple[float, Any]:
    total, slope = 0.0, np.zeros_like(weights)
    for rows, winner, share in groups:
        late = np.minimum(1.0, rows[:, :, 0].max(axis=1))[:, None]
        scores = (rows @ weights[0]) * (1 - late) + (rows @ weights[1]) * late
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        index = np.arange(len(winner))
        total -= float((share * np.log(chances[index, winner] + 1e-12)).sum())
        off = chances.copy()
        off[index, winner] -= 1.0
        off *= share[:, None]
        slope[0] += np.einsum("sn,snf->f", off * (1 - late), rows)
        slope[1] += np.einsum("sn,snf->f", off * late, rows)
    return total, slope


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parts = parser.add_subparsers(required=True)
    gather = parts.add_parser("play")
    gather.add_argument("--games", type=int, default=200)
    gather.add_argument("--seed", type=int, default=0)
    gather.add_argument("--spread", type=float, default=0.4)
    gather.add_argument("--out", default="rows.jsonl")
    gather.set_defaults(run=run_play)
    fit = parts.add_parser("fit")
    fit.add_argument("files", nargs="+")
    fit.add_argument("--steps", type=int, default=600)
    fit.add_argument("--rate", type=float, default=0.02)
    fit.add_argument("--hold", type=float, default=0.002)
    fit.add_argument("--out", required=True)
    fit.set_defaults(run=run_fit)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
