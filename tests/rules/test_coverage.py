"""Every clause of the rulebooks has a test that names it, and no test names a clause that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel import ledger
from rondel.registry import BOOKS
from rondel.where import citation

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def cited() -> dict[str, list[str]]:
    """Read the marks of all tests, which takes seconds."""
    return ledger.cited(TESTS)


@pytest.mark.untraced
@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_proved(book: str, cited: dict[str, list[str]]) -> None:
    assert ledger.coverage(book, cited).missing == ()


def test_no_mark_names_an_unknown_clause(cited: dict[str, list[str]]) -> None:
    known = {clause.id for book in BOOKS for clause in ledger.clauses(book)}
    assert sorted(set(cited) - known) == []


@pytest.mark.parametrize(
    ("book", "total"),
    [("antike-2006", 298), ("antike-2005", 289), ("antike-2", 239), ("antike-duellum", 243), ("attika", 141)],
)
def test_the_reference_is_complete(book: str, total: int) -> None:
    assert len(ledger.clauses(book)) == total
    assert len({clause.id for clause in ledger.clauses(book)}) == total


def test_the_clauses_behind_refusals_exist() -> None:
    from rondel.antike.text.citations import CITATIONS

    for book, table in CITATIONS.items():
        known = {clause.id for clause in ledger.clauses(book)}
        assert set(table.values()) <= known


def test_the_clauses_in_docstrings_exist() -> None:
    known = {clause.id for book in BOOKS for clause in ledger.clauses(book)}
    cited = {
        clause
        for path in (TESTS.parent / "src").rglob("*.py")
        for clause in citation().findall(path.read_text(encoding="utf-8"))
    }
    assert sorted(cited - known) == []
    assert {clause.split("-")[0] for clause in cited} == {"A05", "A06", "A2", "AD", "AT"}
