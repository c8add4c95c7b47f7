"""The quick loop of random play is the plain one: the same decisions from the same generator."""

from __future__ import annotations

from random import Random

import pytest

from rondel import make
from rondel.registry import BOOKS
from rondel.simulate import choose

CAP = 400


@pytest.mark.parametrize("book", BOOKS)
def test_a_playout_is_the_plain_loop(book: str) -> None:
    game = make(book)
    quick, plain = game.new(seed=3), game.new(seed=3)
    decisions = game.playout(quick, Random(5), CAP)
    rng = Random(5)
    for _ in range(decisions):
        plain.advance(choose(plain, rng))
    assert quick.key() == plain.key()
    assert decisions == CAP or not quick.legal()
