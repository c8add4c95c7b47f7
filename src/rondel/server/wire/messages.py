"""Every message between the server and a page, defined once; `tools/messages.py` writes them as TypeScript.

The same messages travel over the WebSocket and, one at a time, over `POST /api/tables/{id}/messages`.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field
from msgspec.json import Decoder, Encoder

from rondel.game import JsonDict
from rondel.server.wire.events import Demand, Matter, Orders, Wish
from rondel.server.wire.phrases import Phrase
from rondel.server.wire.table import SeatInfo as SeatInfo
from rondel.server.wire.table import TableInfo as TableInfo

Text500 = Annotated[str, Meta(max_length=500)]
Text100 = Annotated[str, Meta(max_length=100)]
Text40 = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=2**31)]
ActionId = Annotated[int, Meta(ge=0, le=2**31)]
SeatId = Annotated[int, Meta(ge=0, le=15)]
RegionId = Annotated[int, Meta(ge=0, le=999)]

# ---- parts of messages -----------------------------------------------------------------------------------------------


class Times(Struct, frozen=True):
    """A second table, for groups in which every row goes with every one of these."""

    fields: list[str]
    rows: list[list[str | int]]


class Group(Struct, frozen=True, omit_defaults=True):
    """Legal decisions of one kind as a table: `fields` are the columns, `same` are fields equal in all rows.

    The field `action` is the number to play. With `count` and `most` a row stands for several actions: `n` units,
    from `count` to `most`, are the action `action + n - count`. With `times` a row stands for as many actions as that
    has rows, with the fields of both; the action is `action` plus the place in `times`.
    `gain` is what a decision brings at once; `idle`: it ends the turn and brings nothing.
    """

    kind: str
    fields: list[str]
    rows: list[list[str | int]]
    same: dict[str, str | int] = field(default_factory=dict)
    times: Times | None = None


class Ahead(Struct, frozen=True):
    """What can be chosen in a later step of the same turn, after the decisions `lead`."""

    lead: list[int]
    choices: list[Group]


class Turn(Struct, frozen=True, omit_defaults=True):
    """Who decides: a seat, or -2 when the game is over; whose turn it is; the question in words.

    `owed` is the price of a payment that is made card by card; what is laid so far is in the view. `purchase` is what
    is being paid for, taken apart as in the log.
    """

    to_act: int
    turn_of: int
    prompt: str
    end: str = ""
    result: str = ""
    returns: list[float] = []
    owed: str = ""
    purchase: dict[str, str | int] = field(default_factory=dict)


class LogLine(Struct, frozen=True, omit_defaults=True, gc=False):
    """One decision in the log. `text` is empty if it is hidden from the reader; `kind` and the parts are for a page.

    `news` is what it brought about, forced steps among it, as far as the reader may know: each with its `kind`.
    """

    step: int
    seat: int
    text: str
    at: int
    by: str = ""
    rule: str = ""
    who: str = ""
    parts: dict[str, str | int] = field(default_factory=dict)
    news: list[dict[str, str | int]] = []


class ChatLine(Struct, frozen=True, omit_defaults=True):
    """One line of chat; `seat` is -1 for a spectator. A set phrase has its code, and its text in English.

    A line with an `event` tells what happened at the table: to or by `name`, and `text` is whom else it is about.
    """

    seq: int
    seat: int
    name: str
    text: str
    at: int
    player: str = ""
    phrase: str = ""
    event: str = ""


class ClockFace(Struct, frozen=True):
    """The clocks: milliseconds left for each seat, and since when whose clock runs (-1: none)."""

    left: list[int]
    running: int
    since: int
    now: int


class UndoOffer(Struct, frozen=True, omit_defaults=True):
    """How far you may take back: the step before your last decision and before your turn; free, or by consent."""

    decision: int = -1
    decision_free: bool = False
    turn: int = -1
    turn_free: bool = False


class Request(Struct, frozen=True, omit_defaults=True):
    """An open request of a seat: who has agreed so far, and who must still answer."""

    seat: int
    what: Wish
    waiting: list[int]
    step: int = 0
    other: int = -1


class Thinking(Struct, frozen=True):
    """A bot owes the next decision: which one, for which seat, and since when."""

    seat: int
    bot: str
    since: int


# A change of a view: the keys that lead to the value, and the value; without a value the key goes away.
Change = list[Any]


# ---- from the page ---------------------------------------------------------------------------------------------------


class FromPage(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """What every message of a page has: its own number, which the answer repeats as `re`."""

    id: Count = 0


class Play(FromPage, frozen=True, tag="play"):
    """Decide by action numbers or by a typed move, at the revision `rev`; with a `nonce` it may be sent twice."""

    rev: Count = 0
    actions: Annotated[list[ActionId], Meta(max_length=64)] = []
    move: Text100 = ""
    nonce: Text40 = ""


class Undo(FromPage, frozen=True, tag="undo"):
    """Take back to the position after `step` decisions, if that is free."""

    rev: Count = 0
    step: Count = 0


class Ask(FromPage, frozen=True, tag="ask"):
    """Ask the others: to undo back to `step`, or the seat `other` to swap places."""

    what: Wish
    rev: Count = 0
    step: Count = 0
    other: Annotated[int, Meta(ge=-1, le=15)] = -1


class Answer(FromPage, frozen=True, tag="answer"):
    """Agree to the open request or not; the asking seat withdraws it with `yes` false."""

    yes: bool


class Propose(FromPage, frozen=True, tag="propose"):
    """Put something to the vote: about the seat `other`, or about the table."""

    what: Matter
    other: Annotated[int, Meta(ge=-1, le=15)] = -1


class Vote(FromPage, frozen=True, tag="vote"):
    """Say yes or no to what is put to the vote; the player who put it to the vote withdraws it with `yes` false."""

    yes: bool


class Order(FromPage, frozen=True, tag="order"):
    """Set your standing orders for battle demands."""

    everywhere: Demand = "ask"
    regions: Annotated[dict[RegionId, Demand], Meta(max_length=100)] = field(default_factory=dict)
    seat: Annotated[int, Meta(ge=-1, le=15)] = -1


class Say(FromPage, frozen=True, tag="say"):
    """Say something to the table: a text, or one of the set phrases, which everybody reads in their own language."""

    text: Text500 = ""
    phrase: Phrase | None = None


class Note(FromPage, frozen=True, tag="note"):
    """Keep a private note at this table; it replaces the one before."""

    text: Annotated[str, Meta(max_length=10_000)]


class Seen(FromPage, frozen=True, tag="seen"):
    """Say how many decisions you have seen, so that the next welcome can tell what is new."""

    step: Count


class Why(FromPage, frozen=True, tag="why"):
    """Ask why a move, typed or by number, cannot be played now."""

    move: Text100 = ""
    action: Annotated[int, Meta(ge=-1, le=2**31)] = -1


class Preview(FromPage, frozen=True, tag="preview"):
    """Ask what your view would be after a decision of yours, and others that follow it."""

    action: ActionId
    then: Annotated[list[ActionId], Meta(max_length=63)] = []


class Pays(FromPage, frozen=True, tag="pays"):
    """Ask in which ways a decision of yours can be paid."""

    action: ActionId


class Look(FromPage, frozen=True, tag="look"):
    """Ask what there is to know about a place of the board besides what your view shows."""

    place: Text40


class Unveil(FromPage, frozen=True, tag="unveil"):
    """Draw the curtain away: the player of this seat, which must decide, is at the screen."""

    seat: SeatId


class Hint(FromPage, frozen=True, tag="hint"):
    """Ask what a bot would do in your place, with its reasons."""


class Texts(FromPage, frozen=True, tag="texts"):
    """Ask for the texts and prices of your legal decisions."""


class Refresh(FromPage, frozen=True, tag="refresh"):
    """Ask for a new welcome."""


class Ping(FromPage, frozen=True, tag="ping"):
    """Ask for a sign of life."""


# ---- from the server -------------------------------------------------------------------------------------------------


class FromServer(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """What every message of the server has: `re` is the number of the message it answers, if it answers one."""

    re: int = 0


class Welcome(FromServer, frozen=True, tag="welcome"):
    """Everything a page needs to show the table; sent first, and whenever updates cannot bridge a gap.

    `target` is the number of points that win in this game with its options, where points win.
    """

    table: TableInfo
    seq: int
    rev: int
    step: int
    view: JsonDict
    turn: Turn
    log: list[LogLine]
    chat: list[ChatLine]
    you: list[int] = []
    watchers: int = 0
    choices: list[Group] = []
    ahead: list[Ahead] = []
    clock: ClockFace | None = None
    undo: UndoOffer = UndoOffer()
    request: Request | None = None
    orders: dict[int, Orders] = field(default_factory=dict)
    note: str = ""
    seen: int = 0
    thinking: Thinking | None = None
    target: int = 0
    earlier: bool = False  # more was said than the chat here holds


class Update(FromServer, frozen=True, tag="update"):
    """The position changed: what is new since the update before.

    After an undo `cut` is the step it went back to: log lines from there on are void, and `log` follows on.
    """

    seq: int
    rev: int
    step: int
    patch: list[Change]
    turn: Turn
    log: list[LogLine] = []
    cut: int = -1
    choices: list[Group] = []
    ahead: list[Ahead] = []
    clock: ClockFace | None = None
    undo: UndoOffer = UndoOffer()
    thinking: Thinking | None = None


class TableChanged(FromServer, frozen=True, tag="table"):
    """Seats, presence or the state of the table changed."""

    table: TableInfo
    you: list[int] = []
    watchers: int = 0
    thinking: Thinking | None = None
    clock: ClockFace | None = None


class Requested(FromServer, frozen=True, tag="request"):
    """A request was made, agreed to by somebody, or is over (null)."""

    request: Request | None


class Ordered(FromServer, frozen=True, tag="orders"):
    """Your standing orders, by seat."""

    orders: dict[int, Orders]


class Chatted(FromServer, frozen=True, tag="chat"):
    """Somebody said something."""

    line: ChatLine


class Renamed(FromServer, frozen=True, tag="renamed"):
    """The host has replaced somebody's name, or given it back: show this one from now on."""

    player: str
    name: str


