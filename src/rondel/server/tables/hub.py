"""All tables of this process: opened when needed, stored before they are shown, kept going by clocks and bots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable, Sequence
from functools import partial
from random import SystemRandom
from typing import TypeVar

from rondel.errors import RondelError
from rondel.game import pick
from rondel.server.apart import Apart
from rondel.server.bots.jobs import ALONE, AWAY, HERE, STANDIN
from rondel.server.bots.runner import BotRunner, Unwanted
from rondel.server.bots.worker import Task
from rondel.server.core import going, heavy, snapshots
from rondel.server.core.editions import begun
from rondel.server.core.match import Draft, Match
from rondel.server.core.views import WATCHER
from rondel.server.limits import Bucket, Limiter
from rondel.server.notices.notices import Notices
from rondel.server.offload import OPENING, Offload
from rondel.server.people import accounts
from rondel.server.store import beats
from rondel.server.store.storage import (
    Conflict,
    Saved,
    Storage,
    Unwritable,
    keep_snapshot,
    load_events,
    load_table,
)
from rondel.server.tables.attendance import Attendance
from rondel.server.tables.room import Room
from rondel.server.tables.rows import due_of, due_tables, kept_of, load_links, put_off, read_links, rows_of
from rondel.server.wire.events import AnyEvent
from rondel.server.wire.messages import TableInfo
from rondel.server.wire.refusal import Refusal

log = logging.getLogger("rondel.hub")
#: how long to wait before a table that failed to open is tried again
HOPELESS = 3_600_000
#: how long other processes leave a bot's turn to the one that made the move before it
YIELD = 3.0
#: seconds between the moves of bots at a table without a person: nobody waits for them
STROLL = 0.25
#: moves a second, and at once, of bots that nobody waits for: for each person who began their games, and in all
STROLLS, ALL_STROLLS = (4.0, 8.0), (40.0, 40.0)
#: seconds between sweeps
SWEEP = 1.0
#: milliseconds between heartbeats
BEAT = 2_000
#: milliseconds between clearings of old sessions and guests
TIDY = 3_600_000
#: tables that are looked after at the same time
TOGETHER = 50
#: players whose address is remembered
REMEMBERED = 20_000
#: decisions that the tables in memory hold together before those that nobody looks at are forgotten earlier
HELD = 500_000
#: tables that nobody looks at are dropped from memory after this many seconds
IDLE = 600.0

#: events of a log that another process replays where there is no snapshot
LONG_LOG = 1_500

Chore = Callable[[], Coroutine[object, object, None]]
T = TypeVar("T")
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
        notices.is_here = lambda table, player: table in self.rooms and self.rooms[table].is_here(player)
        self.offload = Offload()
        self.names: dict[str, str] = {}  # names that the host has replaced, by player
        self.apart, self._apart_turns = Apart(), Offload(1)  # for what takes a fraction of a second
        self._long, self._long_turns = Apart(), Offload(1)  # for what can take seconds
        self._strolls, self._strolling = Limiter(*STROLLS), Bucket(*ALL_STROLLS)
        self.processes = 1  # how many serve this site
        self.told_processes: Callable[[int], None] = lambda processes: None
        self.comes_from: OrderedDict[str, str] = OrderedDict()  # player -> address, of those who asked lately
        self.moves = 0
        self.attendance = Attendance(storage)
        self._beat = 0
        self._tidied = clock_ms()
        self._leader = False
        self.outages = storage.submit(partial(beats.begin, holder=storage.origin, now=clock_ms())).result()
        self.chores: list[Chore] = []  # what one process does for all, each sweep
        self._doing: set[Chore] = set()
        self.stopping = False
        self.opening: dict[str, dict[str, asyncio.Future[Room]]] = {}  # by table and who asks
        self._tasks: set[asyncio.Task[None]] = set()
        self._commands: set[asyncio.Task[Draft]] = set()

    # ---- opening -------------------------------------------------------------------------------------------------

    async def room(self, table: str, who: str = "") -> Room:
        """Give a table, from memory or from its log; `who` asks for it, and may open only a few at once."""
        room = self.rooms.get(table)
        if room is None:
            # each from their own place in line: nobody waits behind what others have asked for
            asked = self.opening.setdefault(table, {})
            if who not in asked:
                asked[who] = asyncio.ensure_future(self._open(table, who))
                asked[who].add_done_callback(lambda _: self._opened(table, who))
            room = await asyncio.shield(asked[who])
        room.used = time.monotonic()
        return room

    def _opened(self, table: str, who: str) -> None:
        del self.opening[table][who]
        if not self.opening[table]:
            del self.opening[table]

    async def _open(self, table: str, who: str) -> Room:
        read = partial(load_table, table=table)
        if who:  # reading a long log is a lot of work, and counts against the one who asks
            saved = await self.offload.run(who, lambda: self.storage.read_now(read), OPENING)
        else:
            saved = await self.storage.read(read)
        if saved is None:
            raise Refusal("unknown_table")
        if table in self.rooms:
            return self.rooms[table]
        try:
            await self._replay_apart(saved, who)
            room = await self.offload.run(who, lambda: build_room(table, saved, self.names), OPENING)
        except RondelError as error:  # a rulebook, board or option that this program does not have
            raise Refusal("old_rules", error.message) from error
        await self.attendance.recall(room)
        if table in self.rooms:  # somebody else's turn came first
            return self.rooms[table]
        self.take_in(room)
        if self._was_down(room):
            await self.command(room, lambda match, now: Draft((), match))
        return room

    async def _replay_apart(self, saved: Saved, who: str) -> None:
        """Let another process replay a long log for which there is no snapshot of this program."""
        if len(saved.events) <= LONG_LOG:
            return
        stored = saved.setup, saved.edition, saved.events, saved.snapshot
        if not await self.offload.run(who, partial(heavy.can_go_on, *stored), OPENING):
            log_so_far = await self.offload.run(who, lambda: heavy.write_events(saved.events))
            saved.snapshot = await self.away(who, heavy.replayed, saved.setup, saved.edition, log_so_far)
            saved.snapshot_seq = 0  # it is not stored yet

    async def away(self, who: str, function: Callable[..., T], *args: object) -> T:
        """Let another process do what can take seconds for somebody; one thing at a time, from person to person."""
        return await self._long_turns.run(who, partial(self._long.call, function, *args))

    async def away_once(self, key: Hashable, who: str, ask: Callable[[Apart], bytes]) -> bytes:
        """Let a process of its own do what takes less, once for all who ask for the same; `ask` runs in a thread."""
        return await self._apart_turns.once(key, who, lambda: ask(self.apart))

    def _was_down(self, room: Room) -> bool:
        """Say whether there was an outage that the table's clock does not know of."""
        return bool(self.outages) and room.match.forgiven < self.outages[-1][1] and room.match.status == "playing"

    def take_in(self, room: Room) -> None:
        """Look after a table from now on."""
        room.used = time.monotonic()
        room.names = self.names
        self.rooms[room.id] = room
        self._keep_snapshot(room)
        self._follow_up(room)

    def _keep_snapshot(self, room: Room) -> None:
        """Store a snapshot in the background once enough has happened since the last one."""
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
        self._follow_up(room)
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
        rows = rows_of(room, draft, now, self.notices)
        try:
            await self.storage.write(rows)
        except Unwritable as error:
            log.error("write failed: %s", error)
            raise Refusal("busy") from error
        if rows.row is not None:
            room.kept = kept_of(room.kept, rows.row)
        self.moves += draft.after.step != room.match.step
        room.adopt(draft, now)
        self._keep_snapshot(room)
        return draft

    async def _catch_up(self, room: Room) -> None:
        """Read what another process has written, and show it."""
        match, room.kept = room.match, None
        added = await self.storage.read(lambda connection: load_events(connection, room.id, match.seq))
        if not added:
            return
        after = match.fork()
        for event in added:
            after.apply(event)
        room.adopt(Draft(tuple(added), after), clock_ms())

    async def heard(self, table: str) -> None:
        """Take note that another process has written to a table; one that is being opened may have read too early."""
        while table not in self.rooms and (asked := self.opening.get(table)):
            await asyncio.wait(asked.values(), return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(0)  # connections that failed are forgotten meanwhile
        room = self.rooms.get(table)
        if room is None:
            return
        async with room.lock:
            await self._catch_up(room)
            links = await self.storage.read(lambda connection: load_links(connection, table))
            room.links = links
        self._follow_up(room, YIELD)

    # ---- what follows --------------------------------------------------------------------------------------------

    def _follow_up(self, room: Room, delay: float = 0.0) -> None:
        """Let a bot think if it is its turn."""
        match = room.match
        if match.status != "playing" or match.paused or match.state.to_act < 0 or self.stopping:
            return
        if match.chairs[match.state.to_act].automatic and room.thinking != match.rev:
            room.thinking = match.rev
            alone = all(other.kind != "person" for other in match.chairs)
            self.spawn(self._bot_turn(room, match.rev, max(delay, STROLL if alone else 0.0)))

    async def _bot_turn(self, room: Room, rev: int, delay: float) -> None:
        """Let a bot decide. If that fails, the next sweep finds that nobody is thinking, and starts again."""
        try:
            await asyncio.sleep(delay)
            while STROLL and urgency_of(room) >= AWAY and not self._may_stroll(room):
                await asyncio.sleep(1.0)
            await self._bot_decides(room, rev)
        except Unwanted:
            pass
        except Refusal as error:
            if error.code != "stale":
                log.warning("a bot's move was refused: %s", error.code)
        finally:
            if room.thinking == rev:
                room.thinking = -1

    def _may_stroll(self, room: Room) -> bool:
        """Let bots that nobody waits for move now and then: limited per person and in all."""
        return self._strolls.allows(self.payer_of(room)) and self._strolling.take()

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

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Run something in the background."""
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
            for chore in self.chores:
                if chore not in self._doing:  # one that takes long must not keep the clocks waiting
                    self._doing.add(chore)
                    self.spawn(self._do_chore(chore))
            if now - self._tidied > TIDY:
                self._tidied = now
                await self.storage.write(partial(accounts.forget_old, now=now))
        await self.attendance.tell(list(self.rooms.values()), now)
        for table, room in list(self.rooms.items()):
            if room.bot() is not None:
                self._follow_up(room)  # does something only if a bot's move came to nothing
            elif not room.viewers and not room.lock.locked() and time.monotonic() - room.used > IDLE:
                del self.rooms[table]
        self._make_room()

    async def _do_chore(self, chore: Chore) -> None:
        try:
            await chore()
        finally:
            self._doing.discard(chore)

    def _make_room(self) -> None:
        """Forget the tables that nobody has looked at for longest, while all together hold too many decisions."""
        held = sum(room.match.step for room in self.rooms.values())
        for table, room in sorted(self.rooms.items(), key=lambda entry: entry[1].used):
            if held <= HELD:
                return
            if not room.viewers and not room.lock.locked() and room.bot() is None:
                held -= room.match.step
                del self.rooms[table]

    async def _leads(self, now: int) -> bool:
        """Say whether this process looks after the clocks: one at a time does, and its heartbeat says so."""
        if now - self._beat >= BEAT:
            self._beat = now
            self._leader = await self.storage.write(partial(beats.renew, holder=self.storage.origin, now=now))
            if self.storage.shared:
                beat = partial(beats.present, holder=self.storage.origin, now=now)
                self.processes = await self.storage.write(beat)
                self.told_processes(self.processes)
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
            seq = room.match.seq
            await self._look_after(room, now)
            if room.match.seq > seq:
                return  # what was done has written when the table is due again
            until = due_of(room.match, clock_ms())
        except Exception as error:  # a fault of one table must not keep others waiting
            log.error("a table cannot be looked after: %s", error)
            until = now + HOPELESS
        await self.storage.write(partial(put_off, table=table, until=until, now=now))

    async def _look_after(self, room: Room, now: int) -> None:
        match = room.match
        if going.overdue(match, now).events:
            await self.command(room, going.overdue)
        elif match.clock.expired(now) >= 0 and match.status == "playing":
            await self.command(room, lambda match, now: match.time_is_up(self.standin, now, draw))
        else:
            self._follow_up(room)

    async def run(self) -> None:
        """Look after the tables until cancelled."""
        while True:
            await asyncio.sleep(SWEEP)
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
        for process, turns in ((self.apart, self._apart_turns), (self._long, self._long_turns)):
            process.close()
            turns.close()
        self.offload.close()


# ---- helpers ---------------------------------------------------------------------------------------------------------


def build_room(table: str, saved: Saved, names: dict[str, str] | None = None) -> Room:
    """Build a table from its log; `names` are those that the host has replaced."""
    match = snapshots.restore(*begun(saved.setup, saved.edition), saved.events, saved.snapshot)
    room = Room(table, match, read_links(saved.links), saved.created)
    room.names = names if names is not None else {}
    room.snapshot = saved.snapshot_seq
    room.replay(saved.events)
    room.tail(WATCHER)  # worked out here, off the event loop: for a long game it can take a while
    if saved.events:
        room.updated = saved.events[-1].at
    return room


def urgency_of(room: Room) -> int:
    """Say who waits for the bot of a table."""
    people = [chair for chair in room.match.chairs if chair.kind == "person"]
    if not people:
        return ALONE
    here = [chair for chair in people if room.is_here(chair.player)]
    if not here:
        return AWAY
    return HERE if any(not chair.automatic for chair in here) else STANDIN


__all__ = ["AnyEvent", "Hub", "TableInfo", "clock_ms", "draw"]
