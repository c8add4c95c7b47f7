"""The strip below the map: its title and the key to the symbols."""

from __future__ import annotations

from dataclasses import dataclass

from rondel.boards.lettering import text_width
from rondel.draw.sheet import Sheet, city_symbol
from rondel.draw.svg import at, number, tag, use, words
from rondel.draw.texts import text
from rondel.draw.themes import SANS

#: widths of a symbol, of the gap before its text and of the gap between entries, in parts of the type size
_MARK, _GAP, _SPACE = 2.0, 0.35, 1.1


@dataclass(frozen=True, slots=True)
class Entry:
    """One symbol with its meaning; the symbol is drawn for a type of 32 units."""

    drawing: str
    meaning: str

    def width(self, size: float) -> float:
        """Give the width it takes."""
        return size * (_MARK + _GAP) + text_width(self.meaning, size)


def draw_strip(sheet: Sheet) -> str:
    """Write the title and the key below the map."""
    left, top, wide = sheet.margin, sheet.shape.frame[1] + 2 * sheet.margin, sheet.shape.frame[0]
    size = 66.0 if sheet.phone else 32.0
    title = words(
        sheet.board.title, left + 10, top + (84 if sheet.phone else 62), 92 if sheet.phone else 54,
        text_anchor="start", fill=sheet.theme.name, font_style="italic", font_weight="600",
    )  # fmt: skip
    if sheet.phone:
        rows = _rows(_entries(sheet), size, wide - 20)
        lines = [_row(sheet, row, left + 10, top + 168 + 92 * place, size) for place, row in enumerate(rows)]
        return title + "".join(lines)
    entries = _entries(sheet)
    used = sum(entry.width(size) for entry in entries) + _SPACE * size * (len(entries) - 1)
    return title + _row(sheet, entries, left + wide - 10 - used, top + 54, size)


def strip_height(sheet: Sheet) -> int:
    """Give the height of the strip: on a phone the key is below the title."""
    if not sheet.phone:
        return 96
    return 134 + 92 * len(_rows(_entries(sheet), 66.0, sheet.shape.frame[0] - 20))


def _rows(entries: list[Entry], size: float, room: float) -> list[list[Entry]]:
    rows: list[list[Entry]] = [[]]
    used = 0.0
    for entry in entries:
        width = entry.width(size) + _SPACE * size
        if rows[-1] and used + width > room:
            rows.append([])
            used = 0.0
        rows[-1].append(entry)
        used += width
    return rows


def _row(sheet: Sheet, entries: list[Entry], left: float, middle: float, size: float) -> str:
    found = ""
    for entry in entries:
        length = text_width(entry.meaning, size)
        found += at(entry.drawing, left + size * _MARK / 2, middle, size / 32)
        found += words(
            entry.meaning, left + size * (_MARK + _GAP), middle + 0.34 * size, size, text_anchor="start",
            fill=sheet.theme.name, font_family=SANS, textLength=number(length), lengthAdjust="spacingAndGlyphs",
        )  # fmt: skip
        left += entry.width(size) + _SPACE * size
    return found


def _entries(sheet: Sheet) -> list[Entry]:
    used = {city_symbol(sheet.board, region) for region in range(len(sheet.board.regions))}
    keys = ("marble", "iron", "gold", "any", "open sea")
    names = {key: f"city-{key.replace(' ', '-')}" for key in keys}
    found = [Entry(use(names[key], 0, 0, 0.95), text(sheet.language, key)) for key in keys if names[key] in used]
    return found + [Entry(_border(sheet, kind), text(sheet.language, f"{kind} border")) for kind in _BORDERS]


_BORDERS = ("land", "sea", "both")
_WAVE = "M-30 6Q-20-8-10 2T10 0T30-4"


def _border(sheet: Sheet, kind: str) -> str:
    """Draw a sample of a border: wavy over land, straight over sea, a bead where a combined one crosses the shore."""
    theme = sheet.theme
    if kind == "land":
        return _stroke(_WAVE, theme.land_border)
    if kind == "sea":
        return _stroke("M-30 4L30-4", theme.sea_border)
    bead = tag("circle", r=6.5, fill=theme.marble, stroke=theme.ink, stroke_width=2.2)
    return _stroke("M-30 5Q-20-8-11 3T0 0", theme.land_border) + _stroke("M0 0L30-4", theme.sea_border) + bead


def _stroke(path: str, colour: str) -> str:
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=6, stroke_linecap="round")
