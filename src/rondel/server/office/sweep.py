"""Cleaning up the database: what has ended, what belongs to nothing any more, and the space it took."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, Table, delete, func, select

from rondel.server.analysis import explorer
from rondel.server.people import accounts
from rondel.server.store.schema import (
    barred,
    events,
    notes,
    players,
    resets,
    seats,
    sessions,
    silences,
    snapshots,
    tables,
)


def clear(connection: Connection, now: int) -> dict[str, int]:
    """Remove sessions, links and bans that have ended, old guests, and rows of tables and players that are gone."""
    counted = (sessions, players)
    before = {table.name: _count(connection, table) for table in counted}
    accounts.forget_old(connection, now)
    gone = {table.name: before[table.name] - _count(connection, table) for table in counted}
    gone["resets"] = connection.execute(delete(resets).where(resets.c.expires <= now)).rowcount
    gone["barred"] = connection.execute(delete(barred).where(barred.c.until <= now)).rowcount
    known = select(players.c.id)
    gone["sessions"] += connection.execute(delete(sessions).where(sessions.c.player.not_in(known))).rowcount
    gone["silences"] = connection.execute(
        delete(silences).where(silences.c.player.not_in(known) | silences.c.other.not_in(known))
    ).rowcount
    for part in (events, seats, snapshots, notes):
        orphaned = delete(part).where(part.c.table_id.not_in(select(tables.c.id)))
        gone[part.name] = connection.execute(orphaned).rowcount
    gone["openings"] = explorer.clear(connection)
    return gone


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def compact(engine: Engine) -> None:
    """Give the room of removed rows back. SQLite rewrites its file, for which servers wait."""
    connection = engine.raw_connection()
    try:
        if engine.dialect.name == "postgresql":
            connection.driver_connection.autocommit = True  # type: ignore[union-attr]
            connection.cursor().execute("VACUUM (ANALYZE)")
        else:
            connection.cursor().execute("VACUUM")
    finally:
        connection.close()
