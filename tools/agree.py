"""A digest of what the engine does in random games, per set-up: two builds that agree print the same.

The digest covers, for every decision, the whole legal list and the whole position. `make fast-check` compares the
compiled build with the source over a million decisions of each rulebook.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from tools.fast import ROOT, SOURCE, compiled_copy

#: decisions after which a random game is dropped for the next one
LONGEST = 4000


def digest(game: Any, decisions: int, seed: int) -> str:
    """Play random decisions, game after game; give a digest of all legal lists and positions."""
    from rondel.simulate import choose

    found = hashlib.sha256()
    while decisions > 0:
        rng, state = Random(seed), game.new(seed)
        for _ in range(min(decisions, LONGEST)):
            found.update(b"%d %d " % (hash(tuple(state.legal())), hash(state.key())))
            if not state.legal():
                break
            state.advance(choose(state, rng))
            decisions -= 1
        found.update(repr((state.end_reason(), state.returns())).encode())
        seed += 1
    return found.hexdigest()


def digests(book: str, decisions: int, seed: int) -> dict[str, str]:
    """Give the digest of every set-up of a rulebook; the decisions are shared out among them."""
    from rondel.build import build_name
    from rondel.registry import SETUPS, make

    setups = [setup for setup in SETUPS if book in ("", setup[0])]
    shares = Counter(setup[0] for setup in setups)
    found = {
        f"{name} {players} {options}": digest(make(name, players, options=options), decisions // shares[name], seed)
        for name, players, options in setups
    }
    return {"build": build_name(), **found}


def run(folder: Path, *arguments: str, python: Path = Path(sys.executable)) -> dict[str, str]:
    """Compute the digests in a separate process, with the package of a folder."""
    # hashes of bytes must be the same in all processes
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "PYTHONHASHSEED": "0"}
    command = [str(python), "-m", "tools.agree", *arguments]
    done = subprocess.run(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def compare(pure: dict[str, str], compiled: dict[str, str]) -> list[str]:
    """List the set-ups on which two builds differ."""
    if (pure["build"], compiled["build"]) != ("pure", "compiled"):
        return [f"compared were the builds {pure['build']} and {compiled['build']}"]
    return [name for name in pure if name != "build" and pure[name] != compiled.get(name)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", default="", help="only this rulebook (default: all)")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="for each rulebook")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compare", action="store_true", help="compile the source and compare")
    args = parser.parse_args()
    if not args.compare:
        print(json.dumps(digests(args.book, args.decisions, args.seed), indent=2))
        return 0
    wanted = (f"--book={args.book}", f"--decisions={args.decisions}", f"--seed={args.seed}")
    differing = compare(run(SOURCE, *wanted), run(compiled_copy(), *wanted))
    print("\n".join(differing) or f"both builds agree over {args.decisions:,} decisions of each rulebook")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
