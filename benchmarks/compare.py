"""Two states of the source in one run: the same random games and copies in both, alternating, in processor time.

    python -m benchmarks.compare BEFORE AFTER

BEFORE and AFTER are folders that hold the package: `src` of a checkout, or what `python -m tools.fast copy` prints. The
ratio is time before by time after: above 1 the second is faster. Medians over the rounds; both play the same games.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

#: the rulebooks with the number of players they are measured with
BOOKS = {"antike-2006": 4, "antike-2005": 4, "antike-2": 4, "antike-duellum": 2, "attika": 4}
#: what is copied: a position some way into a game
COPIED = {"antike-2006": 6, "antike-2": 6, "antike-duellum": 2}
#: decisions of a random game, and how many of them come before a position that is copied
CAP, EARLY = 1500, 400


def _user() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def _play(book: str, games: int) -> tuple[float, int]:
    """Time a number of random games; give the seconds and the decisions, which are the same in every build."""
    from rondel.registry import make
    from rondel.simulate import random_game

    game = make(book, BOOKS[book])
    random_game(game, 0, CAP)  # tables that are filled on the way
    begin = _user()
    decisions = sum(random_game(game, seed, CAP)[1] for seed in range(1, games + 1))
    return _user() - begin, decisions


def _copy(book: str, copies: int) -> tuple[float, int]:
    """Time a number of copies of a position."""
    from rondel.registry import make

    game = make(book, COPIED[book])
    state = game.new(1)
    game.playout(state, Random(1), EARLY)
    call = state.copy
    begin = _user()
    for _ in range(copies):
        call()
    return _user() - begin, copies


def measure(scale: float) -> dict[str, tuple[float, int]]:
    """Measure the package that is imported."""
    from rondel.build import build_name

    compiled = build_name() == "compiled"
    games, copies = (40, 400_000) if compiled else (5, 60_000)
    tasks: dict[str, Callable[[], tuple[float, int]]] = {
        f"play {book}": lambda book=book: _play(book, max(1, int(games * scale)))  # type: ignore[misc]
        for book in BOOKS
    }
    for book in COPIED:
        tasks[f"copy {book}"] = lambda book=book: _copy(book, int(copies * scale))  # type: ignore[misc]
    return {name: task() for name, task in tasks.items()}


def run(folder: Path, scale: float) -> dict[str, tuple[float, int]]:
    """Measure the package of a folder in a separate process."""
    env = {**os.environ, "PYTHONPATH": str(folder.resolve()), "PYTHONHASHSEED": "0"}
    command = [sys.executable, str(Path(__file__).resolve()), "--measure", "--scale", str(scale)]
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, tuple[float, int]] = json.loads(done.stdout)
    return found


def compare(before: Path, after: Path, rounds: int, scale: float) -> bool:
    """Print the median ratio of each task; say whether both did the same work."""
    ratios: dict[str, list[float]] = {}
    same = True
    for number in range(rounds):
        order = (before, after) if number % 2 == 0 else (after, before)
        found = {folder: run(folder, scale) for folder in order}
        for name, (seconds, work) in found[before].items():
            other, done = found[after][name]
            same = same and work == done
            ratios.setdefault(name, []).append(seconds / other)
    print(f"{'task':<22} median   lowest  highest   ({rounds} rounds, before / after)")
    for name, values in ratios.items():
        print(f"{name:<22} {statistics.median(values):6.3f}   {min(values):6.3f}   {max(values):6.3f}")
    if not same:
        print("the two did not play the same games")
    return same


def main() -> int:
    """Compare two folders, or measure the package that is imported."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="before, and after")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--scale", type=float, default=1.0, help="how much longer each task takes")
    parser.add_argument("--measure", action="store_true", help="measure the package that is imported, as JSON")
    args = parser.parse_args()
    if args.measure:
        print(json.dumps(measure(args.scale)))
        return 0
    if len(args.folders) != 2:
        parser.error("two folders are needed")
    before, after = args.folders
    return 0 if compare(before, after, args.rounds, args.scale) else 1


if __name__ == "__main__":
    sys.exit(main())
