"""Racing candidates over many deals: the same luck for all, within the budget, the same under a seed."""

from __future__ import annotations

import time
from itertools import groupby
from random import Random
from typing import Any

import pytest

from rondel.bots import deals
from rondel.bots.base import Budget, Meter
from rondel.bots.deals import AHEAD, Candidate, DealBot, _trial
from rondel.bots.knowledge import evaluator_for
from rondel.bots.plan import Line, Planner
from rondel.bots.registry import make_bot
from rondel.bots.search import SearchBot
from rondel.game import CHANCE
from rondel.registry import make
from rondel.simulate import choose


def _later(players: int, seed: int, turns: int) -> Any:
    """Give a position after some turns of greedy."""
    game = make("attika", players)
    state, rng = game.new(seed), Random(seed)
    bot = make_bot("greedy", game)
    for _ in range(turns):
        seat = state.turn_of
        while state.turn_of == seat:
            state.advance(choose(state, rng) if state.to_act == CHANCE else bot.choose(state, seat, state.legal()))
    return state


def _candidate(*results: float) -> Candidate:
    state: Any = make("attika", 2).new(1)
    found = Candidate(Line([0], state, 0.5))
    found.results = list(results)
    return found


def test_attika_is_searched_over_deals_and_antike_in_a_tree() -> None:
    assert isinstance(make_bot("search:nodes=10", make("attika", 2)), DealBot)
    assert isinstance(make_bot("search:nodes=10", make("antike-2006", 2)), SearchBot)


@pytest.mark.parametrize(("book", "own"), [("attika", 10), ("antike-2006", 8)])
def test_how_many_turns_are_looked_at_suits_the_game_unless_it_is_said(book: str, own: int) -> None:
    game = make(book, 2)
    bots: list[Any] = [make_bot(f"search:nodes=10{rest}", game) for rest in ("", ",width=0", ",width=3")]
    assert [bot.width for bot in [*bots, make_bot("level:5", game)]] == [own, own, 3, own]


@pytest.mark.parametrize("width", [3, 10])
def test_no_more_turns_are_raced_than_said(width: int) -> None:
    state = _later(2, 3, 12)
    bot = DealBot(evaluator_for(state.game), Budget(nodes=8000), width=width)
    found = bot._lines(Planner(bot.evaluator, Meter(bot.budget)), state, state.to_act)
    assert len(found) == len({line.state.key() for line in found}) == width


@pytest.mark.untraced
@pytest.mark.parametrize("players", [2, 4])
def test_the_same_seed_decides_the_same(players: int) -> None:
    state = _later(players, 3, 4)
    first, second = (make_bot("search:nodes=300,seed=5", state.game) for _ in range(2))
    ranks = [bot.rank(state, state.to_act, state.legal()) for bot in (first, second)]
    assert ranks[0] == ranks[1]
    assert len(ranks[0]) > 1


def test_a_trial_depends_on_its_luck_alone_and_leaves_the_position_as_it_was() -> None:
    state = _later(3, 2, 5)
    planner = Planner(evaluator_for(state.game), Meter(Budget()), few=True)
    line = planner.lines(state, state.to_act)[0]
    before = line.state.key()
    values = [_trial(planner, line.state, state.to_act, Random(seed), AHEAD) for seed in (7, 7, 8)]
    assert line.state.key() == before
    assert values[0] == values[1]
    assert all(0.0 < value <= 1.0 for value in values)


@pytest.mark.untraced
@pytest.mark.parametrize("players", [2, 4])
def test_a_trial_goes_on_for_two_turns_of_the_seat(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state = _later(players, 2, 5)
    seat, turns = state.to_act, list[int]()
    planner = Planner(evaluator_for(state.game), Meter(Budget()), few=True)
    line = planner.lines(state, seat)[0]
    go_on = deals._go_on

    def noted(planner: Planner, state: Any) -> None:
        turns.append(state.turn_of)
        go_on(planner, state)

    monkeypatch.setattr(deals, "_go_on", noted)
    _trial(planner, line.state, seat, Random(7), AHEAD)
    # what is left of the turn under way comes first, if it waits for chance
    others = turns[next(place for place, turn in enumerate(turns) if turn != seat) :]
    assert [turn for turn, _ in groupby(others)] == [(seat + step) % players for step in range(1, 2 * players + 1)]


def test_a_candidate_is_dropped_when_luck_does_not_explain_its_lag() -> None:
    best = _candidate(0.60, 0.40, 0.70, 0.50)
    assert _candidate(0.55, 0.36, 0.64, 0.46).behind(best)  # always worse by about as much
    assert not _candidate(0.40, 0.55, 0.60, 0.60).behind(best)  # now worse, now better
    assert not _candidate(0.65, 0.45, 0.75, 0.55).behind(best)


def test_the_planner_counts_while_trials_are_few() -> None:
    assert _candidate().mean() == 0.5
    assert 0.5 < _candidate(0.9).mean() < _candidate(0.9, 0.9, 0.9).mean() < 0.9


def test_the_budget_of_time_is_kept() -> None:
    state = _later(2, 1, 2)
    bot = make_bot("search:time=100ms", state.game)
    begin = time.process_time()
    bot.choose(state, state.to_act, state.legal())
    assert time.process_time() - begin < 1.0
