"""Draws a board as an antique map in SVG, with an optional position on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.boards.geometry import PHONE, Label, Line, read_geometry
from rondel.boards.lettering import LEADING, label_box, split_name, text_width
from rondel.boards.schema import NONE, SEA, Board
from rondel.draw.glyphs import definitions
from rondel.draw.overlay import draw_pieces, draw_realms
from rondel.draw.panel import PANEL, draw_panel
from rondel.draw.sheet import MARGIN, PHONE_WIDTH, STRIP, Sheet, city_symbol, path_of, region_id, smooth_path
from rondel.draw.svg import Value, group, number, tag, use, words
from rondel.draw.themes import DARK, LIGHT, SANS, SERIF


def draw_board(
    board: Board,
    *,
    width: int = 1200,
    dark: bool = False,
    language: str = "",
    position: Mapping[str, Any] | None = None,
) -> str:
    """Draw a board, with a position on it if one is given.

    Args:
        board: A board with geometry.
        width: Width of the picture in pixels; under 700 the names are set larger and detail is left out.
        dark: Draw by lamplight.
        language: "en" or "fr" for names in that language; the board's own spelling otherwise.
        position: A position object of the notation. Besides its own keys it may bring "wedges" (the rondel's names,
            clockwise), "knowhow_order" (the lines of the chart) and "neutral_temples" (regions).
    """
    sheet = Sheet(board, read_geometry(board), DARK if dark else LIGHT, width < PHONE_WIDTH, language)
    wide, high = sheet.shape.frame
    full = (wide + 2 * MARGIN + (PANEL if position else 0), high + 2 * MARGIN + STRIP)
    # the two layers have names so that a page can lay the realms between them
    layers = [group(_sea(sheet) + _land(sheet) + _relief(sheet), id="ground")]
    if position:
        layers.append(draw_realms(sheet, position))
    layers.append(group(_borders(sheet) + _regions(sheet) + _cities(sheet) + _names(sheet), id="ink"))
    if position:
        layers.append(draw_pieces(sheet, position))
    body = tag("rect", width=full[0], height=full[1], fill=sheet.theme.paper)
    body += group("".join(layers), transform=f"translate({MARGIN} {MARGIN})", clip_path="url(#frame)")
    body += _frame(sheet) + _strip(sheet)
    if position:
        body += draw_panel(sheet, position, wide + 2 * MARGIN, full[1])
    title = tag("title", board.title)
    return tag(
        "svg", title + tag("defs", _defs(sheet)) + body, xmlns="http://www.w3.org/2000/svg", width=width,
        height=round(width * full[1] / full[0]), viewBox=f"0 0 {full[0]} {full[1]}", font_family=SERIF,
    )  # fmt: skip


def _defs(sheet: Sheet) -> str:
    wide, high = sheet.shape.frame
    theme = sheet.theme
    land = "".join(tag("path", d=path, clip_rule="evenodd") for path in sheet.shape.paths)
    deep = tag("stop", offset=0, stop_color=theme.sea) + tag("stop", offset=1, stop_color=theme.sea_deep)
    edge = tag("stop", offset=0.55, stop_color=theme.vignette, stop_opacity=0)
    edge += tag("stop", offset=1, stop_color=theme.vignette, stop_opacity=0.22)
    return (
        tag("clipPath", land, id="land")
        + tag("clipPath", tag("rect", width=wide, height=high), id="frame")
        + tag("radialGradient", deep, id="deep", cx=0.5, cy=0.45, r=0.75)
        + tag("radialGradient", edge, id="vignette", cx=0.5, cy=0.5, r=0.72)
        + tag("path", id="coast", d="".join(sheet.shape.paths), fill_rule="evenodd")
        + definitions(theme)
    )


def _sea(sheet: Sheet) -> str:
    """Draw the water with engraver's lines along the shore: dark strokes with lighter ones inside them."""
    wide, high = sheet.shape.frame
    theme = sheet.theme
    parts = [tag("rect", width=wide, height=high, fill="url(#deep)")]
    rings = ((78, 0.16), (54, 0.24), (34, 0.36), (17, 0.5)) if not sheet.phone else ((34, 0.3),)
    for size, strength in rings:
        for width, colour in ((size, theme.wave), (size - 3.2 * sheet.line, theme.sea)):
            opacity = strength if colour == theme.wave else 1
            parts.append(
                tag(
                    "use",
                    href="#coast",
                    fill="none",
                    stroke=colour,
                    stroke_width=width,
                    stroke_opacity=opacity,
                    stroke_linejoin="round",
                )
            )
    return group("".join(parts))


