"""Bodies of HTTP requests and answers; the OpenAPI description and the TypeScript types are made from them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from rondel.game import JsonDict
from rondel.server.wire.events import Absent, Pace
from rondel.server.wire.messages import ChatLine, LogLine, TableInfo, Turn, Update

Name = Annotated[str, Meta(min_length=1, max_length=32)]
#: `people.need_password` refuses a new one that is too short, with its own code
Password = Annotated[str, Meta(max_length=200)]
#: the languages of the page and of notices
Language = Literal["en", "fr", "de"]
Token = Annotated[str, Meta(max_length=300)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
BotName = Annotated[str, Meta(min_length=1, max_length=60)]


class Body(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A request body: unknown fields are refused."""


class SeatWish(Body, frozen=True):
    """Who will sit at a seat of a new table: `me`, a `bot`, anybody (`open`), or somebody with the link (`invited`)."""

    kind: Literal["me", "bot", "open", "invited"] = "open"
    bot: Annotated[str, Meta(max_length=60)] = ""


class Source(Body, frozen=True):
    """Play on from here: a table and how many of its decisions are taken over."""

    table: Annotated[str, Meta(max_length=40)]
    step: Annotated[int, Meta(ge=0, le=1_000_000)]


class NewTable(Body, frozen=True):
    """A table to be made: a rulebook with its board and options, or a record, or a moment of another table."""

    game: Annotated[str, Meta(max_length=60)] = ""
    board: Annotated[str, Meta(max_length=60)] = ""
    options: Annotated[dict[str, int], Meta(max_length=40)] = field(default_factory=dict)
    seats: Annotated[list[SeatWish], Meta(max_length=16)] = []
    pace: Pace = Pace()
    listed: bool = False
    watchers: bool = True
    title: Annotated[str, Meta(max_length=80)] = ""
    record: Annotated[str, Meta(max_length=1_000_000)] = ""
    source: Source | None = None
    rated: bool = False
    hints: bool = False
    curtain: bool = False
    club: Annotated[str, Meta(max_length=40)] = ""
    absent: Absent = "bot"
    reliable: Annotated[int, Meta(ge=0, le=100)] = 0


class Created(Struct, frozen=True):
    """A table that was made, with the links for its invited seats."""

    table: TableInfo
    links: dict[int, str]


class Join(Body, frozen=True):
    """Take a seat: an open one by its number (-1: any), or the one a link is for."""

    seat: Annotated[int, Meta(ge=-1, le=15)] = -1
    token: Token = ""


class Invitation(Body, frozen=True):
    """A link to a seat, to see what it invites to."""

    token: Token


class SetSeat(Body, frozen=True):
    """Change a seat before the game: open, invited, or a bot."""

    kind: Literal["open", "invited", "bot"]
    bot: Annotated[str, Meta(max_length=60)] = ""


class StandIn(Body, frozen=True):
    """Let a bot decide for a seat whose player is away."""

    bot: BotName = "random"


class Link(Struct, frozen=True):
    """A link to a seat, for one use."""

    seat: int
    token: str
    path: str


class Guest(Body, frozen=True):
    """Play as a guest, under a name."""

    name: Annotated[str, Meta(max_length=32)] = ""


class Credentials(Body, frozen=True):
    """A name and password."""

    name: Name
    password: Annotated[str, Meta(max_length=200)]


class Registration(Body, frozen=True):
    """A new account; a guest who registers keeps the tables."""

    name: Name
    password: Password
    email: Annotated[str, Meta(max_length=200)] = ""
    lang: Language = "en"


class Profile(Body, frozen=True):
    """What a player may change: fields left out stay."""

    name: Annotated[str, Meta(max_length=32)] | None = None
    email: Annotated[str, Meta(max_length=200)] | None = None
    notify: bool | None = None
    lang: Language | None = None


class NewPassword(Body, frozen=True):
    """A change of password; it signs out everywhere else."""

    old: Annotated[str, Meta(max_length=200)]
    new: Password


class Me(Struct, frozen=True, omit_defaults=True):
    """Who you are."""

    id: str
    name: str
    guest: bool
    email: str = ""
    notify: bool = False
    admin: bool = False


class TableList(Struct, frozen=True):
    """Tables, latest first; `more` is the cursor of the next page, empty at the end."""

    tables: list[TableInfo]
    more: str = ""


class ChatPage(Body, frozen=True):
    """The latest lines of a table's chat, oldest first."""

    lines: list[ChatLine]


class LogPage(Struct, frozen=True):
    """A piece of the log."""

    lines: list[LogLine]
    total: int


class ReplayStep(Struct, frozen=True):
    """The position after a number of decisions, as you may see it."""

    step: int
    total: int
    view: JsonDict
    turn: Turn
    line: LogLine | None = None


class Replay(Struct, frozen=True):
    """A stretch of a game: the view at its begin, and an update for each decision; the points that win, if any do."""

    begin: int
    total: int
    view: JsonDict
    updates: list[Update]
    target: int = 0


class Tally(Struct, frozen=True):
    """How somebody has done in one game, with two players (`size` 2) or more (3); without rated games no rating."""

    game: str
    size: int
    games: int
    wins: int
    rating: float | None = None
    uncertainty: float | None = None
    rated: int = 0


class SideTally(Struct, frozen=True):
    """How often somebody played a nation or city-state, and won with it."""

    game: str
    side: str
    games: int
    wins: int


class Rival(Struct, frozen=True):
    """Games of two people: how often each finished before the other."""

    who: str
    name: str
    games: int
    ahead: int
    behind: int


