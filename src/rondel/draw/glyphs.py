"""The symbols: city medallions, pieces, emblems, relief. Each is drawn around the origin."""

from __future__ import annotations

import math

from rondel.draw.svg import Value, group, tag
from rondel.draw.themes import NATIONS, Theme, tinted


def _star(points: int, outer: float, inner: float) -> str:
    corners = []
    for step in range(2 * points):
        radius, angle = (outer, inner)[step % 2], math.pi * step / points - math.pi / 2
        corners.append(f"{radius * math.cos(angle):.1f} {radius * math.sin(angle):.1f}")
    return "M" + "L".join(corners) + "z"


#: emblems as paths within a circle of radius 10; the fill rule is even-odd
EMBLEMS = {
    "star": _star(5, 10, 4),
    "laurel": "M0-9A9 9 0 1 0 .1-9zM0-5A5 5 0 1 1-.1-5z",
    "tree": "M0-10L8 2H3.500V9H-3.500V2H-8z",
    "murex": "M0-10L9 0 0 10-9 0zM0-4.500L4.500 0 0 4.500-4.500 0z",
    "crescent": "M4-9.200A10 10 0 1 0 4 9.200 7.600 7.600 0 1 1 4-9.200z",
    "sun": _star(8, 10, 6),
}

HATCHES = {
    "diagonal": "M-2 2L2-2M0 12L12 0M10 14L14 10",
    "upright": "M3 0V12M9 0V12",
    "level": "M0 3H12M0 9H12",
    "cross": "M0 0L12 12M12 0L0 12",
    "dots": "M3 3h.1M9 9h.1",
    "back": "M-2 10L2 14M0 0L12 12M10-2L14 2",
}

_HEXAGON = "M0-30L26-15V15L0 30-26 15V-15z"
_SQUARE = "M-22-26H22Q26-26 26-22V22Q26 26 22 26H-22Q-26 26-26 22V-22Q-26-26-22-26z"
_COLUMN = "M-14-17H14V-12H-14zM-9-10H-5V10H-9zM-2-10H2V10H-2zM5-10H9V10H5zM-14 12H14V17H-14z"
_HAMMER = "M-15-17H6Q15-16 18-7Q11-9 6-6H3V20H-4V-6H-15z"
#: prow with its ram on the left, oars, a square sail, the stern curled up on the right
_GALLEY = (
    "M-22 11L-15 7-19 2H-1.500V-1H-13Q-9.500-9-13-17H-1.500V-20H1.500V-17H12Q15.500-9 12-1H1.500V2H12Q16 1 15.500-4"
    "Q15-7 11-7.500Q20-11.500 21-4Q21.500 7 15 11H11.500L9 18H6L8.500 11H3.500L1 18H-2L.500 11H-4.500L-7 18H-10"
    "L-7.500 11z"
)
_CROWN = "M-12 8L-14-7-6 0 0-11 6 0 14-7 12 8z"
#: a helmet from the front; the emblem stands on its brow
_HELMET = (
    "M0-24C14-24 20-14 19-1L17 14 6 23 3 9H-3L-6 23-17 14-19-1C-20-14-14-24 0-24zM-14 1L-4 3.500-5.500 7.500-12.500 6z"
    "M14 1L4 3.500 5.500 7.500 12.500 6z"
)
_TEMPLE = "M0-15L21-3H-21zM-17-1H-12V9H-17zM-2.500-1H2.500V9H-2.500zM12-1H17V9H12zM-21 10H21V14H-21z"


def definitions(theme: Theme) -> str:
    """Give all symbols, hatches and emblems as definitions."""
    parts = [*_medallions(theme), *_marks(theme)]
    parts += [tag("path", id=f"emblem-{name}", d=path, fill_rule="evenodd") for name, path in EMBLEMS.items()]
    parts += [_hatch(number, theme) for number in range(len(NATIONS))]
    return "".join(parts)


