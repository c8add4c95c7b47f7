"""Matches between nets, or of a net against another bot: every set-up in all rotations, up to a test or the clock.

The results are a file of the arena, so that a match goes on where it stopped and `rondel rating` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rondel.arena.match import Table
from rondel.arena.run import play_row, resume
from rondel.arena.stats import wilson
from tools.learn.sprt import Test
from tools.learn.work import spread


@dataclass(frozen=True, slots=True)
class Score:
    """How a match stands: wins of the first bot, which sits alone against the others."""

    wins: int
    games: int
    verdict: int = 0

    def text(self) -> str:
        """Write the share with its interval."""
        low, high = wilson(self.wins, self.games)
        share = 100 * self.wins / max(1, self.games)
        return f"{self.wins} of {self.games}, {share:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


@dataclass(frozen=True, slots=True)
class _Job:
    table: Table
    number: int


def _play(job: _Job) -> dict[str, object]:
    return play_row(job.table, job.number)


def play_match(
    table: Table,
    games: int,
    path: Path,
    workers: int,
    ray: str,
    over: Callable[[], bool],
    test: Test | None = None,
    least: int = 0,
) -> Score:
    """Play until there are enough games, the test is decided or the time is over; only whole rotations count."""
    rows = {int(row["number"]): row for row in resume(table, path)}
    score = standing(table, rows, test, least)

    def ended() -> bool:
        return over() or bool(score.verdict)

    left = (_Job(table, number) for number in range(games) if number not in rows)
    for row in spread(_play, left, workers, ray, ended):
        rows[int(str(row["number"]))] = row
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        score = standing(table, rows, test, least)
    return score


def standing(table: Table, rows: dict[int, dict[str, object]], test: Test | None, least: int) -> Score:
    """Count the wins of the first bot over set-ups that were played in all rotations; a test stops at its answer."""
    wins = games = 0
    players = table.players
    for first in range(0, max(rows, default=-1) + 1, players):
        numbers = range(first, first + players)
        if all(number in rows for number in numbers):
            games += players
            wins += sum(_won(table, rows[number]) for number in numbers)
            verdict = test.verdict(wins, games, least) if test else 0
            if verdict:
                return Score(wins, games, verdict)
    return Score(wins, games)


def _won(table: Table, row: dict[str, object]) -> bool:
    winner = int(str(row["winner"]))
    return winner >= 0 and winner == int(str(row["number"])) % table.players
