"""Positions as JSON objects with names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeVar

from rondel.errors import PositionError
from rondel.game import CHANCE, Game, JsonDict, JsonObject, State
from rondel.registry import books, find_book, make

T = TypeVar("T")


def to_position(state: State) -> JsonDict:
    """Write a state as a position object, including everything that is hidden from players."""
    return dict(state.view(CHANCE))


def from_position(data: object) -> State:
    """Build the state that a position object describes; what it leaves out is as at the start of a game."""
    if not isinstance(data, Mapping):
        raise PositionError("bad_position", "A position must be an object.")
    return game_of(data).read(data)


def game_of(data: JsonObject) -> Game:
    """Make the game that a position or a record names."""
    if "game" not in data:
        raise PositionError("bad_position", f"The key 'game' is missing; the games are {', '.join(books())}.")
    book = find_book(_typed(data, "game", str, ""))
    players = _typed(data, "players", int, book.count_players(data))
    board = data.get("board", "")
    if not isinstance(board, str | Mapping):
        raise PositionError("bad_position", "The board must be the id of a stock board or a board object.")
    return make(book.id, players, board, read_options(data.get("options", {})))


def _typed(data: JsonObject, key: str, kind: type[T], default: T) -> T:
    value = data.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise PositionError("bad_position", f"{key!r} must be a {kind.__name__}, not {value!r}.")
    return value


def read_options(value: object) -> dict[str, int]:
    """Read options given as an object of numbers (1 or true for a flag) or as a list of names."""
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return dict.fromkeys(value, 1)
    if not isinstance(value, Mapping) or not all(isinstance(number, int) for number in value.values()):
        raise PositionError("bad_position", "options must be an object of numbers or a list of names.")
    return {str(name): int(number) for name, number in value.items() if number is not False}


def dumps(state: State) -> str:
    """Write a state as JSON text."""
    return json.dumps(to_position(state), ensure_ascii=False)
