"""The illustrated rules: two pages for each rulebook, with pictures, every paragraph with the clauses it tells.

Their texts are Markdown files, in which a paragraph ends with its clauses in brackets and a picture stands on a line of
its own. The documentation site and the page of the server show the same files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from rondel.errors import RondelError

#: languages of the illustrated rules
LANGUAGES: Final = ("en", "fr", "de")
_PICTURE: Final = re.compile(r"!\[([^\]]+)\]\((?:\.\./)?img/([a-z0-9.-]+)\.svg\)")
#: the clauses at the end of a paragraph
CLAUSES: Final = re.compile(r"\s\[((?:[A-Z][A-Z0-9]+-\d+\s?)+)\]$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph with its clauses, or a picture with what it shows."""

    text: str
    clauses: tuple[str, ...] = ()
    picture: str = ""  # the name of its file, without the ending


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under a heading."""

    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One of the two pages."""

    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """The illustrated rules of a rulebook."""

    title: str
    summary: Part
    pages: tuple[Page, ...]


def folder() -> Path:
    """Find the illustrated rules: in the installed package, or in the checkout's documentation."""
    packaged = Path(str(resources.files("rondel") / "guides"))
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "docs" / "guide"


def page_of(book_id: str, language: str = "en") -> Path:
    """Give the path of a rulebook's illustrated rules in a language, whether or not they exist."""
    place = folder() if language == LANGUAGES[0] else folder() / language
    return place / f"{book_id}.md"


def guide(book_id: str, language: str = "en") -> Guide:
    """Read the illustrated rules of a rulebook in a language; in English where that is not there."""
    found = [page_of(book_id, name) for name in (language, LANGUAGES[0]) if name in LANGUAGES]
    path = next((page for page in found if page.is_file()), None)
    if path is None:
        raise RondelError("bad_request", f"There are no illustrated rules of {book_id}.")
    return read_guide(path.read_text(encoding="utf-8"))


def read_guide(text: str) -> Guide:
    """Read a text: its title, a summary, pages with sections, and in these paragraphs and pictures."""
    head, *pages = re.split(r"^## ", text, flags=re.MULTILINE)
    title, summary = head.removeprefix("# ").split("\n\n", 1)
    return Guide(title, _part(summary), tuple(_page(page) for page in pages))


def picture_file(name: str, dark: bool) -> Path | None:
    """Find the file of a picture, by day or by lamplight; none if the name is not that of a picture."""
    return _pictures(folder() / "img").get(f"{name}{'-dark' if dark else ''}.svg")


@cache
def _pictures(place: Path) -> dict[str, Path]:
    """List the pictures once, because anybody may ask for names that do not exist."""
    return {path.name: path for path in place.glob("*.svg")}


def _page(text: str) -> Page:
    title, *sections = re.split(r"^### ", text, flags=re.MULTILINE)
    return Page(title.strip(), tuple(_section(section) for section in sections))


def _section(text: str) -> Section:
    title, *parts = text.strip().split("\n\n")
    return Section(title, tuple(_part(part) for part in parts))


def _part(text: str) -> Part:
    told = " ".join(text.strip().split("\n"))
    drawn = _PICTURE.fullmatch(told)
    if drawn:
        return Part(drawn[1], picture=drawn[2])
    cited = CLAUSES.search(told)
    return Part(told[: cited.start()], tuple(cited[1].split())) if cited else Part(told)