class Ack(FromServer, frozen=True, tag="ack"):
    """Done, and written to disk. `repeated`: it had been done before, by a message with the same nonce."""

    seq: int
    rev: int
    repeated: bool = False


class Refused(FromServer, frozen=True, tag="refused"):
    """Not done, with one of the table's codes; for `illegal`, `detail` is the engine's code and `rule` the clause."""

    code: str
    message: str
    detail: str = ""
    rule: str = ""


class Reason(FromServer, frozen=True, tag="reason"):
    """Whether a move is legal, and if not why, with the clause."""

    legal: bool
    code: str = ""
    message: str = ""
    rule: str = ""


class Previewed(FromServer, frozen=True, tag="previewed"):
    """How your view would change, what would be asked next, and what you could decide then."""

    patch: list[Change]
    turn: Turn
    choices: list[Group] = []


class Way(Struct, frozen=True):
    """A way to pay for a decision: what goes, and the actions to play for it in one message."""

    pays: str
    actions: list[int]


class Payable(FromServer, frozen=True, tag="payable"):
    """In which ways a decision can be paid, the most sensible first."""

    ways: list[Way]


class Looked(FromServer, frozen=True, tag="looked"):
    """What there is to know about a place, each fact taken apart like a decision."""

    facts: list[dict[str, str | int]]


