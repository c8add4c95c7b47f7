"""Tournaments as they travel and are kept."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from rondel.server.wire.bodies import Body, BotName
from rondel.server.wire.events import Pace

Form = Literal["round-robin", "swiss", "knockout"]
Status = Literal["open", "running", "over", "cancelled"]
Entrants = Annotated[int, Meta(ge=0, le=255)]


class TournamentSetup(Struct, frozen=True, omit_defaults=True):
    """What a tournament plays."""

    game: str
    board: str = ""
    options: dict[str, int] = field(default_factory=dict)
    form: Form = "swiss"
    size: int = 2
    rounds: int = 0  # of Swiss; the other formats know theirs
    smallest: int = 0  # the smallest table of Swiss, known from the start on
    pace: Pace = Pace()
    rated: bool = False
    about: str = ""


class NewTournament(Body, frozen=True):
    """A tournament to be made; its maker directs it."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    game: Annotated[str, Meta(max_length=60)]
    board: Annotated[str, Meta(max_length=60)] = ""
    options: Annotated[dict[str, int], Meta(max_length=40)] = field(default_factory=dict)
    form: Form = "swiss"
    size: Annotated[int, Meta(ge=2, le=6)] = 2
    rounds: Annotated[int, Meta(ge=0, le=30)] = 0
    pace: Pace = Pace()
    rated: bool = False
    listed: bool = True
    about: Annotated[str, Meta(max_length=2000)] = ""


class AddBots(Body, frozen=True):
    """Let a bot enter, once or several times."""

    bot: BotName
    count: Annotated[int, Meta(ge=1, le=64)] = 1


class EntrantWish(Body, frozen=True):
    """Which entrant is meant; the director replaces one by a bot, or lets one go."""

    entrant: Entrants
    bot: Annotated[str, Meta(max_length=60)] = ""


class SetResult(Body, frozen=True):
    """The director's ruling on a table: each seat's rank."""

    round: Annotated[int, Meta(ge=1, le=300)]
    board: Annotated[int, Meta(ge=0, le=200)]
    ranks: Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(min_length=2, max_length=6)]


class Entrant(Struct, frozen=True, omit_defaults=True):
    """Somebody who plays in a tournament."""

    number: int
    who: str
    name: str
    person: bool
    out: bool = False  # withdrawn


class Pairing(Struct, frozen=True, omit_defaults=True):
    """A table of a round: its entrants by seat, and their ranks when it is over. A single entrant rests."""

    round: int
    board: int
    entrants: list[int]
    table: str = ""
    ranks: list[int] = []


class TournamentLine(Struct, frozen=True):
    """A line of the standings."""

    entrant: int
    place: int
    points: float
    games: int
    between: float
    sonneborn: float
    wins: int
    buchholz: float


class TournamentInfo(Struct, frozen=True, omit_defaults=True):
    """A tournament as lists show it."""

    id: str
    name: str
    status: Status
    host: str
    setup: TournamentSetup
    round: int
    entrants: int
    created: int
    updated: int
    listed: bool = False  # whether everybody sees it and its tables in lists


class Tournament(Struct, frozen=True, omit_defaults=True):
    """A tournament with everything that was played in it."""

    info: TournamentInfo
    entrants: list[Entrant]
    pairings: list[Pairing]
    standings: list[TournamentLine]
    yours: int = -1  # your number among the entrants


class TournamentList(Struct, frozen=True):
    """Tournaments, latest first."""

    tournaments: list[TournamentInfo]
