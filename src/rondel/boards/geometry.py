"""A board's drawn shape: outlines, border lines, coast, and the places for cities, names and pieces.

Everything is in whole frame units. Lines are stored once, as SVG path data of one absolute point and relative steps,
and outlines are assembled from them, so that neighbours share their edge exactly. The shape is read only when it is
needed: the rules use the graph alone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn

from rondel.boards.schema import BOTH, LAND, SEA, Board
from rondel.errors import BoardError
from rondel.game import JsonObject

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

#: limits of a shape, so that checking and drawing it takes seconds at most
SIDES: Final = (100, 20_000)
MOST_LINES: Final = 1000
MOST_POINTS: Final = 10_000
MOST_SLOTS: Final = 12
#: no name has more words
MOST_ROWS: Final = 3
#: how far from the frame a point may lie, in frames
BEYOND: Final = 3

_KEYS: Final = {"frame", "scale", "land", "borders", "relief", "places"}
_RELIEF: Final = ("m", "f", "d")
_PLACE: Final = ("city", "label", "phone", "legions", "galleys")
#: the characters of a row of numbers, and the longest number with its sign
_DIGITS = re.compile(r"[-0-9 \n]*")
_LONGEST: Final = 7


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
    """Say whether the board's file describes its shape."""
    return "geometry" in board.source


def read_geometry(board: Board) -> Geometry:
    """Read the shape of a board. It takes some milliseconds, so keep the result."""
    table = board.source.get("geometry")
    if not isinstance(table, Mapping):
        raise BoardError("bad_board", f"The board {board.id} has no [geometry], so it can be played but not drawn.")
    unknown = sorted(set(table) - _KEYS)
    if unknown:
        _bad(f"unknown key {unknown[0]!r}; the keys are {', '.join(sorted(_KEYS))}")
    names = {region.name: number for number, region in enumerate(board.regions)}
    frame = _frame(table)
    paths = _texts(table, "land")
    shape = Geometry(
        frame=frame,
        scale=_scale(table),
        land=tuple(_polygon(path, f"land, path {number}") for number, path in enumerate(paths, 1)),
        lines=tuple(_line(text, names) for text in _texts(table, "borders")),
        places=_places(table.get("places"), names, frame),
        relief=_relief(table.get("relief", ""), frame),
        paths=tuple(paths),
    )
    _bound(shape, list(names))
    return shape


def _bound(shape: Geometry, names: list[str]) -> None:
    """Refuse a shape with too many parts, or with a point far outside."""
    rings = [(f"land, path {number}", ring) for number, path in enumerate(shape.land, 1) for ring in path]
    rings += [(_where(names[line.a], names[line.b] if line.b >= 0 else FRAME), line.points) for line in shape.lines]
    if len(shape.lines) > MOST_LINES:
        _bad(f"'borders' has {len(shape.lines)} lines; {MOST_LINES} is the most")
    if sum(len(ring) for _, ring in rings) > MOST_POINTS:
        _bad(f"'land' and 'borders' have more than {MOST_POINTS} points")
    for where, ring in rings:
        _near(ring, shape.frame, where)


def _near(points: Sequence[Point], frame: Point, where: str) -> None:
    (left, right), (top, bottom) = ((-BEYOND * side, (BEYOND + 1) * side) for side in frame)
    for x, y in points:
        if not (left <= x <= right and top <= y <= bottom):
            _bad(f"{where}: the point {x}, {y} lies more than {BEYOND} frames away from the frame")


def _bad(message: str) -> NoReturn:
    raise BoardError("bad_board", f"Geometry: {message}.")


def _texts(table: JsonObject, key: str) -> list[str]:
    value = table.get(key)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        _bad(f"{key!r} must be a list of path texts")
    return value


def _frame(table: JsonObject) -> Point:
    value = table.get("frame")
    if not (isinstance(value, list) and len(value) == 2 and all(_side(side) for side in value)):
        _bad(f"'frame' must be width and height, two whole numbers from {SIDES[0]} to {SIDES[1]}")
    return value[0], value[1]


