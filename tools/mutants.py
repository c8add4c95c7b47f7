"""Mutation testing on a seeded random sample of the rules package, with mutmut. Survivors are printed.

mutmut works in a copy of the checkout below `mutants/`. It makes all mutants at once; a first run without any of them
tells which tests reach which function, and then each sampled mutant is run with just those tests.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
MADE = ROOT / "mutants" / "src" / "rondel" / "antike"
#: how mutmut's exit codes read
KILLED = {1: "killed", 3: "killed", 36: "killed (timeout)", 24: "killed (timeout)", 152: "killed (timeout)",
          -24: "killed (timeout)", 255: "killed (timeout)", 33: "no test", 0: "survived"}  # fmt: skip


def mutmut(*words: str) -> subprocess.CompletedProcess[str]:
    """Run mutmut in the checkout."""
    command = [str(Path(sys.executable).parent / "mutmut"), *words]
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False, env={**os.environ, "CI": ""})


def results() -> dict[str, int | None]:
    """Read the exit code of every mutant, None for one that was not run."""
    found: dict[str, int | None] = {}
    for path in sorted(MADE.glob("*.meta")):
        found |= json.loads(path.read_text("utf-8"))["exit_code_by_key"]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--batch", type=int, default=30, help="mutants between two progress lines")
    args = parser.parse_args()
    if not results():
        # any name that does not exist: mutmut makes the mutants and collects which tests reach what
        done = mutmut("run", "--max-children", str(args.workers), "rondel.antike.none__mutmut_0")
        if not results():
            print(done.stdout[-3000:], done.stderr[-3000:], sep="\n")
            return 1
    names = sorted(results())
    sample = random.Random(args.seed).sample(names, min(args.sample, len(names)))
    begin = time.monotonic()
    for first in range(0, len(sample), args.batch):
        wanted = [name for name in sample[first : first + args.batch] if results().get(name) is None]
        if wanted:
            mutmut("run", "--max-children", str(args.workers), *wanted)
        done_by_now = min(len(sample), first + args.batch)
        print(f"{done_by_now} of {len(sample)} mutants, {(time.monotonic() - begin) / 60:.1f} minutes", flush=True)
    return report(sample)


def _verdict(code: int | None) -> str:
    return "not run" if code is None else KILLED.get(code, f"exit {code}")


def report(sample: list[str]) -> int:
    """Print the figures and the survivors."""
    found = results()
    verdicts = {name: _verdict(found[name]) for name in sample}
    counts = Counter(verdicts.values())
    killed = sum(count for verdict, count in counts.items() if verdict.startswith("killed"))
    for name, verdict in sorted(verdicts.items()):
        if not verdict.startswith("killed"):
            print(f"{verdict}: {name}")
    share = f"{100 * killed / len(sample):.1f} %"
    print(f"{killed} of {len(sample)} mutants killed ({share}), of {len(found)} in all: {dict(counts)}")
    return 0 if killed >= 0.9 * len(sample) else 1


if __name__ == "__main__":
    sys.exit(main())
