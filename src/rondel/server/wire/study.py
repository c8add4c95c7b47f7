"""What travels of reviews and of the analysis board."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rondel.server.wire.bodies import Body
from rondel.server.wire.messages import LogLine

Actions = Annotated[list[int], Meta(max_length=2000)]


class StudyLine(Struct, frozen=True, omit_defaults=True):
    """A way to play a turn: its decisions as the log tells them, what it is worth to the seat and to all, and why."""

    actions: list[int]
    log: list[LogLine]
    value: float
    error: float
    chances: list[float]
    reason: str = ""
    clauses: list[str] = []
    wins: bool = False


class ReviewTurn(Struct, frozen=True, omit_defaults=True):
    """A turn of a reviewed game, or a part of one between two draws.

    `chances` are those of all seats with its best way; `best` is told where it is worth a look.
    """

    step: int
    steps: int
    turn: int
    seat: int
    chances: list[float]
    loss: float = 0.0
    error: float = 0.0
    mark: str = ""
    played: float = 0.0
    best: StudyLine | None = None


class ReviewSeat(Struct, frozen=True):
    """How a seat played: mean loss in all and by thirds of the game, its grade, how often it chose a best way, luck."""

    seat: int
    choices: int
    loss: float
    grade: str
    first: float
    three: float
    phases: list[float]
    marks: dict[str, int]
    luck: float


class Review(Struct, frozen=True):
    """A reviewed game; `end` is each seat's share of the win, `draws` says whether luck was counted."""

    engine: str
    version: int
    turns: list[ReviewTurn]
    seats: list[ReviewSeat]
    end: list[float]
    draws: bool


class ReviewState(Struct, frozen=True, omit_defaults=True):
    """How far a review is: parts `done` of `total`, `waiting` for others before it; the review once it is there."""

    status: Literal["none", "waiting", "working", "failed", "done"]
    done: int = 0
    total: int = 0
    review: Review | None = None


class TryTurn(Body, frozen=True):
    """Another way to play a turn that was reviewed."""

    actions: Actions


class Tried(Struct, frozen=True):
    """What a turn that was tried is worth beside the best that the review knows."""

    value: float
    best: float
    loss: float
    error: float
    solved: bool
