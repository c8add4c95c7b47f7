"""The rules reference as data: its clauses, and which tests prove them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from rondel.errors import RondelError

_ROW = re.compile(r"^\| ([A-Z][A-Z0-9]+-(?:(R)|D)?\d+) \| (.*) \|$")
#: kinds that need no test
FREE = ("tip",)
#: languages of the rules reference; the others are translated from the first
LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Clause:
    """One line of a rules reference."""

    id: str
    kind: str  # component, setup, rule, example, faq, variant, tip, derived or ruling
    section: str
    topic: str
    text: str


def folder() -> Path:
    """Find the rules reference: in the installed package, or in the checkout's documentation."""
    packaged = Path(str(resources.files("rondel") / "ledgers"))
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "docs" / "rules"


def page_of(book_id: str, language: str = "en") -> Path:
    """Give the path of a rulebook's reference in a language, whether or not it exists."""
    place = folder() if language == LANGUAGES[0] else folder() / language
    return place / f"{book_id}.md"


def language_for(book_id: str, wanted: str) -> str:
    """Give the language a rulebook can be read in: the wanted one if there is a text in it, else English."""
    return wanted if wanted in LANGUAGES and page_of(book_id, wanted).is_file() else LANGUAGES[0]


def clauses(book_id: str, language: str = "en") -> list[Clause]:
    """Read the clauses of a rulebook in order, in a language; rulings last."""
    if language_for(book_id, language) != language:
        known = ", ".join(name for name in LANGUAGES if language_for(book_id, name) == name)
        raise RondelError("bad_request", f"The rules of {book_id} are not available in {language!r}, only in: {known}.")
    page = page_of(book_id, language)
    if not page.is_file():
        raise RondelError("bad_request", f"There is no rules reference of {book_id}.")
    return read_clauses(page.read_text(encoding="utf-8"))


def read_clauses(text: str) -> list[Clause]:
    """Extract the clauses from the text of a rules reference."""
    found = []
    section = ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line[3:]
        row = _ROW.match(line)
        if row:
            cells = row[3].split(" | ")
            if row[2]:
                found.append(Clause(row[1], "ruling", section, cells[0], f"{cells[1]} — {cells[2]}"))
            else:
                found.append(Clause(row[1], cells[0], section, cells[1], " | ".join(cells[2:])))
    return found


def cited(tests: Path) -> dict[str, list[str]]:
    """Collect which tests below a folder are marked with which clause, by reading their decorators."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError) as error:
            raise RondelError("bad_request", f"{path} is not a Python file: {error}.") from error
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for clause in marks(node):
                    found.setdefault(clause, []).append(f"{path.relative_to(tests).as_posix()}::{node.name}")
    return found


def marks(node: ast.FunctionDef) -> list[str]:
    """Give the clauses that a test is marked with."""
    calls = [part for mark in node.decorator_list for part in ast.walk(mark) if isinstance(part, ast.Call)]
    rules = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "rule"]
    return [
        arg.value for call in rules for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    ]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far the clauses of a rulebook are proved by tests."""

    covered: int
    total: int
    kinds: Mapping[str, tuple[int, int]]  # covered and all, by kind
    missing: tuple[str, ...]


def coverage(book_id: str, marks: Mapping[str, list[str]]) -> Coverage:
    """Compare a rulebook's clauses with the marks; tips need no test."""
    wanted = [clause for clause in clauses(book_id) if clause.kind not in FREE]
    kinds: dict[str, tuple[int, int]] = {}
    for clause in wanted:
        done, total = kinds.get(clause.kind, (0, 0))
        kinds[clause.kind] = done + (clause.id in marks), total + 1
    missing = tuple(clause.id for clause in wanted if clause.id not in marks)
    return Coverage(len(wanted) - len(missing), len(wanted), kinds, missing)
