"""Options of bots that were read in part: nothing that is written is dropped."""

from __future__ import annotations

import time

import pytest

from rondel.bots.base import Budget
from rondel.bots.deals import DealBot
from rondel.bots.registry import make_bot, settings_of
from rondel.bots.search import SearchBot
from rondel.errors import RondelError
from rondel.registry import make


@pytest.mark.parametrize("text", ["level:=3", "level: = 3", "search:=5", "random:seed=1,=2", "greedy:="])
def test_a_value_without_a_name_is_refused(text: str) -> None:
    with pytest.raises(RondelError, match="has no option ''"):
        settings_of(text)


def test_spaces_do_not_lose_a_value() -> None:
    assert settings_of("level: n = 5 , seed = 2,")[1] == {"n": 5, "nodes": 0, "seed": 2}
    assert settings_of("level: 5")[1]["n"] == 5


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("search", Budget(1.0, 0)),
        ("search:time=2s", Budget(2.0, 0)),
        ("search:nodes=5", Budget(0.0, 5)),  # no time, so that the play repeats
        ("search:nodes=0", Budget(1.0, 0)),
        ("search:time=2s,nodes=5", Budget(2.0, 5)),
        ("search:nodes=5,time=1s", Budget(1.0, 5)),
    ],
)
@pytest.mark.parametrize("game", ["antike-2006", "attika"])
def test_time_and_positions_both_limit_a_search(game: str, text: str, budget: Budget) -> None:
    bot = make_bot(text, make(game, 2))
    assert isinstance(bot, (SearchBot, DealBot))
    assert bot.budget == budget


@pytest.mark.parametrize("text", ["search:time=50ms,nodes=1000000000", "search:time=600s,nodes=20"])
def test_whichever_limit_is_reached_first_ends_a_search(text: str) -> None:
    state = make("antike-2006", 2).new(1)
    begin = time.monotonic()
    make_bot(text, state.game).choose(state, state.to_act, state.legal())
    assert time.monotonic() - begin < 5