class TextRow(Struct, frozen=True, omit_defaults=True):
    """A legal decision as text."""

    action: int
    text: str
    price: str = ""


class Texted(FromServer, frozen=True, tag="texted"):
    """Your legal decisions as texts."""

    rows: list[TextRow]


class HintRow(Struct, frozen=True, omit_defaults=True):
    """A decision as a bot judges it: its worth from 0 to 1, and why."""

    action: int
    text: str
    value: float
    reason: str = ""


class Hinted(FromServer, frozen=True, tag="hinted"):
    """What a bot would do, best first; empty if no bot here can tell."""

    rows: list[HintRow]


class Pong(FromServer, frozen=True, tag="pong"):
    """A sign of life, with the server's time in milliseconds."""

    now: int


class Bye(FromServer, frozen=True, tag="bye"):
    """The server closes the connection; come back after this many milliseconds."""

    reason: str
    retry: int = 0


ClientMessage = (
    Play | Undo | Ask | Answer | Propose | Vote | Order | Say | Note | Seen | Why | Preview | Pays | Look | Unveil
    | Hint | Texts | Refresh | Ping
)  # fmt: skip
ServerMessage = (
    Welcome | Update | TableChanged | Requested | Ordered | Chatted | Renamed | Ack | Refused | Reason | Previewed
    | Payable | Looked | Texted | Hinted | Pong | Bye
)  # fmt: skip

_encoder = Encoder()
_decoder: Decoder[ClientMessage] = Decoder(ClientMessage)


def encode(value: object) -> bytes:
    """Write a message or body as JSON."""
    return _encoder.encode(value)


def decode(body: bytes | str) -> ClientMessage:
    """Read a message of a page; whatever is wrong with it is a msgspec.DecodeError."""
    return _decoder.decode(body)
