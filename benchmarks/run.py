"""Speed beside Catanatron: both measured in one run, alternating, medians of five. Only ratios count.

Run with `make bench`; `--write` puts the table into docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

from catanatron import Color, Game, RandomPlayer

from rondel.antike.state import MANEUVER, State
from rondel.registry import make
from rondel.simulate import random_game

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"


def rondel_rate(book: str, players: int, seconds: float, seed: int) -> float:
    """Decisions a second of random play with the legal list made at every step."""
    game = make(book, players)
    decisions, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        decisions += random_game(game, seed, cap=5000)[1]
        seed += 1
    return decisions / (time.perf_counter() - begin)


def catanatron_rate(seconds: float, seed: int) -> float:
    """Actions a second of random four-player play."""
    ticks, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        seed += 1
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            ticks += 1
    return ticks / (time.perf_counter() - begin)


def calls_rate(call: Callable[[], object], seconds: float) -> float:
    """Calls a second of a function."""
    calls, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        for _ in range(50):
            call()
        calls += 50
    return calls / (time.perf_counter() - begin)


def catanatron_late(seed: int = 1) -> Any:
    """A Catanatron game in its second half."""
    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    for _ in range(500):
        if game.winning_color() is None:
            game.play_tick()
    return game


def late_states(book: str, players: int, games: int = 5) -> list[State]:
    """Positions at a maneuver in the last third of random games."""
    found: list[State] = []
    game = make(book, players)
    for seed in range(games):
        rng, state = Random(seed), game.new(seed)
        seen: list[State] = []
        while state.options and len(seen) < 8000:
            seen.append(state)
            state = state.apply(state.options[int(rng.random() * len(state.options))])
        found += [late for late in seen[len(seen) * 2 // 3 :] if late.phase == MANEUVER]
    return found


def legal_rate(states: list[State], seconds: float) -> float:
    """Full legal lists a second over positions."""
    lists, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        for state in states[:2000]:
            state.game.options(state)
        lists += min(len(states), 2000)
    return lists / (time.perf_counter() - begin)


def measure(rounds: int, seconds: float) -> dict[str, float]:
    """Run all measurements in alternation and give their medians."""
    late = late_states("antike-2006", 6)
    other = catanatron_late()
    tasks: dict[str, Callable[[int], float]] = {
        "catanatron actions/s": lambda turn: catanatron_rate(seconds, turn * 1000),
        "antike-2006 decisions/s": lambda turn: rondel_rate("antike-2006", 4, seconds, turn * 1000),
        "antike-2005 decisions/s": lambda turn: rondel_rate("antike-2005", 4, seconds, turn * 1000),
        "antike-2 decisions/s": lambda turn: rondel_rate("antike-2", 4, seconds, turn * 1000),
        "antike-duellum decisions/s": lambda turn: rondel_rate("antike-duellum", 2, seconds, turn * 1000),
        "attika decisions/s": lambda turn: rondel_rate("attika", 4, seconds, turn * 1000),
        "catanatron copies/s": lambda turn: calls_rate(other.copy, seconds / 4),
        "antike-2006 copies/s, 6 nations": lambda turn: calls_rate(late[turn].copy, seconds / 4),
        "antike-2006 late legal lists/s, 6 nations": lambda turn: legal_rate(late, seconds / 4),
    }
    results: dict[str, list[float]] = {name: [] for name in tasks}
    for turn in range(rounds):
        for name, task in tasks.items():
            results[name].append(task(turn))
        print(f"round {turn + 1} of {rounds}", file=sys.stderr)
    return {name: statistics.median(values) for name, values in results.items()}


def ratios(median: dict[str, float]) -> dict[str, tuple[float, float]]:
    """Give the ratios that have a target, with it."""
    cat = median["catanatron actions/s"]
    copies = median["antike-2006 copies/s, 6 nations"]
    first = median["antike-2006 decisions/s"]
    return {
        "antike-2006 decisions/s over Catanatron's actions/s (at least)": (median["antike-2006 decisions/s"] / cat, 4),
        "antike-2005 decisions/s over Catanatron's actions/s (at least)": (median["antike-2005 decisions/s"] / cat, 4),
        "antike-2 decisions/s over antike-2006's (at least)": (median["antike-2 decisions/s"] / first, 0.7),
        "antike-duellum decisions/s over antike-2006's (at least)": (median["antike-duellum decisions/s"] / first, 0.7),
        "attika decisions/s over Catanatron's actions/s (at least)": (median["attika decisions/s"] / cat, 3),
        "Catanatron's copy over ours, in time (at least)": (copies / median["catanatron copies/s"], 20),
        "late legal list over a copy, in time (at most)": (
            copies / median["antike-2006 late legal lists/s, 6 nations"],
            20,
        ),
    }


def page(median: dict[str, float], rounds: int, seconds: float) -> str:
    """Write docs/performance.md."""
    lines = [
        "# Performance",
        "",
        "Random play, the full legal list made at every step, pure Python, one core. Both programs are measured in the"
        f" same run, alternating, medians of {rounds} rounds of {seconds:g} s. Machines swing; only the ratios count."
        " Reproduce with `make bench` (`benchmarks/run.py --write` writes this part).",
        "",
        f"Measured on {date.today()}, CPython {platform.python_version()}, {platform.system()} {platform.machine()},"
        f" catanatron {version('catanatron')}, rondel {version('rondel')}.",
        "",
        "| measured | median |",
        "| --- | --- |",
        *(f"| {name} | {value:,.0f} |" for name, value in median.items()),
        "",
        "| ratio | measured | target |",
        "| --- | --- | --- |",
        *(f"| {name} | {value:.2f} | {target} |" for name, (value, target) in ratios(median).items()),
        "",
        "The late legal lists are those of maneuver turns in the last third of six-nation games, the longest of all.",
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement of a round")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    median = measure(args.rounds, args.seconds)
    if args.json:
        print(json.dumps({"median": median, "ratios": ratios(median)}, indent=2))
    else:
        for name, value in median.items():
            print(f"{name:<45} {value:>12,.0f}")
        for name, (ratio, target) in ratios(median).items():
            print(f"{name:<70} {ratio:>8.2f}  target {target}")
    if args.write:
        _, mark, rest = PAGE.read_text(encoding="utf-8").partition("\n## ")  # other figures below stay
        PAGE.write_text(page(median, args.rounds, args.seconds) + mark + rest, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
