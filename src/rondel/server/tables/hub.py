"""All tables of this process: opened when needed, written before they are shown, kept going by clocks and bots."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from random import SystemRandom
from typing import Any

from sqlalchemy import Connection, select, update

from rondel.errors import RondelError
from rondel.game import JsonDict, pick
from rondel.server.bots.jobs import ALONE, AWAY, HERE, STANDIN
from rondel.server.bots.runner import BotRunner, Unwanted
from rondel.server.bots.worker import Task
from rondel.server.core import snapshots
from rondel.server.core.editions import begun
from rondel.server.core.match import Draft, Match
from rondel.server.offload import Offload
from rondel.server.people import accounts, scores
from rondel.server.people.notices import Notices
from rondel.server.people.presence import keep_presence, last_seen
from rondel.server.store import beats
from rondel.server.store.schema import tables
from rondel.server.store.storage import (
    Conflict,
    Rows,
    Saved,
    Storage,
    Unwritable,
    keep_snapshot,
    load_events,
    load_table,
)
from rondel.server.tables.room import Room, info_of
from rondel.server.wire.events import AnyEvent, Played, Sat, Started, Undone
from rondel.server.wire.messages import TableInfo, encode
from rondel.server.wire.refusal import Refusal

log = logging.getLogger("rondel.hub")
#: a table whose bot has not moved for so long is opened and looked after, whichever process should have moved it
BOT_PATIENCE = 15_000
#: a table that cannot be opened is tried again after so long
HOPELESS = 3_600_000
#: another process leaves a bot's turn to the one that made the move before it for so long
YIELD = 3.0
#: seconds between the moves of bots at a table without a person: nobody waits for them
STROLL = 0.25
#: milliseconds between the times at which a process tells the others who is here
TELL = 10_000
#: milliseconds between two heartbeats
BEAT = 2_000
#: milliseconds between two clearings of sessions and guests of long ago
TIDY = 3_600_000
#: tables that are looked after at the same time
TOGETHER = 50
#: players whose address is remembered
REMEMBERED = 20_000
#: tables without anybody looking are forgotten after so many seconds
IDLE = 600.0

Command = Callable[[Match, int], Draft]


def clock_ms() -> int:
    """Give the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def draw(outcomes: Sequence[tuple[int, float]]) -> int:
    """Draw an outcome by its probability, from the system's source of chance, which nobody can foresee."""
    return pick(outcomes, SystemRandom())


