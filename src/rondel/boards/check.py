"""Checks a board's shape against its graph: what is drawn must be what is played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Final

from rondel.boards.geometry import (
    MEDALLION,
    PHONE,
    PIECE,
    Box,
    Geometry,
    Line,
    Point,
    Ring,
    area,
    drawn_type,
    inside,
    part_lengths,
)
from rondel.boards.lettering import label_box
from rondel.boards.schema import BORDER_NAMES, LAND, SEA, Board
from rondel.boards.tiling import tiling_problems

#: a border must be at least this long to be seen, and so must its land and its sea part if it has both
SHORTEST: Final = 45.0
PART: Final = 16.0
#: how far the total area of the regions may be off, as a share of the frame
AREA_ERROR: Final = 0.001
#: the shore is not checked this close to the ends of a part
SHORE_ZONE: Final = 26.0

_WORDS = {number: word for word, number in BORDER_NAMES.items()}


def graph_problems(board: Board) -> list[str]:
    """List flaws that the reader accepts but that make a board unplayable: a map in two halves."""
    reached, edge = {0}, [0]
    while edge:
        new = {other for region in edge for other in board.neighbours(region)} - reached
        reached |= new
        edge = list(new)
    apart = [region.name for number, region in enumerate(board.regions) if number not in reached]
    return [f"no way leads from {board.regions[0].name} to {', '.join(apart)}"] if apart else []


def problems(board: Board, shape: Geometry) -> list[str]:
    """List where the drawing differs from the graph or overlaps itself; empty if nothing is wrong."""
    found = [*_border_problems(board, shape), *_outline_problems(board, shape)]
    # places are only checked once the outlines close and fill the frame
    if not found:
        found = [*_shore_problems(board, shape), *_place_problems(board, shape), *_collisions(board, shape)]
    return found


def _pair(board: Board, line: Line) -> str:
    other = board.regions[line.b].name if line.b >= 0 else "the frame"
    return f"{board.regions[line.a].name}–{other}"


def _border_problems(board: Board, shape: Geometry) -> Iterator[str]:
    wanted = {(a, b): kind for a, b, kind in board.borders}
    drawn: dict[tuple[int, int], Line] = {}
    for line in shape.lines:
        key = (min(line.a, line.b), max(line.a, line.b))
        if line.b < 0:
            continue
        if key in drawn:
            yield f"the border {_pair(board, line)} is drawn twice"
        if key not in wanted:
            yield f"{_pair(board, line)} is drawn as a border but is not one"
        drawn[key] = line
    for (a, b), kind in wanted.items():
        if (a, b) not in drawn:
            yield f"the border {board.regions[a].name}–{board.regions[b].name} is not drawn"
        else:
            yield from _line_problems(board, drawn[a, b], kind)


def _line_problems(board: Board, line: Line, kind: int) -> Iterator[str]:
    lengths = part_lengths(line)
    if drawn_type(line) != kind:
        yield f"the border {_pair(board, line)} is {_WORDS[kind]} but drawn as {_WORDS[drawn_type(line)]}"
    if sum(lengths.values()) < SHORTEST:
        yield f"the border {_pair(board, line)} is too short to be seen"
    for word, bit in (("land", LAND), ("sea", SEA)):
        if kind & bit and lengths[bit] < PART:
            yield f"the {word} part of the border {_pair(board, line)} is too short to be seen"


def _outline_problems(board: Board, shape: Geometry) -> Iterator[str]:
    rings = [shape.outline(region) for region in range(len(board.regions))]
    if not all(rings):
        yield from (
            f"the outline of {entry.name} does not close"
            for entry, ring in zip(board.regions, rings, strict=True)
            if not ring
        )
        return
    yield from tiling_problems(board, shape)
    total, whole = sum(map(area, rings)), shape.frame[0] * shape.frame[1]
    if abs(total / whole - 1) > AREA_ERROR:
        yield f"the outlines cover {100 * total / whole:.2f} % of the frame: there is a gap or an overlap"


class Coast:
    """A fast test whether a point lies on land: the edges of the coast, sorted into bands."""

    def __init__(self, shape: Geometry, bands: int = 250) -> None:
        height = shape.frame[1]
        self.band = max(1, height // bands)
        self.edges: dict[int, list[tuple[Point, Point]]] = defaultdict(list)
        for polygon in shape.land:
            for ring in polygon:
                for one, two in zip(ring, [*ring[1:], ring[0]], strict=True):
                    # points far outside the frame are never looked up
                    low, high = max(0, min(one[1], two[1])), min(height, max(one[1], two[1]))
                    for row in range(low // self.band, high // self.band + 1):
                        self.edges[row].append((one, two))

    def is_land(self, x: float, y: float) -> bool:
        """Say whether the point lies on land."""
        odd = False
        for (ax, ay), (bx, by) in self.edges[int(y // self.band)]:
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
        return odd


def _shore_problems(board: Board, shape: Geometry) -> Iterator[str]:
    """Compare the land and sea parts of the borders with the coast."""
    coast = Coast(shape)
    for line in shape.lines:
        for land, points in line.parts if line.b >= 0 else ():
            wrong = [p for p in _samples(points) if coast.is_land(*p) != land]
            if wrong:
                word, (x, y) = "land" if land else "sea", wrong[0]
                yield f"a {word} part of the border {_pair(board, line)} is off the {word} at {x:.0f}, {y:.0f}"


def _samples(points: Ring, step: float = 12.0) -> Iterator[tuple[float, float]]:
    """Give points along a part, away from its ends."""
    first, last = points[0], points[-1]
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, int(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 / step))
        for i in range(count):
            x, y = ax + (bx - ax) * (i + 0.5) / count, ay + (by - ay) * (i + 0.5) / count
            if all((x - px) ** 2 + (y - py) ** 2 > SHORE_ZONE**2 for px, py in (first, last)):
                yield x, y


def _place_problems(board: Board, shape: Geometry) -> Iterator[str]:
    for region, (entry, place) in enumerate(zip(board.regions, shape.places, strict=True)):
        ring = shape.outline(region)
        for word, points in (("city", (place.city,)), ("legion", place.legions), ("galley", place.galleys)):
            for x, y in points:
                if not inside((x, y), ring):
                    yield f"{entry.name}: its {word} place at {x}, {y} lies outside the region"
        for word, kind, slots in (("legion", LAND, place.legions), ("galley", SEA, place.galleys)):
            if board.neighbours(region, kind) and not slots:
                yield f"{entry.name} has no place for a {word}"
        if not inside((place.label.x, place.label.y), ring):
            yield f"{entry.name}: its name stands outside the region"


def boxes(board: Board, shape: Geometry, phone: bool = False) -> list[tuple[str, Box]]:
    """List what takes up space on the map: names, cities and, except on a phone, the slots for pieces."""
    found = []
    for entry, place in zip(board.regions, shape.places, strict=True):
        label = place.phone if phone else place.label
        found.append((f"the name of {entry.name}", label_box(entry.name, label)))
        radius = MEDALLION * shape.scale * (PHONE if phone else 1)
        found.append((f"the city of {entry.name}", _square(place.city, radius)))
        if not phone:
            for word, slots in (("legions", place.legions), ("galleys", place.galleys)):
                found += [(f"a place for {word} in {entry.name}", _square(p, PIECE * shape.scale)) for p in slots]
    return found


def _square(point: Point, radius: float) -> Box:
    return point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius


def _collisions(board: Board, shape: Geometry) -> Iterator[str]:
    for phone in (False, True):
        listed = boxes(board, shape, phone)
        for (word, box), (other, second) in combinations(listed, 2):
            if box[0] < second[2] and second[0] < box[2] and box[1] < second[3] and second[1] < box[3]:
                yield f"{word} lies on {other}" + (" at phone width" if phone else "")
        for word, box in listed:
            if box[0] < 0 or box[1] < 0 or box[2] > shape.frame[0] or box[3] > shape.frame[1]:
                yield f"{word} leaves the frame" + (" at phone width" if phone else "")
