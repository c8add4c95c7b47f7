"""Bots see what a player with an eye for the game sees, within a work budget that does not depend on the machine."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from rondel.bots.registry import make_bot
from rondel.position import from_position
from rondel.registry import BOOKS
from tests.bots.puzzles import files, solve

BOTS = ("greedy", "search:nodes=1500,seed=1")


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("book", list(BOOKS))
def test_there_are_enough_puzzles(book: str) -> None:
    assert sum(path.parent.name == book for path in files()) >= 20


@pytest.mark.parametrize("path", files(), ids=_name)
@pytest.mark.parametrize("bot", BOTS)
def test_the_bot_solves_it(path: Path, bot: str) -> None:
    assert solve(path, bot) == []


def _is_win(path: Path) -> bool:
    return "winner" in json.loads(path.read_text(encoding="utf-8")).get("reach", {})


@pytest.mark.parametrize("path", [path for path in files() if _is_win(path)], ids=_name)
@pytest.mark.parametrize("bot", BOTS)
def test_a_hint_shows_a_win_first(path: Path, bot: str) -> None:
    puzzle = json.loads(path.read_text(encoding="utf-8"))
    state = from_position(puzzle["position"])
    seat = state.to_act
    best = make_bot(bot, state.game).rank(state.redeal(seat, Random(0)), seat, state.legal())[0]
    move = state.game.action_text(state, best.action)
    assert move in puzzle.get("accept", [move])
    assert best.value > 0.999
    assert best.reason


@pytest.mark.parametrize("path", files(), ids=_name)
def test_the_puzzle_is_sound(path: Path) -> None:
    puzzle = json.loads(path.read_text(encoding="utf-8"))
    state = from_position(puzzle["position"])
    state.check()
    legal = {state.game.action_text(state, action) for action in state.legal()}
    accepted = set(puzzle.get("accept", []))
    assert puzzle["title"]
    assert accepted <= legal, accepted - legal
    assert accepted != legal
    assert accepted or puzzle["reach"]
