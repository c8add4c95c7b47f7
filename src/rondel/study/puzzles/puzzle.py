"""A puzzle as it is kept: a line of JSON with a position, what the turn must achieve, and how it is done."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Final, Literal, cast

from rondel import compact
from rondel.errors import RondelError
from rondel.game import Action, JsonObject, State
from rondel.jsontext import read_json

#: what a turn must achieve: win now; leave the next player no way to stop a win in the next turn; stop theirs
Goal = Literal["win", "force", "hold"]
GOALS: Final[tuple[Goal, ...]] = ("win", "force", "hold")
#: moves as they are typed
Moves = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position at the beginning of a turn, or of what is left of it after a draw."""

    id: str
    position: str  # the compact line
    goal: Goal
    theme: str
    solution: Moves
    also: tuple[Moves, ...] = ()  # other turns that achieve it
    wrong: Moves = ()  # the likeliest turn that does not
    reply: Moves = ()  # and the answer to it
    before: float  # the chance of the seat as the position looks at first sight
    lead: float  # how much better the solution is than the best turn that does not achieve the goal
    error: float  # the standard error of that
    turns: int  # turns that were compared
    greedy: bool  # whether the bot that sees its own turn alone solves it
    rating: int  # to begin with
    origin: str = ""  # the game it comes from: the maker's seed and the game's number, or the number of the record

    @property
    def game(self) -> str:
        """The rulebook."""
        return self.position.split(" ", 1)[0]

    def state(self) -> State:
        """Give the position."""
        return compact.from_line(self.position)

    def to_line(self) -> str:
        """Write it as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def from_line(text: str) -> Puzzle:
    """Read a puzzle from a line of JSON."""
    try:
        data = read_json(text)
    except ValueError as error:
        raise RondelError("bad_request", f"The puzzle is not JSON: {error}.") from error
    names = {field.name for field in fields(Puzzle)}
    if not isinstance(data, dict) or not set(data) <= names or data.get("goal") not in GOALS:
        raise RondelError("bad_request", "That is not a puzzle made by `rondel puzzle make`.")
    try:
        return Puzzle(**{**data, **_moves(data)})
    except TypeError as error:
        raise RondelError("bad_request", "That is not a puzzle made by `rondel puzzle make`.") from error


def _moves(data: JsonObject) -> dict[str, object]:
    lists = {key: tuple(cast("Sequence[str]", data.get(key, ()))) for key in ("solution", "wrong", "reply")}
    return {**lists, "also": tuple(tuple(moves) for moves in data.get("also", ()))}


def actions_of(state: State, moves: Sequence[str]) -> tuple[Action, ...]:
    """Read a turn that is written as moves."""
    taken: list[Action] = []
    for move in moves:
        for action in state.game.parse(state, move):
            state = state.apply(action)
            taken.append(action)
    return tuple(taken)
