"""A part of a map, with a position on it, cut out of the whole drawing."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass
from functools import cache
from typing import Final
from xml.etree import ElementTree

from rondel.boards.geometry import read_geometry
from rondel.boards.reader import load_board
from rondel.draw.board import draw_board
from rondel.game import JsonObject
from tools.guide.parts import SVG, WIDE, Ink

#: around the part there is still so much of the map
_AROUND: Final = 160.0
#: corners nearer than this to the one before are left out
_FINE: Final = 4.5
_PLACED: Final = (f"{{{SVG}}}text", f"{{{SVG}}}circle")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_MOVE: Final = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a board: its middle and its size, in the board's own units."""

    board: str
    x: float
    y: float
    wide: float
    high: float

    @property
    def scale(self) -> float:
        """From the board's units to those of a picture."""
        return (WIDE - 24) / self.wide

    def spot(self, region: str, kind: str = "city", number: int = 0) -> tuple[float, float]:
        """Give where a city or a unit of a region stands in the picture."""
        x, y = places(self.board)[region][kind][number]
        return (x - self.x + self.wide / 2) * self.scale + 12, (y - self.y + self.high / 2) * self.scale + 12

    @property
    def tall(self) -> float:
        """The height of the picture of it."""
        return self.high * self.scale + 24


@cache
def places(board: str) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """Give where everything stands on a board."""
    made = load_board(board)
    return {
        region.name: {"city": [place.city], "legion": list(place.legions), "galley": list(place.galleys)}
        for region, place in zip(made.regions, read_geometry(made).places, strict=True)
    }


def cut(part: Part, position: JsonObject, ink: Ink) -> str:
    """Draw a part of a board with a position, as a piece of a picture."""
    whole = draw_board(load_board(part.board), dark=ink.dark, position=position, large=False)
    root = ElementTree.fromstring(whole)
    left, top = part.x - part.wide / 2, part.y - part.high / 2
    box = left - _AROUND, top - _AROUND, left + part.wide + _AROUND, top + part.high + _AROUND
    for name in ("ground", "ink"):
        _trim(_named(root, name), box)
    defs = next(root.iter(f"{{{SVG}}}defs"))
    _trim(defs, box)
    shore = _named(root, "land")
    shore.clear()
    shore.set("id", "land")
    shore.append(ElementTree.Element(f"{{{SVG}}}use", {"href": "#coast", "clip-rule": "evenodd"}))
    board = next(child for child in root if child.tag == f"{{{SVG}}}g" and child.get("clip-path") == "url(#frame)")
    _trim(board, box)
    board.attrib.pop("clip-path")
    board.attrib.pop("transform")
    text = _plain(defs) + _plain(board)
    k = part.scale
    return (
        f'<svg x="12" y="12" width="{part.wide * k:.1f}" height="{part.high * k:.1f}" '
        f'viewBox="{left:g} {top:g} {part.wide:g} {part.high:g}" font-family="serif">{text}</svg>'
    )


def _plain(element: ElementTree.Element) -> str:
    return ElementTree.tostring(element, encoding="unicode").replace(f' xmlns="{SVG}"', "")


def _named(root: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(element for element in root.iter() if element.get("id") == name)


Box = tuple[float, float, float, float]


def _trim(parent: ElementTree.Element, box: Box) -> None:
    """Leave out what lies outside a box; draw long outlines outside it in a line along its edge."""
    for child in list(parent):
        move = _MOVE.match(child.get("transform", ""))
        x, y = (child.get(name, child.get(f"c{name}")) for name in "xy")
        outline = child.get("d", "")
        if move:
            away = not _inside(float(move[1]), float(move[2]), box)
        else:
            away = child.tag in _PLACED and x is not None and y is not None and not _inside(float(x), float(y), box)
        if away or child.get("pointer-events") == "all":
            parent.remove(child)
        elif not move and re.fullmatch(r"[MLQlz\d .-]{40,}", outline):
            child.set("d", "".join(_clamped(piece, box) for piece in re.findall("M[^M]*", outline)))
            if not child.get("d"):
                parent.remove(child)
        elif not move:
            _trim(child, box)


def _inside(x: float, y: float, box: Box) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _points(piece: str) -> list[tuple[float, float]]:
    """Read the corners of an outline, written from its start or each from the one before."""
    numbers = [float(text) for text in _NUMBER.findall(piece)]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    if "l" not in piece:
        return pairs
    return list(itertools.accumulate(pairs, lambda at, step: (at[0] + step[0], at[1] + step[1])))


def _clamped(piece: str, box: Box) -> str:
    """Draw an outline no further than the box; nothing if all of it is on one side."""
    kept = [(min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])) for x, y in _points(piece)]
    if all(x == kept[0][0] for x, _ in kept) or all(y == kept[0][1] for _, y in kept):
        return ""
    last = len(kept) - 1
    thin = kept[:1]
    for at, one in enumerate(kept[1:], 1):
        if at == last or math.dist(one, thin[-1]) >= _FINE:
            thin.append(one)
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in thin) + ("z" if piece.rstrip().endswith("z") else "")
