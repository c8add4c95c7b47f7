"""Draws a position on the map: realms, cities, temples and stacks of pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.boards.geometry import MEDALLION, PIECE, Point
from rondel.draw.sheet import Sheet, path_of
from rondel.draw.svg import at, group, tag, use, words
from rondel.draw.themes import SANS, NationStyle

ARMIES = ("legions", "galleys")


def draw_realms(sheet: Sheet, position: Mapping[str, Any]) -> str:
    """Tint the regions of each nation's cities and hatch them along their outlines, so that the map stays readable."""
    found = []
    for nation, entry in position["nations"].items():
        number, style = sheet.style(nation, position)
        areas = "".join(path_of(sheet.shape.outline(sheet.board.index(name))) + "z" for name in entry.get("cities", ()))
        if areas:
            found.append(tag("clipPath", tag("path", d=areas), id=f"realm-{number}"))
            found.append(tag("path", d=areas, fill=style.colour, fill_opacity=0.15))
            band = tag(
                "path",
                d=areas,
                fill="none",
                stroke=f"url(#hatch-{number})",
                stroke_width=88,
                stroke_opacity=0.6,
            )
            band += tag("path", d=areas, fill="none", stroke=style.colour, stroke_width=24, stroke_opacity=0.45)
            found.append(group(band, clip_path=f"url(#realm-{number})"))
    return group("".join(found))


def draw_pieces(sheet: Sheet, position: Mapping[str, Any]) -> str:
    """Draw cities with their owners, temples, and every stack on its slot."""
    found = [_neutral(sheet, name) for name in position.get("neutral_temples", ())]
    for nation, entry in position["nations"].items():
        _, style = sheet.style(nation, position)
        temples = set(entry.get("temples", ()))
        found += [_city(sheet, name, style, name in temples) for name in entry.get("cities", ())]
    for army in ARMIES:
        for name, stacks in _stacks(sheet, position, army).items():
            found += _row(sheet, name, army, stacks, _spent(position, army, name))
    return group("".join(found))


def _city(sheet: Sheet, name: str, style: NationStyle, temple: bool) -> str:
    """Ring a city in its owner's colour and pin the emblem to it; a temple is a pediment over the city."""
    x, y = sheet.shape.places[sheet.board.index(name)].city
    ring = tag("circle", r=MEDALLION + 3, fill="none", stroke=sheet.theme.ink, stroke_width=11)
    ring += tag("circle", r=MEDALLION + 3, fill="none", stroke=style.colour, stroke_width=7.5)
    badge = tag("circle", r=14, fill=style.colour, stroke=sheet.theme.marble, stroke_width=2.5)
    badge += use(f"emblem-{style.emblem}", 0, 0, 0.95, fill=style.ink)
    ring += at(badge, 24, 21)
    if temple:
        ring += _pediment(sheet, -25)
    return at(ring, x, y, sheet.shape.scale)


def _pediment(sheet: Sheet, y: float) -> str:
    return use(
        "temple",
        0,
        y,
        0.92,
        fill=sheet.theme.marble,
        stroke=sheet.theme.ink,
        stroke_width=2.6,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _neutral(sheet: Sheet, name: str) -> str:
    x, y = sheet.shape.places[sheet.board.index(name)].city
    return at(_pediment(sheet, -25), x, y, sheet.shape.scale)


def _stacks(sheet: Sheet, position: Mapping[str, Any], army: str) -> dict[str, list[tuple[NationStyle, int]]]:
    found: dict[str, list[tuple[NationStyle, int]]] = {}
    for nation, entry in position["nations"].items():
        for name, count in entry.get(army, {}).items():
            found.setdefault(name, []).append((sheet.style(nation, position)[1], count))
    return found


def _spent(position: Mapping[str, Any], army: str, name: str) -> int:
    """Count the acting nation's units that have used an action this turn."""
    used = position.get("used", {}).get(army, {}).get(name, ())
    return sum(used)


def _row(sheet: Sheet, name: str, army: str, stacks: list[tuple[NationStyle, int]], spent: int) -> list[str]:
    place = sheet.shape.places[sheet.board.index(name)]
    slots = place.legions if army == "legions" else place.galleys
    spots = _spread(slots or (place.city,), len(stacks), PIECE * sheet.shape.scale)
    kind = army.removesuffix("s")
    return [
        _piece(sheet, kind, style, count, spot, bool(spent) and spent >= count)
        for (style, count), spot in zip(stacks, spots, strict=True)
    ]


def _spread(slots: tuple[Point, ...], count: int, step: float) -> list[tuple[float, float]]:
    """Give each stack its slot; more stacks than slots lean on each other."""
    found: list[tuple[float, float]] = [slots[i % len(slots)] for i in range(count)]
    return [(x + step * 0.8 * (i // len(slots)), y - step * 0.5 * (i // len(slots))) for i, (x, y) in enumerate(found)]


def _piece(sheet: Sheet, kind: str, style: NationStyle, count: int, spot: tuple[float, float], spent: bool) -> str:
    body = use(kind, 0, 0, fill=style.colour, stroke=sheet.theme.ink, stroke_width=2.6, stroke_linejoin="round")
    glow = use(kind, 0, 0, fill="none", stroke=sheet.theme.marble, stroke_width=7, stroke_linejoin="round")
    lift = -4 if kind == "legion" else -11
    emblem = use(f"emblem-{style.emblem}", 0, lift, 0.85 if kind == "legion" else 0.62, fill=style.ink)
    content = group(glow + body + emblem, transform="rotate(90)" if spent else None)
    if count > 1:
        badge = tag("circle", r=12.5, fill=sheet.theme.marble, stroke=sheet.theme.ink, stroke_width=2)
        badge += words(str(count), 0, 7, 20, font_family=SANS, font_weight="700", fill="#221a10")
        content += at(badge, 13, 13)
    return at(content, *spot, sheet.shape.scale)
