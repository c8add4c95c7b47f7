"""A beam of beginnings: whole turns that can be played, within its part of the budget, and varied."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.bots.base import Budget, Meter
from rondel.bots.beam import SHARE, beam, varied
from rondel.bots.knowledge import evaluator_for
from rondel.bots.plan import Line, Planner, still
from rondel.game import CHANCE
from rondel.registry import make
from rondel.simulate import choose


def _position(players: int, seed: int) -> Any:
    """Give a first turn: with open buildings and some cards it has many ways."""
    state, rng = make("attika", players).new(seed), Random(seed)
    while state.to_act == CHANCE:
        state.advance(choose(state, rng))
    return state


def _planner(state: Any, nodes: int = 0) -> Planner:
    return Planner(evaluator_for(state.game), Meter(Budget(nodes=nodes)))


@pytest.mark.parametrize("players", [2, 4])
def test_every_way_can_be_played_and_ends_where_it_says(players: int) -> None:
    state = _position(players, 3)
    seat, before = state.to_act, state.key()
    lines = beam(_planner(state), state, seat)
    assert len({line.state.key() for line in lines}) > 10
    for line in lines:
        here = state.copy()
        for action in line.actions:
            assert action in here.legal()
            here.advance(action)
        assert here.key() == line.state.key()
        assert not still(here, seat)
        assert line.value == evaluator_for(state.game).values(here)[seat]
    assert state.key() == before


def test_it_finds_at_least_what_the_planner_finds() -> None:
    for seed in range(6):
        state = _position(2, seed)
        best = max(line.value for line in _planner(state).lines(state, state.to_act))
        assert max(line.value for line in beam(_planner(state), state, state.to_act)) > best - 0.02


def test_it_leaves_most_of_the_budget_for_trials() -> None:
    state = _position(2, 3)
    free = _planner(state)
    beam(free, state, state.to_act)
    planner = _planner(state, 100)
    beam(planner, state, state.to_act)
    assert free.meter.spent > 90  # it would take more if it could
    assert planner.meter.spent < 100 * SHARE + 20  # one line's decisions are finished


def test_the_best_way_of_each_beginning_comes_first() -> None:
    state: Any = make("attika", 2).new(1)
    lines = [Line([first], state, value) for first, value in ((7, 0.5), (7, 0.6), (8, 0.1), (7, 0.55), (8, 0.2))]
    order = [(line.actions[0], line.value) for line in varied(lines)]
    assert order == [(7, 0.6), (8, 0.2), (7, 0.55), (7, 0.5), (8, 0.1)]
