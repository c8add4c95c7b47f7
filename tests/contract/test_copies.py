"""Games and states are copied and pickled wherever they are, without anything else imported."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from random import Random

import pytest

from rondel.registry import SETUPS, make
from rondel.simulate import choose
from tests.notation.test_positions import inline

every_setup = pytest.mark.parametrize(("book", "players", "options"), SETUPS[::3])


@every_setup
def test_a_copy_of_a_state_goes_its_own_way(book: str, players: int, options: dict[str, int]) -> None:
    state, rng = make(book, players, "", options).new(3), Random(3)
    for _ in range(6):
        state.advance(choose(state, rng))
    key = state.key()
    for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other is not state
        assert other.key() == key
        assert other.legal() == state.legal()
        assert other.game is state.game
        other.advance(choose(other, rng))
        assert state.key() == key


@every_setup
def test_a_game_is_its_own_copy(book: str, players: int, options: dict[str, int]) -> None:
    game = make(book, players, "", options)
    assert copy.copy(game) is copy.deepcopy(game) is pickle.loads(pickle.dumps(game)) is game


def test_states_in_a_list_share_their_game() -> None:
    game = make("antike-2006", 3)
    one, other = pickle.loads(pickle.dumps([game.new(1), game.new(5)]))
    assert one.game is other.game is game
    assert one.key() != other.key()


def test_a_game_on_a_board_of_ones_own_takes_it_along() -> None:
    state = make("antike-2006", 4, inline()).new(1)
    other = pickle.loads(pickle.dumps(state))
    assert other.key() == state.key()
    assert other.game.board_entry() == inline()


def test_nothing_else_need_be_imported() -> None:
    lines = (
        "import copy, pickle, sys",
        "from rondel import make",
        "state = make('attika', 3).new(5)",
        "assert pickle.loads(pickle.dumps(state)).key() == copy.deepcopy(state).key() == state.key()",
        "assert not any(name.startswith('rondel.adapters') for name in sys.modules)",
    )
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)
