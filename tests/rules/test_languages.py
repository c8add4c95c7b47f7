"""The rules reference says the same in every language: ids, kinds, cells, numbers and sections agree."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import rondel.server
from rondel import ledger
from rondel.errors import RondelError
from rondel.registry import BOOKS
from rondel.server.http import heads
from rondel.server.notices import words as notices

_ROW = re.compile(r"^\| ([A-Z][A-Z0-9]+-(?:R|D)?\d+) \| (.*) \|$", re.MULTILINE)

ENGLISH = """# Rules

## 1. Box

| id | kind | topic | statement |
| --- | --- | --- | --- |
| XX-001 | component | coins | 30 coins, 5 of gold. |
| XX-002 | rule | end | See XX-001. |

## Rulings

| id | topic | open point | ruling | ground |
| --- | --- | --- | --- | --- |
| XX-R01 | ties | Who wins? | The first of 2. | XX-002 |
"""
FRENCH = """# Règles

## 1. Boîte

| id | sorte | sujet | énoncé |
| --- | --- | --- | --- |
| XX-001 | component | pièces | 30 pièces, dont 5 en or. |
| XX-002 | rule | fin | Voir XX-001. |

## Décisions

| id | sujet | question | décision | source |
| --- | --- | --- | --- | --- |
| XX-R01 | égalité | Qui gagne ? | Le premier des 2. | XX-002 |
"""


def disagreements(english: str, other: str) -> list[str]:
    """List in what a translation is not the same reference; a sentence each."""
    ours, theirs = sections(english), sections(other)
    if [number for number, _ in ours] != [number for number, _ in theirs]:
        return ["the sections are not the same"]
    found = []
    for (number, left), (_, right) in zip(ours, theirs, strict=True):
        if list(left) != list(right):
            found.append(f"section {number or 'without number'}: {sorted(set(left) ^ set(right)) or 'order'}")
        found += [
            f"{clause}: {what}" for clause in left if clause in right for what in differing(left[clause], right[clause])
        ]
    return found


def sections(text: str) -> list[tuple[str, dict[str, str]]]:
    """Give each section's number and the rows of its clauses by id."""
    parts = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    return [("".join(re.findall(r"^\d+\.", part)), dict(_ROW.findall(part))) for part in parts]


def differing(left: str, right: str) -> list[str]:
    """Compare two rows: the number of their cells, the kind, every number in them."""
    ours, theirs = left.split(" | "), right.split(" | ")
    if len(ours) != len(theirs):
        return [f"{len(theirs)} cells, not {len(ours)}"]
    kinds = ours[0] in KINDS and ours[0] != theirs[0]
    numbers = Counter(re.findall(r"\d+", left)), Counter(re.findall(r"\d+", right))
    return [f"kind {theirs[0]}"] * kinds + [f"numbers {numbers[1]}, not {numbers[0]}"] * (numbers[0] != numbers[1])


KINDS = ("component", "setup", "rule", "example", "faq", "variant", "tip", "derived")


def test_every_book_is_translated_and_no_other_page() -> None:
    assert {page.stem for page in (ledger.folder() / "fr").iterdir()} == set(BOOKS)


@pytest.mark.parametrize("book", BOOKS)
def test_the_translation_agrees_with_the_english_text(book: str) -> None:
    assert disagreements(read(book, "en"), read(book, "fr")) == []
    assert len(ledger.clauses(book, "fr")) == len(ledger.clauses(book))


def read(book: str, language: str) -> str:
    return ledger.page_of(book, language).read_text(encoding="utf-8")


def test_a_faithful_translation_agrees() -> None:
    assert disagreements(ENGLISH, FRENCH) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("| XX-002 | rule | fin | Voir XX-001. |\n", "", "section 1.: ['XX-002']"),
        ("| XX-R01 |", "| XX-R02 |", "section without number: ['XX-R01', 'XX-R02']"),
        ("| rule |", "| règle |", "XX-002: kind règle"),
        ("| component | pièces |", "| component |", "XX-001: 2 cells, not 3"),
        ("dont 5", "dont 6", "XX-001: numbers"),
        ("Le premier des 2.", "Le premier.", "XX-R01: numbers"),
        ("## 1. Boîte", "## 2. Boîte", "the sections are not the same"),
        ("## Décisions\n", "", "the sections are not the same"),
    ],
)
def test_an_unfaithful_one_is_told(old: str, new: str, told: str) -> None:
    (found,) = disagreements(ENGLISH, FRENCH.replace(old, new))
    assert found.startswith(told)


