"""What travels of puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rondel.game import JsonDict
from rondel.server.wire.bodies import Body
from rondel.server.wire.messages import LogLine


class PuzzleTold(Struct, frozen=True, omit_defaults=True):
    """A puzzle to be solved: where it begins (the headers of a record), whose turn it is, what the turn must achieve.

    `tried` says whether you have tried it before: only the first try is rated. The theme is told then.
    """

    id: str
    game: str
    goal: Literal["win", "force", "hold"]
    start: JsonDict
    seat: int
    who: str
    rating: int
    day: int = 0
    tried: bool = False
    theme: str = ""


class PuzzleTry(Body, frozen=True):
    """A whole turn, as decisions; none to see the solution."""

    actions: Annotated[list[int], Meta(max_length=400)]


class PuzzleSkill(Struct, frozen=True):
    """What somebody's puzzle rating is, and over how many puzzles."""

    rating: float
    uncertainty: float
    puzzles: int


class PuzzleVerdict(Struct, frozen=True, omit_defaults=True):
    """Whether a turn solves a puzzle; if not, the reply, and the solution once it is given up.

    The reply comes after the first `kept` decisions of the turn: another player may answer within it.
    """

    solved: bool
    theme: str
    skill: PuzzleSkill
    change: float = 0.0
    kept: int = 0
    reply: list[int] = []
    wins: bool = False
    solution: list[int] = []
    log: list[LogLine] = []
    streak: int = 0


class PuzzleBook(Struct, frozen=True):
    """The puzzles of a rulebook: how many, how many of each theme, how many you solved at the first try."""

    game: str
    count: int
    themes: dict[str, int]
    solved: int
    tried: int
    skill: PuzzleSkill


class PuzzleShelf(Struct, frozen=True, omit_defaults=True):
    """All puzzles; `daily` is today's, `streak` the days in a row on which you solved it, `best` the longest."""

    books: list[PuzzleBook]
    daily: str = ""
    day: int = 0
    done: bool = False
    streak: int = 0
    best: int = 0
