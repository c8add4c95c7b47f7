"""Draws a board as an antique map in SVG, with an optional position on it."""

from __future__ import annotations

from rondel.boards.geometry import PHONE, Line, read_geometry
from rondel.boards.schema import Board
from rondel.draw.glyphs import definitions
from rondel.draw.legend import draw_strip, strip_height
from rondel.draw.names import draw_names
from rondel.draw.overlay import check_names, draw_holdings, draw_pieces, draw_realms
from rondel.draw.panel import PANEL, PHONE_PANEL, draw_panel, panel_height
from rondel.draw.sheet import PHONE_WIDTH, Sheet, city_symbol, path_of, region_id, smooth_path
from rondel.draw.svg import at, group, tag, use
from rondel.draw.themes import DARK, LIGHT, SERIF
from rondel.game import JsonObject


def draw_board(
    board: Board,
    *,
    width: int = 1200,
    dark: bool = False,
    language: str = "",
    modern: bool = False,
    position: JsonObject | None = None,
    large: bool = True,
) -> str:
    """Draw a board, with a position on it if one is given.

    Args:
        board: A board with geometry.
        width: Width of the picture in pixels; under 700 names are larger and details are left out.
        dark: Draw by lamplight.
        language: "en" or "fr" for names in that language; the board's own spelling otherwise.
        modern: Write the names that the places have today, where they are known.
        position: A position object of the notation. Besides its own keys it may have "wedges" (the rondel's names,
            clockwise), "knowhow_order" (the lines of the chart), "neutral_temples" (regions) and "target" (points
            that win); rondel.draw.overlay lists what a nation's entry may have.
        large: Write names larger where there is room; a part of a map that will be enlarged does without.
    """
    sheet = Sheet(board, read_geometry(board), DARK if dark else LIGHT, width < PHONE_WIDTH, language, modern, large)
    if position is not None:
        position = {"nations": {}, **position}
        check_names(board, position)
    # the two layers have ids so that a page can put the realms between them
    layers = [group(_sea(sheet) + _land(sheet) + _relief(sheet), id="ground")]
    layers += [draw_realms(sheet, position)] if position else []
    names = "" if position else draw_names(sheet)
    layers.append(group(_borders(sheet) + _regions(sheet) + _cities(sheet) + names, id="ink"))
    layers += _peopled(sheet, position) if position else []
    full, panel = _size(sheet, position)
    body = tag("rect", width=full[0], height=full[1], fill=sheet.theme.paper)
    body += group("".join(layers), transform=f"translate({sheet.margin} {sheet.margin})", clip_path="url(#frame)")
    body += _frame(sheet) + draw_strip(sheet) + panel
    title = tag("title", board.title)
    return tag(
        "svg", title + tag("defs", _defs(sheet)) + body, xmlns="http://www.w3.org/2000/svg", width=width,
        height=round(width * full[1] / full[0]), viewBox=f"0 0 {full[0]} {full[1]}", font_family=SERIF,
    )  # fmt: skip


def _peopled(sheet: Sheet, position: JsonObject) -> list[str]:
    """Draw pieces over names; on a phone, where both are large, names over pieces."""
    layers = [draw_names(sheet, pieces=True), draw_pieces(sheet, position)]
    return [draw_holdings(sheet, position), *(reversed(layers) if sheet.phone else layers)]


def _size(sheet: Sheet, position: JsonObject | None) -> tuple[tuple[float, float], str]:
    """Give the width and height of the whole picture, and the panel: next to the map, or below it on a phone."""
    wide, high = (side + 2 * sheet.margin for side in sheet.shape.frame)
    high += strip_height(sheet)
    if not position:
        return (wide, high), ""
    panel = draw_panel(sheet, position)
    if sheet.phone:
        below = high + panel_height(position) * PHONE_PANEL
        return (wide, below), at(panel, (wide - PANEL * PHONE_PANEL) / 2, high, PHONE_PANEL)
    return (wide + PANEL, max(high, panel_height(position))), at(panel, wide, 0)


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
            stroke_linejoin="round",
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
            r=6.5 * sheet.line,
            fill=sheet.theme.marble,
            stroke=sheet.theme.ink,
            stroke_width=2.2,
        )
    return found


def _regions(sheet: Sheet) -> str:
    """Draw transparent areas over the regions, so that a page can react to them and a screen reader can name them."""
    found = []
    for place, region in enumerate(sheet.board.regions):
        hint = tag("title", region.hint(sheet.language))
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


def _frame(sheet: Sheet) -> str:
    """Draw the neat line: two rules with a scale of dark and light steps between them; on a phone one rule."""
    wide, high = sheet.shape.frame
    theme = sheet.theme
    if sheet.phone:
        return at(_rule(sheet, 6, 12.0), sheet.margin, sheet.margin)
    steps = []
    for start in range(0, wide, 200):
        steps += [(start, -26, 100, 12), (start, high + 14, 100, 12)]
    for start in range(0, high, 200):
        steps += [(-26, start, 12, 100), (wide + 14, start, 12, 100)]
    bars = "".join(tag("rect", x=x, y=y, width=w, height=h, fill=theme.faint) for x, y, w, h in steps)
    rules = "".join(_rule(sheet, gap, size) for gap, size in ((2, 5.0), (14, 2.0), (26, 2.0), (36, 6.0)))
    return at(bars + rules, sheet.margin, sheet.margin)


def _rule(sheet: Sheet, gap: int, size: float) -> str:
    wide, high = sheet.shape.frame
    return tag(
        "rect", x=-gap, y=-gap, width=wide + 2 * gap, height=high + 2 * gap, fill="none", stroke=sheet.theme.faint,
        stroke_width=size,
    )  # fmt: skip