def test_clauses_in_another_order_are_told() -> None:
    first, second = FRENCH.splitlines()[6:8]
    swapped = FRENCH.replace(f"{first}\n{second}", f"{second}\n{first}")
    assert disagreements(ENGLISH, swapped) == ["section 1.: order"]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with one reference in two languages and one in English alone."""
    (tmp_path / "fr").mkdir()
    (tmp_path / "attika.md").write_text(ENGLISH, encoding="utf-8")
    (tmp_path / "antike-2.md").write_text(ENGLISH, encoding="utf-8")
    (tmp_path / "fr" / "attika.md").write_text(FRENCH, encoding="utf-8")
    monkeypatch.setattr("rondel.ledger.folder", lambda: tmp_path)
    return tmp_path


@pytest.mark.usefixtures("shelf")
def test_clauses_are_read_in_a_language() -> None:
    english, french = ledger.clauses("attika"), ledger.clauses("attika", "fr")
    assert [clause.id for clause in english] == [clause.id for clause in french] == ["XX-001", "XX-002", "XX-R01"]
    assert (french[0].section, french[0].topic, french[0].text) == ("1. Boîte", "pièces", "30 pièces, dont 5 en or.")
    assert french[2].kind == "ruling"
    assert english == ledger.clauses("attika", "en")


@pytest.mark.usefixtures("shelf")
def test_where_a_translation_is_missing_english_is_named() -> None:
    assert [ledger.language_for("attika", name) for name in ("en", "fr", "de")] == ["en", "fr", "en"]
    assert ledger.language_for("antike-2", "fr") == "en"
    with pytest.raises(RondelError, match=r"not available in 'fr', only in: en\.") as refused:
        ledger.clauses("antike-2", "fr")
    assert refused.value.code == "bad_request"
    with pytest.raises(RondelError, match="only in: en, fr"):
        ledger.clauses("attika", "../fr")


# ---- typography ------------------------------------------------------------------------------------------------------

NO_BREAK = "\N{NO-BREAK SPACE}"
#: what stands in a text but is not its prose: code, targets of links, clauses in brackets, rules of tables
_NOT_PROSE = re.compile(r"`[^`]*`|\]\([^)]*\)|\[A[^\]]*\]|^\|[ :|-]*$|!\[|https?://\S*", re.MULTILINE)
_FRENCH = re.compile(f"[^{NO_BREAK};!?][;!?»]|[^{NO_BREAK}]:(?:\\s|$)|[^{NO_BREAK}]»|«[^{NO_BREAK}]|\\w'\\w")


def french_texts() -> list[tuple[str, str]]:
    """List everything in French outside the page's own catalogues, with where it stands."""
    root, server = Path(__file__).parents[2], Path(rondel.server.__file__).parent
    pages = [*(root / "docs/rules/fr").glob("*.md"), *(root / "docs/guide/fr").glob("*.md")]
    found = [(path.name, path.read_text(encoding="utf-8")) for path in pages]
    for path in (server / "lesson_files").rglob("*.toml"):
        found += [
            (path.stem, text) for text in re.findall(r'^fr = "(.*)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        ]
    mails = notices.WORDS["fr"].items()
    return found + [(f"notice {key}", "\n".join(texts)) for key, texts in mails] + list(heads._WORDS["fr"].items())


def test_french_has_no_break_spaces_and_curly_apostrophes() -> None:
    texts = [(name, _NOT_PROSE.sub("x", text)) for name, text in french_texts()]
    assert len(texts) > 200
    wrong = [
        (name, text[max(0, found.start() - 20) : found.end() + 20])
        for name, text in texts
        for found in _FRENCH.finditer(text)
    ]
    assert wrong == []
