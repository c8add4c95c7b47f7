"""Writes tests/perft/*.perft: positions and the number of decision sequences by depth, one file per rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from rondel.compact import from_line, to_line
from rondel.game import Game
from rondel.registry import BOOKS, make
from rondel.simulate import choose, perft

FOLDER = Path(__file__).parents[1] / "tests" / "perft"
#: a table goes as deep as stays below this many sequences
LIMIT = 60_000
#: after how many decisions of a random game its position is taken
STEPS = (150, 400, 700, 1000)
#: the later rulebooks are counted on both sides of their board; so less of each game
SIDES: Mapping[str, tuple[str, ...]] = {
    "antike-2": ("mare-nostrum", "orient"),
    "antike-duellum": ("rome-carthage", "greece-persia"),
}
OTHER_STEPS: Mapping[str, tuple[int, ...]] = {
    "antike-2": (300, 900),
    "antike-duellum": (3, 150, 400, 700, 1000),  # after 3 the first cards lie open
}
#: options that change the decisions of a start or a random game so much that they have blocks of their own
MODES: Mapping[str, Mapping[str, tuple[int, Mapping[str, int]]]] = {
    "antike-2": {"two-players": (2, {"two-players": 1}), "free-cities": (3, {"free-cities": 1})},
    "antike-duellum": {"special-units": (2, {"special-units": 1}), "draw-offers": (2, {"draw-offers": 1})},
}


def games(book: str) -> Iterator[tuple[str, Game, int]]:
    """Name the games of a rulebook's table by players, board and options, each with a seed."""
    for side, board in enumerate(SIDES.get(book, ("",))):
        tail = f"-{board}" if side else ""
        for players in BOOKS[book].players:
            if players > 2 or book != "antike-2":
                yield f"{players}{tail}", make(book, players, board), players
        for number, (name, (players, options)) in enumerate(MODES.get(book, {}).items(), 1):
            yield f"{name}{tail}", make(book, players, board, options), 10 * number + side


def positions(book: str) -> dict[str, str]:
    """Name positions as compact lines: the starts, and some on the way of random games."""
    found = {}
    for name, game, seed in games(book):
        found[f"start-{name}"] = to_line(game.new(0))
        state, rng = game.new(seed), Random(seed)
        for step in range(1, 1001):
            if not state.legal():
                break
            state = state.apply(choose(state, rng))
            if step in OTHER_STEPS.get(book, STEPS) and state.legal():
                found[f"random-{name}-{step}"] = to_line(state)
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
