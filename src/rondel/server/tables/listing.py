"""Lists of tables, a page at a time, latest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import json
from msgspec.structs import replace
from sqlalchemy import Connection, Row, or_, select, union

from rondel.server.people.clubs import role_in
from rondel.server.store.schema import Query, seats, tables
from rondel.server.tables.room import shown
from rondel.server.wire.bodies import TableList
from rondel.server.wire.messages import TableInfo

#: tables in one page
PAGE = 30
_infos: json.Decoder[TableInfo] = json.Decoder(TableInfo)


def table_list(
    connection: Connection, player: str, show: str, after: str, names: Mapping[str, str] | None = None
) -> TableList:
    """Give a page of the tables that somebody has, or of all that are listed and open, playing or over.

    `names` are those that the host has replaced.
    """
    found = _page(connection, player, show, after)
    rows = found[:PAGE]
    more = f"{rows[-1].updated}.{rows[-1].id}" if len(found) > PAGE else ""
    return TableList([_with_yours(shown(_infos.decode(row.summary), names or {}), player) for row in rows], more)


def club_tables(connection: Connection, club: str, player: str, names: Mapping[str, str]) -> list[TableInfo]:
    """Give the open and running tables of a club: to members all, to others those that are listed."""
    query = select(tables.c.summary).where(tables.c.club == club, tables.c.status.in_(("open", "playing")))
    if not role_in(connection, club, player):
        query = query.where(tables.c.listed)
    rows = connection.execute(query.order_by(tables.c.status, tables.c.updated.desc()).limit(PAGE)).scalars()
    return [_with_yours(shown(_infos.decode(row), names), player) for row in rows]


def _with_yours(info: TableInfo, player: str) -> TableInfo:
    yours = [seat.seat for seat in info.seats if player and seat.chair.player == player]
    return replace(info, yours=yours)


def _page(connection: Connection, player: str, show: str, after: str) -> Sequence[Row[str, int, bytes]]:
    """Give a page of rows, and one more if there is one. Only these are read; the order comes from indexes."""
    query: Query = select(tables.c.id, tables.c.updated)
    if show == "mine":
        # each half has its own index; an OR of both would scan every table
        seated = select(seats.c.table_id).where(seats.c.player == player)
        mine = union(seated, select(tables.c.id).where(tables.c.host == player))
        query = query.where(tables.c.id.in_(mine), tables.c.status != "closed")
    else:
        query = query.where(tables.c.listed, tables.c.status == show)
    updated, _, last = after.partition(".")
    if updated.isdecimal() and len(updated) < 17:
        before = int(updated)  # the first condition is there for the index: it begins there
        query = query.where(tables.c.updated <= before, or_(tables.c.updated < before, tables.c.id < last))
    order = tables.c.updated.desc(), tables.c.id.desc()
    found = connection.execute(query.order_by(*order).limit(PAGE + 1)).all()
    rows = connection.execute(
        select(tables.c.id, tables.c.updated, tables.c.summary).where(tables.c.id.in_([row.id for row in found]))
    ).all()
    return sorted(rows, key=lambda row: (row.updated, row.id), reverse=True)
