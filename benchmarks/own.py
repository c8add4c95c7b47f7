"""What is measured of Rondel, in whichever build is imported: random play, copies, legal lists, search."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache, partial
from random import Random
from typing import Any

from benchmarks import steps
from rondel.antike.state import MANEUVER
from rondel.bots.base import Budget, Meter
from rondel.bots.knowledge import evaluator_for
from rondel.bots.search import Tree
from rondel.registry import make
from rondel.simulate import random_game

#: the rulebooks with the number of players they are measured with
BOOKS = {"antike-2006": 4, "antike-2005": 4, "antike-2": 4, "antike-duellum": 2, "attika": 4}


def play(book: str, seconds: float, seed: int) -> tuple[float, float]:
    """Give decisions and games a second of random play; the legal list is made at every step."""
    game = make(book, BOOKS[book])
    decisions, games, begin = 0, 0, time.process_time()
    while time.process_time() - begin < seconds:
        decisions += random_game(game, seed + games, cap=5000)[1]
        games += 1
    passed = time.process_time() - begin
    return decisions / passed, games / passed


def calls(call: Callable[[], object], seconds: float) -> float:
    """Give the calls a second of a function."""
    done, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        for _ in range(50):
            call()
        done += 50
    return done / (time.process_time() - begin)


@lru_cache
def late_states(book: str, players: int, games: int = 3) -> list[Any]:
    """Give positions at a maneuver in the last third of random games."""
    found: list[Any] = []
    game = make(book, players)
    for seed in range(games):
        rng, state = Random(seed), game.new(seed)
        seen: list[Any] = []
        while state.legal() and len(seen) < 8000:
            seen.append(state)
            state = state.apply(state.legal()[int(rng.random() * len(state.legal()))])
        found += [late for late in seen[len(seen) * 2 // 3 :] if late.phase == MANEUVER]
    return found


def copies(seconds: float, seed: int) -> tuple[float]:
    """Give the copies a second of late positions of six nations."""
    late = late_states("antike-2006", 6)
    return (calls(late[seed % len(late)].copy, seconds),)


def legal_lists(seconds: float, seed: int) -> tuple[float]:
    """Give the full legal lists a second over late positions of six nations."""
    states = late_states("antike-2006", 6)[:2000]
    done, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        for state in states:
            state.game.options(state)
        done += len(states)
    return (done / (time.process_time() - begin),)


def search(book: str, seconds: float, seed: int) -> tuple[float]:
    """Give the simulations a second of the search bot from positions some way into random games."""
    game, done, begin = make(book, BOOKS[book]), 0, time.process_time()
    while time.process_time() - begin < seconds:
        state = game.new(seed)
        game.playout(state, Random(seed), 120)
        seed += 1
        if state.to_act < 0 or state.to_act != state.turn_of:
            continue
        tree = Tree(evaluator_for(game), Meter(Budget()), Random(seed), state.to_act, 8)
        tree.begin(state)
        for _ in range(30):
            tree.simulate()
        done += 30
    return (done / (time.process_time() - begin),)


def tasks() -> dict[str, Callable[[float, int], tuple[float, ...]]]:
    """Give what can be measured, by name."""
    found: dict[str, Callable[[float, int], tuple[float, ...]]] = {
        f"play {book}": partial(play, book) for book in BOOKS
    }
    found["copies"] = copies
    found["legal lists"] = legal_lists
    for book in ("antike-2006", "attika"):
        found[f"search {book}"] = partial(search, book)
    return found | steps.tasks()
