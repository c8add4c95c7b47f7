"""A board's drawn shape: outlines, border lines, coast, and the places for cities, names and pieces.

Everything is in whole frame units. Lines are stored once, as SVG path data of one absolute point and relative steps,
and outlines are put together from them, so that neighbours share their edge to the unit. Nothing here is read before
somebody asks for it: the rules need the graph alone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from rondel.boards.schema import BOTH, LAND, SEA, Board
from rondel.errors import BoardError

Point = tuple[int, int]
Ring = tuple[Point, ...]
Box = tuple[float, float, float, float]

#: sizes in frame units at scale 1: radius of a city medallion, radius of a piece, height of type on desk and phone
MEDALLION: Final = 30
PIECE: Final = 24
TYPE: Final = 34
#: how much larger a medallion is drawn at phone width
PHONE: Final = 1.25
#: name of the outside in border lines
FRAME: Final = "-"

_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Label:
    """Where a region's name stands: the middle of its box, its number of lines and its type size."""

    x: int
    y: int
    lines: int
    size: int


@dataclass(frozen=True, slots=True)
class Place:
    """A region's points: the city or symbol, the name (also for phone width), and slots for stacks of pieces."""

    city: Point
    label: Label
    phone: Label
    legions: tuple[Point, ...]
    galleys: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The border between two regions, in parts over land and over sea; `b` is -1 along the frame."""

    a: int
    b: int
    parts: tuple[tuple[bool, Ring], ...]  # is land, points

    @property
    def points(self) -> Ring:
        """The whole line from end to end."""
        found = list(self.parts[0][1])
        for _, part in self.parts[1:]:
            found += part[1:]
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Geometry:
    """The whole shape of a board."""

    frame: Point
    scale: float
    land: tuple[tuple[Ring, ...], ...]  # polygons, each its shell and its holes
    lines: tuple[Line, ...]
    places: tuple[Place, ...]  # by region number
    relief: tuple[tuple[str, int, int, int], ...] = ()  # m(ountain), f(orest) or d(une), place and size
    paths: tuple[str, ...] = field(default=(), repr=False)  # the land as SVG path data

    def outline(self, region: int) -> Ring:
        """Put the region's outline together from its border lines."""
        sides = [line.points for line in self.lines if region in (line.a, line.b)]
        return join(sides)


def has_geometry(board: Board) -> bool:
    """Say whether the board's file brings its shape."""
    return "geometry" in board.source


def read_geometry(board: Board) -> Geometry:
    """Read the shape of a board. This takes some milliseconds: keep the answer."""
    table = board.source.get("geometry")
    if not isinstance(table, Mapping):
        raise BoardError("bad_board", f"The board {board.id} has no [geometry], so it can be played but not drawn.")
    names = {region.name: number for number, region in enumerate(board.regions)}
    paths = tuple(str(path) for path in _list(table, "land"))
    lines = [_line(text, names) for text in _list(table, "borders")]
    return Geometry(
        frame=_frame(table),
        scale=_scale(table),
        land=tuple(tuple(read_path(ring) for ring in path.split("z") if ring) for path in paths),
        lines=tuple(lines),
        places=_places(table.get("places"), names),
        relief=_relief(str(table.get("relief", ""))),
        paths=paths,
    )


def _bad(message: str) -> NoReturn:
    raise BoardError("bad_board", f"Geometry: {message}.")


def _list(table: Mapping[str, Any], key: str) -> Sequence[Any]:
    value = table.get(key)
    if not isinstance(value, list):
        _bad(f"{key!r} must be a list of path texts")
    return value


def _frame(table: Mapping[str, Any]) -> Point:
    value = table.get("frame")
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(side, int) and side > 0 for side in value)):
        _bad("'frame' must be width and height, two whole numbers")
    return value[0], value[1]


def _scale(table: Mapping[str, Any]) -> float:
    value = table.get("scale", 1.0)
    if not isinstance(value, int | float) or not 0.2 <= value <= 5:
        _bad("'scale' must be a number from 0.2 to 5")
    return float(value)


def read_path(text: str) -> Ring:
    """Read path data 'M x y l dx dy dx dy': one absolute point, then relative steps."""
    numbers = [int(number) for number in _NUMBER.findall(text)]
    if len(numbers) < 2 or len(numbers) % 2 or not text.lstrip().startswith("M"):
        _bad(f"{text[:40]!r} is not path data of whole numbers")
    x = y = 0
    points = []
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return tuple(points)


