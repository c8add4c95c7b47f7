"""What administrators ask and see, and what everybody may report: bodies of HTTP requests and responses."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from rondel.server.wire.bodies import Body, Password, SeatNumber, Token
from rondel.server.wire.messages import ChatLine, TableInfo

Why = Annotated[str, Meta(max_length=300)]
ReportKind = Literal["message", "name", "player"]
#: until when something holds that has no end: as large as a page can count
FOREVER: Final = 2**53 - 1


# ---- for everybody ---------------------------------------------------------------------------------------------------


class NewReport(Body, frozen=True):
    """Tell the host about a message (`seq` is its number), a name or a player at a table, with a sentence why."""

    kind: ReportKind
    table: Annotated[str, Meta(max_length=40)]
    why: Why
    player: Annotated[str, Meta(max_length=40)] = ""
    seq: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0


class Silenced(Struct, frozen=True):
    """Somebody whom you do not read."""

    player: str
    name: str


class Silences(Struct, frozen=True):
    """Those whom you do not read."""

    players: list[Silenced]


class Reset(Body, frozen=True):
    """Choose a new password with a link from the host."""

    token: Token
    password: Password


# ---- for administrators ----------------------------------------------------------------------------------------------


class Act(Body, frozen=True):
    """Why an administrator does something, and until when it holds (0: for good)."""

    why: Why = ""
    until: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


class AddressAct(Body, frozen=True):
    """Ban an address, or lift the ban."""

    address: Annotated[str, Meta(min_length=1, max_length=64)]
    why: Why = ""
    until: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


class Kick(Body, frozen=True):
    """Which seat is to be free."""

    seat: SeatNumber
    why: Why = ""


class AuditLine(Struct, frozen=True, omit_defaults=True):
    """Who did what to whom, when and why; `name` is empty for the command line."""

    id: int
    at: int
    what: str
    who: str = ""
    name: str = ""
    whom: str = ""
    label: str = ""
    detail: str = ""
    why: str = ""


class UserLine(Struct, frozen=True, omit_defaults=True):
    """A player in the list of administrators; `banned` and `muted` say until when."""

    id: str
    name: str
    created: int
    guest: bool = False
    admin: bool = False
    banned: int = 0
    muted: int = 0
    alias: str = ""


class UserPage(Struct, frozen=True, omit_defaults=True):
    """Everything an administrator sees about a player; `address` if this server has seen one lately."""

    user: UserLine
    sessions: int
    tables: list[TableInfo]
    results: int
    reports: int
    audit: list[AuditLine]
    email: str = ""
    address: str = ""


class BarredLine(Struct, frozen=True):
    """A banned address, or the /64 network of an IPv6 address."""

    network: str
    until: int
    at: int


class Users(Struct, frozen=True):
    """Players, the newest first, and the banned addresses."""

    users: list[UserLine]
    barred: list[BarredLine] = []


class HouseTables(Struct, frozen=True):
    """Tables as administrators see them, latest first: private ones too."""

    tables: list[TableInfo]


class ReportLine(Struct, frozen=True, omit_defaults=True):
    """A report with what was said around it."""

    id: str
    at: int
    kind: ReportKind
    reporter: str
    reporter_name: str
    whom: str
    name: str
    table: str
    seq: int
    why: str
    said: str = ""
    settled: int = 0
    around: list[ChatLine] = []


class Reports(Struct, frozen=True):
    """Reports, the newest first."""

    reports: list[ReportLine]


class AuditPage(Struct, frozen=True):
    """The audit log, the newest first; `more` is where the next page begins, 0 at the end."""

    lines: list[AuditLine]
    more: int = 0


class Acted(Struct, frozen=True, omit_defaults=True):
    """The result of an action. `link` and `password` are shown once and stored nowhere."""

    what: str
    whom: str = ""
    label: str = ""
    detail: str = ""
    link: str = ""
    password: str = ""
    expires: int = 0
