"""Checks that the outlines of a board's regions fill its frame: no gap, no overlap, nothing outside.

Horizontal lines are drawn across the frame. On each, a region covers the stretches between the points where its outline
crosses the line; together the stretches must cover the width of the frame exactly once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from rondel.boards.geometry import Geometry, Point, Ring, part_lengths
from rondel.boards.schema import Board

#: the most lines that are drawn
ROWS: Final = 1000
#: narrower gaps and overlaps are ignored
SLACK: Final = 1.0
#: the length of all borders together, in half circumferences of the frame: a real map has less than ten
LONGEST: Final = 50

Stretch = tuple[float, float, int]  # from, to, region


def tiling_problems(board: Board, shape: Geometry) -> Iterator[str]:
    """Find where outlines overlap, leave the frame or leave a gap; each pair of regions is named once."""
    if sum(sum(part_lengths(line).values()) for line in shape.lines) > LONGEST * sum(shape.frame):
        yield f"the borders are longer than {LONGEST} times width and height of the frame"
        return
    names = [region.name for region in board.regions]
    rings = [shape.outline(region) for region in range(len(names))]
    for name, ring in zip(names, rings, strict=True):
        outside = [point for point in ring if not _within(point, shape.frame)]
        if outside:
            yield f"the outline of {name} leaves the frame at {outside[0][0]}, {outside[0][1]}"
    seen = set()
    for y, row in _rows(rings, shape.frame[1]):
        for word, one, two, x in _faults(row, shape.frame[0]):
            if (word, one, two) not in seen:
                seen.add((word, one, two))
                pair = " and ".join(names[region] if region >= 0 else "the frame" for region in (one, two))
                yield f"the outlines of {pair} {word} at {x:.0f}, {y:.0f}"


def _within(point: Point, frame: Point) -> bool:
    return all(-SLACK <= value <= side + SLACK for value, side in zip(point, frame, strict=True))


def _rows(rings: list[Ring], height: int) -> Iterator[tuple[float, list[Stretch]]]:
    """Give the position of each line and the stretches on it, from left to right."""
    step = -(-height // ROWS)
    rows: list[list[Stretch]] = [[] for _ in range(0, height, step)]
    for region, ring in enumerate(rings):
        for row, cuts in enumerate(_cuts(ring, step, len(rows))):
            cuts.sort()
            rows[row] += [(cuts[i], cuts[i + 1], region) for i in range(0, len(cuts), 2)]
    for row, stretches in enumerate(rows):
        yield row * step + 0.5, sorted(stretches)


def _cuts(ring: Ring, step: int, count: int) -> list[list[float]]:
    """Give the places where an outline meets each line. Lines run between whole units, so none meets a corner."""
    found: list[list[float]] = [[] for _ in range(count)]
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        low, high = min(ay, by), max(ay, by)
        for row in range(max(0, -(-low // step)), min(count - 1, (high - 1) // step) + 1):
            found[row].append(ax + (row * step + 0.5 - ay) * (bx - ax) / (by - ay))
    return found


def _faults(row: list[Stretch], width: int) -> Iterator[tuple[str, int, int, float]]:
    """Walk along a line and name who overlaps whom, and between whom there is a gap; -1 is the frame."""
    reach, holder = 0.0, -1
    for left, right, region in [*row, (float(width), float(width), -1)]:
        if left > reach + SLACK:
            yield "leave a gap", holder, region, reach
        if min(right, reach) > left + SLACK and holder >= 0:
            yield "overlap", min(holder, region), max(holder, region), left
        if right >= reach:
            reach, holder = right, region
