"""Whom people follow; two who follow each other are friends."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import json
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select

from rondel.server.people.accounts import SHOWN_NAME
from rondel.server.store.schema import follows, players, seats, tables
from rondel.server.wire.messages import TableInfo
from rondel.server.wire.place import Followed, Follows
from rondel.server.wire.refusal import Refusal

#: people whom one player can follow, followers that are listed, and tables that are shown of each
MOST, TABLES = 200, 3
#: tables of the lobby, the latest first, among which those are found
LOBBY = 2_000
_infos: json.Decoder[TableInfo] = json.Decoder(TableInfo)


def follows_of(connection: Connection, player: str) -> Follows:
    """List whom somebody follows and who follows them, friends first."""
    mine = _names(connection, follows.c.other, follows.c.player, player)
    theirs = _names(connection, follows.c.player, follows.c.other, player)
    shown = _tables_of(connection, list(mine))
    people = [
        Followed(who, name, who in mine, who in theirs, shown.get(who, [])) for who, name in {**theirs, **mine}.items()
    ]
    return Follows(
        sorted(people, key=lambda one: (not (one.following and one.follower), not one.following, one.name.lower()))
    )


def _names(connection: Connection, whom: ColumnElement[str], by: ColumnElement[str], player: str) -> dict[str, str]:
    rows = connection.execute(
        select(whom.label("who"), SHOWN_NAME.label("name"))
        .join(players, players.c.id == whom)
        .where(by == player)
        .order_by(follows.c.at.desc())
        .limit(MOST)
    ).all()
    return {row.who: row.name for row in rows}


def _tables_of(connection: Connection, people: Sequence[str]) -> dict[str, list[TableInfo]]:
    """Give the latest tables of people that everybody sees in the lobby.

    From those tables on and not from the people: somebody may have played at thousands, and few are in the lobby.
    """
    latest = (
        select(tables.c.id, tables.c.summary, tables.c.updated)
        .where(tables.c.listed, tables.c.status.in_(("open", "playing")))
        .order_by(tables.c.updated.desc())
        .limit(LOBBY)
        .subquery()
    )
    query = select(seats.c.player, latest.c.summary).join(latest, seats.c.table_id == latest.c.id)
    found: dict[str, list[TableInfo]] = {}
    for row in connection.execute(query.where(seats.c.player.in_(people)).order_by(latest.c.updated.desc())):
        shown = found.setdefault(row.player, [])
        if len(shown) < TABLES:
            shown.append(_infos.decode(row.summary))
    return found


def follow(connection: Connection, player: str, other: str, now: int) -> None:
    """Follow somebody."""
    if player == other:
        raise Refusal("bad_message", "You cannot follow yourself.")
    if not connection.execute(select(players.c.id).where(players.c.id == other)).first():
        raise Refusal("unknown_player")
    count = connection.execute(select(func.count()).select_from(follows).where(follows.c.player == player)).scalar_one()
    if count >= MOST:
        raise Refusal("full", f"You can follow {MOST} people.")
    known = select(follows.c.at).where(follows.c.player == player, follows.c.other == other)
    if not connection.execute(known).first():
        connection.execute(insert(follows).values(player=player, other=other, at=now))


def unfollow(connection: Connection, player: str, other: str) -> None:
    """Unfollow somebody."""
    connection.execute(delete(follows).where(follows.c.player == player, follows.c.other == other))
