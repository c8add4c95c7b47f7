"""The soak run: random games over all set-ups with every invariant checked, on several processes.

A violated invariant or a stuck state stops it and leaves the record that leads there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any


def start(worker: int, games: int, seed: int, book: str) -> subprocess.Popen[str]:
    """Start one worker with its share of the games, of one rulebook or of all."""
    command = [
        sys.executable, "-m", "rondel", "soak", *([book] if book else []), "--games", str(games), "--seed", str(seed),
        "--json", "--crash", f"crash-{worker}.game", "--cap", "6000",
    ]  # fmt: skip
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("book", nargs="?", default="", metavar="GAME", help="only this rulebook (default: all)")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--batch", type=int, default=500, help="games a worker plays before it reports")
    parser.add_argument("--state", default="soak.json", help="where the tally is kept, so that a stopped run goes on")
    args = parser.parse_args()
    path = Path(args.state)
    total: dict[str, Any] = (
        json.loads(path.read_text("utf-8")) if path.exists() else {"games": 0, "decisions": 0, "ends": {}}
    )
    begin = time.monotonic()
    done_before = total["games"]
    while total["games"] < args.games:
        share = min(args.batch, -(-(args.games - total["games"]) // args.workers))
        first = args.seed + total["games"]
        workers = [start(number, share, first + number * share, args.book) for number in range(args.workers)]
        for worker in workers:
            out, _ = worker.communicate()
            if worker.returncode:
                print("soak: an invariant is violated; see crash-*.game", file=sys.stderr)
                return 1
            part = json.loads(out)
            total["games"] += part["games"]
            total["decisions"] += part["decisions"]
            total["ends"] = dict(Counter(total["ends"]) + Counter(part["end_reasons"]))
        path.write_text(json.dumps(total), encoding="utf-8")
        minutes = (time.monotonic() - begin) / 60
        rest = (args.games - total["games"]) * minutes / max(1, total["games"] - done_before)
        print(
            f"{total['games']:>7} of {args.games} games, {total['decisions']:,} decisions, {rest:.0f} minutes to go",
            flush=True,
        )
    print(json.dumps(total, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