def _land(sheet: Sheet) -> str:
    theme, wide, high = sheet.theme, *sheet.shape.frame
    shade = "".join(
        tag(
            "use",
            href="#coast",
            fill="none",
            stroke=theme.land_shade,
            stroke_width=size,
            stroke_opacity=strength,
        )
        for size, strength in ((66, 0.13), (38, 0.16), (16, 0.22))
    )
    light = tag("rect", width=wide, height=high, fill="url(#vignette)")
    return (
        tag("use", href="#coast", fill=theme.land)
        + group(shade, clip_path="url(#land)")
        + light
        + tag(
            "use",
            href="#coast",
            fill="none",
            stroke=theme.ink,
            stroke_width=2.6 * sheet.line,
            stroke_linejoin="round",
        )
    )


def _relief(sheet: Sheet) -> str:
    if sheet.phone:
        return ""
    return "".join(use(f"relief-{kind}", x, y, size) for kind, x, y, size in sheet.shape.relief)


def _borders(sheet: Sheet) -> str:
    inner = [line for line in sheet.shape.lines if line.b >= 0]
    land = "".join(smooth_path(points) for line in inner for is_land, points in line.parts if is_land)
    sea = "".join(path_of(points) for line in inner for is_land, points in line.parts if not is_land)
    theme, width = sheet.theme, sheet.line
    common = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    beads = "".join(_bead(sheet, line) for line in inner)
    return (
        tag("path", d=sea, stroke=theme.sea, stroke_width=9 * width, stroke_opacity=0.6, **common)
        + tag("path", d=sea, stroke=theme.sea_border, stroke_width=4.2 * width, **common)
        + tag("path", d=land, stroke=theme.land, stroke_width=11 * width, stroke_opacity=0.75, **common)
        + tag("path", d=land, stroke=theme.land_border, stroke_width=4.6 * width, **common)
        + beads
    )


def _bead(sheet: Sheet, line: Line) -> str:
    """Mark the points where a combined border crosses the shore."""
    found = ""
    for (_, one), _ in zip(line.parts, line.parts[1:], strict=False):
        x, y = one[-1]
        found += tag(
            "circle",
            cx=x,
            cy=y,
            r=5.5 * sheet.line,
            fill=sheet.theme.halo,
            stroke=sheet.theme.ink,
            stroke_width=2.2,
        )
    return found


def _regions(sheet: Sheet) -> str:
    """Lay clear areas over the regions, so that a page can react to them and a reader can hear their names."""
    found = []
    for place, region in enumerate(sheet.board.regions):
        hint = tag("title", region.title(sheet.language))
        outline = path_of(sheet.shape.outline(place)) + "z"
        found.append(tag("path", hint, id=region_id(region.name), d=outline, fill="none", pointer_events="all"))
    return group("".join(found))


def _cities(sheet: Sheet) -> str:
    found = []
    for region, place in enumerate(sheet.shape.places):
        symbol = city_symbol(sheet.board, region)
        if symbol:
            found.append(use(symbol, *place.city, sheet.shape.scale * (PHONE if sheet.phone else 1)))
    return group("".join(found))


def _names(sheet: Sheet) -> str:
    return group(
        "".join(_name(sheet, region) for region in range(len(sheet.board.regions))),
        text_rendering="geometricPrecision",
    )


def _name(sheet: Sheet, region: int) -> str:
    entry, place = sheet.board.regions[region], sheet.shape.places[region]
    label = place.phone if sheet.phone else place.label
    water = sheet.kinds(region) == {SEA} and entry.resource == NONE
    look = {
        "fill": sheet.theme.sea_name if water else sheet.theme.name,
        "font_style": "italic" if entry.resource == NONE else None,
        "font_weight": "600",
    }
    halo = sheet.theme.sea_halo if water else sheet.theme.halo
    return _lettered(_fitted(entry.title(sheet.language), entry.name, label), label, look, halo)


