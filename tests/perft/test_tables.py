"""The committed perft tables: the engine counts the same, and the simple generator as deep as it reaches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rondel.antike.variants import PRESETS
from rondel.cli.main import main
from rondel.compact import from_line
from rondel.position import to_position
from rondel.registry import BOOKS
from rondel.simulate import divide, perft
from tests.perft.differential import read_simple
from tests.perft.simple import perft as simple_perft

Block = tuple[str, str, dict[int, int]]
#: sequences that the simple generator may count in one block
REACH = 600


def blocks(book: str) -> list[Block]:
    """Read the blocks of a rulebook: name, position, counts by depth."""
    found: list[Block] = []
    for text in (Path(__file__).parent / f"{book}.perft").read_text(encoding="utf-8").split("\n\n"):
        name, line, *counts = text.strip().splitlines()
        table = {int(depth): int(nodes) for _, depth, nodes in (count.split() for count in counts)}
        found.append((name.removeprefix("id "), line.removeprefix("position "), table))
    return found


BLOCKS = [pytest.param(block, id=f"{book}-{block[0]}") for book in BOOKS for block in blocks(book)]
SIMPLE = [pytest.param(block, id=f"{book}-{block[0]}") for book in PRESETS for block in blocks(book)]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_engine_counts_what_the_table_says(block: Block) -> None:
    _, line, table = block
    state = from_line(line)
    for depth, nodes in table.items():
        assert perft(state, depth) == nodes, divide(state, depth)


@pytest.mark.parametrize("block", SIMPLE)
def test_the_simple_generator_counts_the_same(block: Block) -> None:
    _, line, table = block
    simple = read_simple(to_position(from_line(line)))
    for depth, nodes in table.items():
        if nodes <= REACH:
            assert simple_perft(simple, depth) == nodes


def _starts() -> list[tuple[str, int]]:
    """Give the rulebooks and numbers of players that need no option."""
    names = {book: {name for name, _, _ in blocks(book)} for book in BOOKS}
    return [(book, players) for book in BOOKS for players in range(2, 7) if f"start-{players}" in names[book]]


@pytest.mark.parametrize(("book", "players"), _starts())
def test_the_command_counts_what_the_table_says(book: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    table = next(table for name, _, table in blocks(book) if name == f"start-{players}")
    deep = min(4, max(table))
    assert main(["perft", book, "--nations", str(players), "--depth", str(deep), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["by_depth"] == [table[depth] for depth in range(1, deep + 1)]
    assert main(["perft", book, "--nations", str(players), "--depth", "3", "--divide", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == table[3]
