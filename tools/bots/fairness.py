"""Count the wins of every start: the same bot on all seats, many openings, for each board and number of nations.

    python -m tools.bots.fairness --games 200 --out fairness.json
    python -m tools.bots.fairness --only west --bot search:nodes=500 --games 200 --out fairness.json

The file is `{board: {nations: {nation: [wins, games]}}}`; a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rondel.antike.engine import AntikeGame
from rondel.arena.match import Table, play_game
from rondel.arena.stats import wilson

#: the rulebook whose games are counted on a board, and the numbers of nations
STARTS = (
    ("west", "antike-2006", (3, 4, 5, 6)), ("east", "antike-2006", (3, 4, 5, 6)), ("aegean-mini", "antike-2006", (3,)),
    ("rome-carthage", "antike-duellum", (2,)), ("greece-persia", "antike-duellum", (2,)),
    ("mare-nostrum", "antike-2", (3, 4, 5, 6)), ("orient", "antike-2", (3, 4, 5, 6)),
)  # fmt: skip

#: nation -> wins and games
Wins = dict[str, list[int]]


def add_game(table: Table, number: int, wins: Wins) -> None:
    """Play one set-up and note who won."""
    outcome = play_game(table, number * table.players)  # rotations of like bots would be the same game again
    game = table.make_game()
    assert isinstance(game, AntikeGame)
    state = game.new(outcome.seed)
    for action in outcome.actions:
        state.advance(action)
    for nation in range(game.nations):
        entry = wins.setdefault(game.nation_name(state, nation), [0, 0])
        entry[0] += nation == state.winner
        entry[1] += 1


def played(wins: Wins) -> int:
    return max((games for _, games in wins.values()), default=0)


def report(board: str, nations: int, wins: Wins) -> None:
    """Print the shares with their intervals."""
    print(f"{board}, {nations} nations")
    for name, (won, games) in wins.items():
        low, high = wilson(won, games)
        print(f"  {name:12} {won:4} of {games}, {won / games:.1%} ({low:.1%} to {high:.1%})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=200, help="set-ups for each board and number of nations")
    parser.add_argument("--openings", type=int, default=2, help="rounds that a lively player opens")
    parser.add_argument("--only", default="", help="one board")
    parser.add_argument("--out", type=Path, default=Path("fairness.json"))
    args = parser.parse_args()
    found = json.loads(args.out.read_text(encoding="utf-8")) if args.out.exists() else {}
    for board, book, numbers in STARTS:
        for nations in numbers if args.only in ("", board) else ():
            wins: Wins = found.setdefault(board, {}).setdefault(str(nations), {})
            table = Table(book, nations, board, {}, (args.bot,) * nations, openings=args.openings * nations)
            for number in range(played(wins), args.games):
                add_game(table, number, wins)
                args.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
            report(board, nations, wins)


if __name__ == "__main__":
    main()