def _fitted(text: str, name: str, label: Label) -> list[tuple[str, float]]:
    """Break a name into rows with their type size; a translation keeps to the room of the board's own name."""
    left, _, right, _ = label_box(name, label)
    rows = split_name(text, label.lines)
    widest = max(text_width(row, label.size) for row in rows)
    size = label.size * min(1.0, (right - left) / widest)
    return [(row, size) for row in rows]


def _lettered(rows: list[tuple[str, float]], label: Label, look: dict[str, str | None], halo: str) -> str:
    """Set a name twice, first as a halo. Its width is fixed, so that no font makes it run into its neighbours."""
    step = label.size * LEADING
    top = label.y - step * (len(rows) - 1) / 2 + 0.33 * label.size
    found = ""
    for halo_pass in (True, False):
        for row, (text, size) in enumerate(rows):
            extra: dict[str, Value] = (
                {"stroke": halo, "stroke_width": size * 0.2, "stroke_linejoin": "round"} if halo_pass else {}
            )
            colours: dict[str, Value | None] = {**look, "fill": halo} if halo_pass else {**look}
            found += words(
                text, label.x, top + row * step, size, textLength=number(text_width(text, size)),
                lengthAdjust="spacingAndGlyphs", **colours, **extra,
            )  # fmt: skip
    return found


def _frame(sheet: Sheet) -> str:
    """Draw the neat line: two rules with a scale of dark and light steps between them."""
    wide, high = sheet.shape.frame
    theme, steps = sheet.theme, []
    for start in range(0, wide, 200):
        steps += [(start, -26, 100, 12), (start, high + 14, 100, 12)]
    for start in range(0, high, 200):
        steps += [(-26, start, 12, 100), (wide + 14, start, 12, 100)]
    bars = "".join(tag("rect", x=x, y=y, width=w, height=h, fill=theme.faint) for x, y, w, h in steps)
    rules = "".join(
        tag(
            "rect",
            x=-gap,
            y=-gap,
            width=wide + 2 * gap,
            height=high + 2 * gap,
            fill="none",
            stroke=theme.faint,
            stroke_width=size,
        )
        for gap, size in ((2, 5.0), (14, 2.0), (26, 2.0), (36, 6.0))
    )
    return group(bars + rules, transform=f"translate({MARGIN} {MARGIN})")


def _strip(sheet: Sheet) -> str:
    """Write the title and the key to the symbols below the map."""
    wide, high = sheet.shape.frame
    base = high + 2 * MARGIN + STRIP / 2 - 4
    theme = sheet.theme
    size = 64 if sheet.phone else 54
    title = words(
        sheet.board.title,
        MARGIN + 30,
        base + 18,
        size,
        text_anchor="start",
        fill=theme.name,
        font_style="italic",
        font_weight="600",
    )
    x, found = float(wide + MARGIN - 20), ""
    type_size = 46 if sheet.phone else 32
    for drawing, text in reversed(_key(sheet)):
        length = text_width(text, type_size)
        x -= length
        found += words(
            text, x, base + 10, type_size, text_anchor="start", fill=theme.name, font_family=SANS,
            textLength=number(length), lengthAdjust="spacingAndGlyphs",
        )  # fmt: skip
        x -= 44
        found += group(drawing, transform=f"translate({number(x)} {number(base)})")
        x -= 62
    return title + found


_KEY_WORDS = {
    "": ("marble", "iron", "gold", "founder chooses", "open sea", "land border", "sea border"),
    "fr": ("marbre", "fer", "or", "au choix", "haute mer", "frontière de terre", "frontière de mer"),
}


def _key(sheet: Sheet) -> list[tuple[str, str]]:
    texts = _KEY_WORDS.get(sheet.language, _KEY_WORDS[""])
    used = {city_symbol(sheet.board, region) for region in range(len(sheet.board.regions))}
    names = ("city-marble", "city-iron", "city-gold", "city-any", "city-open-sea")
    found = [(use(name, 0, 0, 0.95), text) for name, text in zip(names, texts, strict=False) if name in used]
    wave = "M-30 6Q-20-8-10 2T10 0T30-4"
    for path, colour, text in (
        (wave, sheet.theme.land_border, texts[5]),
        ("M-30 4L30-4", sheet.theme.sea_border, texts[6]),
    ):
        found.append((tag("path", d=path, fill="none", stroke=colour, stroke_width=6, stroke_linecap="round"), text))
    return found
