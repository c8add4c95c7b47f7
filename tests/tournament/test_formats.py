"""Whole tournaments: pools with a final, brackets with byes and a third place."""

from __future__ import annotations

import pytest

from rondel.tournament import FORMATS, Game, Plan, Position, TournamentError, next_round, table_of
from rondel.tournament.tables import Table, seat_counts


def _by_number(table: Table) -> Game:
    """Let the lower number win."""
    return Game(table, tuple(sorted(table).index(entrant) + 1 for entrant in table))


def _whole(plan: Plan) -> Position:
    past = Position()
    while (coming := next_round(plan, past)) is not None:
        past = Position((*past.rounds, tuple(map(_by_number, coming.tables))), (*past.byes, coming.byes))
    return past


@pytest.mark.parametrize(
    "plan",
    [
        Plan("round-robin", 6, 2), Plan("round-robin", 16, 4), Plan("round-robin", 14, 4), Plan("round-robin", 8, 3),
        Plan("swiss", 20, 4, 3), Plan("knockout", 13, 2), Plan("knockout", 2, 2),
    ],
)  # fmt: skip
def test_the_best_wins_when_the_better_always_wins(plan: Plan) -> None:
    lines = table_of(plan, _whole(plan))
    assert lines[0].entrant == 0
    assert [line.place for line in lines] == list(range(1, plan.entrants + 1))


def test_the_best_of_two_pools_play_a_final_with_every_seat() -> None:
    plan = Plan("round-robin", 14, 4)
    final = [games for games in _whole(plan).rounds if len(games) == 1][-4:]
    assert {frozenset(games[0].table) for games in final} == {frozenset({0, 1, 2, 3})}
    assert set(seat_counts(games[0].table for games in final).values()) == {1}


def test_a_bracket_gives_byes_to_the_best_and_keeps_them_apart() -> None:
    first = next_round(Plan("knockout", 13, 2), Position())
    assert first is not None
    assert sorted(first.byes) == [0, 1, 2]
    past = _whole(Plan("knockout", 16, 2))
    assert [len(games) for games in past.rounds] == [8, 4, 2, 2]
    assert [sorted(game.table) for game in past.rounds[-1]] == [[0, 1], [2, 3]]  # the final, and the third place


def test_a_level_game_sends_the_better_seeded_on() -> None:
    plan = Plan("knockout", 4, 2)
    first = next_round(plan, Position())
    assert first is not None
    past = Position((tuple(Game(table, (1, 1)) for table in first.tables),), (first.byes,))
    second = next_round(plan, past)
    assert second is not None
    assert sorted(second.tables[0]) == [0, 1]


def test_whoever_is_still_in_stands_before_whoever_is_out() -> None:
    plan = Plan("knockout", 8, 2)
    first = next_round(plan, Position())
    assert first is not None
    half = tuple(_by_number(table) for table in first.tables[:2])  # the other two games go on
    out = {max(game.table) for game in half}
    lines = table_of(plan, Position((half,), ((),)))
    assert {line.entrant for line in lines[-2:]} == out
    all_played = tuple(map(_by_number, first.tables))
    lines = table_of(plan, Position((all_played,), ((),)))
    assert {line.entrant for line in lines[:4]} == {0, 1, 2, 3}
    final = table_of(plan, _whole(plan))
    assert [line.entrant for line in final[:4]] == [0, 1, 2, 3]


def test_the_game_for_the_third_place_decides_it() -> None:
    plan = Plan("knockout", 4, 2)
    first = tuple(Game(table, tuple(1 if entrant in (0, 1) else 2 for entrant in table)) for table in ((0, 3), (1, 2)))
    last = (Game((0, 1), (2, 1)), Game((2, 3), (2, 1)))
    lines = table_of(plan, Position((first, last), ((), ())))
    assert [line.entrant for line in lines] == [1, 0, 3, 2]


def test_a_bracket_does_not_change_when_somebody_withdraws_later() -> None:
    plan = Plan("knockout", 8, 2)
    first = next_round(plan, Position())
    assert first is not None
    level = tuple(Game(table, (1, 1)) for table in first.tables)
    before = next_round(plan, Position((level,), ((),)))
    assert before == next_round(plan, Position((level,), ((),), frozenset({0})))


def test_a_knockout_is_for_two_and_a_format_must_exist() -> None:
    with pytest.raises(TournamentError, match="by two at a table"):
        next_round(Plan("knockout", 8, 4), Position())
    with pytest.raises(TournamentError, match=", ".join(FORMATS)):
        next_round(Plan("ladder", 8, 2), Position())


def test_the_same_past_gives_the_same_round() -> None:
    plan = Plan("swiss", 23, 4, 4)
    assert _whole(plan) == _whole(plan)
