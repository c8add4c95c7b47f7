"""Games in step: the same as the plain environments, in arrays that the caller may own, with declared resets."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode
from tools.vector_check import STRETCH, cases, compare, label, parts

from rondel import make as make_game
from rondel.adapters.gymnasium import IDS
from rondel.adapters.gymnasium_vector import RondelVectorEnv
from rondel.errors import RondelError
from rondel.features import encoder_for
from rondel.game import Game, State
from rondel.vector import Autoreset, Games, make
from tests.adapters.cases import CASES, Case, case_name, long_or

#: quick games that end by themselves
SMALL = {"board": "aegean-mini", "options": {"round-limit": 3}}


def small(number: int = 4, **settings: Any) -> Games:
    return make("antike-2006", 3, number, **{**SMALL, **settings})


def first(games: Games) -> Any:
    """Give the first legal action of each game; 0 where a game is over."""
    return np.where(games.count > 0, games.legal[:, 0], 0)


def drawn(games: Games, rng: Random) -> Any:
    """Give a legal action of each game at random."""
    legal = [games.legal_of(number) for number in range(games.num_envs)]
    return np.array([rng.choice(options) if options else 0 for options in legal])


def test_the_long_check_covers_every_environment() -> None:
    assert cases() == CASES


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_games_in_step_agree_with_plain_environments(case: Case) -> None:
    assert len(compare(case, long_or(case, 400, 150), seed=3)) == 16


@pytest.mark.parametrize("book", ["antike-2006", "attika"])
def test_games_that_end_agree_with_plain_environments(book: str) -> None:
    """The check cuts games off at 700 decisions: so many steps of eight games see ends and resets."""
    compare((book, "aegean-mini" if book == "antike-2006" else "flowers", 2, {}), 8 * 750, seed=5)


def test_a_step_writes_to_the_arrays_of_the_caller() -> None:
    plain = make("antike-duellum", 2, 3)
    mine: dict[str, Any] = {
        "observations": np.full(plain.observations.shape, 7, np.float32),
        "legal": np.full(plain.legal.shape, 7, np.int64),
        "rewards": np.full(plain.rewards.shape, 7, np.float32),
    }
    owned = make("antike-duellum", 2, 3, buffers=mine)
    rng = Random(1)
    for games in (plain, owned):
        games.reset(seed=4)
    for _ in range(50):
        actions = drawn(plain, rng)
        plain.step(actions)
        owned.step(actions)
        assert owned.observations is mine["observations"]
        for name, array in mine.items():
            assert np.array_equal(array, getattr(plain, name)), name


@pytest.mark.parametrize(
    ("name", "array", "told"),
    [
        ("rows", np.zeros(3), "There is no buffer 'rows'"),
        ("count", np.zeros(3, np.int32), "The buffer count is a writable, contiguous array of shape"),
        ("count", np.zeros(4, np.int64), "The buffer count is a writable, contiguous array of shape"),
        ("count", np.zeros(6, np.int64)[::2], "The buffer count is a writable, contiguous array of shape"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name: str, array: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make("antike-duellum", 2, 3, buffers={name: array})


def test_the_next_step_begins_a_new_game() -> None:
    games = small()
    games.reset(seed=2)
    rng, ends = Random(2), 0
    for _ in range(600):
        over = games.terminated | games.truncated
        games.step(drawn(games, rng))
        assert not (over & (games.terminated | games.truncated)).any()
        assert not games.rewards[over].any()
        assert (games.count[over] > 1).all()
        for ending in games.endings:
            ends += 1
            assert games.count[ending.number] == 0
            assert games.terminated[ending.number]
            assert ending.reason == games.state_of(ending.number).end_reason()
    assert ends > 8


def test_a_new_game_can_begin_in_the_same_step() -> None:
    later, at_once = small(2), small(2, autoreset=Autoreset.SAME_STEP)
    rng = Random(3)
    for games in (later, at_once):
        games.reset(seed=6)
    ends = 0
    for _ in range(500):
        assert at_once.final_observation is not None
        actions = drawn(at_once, rng)
        at_once.step(actions)
        later.step(actions)
        assert np.array_equal(later.rewards, at_once.rewards)
        assert np.array_equal(later.terminated, at_once.terminated)
        for ending in at_once.endings:
            ends += 1
            assert np.array_equal(at_once.final_observation(ending), later.observations[ending.number])  # type: ignore[arg-type]
            assert ending.seat == later.current_player[ending.number]
        over = later.terminated.copy()
        if over.any():  # the other begins its new game at the next step, which must not play on the rest
            later.reset(mask=over)
        assert np.array_equal(later.observations, at_once.observations)
        assert np.array_equal(later.legal, at_once.legal)
    assert ends > 4


def test_without_autoreset_a_game_waits_for_its_reset() -> None:
    games = small(3, autoreset=Autoreset.DISABLED)
    games.reset(seed=1)
    rng = Random(1)
    while not games.terminated.any():
        games.step(drawn(games, rng))
    over = games.terminated.copy()
    before = [games.state_of(number) for number in range(3)]
    games.step(drawn(games, rng))
    assert not games.terminated[over].any()
    assert (games.count[over] == 0).all()
    games.reset(mask=over)
    for number in range(3):
        assert (games.state_of(number) is before[number]) == (not over[number])
    assert (games.count[over] > 1).all()


def test_each_game_has_its_own_seed() -> None:
    one, other, third = (small(3) for _ in range(3))
    one.reset(seed=10)
    other.reset(seed=[12, 11, 10])
    third.reset()
    assert np.array_equal(one.observations, other.observations[::-1])
    assert (third.count > 1).all()
    with pytest.raises(ValueError, match="or a list of 3 of them"):
        one.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="from 0 on"):
        one.reset(seed=-1)
    with pytest.raises(ValueError, match="an array of 3 booleans"):
        one.reset(mask=np.zeros(3))


def test_bytes_hold_the_counts_that_floats_scale() -> None:
    floats, counts = (make("antike-duellum", 2, 2, dtype=dtype) for dtype in ("float32", "uint8"))
    columns = encoder_for(floats.game).columns
    units = np.concatenate(
        [
            np.tile(columns[name].units, shape[0] if len(shape) == 2 else 1)
            for name, shape in encoder_for(floats.game).shapes.items()
        ]
    )
    rng = Random(5)
    for games in (floats, counts):
        games.reset(seed=5)
    for _ in range(300):
        actions = drawn(floats, rng)
        floats.step(actions)
        counts.step(actions)
        wanted = np.minimum(255, np.rint(floats.observations * units))
        assert counts.observations.dtype == np.uint8
        assert np.array_equal(counts.observations[wanted < 160], wanted[wanted < 160])


def test_a_list_that_does_not_fit_is_told_and_given_whole() -> None:
    games = make("antike-2006", 4, 4, max_legal=5)
    games.reset(seed=1)
    rng, long = Random(1), 0
    for _ in range(200):
        masks = games.masks()
        for number in range(4):
            legal = list(games.legal_of(number))
            assert games.count[number] == len(legal)
            assert games.legal[number].tolist() == (legal + [-1] * 5)[:5]
            assert np.flatnonzero(masks[number]).tolist() == legal
            long += len(legal) > 5
        games.step(drawn(games, rng))
    assert long > 50
    kept = np.ones_like(masks)
    assert games.masks(out=kept) is kept
    assert int(kept.sum()) == int(games.count.sum())
    with pytest.raises(ValueError, match="The masks are an array"):
        games.masks(out=np.zeros(3, np.bool_))


def test_an_illegal_action_is_refused_before_anything_is_played() -> None:
    games = small(2)
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        games.step([0, 0])
    games.reset(seed=1)
    before = [games.state_of(number).key() for number in range(2)]
    with pytest.raises(ValueError, match="Game 1: "):
        games.step([int(games.legal[0, 0]), 0])
    wrong: Any
    for wrong in ([1], [1.5, 2.5], np.zeros((2, 1), np.int64)):
        with pytest.raises(ValueError, match="step takes 2 whole numbers"):
            games.step(wrong)
    assert [games.state_of(number).key() for number in range(2)] == before


@pytest.mark.parametrize("setting", ["num_envs", "max_legal", "max_decisions"])
def test_numbers_that_make_no_sense_are_refused(setting: str) -> None:
    for wrong in (0, -1, True, 2.0):
        settings: dict[str, Any] = {"num_envs": 2, setting: wrong}
        with pytest.raises(ValueError, match=f"{setting} is a whole number from 1 on"):
            make("antike-duellum", 2, **settings)
    with pytest.raises(ValueError, match="dtype is float32 or uint8"):
        make("antike-duellum", 2, 2, dtype="int8")


def test_processes_play_the_same_games() -> None:
    here = small(5, max_legal=6)
    with small(5, max_legal=6, workers=2) as apart:
        rng = Random(9)
        for games in (here, apart):
            with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
                games.step([0] * 5)
            games.reset(seed=9)
        for _ in range(150):
            actions = drawn(here, rng)
            here.step(actions)
            apart.step(actions)
            for name in ("observations", "legal", "count", "rewards", "current_player", "terminated", "truncated"):
                assert np.array_equal(getattr(here, name), getattr(apart, name)), name
            assert [ending.number for ending in here.endings] == [ending.number for ending in apart.endings]
        assert list(apart.legal_of(4)) == list(here.legal_of(4))
        assert apart.state_of(3).key() == here.state_of(3).key()
        assert np.array_equal(apart.masks(), here.masks())
        with pytest.raises(ValueError, match="Game 4: "):
            apart.step([*first(here)[:4].tolist(), 1])
        with pytest.raises(ValueError, match="step takes 5 whole numbers"):
            apart.step([1])
        mask = np.array([True, False, False, False, True])
        for games in (here, apart):
            games.reset(mask=mask)
        assert np.array_equal(here.observations, apart.observations)
    assert np.array_equal(here.observations, apart.observations)
    with pytest.raises(ValueError, match="workers is a number from 1 to 2"):
        small(2, workers=3)
    with pytest.raises(RondelError):
        small(2, workers=2, opponents="nobody")


def test_games_that_a_first_mask_leaves_out_have_seeds_of_their_own() -> None:
    whole, part = small(3), small(3)
    whole.reset(seed=5)
    part.reset(seed=5, mask=np.array([True, False, False]))
    part.reset(mask=np.array([False, True, True]))
    assert np.array_equal(part.observations, whole.observations)


def test_processes_are_closed_once_however_often_it_is_said() -> None:
    with small(2, workers=2) as apart:
        apart.reset(1)
        kept = apart.observations.copy()
        apart.close()
    apart.close()
    assert (apart.observations == kept).all(), "what was written last stays readable"


class First:
    """A bot of one's own: it takes the first legal action, and counts."""

    asked = 0

    def __init__(self, game: Game, seed: int) -> None:
        self.seats = game.seats

    def choose(self, state: State, seat: int, legal: Sequence[int]) -> int:
        First.asked += 1
        return legal[0]


