"""Masked PPO on batched games, in NumPy alone: one seat learns against bots. docs/howto/masked-ppo.md explains it.

python examples/ppo.py --decisions 400000 --seed 1 --out curve.csv
"""

from __future__ import annotations

import argparse
import csv
from typing import Any

import numpy as np

from rondel.features import encoder_for
from rondel.vector import Autoreset, Games, make

Array = Any
#: decisions of each game in an iteration; times each is gone over; decisions at once; units of a hidden layer
STEPS, EPOCHS, BATCH, HIDDEN = 128, 3, 1024, 64
RATE, GAMMA, TRACE, CLIP, ENTROPY = 1e-3, 0.999, 0.95, 0.2, 0.01


class Net:
    """Scores for the parts of actions, and a value; each has a hidden layer. Adam included."""

    def __init__(self, inputs: int, parts: Array, rng: np.random.Generator) -> None:
        self.parts, self.size, self.updates = parts, int(parts.max()) + 1, 0
        shapes = {"see": (inputs, HIDDEN), "act": (HIDDEN, self.size), "judge": (inputs, HIDDEN), "value": (HIDDEN, 1)}
        spread = {"see": inputs**-0.5, "act": 0.01, "judge": inputs**-0.5, "value": 0.0}
        self.weights = {name: (rng.normal(size=shape) * spread[name]).astype("f4") for name, shape in shapes.items()}
        self.weights |= {f"{name} bias": np.zeros(shape[1], "f4") for name, shape in shapes.items()}
        self.moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in self.weights.items()}

    def layer(self, name: str, given: Array) -> Array:
        """Give what a layer makes of its inputs."""
        return given @ self.weights[name] + self.weights[f"{name} bias"]

    def value(self, seen: Array) -> Array:
        """Give the value of positions."""
        return self.layer("value", np.tanh(self.layer("judge", seen)))[:, 0]

    def logs(self, hidden: Array, rows: Array, actions: Array, starts: Array) -> Array:
        """Give the logarithm of each legal action's chance; `rows` says whose it is, `starts` where lists begin."""
        scores = self.layer("act", hidden)
        listed = sum(scores[rows, part] for part in self.parts[actions].T)  # an action scores what its parts do
        listed = listed - np.maximum.reduceat(listed, starts)[rows]
        return listed - np.log(np.add.reduceat(np.exp(listed), starts))[rows]

    def draw(self, seen: Array, lists: tuple[Array, Array, Array], rng: np.random.Generator) -> tuple[Array, Array]:
        """Draw a legal action in each game; give their places in the list, and the logarithms of their chances."""
        logs = self.logs(np.tanh(self.layer("see", seen)), *lists)
        drawn = logs + rng.gumbel(size=len(logs))
        places = np.flatnonzero(drawn == np.maximum.reduceat(drawn, lists[2])[lists[0]])
        return places, logs[places]

    def learn(self, seen: Array, lists: tuple[Array, Array, Array], picks: Array, old: Array, gain: Array, aim: Array,
              rate: float) -> None:  # fmt: skip
        """Take one step: clipped policy gradient, entropy, squared error of the value."""
        rows, actions, starts = lists
        hidden, judged = np.tanh(self.layer("see", seen)), np.tanh(self.layer("judge", seen))
        logs = self.logs(hidden, rows, actions, starts)
        chances, ratio = np.exp(logs), np.exp(logs[picks] - old)
        useful = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * ratio * gain
        slope = chances * (useful[rows] + ENTROPY * (logs - np.add.reduceat(chances * logs, starts)[rows]))
        slope[picks] -= useful  # the slope of the loss by each score
        places = rows[:, None] * self.size + self.parts[actions]
        flow: Array = np.bincount(places.ravel(), np.repeat(slope, places.shape[1]), len(seen) * self.size)
        flow = (flow / len(seen)).reshape(len(seen), self.size).astype("f4")
        error = (self.layer("value", judged) - aim[:, None]).astype("f4") / len(seen)
        back, known = flow @ self.weights["act"].T * (1 - hidden**2), error @ self.weights["value"].T * (1 - judged**2)
        layers = {"see": (seen, back), "act": (hidden, flow), "judge": (seen, known), "value": (judged, error)}
        slopes = {name: given.T @ slope for name, (given, slope) in layers.items()}
        self._adam(slopes | {f"{name} bias": slope.sum(0) for name, (_, slope) in layers.items()}, rate)

    def _adam(self, slopes: dict[str, Array], rate: float) -> None:
        self.updates += 1
        norm = np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values()))
        for name, slope in slopes.items():
            first, second = self.moments[name]
            first += 0.1 * (slope * min(1.0, 0.5 / (norm + 1e-9)) - first)
            second += 0.001 * ((slope * min(1.0, 0.5 / (norm + 1e-9))) ** 2 - second)
            step = first / (1 - 0.9**self.updates) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)
            self.weights[name] -= (rate * step).astype("f4")


def parts_of(games: Games) -> Array:
    """Give the parts of each action: kind with source, kind with target, kind with amount."""
    table = games.numbering.factors().table
    pairs = [table[:, 0] * 4096 + table[:, column] + 2**20 * column for column in (1, 2, 3)]
    return np.unique(np.stack(pairs, 1), return_inverse=True)[1].reshape(len(table), 3)


