"""Mutation testing on a seeded random sample of the rules package, with mutmut's mutants. Survivors are printed.

mutmut makes all mutants at once in a copy of the checkout below `mutants/`; a first run without any of them records
which tests reach which function. Each mutant of the sample then runs in its own process, forked with the package
loaded, until a test fails: first quick tests and short recorded games, which notice most, then all the others. Results
are saved in `mutants/sample-PACKAGE.json`, so that an interrupted run can continue.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COPY = ROOT / "mutants"
#: how many times the processor time of its tests without it a mutant may take, plus some seconds
PATIENCE, GRACE = 4, 20
#: pytest without plugins that take longer to load than most mutants to be noticed
PLAIN = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis", "-p", "no:xdist", "-p", "no:anyio")
#: tests that play whole games, how many seconds a short one takes, and how many of each kind come first
GAMES, SHORT, FIRST = ("tests/golden", "tests/perft"), 1.0, 80
#: the most memory a mutant may use, in bytes
MEMORY = 4 << 30


def make_mutants(package: str) -> list[str]:
    """Have mutmut make all mutants and note which tests reach them, unless that was done; list the package's."""
    if not _keys(package):
        # no mutant has that name, so that none is run
        command = [str(Path(sys.executable).parent / "mutmut"), "run", f"rondel.{package}.none__mutmut_0"]
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return _keys(package)


def _keys(package: str) -> list[str]:
    found: list[str] = []
    for path in (COPY / "src" / "rondel" / package).rglob("*.meta"):
        found += json.loads(path.read_text("utf-8"))["exit_code_by_key"]
    return sorted(found)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutant of the sample and what it is run against."""

    name: str
    tests: tuple[str, ...]  # those of the tests that reach its function which are run now, quick ones first
    later: tuple[str, ...]  # those run if it survives these
    limit: int  # seconds of processor time after which it counts as an endless loop


def read_mutants(names: list[str]) -> list[Mutant]:
    """Find the tests that reach each mutant's function, and how long they took without it."""
    stats = json.loads((COPY / "mutmut-stats.json").read_text("utf-8"))
    reach, seconds = stats["tests_by_mangled_function_name"], stats["duration_by_test"]
    found = []
    for name in names:
        reaching = reach.get(name.rsplit("__mutmut_", 1)[0], ())
        tests = sorted(reaching, key=lambda test: seconds.get(test, 0))
        whole = [test for test in tests if test.startswith(GAMES) and seconds.get(test, 0) < SHORT]
        first = list(dict.fromkeys(tests[:FIRST] + whole[:FIRST]))
        later = tuple(test for test in tests if test not in set(first))
        limit = GRACE + PATIENCE * sum(seconds.get(test, 0) for test in tests)
        found.append(Mutant(name, tuple(first), later, int(limit)))
    return found


def start(mutant: Mutant, give_up: int) -> int:
    """Fork a process that runs the tests with one mutant in place; give its id."""
    child = os.fork()
    if child:
        return child
    os.environ["MUTANT_UNDER_TEST"] = mutant.name
    # mutmut looks into the environment at each call, which takes half of the time
    vars(importlib.import_module("mutmut.mutation.trampoline"))["get_mutant_under_test"] = lambda: mutant.name
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    most = min(mutant.limit, give_up or mutant.limit)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
    with open(os.devnull, "w", encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    # Hypothesis is loaded before the fork, and pytest warns that it cannot rewrite it
    quiet = ("-W", "ignore::pytest.PytestAssertRewriteWarning", "--rootdir=.")
    os._exit(int(pytest.main([*PLAIN, *quiet, *mutant.tests])))


def run(mutants: list[Mutant], workers: int, give_up: int) -> Iterator[tuple[str, str]]:
    """Run the mutants, a few at a time, and give each one's verdict."""
    yield from ((mutant.name, "no test") for mutant in mutants if not mutant.tests)
    waiting = [mutant for mutant in mutants if mutant.tests]
    running: dict[int, Mutant] = {}
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop()
            running[start(mutant, give_up)] = mutant
        time.sleep(0.1)
        for child, mutant in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                del running[child]
                patient = not give_up or mutant.limit < give_up
                verdict = _verdict(os.waitstatus_to_exitcode(status), patient)
                if verdict == "survived" and mutant.later:
                    waiting.append(replace(mutant, tests=mutant.later, later=()))
                else:
                    yield mutant.name, verdict


def _verdict(code: int, patient: bool) -> str:
    """Name what came out. A mutant that took all its time loops for ever, unless it was given less time than that."""
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return "killed (timeout)" if patient else "given up"
    return {0: "survived", 1: "killed"}.get(code, "killed" if code < 0 else f"exit {code}")


def load_package() -> None:
    """Import the package once, from the copy, so that every fork finds it there. Tests may be collected only once."""
    os.chdir(COPY)
    sys.path[:0] = [str(COPY / "src"), str(COPY)]
    os.environ["MUTANT_UNDER_TEST"] = ""
    importlib.import_module("hypothesis.strategies")  # most tests need it, and it takes long to load
    import rondel.cli.main

    assert Path(rondel.cli.main.__file__).is_relative_to(COPY), "the mutants are not what the tests import"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--package", choices=("antike", "attika"), default="antike")
    parser.add_argument(
        "--give-up", type=int, default=0, metavar="SECONDS", help="processor time after which a mutant counts as alive"
    )
    args = parser.parse_args()
    names = make_mutants(args.package)
    if not names:
        print("mutmut made no mutants; run `mutmut run` to see why.", file=sys.stderr)
        return 1
    sample = random.Random(args.seed).sample(names, min(args.sample, len(names)))
    path = COPY / f"sample-{args.package}.json"
    found: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    load_package()
    begin = time.monotonic()
    for name, verdict in run(read_mutants([name for name in sample if name not in found]), args.workers, args.give_up):
        found[name] = verdict
        path.write_text(json.dumps(found, indent=1), encoding="utf-8")
        done = sum(entry in found for entry in sample)
        print(f"{done} of {len(sample)}, {(time.monotonic() - begin) / 60:.1f} minutes: {verdict} {name}", flush=True)
    return report({name: found[name] for name in sample}, len(names))


def report(verdicts: dict[str, str], made: int) -> int:
    """Print the figures and the survivors."""
    counts = Counter(verdicts.values())
    killed = sum(count for verdict, count in counts.items() if verdict.startswith("killed"))
    for name, verdict in sorted(verdicts.items()):
        if not verdict.startswith("killed"):
            print(f"{verdict}: {name}")
    share = f"{100 * killed / len(verdicts):.1f} %"
    print(f"{killed} of {len(verdicts)} mutants killed ({share}), of {made} in all: {dict(counts)}")
    return 0 if killed >= 0.95 * len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
