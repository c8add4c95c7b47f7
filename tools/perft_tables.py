"""Writes tests/perft/*.perft: positions and the number of decision sequences by depth, one file a rulebook."""

from __future__ import annotations

from pathlib import Path
from random import Random

from rondel.compact import from_line, to_line
from rondel.registry import BOOKS, make
from rondel.simulate import choose, perft

FOLDER = Path(__file__).parents[1] / "tests" / "perft"
#: a table goes as deep as stays below this many sequences
LIMIT = 60_000


def positions(book: str) -> dict[str, str]:
    """Name positions as compact lines: the starts, and some on the way of random games."""
    found = {}
    for players in BOOKS[book].players:
        game = make(book, players)
        found[f"start-{players}"] = to_line(game.new(0))
        state, rng = game.new(players), Random(players)
        for step in range(1, 1001):
            if not state.legal():
                break
            state = state.apply(choose(state, rng))
            if step in (150, 400, 700, 1000) and state.legal():
                found[f"random-{players}-{step}"] = to_line(state)
    return found


def block(name: str, line: str) -> str:
    """Write one block: id, position, counts by depth."""
    state = from_line(line)
    lines = [f"id {name}", f"position {line}"]
    before, nodes = 1, len(state.legal())
    for depth in range(1, 9):
        lines.append(f"perft {depth} {nodes}")
        # the growth so far tells whether the next depth stays below the limit
        if nodes * nodes / before > LIMIT:
            break
        before, nodes = nodes, perft(state, depth + 1)
    return "\n".join(lines) + "\n"


def table(book: str) -> str:
    """Write a rulebook's file."""
    return "\n".join(block(name, line) for name, line in positions(book).items())


if __name__ == "__main__":
    for book in BOOKS:
        (FOLDER / f"{book}.perft").write_text(table(book), encoding="utf-8")
        print(book)
