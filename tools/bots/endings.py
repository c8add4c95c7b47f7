"""Lets a bot play against itself and counts how games end: by what, after how many rounds, from which seat.

Every game has its own set-up (the arena plays each set-up in every rotation, which for equal bots without chance of
their own is the same game again). A stalemate is a game without a winner, or one cut off after --cap decisions.

    python -m tools.bots.endings attika --bot greedy --players 2,3,4 --games 200 --svg docs/img/attika-endings.svg
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rondel.arena.match import Table, play_game
from rondel.arena.stats import wilson
from tools.bots.bars import Sheet


@dataclass(slots=True)
class Endings:
    """How the games of a number of players ended."""

    players: int
    turns: list[int] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    by_seat: Counter[int] = field(default_factory=Counter)
    none: int = 0
    failures: int = 0

    def add(self, row: dict[str, Any]) -> None:
        """Count one game."""
        self.turns.append(row["turns"])
        self.ends[row["end"]] += 1
        self.failures += len(row["failures"])
        if row["winner"] < 0:
            self.none += 1
        else:
            self.by_seat[row["winner"]] += 1

    def as_json(self) -> dict[str, Any]:
        """Give the counts, shares with 95 % intervals, and lengths in rounds."""
        games, lengths = len(self.turns), sorted(self.turns)
        shares = {
            end: [count, round(100 * count / games, 1), *(round(100 * edge, 1) for edge in wilson(count, games))]
            for end, count in self.ends.most_common()
        }
        rounds = [round(turns / self.players, 1) for turns in (lengths[0], lengths[games // 2], lengths[-1])]
        return {
            "players": self.players, "games": games, "ends": shares, "stalemates": self.none, "rounds": rounds,
            "wins_by_seat": [self.by_seat[seat] for seat in range(self.players)], "failures": self.failures,
        }  # fmt: skip


def run(table: Table, games: int, out: Path | None) -> Endings:
    """Play one game of each set-up, continuing with what a file already has."""
    found = Endings(table.players)
    path = out and out / f"{table.players}.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path and path.exists() else []
    for row in rows[:games]:
        found.add(row)
    for place in range(len(rows), games):
        row = play_game(table, place * table.players).as_json()
        found.add(row)
        if path:
            with path.open("a") as file:
                file.write(json.dumps(row) + "\n")
    return found


def plot(rows: list[Endings], title: str) -> str:
    """Draw the share of each end for each number of players."""
    names = sorted({end for row in rows for end in row.ends})
    sheet = Sheet()
    sheet.heading(title)
    for row in rows:
        games = len(row.turns)
        median = sorted(row.turns)[games // 2] / row.players
        sheet.shares(f"{row.players} players, {games} games, {median:.0f} rounds", row.ends, names)
    sheet.key(names)
    return sheet.svg()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--bot", default="greedy", help="plays all seats")
    parser.add_argument("--players", default="2,3,4", help="numbers of players, with commas")
    parser.add_argument("--games", type=int, default=200, help="games for each number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cap", type=int, default=20_000, help="decisions after which a game is cut off")
    parser.add_argument("--out", type=Path, help="a folder that keeps the results; the same command goes on with them")
    parser.add_argument("--svg", type=Path, help="where the plot is written")
    args = parser.parse_args()
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    rows = []
    for players in map(int, args.players.split(",")):
        table = Table(args.game, players, "", {}, (args.bot,) * players, args.seed, cap=args.cap)
        rows.append(run(table, args.games, args.out))
        print(json.dumps(rows[-1].as_json()), flush=True)
    if args.svg:
        args.svg.write_text(plot(rows, f"How games of {args.game} end, {args.bot} on all seats"), encoding="utf-8")


if __name__ == "__main__":
    main()
