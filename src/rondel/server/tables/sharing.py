"""What a link to a table tells before it is opened: its game, who plays, how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import json
from sqlalchemy import Connection, select

from rondel.registry import books
from rondel.server.store.schema import tables
from rondel.server.tables.room import shown
from rondel.server.wire.events import Setup
from rondel.server.wire.messages import TableInfo

_infos: json.Decoder[TableInfo] = json.Decoder(TableInfo)
_setups: json.Decoder[Setup] = json.Decoder(Setup)


@dataclass(frozen=True, slots=True)
class Shared:
    """A table as its link describes it."""

    title: str
    #: the names of people, and … for each seat that is free
    people: tuple[str, ...]
    bots: int
    status: str
    step: int

    def names(self, one: str = "1 bot", more: str = "{n} bots") -> str:
        """Write who plays, people before bots: `Ann · … · 2 bots`."""
        bots = [one if self.bots == 1 else more.format(n=self.bots)] if self.bots else []
        return " · ".join([*self.people, *bots])


def shared_of(info: TableInfo, names: Mapping[str, str]) -> Shared:
    """Describe a table that anybody may watch; `names` are those that the host has replaced."""
    book = books().get(info.game)
    game = book.title if book else info.game
    chairs = [seat.chair for seat in shown(info, names).seats]
    bots = sum(bool(chair.bot) and not chair.name for chair in chairs)
    people = tuple(chair.name or "…" for chair in chairs if chair.name or not chair.bot)
    return Shared(f"{info.title} – {game}" if info.title else game, people, bots, info.status, info.step)


def find_shared(connection: Connection, table: str, names: Mapping[str, str]) -> Shared | None:
    """Describe a table, or nothing: one that outsiders may not watch looks like one that does not exist."""
    row = connection.execute(
        select(tables.c.setup, tables.c.summary, tables.c.status).where(tables.c.id == table)
    ).first()
    if row is None or row.status == "closed" or not _setups.decode(row.setup).watchers:
        return None
    return shared_of(_infos.decode(row.summary), names)
