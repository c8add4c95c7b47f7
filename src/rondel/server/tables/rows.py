"""A table's own row in the database: when it is to be looked after, and the nonces of its links."""

from __future__ import annotations

import json

from sqlalchemy import Connection, select, update

from rondel.server.store.schema import tables


def due_tables(connection: Connection, now: int) -> list[str]:
    """List the tables to look after."""
    found = connection.execute(select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(200))
    return [table for (table,) in found]


def put_off(connection: Connection, table: str, until: int | None, now: int) -> None:
    """Look after a table later, unless something has happened at it meanwhile."""
    connection.execute(update(tables).where(tables.c.id == table, tables.c.due <= now).values(due=until))


def read_links(body: bytes) -> dict[int, str]:
    """Read the nonces of the links to seats."""
    return {int(seat): str(nonce) for seat, nonce in json.loads(body).items()}


def load_links(connection: Connection, table: str) -> dict[int, str]:
    """Read the nonces of a table's links."""
    return read_links(connection.execute(select(tables.c.links).where(tables.c.id == table)).scalar_one())
