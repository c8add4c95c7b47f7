"""Widths of names. Drawn names are fitted to these widths, so that the layout works with every font."""

from __future__ import annotations

from typing import Final

from rondel.boards.geometry import Box, Label

#: widths in parts of the type size, after an old-style serif
_WIDTHS: Final = {"iljI'.,": 0.31, "frt -–": 0.37, "szc": 0.46, "mM": 0.85, "wW": 0.8}
_SMALL: Final = 0.53
_CAPITAL: Final = 0.68
#: height of a line in parts of the type size
LEADING: Final = 0.98

_TABLE: Final = {letter: width for letters, width in _WIDTHS.items() for letter in letters}


def text_width(text: str, size: float) -> float:
    """Give the width of a text."""
    return size * sum(_TABLE.get(letter, _CAPITAL if letter.isupper() else _SMALL) for letter in text)


def split_name(name: str, lines: int) -> list[str]:
    """Break a name into at most that many lines, at its last blank."""
    return name.rsplit(" ", lines - 1) if lines > 1 else [name]


def label_box(name: str, label: Label) -> Box:
    """Give left, top, right and bottom of a drawn name."""
    rows = split_name(name, label.lines)
    width = max(text_width(row, label.size) for row in rows)
    height = label.size * LEADING * len(rows)
    return label.x - width / 2, label.y - height / 2, label.x + width / 2, label.y + height / 2
