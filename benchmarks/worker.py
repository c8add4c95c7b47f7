"""One process that measures: it reads the name of a task, its seconds and a seed, and prints the rates.

`run.py` keeps one such process for the source, one for the compiled build and one for the peers, and asks them in turn.
"""

from __future__ import annotations

import json
import sys


def main() -> int:
    """Answer one line of JSON with another until the input ends."""
    if sys.argv[1] == "peers":
        from benchmarks import peers

        known, about = peers.tasks(), peers.versions()
    else:
        from benchmarks import own
        from rondel.build import build_name

        known, about = own.tasks(), {"build": build_name()}
    print(json.dumps(about | {"tasks": list(known)}), flush=True)
    for line in sys.stdin:
        name, seconds, seed = json.loads(line)
        print(json.dumps(known[name](seconds, seed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
