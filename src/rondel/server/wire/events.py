"""The log of a table: everything that ever happened at it, in order. Nothing else is kept as truth.

A table's state is what its events make of its setup. Events are numbered from 1 without gaps; `play` and `undo`
change the position, the others do not.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from rondel.game import JsonDict

#: who made a decision, when it was not a person at the page
BY_CHANCE: Final = "chance"
BY_ORDER: Final = "order"
BY_RECORD: Final = "record"
BY_BOT: Final = "bot"

ChairKind = Literal["open", "invited", "person", "bot"]
Demand = Literal["ask", "fight", "peace"]
PaceKind = Literal["none", "live", "days"]
Timeout = Literal["bot", "loss"]
Wish = Literal["undo", "swap"]
#: what players vote about; `standin`, `replace` and `free` are about a seat, `concede` names the seat that wins
Matter = Literal["pause", "resume", "extend", "standin", "replace", "free", "cancel", "end", "concede"]
#: what becomes of a seat whose player is away: a bot may play after a minute, or the others vote, or all wait
Absent = Literal["bot", "vote", "wait"]


class Chair(Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat. A person with a `bot` is away, and the bot decides meanwhile.

    Anybody may take over the chair of a bot that is `free`.
    """

    kind: ChairKind = "open"
    player: str = ""
    name: str = ""
    bot: str = ""
    free: bool = False

    @property
    def automatic(self) -> str:
        """The bot that decides for this chair now; empty if a person does."""
        return self.bot

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return self.kind in ("person", "bot")


class Pace(Struct, frozen=True, omit_defaults=True):
    """How fast the table plays: without clocks, live with a bank and an increment, or days for a decision.

    `timeout` says what becomes of a seat whose time is up: a bot plays on, or it has lost. With days, a decision
    that is taken within `grace` hours costs no time.
    """

    kind: PaceKind = "none"
    minutes: int = 0
    increment: int = 0
    days: int = 0
    timeout: Timeout = "bot"
    grace: int = 0


class Orders(Struct, frozen=True, omit_defaults=True):
    """A seat's standing orders for battle demands: for all regions, and for some by their number on the board."""

    everywhere: Demand = "ask"
    regions: dict[int, Demand] = field(default_factory=dict)

    def for_region(self, region: int | None) -> Demand:
        """Give the order that holds in a region."""
        return self.everywhere if region is None else self.regions.get(region, self.everywhere)


class Setup(Struct, frozen=True, omit_defaults=True):
    """What a table plays. `header` is that of the record; it never leaves the server while something is hidden."""

    header: JsonDict
    seats: int
    host: str
    pace: Pace = Pace()
    listed: bool = False
    watchers: bool = True
    rules: int = 1
    actions: int = 0  # how many action numbers the game had; another count means another numbering
    title: str = ""
    rated: bool = False  # accounts only, from the start of a stock game, nobody helps, nobody is replaced
    hints: bool = False  # whether hints and chances are given although other people play
    curtain: bool = False  # several people share a screen: each seat's view is shown once its player has asked for it
    reserved: dict[int, str] = field(default_factory=dict)  # seats that only these players may take, without a link
    club: str = ""  # members of this club may sit down, and watch where others may not
    absent: Absent = "bot"
    reliable: int = 0  # of a hundred games, how many somebody must have played to the end to sit down here
    edition: str = ""  # the fingerprint of the rules and the board it began with; "" for tables of before
    contest: bool = False  # a table of a tournament: nobody helps, nobody is replaced, as in a rated game

    @property
    def strict(self) -> bool:
        """Whether everybody plays for themselves: no hints, stand-ins, swaps or passing on of seats."""
        return self.rated or self.contest

    def with_header(self, header: JsonDict) -> Setup:
        """Give the same setup with another header."""
        return replace(self, header=header)


class Event(Struct, frozen=True, omit_defaults=True, tag_field="k"):
    """Something that happened, with the time in milliseconds since 1970."""

    at: int


class Sat(Event, frozen=True, tag="sit"):
    """A chair changed: somebody joined, left, was replaced or came back."""

    seat: int
    chair: Chair
    why: str = ""


