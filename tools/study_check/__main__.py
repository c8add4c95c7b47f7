"""The commands: run, fit, report."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

import tools.study_check
from rondel.build import build_name
from rondel.game import JsonDict
from tools.study_check.figures import plot, table, told_fit
from tools.study_check.games import examined

#: a game to be played: rulebook, players, number
Task = tuple[str, int, int]
#: what figures are made of: every game, or every other
PARTS = {"all": (0, 1), "even": (0,), "odd": (1,)}


def run(folder: Path, sets: Sequence[tuple[str, int]], numbers: range, seconds: float, workers: int) -> None:
    """Go on with a run until it is done or no more games may begin; each game is written once it is through."""
    folder.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + seconds
    tasks = _open(folder, sets, numbers)
    with ProcessPoolExecutor(workers) as pool:
        going: dict[Future[JsonDict], Task] = {}
        while True:
            while len(going) < workers and time.monotonic() < until and (task := next(tasks, None)):
                going[pool.submit(examined, *task)] = task
            if not going:
                return
            for done in wait(going, return_when=FIRST_COMPLETED).done:
                book, players, number = going.pop(done)
                _write(folder / f"{book}-{players}.jsonl", done.result())
                print(f"{book} {players} game {number}", flush=True)


def _open(folder: Path, sets: Sequence[tuple[str, int]], numbers: range) -> Iterator[Task]:
    """Give the games that are still to be played, a number of every set before the next one."""
    done = {key: {row["number"] for row in rows_of(folder / f"{key[0]}-{key[1]}.jsonl")} for key in sets}
    for number in numbers:
        for book, players in sets:
            if number not in done[(book, players)]:
                yield book, players, number


def _write(path: Path, row: JsonDict) -> None:
    torn = path.exists() and not path.read_text(encoding="utf-8").endswith("\n")
    with path.open("a", encoding="utf-8") as lines:
        lines.write("\n" * torn + json.dumps(row) + "\n")


def rows_of(path: Path) -> list[JsonDict]:
    """Read what a run has found so far; a line that was cut off is left out, and its game played again."""
    found = []
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
    return found


def found_in(folder: Path, part: str = "all") -> dict[tuple[str, int], list[JsonDict]]:
    """Read what all runs in a folder have found, by rulebook and number of players; a game counts once."""
    found: dict[tuple[str, int], dict[int, JsonDict]] = {}
    for path in sorted(folder.rglob("*.jsonl")):
        for row in rows_of(path):
            if row["number"] % 2 in PARTS[part]:
                found.setdefault((str(row["book"]), int(row["players"])), {})[row["number"]] = row
    return {key: [rows[number] for number in sorted(rows)] for key, rows in sorted(found.items())}


def _set(text: str) -> tuple[str, int]:
    book, _, players = text.partition(":")
    return book, int(players)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=tools.study_check.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="what", required=True)
    running = commands.add_parser("run")
    running.add_argument("folder", type=Path)
    running.add_argument("--sets", type=_set, nargs="+", default=[("attika", 2)], metavar="GAME:PLAYERS")
    running.add_argument("--games", type=int, default=40, help="of each set; 40 seat every pair of levels both ways")
    running.add_argument("--first", type=int, default=0, help="the number of the first game, to share games out")
    running.add_argument("--seconds", type=float, default=500, help="after these no game begins")
    running.add_argument("--workers", type=int, default=1)
    for name in ("fit", "report"):
        telling = commands.add_parser(name)
        telling.add_argument("folder", type=Path)
        telling.add_argument("--part", choices=PARTS, default="all", help="which games count")
    telling.add_argument("--plot", type=Path, help="write the mean losses as SVG")
    args = parser.parse_args(arguments)
    if args.what == "run":
        print(f"{build_name()} build, {args.workers} processes", flush=True)
        run(args.folder, args.sets, range(args.first, args.first + args.games), args.seconds, args.workers)
        return 0
    found = found_in(args.folder, args.part)
    if not found:
        print(f"There are no games in {args.folder}.", file=sys.stderr)
        return 1
    print("\n".join(told_fit(found)) if args.what == "fit" else table(found))
    if args.what == "report" and args.plot:
        args.plot.write_text(plot(found) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
