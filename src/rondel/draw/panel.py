"""The side panel of a position: rondel, nations, know-how chart, score."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from rondel.boards.lettering import text_width
from rondel.draw.sheet import Sheet
from rondel.draw.svg import at, group, number, tag, use, words
from rondel.draw.themes import SANS

PANEL = 940
#: clockwise, as the first rulebooks print them; a position of another rulebook brings its own list as "wedges"
WEDGES = ("iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2")
_TINTS = {
    "iron": "iron",
    "gold": "gold",
    "marble": "marble",
    "ferrum": "iron",
    "aurum": "gold",
    "marmor": "marble",
}


def draw_panel(sheet: Sheet, position: Mapping[str, Any], left: float, height: float) -> str:
    """Draw the panel right of the map."""
    wedges = tuple(position.get("wedges", WEDGES))
    rows = list(position["nations"].items())
    content = _heading(sheet, position)
    content += at(_rondel(sheet, position, wedges), PANEL / 2 - 20, 510)
    content += at(_nations(sheet, position, rows), 0, 940)
    content += at(_knowhow(sheet, position, rows), 0, 1010 + 118 * len(rows))
    return at(group(content, font_family=SANS), left, 0)


def _heading(sheet: Sheet, position: Mapping[str, Any]) -> str:
    parts = [f"Round {position['round']}"] if "round" in position else []
    if position.get("turn"):
        actor = position.get("to_act", position["turn"])
        answers = actor != position["turn"] and "place" in position
        parts.append(f"{actor}: battle in {position['place']}?" if answers else f"{actor} to move")
    if position.get("winner"):
        parts = [f"{position['winner']} won"]
    return words(" · ".join(parts), PANEL / 2 - 20, 100, 44, fill=sheet.theme.name, font_weight="600")


def _turn(angle: float, radius: float) -> tuple[float, float]:
    return radius * math.sin(angle), -radius * math.cos(angle)


def _rondel(sheet: Sheet, position: Mapping[str, Any], wedges: Sequence[str]) -> str:
    found = [_wedge(sheet, wedges, place) for place in range(len(wedges))]
    for place, wedge in enumerate(wedges):
        stones = [nation for nation, entry in position["nations"].items() if entry.get("rondel") == wedge]
        angle = math.tau * (place + 0.5) / len(wedges)
        for rank, nation in enumerate(stones):
            x, y = _turn(angle + 0.22 * (rank % 3 - (min(len(stones), 3) - 1) / 2), 150 + 58 * (rank // 3))
            found.append(_stone(sheet, position, nation, x, y))
    waiting = [nation for nation, entry in position["nations"].items() if entry.get("rondel") not in wedges]
    for rank, nation in enumerate(waiting):
        x, y = _turn(math.tau * rank / max(1, len(waiting)), 0 if len(waiting) == 1 else 54)
        found.append(_stone(sheet, position, nation, x, y))
    return "".join(found)


def _wedge(sheet: Sheet, wedges: Sequence[str], place: int) -> str:
    share = math.tau / len(wedges)
    (ax, ay), (bx, by) = _turn(place * share, 340), _turn((place + 1) * share, 340)
    (cx, cy), (dx, dy) = _turn((place + 1) * share, 95), _turn(place * share, 95)
    outline = f"M{ax:.1f} {ay:.1f}A340 340 0 0 1 {bx:.1f} {by:.1f}L{cx:.1f} {cy:.1f}A95 95 0 0 0 {dx:.1f} {dy:.1f}z"
    name = wedges[place].rstrip("12")
    fill = getattr(sheet.theme, _TINTS.get(name.casefold(), "panel"))
    x, y = _turn((place + 0.5) * share, 262)
    ink = (
        "#ffffff"
        if _TINTS.get(name.casefold()) == "iron"
        else "#2f2214"
        if fill != sheet.theme.panel
        else sheet.theme.name
    )
    text = words(
        name,
        x,
        y + 11,
        33,
        fill=ink,
        font_weight="600",
        textLength=number(min(165, text_width(name, 36))),
        lengthAdjust="spacingAndGlyphs",
    )
    return tag("path", d=outline, fill=fill, stroke=sheet.theme.ink, stroke_width=3) + text


def _stone(sheet: Sheet, position: Mapping[str, Any], nation: str, x: float, y: float) -> str:
    _, style = sheet.style(nation, position)
    disc = tag("circle", r=25, fill=style.colour, stroke=sheet.theme.marble, stroke_width=4)
    disc += tag("circle", r=27.5, fill="none", stroke=sheet.theme.ink, stroke_width=2)
    return at(disc + use(f"emblem-{style.emblem}", 0, 0, 1.6, fill=style.ink), x, y)


def _points(entry: Mapping[str, Any]) -> int:
    return int(entry.get("points", sum(entry.get("personages", {}).values())))


def _nations(sheet: Sheet, position: Mapping[str, Any], rows: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    # a full bar is a victory
    best = max([int(position.get("target", 10)), *(_points(entry) for _, entry in rows)])
    return "".join(
        at(_nation(sheet, position, name, entry, best), 0, 118 * row) for row, (name, entry) in enumerate(rows)
    )


def _nation(sheet: Sheet, position: Mapping[str, Any], name: str, entry: Mapping[str, Any], best: int) -> str:
    """Draw one nation's row: emblem, name, score bar, stocks and counts."""
    theme = sheet.theme
    _, style = sheet.style(name, position)
    points = _points(entry)
    bar = tag("rect", x=400, y=-34, width=480, height=26, fill=theme.panel, stroke=theme.faint, stroke_width=2)
    bar += tag("rect", x=400, y=-34, width=480 * points / best, height=26, fill=style.colour)
    start = {"text_anchor": "start", "fill": theme.name}
    label = words(name, 92, -10, 38, font_weight="700" if position.get("turn") == name else "500", **start)
    score = words(str(points), 388, -10, 36, text_anchor="end", fill=theme.name, font_weight="700")
    content = _stone(sheet, position, name, 44, 0) + label + bar + score
    x = 92.0
    for symbol, count in _counts(entry):
        content += _count(sheet, symbol, count, x)
        x += 101
    return content


