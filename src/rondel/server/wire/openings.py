"""What travels of openings, and of how well somebody played over all their games."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from rondel.game import JsonDict
from rondel.server.wire.bodies import ArchiveGame, Body
from rondel.server.wire.study import Actions

By = Literal["", "people", "bots"]


class OpeningPool(Struct, frozen=True, omit_defaults=True):
    """Games that are compared: those of a rulebook on a board, of so many players, with the same options."""

    path: str
    game: str
    board: str
    players: int
    games: int
    options: dict[str, int] = field(default_factory=dict)


class OpeningShelf(Struct, frozen=True):
    """All stored games by what they are compared with; `shared` says whether yours may be among them."""

    pools: list[OpeningPool]
    shared: bool


class OpeningTurn(Struct, frozen=True, omit_defaults=True):
    """A turn or draw: by which seat (-1: a draw), its news as the log tells them, and as text; where it leads.

    `kind` is that of the node it leads to. From the root, the text names who begins, or the side whose plans follow.
    """

    path: str
    kind: Literal["position", "plan"]
    seat: int
    text: str
    news: list[JsonDict] = field(default_factory=list)


class OpeningRow(Struct, frozen=True, omit_defaults=True):
    """A turn that was played: in how many games, by people and by bots (by name), and what came of it.

    `won` is the share of the games that the side that played it won, `shares` that of each seat.
    """

    turn: OpeningTurn
    games: int
    people: int
    won: float
    shares: list[float]
    bots: dict[str, int] = field(default_factory=dict)


class OpeningPage(Struct, frozen=True, omit_defaults=True):
    """What was played from a node: the root of a pool, a position, or so many turns of a side's plan.

    `games` are those that came here, the latest ones where they are very many; `line` is the position, `sides` name
    the seats (of a plan, its side). `way` is how you came here, `examples` are games that did. What games did from a
    `last` node on is not kept.
    """

    pool: OpeningPool
    kind: Literal["starts", "position", "plan"]
    sides: list[str]
    seat: int
    turns: int
    games: int
    rows: list[OpeningRow]
    way: list[OpeningTurn]
    examples: list[ArchiveGame]
    line: str = ""
    capped: bool = False
    last: bool = False


class FindOpening(Body, frozen=True):
    """A moment of a table, or a position of the analysis board, whose opening is wanted."""

    table: Annotated[str, Meta(max_length=40)] = ""
    step: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    start: JsonDict = field(default_factory=dict)
    actions: Actions = field(default_factory=list)


class FoundOpening(Struct, frozen=True):
    """Where a game stands among the openings: the way there."""

    path: str


# ---- one's own play --------------------------------------------------------------------------------------------------


class Figures(Struct, frozen=True, omit_defaults=True):
    """How somebody played over some reviewed games: means over choices that matter, and over games for luck.

    `phases` is the mean loss in each third of the games; `luck` is told where there are draws.
    """

    games: int
    choices: int
    loss: float
    grade: str
    first: float
    three: float
    phases: list[float]
    marks: dict[str, int]
    luck: float | None = None


class ProgressBook(Struct, frozen=True):
    """The figures of one rulebook."""

    game: str
    figures: Figures


class ProgressGame(Struct, frozen=True):
    """One reviewed game: when it ended, and how you played it."""

    table: str
    game: str
    at: int
    choices: int
    loss: float
    grade: str


class Progress(Struct, frozen=True):
    """How you played over all your reviewed games, by rulebook, and game by game, the latest first."""

    figures: Figures
    books: list[ProgressBook]
    games: list[ProgressGame]
