"""Notifications between server processes on PostgreSQL: LISTEN and NOTIFY, sent with the commit."""

from __future__ import annotations

import asyncio
import logging

import psycopg
from sqlalchemy import make_url

from rondel.server.store.storage import CHANNEL
from rondel.server.tables.hub import Hub

log = logging.getLogger("rondel.bus")


async def listen(hub: Hub, url: str, origin: str) -> None:
    """Take note of what other processes write; after a lost connection, reconnect and check everything."""
    address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            await _listen(hub, address, origin)
        except psycopg.OperationalError as error:
            log.warning("connection for notices lost: %s", type(error).__name__)
        await asyncio.sleep(1.0)


async def _listen(hub: Hub, address: str, origin: str) -> None:
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        for table in [*hub.rooms, *hub.opening]:  # catch up on what was missed
            hub.spawn(hub.heard(table))
        async for notice in connection.notifies():
            sender, _, table = notice.payload.partition(" ")
            # most tables are open elsewhere: those cost nothing here
            if sender != origin and (table in hub.rooms or table in hub.opening):
                hub.spawn(hub.heard(table))
