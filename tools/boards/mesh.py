"""The planar net of a board: junctions and straight edges between them, from a Voronoi diagram."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import numpy as np
from shapely.geometry import Polygon

from tools.boards.anneal import edges_of
from tools.boards.atlas import Floats

Point = tuple[int, int]
OUTSIDE = -1
#: an edge shorter than this is no border
SPECK = 20.0
#: a border shorter than this is stretched to it
VISIBLE = 78.0


@dataclass
class Edge:
    """A stretch of border between two regions, or between a region and the outside of the frame."""

    a: int
    b: int  # OUTSIDE along the frame
    start: Point
    end: Point

    @property
    def length(self) -> float:
        """The straight length in frame units."""
        return float(np.hypot(self.end[0] - self.start[0], self.end[1] - self.start[1]))


@dataclass
class Mesh:
    """All edges of a board."""

    frame: tuple[int, int]
    inner: list[Edge]
    outer: list[Edge] = field(default_factory=list)

    def cell(self, region: int) -> Polygon:
        """Give the region's outline with straight sides."""
        sides = [e for e in self.inner + self.outer if region in (e.a, e.b)]
        return Polygon(chain([(e.start, e.end) for e in sides]))


def chain(sides: list[tuple[Point, Point]]) -> list[Point]:
    """Put the sides of one ring in order."""
    left = list(sides)
    first, last = left.pop()
    ring = [first, last]
    while left:
        i = next(i for i, side in enumerate(left) if last in side)
        one, two = left.pop(i)
        last = two if one == last else one
        ring.append(last)
    return ring[:-1]


def build(sites: Floats, frame: tuple[int, int]) -> Mesh:
    """Cut the frame into the cells of the sites, with whole-numbered junctions."""
    edges = edges_of(sites, frame)
    corners = np.clip(np.rint(edges.ends), 0, frame).astype(int)
    inner = []
    for (a, b), (start, end) in zip(edges.pairs.tolist(), corners.tolist(), strict=True):
        if start != end:
            inner.append(Edge(a, b, (start[0], start[1]), (end[0], end[1])))
    mesh = Mesh(frame, _collapsed(sorted(inner, key=lambda edge: (edge.a, edge.b)), frame))
    _stretch(mesh)
    for axis in (0, 1):
        for value in (0, frame[axis]):
            mesh.outer += _side(mesh, sites, axis, value)
    return mesh


def _collapsed(edges: list[Edge], frame: tuple[int, int]) -> list[Edge]:
    """Draw together the ends of edges too short to see: four regions then meet in one point."""
    for short in [edge for edge in edges if edge.length < SPECK]:
        kept, lost = (short.end, short.start) if _on_frame(short.end, frame) else (short.start, short.end)
        for edge in edges:
            edge.start = kept if edge.start == lost else edge.start
            edge.end = kept if edge.end == lost else edge.end
    return [edge for edge in edges if edge.start != edge.end]


def _on_frame(point: Point, frame: tuple[int, int]) -> bool:
    return any(point[axis] in (0, frame[axis]) for axis in (0, 1))


def _stretch(mesh: Mesh) -> None:
    """Draw the ends of short edges apart until they can be seen; a junction on the frame stays."""
    for short in [edge for edge in mesh.inner if edge.length < VISIBLE]:
        way = np.array(short.end, float) - np.array(short.start, float)
        push = way / short.length * (VISIBLE - short.length)
        loose = [p for p in (short.start, short.end) if not _on_frame(p, mesh.frame)]
        moves = {}
        for point in loose:
            sign = 1 if point == short.end else -1
            moved = np.rint(np.array(point) + sign * push / len(loose)).astype(int).tolist()
            moves[point] = (moved[0], moved[1])
        for edge in mesh.inner:
            edge.start, edge.end = moves.get(edge.start, edge.start), moves.get(edge.end, edge.end)


def _side(mesh: Mesh, sites: Floats, axis: int, value: int) -> list[Edge]:
    """Cut one side of the frame at the junctions on it and find whose stretch each is."""
    other = 1 - axis
    on_side = {p[other] for e in mesh.inner for p in (e.start, e.end) if p[axis] == value}
    stops = sorted(on_side | {0, mesh.frame[other]})

    def point(stop: float) -> tuple[float, float]:
        return (value, stop) if axis == 0 else (stop, value)

    found = []
    for low, high in itertools.pairwise(stops):
        middle = np.array(point((low + high) / 2))
        owner = int(np.argmin(((sites - middle) ** 2).sum(axis=1)))
        start, end = point(low), point(high)
        found.append(Edge(owner, OUTSIDE, (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))))
    return found
