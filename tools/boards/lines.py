"""Border lines: land parts with a hand-drawn wobble, sea parts straight, everything in whole frame units."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from random import Random

import numpy as np

from tools.boards.anneal import PART
from tools.boards.atlas import Floats
from tools.boards.field import Field
from tools.boards.mesh import Point
from tools.boards.shore import Profile, natural
from tools.boards.spec import BOTH

AMPLITUDE = 9.0


@dataclass
class Line:
    """A drawn border: its parts in order from one junction to the other."""

    a: int
    b: int
    kind: int
    parts: list[tuple[bool, list[Point]]]  # is land, points

    @property
    def points(self) -> list[Point]:
        """All points of the border without the doubled ones between parts."""
        found: list[Point] = []
        for _, part in self.parts:
            found += part if not found else part[1:]
        return found


def draw(field: Field, profile: Profile, rng: Random) -> Line:
    """Draw one border from its profile; crossings of the shore are read from the bent field."""
    edge = profile.edge
    parts = profile.parts
    if profile.kind == BOTH:
        actual = natural(field, edge)
        seen = min(high - low for low, high, _ in actual) > 0.7 * PART
        if seen and [land for *_, land in actual] == [land for *_, land in parts]:
            parts = actual
    start, end = np.array(edge.start, float), np.array(edge.end, float)
    along = (end - start) / edge.length
    drawn = []
    for low, high, land in parts:
        first, last = start + along * low, start + along * high
        points = _wobbly(field, first, last, rng) if land else np.stack([first, last])
        drawn.append((land, _whole(points)))
    return Line(edge.a, edge.b, profile.kind, _joined(drawn, edge.start, edge.end))


def _whole(points: Floats) -> list[Point]:
    found: list[Point] = []
    for x, y in np.rint(points).astype(int).tolist():
        if not found or found[-1] != (x, y):
            found.append((x, y))
    return found


def _joined(parts: list[tuple[bool, list[Point]]], start: Point, end: Point) -> list[tuple[bool, list[Point]]]:
    """Make the parts meet in the same whole points and end in the junctions."""
    parts[0][1][0] = start
    parts[-1][1][-1] = end
    for (_, one), (_, two) in itertools.pairwise(parts):
        two[0] = one[-1]
    return parts


def _wobbly(field: Field, start: Floats, end: Floats, rng: Random) -> Floats:
    length = float(np.hypot(*(end - start)))
    count = max(2, round(length / 13) + 1)
    steps = np.linspace(0, 1, count)
    waves = [
        (rng.uniform(70, 130), rng.uniform(0, math.tau)),
        (rng.uniform(28, 50), rng.uniform(0, math.tau)),
    ]
    offset = sum(np.sin(steps * length / size * math.tau + phase) * size / 120 for size, phase in waves)
    offset = offset * np.clip(np.minimum(steps, 1 - steps) * length / 45, 0, 1)
    normal = np.array([start[1] - end[1], end[0] - start[0]]) / max(length, 1.0)
    straight = start + (end - start) * steps[:, None]
    # near the shore the line keeps to the land
    calm = np.clip((field.at(straight) - 6) / 16, 0, 1)
    points: Floats = straight + normal * (AMPLITUDE * np.asarray(offset) * calm)[:, None]
    return points
