"""PettingZoo's own tests pass for every environment, and what they do not look at holds too."""

from __future__ import annotations

import copy
import pickle
import warnings
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test.api_test import api_test as typeless_api_test
from pettingzoo.test.seed_test import seed_test as typeless_seed_test

from rondel import make
from rondel.adapters import common
from rondel.adapters.pettingzoo import IDS, RondelEnv, raw_env
from rondel.adapters.pettingzoo import env as wrapped_env
from rondel.errors import SetupError
from rondel.game import TERMINAL
from tests.adapters.cases import CASES, Case, arguments, case_name, long_or

#: PettingZoo's tests and wrappers are without types, or with too many
api_test: Any = typeless_api_test
seed_test: Any = typeless_seed_test
env: Any = wrapped_env

#: what PettingZoo warns of in every environment that is not in its own list of those with a mask in the observation
USUAL = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_api_test_passes(case: Case) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(case[0], **arguments(case)), num_cycles=long_or(case, 1000, 150))
    told = {str(warning.message) for warning in caught}
    assert {text for text in told if not text.startswith(USUAL)} == set()


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_seed_test_passes(case: Case) -> None:
    seed_test(partial(env, case[0], **arguments(case)), num_cycles=long_or(case, 1000, 150))


def test_the_api_test_has_nothing_to_warn_of_in_flat_observations() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env("attika", nations=2, flat=True), num_cycles=100)
    told = {str(warning.message) for warning in caught}
    assert {text for text in told if not text.startswith(USUAL)} == set()


def _play(made: Any, seed: int, limit: int = 100_000) -> dict[str, float]:
    """Play at random to the end; give what each agent got."""
    made.reset(seed=seed)
    rng = Random(seed)
    got = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter(limit):
        _, reward, terminated, truncated, _ = made.last(observe=False)
        got[agent] += reward
        over = terminated or truncated
        made.step(None if over else rng.choice(made.unwrapped.position.legal()))
    return got


@pytest.mark.parametrize("book", IDS)
def test_rewards_come_at_the_end_and_are_the_result(book: str) -> None:
    made = env(book, max_decisions=3000)
    raw: RondelEnv = made.unwrapped
    for seed in range(30):
        got = _play(made, seed)
        if raw.position.to_act == TERMINAL:
            break
    assert list(got.values()) == list(raw.position.returns())
    assert max(got.values()) == 1.0
    assert made.agents == []


def test_a_game_cut_off_is_truncated_without_rewards() -> None:
    made = env("antike-2006", nations=3, max_decisions=20)
    assert set(_play(made, 1).values()) == {0.0}
    raw: RondelEnv = made.unwrapped
    assert raw.decisions == 20
    assert raw.position.to_act != TERMINAL


