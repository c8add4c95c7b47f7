"""Swiss pairings: players with similar points meet, and nobody meets anybody twice while it can be avoided.

With two at a table that is exact: the best placed takes the nearest opponent such that everybody else can still be
paired with somebody new. With three to six, tables are filled by standing and then improved by exchanges; meeting again
weighs more than any difference in points, and where exchanges leave some, a search looks for tables without.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from rondel.tournament.fresh import fresh_tables
from rondel.tournament.matching import can_pair_all
from rondel.tournament.tables import SMALLEST

#: exchanges start from several fillings; the best is kept
TRIES = 12
#: the exchanges tried in all, so that a round of 256 is paired in a few seconds
EXCHANGES = 600_000
#: groups that are tried where exchanges find no tables without a repeated meeting
SEARCHED = 50_000
#: what one repeated meeting weighs against differences in points
AGAIN = 1000.0

Met = Mapping[tuple[int, int], int]
Costs = Mapping[int, Mapping[int, float]]


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
    """Let the lowest-placed rest who have not rested yet."""
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
    """Find how often a pair of this round must have met at worst: 0 if everybody can have a new opponent."""
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
    costs = _costs(playing, points, met)
    best: list[list[int]] = []
    lowest, left = float("inf"), EXCHANGES
    for number in range(TRIES):
        tables = _filled(playing, points, sizes, Random(number) if number else None)
        left = _improve(tables, costs, left)
        cost = sum(costs[one][two] for table in tables for one, two in combinations(table, 2))
        if cost < lowest:
            best, lowest = tables, cost
        if left <= 0:
            break
    if lowest >= AGAIN and any(_count(met, one, two) for table in best for one, two in combinations(table, 2)):
        fresh = fresh_tables(playing, sizes, met, SEARCHED)
        if fresh is not None:
            _improve(fresh, costs, EXCHANGES // TRIES)
            best = fresh
    return tuple(tuple(table) for table in best)


def _costs(playing: Sequence[int], points: Mapping[int, float], met: Met) -> Costs:
    """Say what it costs to have two entrants at one table."""
    return {
        one: {two: AGAIN * _count(met, one, two) ** 2 + (points[one] - points[two]) ** 2 for two in playing}
        for one in playing
    }


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


def _improve(tables: list[list[int]], costs: Costs, left: int) -> int:
    """Exchange entrants between tables as long as it helps; give how many exchanges are left to try."""
    better = True
    while better and left > 0:
        better = False
        for one, two in combinations(tables, 2):
            better = _exchange(one, two, costs) or better
            left -= len(one) * len(two)
    return left


def _exchange(one: list[int], two: list[int], costs: Costs) -> bool:
    """Make every exchange between two tables that lowers their costs; say whether there was one."""
    changed = False
    for here, there in product(range(len(one)), range(len(two))):
        mine, theirs = costs[one[here]], costs[two[there]]
        gain = 2 * mine[two[there]]  # the two themselves stay apart, though both sums below count them
        gain += sum(mine[other] - theirs[other] for other in one)
        gain += sum(theirs[other] - mine[other] for other in two)
        if gain > 1e-9:
            one[here], two[there] = two[there], one[here]
            changed = True
    return changed
