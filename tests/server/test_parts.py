"""A page shows decisions by their parts alone, so the parts tell every decision from every other."""

from __future__ import annotations

from random import Random

import pytest

from rondel.game import CHANCE, TERMINAL, State, draw
from rondel.registry import BOOKS, make
from rondel.server.core import views

SETUPS = [setup for book in BOOKS.values() for setup in book.setups]
STEPS = 150


def step(state: State, random: Random) -> None:
    """Take a random decision, or let chance take one."""
    state.advance(draw(state, random) if state.to_act == CHANCE else random.choice(state.legal()))


@pytest.mark.parametrize(("book", "players", "options"), SETUPS)
def test_parts_tell_decisions_apart_and_bring_no_text(book: str, players: int, options: dict[str, int]) -> None:
    random = Random(7)
    state = make(book, players, options=options).new(7)
    for _ in range(STEPS):
        if state.to_act == TERMINAL:
            break
        told = [tuple(sorted(state.game.parts(state, action).items())) for action in state.legal()]
        assert len(set(told)) == len(told)
        assert not any(name == "text" for parts in told for name, _ in parts)
        step(state, random)


def test_a_payment_tells_what_it_is_for() -> None:
    random, kinds = Random(3), set()
    for seed in range(6):
        state = make("antike-2006", 4).new(seed)
        for _ in range(400):
            if state.to_act == TERMINAL:
                break
            told = views.turn_of(state).purchase
            assert bool(told) == (state.view(0)["phase"] == "pay")
            kinds.add(told.get("kind", ""))
            step(state, random)
    assert {"wedge", "arm", "temple"} <= kinds