class Standing(Struct, frozen=True):
    """A player's or bot's results: by game, by side, and against whom most often."""

    who: str
    name: str
    tallies: list[Tally]
    since: int = 0
    kept: int = 0  # of the latest games: how many were finished without leaving or running out of time,
    played: int = 0  # of how many
    sides: list[SideTally] = []
    rivals: list[Rival] = []


class RatingPoint(Struct, frozen=True):
    """A rating after a game."""

    at: int
    table: str
    rating: float
    uncertainty: float


class RatingHistory(Struct, frozen=True):
    """Somebody's rating over time, oldest first."""

    points: list[RatingPoint]


class ArchiveSeat(Struct, frozen=True):
    """Who played a finished game, as what, and at which rank."""

    seat: int
    who: str
    name: str
    person: bool
    side: str
    rank: int


class ArchiveGame(Struct, frozen=True):
    """A finished game."""

    table: str
    game: str
    board: str
    at: int
    rated: bool
    decisions: int
    seats: list[ArchiveSeat]


class Archive(Struct, frozen=True):
    """Finished games, latest first; `more` is the cursor of the next page, empty at the end."""

    games: list[ArchiveGame]
    more: str = ""


class RatingRow(Struct, frozen=True):
    """One line of a rating list."""

    who: str
    name: str
    game: str
    rating: float
    games: int
    uncertainty: float = 0.0
    size: int = 2  # 2 for two players, 3 for more
    star: bool = False  # a bot whose rating does not move


class RatingList(Struct, frozen=True):
    """One rating list, ordered by what somebody is worth at least: the rating less two uncertainties."""

    rows: list[RatingRow]


class Ratings(Struct, frozen=True):
    """The rating lists: people by games among people, bots by games among bots."""

    people: list[RatingRow]
    bots: list[RatingRow]


class Option(Struct, frozen=True, omit_defaults=True):
    """An option of a rulebook."""

    id: str
    title: str
    rule: str = ""
    players: list[int] = []
    opens: list[int] = []
    value: list[int] | None = None
    conflicts: list[str] = []
    house: bool = False


class Book(Struct, frozen=True):
    """A rulebook as a list of games shows it; `lessons`: how many guided games it has."""

    id: str
    title: str
    year: int
    players: list[int]
    boards: list[str]
    players_on: dict[str, list[int]]
    options: list[Option]
    lessons: int = 0
    hidden: bool = False  # whether players have secrets from each other
    table: str = "plain"  # the table on which a page shows it
    shown: bool = False  # whether there is a game to show on the first page
    stars: list[str] = []  # bots of a fixed rating: they may play in rated games


class Catalogue(Struct, frozen=True):
    """What can be played here, and by which bots."""

    games: list[Book]
    bots: list[str]
    rules: int


class KnowhowField(Struct, frozen=True):
    """A field of the progress chart: its prices in gold, the field it needs (-1: none), its effect and by how much."""

    name: str
    first: int
    later: int
    needs: int
    effect: str
    level: int


class EventCard(Struct, frozen=True):
    """A kind of event card, and how many there are."""

    name: str
    copies: int


class PersonageKind(Struct, frozen=True):
    """A kind of personage: how many there are, and how many cities, temples or seas bring one (0: other grounds)."""

    name: str
    count: int
    threshold: int


class Building(Struct, frozen=True):
    """A kind of building: its cost in letters of terrains or a number of cards, and next to which kind it is free.

    `ours`: no public source shows the printed cost; this one is our own design.
    """

    name: str
    group: str
    cost: str
    mother: str
    count: int
    ours: bool = False


class TileKind(Struct, frozen=True):
    """A board tile: the letters of its seven terrains, the middle first, in the order of `spaces`; - means none."""

    name: str
    symbols: str


class Printed(Struct, frozen=True, omit_defaults=True):
    """What is printed on a game's parts, for a page to show; actions count in these lists, or name their entries.

    `table` is the kind of table that shows the game: `antike` or `attika`.
    """

    game: str
    rules: int
    table: str = ""
    wedges: list[str] = []
    goods: list[str] = []
    units: list[str] = []
    knowhows: list[KnowhowField] = []
    cards: list[EventCard] = []
    personages: list[PersonageKind] = []
    leaders: list[str] = []
    terrains: list[str] = []
    piles: list[str] = []
    groups: list[str] = []
    buildings: list[Building] = []
    tiles: list[TileKind] = []
    spaces: list[list[int]] = []
    amphorae: int = 0
    draws: int = 0
    builds: int = 0


class ClauseLine(Struct, frozen=True):
    """One clause of a rules reference."""

    id: str
    kind: str
    section: str
    topic: str
    text: str


class Clauses(Struct, frozen=True):
    """A rules reference; `language` is the one its text is in, English if there is none in the one asked for."""

    game: str
    clauses: list[ClauseLine]
    language: str = "en"


class Chances(Struct, frozen=True):
    """Chances to win over the course of a game: after how many decisions, and then each seat's share of one."""

    steps: list[int]
    chances: list[list[float]]


class Distance(Struct, frozen=True):
    """How many spaces a seat lacks between two shrines (-1: no way is left), and one such set of spaces."""

    seat: int
    missing: int
    spaces: list[str]


class Distances(Struct, frozen=True):
    """How far each player is from linking two shrines."""

    distances: list[Distance]


class Health(Struct, frozen=True):
    """Whether the server can read and write."""

    ok: bool
    version: str
    stopping: bool = False


class Done(Struct, frozen=True):
    """It was done."""

    ok: bool = True


class Failure(Struct, frozen=True, omit_defaults=True):
    """A refusal: a closed code and a sentence that says what to do."""

    code: str
    message: str
    detail: str = ""
    rule: str = ""
