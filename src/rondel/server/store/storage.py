"""What the server keeps: reads from a pool of connections, writes through one writer that commits in groups.

A write is acknowledged after its commit. Many writes share a commit, so that one sync to disk serves all that arrived
in the meantime.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from rondel.game import JsonObject
from rondel.server.store import schema
from rondel.server.store.database import POOL, make_engine, upgrade
from rondel.server.store.group import CHANNEL, Rows, Writer
from rondel.server.wire.events import AnyEvent, Setup, decode_event, decode_setup, encode

T = TypeVar("T")
#: writes that share a commit at most
GROUP = 512
#: rules of stored games kept in memory
EDITIONS = 64
_editions: dict[str, bytes] = {}
#: if the last commit ended less than this many seconds ago, the next one waits a little, so that more can share it:
#: a commit costs as much processor time as a third of a decision, and nobody notices a few thousandths of a second
BUSY = 0.02
GATHER = 0.007


class Conflict(Exception):
    """Another process has written to the table meanwhile."""


class Unwritable(Exception):
    """The database could not be written."""


#: what can go wrong with the database itself
TROUBLES = (Conflict, Unwritable, SQLAlchemyError)


@dataclass(slots=True)
class Saved:
    """A table as it is stored."""

    setup: Setup
    events: list[AnyEvent]
    links: bytes
    created: int
    snapshot: bytes = b""  # of the match at some moment; see `core.snapshots`
    snapshot_seq: int = 0
    edition: bytes = b""  # the rules and the board it began with
    status: str = ""


#: what somebody waits for, in a thread or in an event loop
Waiting = Future[Any] | asyncio.Future[Any]
_ADD_EVENTS = insert(schema.events)


@dataclass(slots=True)
class _Item:
    work: Rows | Callable[[Connection], object]
    future: Waiting
    loop: asyncio.AbstractEventLoop | None = None  # that of an asyncio future

    def starts(self) -> bool:
        """Say whether somebody still wants it; from here on it is carried out even if the asker is gone."""
        if isinstance(self.future, Future):
            return self.future.set_running_or_notify_cancel()
        return not self.future.cancelled()


class Storage:
    """A database with one writer."""

    def __init__(self, url: str, origin: str = "") -> None:
        self.engine = make_engine(url)
        upgrade(self.engine)
        self.origin = origin
        self.shared = self.engine.dialect.name == "postgresql"
        self.commits = 0
        self.writes = 0
        self.rows = Writer(self.engine, origin)
        self._ended = 0.0  # when the last commit did
        self._file = _identity(self.engine.url.database) if self.engine.dialect.name == "sqlite" else None
        self._queue: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, "read")
        self._places = threading.BoundedSemaphore(POOL - 1)  # the writer always finds a connection
        self._writer = threading.Thread(target=self._write_loop, name="writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    # ---- reading -------------------------------------------------------------------------------------------------

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Do something with a connection, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, work)

    def read_now(self, work: Callable[[Connection], T]) -> T:
        """Do something with a connection, here."""
        with self._places, self.engine.connect() as connection:
            return work(connection)

    # ---- writing -------------------------------------------------------------------------------------------------

    async def write(self, work: Rows | Callable[[Connection], T]) -> Any:
        """Write, and return when it is safely on disk. Raises Conflict if another process was first."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._queue.put(_Item(work, future, loop))
        return await future

    def submit(self, work: Rows | Callable[[Connection], T]) -> Future[Any]:
        """Hand a write to the writer."""
        future = Future[Any]()
        self._queue.put(_Item(work, future))
        return future

    def _write_loop(self) -> None:
        while True:
            items = self._next_group()
            self._commit([item for item in items if item])
            self._ended = time.monotonic()
            if None in items:
                return

    def _next_group(self) -> list[_Item | None]:
        items = [self._queue.get()]
        if time.monotonic() - self._ended < BUSY:
            time.sleep(GATHER)
        while items[-1] is not None and len(items) < GROUP:
            try:
                items.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return [item for item in items if item is None or item.starts()]

    def _commit(self, items: list[_Item]) -> None:
        """Write a group in one transaction; if that fails, in halves, so that one cannot break or delay the others."""
        if not items:
            return
        try:
            answers = self._transact(items)
        except Exception as error:  # the one who asked for the write gets the error
            if len(items) == 1 or isinstance(error, OperationalError | Unwritable):
                # the database itself is locked, full or gone: all fail at once, and the next ones are tried again
                _tell([(item, _failure(error)) for item in items])
            else:
                half = len(items) // 2
                self._commit(items[:half])
                self._commit(items[half:])
            return
        self.commits += 1
        self.writes += len(items)
        _tell(list(zip(items, answers, strict=True)))

    def need_file(self) -> None:
        """Refuse to write where the database's file was removed or replaced: nobody would find what is written."""
        if self._file is not None and _identity(self.engine.url.database) != self._file:
            raise Unwritable("the database file is gone")

    def _transact(self, items: Sequence[_Item]) -> list[object]:
        self.need_file()
        rows = [item.work for item in items if isinstance(item.work, Rows)]
        if len(rows) == len(items) and not any(row.after for row in rows):
            self.rows.write(rows)
            return [None] * len(items)
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            self.rows.add(connection, rows)
            answers = [None if isinstance(item.work, Rows) else item.work(connection) for item in items]
            for row in rows:
                if row.after:
                    row.after(connection)
            return answers


