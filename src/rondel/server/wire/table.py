"""A table as lists and headings show it: who sits where, what is put to the vote."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from rondel.server.wire.events import Absent, Chair, Matter, Pace


class VoteInfo(Struct, frozen=True, omit_defaults=True):
    """What is put to the vote by a seat: until when, how many must agree, who has said what, who has not.

    `other` is the seat that it is about, -1 if it is about none.
    """

    what: Matter
    seat: int
    until: int
    need: int
    yes: list[int] = []
    no: list[int] = []
    waiting: list[int] = []
    other: int = -1


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it."""

    seat: int
    chair: Chair
    online: bool = False
    away: int = 0  # since when its player has not been here; 0 if that is not known
    kept: int = 0  # while the table waits: how many of their latest games this player finished,
    played: int = 0  # without leaving or running out of time, out of how many


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """A table as lists and headings show it."""

    id: str
    status: Literal["open", "playing", "over", "closed"]
    game: str
    title: str
    board: str
    seats: list[SeatInfo]
    pace: Pace
    host: str
    created: int
    updated: int
    step: int
    to_act: int
    listed: bool = False
    options: dict[str, int] = field(default_factory=dict)
    result: str = ""
    next: str = ""
    yours: list[int] = []
    rated: bool = False
    hints: bool = False  # whether this player is given hints and chances
    curtain: bool = False  # whether seats of one screen are shown one at a time
    watchers: bool = True  # whether others may look on
    winners: list[int] = []
    absent: Absent = "bot"
    reliable: int = 0
    vote: VoteInfo | None = None
    paused: int = 0  # until when play rests at the latest
    ending: bool = False  # the game ends with this round
    reminded: bool = False  # the one who must decide has been reminded of it
    left: int | None = None  # how many decisions the table can still hold, when that is near
