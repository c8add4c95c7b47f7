"""The best nets of trainings against another bot: for a table in the docs, with seeds that nothing else uses.

    python -m tools.learn measure runs/duellum runs/y2006 --players 2,4 --games 200 --seconds 300 --workers 16

One seat against the others, every set-up in all rotations. Tables take turns, so that all have about as many games
when the time is over; only whole rotations count. The games are files of the arena in `--out`: the same command goes on
where it stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, Final

from rondel.arena.match import Table
from rondel.arena.run import play_row, resume
from rondel.arena.stats import wilson
from rondel.bots.net import FOLDER
from tools.learn.match import standing
from tools.learn.rounds import Training
from tools.learn.work import Clock, spread

#: far from the seeds of self-play, and of matches between nets
SEED: Final = 900_000_000
HEAD: Final = (
    "| rulebook | board | players | each has | games | won | interval | even | median turns | without end | failures |"
)


@dataclass(slots=True)
class Row:
    """A table and its games so far."""

    table: Table
    path: Path
    each: str
    games: dict[int, dict[str, Any]] = field(default_factory=dict)

    def text(self) -> str:
        """Write the line of the table."""
        score = standing(self.table, self.games, None, 0)
        low, high = wilson(score.wins, score.games)
        whole = [self.games[number] for number in sorted(self.games)]
        cells = (
            self.table.game, self.table.board, self.table.players, self.each, score.games,
            f"{score.wins}, {100 * score.wins / max(1, score.games):.0f} %", f"{100 * low:.0f} to {100 * high:.0f} %",
            f"{100 / self.table.players:.0f} %", f"{median([row['turns'] for row in whole] or [0]):.0f}",
            sum(row["winner"] < 0 for row in whole), sum(bool(row["failures"]) for row in whole),
        )  # fmt: skip
        return "| " + " | ".join(map(str, cells)) + " |"


@dataclass(frozen=True, slots=True)
class _Job:
    place: int
    table: Table
    number: int


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("measure", help="let the best nets of trainings meet another bot")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--players", default="", help="numbers of players; without it all that the training has")
    parser.add_argument("--board", default="", help="boards; without it the first of the training, with `all` all")
    parser.add_argument("--each", default="nodes=200", help="what both bots have for a turn, as time=50ms")
    parser.add_argument("--against", default="search")
    parser.add_argument("--games", type=int, default=100, help="games a table")
    parser.add_argument("--seconds", type=float, default=0.0, help="begin no game after that time")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/measured"))


def main(args: argparse.Namespace) -> int:
    """Play, and print the table."""
    rows = [row for folder in args.folders for row in _rows(folder, args)]
    os.environ[FOLDER] = str(args.out.resolve())
    for row in rows:
        row.games.update({int(game["number"]): game for game in resume(row.table, row.path)})
    clock = Clock(args.seconds / 60.0)
    for place, game in spread(_play, _jobs(rows, args.games), args.workers, "", clock.over):
        rows[place].games[int(game["number"])] = game
        with rows[place].path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(game) + "\n")
    text = "\n".join([HEAD, "| --- " * (HEAD.count("|") - 1) + "|", *(row.text() for row in rows)])
    print(text, f"{clock.gone():.0f} s", sep="\n", flush=True)
    return 0


def _rows(folder: Path, args: argparse.Namespace) -> Iterator[Row]:
    """Give the tables of a training, and take its best net along."""
    training = Training(folder, None)
    plan, best = training.plan, int(training.state["best"])
    args.out.mkdir(parents=True, exist_ok=True)
    shutil.copy2(folder / "nets" / f"{plan.game}-{best}.json", args.out)
    wanted = set(map(int, args.players.split(","))) if args.players else set(plan.players)
    boards = (
        {plan.first_board}
        if not args.board
        else set(plan.board.split(",") if args.board == "all" else args.board.split(","))
    )
    for board, players in dict.fromkeys(plan.tables()):
        if players in wanted and board in boards:
            bots = (f"learned:{args.each},generation={best}", *[f"{args.against}:{args.each}"] * (players - 1))
            openings = 2 if training.learner.deals else 4
            table = Table(plan.game, players, board, dict(plan.options), bots, args.seed, openings=openings)
            name = f"{plan.game}-{best}-{board or 'board'}-{players}-{args.each.replace('=', '-')}.jsonl"
            yield Row(table, args.out / name, args.each)


def _jobs(rows: Sequence[Row], games: int) -> Iterator[_Job]:
    """Give the games that are missing, a set-up of each table in turn."""
    for setup in count():
        if all(setup * row.table.players >= games for row in rows):
            return
        for place, row in enumerate(rows):
            players = row.table.players
            if setup * players < games:
                numbers = range(setup * players, (setup + 1) * players)
                yield from (_Job(place, row.table, number) for number in numbers if number not in row.games)


def _play(job: _Job) -> tuple[int, dict[str, Any]]:
    return job.place, play_row(job.table, job.number)