@pytest.mark.parametrize("bot", ["random", "tests.adapters.test_vector:First", First, ["random", First]])
def test_opponents_play_the_other_seats(bot: Any) -> None:
    First.asked = 0
    games = small(3, opponents=bot, seat=1)
    games.reset(seed=1)
    for _ in range(60):
        assert (games.current_player[games.count > 0] == 1).all()
        games.step(first(games))
    assert (First.asked > 0) == (bot != "random")
    anywhere = small(8, opponents=bot, seat=None)
    anywhere.reset(seed=1)
    assert len(set(anywhere.current_player.tolist())) > 1


def test_opponents_that_make_no_sense_are_refused() -> None:
    with pytest.raises(RondelError, match="There is no bot"):
        small(2, opponents="nobody")
    with pytest.raises(ValueError, match="one for each of the 2 other seats, not 3"):
        small(2, opponents=["random"] * 3)
    with pytest.raises(ValueError, match="A bot is a text or an object that makes one"):
        small(2, opponents=3)
    with pytest.raises(ValueError, match="seat is a number from 0 to 2 or None"):
        small(2, opponents="random", seat=3)


def test_memory_does_not_grow() -> None:
    games = small(8)
    games.reset(seed=1)
    rng = Random(1)

    def play(steps: int) -> int:
        for _ in range(steps):
            games.step(drawn(games, rng))
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    play(300)
    tracemalloc.start()
    try:
        before = play(100)
        assert play(400) - before < 100_000
    finally:
        tracemalloc.stop()


