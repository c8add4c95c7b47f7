"""Draws a position on the map: realms, cities, temples, ramparts and stacks of pieces.

Everything comes from the position object; nothing here depends on a rulebook. What a nation's entry may have:

- "cities": a list of regions, or a table region -> resource where the position says what a city yields
  (nothing is printed where the founder chooses)
- "temples", "ramparts": regions of cities that have one
- "legions", "galleys": region -> number
- "special": region -> "general" or "admiral"
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from rondel.boards.geometry import MEDALLION, PHONE, PIECE, Point
from rondel.boards.schema import RESOURCES, Board
from rondel.draw.sheet import Sheet, path_of
from rondel.draw.svg import at, group, tag, use, words
from rondel.draw.themes import SANS, NationStyle, tinted
from rondel.errors import BoardError
from rondel.game import JsonObject

ARMIES = ("legions", "galleys")
#: parts of a nation's entry that name regions
_PARTS = ("cities", "temples", "ramparts", *ARMIES, "special")
#: a special unit stands with the stacks of its kind
_SPECIAL = {"legions": "general", "galleys": "admiral"}


def check_names(board: Board, position: JsonObject) -> None:
    """Refuse regions that the board does not have."""
    regions = {region.name for region in board.regions}
    named = list(position.get("neutral_temples", ()))
    for entry in position["nations"].values():
        named += [name for part in _PARTS for name in entry.get(part, ())]
    for name in named:
        if name not in regions:
            raise BoardError("bad_position", f"The board {board.id} has no region {name!r}.")


def draw_realms(sheet: Sheet, position: JsonObject) -> str:
    """Tint the regions of each nation's cities and hatch them along their outlines, so that the map stays readable."""
    found = []
    for nation, entry in position["nations"].items():
        number, style = sheet.style(nation, position)
        colour = tinted(style.colour, sheet.theme)
        areas = "".join(path_of(sheet.shape.outline(sheet.board.index(name))) + "z" for name in entry.get("cities", ()))
        if areas:
            found.append(tag("clipPath", tag("path", d=areas), id=f"realm-{number}"))
            found.append(tag("path", d=areas, fill=colour, fill_opacity=0.1))
            hatch = f"url(#hatch-{number})"
            band = tag("path", d=areas, fill="none", stroke=hatch, stroke_width=76, stroke_opacity=0.55)
            band += tag("path", d=areas, fill="none", stroke=colour, stroke_width=26, stroke_opacity=0.4)
            found.append(group(band, clip_path=f"url(#realm-{number})"))
    return group("".join(found))


def draw_holdings(sheet: Sheet, position: JsonObject) -> str:
    """Draw the city sites: neutral temples, and cities with their owners, temples and ramparts."""
    found = [_neutral(sheet, name) for name in position.get("neutral_temples", ())]
    for nation, entry in position["nations"].items():
        _, style = sheet.style(nation, position)
        for name, resource in cities_of(entry).items():
            extras = name in entry.get("temples", ()), name in entry.get("ramparts", ())
            found.append(_city(sheet, name, resource, style, extras))
    return group("".join(found))


def draw_pieces(sheet: Sheet, position: JsonObject) -> str:
    """Draw every stack on its slot."""
    found: list[str] = []
    for army in ARMIES:
        for name, stacks in _stacks(sheet, position, army).items():
            found += _row(sheet, name, army, stacks, _spent(position, army, name))
    return group("".join(found))


def cities_of(entry: JsonObject) -> dict[str, str | None]:
    """List a nation's cities, each with the resource that the position gives it, if any."""
    cities = entry.get("cities", ())
    return dict(cities) if isinstance(cities, Mapping) else dict.fromkeys(cities)


def _size(sheet: Sheet) -> float:
    return sheet.shape.scale * (PHONE if sheet.phone else 1)


def _place(sheet: Sheet, name: str) -> Point:
    return sheet.shape.places[sheet.board.index(name)].city


