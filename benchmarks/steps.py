"""What a learner sees: steps a second with observations and legal actions, by each door, in whichever build runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

#: games side by side
BATCH = 1024
#: the rulebooks with the number of players they are measured with
BOOKS = {"antike-2006": 4, "antike-2005": 4, "antike-2": 4, "antike-duellum": 2, "attika": 4}


def batched(book: str, workers: int, seconds: float, seed: int) -> tuple[float]:
    """Step games in a batch at random: by processor time in this process, by the clock with several."""
    from rondel.vector import make

    clock = time.process_time if workers == 1 else time.perf_counter
    with make(book, BOOKS[book], BATCH, workers=workers) as games:
        games.reset(seed)
        rng, rows = np.random.default_rng(seed), np.arange(BATCH)

        def step() -> None:
            choices = (rng.random(BATCH) * np.minimum(games.count, games.legal.shape[1])).astype(np.int64)
            games.step(np.maximum(games.legal[rows, choices], 0))

        for _ in range(10):  # out of the first decisions, which are alike
            step()
        done, begin = 0, clock()
        while clock() - begin < seconds:
            step()
            done += BATCH
        return (done / (clock() - begin),)


def raw_env(book: str, seconds: float, seed: int) -> tuple[float]:
    """Step PettingZoo's environment without wrappers at random."""
    from rondel.adapters.pettingzoo import raw_env as make

    env, rng = make(book, nations=BOOKS[book], flat=True), np.random.default_rng(seed)
    env.reset(seed=seed)

    def step() -> None:
        _, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.reset()
        else:
            env.step(int(info["legal"][int(rng.random() * len(info["legal"]))]))

    return _rate(step, seconds)


def seat(book: str, seconds: float, seed: int) -> tuple[float]:
    """Step Gymnasium's environment against random bots; a step is a decision of one's own."""
    from rondel.adapters.gymnasium import RondelEnv

    env, rng = RondelEnv(book, nations=BOOKS[book], bots="random", flat=True), np.random.default_rng(seed)
    held = [env.reset(seed=seed)[1]]

    def step() -> None:
        legal = held[0]["legal"]
        _, _, terminated, truncated, held[0] = env.step(int(legal[int(rng.random() * len(legal))]))
        if terminated or truncated:
            held[0] = env.reset()[1]

    return _rate(step, seconds)


def spiel(book: str, seconds: float, seed: int) -> tuple[float]:
    """Step OpenSpiel's game at random, with the observation tensor at every step."""
    import pyspiel

    import rondel.adapters.openspiel  # noqa: F401  registers the games

    name = f"python_rondel_{book.replace('-', '_')}"
    game, rng = pyspiel.load_game(f"{name}(nations={BOOKS[book]},seed={seed})"), np.random.default_rng(seed)
    held: list[Any] = [game.new_initial_state()]

    def step() -> None:
        state = held[0]
        if state.is_terminal():
            held[0] = game.new_initial_state()
            return
        legal = state.legal_actions()
        state.observation_tensor()
        state.apply_action(legal[int(rng.random() * len(legal))])

    return _rate(step, seconds)


def envpool(name: str, seconds: float, seed: int) -> tuple[float]:
    """Step a game of EnvPool in a batch at random, on one thread: observations and masks."""
    import envpool as pool

    env = pool.make(name, env_type="gymnasium", num_envs=BATCH, batch_size=BATCH, num_threads=1, seed=seed)
    rng = np.random.default_rng(seed)
    _, info = env.reset()
    done, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        mask = info["legal_action_mask"]
        order = np.cumsum(mask, axis=1)
        choices = (rng.random(BATCH) * order[:, -1]).astype(np.int64)
        _, _, _, _, info = env.step((order > choices[:, None]).argmax(axis=1).astype(np.int32))
        done += BATCH
    return (done / (time.process_time() - begin),)


def _rate(step: Callable[[], None], seconds: float) -> tuple[float]:
    done, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        for _ in range(50):
            step()
        done += 50
    return (done / (time.process_time() - begin),)


def tasks() -> dict[str, Callable[[float, int], tuple[float, ...]]]:
    """Give what can be measured of Rondel, by name."""
    found: dict[str, Callable[[float, int], tuple[float, ...]]] = {
        f"steps vector {book}": partial(batched, book, 1) for book in BOOKS
    }
    found["steps vector antike-2006, two processes"] = partial(batched, "antike-2006", 2)
    found["steps PettingZoo raw_env antike-2006"] = partial(raw_env, "antike-2006")
    found["steps Gymnasium antike-2006"] = partial(seat, "antike-2006")
    found["steps OpenSpiel tensor antike-2006"] = partial(spiel, "antike-2006")
    return found


#: EnvPool's games that are measured beside, where it is installed
POOLED = {"Backgammon-v1": "backgammon", "SparrowMahjong-v1": "sparrow mahjong", "Chess-v1": "chess"}


def pooled() -> dict[str, Callable[[float, int], tuple[float, ...]]]:
    """Give the peers in batches, by name; none where EnvPool is not installed."""
    try:
        import envpool as _  # noqa: F401
    except ImportError:
        return {}
    return {f"steps EnvPool {label}": partial(envpool, name) for name, label in POOLED.items()}
