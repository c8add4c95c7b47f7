"""Points by rank and the order of equals."""

from __future__ import annotations

import pytest

from rondel.tournament import Game, standings
from rondel.tournament.standings import shares


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((1, 2), (1.0, 0.0)),
        ((1, 1), (0.5, 0.5)),
        ((2, 1, 3), (0.5, 1.0, 0.0)),
        ((1, 2, 2, 4), (1.0, 0.5, 0.5, 0.0)),
        ((1, 1, 1, 1, 1), (0.5,) * 5),
    ],
)
def test_a_game_gives_the_share_of_the_others_left_behind(ranks: tuple[int, ...], points: tuple[float, ...]) -> None:
    assert shares(Game(tuple(range(len(ranks))), ranks)) == pytest.approx(points)


def test_equal_points_are_decided_between_themselves_first() -> None:
    games = [Game((0, 1), (2, 1)), Game((0, 2), (1, 2)), Game((1, 3), (2, 1)), Game((2, 3), (1, 2))]
    lines = standings(range(4), games)
    assert {line.points for line in lines} == {1.0}
    assert lines[0].between == lines[1].between  # a ring: all level between themselves
    two = standings([0, 1], games[:1] + [Game((0, 9), (1, 2)), Game((1, 9), (2, 1))][:2])
    assert [line.entrant for line in two] == [1, 0]


def test_sonneborn_berger_counts_those_left_behind() -> None:
    games = [Game((0, 2), (1, 2)), Game((1, 3), (1, 2)), Game((2, 3), (1, 2))]
    lines = standings(range(4), games)
    assert [line.entrant for line in lines[:2]] == [0, 2]  # three with one point; 0 beat 2 and stands before it
    by = {line.entrant: line for line in lines}
    assert (by[0].sonneborn, by[1].sonneborn) == (1.0, 0.0)
    assert [line.place for line in lines] == [1, 2, 3, 4]


def test_wins_then_buchholz_then_seeding_come_last() -> None:
    lines = standings(range(3), [])
    assert [line.entrant for line in lines] == [0, 1, 2]
    level = standings(range(4), [Game((0, 1), (1, 1)), Game((2, 3), (1, 1))])
    assert [line.entrant for line in level] == [0, 1, 2, 3]


def test_a_bye_is_a_point_without_a_game() -> None:
    lines = standings(range(3), [Game((0, 1), (1, 2))], [2])
    by = {line.entrant: line for line in lines}
    assert (by[2].points, by[2].games, by[2].byes) == (1.0, 0, 1)
    assert lines[0].entrant == 0  # it beat somebody
