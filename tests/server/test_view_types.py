"""The described views are the real ones: the page's types are written from the descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import get_type_hints, is_typeddict

import msgspec
import pytest

from rondel.antike.text.view import AntikeView
from rondel.attika.text.view import AttikaView
from rondel.game import CHANCE, TERMINAL, draw
from rondel.registry import BOOKS, make

SETUPS = [setup for book in BOOKS.values() for setup in book.setups]
VIEWS: dict[str, type] = {"antike": AntikeView, "attika": AttikaView}
STEPS = 250


@cache
def described(kind: type) -> dict[str, object]:
    """Give the keys of a description with their types."""
    return get_type_hints(kind)


def unknown(view: object, kind: object) -> list[str]:
    """List the keys of a view that its description does not have."""
    if not isinstance(view, Mapping):
        return []
    if is_typeddict(kind):
        hints = described(kind)
        found = [key for key in view if key not in hints]
        return found + [name for key in view if key in hints for name in unknown(view[key], hints[key])]
    inner = getattr(kind, "__args__", (None,))[-1]
    return [name for value in view.values() for name in unknown(value, inner)]


@pytest.mark.parametrize(("book", "players", "options"), SETUPS)
def test_views_are_as_described(book: str, players: int, options: dict[str, int]) -> None:
    kind, random = VIEWS[BOOKS[book].table], Random(5)
    state = make(book, players, options=options).new(5)
    for _ in range(STEPS):
        for seat in (0, state.game.seats - 1):
            view = state.view(seat)
            msgspec.convert(view, kind)
            assert unknown(view, kind) == []
        if state.to_act == TERMINAL:
            break
        state.advance(draw(state, random) if state.to_act == CHANCE else random.choice(state.legal()))


def test_an_unknown_key_and_a_wrong_value_are_noticed() -> None:
    view = make("attika", 2).new(1).view(0)
    city = next(iter(view["cities"]))
    assert unknown({**view, "cities": {city: {**view["cities"][city], "walls": 1}}}, AttikaView) == ["walls"]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**view, "amphorae": "many"}, AttikaView)
