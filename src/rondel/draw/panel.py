"""The panel of a position, next to the map or below it on a phone: heading, rondel, nations, know-how chart."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rondel.boards.lettering import text_width
from rondel.draw.nations import HEAD, LINE, ROW, chart_rows, draw_chart, draw_nations, draw_stone
from rondel.draw.sheet import Sheet
from rondel.draw.svg import at, group, number, tag, words
from rondel.draw.texts import nation_title, text
from rondel.draw.themes import SANS
from rondel.game import JsonObject

PANEL = 940
#: how much larger the panel is drawn below the map of a phone
PHONE_PANEL = 2.9
#: clockwise, as the first rulebooks print them; positions of other rulebooks list their own as "wedges"
WEDGES = ("iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2")
_TINTS = {"iron": "iron", "gold": "gold", "marble": "marble", "ferrum": "iron", "aurum": "gold", "marmor": "marble"}
_RADIUS, _HUB = 340, 95
#: where heading and wheel end
_TOP, _WHEEL = 130, 2 * _RADIUS + 30


def draw_panel(sheet: Sheet, position: JsonObject) -> str:
    """Draw the panel around its own origin, PANEL units wide; on a phone the nations come before the wheel."""
    rows = list(position["nations"].items())
    table = HEAD + ROW * len(rows) + 20
    wheel = at(_rondel(sheet, position, tuple(position.get("wedges", WEDGES))), PANEL / 2 - 20, _RADIUS + 8)
    parts = [(wheel, _WHEEL), (draw_nations(sheet, position, rows), table)]
    top, content = _TOP, _heading(sheet, position)
    for part, high in reversed(parts) if sheet.phone else parts:
        content += at(part, 0, top)
        top += high
    return group(content + at(draw_chart(sheet, position, rows), 0, top + 30), font_family=SANS)


def panel_height(position: JsonObject) -> float:
    """Give the height of the panel."""
    rows = list(position["nations"].items())
    return _TOP + _WHEEL + HEAD + ROW * len(rows) + 40 + LINE * len(chart_rows(position, rows))


def _heading(sheet: Sheet, position: JsonObject) -> str:
    def say(key: str, *facts: object) -> str:
        return text(sheet.language, key).format(*facts)

    parts = [say("round", position["round"])] if "round" in position else []
    if position.get("turn"):
        actor = position.get("to_act", position["turn"])
        answers = actor != position["turn"] and "place" in position
        who = nation_title(sheet.language, actor)
        parts.append(say("battle", who, position["place"]) if answers else say("to move", who))
    if position.get("winner"):
        parts = [say("won", nation_title(sheet.language, position["winner"]))]
    return words(" · ".join(parts), PANEL / 2 - 20, 90, 46, fill=sheet.theme.name, font_weight="600")


def _turn(angle: float, radius: float) -> tuple[float, float]:
    return radius * math.sin(angle), -radius * math.cos(angle)


def _rondel(sheet: Sheet, position: JsonObject, wedges: Sequence[str]) -> str:
    found = [_wedge(sheet, wedges, place) for place in range(len(wedges))]
    for place, wedge in enumerate(wedges):
        stones = [nation for nation, entry in position["nations"].items() if entry.get("rondel") == wedge]
        angle = math.tau * (place + 0.5) / len(wedges)
        size = stone_size(len(stones))
        for nation, (turn, radius) in zip(stones, stone_places(len(stones)), strict=True):
            found.append(draw_stone(sheet, position, nation, *_turn(angle + turn, radius), size))
    waiting = [nation for nation, entry in position["nations"].items() if entry.get("rondel") not in wedges]
    for rank, nation in enumerate(waiting):
        x, y = _turn(math.tau * rank / max(1, len(waiting)), 0 if len(waiting) == 1 else 58)
        found.append(draw_stone(sheet, position, nation, x, y, 0.85))
    return "".join(found)


def stone_size(count: int) -> float:
    """Say how large the stones on a wedge are drawn: the more there are, the smaller."""
    return 1.0 if count < 3 else 0.85 if count < 6 else 0.75


def stone_places(count: int) -> list[tuple[float, float]]:
    """Give angles from the wedge's middle and radii for its stones: two rows, clear of its name."""
    inner = 0 if count < 3 else count // 2
    rows = [(inner, 122.0), (count - inner, 168.0 if inner else 152.0)]
    step = 55.0 * stone_size(count)
    return [(step / radius * (i - (size - 1) / 2), radius) for size, radius in rows for i in range(size)]


def _wedge(sheet: Sheet, wedges: Sequence[str], place: int) -> str:
    share = math.tau / len(wedges)
    (ax, ay), (bx, by) = _turn(place * share, _RADIUS), _turn((place + 1) * share, _RADIUS)
    (cx, cy), (dx, dy) = _turn((place + 1) * share, _HUB), _turn(place * share, _HUB)
    outline = f"M{ax:.1f} {ay:.1f}A{_RADIUS} {_RADIUS} 0 0 1 {bx:.1f} {by:.1f}L{cx:.1f} {cy:.1f}"
    outline += f"A{_HUB} {_HUB} 0 0 0 {dx:.1f} {dy:.1f}z"
    name = wedges[place].rstrip("12")
    tint = _TINTS.get(name.casefold(), "panel")
    ink = {"iron": "#ffffff", "panel": sheet.theme.name}.get(tint, "#2f2214")
    x, y = _turn((place + 0.5) * share, 266)
    label = words(
        name, x, y + 11, 34, fill=ink, font_weight="600", textLength=number(min(146, text_width(name, 36))),
        lengthAdjust="spacingAndGlyphs",
    )  # fmt: skip
    return tag("path", d=outline, fill=getattr(sheet.theme, tint), stroke=sheet.theme.ink, stroke_width=3) + label
