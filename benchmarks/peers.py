"""The peers: random play of other engines, driven from Python as their users drive them."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.metadata import version
from random import Random
from typing import Any

import chess
import open_spiel.python.games.tic_tac_toe  # noqa: F401  registers the Python game
import pyspiel
from catanatron import Color, Game, RandomPlayer
from pettingzoo.classic import chess_v6

from benchmarks import steps
from benchmarks.own import calls

#: OpenSpiel's games in C++, and one of its games in Python
SPIELS = {
    "backgammon": "C++ backgammon",
    "chess": "C++ chess",
    "go(board_size=9)": "C++ go 9×9",
    "hex": "C++ hex",
    "python_tic_tac_toe": "Python tic-tac-toe",
}
#: PettingZoo's chess is slow, so each game is stopped after this many moves
PETTING_STEPS = 60
PACKAGES = ("catanatron", "chess", "open_spiel", "pettingzoo")


def _repeat(game: Callable[[int], int], seconds: float, seed: int) -> tuple[float, float]:
    """Give decisions and games a second of a function that plays one game."""
    decisions, games, begin = 0, 0, time.process_time()
    while time.process_time() - begin < seconds:
        decisions += game(seed + games)
        games += 1
    passed = time.process_time() - begin
    return decisions / passed, games / passed


def catanatron_game(seed: int) -> int:
    """Play one game of four random players; give the actions."""
    game, ticks = Game([RandomPlayer(color) for color in Color], seed=seed), 0
    while game.winning_color() is None and game.state.num_turns < 1000:
        game.play_tick()
        ticks += 1
    return ticks


@lru_cache
def catanatron_late(seed: int = 1) -> Any:
    """Give a Catanatron game in its second half."""
    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    for _ in range(500):
        if game.winning_color() is None:
            game.play_tick()
    return game


def chess_game(seed: int) -> int:
    """Play one random game of python-chess; give the moves."""
    rng, board, moves = Random(seed), chess.Board(), 0
    while moves < 300 and not board.is_insufficient_material() and not board.is_seventyfive_moves():
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(legal[int(rng.random() * len(legal))])
        moves += 1
    return moves


def spiel_game(game: Any, seed: int) -> int:
    """Play one random game of OpenSpiel; give the decisions, chance among them."""
    rng, state, decisions = Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = outcomes[int(rng.random() * len(outcomes))][0]
        else:
            legal = state.legal_actions()
            action = legal[int(rng.random() * len(legal))]
        state.apply_action(action)
        decisions += 1
    return decisions


def petting_game(env: Any, seed: int) -> int:
    """Play the beginning of a random game of PettingZoo's chess; give the steps."""
    env.reset(seed=seed)
    steps = 0
    for agent in env.agent_iter():
        observation, _, ended, cut, _ = env.last()
        if ended or cut or steps == PETTING_STEPS:
            break
        env.step(env.action_space(agent).sample(observation["action_mask"]))
        steps += 1
    return steps


def tasks() -> dict[str, Callable[[float, int], tuple[float, ...]]]:
    """Give what can be measured, by name."""
    found: dict[str, Callable[[float, int], tuple[float, ...]]] = {
        "Catanatron": partial(_repeat, catanatron_game),
        "Catanatron copies": lambda seconds, seed: (calls(catanatron_late().copy, seconds),),
        "python-chess": partial(_repeat, chess_game),
    }
    for name, label in SPIELS.items():
        found[f"OpenSpiel {label}"] = partial(_repeat, partial(spiel_game, pyspiel.load_game(name)))
    found["PettingZoo chess"] = partial(_repeat, partial(petting_game, chess_v6.env()))  # type: ignore[no-untyped-call]
    return found | steps.pooled()


def versions() -> dict[str, str]:
    """Give the versions of the peers; EnvPool has no wheels for some machines."""
    return {package: version(package) for package in (*PACKAGES, *(["envpool"] if steps.pooled() else []))}
