"""Plays the matches behind the figures of docs/bots.md, a few more games of each per call, and prints the table.

    python -m tools.bots.figures --games 100 --out runs/figures            # all rows
    python -m tools.bots.figures --games 400 --only antike-2 --kind search # some rows
    python -m tools.bots.figures --games 0                                 # only the table

Each row is an arena match and could be played by `rondel arena` with the same settings; the results are the same.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from rondel.arena.match import Table
from rondel.arena.run import read_results, run, runner_for
from rondel.arena.stats import summarize, wilson
from rondel.registry import make


@dataclass(frozen=True, slots=True)
class Match:
    """One row: who plays what."""

    kind: str
    game: str
    players: int
    seats: tuple[str, ...]
    openings: int
    options: dict[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """A folder's name."""
        seats = "-".join(dict.fromkeys(seat.replace(":", "").replace("=", "") for seat in self.seats))
        return f"{self.game}-{self.players}-{seats}"


#: two seats of each rulebook, and four
PAIRS: tuple[tuple[str, dict[str, int]], ...] = (
    ("antike-2005", {}),
    ("antike-2006", {}),
    ("antike-2", {"two-players": 1}),
    ("antike-duellum", {}),
    ("attika", {}),
)
CROWDS = ("antike-2005", "antike-2006", "antike-2", "attika")
#: a budget of positions, not seconds, so that a row is the same on every machine
NODES = {"attika": 8000}


def search(game: str) -> str:
    """Name the search whose strength is reported: about a second of a turn in plain Python, less compiled."""
    return f"search:nodes={NODES.get(game, 4000)}"


def against(kind: str, first: str, others: str, openings: int) -> list[Match]:
    """Give the rows of one bot against another, two seats and one of four; `{search}` is the search of a game."""
    rows = [(game, 2, options) for game, options in PAIRS] + [(game, 4, {}) for game in CROWDS]
    return [
        Match(
            kind, game, players,
            (first.replace("{search}", search(game)), *[others] * (players - 1)),
            2 if game == "attika" else openings, options,
        )
        for game, players, options in rows
    ]  # fmt: skip


def steps(kind: str, levels: tuple[int, ...]) -> list[Match]:
    """Give the rows of a level against the one below, with two seats."""
    return [
        Match(kind, game, 2, (f"level:{n}", f"level:{n - 1}"), 2 if game == "attika" else 4, options)
        for n in levels
        for game, options in PAIRS
    ]


MATCHES = [
    *against("random", "greedy", "random", 4),
    *against("search", "{search}", "greedy", 8),
    *steps("levels", (2, 3, 4)),
    *against("second", "search:time=1s", "greedy", 8),
    *steps("top", (5,)),
]


def play(match: Match, games: int, out: Path) -> None:
    """Play the missing games of a row; `rondel arena` with the same settings continues them."""
    game = make(match.game, match.players, options=match.options)
    board, options = game.board_entry(), game.chosen_options
    table = Table(match.game, match.players, board, options, match.seats, openings=match.openings)
    run(table, games, out / match.name / "results.jsonl", runner_for(1, ""))


def row(match: Match, out: Path) -> str:
    """Give a row of the table, or nothing before the first game."""
    path = out / match.name / "results.jsonl"
    rows = read_results(path)[1] if path.exists() else []
    if not rows:
        return ""
    found = summarize(rows)
    first = next(score for score in found.scores if score.bot == match.seats[0])
    low, high = wilson(first.wins, first.games)
    turns = sorted(found.turns)[len(rows) // 2]
    ends = ", ".join(f"{count} {end}" for end, count in found.ends.most_common())
    share = f"{100 * first.share:.0f} %"
    return (
        f"| {match.game} | `{','.join(match.seats)}` | {first.games} | {first.wins}, {share} | "
        f"{100 * low:.0f} to {100 * high:.0f} % | {100 // match.players} % | {turns} | {ends}; "
        f"{len(found.failures)} failures |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="games of each row")
    parser.add_argument("--kind", default="", help="random, search, levels, second or top")
    parser.add_argument("--only", default="", help="rulebook")
    parser.add_argument("--out", type=Path, default=Path("runs/figures"))
    args = parser.parse_args()
    chosen = [m for m in MATCHES if args.kind in ("", m.kind) and args.only in ("", m.game)]
    if not chosen:
        kinds, games = dict.fromkeys(m.kind for m in MATCHES), dict.fromkeys(m.game for m in MATCHES)
        parser.error(f"no such row; --kind is one of {', '.join(kinds)}, --only one of {', '.join(games)}")
    print("| rulebook | seats | games | first bot won | interval | even | turns | ends |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for match in chosen:
        if args.games:
            play(match, args.games, args.out)
        line = row(match, args.out)
        if line:
            print(line, flush=True)


if __name__ == "__main__":
    main()
