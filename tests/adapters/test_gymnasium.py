"""Gymnasium's own checker passes for every rulebook; bots, seats, rewards and refusals are right."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from rondel.adapters.gymnasium import IDS, RondelEnv
from rondel.errors import RondelError
from rondel.game import TERMINAL

every_book = pytest.mark.parametrize("book", IDS)


@every_book
def test_the_checker_has_nothing_to_say(book: str) -> None:
    # the checker samples without the mask, so an illegal action must end the game instead of raising
    check_env(RondelEnv(book, bots="random", illegal_reward=-1.0), skip_render_check=True)


def _play(made: Any, seed: int) -> tuple[float, bool, dict[str, Any]]:
    observation, info = made.reset(seed=seed)
    rng = np.random.default_rng(seed)
    reward, over, cut = 0.0, False, False
    while not (over or cut):
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, over, cut, info = made.step(action)
    return reward, over, info


@every_book
def test_a_whole_game_is_played_through_the_registry(book: str) -> None:
    made = gymnasium.make(IDS[book], bots="random", max_decisions=4000)
    env: Any = made.unwrapped
    for seed in range(1, 20):
        reward, over, info = _play(made, seed)
        if over:
            break
    assert env.position.to_act == TERMINAL
    assert reward == env.position.returns()[0]
    assert info["end_reason"] == env.position.end_reason() != ""


def test_the_greedy_bot_beats_random_play() -> None:
    made = RondelEnv("attika", nations=2, bots="greedy")
    assert [_play(made, seed)[0] for seed in range(4)] == [-1.0] * 4


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (RondelEnv("attika", nations=3, bots=["greedy", "level:1"], seat=1) for _ in range(2))
    for made in (one, other):
        _play(made, 8)
    assert one.position is not None
    assert other.position is not None
    assert one.position.key() == other.position.key()
    again, _ = one.reset(seed=9)
    assert again["action_mask"].any()


def test_the_seat_is_yours_or_drawn() -> None:
    made = RondelEnv("antike-2006", nations=3, bots="random", seat=2)
    observation, info = made.reset(seed=1)
    assert info["seat"] == 2
    assert made.position is not None
    assert made.position.to_act == 2
    assert info["prompt"] == made.game.prompt(made.position)
    assert observation["observation"]["players"][0, 0] == 1
    drawn = RondelEnv("antike-2006", nations=3, bots="random", seat=None)
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


def test_a_game_cut_off_is_truncated() -> None:
    made = RondelEnv("antike-2006", bots="random", max_decisions=30)
    reward, over, _ = _play(made, 1)
    assert (reward, over, made.decisions) == (0.0, False, 30)
    assert made.position is not None
    for action in (0, *made.position.legal()):
        with pytest.raises(ResetNeeded):
            made.step(action)


def test_a_game_begins_with_a_decision_whatever_the_cap() -> None:
    made = RondelEnv("antike-2006", bots="random", seat=3, max_decisions=1)
    for seed in range(4):
        observation, _ = made.reset(seed=seed)
        _, reward, over, cut, _ = made.step(np.flatnonzero(observation["action_mask"])[0])
        assert (reward, over, cut) == (0.0, False, True)


@every_book
def test_a_copy_goes_on_where_the_game_was(book: str) -> None:
    made = RondelEnv(book, nations=2 if book != "antike-2" else 3, bots="level:1")
    observation, _ = made.reset(seed=4)
    for _ in range(3):
        observation, *_ = made.step(np.flatnonzero(observation["action_mask"])[-1])
    ends = set()
    for table in (copy.deepcopy(made), pickle.loads(pickle.dumps(made)), made):
        seen, steps = observation, 0
        while seen["action_mask"].any() and steps < 10:
            seen, *_ = table.step(np.flatnonzero(seen["action_mask"])[-1])
            steps += 1
        assert steps
        assert table.position is not None
        ends.add(table.position.key())
    assert len(ends) == 1


def test_illegal_actions_raise_or_end_the_game() -> None:
    made = RondelEnv("antike-2006", bots="random")
    with pytest.raises(ResetNeeded):
        made.step(0)
    with pytest.raises(ResetNeeded):
        made.render()
    made.reset(seed=1)
    with pytest.raises(InvalidAction, match="Not now: the Phoenicians must move"):
        made.step(0)
    with pytest.raises(InvalidAction, match="one whole number"):
        made.step(np.zeros(3))  # type: ignore[arg-type]
    lenient = RondelEnv("antike-2006", bots="random", illegal_reward=-5.0)
    lenient.reset(seed=1)
    _, reward, over, cut, info = lenient.step(0)
    assert (reward, over, cut) == (-5.0, True, False)
    assert "Not now" in info["why"]
    with pytest.raises(ResetNeeded):
        lenient.step(0)


def test_what_does_not_exist_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="seat is a number from 0 to 3 or None, not 4"):
        RondelEnv("antike-2006", seat=4)
    wrong: Any
    for wrong in ("0", 1.0, True):
        with pytest.raises(ValueError, match="seat is a number from 0 to 3 or None"):
            RondelEnv("antike-2006", seat=wrong)
    for wrong in (None, 3, [1, 2, 3]):
        with pytest.raises(ValueError, match="one for all or one for each of the 3 other seats"):
            RondelEnv("antike-2006", bots=wrong)
    with pytest.raises(ValueError, match="one for each of the 3 other seats, not 2"):
        RondelEnv("antike-2006", bots=["greedy", "random"])
    with pytest.raises(RondelError, match="There is no bot 'genius'"):
        RondelEnv("antike-2006", bots="genius")
    with pytest.raises(gymnasium.error.NameNotFound):
        gymnasium.make("rondel/antike-1999-v0")


def test_it_is_shown_as_the_seat_sees_it() -> None:
    made = RondelEnv("attika", nations=2, bots="random", render_mode="ansi", flat=True)
    observation, _ = made.reset(seed=1)
    assert observation["observation"].ndim == 1
    assert made.position is not None
    assert made.game.show(made.position, 0) in str(made.render())
    legal = made.position.legal()
    assert made.action_text(legal[0]) == made.game.action_text(made.position, legal[0])
    silent = RondelEnv("attika", bots="random")
    silent.reset(seed=1)
    assert silent.render() is None
