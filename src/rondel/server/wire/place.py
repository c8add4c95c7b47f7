"""What the first page, About and clubs are told."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rondel.game import JsonDict
from rondel.server.wire.bodies import Body
from rondel.server.wire.messages import Change, TableInfo


class About(Struct, frozen=True):
    """What the page About says besides its own words: the version, our own design, the host's words."""

    version: str
    ours: dict[str, dict[str, str]]  # by rulebook, sentences by their keys
    imprint: str = ""


class GuidePart(Struct, frozen=True):
    """A paragraph of the illustrated rules with its clauses; or a picture, by its name, with what it shows."""

    text: str
    clauses: list[str] = []
    picture: str = ""


class GuideSection(Struct, frozen=True):
    """What stands under a heading of the illustrated rules."""

    title: str
    parts: list[GuidePart]


class GuidePage(Struct, frozen=True):
    """One of the two pages of the illustrated rules."""

    title: str
    sections: list[GuideSection]


class Guide(Struct, frozen=True):
    """The illustrated rules of a rulebook."""

    title: str
    summary: GuidePart
    pages: list[GuidePage]


class Showcase(Struct, frozen=True):
    """A game being played, for the first page: where it begins, and what changes in each turn."""

    game: str
    rules: int
    board: str
    view: JsonDict
    turns: list[list[Change]]


# ---- clubs -----------------------------------------------------------------------------------------------------------

#: who may join: everybody with an account, those with the link, or those with the link to a club nobody else sees
Door = Literal["open", "closed", "private"]
Role = Literal["owner", "officer", "member"]
ClubName = Annotated[str, Meta(min_length=1, max_length=64)]
ClubText = Annotated[str, Meta(max_length=2000)]


class NewClub(Body, frozen=True):
    """A club to be made, or what it shall be from now on."""

    name: ClubName
    about: ClubText = ""
    door: Door = "closed"


class JoinClub(Body, frozen=True):
    """Join a club, with the secret of its link where it needs one."""

    token: Annotated[str, Meta(max_length=60)] = ""


class SetRole(Body, frozen=True):
    """What a member shall be."""

    role: Role


class NewDate(Body, frozen=True):
    """A date for the calendar, with its time in milliseconds since 1970."""

    at: Annotated[int, Meta(ge=0, le=10**14)]
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    about: Annotated[str, Meta(max_length=500)] = ""


class ClubInfo(Struct, frozen=True):
    """A club as lists show it; `role` is yours, empty if you are no member."""

    id: str
    name: str
    about: str
    door: Door
    members: int
    role: str = ""


class ClubList(Struct, frozen=True):
    """Your clubs, and those that everybody sees."""

    mine: list[ClubInfo]
    clubs: list[ClubInfo]


class Member(Struct, frozen=True):
    """Somebody in a club."""

    player: str
    name: str
    role: Role
    since: int


class ClubDate(Struct, frozen=True):
    """A date in the calendar."""

    id: str
    at: int
    title: str
    about: str


class LadderRow(Struct, frozen=True):
    """A member's results in games of the club; a game gives the share of the others left behind as points."""

    player: str
    name: str
    games: int
    wins: int
    points: float


class Club(Struct, frozen=True):
    """A club's page. Only officers see the secret of its link."""

    info: ClubInfo
    people: list[Member]
    tables: list[TableInfo]
    dates: list[ClubDate]
    ladder: list[LadderRow]
    invite: str = ""


# ---- friends ---------------------------------------------------------------------------------------------------------


class Followed(Struct, frozen=True):
    """Somebody you follow, who follows you, or both: then you are friends. `tables` are those anybody may watch."""

    player: str
    name: str
    following: bool
    follower: bool
    tables: list[TableInfo] = []


class Follows(Struct, frozen=True):
    """Everybody you follow, and everybody who follows you."""

    people: list[Followed]
