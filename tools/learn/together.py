"""Several trainings at the same time, each with its share of the processes, until a deadline.

    python -m tools.learn together runs/duellum=6 runs/y2006=10 --seconds 540 -- --minutes 1.6 --device cuda

The number behind a folder is the number of its processes. What follows `--` are options of `run`. Every training writes
what it says to `log.txt` in its folder as well; one that is not over by the deadline is ended, and what it had saved
counts.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import Any, Final

#: seconds after the deadline in which a training may finish its round
GRACE: Final = 10.0
#: seconds before the end of a training's time in which it writes what it has
MARGIN: Final = 5.0


def add_to(commands: Any) -> None:
    """Add the command."""
    text = "run several trainings at once, until a deadline; options of run stand at the end, after --"
    parser = commands.add_parser("together", help=text, description=text)
    parser.add_argument("folders", nargs="+", metavar="FOLDER=WORKERS")
    parser.add_argument("--seconds", type=float, required=True, help="all is over by then")


def main(args: argparse.Namespace) -> int:
    """Run the trainings; say how many were not over in time or failed."""
    late = run_together([_seat(text) for text in args.folders], args.seconds, args.rest)
    for folder in late:
        print(f"{folder.name}: ended before it was over, or failed; {folder / 'log.txt'} says more", flush=True)
    return len(late)


def _seat(text: str) -> tuple[Path, int]:
    folder, _, workers = text.partition("=")
    return Path(folder), int(workers or 1)


def run_together(trainings: Sequence[tuple[Path, int]], seconds: float, rest: Sequence[str]) -> list[Path]:
    """Run the trainings at the same time; give those that did not end well by themselves."""
    until = time.monotonic() + seconds
    running = [(folder, _begin(folder, workers, seconds - MARGIN, rest)) for folder, workers in trainings]
    readers = [Thread(target=_tell, args=(folder, process), daemon=True) for folder, process in running]
    for reader in readers:
        reader.start()
    for _, process in running:
        _wait(process, until + GRACE - time.monotonic())
    for reader in readers:
        reader.join(1.0)
    return [folder for folder, process in running if process.returncode]


def _begin(folder: Path, workers: int, seconds: float, rest: Sequence[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tools.learn", "run", str(folder), f"--workers={workers}", f"--seconds={seconds}"]
    return subprocess.Popen(
        [*command, *rest], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )


def _tell(folder: Path, process: subprocess.Popen[str]) -> None:
    """Print what a training says, with its name, and keep it."""
    begun = time.monotonic()
    with (folder / "log.txt").open("a", encoding="utf-8") as log:
        assert process.stdout is not None
        with process.stdout as said:
            for line in said:
                print(f"{time.monotonic() - begun:4.0f} {folder.name}: {line}", end="", flush=True)
                log.write(line)
                log.flush()


def _wait(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait for a training; after that time end it with all its processes."""
    try:
        process.wait(max(0.0, seconds))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
