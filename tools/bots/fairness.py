"""Counts the wins of every start and how games end: the same bot on all seats, many openings, all boards.

    python -m tools.bots.fairness --games 200 --out runs/fairness
    python -m tools.bots.fairness --only west --bot search:nodes=500 --games 200 --out runs/fairness-search
    python -m tools.bots.fairness --games 0 --svg docs/img/endings.svg

A run that was interrupted goes on where it stopped. DIR/fairness.json is `{board: {nations: {nation: [wins, games]}}}`.
A stalemate is a game that has no winner after 20,000 decisions.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from rondel.antike.engine import AntikeGame
from rondel.antike.rules import PERSONAGES
from rondel.arena.match import Table
from rondel.arena.run import play_row
from rondel.arena.stats import wilson
from rondel.bots.registry import settings_of
from rondel.errors import RondelError
from tools.bots.bars import Sheet

#: the rulebook whose games are counted on a board, and the numbers of nations
STARTS = (
    ("west", "antike-2006", (3, 4, 5, 6)), ("east", "antike-2006", (3, 4, 5, 6)),
    ("aegean-mini", "antike-2006", (2, 3)), ("rome-carthage", "antike-duellum", (2,)),
    ("greece-persia", "antike-duellum", (2,)),
    ("mare-nostrum", "antike-2", (3, 4, 5, 6)), ("orient", "antike-2", (3, 4, 5, 6)),
)  # fmt: skip

Row = dict[str, Any]
#: nation -> wins and games
Wins = dict[str, list[int]]


def rows_of(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def play(table: Table, games: int, path: Path) -> list[Row]:
    """Play one game of each set-up that the file lacks; with equal bots, rotations would repeat the same game."""
    rows = rows_of(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    for place in range(len(rows), games):
        rows.append(play_row(table, place * table.players))
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(rows[-1]) + "\n")
    return rows


def wins_of(table: Table, rows: list[Row]) -> Wins:
    """Count by nation; which nation a seat has is drawn in each game."""
    game, wins = table.make_game(), dict[str, list[int]]()
    assert isinstance(game, AntikeGame)
    for row in rows:
        state = game.new(row["seed"])
        for seat in range(game.nations):
            entry = wins.setdefault(game.nation_name(state, seat), [0, 0])
            entry[0] += seat == row["winner"]
            entry[1] += 1
    return dict(sorted(wins.items()))


def report(board: str, nations: int, rows: list[Row], wins: Wins) -> None:
    """Print the shares with their intervals, the length and the ends."""
    turns = sorted(row["turns"] for row in rows)[len(rows) // 2]
    ends = Counter(row["end"] for row in rows)
    print(f"{board}, {nations} nations: {len(rows)} games, median {turns / nations:.0f} rounds, {dict(ends)}")
    for name, (won, games) in wins.items():
        low, high = wilson(won, games)
        print(f"  {name:16} {won:4}  {won / games:6.1%} ({low:.1%} to {high:.1%})", flush=True)


def plot(found: dict[tuple[str, str, int], list[Row]]) -> str:
    """Draw what winners won with by rulebook, and how many rounds games took by board and number of nations."""
    sheet, mixes, games = Sheet(), dict[str, Counter[str]](), Counter[str]()
    for (_, book, _), rows in found.items():
        games[book] += len(rows)
        for row in rows:
            mixes.setdefault(book, Counter()).update(row["marks"])
    sheet.heading("What winners won with")
    for book, marks in mixes.items():
        sheet.shares(f"{book}, {games[book]} games", marks, PERSONAGES)
    sheet.key(PERSONAGES)
    sheet.heading("Rounds: shortest, middle half, median, longest")
    most = max(row["turns"] / nations for (_, _, nations), rows in found.items() for row in rows)
    for (board, _, nations), rows in found.items():
        sheet.span(f"{board}, {nations} nations", [row["turns"] / nations for row in rows], most)
    return sheet.svg()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=200, help="set-ups for each board and number of nations")
    parser.add_argument("--openings", type=int, default=2, help="rounds that a lively player opens")
    parser.add_argument("--only", default="", help="one board")
    parser.add_argument("--nations", type=int, default=0, help="one number of nations")
    parser.add_argument("--out", type=Path, default=Path("runs/fairness"))
    parser.add_argument("--svg", type=Path, help="draw the personages of the winners, and how many rounds games took")
    args = parser.parse_args()
    if args.only and args.only not in {board for board, _, _ in STARTS}:
        parser.error(f"there is no board {args.only!r}; the boards are {', '.join(board for board, _, _ in STARTS)}")
    try:
        settings_of(args.bot)
    except RondelError as error:
        parser.error(error.message)
    found: dict[str, dict[str, Wins]] = {}
    played: dict[tuple[str, str, int], list[Row]] = {}
    for board, book, numbers in STARTS:
        for nations in numbers if args.only in ("", board) else ():
            if args.nations not in (0, nations):
                continue
            table = Table(book, nations, board, {}, (args.bot,) * nations, openings=args.openings * nations)
            rows = play(table, args.games, args.out / f"{board}-{nations}.jsonl")
            if rows:
                wins = found.setdefault(board, {})[str(nations)] = wins_of(table, rows)
                played[board, book, nations] = rows
                report(board, nations, rows, wins)
    if not played:
        parser.error(f"{args.out} keeps no such games; play some with --games N")
    (args.out / "fairness.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if args.svg:
        args.svg.write_text(plot(played) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