def _counts(entry: Mapping[str, Any]) -> list[tuple[str, int]]:
    return [
        ("city-marble", int(entry.get("marble", 0))),
        ("city-iron", int(entry.get("iron", 0))),
        ("city-gold", int(entry.get("gold", 0))),
        ("coin", int(entry.get("coins", 0))),
        ("city", len(entry.get("cities", ()))),
        ("temple", len(entry.get("temples", ()))),
        ("legion", sum(entry.get("legions", {}).values())),
        ("galley", sum(entry.get("galleys", {}).values())),
    ]


def _count(sheet: Sheet, symbol: str, count: int, x: float) -> str:
    theme = sheet.theme
    if symbol == "coin":
        mark = tag("circle", cx=x + 18, cy=34, r=15, fill="none", stroke=theme.gold, stroke_width=6)
    elif symbol == "city":
        mark = tag("path", d=f"M{x + 2} 48V26H{x + 10}V18H{x + 18}V26H{x + 26}V20H{x + 34}V48z", fill=theme.faint)
    else:
        look = {} if symbol.startswith("city-") else {"fill": theme.faint}
        mark = use(symbol, x + 18, 34, 0.58 if look == {} else 0.8, **look)
    return mark + words(str(count), x + 44, 45, 32, text_anchor="start", fill=theme.name)


def _knowhow(sheet: Sheet, position: Mapping[str, Any], rows: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """Draw the chart of who knows what, one line for each know-how that somebody has."""
    listed = position.get("knowhow_order") or dict.fromkeys(k for _, entry in rows for k in entry.get("knowhow", ()))
    found = []
    for line, knowhow in enumerate(listed):
        found.append(words(str(knowhow), 20, 62 * line + 12, 34, text_anchor="start", fill=sheet.theme.name))
        for place, (name, entry) in enumerate(rows):
            x, y = 440 + 78 * place, 62 * line
            if knowhow in entry.get("knowhow", ()):
                found.append(_stone(sheet, position, name, x, y))
            else:
                found.append(tag("circle", cx=x, cy=y, r=9, fill="none", stroke=sheet.theme.faint, stroke_width=2))
    return "".join(found)