class Started(Event, frozen=True, tag="start"):
    """All chairs were taken and play began."""


class Played(Event, frozen=True, tag="play"):
    """A decision was made; `seat` is -1 for chance. The text survives a renumbering of the actions."""

    seat: int
    action: int
    text: str
    by: str = ""
    nonce: str = ""


class Undone(Event, frozen=True, tag="undo"):
    """The position went back to the one after `step` decisions."""

    seat: int
    step: int


class Asked(Event, frozen=True, tag="ask"):
    """A seat asks the others: for an undo back to `step`, or to swap places with the seat `other`."""

    seat: int
    what: Wish
    step: int = 0
    other: int = -1


class Answered(Event, frozen=True, tag="answer"):
    """A seat agreed to the open request, refused it, or the asking seat withdrew it (`yes` false)."""

    seat: int
    yes: bool


class Ordered(Event, frozen=True, tag="order"):
    """A seat changed its standing orders. Only that seat is told."""

    seat: int
    orders: Orders


class Said(Event, frozen=True, tag="chat"):
    """Somebody said something to the table; `seat` is -1 for a spectator, `phrase` the code of a set phrase."""

    seat: int
    player: str
    name: str
    text: str
    phrase: str = ""


class Followed(Event, frozen=True, tag="next"):
    """A rematch was opened as another table."""

    table: str


class Closed(Event, frozen=True, tag="close"):
    """The host closed the table, or its players agreed to (`why` is `cancelled`)."""

    why: str = ""


class Forgiven(Event, frozen=True, tag="forgive"):
    """The server was down until `until` while a clock ran; that time is not charged."""

    ms: int
    until: int


class Flagged(Event, frozen=True, tag="flag"):
    """The time of a seat is up at a table where that loses the game."""

    seat: int


class Proposed(Event, frozen=True, tag="propose"):
    """A seat puts something to the vote; it says yes itself. The vote ends at `until`."""

    seat: int
    what: Matter
    until: int
    other: int = -1


class Voted(Event, frozen=True, tag="vote"):
    """A seat said yes or no to what is put to the vote."""

    seat: int
    yes: bool


class Lapsed(Event, frozen=True, tag="lapse"):
    """The vote came to nothing: enough said no, nobody was left to decide, or its time was up."""


class Paused(Event, frozen=True, tag="pause"):
    """The players agreed to pause; play goes on at `until` at the latest."""

    until: int


class Resumed(Event, frozen=True, tag="resume"):
    """Play goes on after a pause."""


class Extended(Event, frozen=True, tag="extend"):
    """The players agreed to add so many milliseconds to every clock."""

    ms: int


class Ending(Event, frozen=True, tag="ending"):
    """The players agreed that the game ends with this round."""


class Ended(Event, frozen=True, tag="end"):
    """The game ended off the board: `resigned`, `conceded`, or `agreement`. Without winners all are level."""

    why: str
    winners: list[int] = []


class Reminded(Event, frozen=True, tag="remind"):
    """Somebody had the player of a seat, who owes a decision, reminded of it."""

    seat: int


class Named(Event, frozen=True, tag="name"):
    """A player goes by another name from now on."""

    player: str
    name: str


AnyEvent = (
    Sat | Started | Played | Undone | Asked | Answered | Ordered | Said | Followed | Closed | Forgiven | Flagged
    | Proposed | Voted | Lapsed | Paused | Resumed | Extended | Ending | Ended | Reminded | Named
)  # fmt: skip

_encoder = Encoder()
_decoder: Decoder[AnyEvent] = Decoder(AnyEvent)
_setups: Decoder[Setup] = Decoder(Setup)


def encode(value: AnyEvent | Setup) -> bytes:
    """Write an event or a setup for storage."""
    return _encoder.encode(value)


def decode_event(body: bytes) -> AnyEvent:
    """Read an event from storage."""
    return _decoder.decode(body)


def decode_setup(body: bytes) -> Setup:
    """Read a setup from storage."""
    return _setups.decode(body)
