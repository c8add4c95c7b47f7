"""The boards' page: its example is a board, its tables are the command's, its pictures are there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rondel.boards import board_ids, load_board, read_board
from rondel.cli.board import fairness_title, print_table

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "boards.md").read_text(encoding="utf-8")


def test_the_example_is_a_board() -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert example
    board = read_board(tomllib.loads(example[1]))
    assert [region.name for region in board.regions if region.open_sea] == ["Tyrrhenum"]


@pytest.mark.parametrize("name", board_ids())
def test_the_fairness_tables_are_up_to_date(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    board = load_board(name)
    for count in board.starts:
        assert fairness_title(board, count) in PAGE
        print_table(board, count, markdown=True)
        assert capsys.readouterr().out in PAGE


@pytest.mark.parametrize("name", board_ids())
def test_every_board_has_its_pictures(name: str) -> None:
    assert f"img/{name}.png" in PAGE
    for ending in (".svg", ".png", "-dark.png"):
        assert (DOCS / "img" / f"{name}{ending}").stat().st_size > 10_000