def write_path(points: Sequence[Point]) -> str:
    """Write points as path data, the shortest way."""
    (x, y), steps = points[0], []
    for px, py in points[1:]:
        steps.append(f"{px - x} {py - y}")
        x, y = px, py
    tail = " ".join(steps).replace(" -", "-")
    return f"M{points[0][0]} {points[0][1]}" + (f"l{tail}" if steps else "")


def _line(text: Any, names: Mapping[str, int]) -> Line:
    fields = str(text).split("|")
    if len(fields) < 3:
        _bad(f"border line {str(text)[:40]!r} needs two regions and at least one part")
    a, b = fields[0], fields[1]
    for name in (a, b):
        if name not in names and name != FRAME:
            _bad(f"border line {a}–{b}: there is no region {name!r}")
    parts = []
    for part in fields[2:]:
        kind, _, path = part.partition(" ")
        if kind not in ("land", "sea", "edge"):
            _bad(f"border line {a}–{b}: a part is land or sea, not {kind!r}")
        parts.append((kind == "land", read_path(path)))
    return Line(names[a], names.get(b, -1), tuple(parts))


def _places(table: Any, names: Mapping[str, int]) -> tuple[Place, ...]:
    if not isinstance(table, Mapping):
        _bad("'places' must be a table with one line for each region")
    for name in names:
        if name not in table:
            _bad(f"region {name} has no place")
    return tuple(_place(name, str(table[name])) for name in names)


def _place(name: str, text: str) -> Place:
    found: dict[str, tuple[int, ...]] = {}
    for entry in text.split(";"):
        key, _, numbers = entry.strip().partition(" ")
        found[key] = tuple(int(number) for number in _NUMBER.findall(numbers))
    sizes = {"city": 2, "label": 4, "phone": 4}
    for key, size in sizes.items():
        if len(found.get(key, ())) != size:
            _bad(f"place of {name}: {key!r} needs {size} whole numbers")
    city, label, phone = found["city"], found["label"], found["phone"]
    slots = {key: _pairs(name, key, found.get(key, ())) for key in ("legions", "galleys")}
    return Place((city[0], city[1]), Label(*label), Label(*phone), slots["legions"], slots["galleys"])


def _pairs(name: str, key: str, numbers: tuple[int, ...]) -> tuple[Point, ...]:
    if len(numbers) % 2:
        _bad(f"place of {name}: {key!r} needs pairs of whole numbers")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _relief(text: str) -> tuple[tuple[str, int, int, int], ...]:
    words = text.split()
    return tuple(
        (words[i], int(words[i + 1]), int(words[i + 2]), int(words[i + 3])) for i in range(0, len(words) - 3, 4)
    )


def join(sides: Sequence[Ring]) -> Ring:
    """Join lines end to end to one closed ring; empty if they do not close."""
    left = list(sides)
    if not left:
        return ()
    ring = list(left.pop())
    while left:
        for i, side in enumerate(left):
            if side[0] == ring[-1] or side[-1] == ring[-1]:
                ring += side[1:] if side[0] == ring[-1] else side[-2::-1]
                del left[i]
                break
        else:
            return ()
    return tuple(ring[:-1]) if ring[0] == ring[-1] else ()


def area(ring: Sequence[Point]) -> float:
    """Give the area inside a ring, without sign."""
    total = 0
    for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]], strict=True):
        total += x * v - u * y
    return abs(total) / 2


def inside(point: tuple[float, float], ring: Sequence[Point]) -> bool:
    """Say whether a point lies inside a ring."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def part_lengths(line: Line) -> dict[int, float]:
    """Add up the lengths of a border over land and over sea."""
    found = {LAND: 0.0, SEA: 0.0}
    for land, points in line.parts:
        length = sum(((x - u) ** 2 + (y - v) ** 2) ** 0.5 for (x, y), (u, v) in itertools.pairwise(points))
        found[LAND if land else SEA] += length
    return found


def drawn_type(line: Line) -> int:
    """Give the border type that a line shows."""
    kinds = {land for land, _ in line.parts}
    return BOTH if len(kinds) == 2 else LAND if True in kinds else SEA
