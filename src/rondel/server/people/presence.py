"""When players were last here, for other processes on the same database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, func, select, update

from rondel.server.store.schema import seats

_SEEN = (
    update(seats)
    .where(seats.c.table_id == bindparam("t"), seats.c.player == bindparam("p"))
    .values(seen=bindparam("now"))
)


def keep_presence(connection: Connection, here: Sequence[tuple[str, str]], now: int) -> None:
    """Note that players are at tables."""
    connection.execute(_SEEN, [{"t": table, "p": player, "now": now} for table, player in here])


def last_seen(connection: Connection, tables: Sequence[str]) -> dict[str, dict[str, int]]:
    """Say for each table when some process last saw its players there; 0 if none ever did."""
    rows = connection.execute(
        select(seats.c.table_id, seats.c.player, func.max(seats.c.seen))
        .where(seats.c.table_id.in_(tables), seats.c.player != "")
        .group_by(seats.c.table_id, seats.c.player)
    )
    found: dict[str, dict[str, int]] = {}
    for table, player, seen in rows:
        found.setdefault(table, {})[player] = int(seen or 0)
    return found
