"""Plays the same games here and on a local Ray cluster of two workers, and compares them.

python -m tools.ray_check      (needs the extra `ray`; `make ray` installs it)
"""

from __future__ import annotations

import sys
from typing import Any

from rondel.arena.match import Table
from rondel.arena.run import run, run_here, runner_for

TABLE = Table("antike-2006", 3, "aegean-mini", {"round-limit": 4}, ("search:nodes=150", "greedy", "random"), seed=7)
GAMES = 6
#: what a clock measured differs from run to run
MEASURED = ("seconds", "longest")


def _plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if key not in MEASURED} for row in rows]


def main() -> int:
    here = _plain(run(TABLE, GAMES, None, run_here))
    there = _plain(run(TABLE, GAMES, None, runner_for(1, "local")))
    if here != there:
        differ = [row["number"] for row, other in zip(here, there, strict=True) if row != other]
        print(f"games {differ} differ between this process and the cluster")
        return 1
    print(f"{GAMES} games are the same in this process and on a cluster of two workers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
