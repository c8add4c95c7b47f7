"""What travels of reviews and of the analysis board."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from rondel.game import JsonDict
from rondel.server.wire.bodies import Body
from rondel.server.wire.messages import ClientMessage, LogLine, Welcome

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
    """How a seat played: mean loss in all and by thirds of the game, its grade, how often it chose a best way, luck.

    `counts` are the real choices in each third; reviews of long ago do not tell them.
    """

    seat: int
    choices: int
    loss: float
    grade: str
    first: float
    three: float
    phases: list[float]
    marks: dict[str, int]
    luck: float
    counts: list[int] = []


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
    """What a turn that was tried is worth, compared with the best that the review knows."""

    value: float
    best: float
    loss: float
    error: float
    solved: bool


# ---- the analysis board ----------------------------------------------------------------------------------------------


#: what is drawn on the board: a place is a ring, `one > other` an arrow
Shape = Annotated[str, Meta(max_length=90, pattern=r"^[^|\x00-\x1f\x7f-\x9f\u2028\u2029]+$")]
Shapes = Annotated[list[Shape], Meta(max_length=40)]


class StudyNote(Body, frozen=True, omit_defaults=True):
    """What is said of the first position of a study, and drawn on the board there."""

    comment: Annotated[str, Meta(max_length=2000)] = ""
    shapes: Shapes = field(default_factory=list)


class StudyNode(Body, frozen=True):
    """A decision in the tree of a study, after that with the number `parent` (-1: from the first position)."""

    parent: Annotated[int, Meta(ge=-1, le=2000)]
    action: Annotated[int, Meta(ge=0)]
    comment: Annotated[str, Meta(max_length=2000)] = ""
    sign: Literal["", "!", "!!", "!?", "?!", "?", "??"] = ""
    shapes: Shapes = field(default_factory=list)


Nodes = Annotated[list[StudyNode], Meta(max_length=2000)]


class OpenBoard(Body, frozen=True):
    """What is analyzed: a moment of a table, a position, record or study as text, or a new game of a rulebook."""

    table: Annotated[str, Meta(max_length=40)] = ""
    step: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    text: Annotated[str, Meta(max_length=1_000_000)] = ""
    game: Annotated[str, Meta(max_length=60)] = ""
    board: Annotated[str, Meta(max_length=60)] = ""
    players: Annotated[int, Meta(ge=1, le=16)] = 2
    options: Annotated[dict[str, int], Meta(max_length=40)] = field(default_factory=dict)


class Board(Struct, frozen=True, omit_defaults=True):
    """What is analyzed: the headers of a record where it begins, the tree, and each decision as the log tells it."""

    start: JsonDict
    nodes: list[StudyNode]
    lines: list[LogLine]
    id: str = ""
    title: str = ""
    mine: bool = False
    note: StudyNote | None = None


class PlayOn(Body, frozen=True):
    """Go to a position of the analysis board by its decisions, and take some more."""

    start: JsonDict
    actions: Actions
    add: Annotated[list[int], Meta(max_length=200)] = field(default_factory=list)


class Placed(Struct, frozen=True):
    """A position of the analysis board as a table shows it; `added` is what was decided and drawn on the way, told."""

    actions: list[int]
    added: list[LogLine]
    welcome: Welcome


class AskBoard(Body, frozen=True):
    """A question of a page about a position of the analysis board, as it is asked at a table."""

    start: JsonDict
    actions: Actions
    message: ClientMessage


class Think(Body, frozen=True):
    """Let the engine look for the best turns in a position, for some seconds; and for what the others threaten."""

    start: JsonDict
    actions: Actions
    lines: Annotated[int, Meta(ge=1, le=6)] = 3
    seconds: Annotated[int, Meta(ge=1, le=120)] = 20
    threats: bool = False


class StudyThreat(Struct, frozen=True):
    """What a seat would do if it were its turn now."""

    seat: int
    line: StudyLine


class Thought(Struct, frozen=True, omit_defaults=True):
    """What the engine thinks by now: good turns, best first, after so many trials of the best, and threats."""

    seat: int
    trials: int
    chances: list[float]
    lines: list[StudyLine]
    threats: list[StudyThreat] = []


class NewStudy(Body, frozen=True):
    """A study to be kept: a title, where it begins, its tree."""

    title: Annotated[str, Meta(max_length=80)]
    start: JsonDict
    nodes: Nodes
    note: StudyNote | None = None


class ExportBoard(Body, frozen=True):
    """A study to be written as text."""

    start: JsonDict
    nodes: Nodes
    note: StudyNote | None = None


class StudyRow(Struct, frozen=True):
    """A kept study in a list."""

    id: str
    title: str
    game: str
    changed: int


class StudyList(Struct, frozen=True):
    """Your studies, the one changed last first."""

    studies: list[StudyRow]
