"""Writes docs/rules/differences.md: the rule axes in which the rulebooks differ, from their data."""

from __future__ import annotations

from pathlib import Path

from rondel.cli.rules import readable, rule_table
from rondel.registry import BOOKS

#: the rulebooks described by the same axes
FAMILY = {book.id: book for book in BOOKS.values() if list(book.axes) == list(next(iter(BOOKS.values())).axes)}
PAGE = Path(__file__).parents[1] / "docs" / "rules" / "differences.md"


def _row(axis: str, values: list[object]) -> str:
    return (
        f"| {next(iter(FAMILY.values())).about[axis]} | "
        + " | ".join(readable(value) for value in values)
        + f" | `{axis}` |"
    )


def page() -> str:
    """Write the page."""
    tables = {book: rule_table(book) for book in FAMILY}
    axes = next(iter(tables.values()))
    differ = [axis for axis in axes if len({str(table[axis]) for table in tables.values()}) > 1]
    lines = [
        "# Differences between the rulebooks",
        "",
        "Made from the rules data (`tools/differences.py`). An axis that is not listed is the same in all rulebooks.",
        "",
        "| what | " + " | ".join(f"[{book}]({book}.md)" for book in tables) + " | axis |",
        "| --- | " + " | ".join("---" for _ in tables) + " | --- |",
        *(_row(axis, [table[axis] for table in tables.values()]) for axis in differ),
        "",
        "## Options",
        "",
        "| option | " + " | ".join(tables) + " | what it does |",
        "| --- | " + " | ".join("---" for _ in tables) + " | --- |",
    ]
    titles = {option.id: option.title for book in FAMILY.values() for option in book.options}
    for name, title in titles.items():
        rules = [next((option.rule for option in book.options if option.id == name), "–") for book in FAMILY.values()]
        lines.append(f"| `{name}` | " + " | ".join(rules) + f" | {title} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