def worth_of(games: Games) -> Array:
    """Give what each input adds to the worth of a position: own points and cities against the mean of the others."""
    encoder, found = encoder_for(games.game), np.zeros(games.row_size, "f4")
    columns, (seats, width) = encoder.columns["players"], encoder.shapes["players"]
    first = int(np.prod(encoder.shapes["regions"]))
    for name, value in (("points", 0.1), ("cities", 0.01)):
        places = first + columns.place(name) + width * np.arange(seats)
        found[places] = value * columns.scales[columns.place(name)] * np.array([1.0, *[-1 / (seats - 1)] * (seats - 1)])
    return found


def listed(legal: Array, count: Array) -> tuple[Array, Array, Array]:
    """Give all legal actions one after another: whose they are, which, and where each list begins."""
    held = np.clip(count, 1, legal.shape[1])  # a game that is over has one: anything
    fits = np.arange(legal.shape[1]) < held[:, None]
    return np.nonzero(fits)[0], np.maximum(legal[fits], 0), np.cumsum(held) - held


def rollout(games: Games, net: Net, worth: Array, rng: np.random.Generator) -> dict[str, Array]:
    """Play so many decisions in each game; give what was seen, chosen and gained, and how much better it was (GAE)."""
    names = ("seen", "legal", "count", "pick", "old", "value", "reward")
    kept: dict[str, Any] = {name: [] for name in names}
    for _ in range(STEPS):
        seen, legal, count = games.observations.copy(), games.legal.copy(), games.count.copy()
        lists = listed(legal, count)
        places, old = net.draw(seen, lists, rng)
        games.step(lists[1][places])
        # the change of a potential is added to the reward; over a whole game it comes to nothing
        ahead = np.where(games.count > 0, GAMMA * (games.observations @ worth), 0.0)
        reward = games.rewards[:, 0] + ahead - seen @ worth
        for name, new in zip(names, (seen, legal, count, places - lists[2], old, net.value(seen), reward), strict=True):
            kept[name].append(new)
    run = {name: np.array(values) for name, values in kept.items()}
    going = GAMMA * (np.concatenate((run["count"][1:], games.count[None])) > 0)
    gain, ahead, following = np.zeros((STEPS, games.num_envs)), np.zeros(games.num_envs), net.value(games.observations)
    for step in reversed(range(STEPS)):
        ahead = run["reward"][step] - run["value"][step] + going[step] * (following + TRACE * ahead)
        gain[step], following = ahead, run["value"][step]
    live = np.flatnonzero(run["count"].ravel())  # the step that begins a new game is no decision
    return {name: values.reshape(-1, *values.shape[2:])[live] for name, values in (run | {"gain": gain}).items()}


def improve(net: Net, run: dict[str, Array], rng: np.random.Generator, rate: float) -> None:
    """Go over the decisions a few times."""
    gain, aim = (run["gain"] - run["gain"].mean()) / (run["gain"].std() + 1e-8), run["gain"] + run["value"]
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(aim)), max(1, len(aim) // BATCH)):
            lists, old = listed(run["legal"][part], run["count"][part]), run["old"][part]
            net.learn(run["seen"][part], lists, lists[2] + run["pick"][part], old, gain[part], aim[part], rate)


def share_won(net: Net, games: Games, seed: int) -> float:
    """Play fresh games to their ends, one a table; give the share won. To count what ends first would favor it."""
    games.reset(seed)
    rng = np.random.default_rng(seed)
    results: list[bool] = []
    while len(results) < games.num_envs:
        lists = listed(games.legal, games.count)
        games.step(lists[1][net.draw(games.observations, lists, rng)[0]])
        results += [ending.returns[0] > 0 for ending in games.endings]
    return float(np.mean(results))


def train(args: argparse.Namespace) -> list[tuple[int, int, float]]:
    """Train; give the seed, the decisions so far and the share won of fresh games, before and after so many of them."""
    rng, found = np.random.default_rng(args.seed), []
    games, fresh = (
        make(args.book, args.players, count, board=args.board, opponents=args.bots, seat=0, autoreset=reset)
        for count, reset in ((args.games, Autoreset.NEXT_STEP), (args.test, Autoreset.DISABLED))
    )
    games.reset(args.seed)
    net, worth = Net(games.row_size, parts_of(games), rng), worth_of(games)
    total = -(-args.decisions // (STEPS * args.games))
    for number in range(total + 1):
        if number % args.every == 0 or number == total:
            found.append((args.seed, number * STEPS * args.games, share_won(net, fresh, 10**6)))
            print(*found[-1], flush=True)  # noqa: T201
        if number < total:
            improve(net, rollout(games, net, worth, rng), rng, RATE * (1 - number / total))
    return found


def main(given: list[str] | None = None) -> list[tuple[int, int, float]]:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, text in (("book", "antike-2006"), ("board", "aegean-mini"), ("bots", "random"), ("out", "")):
        parser.add_argument(f"--{name}", default=text)
    numbers = {"players": 3, "games": 32, "decisions": 400_000, "every": 10, "test": 500, "seed": 0}
    for name, number in numbers.items():
        parser.add_argument(f"--{name}", type=int, default=number)
    args = parser.parse_args(given)
    curve = train(args)
    if args.out:
        with open(args.out, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("seed", "decisions", "share won"), *curve])
    return curve


if __name__ == "__main__":
    main()
