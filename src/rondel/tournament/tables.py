"""What all formats share: tables, rounds, and who met whom in which seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

#: entrants in the order of their seats
Table = tuple[int, ...]
#: tables that are played at the same time
Round = tuple[Table, ...]
#: the smallest and the largest table
SMALLEST, LARGEST = 2, 6


class TournamentError(ValueError):
    """A schedule that cannot be made, in one sentence that says why."""


def meetings(tables: Iterable[Table]) -> Counter[tuple[int, int]]:
    """Count how often each pair has met; the lower number stands first."""
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def seat_counts(tables: Iterable[Table]) -> Counter[tuple[int, int]]:
    """Count how often each entrant has had each seat: keys are (entrant, seat)."""
    return Counter((entrant, seat) for table in tables for seat, entrant in enumerate(table))
