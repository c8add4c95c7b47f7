"""Seats that come out even.

A schedule known in advance is a bipartite graph of entrants and tables. Each entrant's games are cut into runs of as
many games as a table has seats; an edge colouring with one colour per seat then gives everybody every seat once in each
run. Such a colouring always exists (Kőnig), and alternating paths find it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from rondel.tournament.tables import Round, Table, seat_counts


def balanced(rounds: Sequence[Round]) -> list[Round]:
    """Seat a schedule of tables of one size: each entrant's seats differ by one game at most."""
    tables = [table for tables in rounds for table in tables]
    if not tables:
        return list(rounds)
    seated = iter(_coloured(tables, len(tables[0])))
    return [tuple(next(seated) for _ in tables) for tables in rounds]


def _coloured(tables: Sequence[Table], size: int) -> list[Table]:
    played: Counter[int] = Counter()
    at_run: dict[tuple[int, int], list[int | None]] = {}
    at_table: list[list[tuple[int, int] | None]] = [[None] * size for _ in tables]
    for number, table in enumerate(tables):
        for entrant in table:
            run = (entrant, played[entrant] // size)
            played[entrant] += 1
            _colour(at_run, at_table, at_run.setdefault(run, [None] * size), run, number)
    return [tuple(run[0] for run in seats if run is not None) for seats in at_table]


def _colour(
    at_run: dict[tuple[int, int], list[int | None]],
    at_table: list[list[tuple[int, int] | None]],
    own: list[int | None],
    run: tuple[int, int],
    number: int,
) -> None:
    """Give the edge between a run and a table a seat that is free on both sides."""
    mine, theirs = own.index(None), at_table[number].index(None)
    if at_table[number][mine] is not None:
        _swap(at_run, at_table, number, mine, theirs)
    own[mine] = number
    at_table[number][mine] = run


def _swap(
    at_run: dict[tuple[int, int], list[int | None]],
    at_table: list[list[tuple[int, int] | None]],
    number: int,
    mine: int,
    theirs: int,
) -> None:
    """Exchange two seats along the path from a table, so that its seat `mine` becomes free."""
    path: list[tuple[tuple[int, int], int, int]] = []
    seat, other, table = mine, theirs, number
    while (run := at_table[table][seat]) is not None:
        path.append((run, table, seat))
        following = at_run[run][other]
        if following is None:
            break
        path.append((run, following, other))
        table = following
    for run, table, seat in path:
        at_table[table][seat] = None
        at_run[run][seat] = None
    for run, table, seat in path:
        turned = other if seat == mine else mine
        at_table[table][turned] = run
        at_run[run][turned] = table


def seated(table: Sequence[int], past: Iterable[Table]) -> Table:
    """Seat one table so that its entrants' seats over all games so far come out as even as possible."""
    had = seat_counts(past)
    return min(permutations(sorted(table)), key=lambda order: (_unevenness(order, had), order))


def _unevenness(order: Sequence[int], had: Counter[tuple[int, int]]) -> int:
    return sum(2 * had[entrant, seat] + 1 for seat, entrant in enumerate(order))
