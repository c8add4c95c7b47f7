"""Makes the shore agree with the border types: the data wins, the drawing follows."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from tools.boards.anneal import PART
from tools.boards.atlas import Floats
from tools.boards.field import Field
from tools.boards.mesh import Edge, Mesh, Point
from tools.boards.spec import BOTH, LAND, SEA

#: half the width of a band of land or sea along a border
WIDTH = 25.0
SHORE = 0

Interval = tuple[float, float, bool]  # from, to, is land


@dataclass
class Profile:
    """Where along an edge there is land."""

    edge: Edge
    kind: int
    parts: list[Interval]


def natural(field: Field, edge: Edge) -> list[Interval]:
    """Read the intervals of land and sea along an edge from the field."""
    count = max(2, int(edge.length / 3))
    steps = (np.arange(count) + 0.5) / count
    start, end = np.array(edge.start, float), np.array(edge.end, float)
    land = field.at(start + (end - start) * steps[:, None]) > 0
    cuts = [0, *(np.flatnonzero(land[1:] != land[:-1]) + 1).tolist(), count]
    unit = edge.length / count
    return [(i * unit, j * unit, bool(land[i])) for i, j in itertools.pairwise(cuts)]


def kinds_of_edges(mesh: Mesh, field: Field, fixed: np.ndarray) -> list[int]:
    """Give each inner edge its type: the fixed one, or what the natural shore shows."""
    found = []
    for edge in mesh.inner:
        kind = int(fixed[edge.a, edge.b])
        if not kind:
            land = sum(high - low for low, high, is_land in natural(field, edge) if is_land)
            kind = SEA if land < PART else LAND if edge.length - land < PART else BOTH
        found.append(kind)
    return found


def junction_kinds(mesh: Mesh, kinds: list[int], field: Field) -> dict[Point, int]:
    """Say of each junction whether it lies on land, at sea or on the shore."""
    touching: dict[Point, set[int]] = {}
    for edge, kind in zip(mesh.inner, kinds, strict=True):
        touching.setdefault(edge.start, set()).add(kind)
        touching.setdefault(edge.end, set()).add(kind)
    found = {}
    for point, types in touching.items():
        if {LAND, SEA} <= types:
            found[point] = SHORE
        elif types & {LAND, SEA}:
            found[point] = LAND if LAND in types else SEA
        else:
            found[point] = LAND if field.at(np.array([point], float))[0] > 0 else SEA
    return found


def profile(field: Field, edge: Edge, kind: int, junctions: dict[Point, int]) -> Profile:
    """Decide where land and sea run along an edge of a given type."""
    if kind != BOTH:
        return Profile(edge, kind, [(0.0, edge.length, kind == LAND)])
    ends = junctions[edge.start], junctions[edge.end]
    parts = _without_short(_with_ends(natural(field, edge), edge.length, ends), ends)
    if len(parts) == 1:
        parts = _split(edge.length, parts[0][2], ends)
    return Profile(edge, kind, parts)


def _with_ends(parts: list[Interval], length: float, ends: tuple[int, int]) -> list[Interval]:
    """Make the ends of a combined border what its junctions are, for a length that can be seen."""
    share = min(PART, length / 2)
    if ends[0] != SHORE:
        parts = [(0.0, share, ends[0] == LAND), *_cut(parts, share, length)]
    if ends[1] != SHORE:
        parts = [*_cut(parts, 0.0, length - share), (length - share, length, ends[1] == LAND)]
    return _merged(parts)


def _cut(parts: list[Interval], low: float, high: float) -> list[Interval]:
    return [(max(a, low), min(b, high), land) for a, b, land in parts if min(b, high) > max(a, low)]


def _merged(parts: list[Interval]) -> list[Interval]:
    found: list[Interval] = []
    for low, high, land in parts:
        if found and found[-1][2] == land:
            found[-1] = (found[-1][0], high, land)
        else:
            found.append((low, high, land))
    return found


def _without_short(parts: list[Interval], ends: tuple[int, int]) -> list[Interval]:
    """Flip the shortest parts until every part can be seen and the shore is crossed as seldom as the ends allow."""
    most = 3 if ends[0] == ends[1] != SHORE else 2
    while len(parts) > 1:
        # a part at a junction that is land or sea has to stay what it is
        loose = list(range(ends[0] != SHORE, len(parts) - (ends[1] != SHORE)))
        sizes = {i: parts[i][1] - parts[i][0] for i in loose}
        if not sizes or (min(sizes.values()) >= PART - 1 and len(parts) <= most):
            break
        flip = min(sizes, key=lambda i: sizes[i])
        parts = _merged([(a, b, land != (i == flip)) for i, (a, b, land) in enumerate(parts)])
    return parts


def _split(length: float, land: bool, ends: tuple[int, int]) -> list[Interval]:
    """Give a combined border that naturally shows one kind its share of the other."""
    share = max(min(1.3 * PART, 0.5 * length), 0.36 * length)
    same = LAND if land else SEA
    if ends[1] != same:
        return [(0.0, length - share, land), (length - share, length, not land)]
    if ends[0] != same:
        return [(0.0, share, not land), (share, length, land)]
    low, high = (length - share) / 2, (length + share) / 2
    return [(0.0, low, land), (low, high, not land), (high, length, land)]


def bend(field: Field, profiles: list[Profile], junctions: dict[Point, int]) -> None:
    """Lay bands along every border part; land first, sea cuts last."""
    for land in (True, False):
        for item in profiles:
            for low, high, is_land in item.parts:
                if is_land == land:
                    _lay(field, item, (low, high), land, junctions)


def _lay(field: Field, item: Profile, part: tuple[float, float], land: bool, junctions: dict[Point, int]) -> None:
    edge = item.edge
    start, end = np.array(edge.start, float), np.array(edge.end, float)
    along: Floats = (end - start) / edge.length
    low, high = part
    # a part that ends inside the edge or at the shore runs out to a point; elsewhere the band goes round the junction
    taper = (
        low > 0 or junctions[edge.start] == SHORE,
        high < edge.length or junctions[edge.end] == SHORE,
    )
    field.band(start + along * low, start + along * high, WIDTH if land else WIDTH * 0.85, land, taper)
