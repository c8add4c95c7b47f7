"""Swiss: like points meet, nobody meets again before it must be; seats stay even; a season of 64."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from rondel.tournament import Game, Plan, Position, next_round, swiss, table_of
from rondel.tournament.fresh import fresh_tables
from rondel.tournament.matching import can_pair_all
from rondel.tournament.swiss import table_sizes
from rondel.tournament.tables import Table, meetings, seat_counts


def _played(table: Table, strength: dict[int, float], random: Random) -> Game:
    order = sorted(table, key=lambda entrant: -(strength[entrant] + random.gauss(0, 0.5)))
    return Game(table, tuple(order.index(entrant) + 1 for entrant in table))


def _season(plan: Plan, seed: int, leaves: dict[int, set[int]] | None = None) -> Position:
    """Play a season; `leaves` says who withdraws after which round."""
    random = Random(seed)
    strength = {entrant: random.gauss(0, 1) for entrant in range(plan.entrants)}
    past = Position()
    while (coming := next_round(plan, past)) is not None:
        games = tuple(_played(table, strength, random) for table in coming.tables)
        gone = (leaves or {}).get(len(past.rounds), set())
        past = Position((*past.rounds, games), (*past.byes, coming.byes), past.withdrawn | gone)
    return past


@pytest.mark.parametrize("entrants", [6, 7, 8, 9, 16, 31, 32])
def test_two_never_meet_again_before_they_must(entrants: int) -> None:
    rounds = min(entrants - 1 if entrants % 2 == 0 else entrants, 9)
    past = _season(Plan("swiss", entrants, 2, rounds), seed=entrants)
    assert len(past.rounds) == rounds
    met: dict[tuple[int, int], int] = {}
    for games in past.rounds:
        new = meetings(game.table for game in games)
        names = sorted({entrant for pair in new for entrant in pair})
        fresh = {
            one: {two for two in names if two != one and (min(one, two), max(one, two)) not in met} for one in names
        }
        if can_pair_all(fresh):
            assert not met.keys() & new.keys()
        for pair in new:
            met[pair] = met.get(pair, 0) + 1


def test_a_full_swiss_of_eight_is_a_round_robin() -> None:
    past = _season(Plan("swiss", 8, 2, 7), seed=3)
    assert max(meetings(past.tables).values()) <= 2


def test_the_first_and_second_meet_when_level() -> None:
    plan = Plan("swiss", 8, 2, 3)
    first = next_round(plan, Position())
    assert first is not None
    assert sorted(sorted(table) for table in first.tables) == [[0, 4], [1, 5], [2, 6], [3, 7]]
    games = tuple(Game(table, tuple(1 if entrant < 4 else 2 for entrant in table)) for table in first.tables)
    second = next_round(plan, Position((games,), ((),)))
    assert second is not None
    assert sorted(sorted(table) for table in second.tables) == [[0, 2], [1, 3], [4, 6], [5, 7]]


@pytest.mark.parametrize(("entrants", "size"), [(16, 4), (17, 4), (64, 4), (24, 3), (30, 5), (36, 6)])
def test_a_season_at_larger_tables_rarely_repeats_and_seats_evenly(entrants: int, size: int) -> None:
    past = _season(Plan("swiss", entrants, size, 4), seed=1)
    met = meetings(past.tables)
    repeats = sum(count - 1 for count in met.values())
    assert repeats <= len(past.tables) * size * (size - 1) / 2 * 0.1
    counts = seat_counts(past.tables)
    for entrant in range(entrants):
        assert max(counts[entrant, seat] for seat in range(size)) <= 2


def test_a_round_of_256_is_paired_in_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exchanges are counted, not timed, so that every process finds the same tables."""
    tried = []
    whole = swiss._exchange

    def counted(one: list[int], two: list[int], costs: swiss.Costs) -> bool:
        tried.append(len(one) * len(two))
        return whole(one, two, costs)

    monkeypatch.setattr(swiss, "_exchange", counted)
    monkeypatch.setattr(swiss, "EXCHANGES", 50_000)
    plan = Plan("swiss", 256, 4, 2)
    past = _season(plan, seed=5)
    assert max(meetings(past.tables).values()) == 1
    one_pass = 64 * 63 // 2 * 16
    assert sum(tried) <= 2 * (50_000 + one_pass)


def test_the_best_of_64_comes_out_near_the_top() -> None:
    plan = Plan("swiss", 64, 2, 6)
    places = []
    for seed in range(6):
        past = _season(plan, seed)
        random = Random(seed)
        strength = {entrant: random.gauss(0, 1) for entrant in range(64)}
        best = max(strength, key=lambda entrant: strength[entrant])
        places.append(next(line.place for line in table_of(plan, past) if line.entrant == best))
    assert sum(place <= 8 for place in places) >= 5


