"""The compact form of a position: one line of text. The first word is the game; each rulebook defines the rest."""

from __future__ import annotations

from rondel.errors import PositionError
from rondel.game import State
from rondel.jsontext import read_json
from rondel.position import from_position, to_position
from rondel.registry import find_book


def to_line(state: State) -> str:
    """Write a state as one line."""
    return find_book(state.game.id).write_line(to_position(state))


def from_line(text: str) -> State:
    """Read a state from one line."""
    words = text.partition("|")[0].split()
    if not words:
        raise PositionError("bad_position", "The compact line cannot be read: it begins with game and moment.")
    return from_position(find_book(words[0]).read_line(text))


def loads(text: str) -> State:
    """Read a position from JSON text or from the compact line."""
    if not text.strip():
        raise PositionError("bad_position", "The text is empty; a position or a record is needed.")
    if not text.lstrip().startswith("{"):
        return from_line(text)
    try:
        data = read_json(text)
    except ValueError as error:
        raise PositionError("bad_position", f"The position is not JSON: {error}.") from error
    return from_position(data)
