"""Mutation testing on a seeded random sample of the rules package, with mutmut. Survivors are printed.

mutmut works in a copy of the checkout below `mutants/`. It makes all mutants at once; a first run without any of them
tells which tests reach which function, and then each sampled mutant is run with just those tests.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
MADE = ROOT / "mutants" / "src" / "rondel"
#: how mutmut's exit codes read
KILLED = {1: "killed", 3: "killed", 36: "killed (timeout)", 24: "killed (timeout)", 152: "killed (timeout)",
          -24: "killed (timeout)", 255: "killed (timeout)", 33: "no test", 0: "survived"}  # fmt: skip


def mutmut(*names: str) -> subprocess.Popen[bytes]:
    """Start mutmut in the checkout on some mutants; it makes them first if they are not there."""
    command = [str(Path(sys.executable).parent / "mutmut"), "run", *names]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def results(package: str) -> dict[str, int | None]:
    """Read the exit code of every mutant of a package, None for one that was not run."""
    found: dict[str, int | None] = {}
    for path in sorted((MADE / package).glob("*.meta")):
        found |= json.loads(path.read_text("utf-8"))["exit_code_by_key"]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--package", choices=("antike", "attika"), default="antike")
    args = parser.parse_args()
    workers = ("--max-children", str(args.workers))
    if not results(args.package):
        # no mutant has that name: this only makes them all, and notes which tests reach which function
        mutmut(*workers, f"rondel.{args.package}.none__mutmut_0").wait()
    names = sorted(results(args.package))
    if not names:
        print("mutmut made no mutants; run `mutmut run` to see why.", file=sys.stderr)
        return 1
    sample = random.Random(args.seed).sample(names, min(args.sample, len(names)))
    begin = time.monotonic()
    run = mutmut(*workers, *(name for name in sample if results(args.package)[name] is None))
    while run.poll() is None:
        time.sleep(20)
        found = results(args.package)
        done = sum(found[name] is not None for name in sample)
        print(f"{done} of {len(sample)} mutants, {(time.monotonic() - begin) / 60:.1f} minutes", flush=True)
    return report(sample, args.package)


def _verdict(code: int | None) -> str:
    return "not run" if code is None else KILLED.get(code, f"exit {code}")


def report(sample: list[str], package: str) -> int:
    """Print the figures and the survivors."""
    found = results(package)
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
