"""Speed beside the peers: all in one run, one at a time, in alternation, medians of five. Only ratios count.

Run with `make bench`; `--write` puts tables and chart into docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tools.fast import ROOT, SOURCE, compiled_copy

from benchmarks.chart import chart

PAGE = ROOT / "docs" / "performance.md"
PICTURE = ROOT / "docs" / "img" / "performance.svg"

#: medians by side (pure, compiled, peers) and task: decisions and games a second, or one rate
Medians = dict[tuple[str, str], list[float]]


class Side:
    """A process that measures one build, or the peers."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
        command = [sys.executable, "-W", "ignore", "-m", "benchmarks.worker", name]
        self.process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.about: dict[str, Any] = self._answer()
        self.tasks: list[str] = self.about.pop("tasks")

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def measure(self, task: str, seconds: float, seed: int) -> list[float]:
        """Run a task once."""
        assert self.process.stdin is not None
        print(json.dumps([task, seconds, seed]), file=self.process.stdin, flush=True)
        found: list[float] = self._answer()
        return found

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def measure(sides: list[Side], rounds: int, seconds: float) -> Medians:
    """Run every task of every side in alternation and give the medians."""
    found: dict[tuple[str, str], list[list[float]]] = {}
    tasks = list(dict.fromkeys(task for side in sides for task in side.tasks))
    for turn in range(rounds):
        for task in tasks:
            for side in sides:
                if task in side.tasks:
                    found.setdefault((side.name, task), []).append(side.measure(task, seconds, turn * 1000))
        print(f"round {turn + 1} of {rounds}", file=sys.stderr)
    return {key: [statistics.median(column) for column in zip(*rows, strict=True)] for key, rows in found.items()}


def ratios(median: Medians) -> list[tuple[str, float, str, float]]:
    """Give the ratios that have a target: what, how much, at least or at most, the target."""
    cat, copy = median["peers", "Catanatron"][0], median["peers", "Catanatron copies"][0]

    def plays(build: str, book: str) -> float:
        return median[build, f"play {book}"][0]

    spiel = max(rates[0] for (_, task), rates in median.items() if task.startswith("OpenSpiel"))
    one, two = (median["compiled", f"steps vector antike-2006{more}"][0] for more in ("", ", two processes"))
    late = median["pure", "copies"][0] / median["pure", "legal lists"][0]
    first = plays("pure", "antike-2006")
    raw = median["compiled", "steps PettingZoo raw_env antike-2006"][0]
    gammon = median.get(("peers", "steps EnvPool backgammon"))

    def faster(task: str) -> float:
        return median["compiled", task][0] / median["pure", task][0]

    beside = (
        [("compiled: a batch of antike-2006 over EnvPool's backgammon", one / gammon[0], "≥", 1.0)] if gammon else []
    )
    return [
        ("compiled: antike-2006 over Catanatron", plays("compiled", "antike-2006") / cat, "≥", 80),
        ("compiled over pure: attika, random play", faster("play attika"), "≥", 6),
        ("compiled over pure: search, antike-2006", faster("search antike-2006"), "≥", 5),
        ("compiled over pure: search, attika", faster("search attika"), "≥", 5),
        ("compiled: a batch of antike-2006, thousand steps/s", one / 1000, "≥", 100),
        *beside,
        ("compiled: raw_env of antike-2006, thousand steps/s", raw / 1000, "≥", 40),
        ("compiled: antike-2006 over the fastest game of OpenSpiel", plays("compiled", "antike-2006") / spiel, "≥", 1),
        ("compiled: Catanatron's copy over ours, in time", median["compiled", "copies"][0] / copy, "≥", 100),
        ("compiled: a batch in two processes over one", two / one, "≥", 1.8),
        ("pure: antike-2006 over Catanatron", first / cat, "≥", 4),
        ("pure: antike-2005 over Catanatron", plays("pure", "antike-2005") / cat, "≥", 4),
        ("pure: antike-2 over antike-2006", plays("pure", "antike-2") / first, "≥", 0.7),
        ("pure: antike-duellum over antike-2006", plays("pure", "antike-duellum") / first, "≥", 0.7),
        ("pure: attika over Catanatron", plays("pure", "attika") / cat, "≥", 3),
        ("pure: Catanatron's copy over ours, in time", median["pure", "copies"][0] / copy, "≥", 20),
        ("pure: late legal list over a copy, in time", late, "≤", 20),
    ]


def rows(median: Medians) -> list[tuple[str, float, float]]:
    """Give the rows of random play, the fastest first: name, decisions and games a second."""
    found = []
    for (side, task), rates in median.items():
        if len(rates) == 2:
            name = task if side == "peers" else f"{task.removeprefix('play ')}, {side}"
            found.append((name, rates[0], rates[1]))
    return sorted(found, key=lambda row: -row[1])