def _can_be_new(left: list[int], sizes: list[int], met: dict[tuple[int, int], int]) -> bool:
    """Say whether tables of these sizes can be filled without a pair that has met, by trying everything."""
    if not left:
        return True
    first, *others = left
    for size in set(sizes):
        rest = sizes.copy()
        rest.remove(size)
        for group in combinations(others, size - 1):
            pairs = combinations((first, *group), 2)
            if not any(pair in met for pair in pairs) and _can_be_new(
                [one for one in others if one not in group], rest, met
            ):
                return True
    return False


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("entrants", [8, 9, 11, 12, 13, 15, 16])
def test_at_larger_tables_nobody_meets_again_before_they_must(size: int, entrants: int) -> None:
    for seed in range(4):
        leaves = {0: {entrants // 2}, 1: {0, entrants - 1}} if seed % 2 else {}
        past = _season(Plan("swiss", entrants, size, 4), seed, leaves)
        met: dict[tuple[int, int], int] = {}
        for games in past.rounds:
            tables = [game.table for game in games]
            new = meetings(tables)
            if met.keys() & new.keys():
                playing = sorted(one for table in tables for one in table)
                assert not _can_be_new(playing, [len(table) for table in tables], met), (seed, tables)
            for pair in new:
                met[pair] = 1


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("entrants", [13, 14, 15, 17, 19, 22, 23])
def test_numbers_that_do_not_divide_and_withdrawals_leave_all_in_their_turn(size: int, entrants: int) -> None:
    leaves = {0: {3}, 1: {1, 7}, 2: {5}}
    past = _season(Plan("swiss", entrants, size, 5), size, leaves)
    out: set[int] = set()
    rested: list[int] = []
    for number, (games, byes) in enumerate(zip(past.rounds, past.byes, strict=True)):
        seated = [entrant for game in games for entrant in game.table]
        assert sorted([*seated, *byes]) == sorted(set(range(entrants)) - out), "everybody plays or rests, once"
        assert {len(game.table) for game in games} <= {size, max(2, size - 1)}
        in_play = set(range(entrants)) - out
        for entrant in byes:
            assert entrant not in rested or in_play <= {*rested}, "nobody rests twice before all have rested"
        rested += byes
        out |= leaves.get(number, set())
    counts = seat_counts(past.tables)
    for entrant in range(entrants):
        own = [counts[entrant, seat] for seat in range(size - 1 if size > 2 else 2)]
        assert max(own) - min(own) <= 2, own


def test_the_search_for_new_tables_is_bounded() -> None:
    met = {(one, two): 1 for one, two in combinations(range(60), 2) if (one + two) % 3}
    assert fresh_tables(range(60), [6] * 10, met, 500) is None
    assert fresh_tables(range(4), [2, 2], {(0, 1): 1, (0, 2): 1}, 100) == [[0, 3], [1, 2]]
    assert fresh_tables(range(4), [2, 2], {(0, 1): 1, (0, 2): 1, (0, 3): 1}, 100) is None


def test_a_bye_goes_to_the_last_who_had_none() -> None:
    past = _season(Plan("swiss", 7, 2, 5), seed=2)
    rested = [entrant for byes in past.byes for entrant in byes]
    assert len(rested) == 5
    assert len(set(rested)) == 5


def test_whoever_withdraws_is_not_paired_again() -> None:
    plan = Plan("swiss", 8, 2, 5)
    past = Position(withdrawn=frozenset({2, 5}))
    coming = next_round(plan, past)
    assert coming is not None
    assert {entrant for table in coming.tables for entrant in table} == {0, 1, 3, 4, 6, 7}


@pytest.mark.parametrize(
    ("entrants", "size", "smallest", "sizes"),
    [(16, 4, 3, (4, 4, 4, 4)), (17, 4, 3, (4, 4, 3, 3, 3)), (5, 4, 3, (4,)), (5, 4, 2, (3, 2)), (7, 2, 2, (2, 2, 2))],
)
def test_tables_are_as_few_and_as_full_as_possible(
    entrants: int, size: int, smallest: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(entrants, size, smallest) == sizes


def _has_perfect(graph: dict[int, set[int]]) -> bool:
    """Say the same as `can_pair_all` by trying everything."""
    if not graph:
        return True
    first = min(graph)
    return any(
        _has_perfect({node: edges - {first, mate} for node, edges in graph.items() if node not in (first, mate)})
        for mate in graph[first]
    )


def test_matching_agrees_with_trying_everything() -> None:
    random = Random(5)
    seen = set()
    for _ in range(600):
        nodes = random.choice([4, 6, 8])
        graph: dict[int, set[int]] = {node: set() for node in range(nodes)}
        for one, two in combinations(range(nodes), 2):
            if random.random() < 0.3:
                graph[one].add(two)
                graph[two].add(one)
        answer = _has_perfect(graph)
        seen.add(answer)
        assert can_pair_all(graph) is answer
    assert seen == {True, False}
