"""Fits the weights of Attika to the winners of games, and plays new weights against the current ones.

    python -m tools.bots.attika_weights fit --players 4 --games 200           # what the winners' positions say
    python -m tools.bots.attika_weights fit --players 4 --only race,way       # some weights only
    python -m tools.bots.attika_weights play --players 4 --games 160 race=5 way=9/4.2/3/1.7/0.3/0.1/0.05/0.02

A fit looks at the position at the start of every third turn, takes what the evaluator says for chances to win, and
changes one weight at a time while that makes the winners likelier. One game in five is not used for the fit but for its
test. What fits best need not play best: weights that look good in a fit belong into matches.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from copy import copy
from dataclasses import fields
from math import log, sqrt
from random import Random
from typing import Any, cast

from rondel.attika.engine import AttikaGame
from rondel.attika.state import OPEN, State
from rondel.bots.attika.evaluator import AttikaEvaluator
from rondel.bots.attika.weights import Weights, weights_for
from rondel.bots.evaluator import Evaluator
from rondel.bots.greedy import GreedyBot
from rondel.game import CHANCE
from rondel.registry import make
from rondel.simulate import choose

NAMES = tuple(field.name for field in fields(Weights))
#: factors tried on a weight, the coarse ones first
STEPS = (1.5, 1 / 1.5, 1.15, 1 / 1.15)
#: turns between two sampled positions
EVERY = 3
#: one game in this many is held out for testing
HELD = 5

#: a position, and the seat that won
Seen = tuple[State, int]


def played(game: AttikaGame, weights: list[Weights], seed: int) -> Iterator[State]:
    """Play a game of greedy bots, a set of weights for each seat; give the state before each turn, and the last."""
    state, rng, turn = game.new(seed), Random(seed), -1
    bots = [GreedyBot(cast(Evaluator, AttikaEvaluator(game, one)), "greedy") for one in weights]
    while state.legal():
        if state.to_act == CHANCE:
            state.advance(choose(state, rng))
            continue
        if state.turn_of != turn and state.mode == OPEN:
            turn = state.turn_of
            yield state.copy()
        state.advance(bots[state.to_act].choose(state, state.to_act, state.legal()))
    yield state


def positions(game: AttikaGame, weights: Weights, seeds: list[int]) -> list[Seen]:
    """Play games and keep some positions of each."""
    found: list[Seen] = []
    for seed in seeds:
        *turns, last = played(game, [weights] * game.seats, seed)
        found += [(state, last.winner) for state in turns[::EVERY] if last.winner >= 0]
    return found


def loss(game: AttikaGame, weights: Weights, seen: list[Seen]) -> float:
    """Give the mean surprise of the evaluator at the winners (cross-entropy): log(seats) is no better than guessing."""
    evaluator = AttikaEvaluator(game, weights)
    return sum(-log(evaluator.values(state)[winner]) for state, winner in seen) / len(seen)


def with_(weights: Weights, name: str, value: Any) -> Weights:
    """Give the weights with another value of one."""
    new = copy(weights)
    setattr(new, name, value)
    return new


def changed(weights: Weights, name: str) -> Iterator[Weights]:
    """Give the weights with one number changed, for every step; of several numbers the first is a game that is won."""
    now = getattr(weights, name)
    for step in STEPS:
        if isinstance(now, tuple):
            for place in range(1, len(now)):
                yield with_(weights, name, (*now[:place], now[place] * step, *now[place + 1 :]))
        else:
            yield with_(weights, name, now * step)


def fit(game: AttikaGame, weights: Weights, seen: list[Seen], names: list[str], rounds: int) -> Weights:
    """Hill-climb: keep every change that makes the winners more likely."""
    best = loss(game, weights, seen)
    for number in range(rounds):
        before = best
        for name in names:
            for other in changed(weights, name):
                new = loss(game, other, seen)
                if new < best - 1e-5:
                    best, weights = new, other
        print(f"round {number + 1}: {best:.4f}", flush=True)
        if best > before - 1e-4:
            break
    return weights


def known(name: str) -> str:
    """Check the name of a weight."""
    if name not in NAMES:
        raise SystemExit(f"There is no weight {name!r}; there are {', '.join(NAMES)}.")
    return name


def parsed(weights: Weights, changes: list[str]) -> Weights:
    """Read `race=5` and `way=9/4/2`."""
    for change in changes:
        name, _, value = change.partition("=")
        try:
            numbers = tuple(float(part) for part in value.split("/"))
        except ValueError:
            raise SystemExit(f"{change!r} is not NAME=NUMBER or NAME=NUMBER/NUMBER/…") from None
        weights = with_(weights, known(name), numbers if isinstance(getattr(weights, name), tuple) else numbers[0])
    return weights


def match(game: AttikaGame, weights: Weights, games: int) -> int:
    """Seat the weights once in each seat of a set-up among the present ones; count their wins."""
    present, won = weights_for(game.seats), 0
    for number in range(games):
        seed, seat = divmod(number, game.seats)
        seats = [weights if other == seat else present for other in range(game.seats)]
        *_, last = played(game, seats, seed)
        won += last.winner == seat
    return won


def show_fit(game: AttikaGame, weights: Weights, games: int, names: list[str], rounds: int) -> None:
    """Fit to games of the present weights, and print what changed."""
    present = weights_for(game.seats)
    test = positions(game, present, [seed for seed in range(games) if seed % HELD == 0])
    seen = positions(game, present, [seed for seed in range(games) if seed % HELD])
    found = fit(game, weights, seen, names, rounds)
    before, after = loss(game, weights, test), loss(game, found, test)
    print(f"knowing nothing {log(game.seats):.4f}; test {before:.4f} before, {after:.4f} after")
    for name in NAMES:
        old, new = getattr(weights, name), getattr(found, name)
        print(f"{name:14} {old}" + (f" -> {new}" if old != new else ""))


def show_match(game: AttikaGame, weights: Weights, games: int) -> None:
    """Play a match, and print who won."""
    won = match(game, weights, games)
    share = won / games
    error = 1.96 * sqrt(share * (1.0 - share) / games)
    print(f"{won} of {games}, {100 * share:.0f} % ± {100 * error:.0f}; even is {100 / game.seats:.0f} %")


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("fit", "play"))
    parser.add_argument("changes", nargs="*", help="NAME=VALUE, where to begin or what to play")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--only", default=",".join(NAMES), help="weights to fit, with commas; all if left out")
    parser.add_argument("--rounds", type=int, default=5, help="times that every weight is tried")
    args = parser.parse_intermixed_args(argv)
    game = cast(AttikaGame, make("attika", players=args.players))
    weights = parsed(weights_for(args.players), args.changes)
    if args.what == "play":
        show_match(game, weights, args.games)
    else:
        show_fit(game, weights, args.games, [known(name) for name in args.only.split(",")], args.rounds)


if __name__ == "__main__":
    main()