def _tell(answers: Sequence[tuple[_Item, object]]) -> None:
    """Give everybody their answer or error; a loop is woken once for all of its own."""
    waiting: dict[asyncio.AbstractEventLoop | None, list[tuple[Waiting, object]]] = {}
    for item, answer in answers:
        waiting.setdefault(item.loop, []).append((item.future, answer))
    for loop, told in waiting.items():
        if loop is None:
            _settle(told)
            continue
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(_settle, told)


def _settle(told: Sequence[tuple[Waiting, object]]) -> None:
    for future, answer in told:
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def _identity(path: str | None) -> tuple[int, int] | None:
    """Say which file a path leads to; None for a database in memory."""
    if not path or path == ":memory:" or path.startswith("file:"):
        return None
    try:
        found = os.stat(path)
    except OSError:
        return (-1, -1)
    return found.st_dev, found.st_ino


def _failure(error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return Conflict()
    if isinstance(error, SQLAlchemyError):
        return Unwritable(type(error).__name__)
    return error


# ---- tables ----------------------------------------------------------------------------------------------------------


def create_table(
    connection: Connection,
    row: JsonObject,
    players: Sequence[str],
    added: Sequence[AnyEvent],
    edition: tuple[str, bytes] = ("", b""),
    first: int = 1,
) -> None:
    """Store a new table with its events from the number `first` on, which `add_events` has stored up to there.

    The rules it begins with are stored too, unless another table has the same.
    """
    if edition[0]:
        keep = text("INSERT INTO editions (id, body) VALUES (:id, :body) ON CONFLICT DO NOTHING")
        connection.execute(keep, {"id": edition[0], "body": edition[1]})
    connection.execute(insert(schema.tables), dict(row))
    connection.execute(
        insert(schema.seats),
        [{"table_id": row["id"], "seat": seat, "player": player} for seat, player in enumerate(players)],
    )
    add_events(connection, str(row["id"]), added, first)


def add_events(connection: Connection, table: str, added: Sequence[AnyEvent], first: int) -> None:
    """Store events of a table to come: nobody sees them before `create_table`."""
    if added:
        stored = [{"table_id": table, "seq": seq, "body": encode(event)} for seq, event in enumerate(added, first)]
        connection.execute(_ADD_EVENTS, stored)


def load_table(connection: Connection, table: str) -> Saved | None:
    """Read a table with its whole log."""
    row = connection.execute(
        select(
            schema.tables.c.setup, schema.tables.c.links, schema.tables.c.created, schema.tables.c.status,
            schema.snapshots.c.body, schema.snapshots.c.seq,
        )
        .join(schema.snapshots, schema.snapshots.c.table_id == schema.tables.c.id, isouter=True)
        .where(schema.tables.c.id == table)
    ).first()  # fmt: skip
    if row is None:
        return None
    saved = Saved(decode_setup(row.setup), load_events(connection, table, 0), row.links, row.created)
    if row.body is not None:
        saved.snapshot, saved.snapshot_seq = row.body, row.seq
    saved.edition, saved.status = _edition(connection, saved.setup.edition), row.status
    return saved


def _edition(connection: Connection, fingerprint: str) -> bytes:
    """Give the rules that tables began with; they never change and are large, so recent ones stay in memory."""
    if fingerprint in _editions:
        return _editions[fingerprint]
    found = connection.execute(select(schema.editions.c.body).where(schema.editions.c.id == fingerprint)).scalar()
    if found:
        if len(_editions) >= EDITIONS:
            _editions.clear()
        _editions[fingerprint] = bytes(found)
    return bytes(found or b"")


def keep_snapshot(connection: Connection, table: str, seq: int, body: bytes) -> None:
    """Store a snapshot of a table, unless another process has stored a later one."""
    snapshots = schema.snapshots
    kept = connection.execute(select(snapshots.c.seq).where(snapshots.c.table_id == table)).scalar()
    if kept is None:
        connection.execute(insert(snapshots).values(table_id=table, seq=seq, body=body))
    elif kept < seq:
        connection.execute(update(snapshots).where(snapshots.c.table_id == table).values(seq=seq, body=body))


def load_events(connection: Connection, table: str, after: int) -> list[AnyEvent]:
    """Read the events of a table after a sequence number."""
    found = connection.execute(
        select(schema.events.c.body)
        .where(schema.events.c.table_id == table, schema.events.c.seq > after)
        .order_by(schema.events.c.seq)
    )
    return [decode_event(body) for (body,) in found]


__all__ = [
    "CHANNEL", "TROUBLES", "Conflict", "Rows", "Saved", "Storage", "Unwritable", "create_table", "keep_snapshot",
    "load_events", "load_table",
]  # fmt: skip
