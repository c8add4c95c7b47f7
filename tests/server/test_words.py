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


@pytest.mark.parametrize("book", BOOKS)
def test_the_page_about_says_in_french_and_german_what_is_ours(book: str) -> None:
    about = (ROOT / "client/src/lobby/about.ts").read_text(encoding="utf-8")
    french, german = about.split("  fr: {")[1].split("  de: {")
    for key in BOOKS[book].ours:
        assert f"\n      {key}:" in french
        assert f"\n      {key}:" in german
