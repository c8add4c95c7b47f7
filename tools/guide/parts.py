"""What the pictures are put together from: plates, signs, cities, units, numbers and arrows."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree

from rondel.draw.glyphs import definitions
from rondel.draw.svg import at, group, tag, use, words
from rondel.draw.terrain import palette
from rondel.draw.themes import DARK, LIGHT, SANS, SERIF, NationStyle, Theme, nation_style
from tools.guide.signs import glyph, signs

#: all pictures are as wide, so that signs and figures have one size on a page
WIDE: Final = 640
SVG: Final = "http://www.w3.org/2000/svg"
#: from the middle of a hexagon to its corners
HEX: Final = 46.0

ElementTree.register_namespace("", SVG)


@dataclass(frozen=True, slots=True)
class Ink:
    """By which light a picture is drawn, and in which language its words are."""

    dark: bool = False
    language: str = "en"

    @property
    def theme(self) -> Theme:
        """The colours of the maps."""
        return DARK if self.dark else LIGHT

    @property
    def plate(self) -> str:
        """The ground of a picture."""
        return "#1f1712" if self.dark else "#f9f1e2"

    @property
    def line(self) -> str:
        """Frames and rules."""
        return "#967250" if self.dark else "#8f6d47"

    @property
    def text(self) -> str:
        """Figures and words."""
        return "#f5e4ca" if self.dark else "#241811"

    @property
    def soft(self) -> str:
        """What stands back."""
        return "#ccac86" if self.dark else "#644a31"

    @property
    def accent(self) -> str:
        """What the eye goes to first."""
        return "#ea9662" if self.dark else "#962a1a"

    @property
    def good(self) -> str:
        """What is allowed or free."""
        return "#8fce9b" if self.dark else "#2c683a"

    def ground(self, terrain: int) -> str:
        """The colour of a landscape: water, forest, hill, mountain, none."""
        return palette(self.dark).fills[terrain]


#: nations of the pictures: the same two everywhere, told apart by colour, emblem and hatch
ONE, OTHER = nation_style(1), nation_style(0)


def sheet(ink: Ink, high: float, content: str, title: str) -> str:
    """Put a picture on its plate, with the definitions it uses."""
    frame = tag(
        "rect", x=1.5, y=1.5, width=WIDE - 3, height=high - 3, rx=8, fill=ink.plate, stroke=ink.line, stroke_width=1.5
    )
    svg = tag(
        "svg", tag("title", title) + tag("defs", definitions(ink.theme)) + frame + content, xmlns=SVG, width=WIDE,
        height=round(high), viewBox=f"0 0 {WIDE} {round(high)}", font_family=SANS,
    )  # fmt: skip
    return lean(svg)


def lean(svg: str) -> str:
    """Leave out definitions that nothing uses."""
    root = ElementTree.fromstring(svg)
    while True:
        used = set(re.findall(r"#([\w-]+)", ElementTree.tostring(root, encoding="unicode")))
        gone = 0
        for parent in list(root.iter(f"{{{SVG}}}defs")):
            for child in list(parent):
                name = child.get("id")
                if name and name not in used:
                    parent.remove(child)
                    gone += 1
        if not gone:
            return ElementTree.tostring(root, encoding="unicode") + "\n"


# ---- words and figures -----------------------------------------------------------------------------------------------


def figure(ink: Ink, text: str, x: float, y: float, size: float = 34, colour: str = "", **more: str) -> str:
    """Write a number or a short word with its middle at a place."""
    look = {"font_weight": "700", "fill": colour or ink.text, **more}
    return words(text, x, y + 0.35 * size, size, **look)


def label(ink: Ink, text: str, x: float, y: float, size: float = 25, **more: str) -> str:
    """Write a word in the face of the maps."""
    return words(text, x, y + 0.35 * size, size, **{"font_family": SERIF, "fill": ink.text, **more})


def badge(ink: Ink, text: str, x: float, y: float, colour: str = "", size: float = 21) -> str:
    """A number on a disc."""
    disc = tag("circle", cx=x, cy=y, r=size, fill=colour or ink.accent)
    return disc + figure(ink, text, x, y, size * 1.25, "#fff6e8" if not ink.dark else "#241006")


def sign(name: str, x: float, y: float, scale: float, colour: str) -> str:
    """A sign of the page."""
    return tag(
        "path", d=glyph(name), fill=colour, fill_rule="evenodd", transform=f"translate({x:g} {y:g}) scale({scale:g})"
    )


def arrow(ink: Ink, x: float, y: float, u: float, v: float, colour: str = "", bend: float = 0.0) -> str:
    """An arrow from one place to another, bent to the left by so much."""
    mx, my = (x + u) / 2 + bend * (v - y), (y + v) / 2 - bend * (u - x)
    angle = math.degrees(math.atan2(v - my, u - mx))
    paint = colour or ink.accent
    back = 13 / max(1.0, math.hypot(u - mx, v - my))
    ex, ey = u + (mx - u) * back, v + (my - v) * back
    shaft = f"M{x:.1f} {y:.1f}Q{mx:.1f} {my:.1f} {ex:.1f} {ey:.1f}"
    look = {"fill": "none", "stroke_linecap": "round"}
    head = tag("path", d="M-19-11L2 0-19 11z", transform=f"translate({u:.1f} {v:.1f}) rotate({angle:.1f})")
    return (
        tag("path", d=shaft, stroke=ink.plate, stroke_width=10, stroke_opacity=0.85, **look)
        + tag("path", d=shaft, stroke=paint, stroke_width=5, **look)
        + group(head, fill=paint, stroke=ink.plate, stroke_width=1.5)
    )


def cross(ink: Ink, x: float, y: float, size: float = 26) -> str:
    """Struck out."""
    path = f"M{x - size:g} {y - size:g}l{2 * size:g} {2 * size:g}M{x + size:g} {y - size:g}l{-2 * size:g} {2 * size:g}"
    return tag("path", d=path, stroke=ink.accent, stroke_width=6, stroke_linecap="round", fill="none")


def chip(ink: Ink, resource: str, x: float, y: float, scale: float = 0.8) -> str:
    """A resource or a coin, as prices show it."""
    if resource == "coin":
        disc = tag("circle", r=27, fill="#b98a4a", stroke=ink.theme.ink, stroke_width=3)
        return at(
            disc + tag("path", d=glyph("coin"), fill="#fff6e0", fill_rule="evenodd", transform="scale(.78)"),
            x,
            y,
            scale,
        )
    return use(f"city-{resource}", x, y, scale)


def price(ink: Ink, parts: list[tuple[str, int]], x: float, y: float, scale: float = 0.8) -> str:
    """A price in a row: `3 (marble) 2 (coin)`, its middle at a place."""
    step = 92 * scale
    left = x - step * (len(parts) - 1) / 2
    found = ""
    for place, (resource, count) in enumerate(parts):
        here = left + place * step
        if count != 1:
            found += figure(ink, str(count), here - 34 * scale, y, 34 * scale)
            here += 10 * scale
        found += chip(ink, resource, here, y, scale * 0.8)
    return found


# ---- what lies on the board ------------------------------------------------------------------------------------------


def city(
    ink: Ink, x: float, y: float, resource: str, owner: NationStyle | None = ONE, *, temple: bool = False,
    wall: bool = False, scale: float = 1.0,
) -> str:  # fmt: skip
    """A city as the map shows it, with its owner's ring and emblem."""
    theme, found = ink.theme, ""
    if wall:
        points = " ".join(f"{44 * math.cos(k * math.pi / 4 + math.pi / 8):.1f},{44 * math.sin(k * math.pi / 4 + math.pi / 8):.1f}" for k in range(8))  # fmt: skip  # noqa: E501
        found += tag("polygon", points=points, fill="none", stroke=theme.ink, stroke_width=10)
        found += tag("polygon", points=points, fill="none", stroke=theme.rampart, stroke_width=6)
    found += use(f"city-{resource}", 0, 0)
    if owner:
        found += tag("circle", r=33, fill="none", stroke=theme.ink, stroke_width=11)
        found += tag("circle", r=33, fill="none", stroke=owner.colour, stroke_width=7.5)
        found += at(
            tag("circle", r=14, fill=owner.colour, stroke=theme.marble, stroke_width=2.5)
            + use(f"emblem-{owner.emblem}", 0, 0, 0.95, fill=owner.ink), 26, 21,
        )  # fmt: skip
    if temple:
        found += temple_piece(ink, 0, -27)
    return at(found, x, y, scale)


