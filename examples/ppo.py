"""Masked PPO on batched games, in NumPy alone: one seat learns against bots. docs/howto/masked-ppo.md explains it.

python examples/ppo.py --iterations 300 --seed 1 --out curve.csv
"""

from __future__ import annotations

import argparse
import csv
import time
from typing import Any

import numpy as np

from rondel.features import encoder_for
from rondel.vector import Games, make

GAMMA, LAMBDA, CLIP, ENTROPY, EPOCHS, SLICES = 0.997, 0.95, 0.2, 0.003, 3, 4
Array = Any


class Net:
    """One hidden layer; a score for each legal action and a value. Adam included."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator, hidden: int = 64) -> None:
        self.weights: dict[str, Array] = {
            "in": rng.normal(0, 1 / np.sqrt(inputs), (inputs, hidden)), "in bias": np.zeros(hidden),
            "act": rng.normal(0, 0.01, (actions, hidden)), "act bias": np.zeros(actions),
            "value": np.zeros(hidden), "value bias": np.zeros(1),
        }  # fmt: skip
        self.weights = {name: value.astype(np.float32) for name, value in self.weights.items()}
        self.moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in self.weights.items()}
        self.updates = 0

    def hidden(self, seen: Array) -> Array:
        """Give the hidden layer."""
        return np.tanh(seen @ self.weights["in"] + self.weights["in bias"])

    def value(self, hidden: Array) -> Array:
        """Give the value of positions."""
        return hidden @ self.weights["value"] + self.weights["value bias"][0]

    def chances(self, hidden: Array, rows: Array, actions: Array, starts: Array) -> Array:
        """Give the probability of each legal action; `rows` says whose it is, `starts` where a list begins."""
        scores = np.einsum("ij,ij->i", hidden[rows], self.weights["act"][actions]) + self.weights["act bias"][actions]
        scores = np.exp(scores - np.maximum.reduceat(scores, starts)[rows])
        return scores / np.add.reduceat(scores, starts)[rows]

    def learn(self, seen: Array, lists: tuple[Array, Array, Array], picks: Array, old: Array, gain: Array, aim: Array,
              rate: float) -> None:  # fmt: skip
        """Take one step of PPO on some decisions: clipped policy gradient, entropy, squared error of the value."""
        rows, actions, starts = lists
        count = len(seen)
        hidden = self.hidden(seen)
        chances = self.chances(hidden, rows, actions, starts)
        ratio = chances[picks] / old
        useful = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * ratio * gain
        logs = np.log(chances + 1e-9)
        spread = np.add.reduceat(chances * logs, starts)
        scores = chances * (useful[rows] + ENTROPY * (logs - spread[rows]))  # of the loss, by each score
        scores[picks] -= useful
        error = self.value(hidden) - aim
        flow = np.add.reduceat(scores[:, None] * self.weights["act"][actions], starts, axis=0)
        flow = (flow + 0.5 * error[:, None] * self.weights["value"]) * (1 - hidden**2) / count
        act = np.zeros_like(self.weights["act"])
        np.add.at(act, actions, scores[:, None] * hidden[rows] / count)
        self._adam({
            "in": seen.T @ flow, "in bias": flow.sum(0), "act": act,
            "act bias": np.bincount(actions, scores, len(act)).astype(np.float32) / count,
            "value": 0.5 * error @ hidden / count, "value bias": np.array([0.5 * error.mean()], np.float32),
        }, rate)  # fmt: skip

    def _adam(self, slopes: dict[str, Array], rate: float) -> None:
        self.updates += 1
        norm = np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values()))
        for name, slope in slopes.items():
            slope = slope * min(1.0, 0.5 / (norm + 1e-9))
            first, second = self.moments[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            step = first / (1 - 0.9**self.updates) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)
            self.weights[name] -= (rate * step).astype(np.float32)


def worth_of(games: Games) -> Array:
    """Give what a position is worth to the seat that looks: its points and cities against the others' mean."""
    encoder = encoder_for(games.game)
    columns, shape = encoder.columns["players"], encoder.shapes["players"]
    first = int(np.prod(encoder.shapes["regions"]))
    worth = np.zeros((shape[0], shape[1]), np.float32)
    for name, value in (("points", 1.0), ("cities", 0.1)):
        place = columns.place(name)
        worth[0, place] = value * columns.scales[place] / 10
        worth[1:, place] = -value * columns.scales[place] / 10 / (shape[0] - 1)
    found = np.zeros(games.row_size, np.float32)
    found[first : first + worth.size] = worth.ravel()
    return found


def listed(games: Games) -> tuple[Array, Array, Array]:
    """Give all legal actions one after another: whose they are, which, and where each list begins."""
    held = np.minimum(np.maximum(games.count, 1), games.legal.shape[1])  # a game that is over has one: anything
    fits = np.arange(games.legal.shape[1]) < held[:, None]
    return np.nonzero(fits)[0], np.maximum(games.legal[fits], 0), np.concatenate(([0], np.cumsum(held)[:-1]))


