"""The tool that fits weights of Attika: a fit makes winners likelier, a bad name or number is told."""

from __future__ import annotations

from typing import cast

import pytest
from tools.bots.attika_weights import fit, loss, main, match, parsed, positions

from rondel.attika.engine import AttikaGame
from rondel.bots.attika.weights import Weights, weights_for
from rondel.registry import make


def test_a_fit_makes_the_winners_likelier_and_leaves_the_rest() -> None:
    game = cast(AttikaGame, make("attika", players=2))
    begin = parsed(Weights(), ["race=90", "way=9/0.1/0.1"])
    seen = positions(game, Weights(), [1, 2])
    found = fit(game, begin, seen, ["race"], 1)
    assert loss(game, found, seen) < loss(game, begin, seen)
    assert found.race != begin.race
    assert (found.way, found.turn) == (begin.way, begin.turn)
    assert begin.race == 90.0


def test_a_match_seats_the_weights_in_turn() -> None:
    game = cast(AttikaGame, make("attika", players=2))
    assert match(game, weights_for(2), 2) == 1  # the same weights in both seats of one set-up win one of the two


@pytest.mark.parametrize("argv", [["play", "rase=5"], ["play", "race=much"], ["fit", "--only", "way,rase"]])
def test_what_is_no_weight_is_told(argv: list[str]) -> None:
    with pytest.raises(SystemExit, match=r"rase|much"):
        main(argv)