def _hatch(number: int, theme: Theme) -> str:
    style = NATIONS[number]
    lines = tag(
        "path", d=HATCHES[style.hatch], stroke=tinted(style.colour, theme), fill="none", stroke_linecap="round",
        stroke_width=4.5 if style.hatch == "dots" else 2.2,
    )  # fmt: skip
    return tag(
        "pattern", lines, id=f"hatch-{number}", width=12, height=12, patternUnits="userSpaceOnUse",
        patternTransform="scale(2)",
    )  # fmt: skip


def _medallions(theme: Theme) -> list[str]:
    rim: dict[str, Value] = {"stroke": theme.ink, "stroke_width": 3.2}
    coin = tag("circle", r=29, fill=theme.gold, **rim)
    coin += tag("circle", r=20, fill="none", stroke=theme.glyph, stroke_width=3.4)
    coin += tag("path", d=EMBLEMS["star"], fill=theme.glyph, transform="scale(1.15)")
    marble = tag("path", d=_SQUARE, fill=theme.marble, **rim) + tag("path", d=_COLUMN, fill=theme.ink)
    iron = tag("path", d=_HEXAGON, fill=theme.iron, **rim) + tag(
        "path", d=_HAMMER, fill=theme.glyph, transform="rotate(24)"
    )
    galley = tag(
        "circle",
        r=29,
        fill=theme.sea,
        fill_opacity=0.75,
        stroke=theme.sea_border,
        stroke_width=2.6,
        stroke_dasharray="7 4",
    )
    galley += tag("path", d=_GALLEY, fill=theme.sea_border, transform="translate(0 1)")
    found = {"marble": marble, "iron": iron, "gold": coin, "any": _choice(theme), "open-sea": galley}
    return [group(content, id=f"city-{name}") for name, content in found.items()]


def _choice(theme: Theme) -> str:
    """Draw the founder's choice: a pointed shield in three fields, white, steel and ochre."""
    shape = "M0-31L29 24Q0 34-29 24z"
    fields = [
        ("M0-31L14.500-3.500 0 6-14.500-3.500z", theme.marble),
        ("M14.500-3.500L29 24Q15 29.500 0 29.500V6z", theme.gold),
    ]
    fields.append(("M-14.500-3.500L-29 24Q-15 29.500 0 29.500V6z", theme.iron))
    content = "".join(tag("path", d=path, fill=colour) for path, colour in fields)
    content += tag(
        "path", d="M0 6L14.500-3.500M0 6L-14.500-3.500M0 6V29", stroke=theme.ink, stroke_width=2, fill="none"
    )
    return content + tag("path", d=shape, fill="none", stroke=theme.ink, stroke_width=3.2, stroke_linejoin="round")


def _marks(theme: Theme) -> list[str]:
    """Draw relief marks and pieces; a piece takes its colours from where it is used."""
    peak = tag(
        "path",
        d="M-1 0Q-.400-.900 0-1Q.500-.800 1.050 0M0-1Q.150-.500-.100-.250M.300-.700L.450-.050M.550-.450L.750 0",
    )
    tree = tag("path", d="M0 0V-.500M-.500-.450Q-.600-1 0-1.250Q.600-1 .500-.450Q0-.250-.500-.450z")
    dune = tag("path", d="M-1 0Q-.400-.500 0-.050Q.500-.400 1-.050")
    line: dict[str, Value] = {"fill": "none", "stroke": theme.relief, "stroke_linecap": "round"}
    return [
        group(peak, id="relief-m", stroke_width=0.075, **line),
        group(tree, id="relief-f", stroke_width=0.11, **line),
        group(dune, id="relief-d", stroke_width=0.11, **line),
        tag("path", id="legion", d=_HELMET, fill_rule="evenodd"),
        tag("path", id="galley", d=_GALLEY, transform="scale(1.15)"),
        group(tag("path", d=_TEMPLE), id="temple"),
        tag("path", id="crown", d=_CROWN),
    ]
