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


def last_seen(connection: Connection, table: str, player: str) -> int:
    """Say when some process last saw a player at a table; 0 if none ever did."""
    found = connection.execute(
        select(func.max(seats.c.seen)).where(seats.c.table_id == table, seats.c.player == player)
    ).scalar()
    return int(found or 0)
