"""The page has words for everything that the list of games names; its own tests hold the languages together."""

from pathlib import Path

import pytest

from rondel.registry import BOOKS

ROOT = Path(__file__).parents[2]
WORDS = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "client/src/words/en").glob("*.ts")))


@pytest.mark.parametrize("book", BOOKS)
def test_the_page_names_every_option_and_board(book: str) -> None:
    wanted = [f"option.{option.id}" for option in BOOKS[book].options]
    wanted += [f"board.{board}" for board in BOOKS[book].boards if len(BOOKS[book].boards) > 1]
    assert [key for key in wanted if f'"{key}":' not in WORDS] == []
