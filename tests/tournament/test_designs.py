"""Round robins: everybody meets everybody equally often and has every seat equally often."""

from __future__ import annotations

from collections import Counter

import pytest

from rondel.tournament import TournamentError, round_robin
from rondel.tournament.designs import CYCLIC, ROTATIONAL, finals, has_design
from rondel.tournament.tables import Table, meetings, seat_counts

DESIGNS = sorted({*CYCLIC, *ROTATIONAL, (3, 15), (3, 9), (4, 16), (5, 25), *((size, size) for size in range(3, 7))})
EVEN = [*DESIGNS, *((2, entrants) for entrants in range(2, 34))]


def _tables(entrants: int, size: int) -> list[Table]:
    return [table for tables in round_robin(entrants, size).rounds for table in tables]


@pytest.mark.parametrize(("size", "entrants"), EVEN)
def test_everybody_meets_everybody_equally_often(size: int, entrants: int) -> None:
    met = meetings(_tables(entrants, size))
    assert len(met) == entrants * (entrants - 1) // 2
    assert len(set(met.values())) == 1


@pytest.mark.parametrize(("size", "entrants"), EVEN)
def test_seats_differ_by_one_game_at_most(size: int, entrants: int) -> None:
    counts = seat_counts(_tables(entrants, size))
    for entrant in range(entrants):
        own = [counts[entrant, seat] for seat in range(size)]
        assert max(own) - min(own) <= 1, own
        if sum(own) % size == 0:
            assert max(own) == min(own), own


@pytest.mark.parametrize(("size", "entrants"), EVEN)
def test_nobody_sits_at_two_tables_of_a_round(size: int, entrants: int) -> None:
    for tables in round_robin(entrants, size).rounds:
        assert max(Counter(entrant for table in tables for entrant in table).values()) == 1
        assert {len(table) for table in tables} == {size}


def test_sixteen_at_tables_of_four_take_five_rounds_and_meet_once() -> None:
    schedule = round_robin(16, 4)
    assert len(schedule.rounds) == 5
    assert set(meetings(table for tables in schedule.rounds for table in tables).values()) == {1}
    assert not schedule.final


#: (seats, entrants) without any even schedule, up to 64 entrants
NONE = {(4, 6), (5, 8), (6, 8), (6, 9), (6, 15)}


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_other_numbers_play_in_pools_that_are_even_and_a_final(size: int) -> None:
    for entrants in range(size, 65):
        if has_design(entrants, size) or (size, entrants) in NONE:
            continue
        schedule = round_robin(entrants, size)
        assert schedule.final
        assert sorted(entrant for pool in schedule.pools for entrant in pool) == list(range(entrants))
        assert all(has_design(len(pool), size) for pool in schedule.pools)
        assert {entrant for tables in schedule.rounds for table in tables for entrant in table} == set(range(entrants))


def test_pools_are_dealt_by_seeding() -> None:
    first, second = round_robin(14, 4).pools
    assert {0, 3} <= set(first)
    assert {1, 2} <= set(second)


def test_a_final_gives_everybody_every_seat() -> None:
    counts = seat_counts(tables[0] for tables in finals((4, 9, 2, 7)))
    assert set(counts.values()) == {1}
    assert len(counts) == 16


@pytest.mark.parametrize(
    ("entrants", "size", "words"), [(3, 4, "at least 4"), (9, 7, "2 to 6"), (6, 4, "choose Swiss")]
)
def test_what_cannot_be_scheduled_is_refused_in_a_sentence(entrants: int, size: int, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        round_robin(entrants, size)