def _side(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and SIDES[0] <= value <= SIDES[1]


def _scale(table: JsonObject) -> float:
    value = table.get("scale", 1.0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.2 <= value <= 5:
        _bad("'scale' must be a number from 0.2 to 5")
    return float(value)


def _numbers(text: str, where: str) -> tuple[int, ...]:
    """Read whole numbers and nothing else; a minus sign needs no blank before it."""
    words = text.replace("-", " -").split()
    if not _DIGITS.fullmatch(text) or max(map(len, words), default=0) > _LONGEST or "-" in words:
        _bad(f"{where}: {_cut(text)} is not a row of whole numbers of at most six digits")
    return tuple(map(int, words))


def _cut(text: str) -> str:
    """Show the beginning of a text that may be long."""
    return repr(text[:40] + "…" if len(text) > 40 else text)


def read_path(text: str, where: str = "a path") -> Ring:
    """Read path data 'M x y l dx dy dx dy': one absolute point, then relative steps."""
    head, mark, tail = text.strip(" \n").removeprefix("M").partition("l")
    first, steps = _numbers(head, where), _numbers(tail, where)
    if not text.lstrip(" \n").startswith("M") or len(first) != 2 or len(steps) % 2 or (mark and not steps):
        _bad(f"{where}: {_cut(text)} is not path data of whole numbers (M x y l dx dy …)")
    x, y = first
    points = [(x, y)]
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return tuple(points)


def _polygon(text: str, where: str) -> tuple[Ring, ...]:
    """Read the rings of a landmass: paths closed by z."""
    *rings, rest = text.split("z")
    if rest.strip(" \n") or not rings:
        _bad(f"{where}: {_cut(text)} is not path data that ends with z")
    found = tuple(read_path(ring, where) for ring in rings)
    if any(len(ring) < 3 for ring in found):
        _bad(f"{where}: a ring needs three points")
    return found


def write_path(points: Sequence[Point]) -> str:
    """Write points as path data, the shortest way."""
    (x, y), steps = points[0], []
    for px, py in points[1:]:
        steps.append(f"{px - x} {py - y}")
        x, y = px, py
    tail = " ".join(steps).replace(" -", "-")
    return f"M{points[0][0]} {points[0][1]}" + (f"l{tail}" if steps else "")


def _where(a: str, b: str) -> str:
    return f"border line {a}–{b}"


def _line(text: str, names: Mapping[str, int]) -> Line:
    a, b, *parts = text.split("|") if text.count("|") > 1 else ("", "")
    if not parts:
        _bad(f"border line {_cut(text)} needs two regions and at least one part")
    where = _where(a, b)
    for name in (a, b):
        if name not in names and name != FRAME:
            _bad(f"{where}: there is no region {name!r}")
    if a == FRAME or a == b:
        _bad(f"{where}: a line parts two regions, or a region, which stands first, from the frame '{FRAME}'")
    read = tuple(_part(part, b == FRAME, where) for part in parts)
    for (_, one), (_, two) in itertools.pairwise(read):
        if one[-1] != two[0]:
            _bad(f"{where}: a part ends at {one[-1][0]}, {one[-1][1]} but the next begins at {two[0][0]}, {two[0][1]}")
    return Line(names[a], names.get(b, -1), read)


def _part(text: str, edge: bool, where: str) -> tuple[bool, Ring]:
    kind, _, path = text.partition(" ")
    if kind not in (("edge",) if edge else ("land", "sea")):
        _bad(f"{where}: a part is {'edge along the frame' if edge else 'land or sea'}, not {_cut(kind)}")
    points = read_path(path, where)
    if len(points) < 2:
        _bad(f"{where}: a part needs two points")
    return kind == "land", points


def _places(table: object, names: Mapping[str, int], frame: Point) -> tuple[Place, ...]:
    if not isinstance(table, Mapping):
        _bad("'places' must be a table with one line for each region")
    for name in names:
        if name not in table:
            _bad(f"region {name} has no place")
    for name in table:
        if name not in names:
            _bad(f"places: there is no region {name!r}")
    return tuple(_place(name, table[name], frame) for name in names)


def _place(name: str, text: object, frame: Point) -> Place:
    where = f"place of {name}"
    found = _entries(text, where)
    for key, size in {"city": 2, "label": 4, "phone": 4}.items():
        if len(found.get(key, ())) != size:
            _bad(f"{where}: {key!r} needs {size} whole numbers")
    x, y = found["city"]
    slots = {key: _pairs(where, key, found.get(key, ())) for key in ("legions", "galleys")}
    label, phone = (_label(found[key], frame, f"{where}: {key!r}") for key in ("label", "phone"))
    _near([(x, y), (label.x, label.y), (phone.x, phone.y), *slots["legions"], *slots["galleys"]], frame, where)
    return Place((x, y), label, phone, slots["legions"], slots["galleys"])


def _entries(text: object, where: str) -> dict[str, tuple[int, ...]]:
    """Read 'city 1 2; label …': each key once, with its numbers."""
    if not isinstance(text, str):
        _bad(f"{where}: it must be a text")
    found: dict[str, tuple[int, ...]] = {}
    for entry in text.split(";"):
        key, _, numbers = entry.strip().partition(" ")
        if key not in _PLACE:
            _bad(f"{where}: unknown key {_cut(key)}; the keys are {', '.join(_PLACE)}")
        if key in found:
            _bad(f"{where}: {key!r} occurs twice")
        found[key] = _numbers(numbers, f"{where}: {key!r}")
    return found


def _label(numbers: tuple[int, ...], frame: Point, where: str) -> Label:
    label = Label(*numbers)
    if not 1 <= label.lines <= MOST_ROWS:
        _bad(f"{where} has 1 to {MOST_ROWS} lines, not {label.lines}")
    _sized(label.size, frame, where)
    return label


def _sized(size: int, frame: Point, where: str) -> None:
    if not 1 <= size <= min(frame):
        _bad(f"{where} has a size from 1 to {min(frame)}, not {size}")


def _pairs(where: str, key: str, numbers: tuple[int, ...]) -> tuple[Point, ...]:
    if len(numbers) % 2:
        _bad(f"{where}: {key!r} needs pairs of whole numbers")
    if len(numbers) > 2 * MOST_SLOTS:
        _bad(f"{where}: {key!r} has more than {MOST_SLOTS} slots")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _relief(text: object, frame: Point) -> tuple[tuple[str, int, int, int], ...]:
    words = text.split() if isinstance(text, str) else [""]
    if len(words) % 4 or len(words) > 4 * MOST_POINTS:
        _bad("'relief' must be a text of marks, each its kind, x, y and size")
    return tuple(_mark(words[i : i + 4], frame) for i in range(0, len(words), 4))


def _mark(words: list[str], frame: Point) -> tuple[str, int, int, int]:
    where, numbers = f"relief {_cut(' '.join(words))}", _numbers(" ".join(words[1:]), "relief")
    if words[0] not in _RELIEF or len(numbers) != 3:
        _bad(f"{where}: a mark is m, f or d with x, y and size")
    x, y, size = numbers
    _near([(x, y)], frame, where)
    _sized(size, frame, where)
    return words[0], x, y, size


def join(sides: Sequence[Ring]) -> Ring:
    """Join lines end to end into one closed ring; empty if they do not close."""
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