def rollout(games: Games, net: Net, steps: int, worth: Array, rng: np.random.Generator) -> dict[str, Any]:
    """Play so many decisions in each game; give what was seen, chosen and gained, and the results of whole games."""
    kept: dict[str, list[Array]] = {name: [] for name in ("seen", "lists", "pick", "old", "value", "reward", "live")}
    results: list[float] = []
    for _ in range(steps):
        seen, (rows, actions, starts) = games.observations.copy(), listed(games)
        hidden = net.hidden(seen)
        chances = net.chances(hidden, rows, actions, starts)
        before = np.concatenate(([0.0], np.cumsum(chances)[:-1]))
        at = np.searchsorted(before, before[starts] + rng.random(len(starts)) * 0.999999, "right") - 1
        live = games.count > 0
        games.step(actions[at])
        over = games.terminated | games.truncated
        mine = games.rewards[:, 0].copy()
        results += games.rewards[over, 0].tolist()
        shaped = np.where(over, 0.0, games.observations @ worth) - seen @ worth
        for name, value in zip(kept, (seen, (rows, actions, starts), at, chances[at], net.value(hidden),
                                      np.where(live, mine + shaped, 0.0), live), strict=True):  # fmt: skip
            kept[name].append(value)
    return {**kept, "results": results, "last": net.value(net.hidden(games.observations))}


def gains(run: dict[str, Any], ended: list[Array]) -> Array:
    """Estimate how much better each decision was than expected (GAE)."""
    found, ahead, following = [], np.zeros(len(run["last"])), run["last"]
    for reward, value, over in zip(run["reward"][::-1], run["value"][::-1], ended[::-1], strict=True):
        ahead = reward + GAMMA * following * ~over - value + GAMMA * LAMBDA * ahead * ~over
        found.append(ahead)
        following = value
    return np.array(found[::-1])


def improve(net: Net, run: dict[str, Any], gain: Array, rng: np.random.Generator, rate: float) -> None:
    """Go over the decisions a few times in slices of games."""
    steps, games = gain.shape
    gain_of = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(steps), SLICES):
            offsets = np.cumsum([0, *(len(run["lists"][step][0]) for step in part)])
            lists = tuple(
                np.concatenate([run["lists"][step][kind] + shift[place] for place, step in enumerate(part)])
                for kind, shift in ((0, np.arange(len(part)) * games), (1, np.zeros(len(part), int)), (2, offsets))
            )
            picks = np.concatenate([run["pick"][step] + offsets[place] for place, step in enumerate(part)])
            chosen = {name: np.concatenate([run[name][step] for step in part]) for name in ("seen", "old", "value")}
            live = np.concatenate([run["live"][step] for step in part])
            aim = gain[part].ravel() * live + chosen["value"]
            net.learn(chosen["seen"], lists, picks, chosen["old"], gain_of[part].ravel() * live, aim, rate)


def train(args: argparse.Namespace) -> list[tuple[int, int, float]]:
    """Train; give after each iteration the decisions so far, the games of the last ten iterations and the share won."""
    rng = np.random.default_rng(args.seed)
    games = make(args.book, args.players, args.games, board=args.board, opponents=args.bots, seat=0)
    games.reset(args.seed)
    net, worth = Net(games.row_size, games.num_actions, rng), worth_of(games)
    curve, recent, begin = [], [], time.perf_counter()
    for number in range(args.iterations):
        run = rollout(games, net, args.steps, worth, rng)
        ended = [*(~live for live in run["live"][1:]), games.count == 0]
        improve(net, run, gains(run, ended), rng, args.rate * (1 - number / args.iterations))
        recent = [*recent[-9:], run["results"]]
        results = [result for part in recent for result in part]
        won = float(np.mean([result > 0 for result in results])) if results else 0.0
        curve.append(((number + 1) * args.steps * args.games, len(results), won))
        if args.report and (number + 1) % args.report == 0:
            print(*curve[-1][:2], f"{won:.3f}", f"{time.perf_counter() - begin:.0f} s", flush=True)  # noqa: T201
    return curve


def main(given: list[str] | None = None) -> list[tuple[int, int, float]]:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", default="antike-2006")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--board", default="aegean-mini")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--games", type=int, default=32, help="side by side")
    parser.add_argument("--steps", type=int, default=128, help="decisions of each game in an iteration")
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--report", type=int, default=5)
    parser.add_argument("--out", help="write the curve to this file")
    args = parser.parse_args(given)
    curve = train(args)
    if args.out:
        with open(args.out, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("decisions", "games", "share won"), *curve])
    return curve


if __name__ == "__main__":
    main()
