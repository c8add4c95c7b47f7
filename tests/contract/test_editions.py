"""Rules and boards as plain data make the same game again, and what cannot be read is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rondel.errors import RondelError
from rondel.registry import BOOKS, make


def edition(book: str) -> dict[str, Any]:
    found = BOOKS[book].edition
    assert found is not None
    kept: dict[str, Any] = json.loads(json.dumps(found(make(book))))
    return kept


def revive(book: str, kept: Any) -> Any:
    made = BOOKS[book].revive
    assert made is not None
    return made(kept, make(book).seats, {})


@pytest.mark.parametrize("book", BOOKS)
def test_an_edition_makes_the_same_game(book: str) -> None:
    game, again = make(book), revive(book, edition(book))
    assert again.rules == game.rules  # type: ignore[attr-defined]
    assert again.num_actions == game.num_actions
    assert again.new(3).key() == game.new(3).key()


@pytest.mark.parametrize("book", BOOKS)
def test_an_edition_that_cannot_be_read_is_refused(book: str) -> None:
    kept = edition(book)
    for wrong in ({}, {**kept, "rules": 3}, {**kept, "rules": {**kept["rules"], "moon": 1}}):
        with pytest.raises(RondelError):
            revive(book, wrong)


def test_rules_of_no_rulebook_or_of_wrong_shape_are_refused() -> None:
    kept = edition("antike-2006")
    for change in ({"id": "antike-1999"}, {"knowhows": [{"name": "wheel", "colour": "red"}]}):
        with pytest.raises(RondelError):
            revive("antike-2006", {**kept, "rules": {**kept["rules"], **change}})