# ---- Gymnasium -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_gymnasium_makes_vectors_of_games(mode: AutoresetMode) -> None:
    settings: dict[str, Any] = {"nations": 3, "board": "aegean-mini", "round_limit": 3, "autoreset_mode": mode}
    made: Any = gymnasium.make_vec(IDS["antike-2006"], num_envs=3, bots="random", **settings)
    assert isinstance(made, RondelVectorEnv)
    seen, infos = made.reset(seed=4)
    ends = 0
    for _ in range(300):
        assert made.observation_space.contains(seen)
        masks = made.action_masks()
        assert [int(row.sum()) for row in masks] == infos["count"].tolist()
        seen, rewards, ended, cut, infos = made.step(np.where(infos["count"] > 0, infos["legal"][:, 0], 0))
        assert rewards.tolist() == infos["rewards"][:, 0].tolist()
        assert not cut.any()
        ends += int(ended.sum())
        if mode == AutoresetMode.SAME_STEP and ended.any():
            assert infos["_final_obs"].tolist() == ended.tolist()
            assert all(made.single_observation_space.contains(row) for row in infos["final_obs"][ended])
        if mode == AutoresetMode.DISABLED and ended.any():
            seen, infos = made.reset(options={"reset_mask": ended})
    assert ends > 2
    made.close()


def test_the_vector_of_gymnasium_says_what_is_wrong() -> None:
    made = RondelVectorEnv("antike-duellum", 2)
    with pytest.raises(ResetNeeded):
        made.step(np.zeros(2, np.int64))
    made.reset(seed=[1, 2])
    with pytest.raises(InvalidAction, match="Game 0"):
        made.step(np.zeros(2, np.int64))


def test_copies_last_and_views_do_not() -> None:
    kept, shared = (RondelVectorEnv("attika", 2, copy=copy, dtype="uint8") for copy in (True, False))
    for env, same in ((kept, False), (shared, True)):
        seen, infos = env.reset(seed=1)
        again, *_ = env.step(infos["legal"][:, 0])
        assert (seen is again) == same
        assert env.observation_space.contains(seen)


def test_the_game_is_the_one_of_the_library() -> None:
    assert small(1).game.seats == make_game("antike-2006", 3, "aegean-mini").seats


def test_a_long_check_is_cut_into_parts() -> None:
    found = parts(2 * STRETCH + 500)
    assert len({label(part) for part in found}) == len(found) == 3 * len(cases())
    first = [steps for case, _, steps in found if case == cases()[0]]
    assert first == [STRETCH, STRETCH, 500]