class Hub:
    """The tables of one process."""

    def __init__(self, storage: Storage, bots: BotRunner, notices: Notices, standin: str = "random") -> None:
        self.storage = storage
        self.bots = bots
        self.notices = notices
        self.standin = standin
        self.rooms: dict[str, Room] = {}
        self.offload = Offload()
        self.comes_from: OrderedDict[str, str] = OrderedDict()  # player -> address, of those who asked lately
        self.moves = 0
        self._told = 0
        self._beat = 0
        self._tidied = clock_ms()
        self._leader = False
        self.outages = storage.submit(partial(beats.begin, holder=storage.origin, now=clock_ms())).result()
        self.stopping = False
        self._opening: dict[str, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._commands: set[asyncio.Task[Draft]] = set()

    # ---- opening -------------------------------------------------------------------------------------------------

    async def room(self, table: str, who: str = "") -> Room:
        """Give a table, from memory or from its log; `who` asks for it, and opens only so many at once."""
        room = self.rooms.get(table)
        if room is None:
            if table not in self._opening:
                self._opening[table] = asyncio.ensure_future(self._open(table, who))
            try:
                room = await asyncio.shield(self._opening[table])
            finally:
                self._opening.pop(table, None)
        room.used = time.monotonic()
        return room

    async def _open(self, table: str, who: str) -> Room:
        saved = await self.storage.read(lambda connection: load_table(connection, table))
        if saved is None:
            raise Refusal("unknown_table")
        try:
            room = await self.offload.run(who, lambda: build_room(table, saved))
        except RondelError as error:  # a rulebook, board or option that this program does not have
            raise Refusal("old_rules", error.message) from error
        self.take_in(room)
        if self._was_down(room):
            await self.command(room, lambda match, now: Draft((), match))
        return room

    def _was_down(self, room: Room) -> bool:
        """Say whether there was an outage that the table's clock does not know of."""
        return bool(self.outages) and room.match.forgiven < self.outages[-1][1] and room.match.status == "playing"

    def take_in(self, room: Room) -> None:
        """Look after a table from now on."""
        room.used = time.monotonic()
        self.rooms[room.id] = room
        self._keep_snapshot(room)
        self._follow_up(room)

    def _keep_snapshot(self, room: Room) -> None:
        """Store a snapshot, beside all else, once enough has happened since the last one."""
        match = room.match
        if snapshots.is_due(match, room.snapshot):
            room.snapshot = match.seq
            self.spawn(self._store_snapshot(room.id, match.fork()))

    async def _store_snapshot(self, table: str, match: Match) -> None:
        body = await self.offload.run("", lambda: snapshots.take(match))
        if body is not None:
            await self.storage.write(partial(keep_snapshot, table=table, seq=match.seq, body=body))

    # ---- commands ------------------------------------------------------------------------------------------------

    async def command(self, room: Room, do: Command) -> Draft:
        """Carry a command out: try it, write what it leads to, then show it. Nobody sees what is not on disk."""
        if self.stopping:
            raise Refusal("busy")
        # a page that goes away meanwhile must not stop what has been begun between the disk and the table
        task = asyncio.get_running_loop().create_task(self._carry_out(room, do))
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)
        return await asyncio.shield(task)

    async def _carry_out(self, room: Room, do: Command) -> Draft:
        async with room.lock:
            if self._was_down(room):
                await self._settle(room, lambda match, now: match.forgive(self.outages, now))
            draft = await self._settle(room, do)
        moved = any(isinstance(event, Played | Undone | Started) for event in draft.events)
        self._follow_up(room, tell=moved)
        return draft

    async def _settle(self, room: Room, do: Command) -> Draft:
        try:
            return await self._try(room, do)
        except Conflict:  # another process was first: see what it did, and try again on that
            await self._catch_up(room)
            try:
                return await self._try(room, do)
            except Conflict as error:
                raise Refusal("stale") from error

    async def _try(self, room: Room, do: Command) -> Draft:
        now = clock_ms()
        draft = do(room.match, now)
        if not draft.events:
            return draft
        rows = self._rows(room, draft, now)
        try:
            await self.storage.write(rows)
        except Unwritable as error:
            log.error("write failed: %s", error)
            raise Refusal("busy") from error
        self.moves += draft.after.step != room.match.step
        room.adopt(draft, now)
        self._keep_snapshot(room)
        return draft

    def _rows(self, room: Room, draft: Draft, now: int) -> Rows:
        """Gather what a draft changes in the database."""
        match, after = room.match, draft.after
        events = list(enumerate(draft.events, match.seq + 1))
        seats = [(event.seat, event.chair.player) for event in draft.events if isinstance(event, Sat)]
        over = None
        if after.status == "over" and match.status != "over" and scores.counts(after):
            entries, game, rated = scores.entries_of(after), str(after.setup.header["game"]), scores.is_rated(after)

            def over(connection: Connection) -> None:
                scores.keep_result(connection, room.id, game, entries, now, rated)

        return Rows(room.id, events, row_of(room, after, now), seats, over)

    async def _catch_up(self, room: Room) -> None:
        """Read what another process has written, and show it."""
        match = room.match
        added = await self.storage.read(lambda connection: load_events(connection, room.id, match.seq))
        if not added:
            return
        after = match.fork()
        for event in added:
            after.apply(event)
        room.adopt(Draft(tuple(added), after), clock_ms())

    async def heard(self, table: str) -> None:
        """Take note that another process has written to a table."""
        room = self.rooms.get(table)
        if room is None:
            return
        async with room.lock:
            await self._catch_up(room)
            links = await self.storage.read(lambda connection: load_links(connection, table))
            room.links = links
        self._follow_up(room, YIELD)

    # ---- what follows --------------------------------------------------------------------------------------------

    def _follow_up(self, room: Room, delay: float = 0.0, tell: bool = False) -> None:
        """Let a bot think if it is its turn, or tell a person who is not here that a decision made it theirs."""
        match = room.match
        if match.status != "playing" or match.state.to_act < 0 or self.stopping:
            return
        chair = match.chairs[match.state.to_act]
        if not chair.automatic:
            if tell and not room.is_here(chair.player):
                self.notices.turn(room.id, match, chair)
        elif room.thinking != match.rev:
            room.thinking = match.rev
            alone = all(other.kind != "person" for other in match.chairs)
            self.spawn(self._bot_turn(room, match.rev, max(delay, STROLL if alone else 0.0)))

    async def _bot_turn(self, room: Room, rev: int, delay: float) -> None:
        """Let a bot decide. If that comes to nothing, the next sweep finds that nobody thinks, and begins anew."""
        try:
            await asyncio.sleep(delay)
            await self._bot_decides(room, rev)
        except Unwanted:
            pass
        except Refusal as error:
            if error.code != "stale":
                log.warning("a bot's move was refused: %s", error.code)
        finally:
            if room.thinking == rev:
                room.thinking = -1

    async def _bot_decides(self, room: Room, rev: int) -> None:
        match = room.match
        seat = match.state.to_act
        if match.rev != rev or room.bot() is None:
            return
        task = Task(room.id, match.chairs[seat].automatic, dict(match.setup.header), tuple(match.actions()), seat)
        action = await self.bots.choose(
            task, match.state.legal(), urgency_of(room),
            lambda: room.match.rev == rev and room.bot() is not None, self.payer_of(room),
        )  # fmt: skip
        await self.command(room, lambda match, now: match.bot_plays(seat, rev, action, now, draw))

    def note_address(self, player: str, address: str) -> None:
        """Remember where a player comes from, of those who asked lately."""
        self.comes_from[player] = address
        self.comes_from.move_to_end(player)
        if len(self.comes_from) > REMEMBERED:
            self.comes_from.popitem(last=False)

    def payer_of(self, room: Room) -> str:
        """Say on whose account a bot thinks at a table: where they come from, so that many names count as one."""
        people = [chair.player for chair in room.match.chairs if chair.kind == "person"]
        here = [player for player in people if room.is_here(player)]
        player = (here or people or [room.match.setup.host])[0]
        return self.comes_from.get(player, player)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a task failed: %s", type(error).__name__, exc_info=error)

    # ---- clocks --------------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Look after clocks that have run out and bots that should have moved, and forget tables nobody looks at."""
        now = clock_ms()
        if await self._leads(now):
            await self._look_after_all(now)
            if now - self._tidied > TIDY:
                self._tidied = now
                await self.storage.write(partial(accounts.forget_old, now=now))
        await self._tell_presence(now)
        for table, room in list(self.rooms.items()):
            if room.bot() is not None:
                self._follow_up(room)  # does something only if a bot's move came to nothing
            elif not room.viewers and not room.lock.locked() and time.monotonic() - room.used > IDLE:
                del self.rooms[table]

    async def _leads(self, now: int) -> bool:
        """Say whether this process looks after the clocks: one at a time does, and its heartbeat says so."""
        if now - self._beat >= BEAT:
            self._beat = now
            self._leader = await self.storage.write(partial(beats.renew, holder=self.storage.origin, now=now))
        return self._leader

    async def _look_after_all(self, now: int) -> None:
        """Look after every table that is due, some at a time, none twice."""
        seen: set[str] = set()
        while not self.stopping:
            found = await self.storage.read(lambda connection: due_tables(connection, now))
            due = [table for table in found if table not in seen]
            if not due:
                return
            seen.update(due)
            for place in range(0, len(due), TOGETHER):
                await asyncio.gather(*(self._look_after_one(table, now) for table in due[place : place + TOGETHER]))

    async def _look_after_one(self, table: str, now: int) -> None:
        try:
            room = await self.room(table)
            await self._look_after(room, now)
            until = due_of(room.match, clock_ms())
        except Exception as error:  # whatever is wrong with one table must not keep others waiting
            log.error("a table cannot be looked after: %s", error)
            until = now + HOPELESS
        await self.storage.write(partial(put_off, table=table, until=until, now=now))

    async def _tell_presence(self, now: int) -> None:
        """Let other processes know, now and then, who is here."""
        if not self.storage.shared or now - self._told < TELL:
            return
        self._told = now
        here = [(room.id, player) for room in self.rooms.values() for player in room.players_here()]
        if here:
            await self.storage.write(partial(keep_presence, here=here, now=now))

    async def absent_for(self, room: Room, player: str) -> float:
        """Say for how many seconds a player has been at a table in no process."""
        here = room.absence(player)
        if not self.storage.shared:
            return here
        seen = await self.storage.read(partial(last_seen, table=room.id, player=player))
        return min(here, (clock_ms() - seen) / 1000)

    async def _look_after(self, room: Room, now: int) -> None:
        match = room.match
        if match.clock.expired(now) >= 0 and match.status == "playing":
            await self.command(room, lambda match, now: match.time_is_up(self.standin, now, draw))
        else:
            self._follow_up(room)

    async def run(self) -> None:
        """Look after the tables until cancelled."""
        while True:
            await asyncio.sleep(1.0)
            try:
                await self.sweep()
            except Exception as error:  # a failed sweep is repeated a second later
                log.error("sweep failed: %s", type(error).__name__, exc_info=error)

    async def close(self) -> None:
        """Finish what is being written, then stop."""
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._commands, return_exceptions=True)
        self.offload.close()