OTHER = {
    "copies": "copies/s, late, 6 nations",
    "legal lists": "legal lists/s, late, 6 nations",
    "search antike-2006": "search simulations/s, antike-2006",
    "search attika": "search simulations/s, attika",
}


def machine() -> str:
    """Describe the machine without naming it."""
    path = Path("/proc/cpuinfo")
    names = [line.split(":")[1].strip() for line in path.read_text().splitlines() if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores, {platform.system()}"


def page(median: Medians, about: dict[str, str], rounds: int, seconds: float) -> str:
    """Write the first part of docs/performance.md."""
    cat = median["peers", "Catanatron"][0]
    peers = ", ".join(f"{name} {number}" for name, number in about.items())
    lines = [
        "# Performance",
        "",
        "Random play on one core, the full legal list made at every step, in processor time. All programs are measured"
        f" in one run, one at a time, in alternation; medians of {rounds} rounds of {seconds:g} s. Machines swing; only"
        " the ratios count. Reproduce with `make bench` (`python -m benchmarks.run --write` writes this part)."
        " *Compiled* is the build of [`make fast`](howto/compiled.md), *pure* the same source run by CPython.",
        "",
        f"Measured on {date.today()}: CPython {platform.python_version()}, {machine()}; rondel {version('rondel')},"
        f" mypy {version('mypy')}, {peers}.",
        "",
        "![Decisions a second of random play](img/performance.svg)",
        "",
        "| random play | decisions/s | games/s | over Catanatron |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {name} | {rate:,.0f} | {games:,.1f} | {rate / cat:.2f} |" for name, rate, games in rows(median)),
        "",
        "PettingZoo's chess is stopped after 60 moves, the others play to the end. Decisions of chance count for all.",
        "",
        "| | pure | compiled | ratio |",
        "| --- | ---: | ---: | ---: |",
    ]
    for task, name in OTHER.items():
        pure, fast = median["pure", task][0], median["compiled", task][0]
        lines.append(f"| {name} | {pure:,.0f} | {fast:,.0f} | {fast / pure:.1f} |")
    lines += [
        f"| Catanatron's copies/s | {median['peers', 'Catanatron copies'][0]:,.0f} | | |",
        "",
        "The late positions are those of maneuvers in the last third of six-nation games, the longest lists of all.",
        "",
        "| ratio | measured | target |",
        "| --- | ---: | ---: |",
        *(f"| {name} | {value:.2f} | {sign} {target} |" for name, value, sign, target in ratios(median)),
    ]
    return "\n".join(lines) + "\n"


def learners(median: Medians) -> str:
    """Write the part about what a learner sees."""
    ours = [task for side, task in median if side == "pure" and task.startswith("steps ")]
    theirs = [task for side, task in median if side == "peers" and task.startswith("steps ")]
    gammon = median.get(("peers", "steps EnvPool backgammon"))
    lines = [
        "## What a learner sees",
        "",
        "Steps a second with observations and legal actions at every step, random play, one core; batches are of 1,024"
        " games. Measured in the same run as the above, in processor time; two processes by the clock.",
        "",
        "| loop | pure | compiled | ratio |" + (" compiled over EnvPool's backgammon |" if gammon else ""),
        "| --- | ---: | ---: | ---: |" + (" ---: |" if gammon else ""),
    ]
    for task in ours:
        pure, fast = median["pure", task][0], median["compiled", task][0]
        row = f"| {task.removeprefix('steps ')} | {pure:,.0f} | {fast:,.0f} | {fast / pure:.1f} |"
        lines.append(row + (f" {fast / gammon[0]:.2f} |" if gammon else ""))
    if theirs:
        lines += ["", "| EnvPool, one thread, batch of 1,024 | steps/s |", "| --- | ---: |"]
        lines += [f"| {task.removeprefix('steps EnvPool ')} | {median['peers', task][0]:,.0f} |" for task in theirs]
    return "\n".join(lines) + "\n"


def written(text: str, first: str, steps: str) -> str:
    """Put both parts into the page; what other tools wrote below stays."""
    _, mark, rest = text.partition("\n## ")
    if rest.startswith("What a learner sees"):
        _, mark, rest = rest.partition("\n## ")
    return first + "\n" + steps + mark + rest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement of a round")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md and its chart")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    sides = [Side("peers", SOURCE), Side("pure", SOURCE), Side("compiled", compiled_copy())]
    median = measure(sides, args.rounds, args.seconds)
    for side in sides:
        side.close()
    assert sides[1].about["build"] == "pure"
    assert sides[2].about["build"] == "compiled"
    if args.json:
        print(json.dumps({f"{side}: {task}": rates for (side, task), rates in median.items()}, indent=2))
    else:
        print(page(median, sides[0].about, args.rounds, args.seconds))
        print(learners(median))
    if args.write:
        first = page(median, sides[0].about, args.rounds, args.seconds)
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), first, learners(median)), encoding="utf-8")
        PICTURE.write_text(chart(rows(median)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
