"""What a game tells of its seats: whom they lead, and how far they are."""

from __future__ import annotations

import pytest

from rondel.registry import BOOKS, make


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_each_seat_has_a_name_and_begins_with_nothing(book: str) -> None:
    game = make(book, BOOKS[book].default_players)
    state = game.new(1)
    sides = game.sides(state)
    assert len(set(sides)) == game.seats
    assert all(sides)
    assert list(game.merit(state)) == [0] * game.seats


def test_a_seat_with_two_nations_names_both() -> None:
    game = make("antike-2006", 2)
    assert game.nations == 4  # type: ignore[attr-defined]
    assert all(" and " in side for side in game.sides(game.new(1)))
