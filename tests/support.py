"""What tests say over and over: set up a position, play typed moves, look at what is legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rondel import registry
from rondel.antike.engine import AntikeGame
from rondel.antike.state import State
from rondel.boards.schema import Board
from rondel.errors import RondelError
from rondel.game import S
from rondel.game import State as AnyState
from rondel.position import from_position, to_position

#: marks a test with the ledger clauses it proves; it must fail if the rule is broken
rule = pytest.mark.rule

BOOKS = ("antike-2006", "antike-2005")
#: runs a test under both rulebooks
both = pytest.mark.parametrize("book", BOOKS)


def make(
    book: str,
    players: int | None = None,
    board: str | Mapping[str, object] | Board = "",
    options: Mapping[str, int] | Sequence[str] = (),
) -> AntikeGame:
    """Make a game of the Antike family."""
    game = registry.make(book, players, board, options)
    assert isinstance(game, AntikeGame)
    return game


def at(book: str = "antike-2006", **position: Any) -> State:
    """Set up a position by hand; what is left out is as at the start of a game."""
    return antike(from_position({"game": book, **position}))


def antike(state: AnyState) -> State:
    """Give a state as one of the Antike family."""
    assert isinstance(state, State)
    return state


def play(state: S, *moves: str) -> S:
    """Play typed moves; a refused one raises."""
    for move in moves:
        for action in state.game.parse(state, move):
            state = state.apply(action)
        state.check()
    return state


def legal(state: AnyState, verb: str = "") -> set[str]:
    """Give the texts of the legal actions, or of those that begin with a verb."""
    texts = {state.game.action_text(state, action) for action in state.legal()}
    return {text for text in texts if text.split()[0] == verb} if verb else texts


def refused(state: AnyState, move: str) -> tuple[str, str]:
    """Give the code and the ledger id with which a move is refused; fail if it is allowed."""
    error: RondelError | None = state.game.why_not(state, move)
    assert error is not None, f"{move!r} was allowed"
    return error.code, error.rule


def nation(state: AnyState, name: str) -> dict[str, Any]:
    """Give a nation's entry in the position object."""
    entry: dict[str, Any] = to_position(state)["nations"][name]
    return entry


def stocks(state: AnyState, name: str) -> tuple[int, int, int, int]:
    """Give a nation's marble, iron, gold and coins."""
    entry = nation(state, name)
    return entry["marble"], entry["iron"], entry["gold"], entry["coins"]


def now(state: AnyState) -> tuple[str, str]:
    """Give the nation that must decide and the phase."""
    position = to_position(state)
    return position.get("to_act", ""), position["phase"]


#: a nation without goods
POOR = {"marble": 0, "iron": 0, "gold": 0, "coins": 0}


def maneuver(book: str, turn: str, nations: dict[str, Any], **more: Any) -> State:
    """Give a nation without goods a maneuver among four nations."""
    nations = {name: {**POOR, **entry} for name, entry in nations.items()}
    return at(book, players=4, turn=turn, phase="maneuver", nations=nations, **more)


def cite(book: str, old: str, new: str) -> str:
    """Choose the clause of the book."""
    return old if book == "antike-2005" else new


def finish(state: State, *moves: str) -> State:
    """Play the moves and end the turn."""
    turn = to_position(state)["turn"]
    state = play(state, *moves)
    while to_position(state)["turn"] == turn and "done" in legal(state):
        state = play(state, "done")
    return state


def outcome(state: State) -> tuple[str, str]:
    """Give the winner and the reason of the end; two empty words while the game goes on."""
    position = to_position(state)
    return position.get("winner", ""), position.get("end", "")