def test_the_mask_is_the_legal_list_in_observation_and_info() -> None:
    made = env("antike-duellum")
    made.reset(seed=4)
    raw: RondelEnv = made.unwrapped
    for agent in made.agent_iter(200):
        observation, _, terminated, _, info = made.last()
        assert not terminated
        legal = list(raw.position.legal())
        assert np.flatnonzero(observation["action_mask"]).tolist() == legal
        assert np.flatnonzero(info["action_mask"]).tolist() == legal
        (other,) = [name for name in made.possible_agents if name != agent]
        assert not made.observe(other)["action_mask"].any()
        assert made.infos[other] == {}
        made.step(legal[len(legal) // 2])


def test_random_events_are_drawn_inside_by_the_seed() -> None:
    runs = []
    for seed in (5, 5, 6):
        made = raw_env("attika", nations=2)
        made.reset(seed=seed)
        rng = Random(1)
        for _ in range(40):
            made.step(rng.choice(made.position.legal()))
        runs.append(made.position.key())
    assert runs[0] == runs[1] != runs[2]


def test_without_a_seed_the_next_game_is_another() -> None:
    made = raw_env("attika")
    made.reset(seed=1)
    first = made.position.key()
    made.reset()
    assert made.position.key() != first


def test_the_environments_are_registered() -> None:
    made: Any
    assert IDS["antike-2006"] == "rondel/antike_2006_v1"
    for book, name in IDS.items():
        made = pettingzoo.make("aec", name, max_decisions=10)
        made.reset(seed=1)
        assert made.metadata["name"] == f"rondel_{common.name_of(book)}_v1"
        assert str(made.unwrapped) == made.metadata["name"]
        assert made.possible_agents[0] == "player_0"


def test_it_is_shown_as_text_pixels_and_svg() -> None:
    for book in ("antike-2006", "attika"):
        shown = {}
        for mode in common.RENDER_MODES:
            made = env(book, render_mode=mode)
            made.reset(seed=1)
            shown[mode] = made.render()
        raw: RondelEnv = made.unwrapped
        assert raw.game.prompt(raw.position) in shown["ansi"]
        assert shown["svg"].startswith("<svg")
        assert shown["svg"] == raw.svg()
        pixels = shown["rgb_array"]
        assert pixels.dtype == np.uint8
        assert pixels.shape[1:] == (common.WIDTH, 3)
        assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 50
        made.close()
    silent = raw_env("attika")
    silent.reset(seed=1)
    assert silent.render() is None


def test_the_state_holds_the_hidden_parts_and_observations_do_not() -> None:
    made = raw_env("attika", nations=2)
    made.reset(seed=1)
    encoder = made.encoder
    hand = slice(encoder.columns["players"].place("hand water"), encoder.columns["players"].place("hand mountain") + 1)
    observed = made.observe("player_0")["observation"]
    assert observed["players"][0, hand].any()
    assert not observed["players"][1, hand].any()
    regions, players = (int(np.prod(encoder.shapes[name])) for name in ("regions", "players"))
    everything = made.state()[regions : regions + players].reshape(encoder.shapes["players"])
    assert everything[1, hand].any()


def test_an_environment_can_be_pickled() -> None:
    again = pickle.loads(pickle.dumps(raw_env("antike-2", nations=3, round_limit=30)))
    again.reset(seed=2)
    assert again.game is make("antike-2", 3, "", {"round-limit": 30})


def _roll(table: Any, steps: int, seed: int) -> list[int]:
    """Play at random; give the actions."""
    rng = np.random.default_rng(seed)
    played = []
    for _ in range(steps):
        played.append(int(rng.choice(np.flatnonzero(table.last()[0]["action_mask"]))))
        table.step(played[-1])
    return played


@pytest.mark.parametrize("book", IDS)
def test_a_copy_goes_on_where_the_game_was_and_goes_its_own_way(book: str) -> None:
    made = env(book)
    made.reset(seed=4)
    _roll(made, 25, 1)
    before = made.unwrapped.position.key()
    copied, read = copy.deepcopy(made), pickle.loads(pickle.dumps(made))
    played = _roll(copied, 40, 2)
    assert made.unwrapped.position.key() == before == read.unwrapped.position.key()
    assert played == _roll(read, 40, 2) == _roll(made, 40, 2)
    keys = {table.unwrapped.position.key() for table in (made, copied, read)}
    assert len(keys) == 1
    assert copied.unwrapped.position.game is made.unwrapped.game
    assert (copied.agent_selection, copied.unwrapped.decisions) == (made.agent_selection, made.unwrapped.decisions)


def test_a_seed_is_a_whole_number_from_0_on() -> None:
    made: Any = raw_env("antike-2006")
    made.reset(seed=3)
    before = made.position.key()
    made.reset(seed=np.random.default_rng(1).integers(3, 4))
    assert made.position.key() == before
    wrong: Any
    for wrong in (-1, 1.5, "one", True):
        with pytest.raises(ValueError, match="A seed is a whole number from 0 on, not"):
            made.reset(seed=wrong)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"book": "antike-1999"}, "There is no game 'antike-1999'"),
        ({"book": "antike-2006", "nations": 9}, "is for 2 to 6 players, not 9"),
        ({"book": "antike-2", "nations": 2}, "The option two-players allows 2"),
        ({"book": "antike-2006", "board": "moon"}, "There is no board 'moon'"),
        ({"book": "antike-2006", "sudden_death": True}, "has no option 'sudden-death'; it has choose"),
        ({"book": "antike-2006", "round_limit": "long"}, "takes True, False or a whole number, not 'long'"),
        ({"book": "antike-2006", "round_limit": True}, "The option round_limit takes a number, not True"),
        ({"book": "antike-2006", "sudden_life": False}, "has no option 'sudden-life'; it has choose"),
        ({"book": "antike-2006", "nations": 4.0}, "nations is a whole number of players, not 4.0"),
        ({"book": "antike-2006", "nations": "4"}, "nations is a whole number of players, not '4'"),
    ],
)
def test_what_does_not_exist_is_refused_with_a_sentence(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(SetupError) as caught:
        env(**settings)
    assert isinstance(caught.value, ValueError)
    assert says in str(caught.value)


def test_unknown_modes_and_limits_are_refused() -> None:
    with pytest.raises(ValueError, match="The modes are: ansi, rgb_array, svg"):
        env("attika", render_mode="human")
    with pytest.raises(ValueError, match="max_decisions is a number of decisions from 1 on"):
        env("attika", max_decisions=0)
    for wrong in ("many", None, 1.5, True):
        with pytest.raises(ValueError, match="max_decisions is a number of decisions from 1 on"):
            env("attika", max_decisions=wrong)
    with pytest.raises(ValueError, match="illegal_reward is a number or None, not 'x'"):
        env("attika", illegal_reward="x")


def test_options_that_are_off_are_left_out() -> None:
    assert raw_env("antike-2006", military=False, round_limit=0).game is make("antike-2006", 4)
    assert raw_env("antike-2006", nations=np.int64(4), board=None).game is make("antike-2006", 4)


def test_illegal_actions_raise_with_the_reason_or_end_the_game() -> None:
    made = env("antike-2006")
    made.reset(seed=1)
    with pytest.raises(ValueError, match=r"Not now: the \w+ must move on the rondel"):
        made.step(0)
    with pytest.raises(AssertionError, match="not in action space"):
        made.step(10**6)
    raw = made.unwrapped
    for wrong in (None, "rondel iron", np.zeros(2, dtype=int), 1.0, True):
        with pytest.raises(TypeError, match="An action is one whole number"):
            raw.step(wrong)
    legal = made.unwrapped.position.legal()
    raw.step(np.array(legal[0]))
    lenient = env("antike-2006", illegal_reward=-1.0)
    lenient.reset(seed=1)
    lenient.last()
    loser = lenient.agent_selection
    lenient.step(0)
    assert lenient.terminations[loser]
    assert lenient.rewards[loser] == -1.0


def test_nothing_can_be_asked_before_the_reset() -> None:
    made = env("attika")
    with pytest.raises(AttributeError, match="before reset"):
        _ = made.agent_selection


def test_dead_agents_take_no_action() -> None:
    made = env("antike-2006", max_decisions=1)
    made.reset(seed=1)
    made.step(made.unwrapped.position.legal()[0])
    with pytest.raises(ValueError, match="only valid action is None"):
        made.unwrapped.step(3)


def test_pictures_as_arrays_need_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    usual = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "PIL":
            raise ImportError(name)
        return usual(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SetupError, match=r"pip install rondel\[draw\]"):
        common.pixels("<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'></svg>")
