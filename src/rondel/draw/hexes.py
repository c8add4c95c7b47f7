"""A position on hexagonal tiles as SVG: the board with its buildings, and next to it what each player has."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

from rondel.draw.glyphs import EMBLEMS
from rondel.draw.hex_panel import HEX_PANEL, draw_hex_panel, hex_panel_height
from rondel.draw.hex_sheet import Hex, Table
from rondel.draw.sheet import PHONE_WIDTH
from rondel.draw.svg import at, group, number, tag, use, words
from rondel.draw.terrain import GROUNDS, Ground, palette, terrain_symbols
from rondel.draw.themes import DARK, LIGHT, SANS, SERIF
from rondel.game import JsonObject

#: from the middle of a hexagon to its corners
SIZE: Final = 60.0
MARGIN: Final = 70.0
#: the seven spaces of a tile, as the tile lists them
OFFSETS: Final = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

#: size of a building's name by its length
_LETTERING: Final = {6: 20, 7: 17.5, 8: 16, 9: 14}

#: short names where three letters are not enough to tell buildings apart
_SHORT: Final = {
    "Mill": "Mill", "Mint": "Mint", "Silver mine": "SiM", "Stadium": "Std", "Statue": "Stt", "Vineyard": "Vny",
    "Vintner": "Vnt",
}  # fmt: skip

Point = tuple[float, float]


def draw_hexes(view: JsonObject, symbols: Mapping[str, bytes], width: int = 1600, dark: bool = False) -> str:
    """Draw a view.

    Args:
        view: A position object of Attika, of one seat or of all.
        symbols: The seven terrains of each tile, by its id; 4 for none.
        width: Width of the picture in pixels; under 700 the players are drawn below the board.
        dark: Draw by lamplight.
    """
    phone = width < PHONE_WIDTH
    ground = dict(_ground(view, symbols))
    table = Table(view, ground, DARK if dark else LIGHT, palette(dark), phone)
    left, top, wide, high = _frame(table)
    panel = hex_panel_height(table.view)
    if phone:
        scale = wide / HEX_PANEL
        full = (wide, high + panel * scale)
        side = at(draw_hex_panel(table), 0, high, scale)
    else:
        scale = max(0.72, min(1.5, high / panel))
        full = (wide + HEX_PANEL * scale, max(high, panel * scale))
        side = at(draw_hex_panel(table), wide, (full[1] - panel * scale) / 2, scale)
    board = at(_board(table), -left, -top + (0 if phone else (full[1] - high) / 2))
    body = tag("rect", width=full[0], height=full[1], fill=table.theme.paper) + board + side
    return tag(
        "svg", tag("title", "Attika") + tag("defs", _defs(table)) + body, xmlns="http://www.w3.org/2000/svg",
        width=width, height=round(width * full[1] / full[0]), viewBox=f"0 0 {number(full[0])} {number(full[1])}",
        font_family=SERIF,
    )  # fmt: skip


def _ground(view: JsonObject, symbols: Mapping[str, bytes]) -> Iterator[tuple[Hex, int]]:
    """Give the terrain of every space; each rotation of a tile moves its petals on by one."""
    for name, q, r, turns in view["tiles"]:
        for place, (dq, dr) in enumerate(OFFSETS):
            petal = (place - 1 - turns) % 6 + 1 if place else 0
            yield (q + dq, r + dr), symbols[name][petal]


def middle(place: Hex) -> Point:
    """Give the middle of a space on the sheet."""
    q, r = place
    return SIZE * math.sqrt(3) * (q + r / 2), SIZE * 1.5 * r


def corners(size: float) -> str:
    """Write a hexagon of that size around the origin, a corner up."""
    points = [(size * math.sin(math.tau * k / 6), -size * math.cos(math.tau * k / 6)) for k in range(6)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z"


def _frame(table: Table) -> tuple[float, float, float, float]:
    """Give left, top, width and height of the board with its margin."""
    shrines = [(q, r) for q, r in table.view["shrines"]]
    points = [middle(place) for place in (*table.ground, *shrines)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs) - SIZE - MARGIN, min(ys) - SIZE - MARGIN
    return left, top, max(xs) + SIZE + MARGIN - left, max(ys) + SIZE + MARGIN - top


def _defs(table: Table) -> str:
    parts = [*terrain_symbols(table.palette)]
    parts += [tag("path", id=f"emblem-{name}", d=path, fill_rule="evenodd") for name, path in EMBLEMS.items()]
    parts.append(tag("path", id="cell", d=corners(SIZE)))
    parts.append(tag("path", id="house", d=corners(SIZE * 0.86)))
    return "".join(parts)


def _board(table: Table) -> str:
    """Draw sea, spaces, tile edges, shrines and buildings."""
    view = table.view
    shade = "".join(_shore(table, size, strength) for size, strength in ((46, 0.10), (26, 0.14), (12, 0.22)))
    spaces = "".join(_space(table, place, kind) for place, kind in table.ground.items())
    tiles = "".join(_tile_edge(table, (q, r)) for _, q, r, _ in view["tiles"])
    shrines = "".join(_shrine(table, (q, r)) for q, r in view["shrines"])
    buildings = "".join(
        _building(table, city, tuple(map(int, place.split(","))), kind)
        for city, entry in view["cities"].items()
        for place, kind in entry["buildings"].items()
    )
    return group(shade + spaces + tiles + shrines + buildings)


def _shore(table: Table, size: float, strength: float) -> str:
    cells = "".join(use("cell", *middle(place)) for place in table.ground)
    return group(
        cells, fill=table.theme.land_shade, stroke=table.theme.land_shade, stroke_width=size, opacity=strength,
        stroke_linejoin="round",
    )  # fmt: skip


def _space(table: Table, place: Hex, kind: int) -> str:
    ground: Ground = GROUNDS[kind]
    x, y = middle(place)
    name = f"space-{place[0]}_{place[1]}"
    cell = use("cell", x, y, fill=table.palette.fills[kind], stroke=table.palette.line, stroke_width=2, id=name)
    glyph = use(f"ground-{ground.name}", x, y, 1.25 if table.phone else 1.0) if ground.name != "blank" else ""
    return cell + glyph


def _tile_edge(table: Table, centre: Hex) -> str:
    """Draw the outline of a tile: the sides of its petals that touch no other of its spaces."""
    spaces = {(centre[0] + dq, centre[1] + dr) for dq, dr in OFFSETS}
    path = ""
    for q, r in spaces:
        x, y = middle((q, r))
        for k, (dq, dr) in enumerate(((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))):
            if (q + dq, r + dr) not in spaces:
                a, b = math.tau * k / 6, math.tau * (k + 1) / 6
                path += f"M{x + SIZE * math.sin(a):.1f} {y - SIZE * math.cos(a):.1f}"
                path += f"L{x + SIZE * math.sin(b):.1f} {y - SIZE * math.cos(b):.1f}"
    return tag("path", d=path, fill="none", stroke=table.palette.edge, stroke_width=5, stroke_linecap="round")


def _shrine(table: Table, place: Hex) -> str:
    x, y = middle(place)
    theme = table.theme
    cell = use("cell", x, y, fill=theme.gold, stroke=theme.ink, stroke_width=4)
    ring = use("house", x, y, fill="none", stroke=theme.glyph, stroke_width=3, stroke_dasharray="9 6")
    return cell + ring + use("shrine", x, y, 1.25, fill=theme.glyph)


def _building(table: Table, city: str, place: tuple[int, ...], kind: str) -> str:
    """Draw a building in its owner's colour, with the owner's emblem and its name or its short form."""
    x, y = middle((place[0], place[1]))
    style = table.style(city)
    house = use("house", 0, 0, fill=style.colour, stroke=table.theme.marble, stroke_width=4)
    emblem = use(f"emblem-{style.emblem}", 0, -19, 1.35, fill=style.ink)
    first, _, second = kind.partition(" ")
    look = {"fill": style.ink, "font_family": SANS, "font_weight": "700"}
    if table.phone:
        text = words(_SHORT.get(kind, kind[:3]), 0, 24, 34, **look)
    elif second:
        text = words(first, 0, 10, 18, **look) + words(second, 0, 29, 18, **look)
    else:
        text = words(first, 0, 18, _LETTERING.get(len(first), 21.5), **look)
    return at(house + emblem + text, x, y)
