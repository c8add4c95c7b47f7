"""The tables of a position: what each nation has, and who has which know-how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rondel.boards.lettering import text_width
from rondel.draw.sheet import Sheet
from rondel.draw.svg import at, number, tag, use, words
from rondel.draw.texts import nation_title, text
from rondel.game import JsonObject

#: heights of the table's head and rows and of a line of the chart; width and left edge of the columns
HEAD, ROW, LINE = 112, 112, 58
_LEFT, _ROOM = 92.0, 830.0

Rows = Sequence[tuple[str, JsonObject]]


def draw_stone(sheet: Sheet, position: JsonObject, nation: str, x: float, y: float, size: float = 1.0) -> str:
    """Draw a nation's disc with its emblem."""
    _, style = sheet.style(nation, position)
    disc = tag("circle", r=25, fill=style.colour, stroke=sheet.theme.marble, stroke_width=4)
    disc += tag("circle", r=27.5, fill="none", stroke=sheet.theme.ink, stroke_width=2)
    return at(disc + use(f"emblem-{style.emblem}", 0, 0, 1.6, fill=style.ink), x, y, size)


def draw_nations(sheet: Sheet, position: JsonObject, rows: Rows) -> str:
    """Draw the table of nations: a head with the columns, then the score and holdings of each nation."""
    columns = _columns(rows)
    # a full bar is a victory
    best = max([int(position.get("target", 10)), *(_points(entry) for _, entry in rows)])
    content = "".join(_head(sheet, column, place, len(columns)) for place, column in enumerate(columns))
    for row, (name, entry) in enumerate(rows):
        line = _standing(sheet, position, name, entry, best)
        for place, column in enumerate(columns):
            middle = _middle(place, len(columns))
            line += words(str(_count(entry, column)), middle, 46, 36, fill=sheet.theme.name)
        content += at(line, 0, HEAD + 42 + ROW * row)
    return content


def _points(entry: JsonObject) -> int:
    return int(entry.get("points", sum(entry.get("personages", {}).values())))


def _columns(rows: Rows) -> list[str]:
    """List the columns; ramparts and barracks only where a nation has them."""
    found = ["marble", "iron", "gold", "coins", "cities", "temples", "legions", "galleys"]
    return found + [extra for extra in ("ramparts", "barracks") if any(extra in entry for _, entry in rows)]


def _count(entry: JsonObject, column: str) -> int:
    """Count what a nation holds: a number as it is, a table by its values, a list by its length."""
    held = entry.get(column, 0)
    if column != "cities" and isinstance(held, Mapping):
        return sum(held.values())
    return held if isinstance(held, int) else len(held)


def _middle(place: int, count: int) -> float:
    return _LEFT + _ROOM / count * (place + 0.5)


def _head(sheet: Sheet, column: str, place: int, count: int) -> str:
    """Draw a column's symbol with its name below it."""
    theme, middle, label = sheet.theme, _middle(place, count), text(sheet.language, column)
    if column == "coins":
        mark = tag("circle", r=17, fill="none", stroke=theme.gold, stroke_width=7)
    elif column == "cities":
        mark = tag("path", d="M-18 17V-7H-9V-16H0V-7H9V-14H18V17z", fill=theme.faint)
    elif column == "ramparts":
        mark = tag("path", d="M-20 16V-14H-11V-6H-4.5V-14H4.5V-6H11V-14H20V16z", fill=theme.rampart, stroke=theme.ink,
                   stroke_width=2.5)  # fmt: skip
    elif column == "barracks":
        mark = tag("path", d="M-20 17V-3L0-17L20-3V17H6V4H-6V17z", fill=theme.faint)
    else:
        resource = column in ("marble", "iron", "gold")
        symbol = f"city-{column}" if resource else column.removesuffix("s")
        mark = use(symbol, 0, 0, 0.72 if resource else 0.92, **({} if resource else {"fill": theme.faint}))
    size = 27.0
    length = min(text_width(label, size), _ROOM / count - 8)
    name = words(label, middle, 74, size, fill=theme.name, textLength=number(length), lengthAdjust="spacingAndGlyphs")
    return at(mark, middle, 22) + name


def _standing(sheet: Sheet, position: JsonObject, name: str, entry: JsonObject, best: int) -> str:
    """Draw a nation's emblem, name, score and score bar."""
    theme = sheet.theme
    _, style = sheet.style(name, position)
    points = _points(entry)
    turn = position.get("turn") == name
    back = tag("rect", x=0, y=-48, width=930, height=ROW - 6, rx=12, fill=theme.panel) if turn else ""
    bar = tag("rect", x=430, y=-36, width=490, height=26, fill=theme.panel, stroke=theme.faint, stroke_width=2)
    bar += tag("rect", x=430, y=-36, width=490 * points / best, height=26, fill=style.colour)
    title = nation_title(sheet.language, name)
    label = words(
        title, _LEFT, -10, 38, text_anchor="start", fill=theme.name, font_weight="700" if turn else "500",
        textLength=number(min(text_width(title, 40), 270)), lengthAdjust="spacingAndGlyphs",
    )  # fmt: skip
    score = words(str(points), 416, -10, 38, text_anchor="end", fill=theme.name, font_weight="700")
    return back + draw_stone(sheet, position, name, 44, 0) + label + bar + score


def chart_rows(position: JsonObject, rows: Rows) -> list[str]:
    """List the know-hows of the chart: all of the rulebook if the position names them, otherwise those somebody has."""
    listed = position.get("knowhow_order") or dict.fromkeys(k for _, entry in rows for k in entry.get("knowhow", ()))
    return [str(knowhow) for knowhow in listed]


def draw_chart(sheet: Sheet, position: JsonObject, rows: Rows) -> str:
    """Draw the chart of who has which know-how."""
    found = []
    for line, knowhow in enumerate(chart_rows(position, rows)):
        found.append(words(knowhow, 20, LINE * line + 12, 36, text_anchor="start", fill=sheet.theme.name))
        for place, (name, entry) in enumerate(rows):
            x, y = 450 + 80 * place, LINE * line
            if knowhow in entry.get("knowhow", ()):
                found.append(draw_stone(sheet, position, name, x, y, 0.92))
            else:
                found.append(tag("circle", cx=x, cy=y, r=9, fill="none", stroke=sheet.theme.faint, stroke_width=2))
    return "".join(found)