def temple_piece(ink: Ink, x: float, y: float, scale: float = 1.05) -> str:
    """A temple by itself."""
    return use(
        "temple", x, y, scale, fill=ink.theme.marble, stroke=ink.theme.ink, stroke_width=2.6, stroke_linejoin="round",
        paint_order="stroke",
    )  # fmt: skip


def unit(ink: Ink, kind: str, x: float, y: float, owner: NationStyle = ONE, scale: float = 1.0) -> str:
    """A legion or a galley."""
    glow = use(kind, 0, 0, fill="none", stroke=ink.theme.marble, stroke_width=7, stroke_linejoin="round")
    body = use(kind, 0, 0, fill=owner.colour, stroke=ink.theme.ink, stroke_width=2.6, stroke_linejoin="round")
    mark = use(f"emblem-{owner.emblem}", 0, -9, 0.78 if kind == "legion" else 0.62, fill=owner.ink)
    return at(glow + body + mark, x, y, scale)


def card(ink: Ink, x: float, y: float, wide: float = 86, high: float = 112, colour: str = "") -> str:
    """A card, face up and empty."""
    return tag(
        "rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, rx=7, fill=colour or ink.theme.halo,
        stroke=ink.line, stroke_width=2,
    )  # fmt: skip


# ---- hexagons --------------------------------------------------------------------------------------------------------


