"""Swiss pairings: those with like points meet, and nobody meets anybody again before it must be.

With two at a table that is exact: the best placed takes the nearest opponent such that everybody else can still be
paired with somebody new. With three to six, tables are filled by standing and then improved by exchanges; meeting again
weighs more than any difference in points.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from rondel.tournament.matching import can_pair_all
from rondel.tournament.tables import SMALLEST

#: exchanges start from several fillings; the best is kept
TRIES = 12
#: what one repeated meeting weighs against differences in points
AGAIN = 1000.0

Met = Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The tables of a round, not seated yet, and who rests."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


def pair_round(
    order: Sequence[int], points: Mapping[int, float], met: Met, rested: Collection[int], size: int, smallest: int
) -> Pairing:
    """Pair entrants, listed from the first place to the last."""
    sizes = table_sizes(len(order), size, smallest)
    byes = _byes(order, rested, len(order) - sum(sizes))
    playing = [entrant for entrant in order if entrant not in byes]
    if size == SMALLEST:
        return Pairing(tuple(_pairs(playing, points, met)), byes)
    return Pairing(_tables(playing, points, met, sizes), byes)


def table_sizes(entrants: int, size: int, smallest: int) -> tuple[int, ...]:
    """Seat as many as possible at tables between the smallest and the largest size, as few and as full as possible."""
    for seated in range(entrants, 0, -1):
        tables = -(-seated // size)
        if tables * smallest <= seated:
            full, rest = divmod(seated, tables)
            return tuple(full + (number < rest) for number in range(tables))
    return ()


def _byes(order: Sequence[int], rested: Collection[int], count: int) -> tuple[int, ...]:
    """Let the last rest who have not rested yet."""
    if not count:
        return ()
    last = sorted(order, key=lambda entrant: (entrant in rested, -order.index(entrant)))
    return tuple(last[:count])


def _pairs(playing: Sequence[int], points: Mapping[int, float], met: Met) -> list[tuple[int, int]]:
    often = _fewest_meetings(playing, met)
    left = list(playing)
    pairs = []
    while left:
        first, *others = left
        mate = next(
            other
            for other in _nearest(first, others, points)
            if _count(met, first, other) <= often
            and can_pair_all(_graph([entrant for entrant in others if entrant != other], met, often))
        )
        pairs.append((first, mate))
        left = [entrant for entrant in others if entrant != mate]
    return pairs


def _fewest_meetings(playing: Sequence[int], met: Met) -> int:
    """Find how often a pair of this round must have met at the worst: 0 if all can have somebody new."""
    often = 0
    while not can_pair_all(_graph(playing, met, often)):
        often += 1
    return often


def _graph(playing: Sequence[int], met: Met, often: int) -> dict[int, set[int]]:
    return {one: {two for two in playing if two != one and _count(met, one, two) <= often} for one in playing}


def _count(met: Met, one: int, two: int) -> int:
    return met.get((min(one, two), max(one, two)), 0)


def _nearest(first: int, others: Sequence[int], points: Mapping[int, float]) -> list[int]:
    """List opponents: those level on points from the middle of the group on, then the next lower ones."""
    level = [other for other in others if points[other] == points[first]]
    half = len(level) // 2
    lower = [other for other in others if points[other] != points[first]]
    return [*level[half:], *reversed(level[:half]), *lower]


def _tables(
    playing: Sequence[int], points: Mapping[int, float], met: Met, sizes: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    best: list[list[int]] = []
    cost = float("inf")
    for number in range(TRIES):
        tables = _mended(_filled(playing, points, sizes, Random(number) if number else None), points, met)
        found = sum(_cost(table, points, met) for table in tables)
        if found < cost:
            best, cost = tables, found
    return tuple(tuple(table) for table in best)


def _filled(
    playing: Sequence[int], points: Mapping[int, float], sizes: Sequence[int], random: Random | None
) -> list[list[int]]:
    """Fill tables from the top; the first round, where all are level, deals them out by seeding."""
    if random is None and len({points[entrant] for entrant in playing}) == 1:
        tables: list[list[int]] = [[] for _ in sizes]
        for entrant in playing:
            open_tables = [number for number, table in enumerate(tables) if len(table) < sizes[number]]
            tables[min(open_tables, key=lambda number: len(tables[number]))].append(entrant)
        return tables
    near = list(playing) if random is None else sorted(playing, key=lambda entrant: (-points[entrant], random.random()))
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    return [near[start : start + size] for start, size in zip(starts, sizes, strict=True)]


def _mended(tables: list[list[int]], points: Mapping[int, float], met: Met) -> list[list[int]]:
    """Exchange entrants between tables as long as it helps."""
    better = True
    while better:
        better = any(_exchange(one, two, points, met) for one, two in combinations(tables, 2))
    return tables


def _exchange(one: list[int], two: list[int], points: Mapping[int, float], met: Met) -> bool:
    now = _cost(one, points, met) + _cost(two, points, met)
    for here in range(len(one)):
        for there in range(len(two)):
            one[here], two[there] = two[there], one[here]
            if _cost(one, points, met) + _cost(two, points, met) < now - 1e-9:
                return True
            one[here], two[there] = two[there], one[here]
    return False


def _cost(table: Sequence[int], points: Mapping[int, float], met: Met) -> float:
    return sum(
        AGAIN * _count(met, one, two) ** 2 + (points[one] - points[two]) ** 2 for one, two in combinations(table, 2)
    )