# ---- helpers ---------------------------------------------------------------------------------------------------------


def build_room(table: str, saved: Saved) -> Room:
    """Build a table from its log."""
    match = snapshots.restore(*begun(saved.setup, saved.edition), saved.events, saved.snapshot)
    room = Room(table, match, read_links(saved.links), saved.created)
    room.snapshot = saved.snapshot_seq
    room.replay(saved.events)
    if saved.events:
        room.updated = saved.events[-1].at
    return room


def row_of(room: Room, match: Match, now: int) -> JsonDict:
    """Give the table's own row after a draft: what lists show, and when to look after it."""
    summary = encode(info_of(room.id, match, room.created, now))
    return {"seq": match.seq, "status": match.status, "updated": now, "summary": summary, "due": due_of(match, now)}


def due_of(match: Match, now: int) -> int | None:
    """Say when a table must be looked after: a clock runs out, or a bot should have moved."""
    if match.status != "playing" or match.state.to_act < 0:
        return None
    if match.chairs[match.state.to_act].automatic:
        return now + BOT_PATIENCE
    return match.clock.due()


def due_tables(connection: Connection, now: int) -> list[str]:
    """List the tables to look after."""
    found = connection.execute(select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(200))
    return [table for (table,) in found]


def put_off(connection: Connection, table: str, until: int | None, now: int) -> None:
    """Look after a table later, unless something has happened at it meanwhile."""
    connection.execute(update(tables).where(tables.c.id == table, tables.c.due <= now).values(due=until))


def urgency_of(room: Room) -> int:
    """Say who waits for the bot of a table."""
    people = [chair for chair in room.match.chairs if chair.kind == "person"]
    if not people:
        return ALONE
    here = [chair for chair in people if room.is_here(chair.player)]
    if not here:
        return AWAY
    return HERE if any(not chair.automatic for chair in here) else STANDIN


def read_links(body: bytes) -> dict[int, str]:
    """Read the nonces of the links to seats."""
    return {int(seat): str(nonce) for seat, nonce in json.loads(body).items()}


def load_links(connection: Connection, table: str) -> dict[int, str]:
    """Read the nonces of a table's links."""
    return read_links(connection.execute(select(tables.c.links).where(tables.c.id == table)).scalar_one())


__all__ = ["AnyEvent", "Hub", "TableInfo", "clock_ms", "draw"]