def middle(q: float, r: float) -> tuple[float, float]:
    """The middle of a space of the hexagonal grid."""
    return HEX * math.sqrt(3) * (q + r / 2), HEX * 1.5 * r


def hexagon(size: float) -> str:
    """A hexagon around the origin, a corner up."""
    points = [(size * math.sin(math.tau * k / 6), -size * math.cos(math.tau * k / 6)) for k in range(6)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z"


def _drawn(figure: object, ink: str, ground: str, scale: float) -> str:
    """A figure of the page: a silhouette with what is scratched out of it."""
    assert isinstance(figure, dict)
    found = tag("path", d=figure["body"], fill=ink) if figure["body"] else ""
    if figure.get("hole"):
        found += tag("path", d=figure["hole"], fill=ground)
    if figure.get("cut"):
        found += tag("path", d=figure["cut"], fill="none", stroke=ground, stroke_width=2.2)
    if figure.get("line"):
        found += tag("path", d=figure["line"], fill="none", stroke=ink, stroke_width=3, stroke_linecap="round")
    return group(found, transform=f"scale({scale:g})")


LANDS: Final = ("water", "forest", "hill", "mountain", "blank")


def land(ink: Ink, terrain: int, x: float = 0, y: float = 0, scale: float = 1.0) -> str:
    """The figure of a landscape."""
    lands = signs()["LANDS"]
    if terrain == LANDS.index("blank"):
        return ""
    return at(_drawn(lands[LANDS[terrain]], palette(ink.dark).glyphs[terrain], ink.ground(terrain), 0.85), x, y, scale)


def space(ink: Ink, q: int, r: int, terrain: int) -> str:
    """A space of the board with its symbol."""
    x, y = middle(q, r)
    cell = tag("path", d=hexagon(HEX), fill=ink.ground(terrain), stroke=palette(ink.dark).line, stroke_width=2)
    return at(cell + land(ink, terrain), x, y)


def building(ink: Ink, q: float, r: float, kind: str, owner: NationStyle = OTHER, *, stored: bool = False) -> str:
    """A building on the board, or as it waits on the player board."""
    x, y = middle(q, r)
    ground = ink.theme.marble if stored else owner.colour
    paint = "#241811" if stored else owner.ink
    tile = tag(
        "path", d=hexagon(HEX * 0.9), fill=ground, stroke=owner.colour if stored else ink.theme.marble, stroke_width=4
    )
    return at(tile + _drawn(signs()["BUILDINGS"][kind], paint, ground, 0.92), x, y)


def amphora(ink: Ink, x: float, y: float, scale: float = 1.0) -> str:
    """An amphora."""
    return at(_drawn(signs()["AMPHORA"], "#c8703f", ink.plate, 1.0), x, y, scale)


def shrine(ink: Ink, q: int, r: int) -> str:
    """A shrine."""
    x, y = middle(q, r)
    cell = tag("path", d=hexagon(HEX), fill=ink.theme.gold, stroke=ink.theme.ink, stroke_width=3.5)
    return at(cell + _drawn(signs()["SHRINE"], "#241811", ink.theme.gold, 1.0), x, y)


def landscape(ink: Ink, terrain: int, x: float, y: float, scale: float = 1.0) -> str:
    """A landscape card; the fifth is one of any kind."""
    frame = tag(
        "rect", x=-34, y=-43, width=68, height=86, rx=8, fill=ink.ground(terrain), stroke=ink.line, stroke_width=3
    )
    inner = land(ink, terrain) if terrain < LANDS.index("blank") else figure(ink, "?", 0, 0, 44, ink.soft)
    return at(frame + inner, x, y, scale)
