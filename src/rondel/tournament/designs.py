"""Round robins: everybody meets everybody equally often, and has every seat equally often.

With two at a table this is the circle method. With three to six it takes a balanced block design: an affine plane, or
blocks turned through all numbers (a cyclic or one-rotational difference family). Where a number of entrants has no
design here, they play in pools of numbers that have one, and the best of the pools meet in a final.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from rondel.tournament.seating import balanced
from rondel.tournament.tables import LARGEST, SMALLEST, Round, Table, TournamentError

#: (seats, entrants): blocks that meet every difference equally often when all of them are turned through all numbers
CYCLIC: dict[tuple[int, int], tuple[Table, ...]] = {
    (3, 4): ((0, 1, 2),),
    (3, 5): ((0, 1, 2), (0, 1, 3)),
    (3, 7): ((0, 1, 3),),
    (3, 13): ((0, 1, 4), (0, 2, 7)),
    (3, 19): ((0, 1, 4), (0, 2, 9), (0, 5, 11)),
    (4, 5): ((0, 1, 2, 3),),
    (4, 7): ((0, 1, 2, 4),),
    (4, 9): ((0, 1, 2, 4), (0, 1, 4, 6)),
    (4, 10): ((0, 1, 2, 4), (0, 1, 3, 6), (0, 1, 4, 6)),
    (4, 13): ((0, 1, 3, 9),),
    (4, 19): ((0, 1, 2, 6), (0, 2, 8, 11), (0, 3, 7, 12)),
    (5, 6): ((0, 1, 2, 3, 4),),
    (5, 7): ((0, 1, 2, 3, 4), (0, 1, 2, 3, 5), (0, 1, 2, 4, 5)),
    (5, 9): ((0, 1, 2, 3, 5), (0, 1, 3, 5, 6)),
    (5, 11): ((0, 1, 2, 4, 7),),
    (5, 13): ((0, 1, 2, 3, 6), (0, 1, 3, 6, 9), (0, 1, 5, 7, 9)),
    (5, 16): ((0, 1, 2, 3, 7), (0, 1, 4, 8, 11), (0, 2, 5, 10, 12)),
    (5, 21): ((0, 1, 4, 14, 16),),
    (6, 7): ((0, 1, 2, 3, 4, 5),),
    (6, 10): ((0, 1, 2, 3, 4, 6), (0, 1, 2, 3, 6, 7), (0, 1, 3, 4, 6, 8)),
    (6, 11): ((0, 1, 2, 4, 5, 7),),
    (6, 13): ((0, 1, 2, 3, 5, 9), (0, 1, 3, 6, 7, 11)),
    (6, 16): ((0, 1, 2, 3, 6, 10), (0, 1, 3, 6, 8, 12)),
    (6, 21): ((0, 1, 2, 4, 9, 14), (0, 1, 3, 7, 13, 18)),
    (6, 31): ((0, 1, 3, 8, 12, 18),),
}
#: (seats, entrants): a first round whose last entrant stays while the others turn; the first table is short of that one
ROTATIONAL: dict[tuple[int, int], tuple[Table, ...]] = {
    (3, 12): ((0, 7), (1, 2, 4), (3, 6, 8), (5, 9, 10)),
    (4, 8): ((0, 4, 6), (1, 2, 3, 5)),
    (4, 12): ((0, 1, 4), (2, 3, 6, 8), (5, 7, 9, 10)),
    (5, 20): ((0, 3, 12, 15), (1, 4, 5, 6, 10), (2, 8, 13, 14, 16), (7, 9, 11, 17, 18)),
    (6, 12): ((0, 2, 3, 4, 8), (1, 5, 6, 7, 9, 10)),
}
#: fifteen at tables of three (Kirkman's schoolgirls): two rings of seven, (number, ring), and one who stays
KIRKMAN = (
    ((0, 0), (0, 1)), ((1, 0), (2, 0), (4, 0)), ((3, 0), (1, 1), (5, 1)), ((5, 0), (4, 1), (6, 1)),
    ((6, 0), (2, 1), (3, 1)),
)  # fmt: skip
#: addition and multiplication in the field of four
ADD_4 = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))
TIMES_4 = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


@dataclass(frozen=True, slots=True)
class Schedule:
    """A whole round robin. With several pools the best of them play a final of as many games as a table has seats."""

    pools: tuple[tuple[int, ...], ...]
    rounds: tuple[Round, ...]
    final: bool


def round_robin(entrants: int, size: int) -> Schedule:
    """Schedule a round robin of tables of one size; a `TournamentError` says why there is none."""
    if not SMALLEST <= size <= LARGEST:
        raise TournamentError(f"Tables have {SMALLEST} to {LARGEST} seats, not {size}.")
    if entrants < size:
        raise TournamentError(f"A table of {size} needs at least {size} entrants; there are {entrants}.")
    sizes = _pool_sizes(entrants, size)
    if not sizes:
        raise TournamentError(
            f"No round robin is even for {entrants} entrants at tables of {size}: choose Swiss or other tables."
        )
    pools = _dealt(entrants, sizes)
    parts = [[_renamed(tables, pool) for tables in _even_rounds(len(pool), size)] for pool in pools]
    longest = max(len(part) for part in parts)
    rounds = [
        tuple(table for part in parts if number < len(part) for table in part[number]) for number in range(longest)
    ]
    return Schedule(tuple(pools), tuple(rounds), len(pools) > 1)


def finals(players: Table) -> list[Round]:
    """Play as many games at one table as it has seats; everybody has every seat once."""
    size = len(players)
    return [(tuple(players[(seat + number) % size] for seat in range(size)),) for number in range(size)]


@cache
def _even_rounds(entrants: int, size: int) -> tuple[Round, ...]:
    if entrants == size and size > SMALLEST:
        return tuple(finals(tuple(range(size))))
    return tuple(balanced(_design(entrants, size)))


def _design(entrants: int, size: int) -> list[Round]:
    if size == SMALLEST:
        return _circle(entrants)
    if entrants == size * size and size in (3, 4, 5):
        return _affine(size)
    if (size, entrants) == (3, 15):
        return _kirkman()
    if (size, entrants) in CYCLIC:
        blocks = CYCLIC[size, entrants]
        return _packed([tuple((x + turn) % entrants for x in block) for turn in range(entrants) for block in blocks])
    return _rotated(ROTATIONAL[size, entrants], entrants)


def has_design(entrants: int, size: int) -> bool:
    """Say whether a number of entrants can meet evenly without pools."""
    listed = (size, entrants) in CYCLIC or (size, entrants) in ROTATIONAL or (size, entrants) == (3, 15)
    return size == SMALLEST or entrants == size or (entrants == size * size and size < LARGEST) or listed


def _circle(entrants: int) -> list[Round]:
    """Pair everybody with everybody: one stays, the others turn; with an odd number one rests in each round."""
    ring = list(range(entrants)) if entrants % 2 == 0 else [*range(entrants), -1]
    rounds: list[Round] = []
    for _ in range(len(ring) - 1):
        pairs = zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True)
        rounds.append(tuple(pair for pair in pairs if -1 not in pair))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _affine(order: int) -> list[Round]:
    """Let the lines of a plane be tables; parallel lines make a round."""
    field = range(order)
    slopes = [
        tuple(tuple(x * order + _add(_times(slope, x, order), start, order) for x in field) for start in field)
        for slope in field
    ]
    return [*slopes, tuple(tuple(x * order + y for y in field) for x in field)]


def _add(one: int, two: int, order: int) -> int:
    return ADD_4[one][two] if order == 4 else (one + two) % order


def _times(one: int, two: int, order: int) -> int:
    return TIMES_4[one][two] if order == 4 else one * two % order


def _kirkman() -> list[Round]:
    turned = [[tuple((x + turn) % 7 + 7 * ring for x, ring in block) for block in KIRKMAN] for turn in range(7)]
    return [((*first, 14), *rest) for first, *rest in turned]


def _rotated(blocks: tuple[Table, ...], entrants: int) -> list[Round]:
    turning = entrants - 1
    turned = [[tuple((x + turn) % turning for x in block) for block in blocks] for turn in range(turning)]
    return [((*first, turning), *rest) for first, *rest in turned]


def _packed(tables: list[Table]) -> list[Round]:
    """Put each table into the first round where all its entrants are free."""
    rounds: list[list[Table]] = []
    for table in tables:
        free = (tables for tables in rounds if not any(set(table) & set(other) for other in tables))
        chosen = next(free, None)
        if chosen is None:
            rounds.append([table])
        else:
            chosen.append(table)
    return [tuple(tables) for tables in rounds]


def _renamed(tables: Round, pool: tuple[int, ...]) -> Round:
    return tuple(tuple(pool[entrant] for entrant in table) for table in tables)


@cache
def _pool_sizes(entrants: int, size: int) -> tuple[int, ...]:
    """Split entrants into as few pools as possible, each with a design, of sizes as equal as possible."""
    if has_design(entrants, size):
        return (entrants,)
    able = [number for number in range(size, entrants) if has_design(number, size)]
    for pools in range(2, entrants // size + 1):
        splits = [
            (*first, entrants - sum(first)) for first in _near(able, entrants, pools) if entrants - sum(first) in able
        ]
        if splits:
            return tuple(sorted(min(splits, key=lambda split: (max(split) - min(split), split)), reverse=True))
    return ()


def _near(able: list[int], entrants: int, pools: int) -> list[tuple[int, ...]]:
    """List sizes for all pools but the last; only the few sizes nearest to the mean are tried."""
    mean = entrants / pools
    near = sorted(able, key=lambda number: abs(number - mean))[:4]
    if pools <= 4:
        return list(product(near, repeat=pools - 1))
    pairs = combinations(near, 2)
    return [(one,) * count + (two,) * (pools - 1 - count) for one, two in pairs for count in range(pools)]


def _dealt(entrants: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Deal entrants out by seeding, back and forth, so that the pools are equally strong."""
    pools: list[list[int]] = [[] for _ in sizes]
    order = [*range(len(sizes)), *reversed(range(len(sizes)))]
    place = 0
    for entrant in range(entrants):
        while len(pools[order[place % len(order)]]) == sizes[order[place % len(order)]]:
            place += 1
        pools[order[place % len(order)]].append(entrant)
        place += 1
    return [tuple(pool) for pool in pools]
