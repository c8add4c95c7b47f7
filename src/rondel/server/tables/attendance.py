"""Who is at which table, stored for other processes and for later; and how reliable waiting players are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rondel.server.people.presence import keep_presence, last_seen
from rondel.server.people.scores import reliability
from rondel.server.store.storage import Storage
from rondel.server.tables.room import Room

#: milliseconds between the times at which a process tells the others who is here, and hears from them
TELL = 10_000
#: milliseconds for which somebody whom another process saw counts as present
RECENT = 25_000
#: tables asked about in one query
PIECE = 200


class Attendance:
    """Stores who is here, and reads what other processes stored."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._told = 0

    async def tell(self, rooms: Sequence[Room], now: int) -> None:
        """Store who has gone; now and then tell other processes who is here, and read what they say."""
        gone = [(room.id, player) for room in rooms for player in room.parted]
        for room in rooms:
            room.parted.clear()
        shares = self.storage.shared and now - self._told >= TELL
        here = [(room.id, player) for room in rooms for player in room.players_here()] if shares else []
        if gone or here:
            await self.storage.write(partial(keep_presence, here=[*gone, *here], now=now))
        if shares:
            self._told = now
            await self._hear([room for room in rooms if room.viewers], now)

    async def _hear(self, rooms: Sequence[Room], now: int) -> None:
        for place in range(0, len(rooms), PIECE):
            some = {room.id: room for room in rooms[place : place + PIECE]}
            seen = await self.storage.read(partial(last_seen, tables=list(some)))
            for table, room in some.items():
                own = room.players_here()
                others = {player: at for player, at in seen.get(table, {}).items() if player not in own}
                room.meet(others, now - RECENT)

    async def recall(self, room: Room) -> None:
        """Restore what was stored about a table that is opened."""
        people = [chair.player for chair in room.match.chairs if chair.player]
        if not people:
            return
        seen = await self.storage.read(partial(last_seen, tables=[room.id]))
        room.gone.update({player: at for player, at in seen.get(room.id, {}).items() if at and player in people})
        if not room.match.started:
            await self.judge(room)

    async def judge(self, room: Room) -> None:
        """Look up how reliable those are who wait at a table."""
        people = [chair.player for chair in room.match.chairs if chair.player]
        room.trust = await self.storage.read(partial(reliability, players=people))

    async def absent_for(self, room: Room, player: str, now: int) -> float:
        """Say for how many seconds a player has been at a table in no process."""
        here = room.absence(player)
        if not self.storage.shared:
            return here
        seen = await self.storage.read(partial(last_seen, tables=[room.id]))
        return min(here, (now - seen.get(room.id, {}).get(player, 0)) / 1000)
