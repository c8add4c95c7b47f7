"""The soak run of the rule axes: every pair of axes on every rulebook, then random games of random mixes.

Each game is played with all invariants, its positions are read back, and what does not go together must be refused by a
sentence that names it. The first failure ends the run and names rulebook, axes and seed.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from tests.rules.axes import outcome, pairs, random_mix

from rondel.antike.variants import PRESETS

#: games of each pair of axes and their length, as for single axes in the tests
PAIR_GAMES, PAIR_CAP = 20, 45


def play_pairs(part: int, parts: int) -> str:
    """Play the games of each pair of axes, or of one share of the pairs."""
    mixes = [(book, mix) for book in PRESETS for mix in pairs(book)][part::parts]
    played = sum(outcome(book, mix, PAIR_GAMES, PAIR_CAP, seed) for seed, (book, mix) in enumerate(mixes))
    return f"{len(mixes)} pairs of axes, {PAIR_GAMES} games each: {played} played, {len(mixes) - played} refused"


def play_mixes(games: int, cap: int, seed: int) -> str:
    """Play this many random games, each with its own mix of axes."""
    rng, played, drawn = Random(seed), 0, 0
    while played < games:
        played += outcome(*random_mix(rng), 1, cap, seed + drawn)
        drawn += 1
    return f"{drawn} random mixes of axes: {played} played, {drawn - played} refused"


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="random games of random mixes")
    parser.add_argument("--cap", type=int, default=400, help="decisions after which a game of a random mix is dropped")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--share", default="1/1", help="the share of all pairs to play, as 2/4; 0/1 for none")
    args = parser.parse_args()
    part, parts = map(int, args.share.split("/"))
    begin = time.process_time()
    if part:
        print(play_pairs(part - 1, parts), flush=True)
    print(play_mixes(args.games, args.cap, args.seed), flush=True)
    print(f"{time.process_time() - begin:.0f} s of processor time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
