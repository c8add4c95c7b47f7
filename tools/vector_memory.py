"""Memory of the batched environments over millions of steps, while games end and new ones begin.

PYTHONPATH=$(python -m tools.fast copy):. python -m tools.vector_memory --steps 10000000
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import numpy as np

from rondel.build import build_name
from rondel.vector import Games, make

#: games side by side, and the part of the steps after which memory should no longer grow
SIDE, WARM = 1024, 10


def resident() -> float:
    """Give the memory that this process holds, in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def step(games: Games, rng: np.random.Generator) -> int:
    """Play a random legal action in each game; give how many games ended."""
    choices = (rng.random(SIDE) * np.minimum(games.count, games.legal.shape[1])).astype(np.int64)
    games.step(np.maximum(games.legal[np.arange(SIDE), choices], 0))
    return len(games.endings)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", default="antike-2006")
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--growth", type=float, default=5.0, help="MB by which memory may grow after the first tenth")
    args = parser.parse_args()
    rng, ended, rounds = np.random.default_rng(1), 0, args.steps // SIDE
    held: list[float] = []
    with make(args.book, num_envs=SIDE) as games:
        games.reset(1)
        for number in range(1, rounds + 1):
            ended += step(games, rng)
            if number % max(1, rounds // WARM) == 0:
                held.append(resident())
                print(f"{number * SIDE:>12,} steps, {ended:>7,} games ended, {held[-1]:.1f} MB", flush=True)
    print(f"{args.book}, {build_name()}: {held[-1] - held[0]:+.1f} MB after the first tenth")
    return int(held[-1] - held[0] > args.growth)


if __name__ == "__main__":
    sys.exit(main())
