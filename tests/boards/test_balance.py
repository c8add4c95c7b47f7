"""The search for starts that win alike: which lines fit, and what it learns from games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tools.boards.balance import Balance, Line, Worth, uneven
from tools.boards.design import Designer
from tools.boards.spec import read_spec

from rondel.boards import load_board


def balance_of(name: str, count: int) -> Balance:
    board = load_board(name)
    designer = Designer(board, read_spec(name).data, Random(1))
    starts = tuple((board.nations[nation], triple) for nation, triple in board.starts[count].items())
    present = Line(starts, tuple(sorted(board.temples[count])))
    return Balance(designer, [region.resource for region in board.regions], count, present)


def test_a_temple_beside_a_start_city_does_not_fit() -> None:
    balance = balance_of("mare-nostrum", 4)
    assert balance.fits(balance.present)
    beside = min(balance.designer.near[balance.present.starts[0][1][0]])
    assert not balance.fits(replace(balance.present, temples=(*balance.present.temples[:2], beside)))


def test_all_lines_found_fit_and_have_three_temples() -> None:
    balance = balance_of("orient", 4)
    lines = balance.lines(Random(2), 40)
    assert len(lines) == len(set(lines)) == 40
    assert all(balance.fits(line) and len(set(line.temples)) == 3 for line in lines)


def test_the_nearest_to_a_temple_shares_it_with_those_as_near() -> None:
    far = [[0, 1, 2, 3], [1, 0, 1, 2], [2, 1, 0, 1], [3, 2, 1, 0]]
    worth = Worth(far, [])
    assert worth.pulls(Line((("A", (0, 0, 0)), ("B", (2, 2, 2))), (1, 3))) == [0.5, 1.5]


def test_games_teach_what_starts_and_temples_are_worth() -> None:
    far = [[0, 1, 2, 3], [1, 0, 1, 2], [2, 1, 0, 1], [3, 2, 1, 0]]
    starts = (("A", (0, 0, 0)), ("B", (3, 3, 3)))
    near_a, near_b = Line(starts, (1,)), Line(starts, (2,))
    games = [(near_a, "A")] * 24 + [(near_a, "B")] * 6 + [(near_b, "A")] * 6 + [(near_b, "B")] * 24
    worth = Worth(far, games)
    assert worth.temple > 1
    assert abs(worth.starts[starts[0]] - worth.starts[starts[1]]) < 0.1
    assert worth.factor(Line(starts, (1, 2))) < 1.1 < 1.4 < worth.factor(near_a)


def test_uneven_counts_both_ways() -> None:
    assert uneven([0.5, 0.5]) == 1
    assert round(uneven([0.5, 0.25, 0.25]), 2) == 1.5
    assert round(uneven([0.1, 0.45, 0.45]), 2) == 3.33
