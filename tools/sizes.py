"""How large the games are for those who study them: a table by measurement over random games, for docs/research.md.

`make sizes` plays GAMES random games of every rulebook and number of players and writes the table.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from math import prod
from random import Random

from rondel.errors import SetupError
from rondel.features import encoder_for
from rondel.features.numbering import numbering_of
from rondel.game import CHANCE, Game
from rondel.registry import BOOKS, make
from rondel.simulate import DECISION_CAP, choose
from tools.fast import ROOT

PAGE = ROOT / "docs" / "research.md"
BEGIN, END = "<!-- sizes -->", "<!-- /sizes -->"


def measured(game: Game, games: int) -> tuple[list[int], list[int], int]:
    """Play random games; give the numbers of legal decisions, the decisions of each game, and how many were cut off."""
    branching: list[int] = []
    lengths: list[int] = []
    cut = 0
    for seed in range(games):
        rng, state, decisions = Random(seed), game.new(seed), 0
        while state.legal() and decisions < DECISION_CAP:
            if state.to_act != CHANCE:
                branching.append(len(state.legal()))
                decisions += 1
            state.advance(choose(state, rng))
        lengths.append(decisions)
        cut += bool(state.legal())
    return branching, lengths, cut


def row(book: str, players: int, game: Game, games: int) -> str:
    """Write a line of the table."""
    branching, lengths, cut = measured(game, games)
    branching.sort()
    size = sum(prod(shape) for shape in encoder_for(game).shapes.values())
    return (
        f"| `{book}` | {players} | {statistics.mean(branching):.1f} | {branching[len(branching) * 99 // 100]} |"
        f" {branching[-1]} | {statistics.median(lengths):,.0f} | {100 * cut // games} % | {size:,} |"
        f" {numbering_of(game).count:,} |"
    )


def table(games: int) -> str:
    """Measure everything."""
    lines = [
        f"Random play, {games} games each, on the usual board; games are cut off at {DECISION_CAP:,} decisions.",
        "",
        "| rulebook | seats | legal: mean | 99 % | most | decisions, median | cut off | observation | actions |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for book in BOOKS.values():
        for players in book.players:
            opening = {option.id: 1 for option in book.options if players in option.opens}
            try:
                game = make(book.id, players, "", opening)
            except SetupError:
                continue
            lines.append(row(book.id, players, game, games))
            print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--write", action="store_true", help="write the table into docs/research.md")
    args = parser.parse_args()
    found = table(args.games)
    if not args.write:
        print(found)
        return 0
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{found}\n{END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
