"""Mountains, woods and dunes: real ranges carried over by the warp, drawn where no name, city or piece stands."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from shapely import contains_xy
from shapely.geometry import LineString, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.boards.atlas import Floats, Projection
from tools.boards.warp import Spline

if TYPE_CHECKING:
    from tools.boards.place import Layout

Mark = tuple[str, int, int, int]


def scatter(layout: Layout, warp: Spline, project: Projection) -> list[Mark]:
    """Place the marks, each kind after its list of real places."""
    data = tomllib.loads((Path(__file__).parent / "relief.toml").read_text(encoding="utf-8"))
    rng = Random(layout.spec.seed)
    borders = unary_union([LineString(line.points) for line in layout.lines]).buffer(9)
    wide, high = layout.spec.frame
    dry = layout.land.buffer(-13).intersection(box(14, 14, wide - 14, high - 14)).difference(borders)
    found: list[Mark] = []
    for points in data["mountains"].values():
        found += _range(layout, warp(project(*np.array(points, float).T)), rng)
    for kind, areas in (("f", data["woods"]), ("d", data["dunes"])):
        for points in areas.values():
            found += _patch(kind, warp(project(*np.array(points, float).T)), rng)
    return _kept(layout, sorted(found, key=lambda mark: mark[2]), dry)


def _range(layout: Layout, line: Floats, rng: Random) -> list[Mark]:
    """Set peaks along a range, in two or three staggered rows."""
    path = LineString(line)
    found: list[Mark] = []
    for row in (-1, 0, 1):
        place = rng.uniform(0, 30)
        while place < path.length:
            point = path.interpolate(place)
            size = rng.uniform(19, 30) * (1.0 if row == 0 else 0.8)
            found.append(
                (
                    "m",
                    round(point.x + rng.uniform(-9, 9)),
                    round(point.y + 24 * row + rng.uniform(-6, 6)),
                    round(size),
                )
            )
            place += rng.uniform(36, 54)
    return found


def _patch(kind: str, corners: Floats, rng: Random) -> list[Mark]:
    """Scatter marks over the quadrangle around some points."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    count = int((high[0] - low[0]) * (high[1] - low[1]) / 5200)
    return [
        (kind, round(rng.uniform(low[0], high[0])), round(rng.uniform(low[1], high[1])), rng.randint(11, 16))
        for _ in range(count)
    ]


def _kept(layout: Layout, marks: list[Mark], dry: BaseGeometry) -> list[Mark]:
    """Keep the marks that stand free on dry land."""
    kept: list[Mark] = []
    for mark in marks:
        _, x, y, size = mark
        if not bool(contains_xy(dry, x, y)) or not bool(contains_xy(dry, x, y - size)):
            continue
        if any(b[0] - size < x < b[2] + size and b[1] - 5 < y < b[3] + size for b in layout.boxes):
            continue
        if all(abs(x - u) > 1.05 * max(size, s) or abs(y - v) > 0.75 * max(size, s) for _, u, v, s in kept):
            kept.append(mark)
    return kept
