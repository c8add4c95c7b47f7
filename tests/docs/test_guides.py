"""The illustrated rules: paragraphs cite their clauses, three languages tell the same, pictures are as drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.guide.__main__ import FOLDER, pictures

from rondel import guide, ledger
from rondel.errors import RondelError
from rondel.registry import BOOKS

BOOKS_TOLD = tuple(BOOKS)


def _parts(found: guide.Guide) -> list[guide.Part]:
    return [found.summary, *(part for page in found.pages for section in page.sections for part in section.parts)]


@pytest.mark.parametrize("book", BOOKS_TOLD)
def test_two_pages_in_three_languages_tell_the_same(book: str) -> None:
    known = {clause.id for clause in ledger.clauses(book)}
    told = {language: guide.guide(book, language) for language in guide.LANGUAGES}
    shapes = set()
    for language, found in told.items():
        assert guide.page_of(book, language).is_file()
        assert len(found.pages) == 2
        parts = _parts(found)
        for part in parts:
            assert part.picture or part.clauses, part.text
            assert set(part.clauses) <= known, part.text
            assert not part.picture or len(part.text) > 10  # it says what it shows
        shapes.add(tuple((part.clauses, part.picture.removesuffix(f".{language}")) for part in parts))
    assert len(shapes) == 1
    assert len({found.title for found in told.values()}) == len(told)
    assert sum(bool(part.picture) for part in _parts(told["en"])) >= 6


@pytest.mark.parametrize("book", BOOKS_TOLD)
def test_every_picture_is_there_by_day_and_by_lamplight(book: str) -> None:
    for language in guide.LANGUAGES:
        for part in _parts(guide.guide(book, language)):
            if part.picture:
                for dark in (False, True):
                    path = guide.picture_file(part.picture, dark)
                    assert path is not None
                    assert path.read_text("utf-8").startswith("<svg")


def test_the_pictures_are_as_the_tool_draws_them() -> None:
    """`python -m tools.guide` draws them anew; none is left over."""
    assert dict(pictures()) == {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.svg")}


def test_what_is_not_there_is_refused_or_told_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert guide.guide("attika", "it") == guide.guide("attika", "en")
    assert guide.picture_file("../attika", dark=False) is None
    with pytest.raises(RondelError, match="no illustrated rules of chess"):
        guide.guide("chess")
    (tmp_path / "guides").mkdir()
    monkeypatch.setattr("rondel.guide.resources.files", lambda _: tmp_path)
    assert guide.folder() == tmp_path / "guides"
    with pytest.raises(RondelError, match="no illustrated rules of attika"):
        guide.guide("attika")
