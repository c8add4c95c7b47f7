"""What people do at running tables besides playing: stand in, come back, remind, resign, vote, change names."""

from __future__ import annotations

import logging

from sqlalchemy import Connection, select

from rondel.server.core import going
from rondel.server.core.match import Draft, Match
from rondel.server.people.accounts import Player
from rondel.server.store.schema import seats, tables
from rondel.server.tables.hub import draw
from rondel.server.tables.lobby import Tables, need_seat
from rondel.server.tables.room import Room
from rondel.server.wire.events import Chair, Matter, Named
from rondel.server.wire.messages import TableInfo
from rondel.server.wire.refusal import Refusal

log = logging.getLogger("rondel.going")
#: tables at which somebody is shown under a new name, the latest first
RENAMED = 200


class Going:
    """Coming and going at the tables of a server."""

    def __init__(self, lobby: Tables) -> None:
        self.lobby = lobby
        self.hub = lobby.hub

    # ---- votes ---------------------------------------------------------------------------------------------------

    async def propose(self, room: Room, player: str, what: Matter, other: int) -> None:
        """Call a vote among the players."""
        away = what in going.ABOUT_A_SEAT and await self._is_away(room, other)
        standin = self.hub.standin
        await self.hub.command(
            room, lambda match, now: going.propose(match, player, what, other, now, draw, standin, away)
        )

    async def vote(self, room: Room, player: str, yes: bool) -> None:
        """Say yes or no to what is put to the vote."""
        await self.hub.command(room, lambda match, now: going.vote(match, player, yes, now, draw, self.hub.standin))

    async def _is_away(self, room: Room, seat: int) -> bool:
        """Say whether the others may decide about a seat: with days, once its time was up and a bot stands in."""
        if not 0 <= seat < len(room.match.chairs):
            return False
        chair = room.match.chairs[seat]
        if chair.kind != "person" or await self.lobby.away_for(room, chair.player) < self.lobby.absence:
            return False
        return bool(chair.bot) or room.match.setup.pace.kind != "days"

    # ---- absence -------------------------------------------------------------------------------------------------

    async def stand_in(self, player: Player, table: str, seat: int, bot: str) -> TableInfo:
        """Let a bot decide for somebody who is away; for oneself at any time."""
        room = await self.hub.room(table)
        mine = room.match.seats_of(player.id)
        if not mine:
            raise Refusal("not_seated")
        if room.match.setup.strict:
            raise Refusal("rated", "No bot stands in at a rated or tournament table; whoever leaves has lost.")
        self.lobby.need_bot(bot)
        if not 0 <= seat < len(room.match.chairs) or room.match.chairs[seat].kind != "person":
            raise Refusal("bad_message", "No person sits there.")
        chair = room.match.chairs[seat]
        if seat not in mine:
            await self._need_absent(room, chair)
            bot = self.hub.standin  # rivals do not choose who plays for somebody

        def replace_them(match: Match, now: int) -> Draft:
            if match.chairs[seat] != chair:  # somebody else sits there by now
                raise Refusal("stale")
            return match.sit(seat, Chair("person", chair.player, chair.name, bot), "away", now, draw)

        await self.hub.command(room, replace_them)
        return room.info(player.id)

    async def _need_absent(self, room: Room, chair: Chair) -> None:
        """Refuse to replace a rival who is here, has just left, or has days to decide, or against the table's rule."""
        if room.match.setup.absent != "bot":
            raise Refusal("not_allowed", "At this table a bot stands in by vote alone, or not at all.")
        if room.match.setup.pace.kind == "days":
            raise Refusal("present", "At this pace a seat is taken over when its time is up.")
        if await self.lobby.away_for(room, chair.player) < self.lobby.absence:
            raise Refusal("present", f"A bot may take over after {self.lobby.absence:g} seconds of absence.")

    async def come_back(self, player: Player, table: str, seat: int) -> TableInfo:
        """Take one's seat back from the bot."""
        room = await self.hub.room(table)
        need_seat(room, player.id, seat)

        def sit_again(match: Match, now: int) -> Draft:
            there = match.chairs[seat]
            if there.player != player.id:
                raise Refusal("not_your_seat")
            if not there.bot:
                return Draft((), match)
            return match.sit(seat, Chair("person", player.id, there.name), "back", now, draw)

        await self.hub.command(room, sit_again)
        return room.info(player.id)

    async def remind(self, player: Player, table: str, seat: int) -> TableInfo:
        """Send a notice to somebody who is away and owes a decision; once for each decision."""
        room = await self.hub.room(table)
        if not 0 <= seat < len(room.match.chairs):
            raise Refusal("bad_message", "There is no such seat.")
        if room.is_here(room.match.chairs[seat].player):
            raise Refusal("present")
        await self.hub.command(room, lambda match, now: going.remind(match, player.id, seat, now))
        return room.info(player.id)

    async def resign(self, player: Player, table: str, seat: int) -> TableInfo:
        """Give up a game of two."""
        room = await self.hub.room(table)
        need_seat(room, player.id, seat)
        await self.hub.command(room, lambda match, now: going.resign(match, player.id, now))
        return room.info(player.id)

    # ---- names ---------------------------------------------------------------------------------------------------

    def rename(self, player: str, name: str) -> None:
        """Show somebody under a new name at their tables, one after the other, while others play on."""
        self.hub.spawn(self._rename(player, name))

    async def _rename(self, player: str, name: str) -> None:
        for table in await self.hub.storage.read(lambda connection: _tables_of(connection, player)):
            try:
                room = await self.hub.room(table)
                await self.hub.command(room, lambda match, now: _called(match, player, name, now))
            except Refusal as error:  # closed meanwhile, or played by rules that this program no longer has
                log.info("a name stays as it was at a table: %s", error.code)


def _called(match: Match, player: str, name: str, now: int) -> Draft:
    if all(chair.name == name for chair in match.chairs if chair.player == player):
        return Draft((), match)
    return match.note(Named(now, player, name))


def _tables_of(connection: Connection, player: str) -> list[str]:
    """List the latest tables at which somebody sits."""
    mine = (
        select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.player == player, tables.c.status != "closed")
        .order_by(tables.c.updated.desc())
        .limit(RENAMED)
    )
    return list(dict.fromkeys(connection.execute(mine).scalars()))
