"""Follows the audit log, so that a running server learns what administrators did, here or elsewhere."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from sqlalchemy import Connection

from rondel.server.people import audit
from rondel.server.people.accounts import find_player
from rondel.server.people.house import House, read_house
from rondel.server.store.storage import Storage
from rondel.server.tables.hub import Hub, clock_ms
from rondel.server.wire.house import AuditLine

log = logging.getLogger("rondel.office")
#: seconds between checks
PAUSE = 1.0


class Connected(Protocol):
    """A connection that can be ended."""

    player: str
    address: str

    def expel(self, reason: str) -> None:
        """End it, with a reason for the page."""
        ...


class Keeper:
    """Keeps a process up to date with what was decided about people and tables."""

    def __init__(self, storage: Storage, hub: Hub, house: House, forget: Callable[[str], None]) -> None:
        self.storage, self.hub, self.house, self.forget = storage, hub, house, forget
        self.connections: set[Connected] = set()
        house.become(storage.read_now(lambda connection: read_house(connection, clock_ms())))
        hub.names = house.names

    async def run(self) -> None:
        """Check regularly until cancelled."""
        while True:
            await asyncio.sleep(PAUSE)
            try:
                await self.catch_up()
            except Exception as error:  # tried again a second later
                log.error("the audit log cannot be read: %s", type(error).__name__)

    async def catch_up(self) -> None:
        """Read what was added to the audit log, and act on it."""
        news = await self.storage.read(self._read)
        if news is None:
            return
        lines, house = news
        house.last = lines[-1].id  # what came meanwhile is read next time
        before = dict(self.house.names)
        self.house.become(house)
        tables = {table for line in lines for table in self._heard(line)}
        # from here on everybody who asks sees what was decided
        await asyncio.gather(*[self.hub.heard(table) for table in tables])
        for player in before.keys() ^ self.house.names.keys() | _changed(before, self.house.names):
            await self._rename(player)
        now = clock_ms()
        for connected in list(self.connections):
            if self.house.bars(connected.address, now):
                connected.expel("banned")

    def _read(self, connection: Connection) -> tuple[list[AuditLine], House] | None:
        lines = audit.lines_after(connection, self.house.last)
        return (lines, read_house(connection, clock_ms())) if lines else None

    def _heard(self, line: AuditLine) -> list[str]:
        """Act on a line; give the open tables whose log it has added to."""
        found: list[str] = []
        if line.what in ("close", "kick"):
            found = [line.whom] if line.whom in self.hub.rooms else []
        elif line.what == "seats":
            found = [room.id for room in self.hub.rooms.values() if room.match.seats_of(line.whom)]
        elif line.what == "ban":
            for connected in [each for each in self.connections if line.whom and each.player == line.whom]:
                connected.expel("banned")
        self.forget(line.whom)
        return found

    async def _rename(self, player: str) -> None:
        found = await self.storage.read(lambda connection: find_player(connection, player))
        if found is not None:
            for room in list(self.hub.rooms.values()):
                room.rename(player, found.name)


def _changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {player for player, name in after.items() if before.get(player, name) != name}