def _city(sheet: Sheet, name: str, resource: str | None, style: NationStyle, extras: tuple[bool, bool]) -> str:
    """Ring a city in its owner's colour and add the emblem, a pediment for a temple and a wall for a rampart."""
    temple, rampart = extras
    content = _wall(sheet) if rampart else ""
    if resource in RESOURCES:
        # the chosen resource replaces the printed symbol of a founder's choice
        content += tag("circle", r=MEDALLION + 1, fill=sheet.theme.halo) + use(f"city-{resource}", 0, 0)
    content += tag("circle", r=MEDALLION + 3, fill="none", stroke=sheet.theme.ink, stroke_width=11)
    content += tag("circle", r=MEDALLION + 3, fill="none", stroke=tinted(style.colour, sheet.theme), stroke_width=7.5)
    badge = tag("circle", r=14, fill=style.colour, stroke=sheet.theme.marble, stroke_width=2.5)
    content += at(badge + use(f"emblem-{style.emblem}", 0, 0, 0.95, fill=style.ink), 24, 21)
    if temple:
        content += _pediment(sheet, -25, 0.92)
    return at(content, *_place(sheet, name), _size(sheet))


#: corners of an octagon of radius 1
_CORNERS = tuple((math.cos(math.pi * (i + 0.5) / 4), math.sin(math.pi * (i + 0.5) / 4)) for i in range(8))


def _wall(sheet: Sheet) -> str:
    """Draw a rampart as seen from above: an octagon of masonry with a tower on each corner, around the city."""
    theme, radius = sheet.theme, MEDALLION + 14.0
    path = "M" + "L".join(f"{radius * x:.1f} {radius * y:.1f}" for x, y in _CORNERS) + "z"
    wall = tag("path", d=path, fill="none", stroke=theme.ink, stroke_width=9, stroke_linejoin="round")
    wall += tag("path", d=path, fill="none", stroke=theme.rampart, stroke_width=5)
    towers = (
        tag("circle", cx=radius * x, cy=radius * y, r=6, fill=theme.rampart, stroke=theme.ink, stroke_width=2)
        for x, y in _CORNERS
    )
    return wall + "".join(towers)


def _pediment(sheet: Sheet, y: float, scale: float) -> str:
    return use(
        "temple", 0, y, scale, fill=sheet.theme.marble, stroke=sheet.theme.ink, stroke_width=2.6,
        stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip


def _neutral(sheet: Sheet, name: str) -> str:
    """Draw a temple that belongs to nobody: on a plain disc over the whole site."""
    disc = tag("circle", r=MEDALLION + 4, fill=sheet.theme.rampart, stroke=sheet.theme.ink, stroke_width=3.5)
    disc += tag("circle", r=MEDALLION - 2, fill="none", stroke=sheet.theme.marble, stroke_width=2)
    return at(disc + _pediment(sheet, 1, 1.12), *_place(sheet, name), _size(sheet))


def _stacks(sheet: Sheet, position: JsonObject, army: str) -> dict[str, list[tuple[NationStyle, int]]]:
    """List the stacks of a kind by region; a special unit is a separate stack with the number 0."""
    found: dict[str, list[tuple[NationStyle, int]]] = {}
    for nation, entry in position["nations"].items():
        style = sheet.style(nation, position)[1]
        for name, count in entry.get(army, {}).items():
            found.setdefault(name, []).append((style, count))
        for name, word in entry.get("special", {}).items():
            if word == _SPECIAL[army]:
                found.setdefault(name, []).append((style, 0))
    return found


def _spent(position: JsonObject, army: str, name: str) -> int:
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
    """Give each stack its slot; if there are more stacks than slots, they overlap."""
    found: list[tuple[float, float]] = [slots[i % len(slots)] for i in range(count)]
    return [(x + step * 0.8 * (i // len(slots)), y - step * 0.5 * (i // len(slots))) for i, (x, y) in enumerate(found)]


def _piece(sheet: Sheet, kind: str, style: NationStyle, count: int, spot: tuple[float, float], spent: bool) -> str:
    body = use(kind, 0, 0, fill=style.colour, stroke=sheet.theme.ink, stroke_width=2.6, stroke_linejoin="round")
    glow = use(kind, 0, 0, fill="none", stroke=sheet.theme.marble, stroke_width=7, stroke_linejoin="round")
    emblem = use(f"emblem-{style.emblem}", 0, -9, 0.78 if kind == "legion" else 0.62, fill=style.ink)
    content = group(glow + body + emblem, transform="rotate(90)" if spent else None)
    if count != 1:
        badge = tag("circle", r=12.5, fill=sheet.theme.marble, stroke=sheet.theme.ink, stroke_width=2)
        sign = words(str(count), 0, 7, 20, font_family=SANS, font_weight="700", fill="#221a10")
        # a general or an admiral wears a crown
        badge += sign if count else use("crown", 0, 0, 0.8, fill="#221a10")
        content += at(badge, 13, 13)
    return at(content, *spot, _size(sheet))
