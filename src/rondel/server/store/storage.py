"""What the server keeps: reads from a pool of connections, writes through one writer that commits in groups.

A write is acknowledged after its commit. Many writes share a commit, so that one sync to disk serves all that arrived
in the meantime.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Insert, Update, bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from rondel.game import JsonObject
from rondel.server.store import schema
from rondel.server.store.database import make_engine, upgrade
from rondel.server.wire.events import AnyEvent, Setup, decode_event, decode_setup, encode

T = TypeVar("T")
#: writes that share a commit at most
GROUP = 512
CHANNEL = "rondel"


class Conflict(Exception):
    """Another process has written to the table meanwhile."""


class Unwritable(Exception):
    """The database could not be written."""


#: what can go wrong with the database itself
TROUBLES = (Conflict, Unwritable, SQLAlchemyError)


@dataclass(slots=True)
class Rows:
    """Events to be added to a table, and what changes with them."""

    table: str
    events: Sequence[tuple[int, AnyEvent]] = ()
    row: JsonObject | None = None  # new values of the table's own row: all of ROW
    seats: Sequence[tuple[int, str]] = ()
    after: Callable[[Connection], None] | None = None  # more to be done in the same transaction


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


_ADD_EVENTS: Insert = insert(schema.events)
#: what changes in a table's own row with its events
ROW = ("seq", "status", "updated", "summary", "due")
_SET_ROW: Update = (
    update(schema.tables).where(schema.tables.c.id == bindparam("t")).values({name: bindparam(name) for name in ROW})
)
_SET_SEATS: Update = (
    update(schema.seats)
    .where(schema.seats.c.table_id == bindparam("t"), schema.seats.c.seat == bindparam("s"))
    .values(player=bindparam("p"))
)


@dataclass(slots=True)
class _Item:
    work: Rows | Callable[[Connection], Any]
    future: Future[Any] = field(default_factory=Future)


class Storage:
    """A database with one writer."""

    def __init__(self, url: str, origin: str = "") -> None:
        self.engine = make_engine(url)
        upgrade(self.engine)
        self.origin = origin
        self.shared = self.engine.dialect.name == "postgresql"
        self.commits = 0
        self.writes = 0
        self._file = _identity(self.engine.url.database) if self.engine.dialect.name == "sqlite" else None
        self._queue: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, "read")
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
        with self.engine.connect() as connection:
            return work(connection)

    # ---- writing -------------------------------------------------------------------------------------------------

    async def write(self, work: Rows | Callable[[Connection], T]) -> Any:
        """Write, and come back when it is safely on disk. Raises Conflict if another process was first."""
        return await asyncio.wrap_future(self.submit(work))

    def submit(self, work: Rows | Callable[[Connection], Any]) -> Future[Any]:
        """Hand a write to the writer."""
        item = _Item(work)
        self._queue.put(item)
        return item.future

    def _write_loop(self) -> None:
        while True:
            items = self._next_group()
            self._commit([item for item in items if item])
            if None in items:
                return

    def _next_group(self) -> list[_Item | None]:
        items = [self._queue.get()]
        while items[-1] is not None and len(items) < GROUP:
            try:
                items.append(self._queue.get_nowait())
            except queue.Empty:
                break
        # from here on a write cannot be cancelled; a client that has gone is simply not told
        return [item for item in items if item is None or item.future.set_running_or_notify_cancel()]

    def _commit(self, items: list[_Item]) -> None:
        """Write a group in one transaction; if that fails, each separately, so that one cannot break the others."""
        if not items:
            return
        try:
            answers = self._transact(items)
        except Exception as error:  # whatever it is, it belongs to the one who asked for the write
            if len(items) == 1 or isinstance(error, OperationalError | Unwritable):
                # the database itself is locked, full or gone: all are told at once, and the next ones are tried anew
                for item in items:
                    item.future.set_exception(_failure(error))
            else:
                for item in items:
                    self._commit([item])
            return
        self.commits += 1
        self.writes += len(items)
        for item, answer in zip(items, answers, strict=True):
            item.future.set_result(answer)

    def need_file(self) -> None:
        """Refuse to write where the database's file was removed or replaced: nobody would find what is written."""
        if self._file is not None and _identity(self.engine.url.database) != self._file:
            raise Unwritable("the database file is gone")

    def _transact(self, items: Sequence[_Item]) -> list[Any]:
        self.need_file()
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            rows = [item.work for item in items if isinstance(item.work, Rows)]
            self._add_rows(connection, rows)
            answers = [None if isinstance(item.work, Rows) else item.work(connection) for item in items]
            for row in rows:
                if row.after:
                    row.after(connection)
            self._notify(connection, rows)
            return answers

    def _add_rows(self, connection: Connection, rows: Sequence[Rows]) -> None:
        added = [
            {"table_id": row.table, "seq": seq, "body": encode(event)} for row in rows for seq, event in row.events
        ]
        if added:
            connection.execute(_ADD_EVENTS, added)
        changed = [{"t": row.table, **row.row} for row in rows if row.row]
        if changed:
            connection.execute(_SET_ROW, changed)
        moved = [{"t": row.table, "s": seat, "p": player} for row in rows for seat, player in row.seats]
        if moved:
            connection.execute(_SET_SEATS, moved)

    def _notify(self, connection: Connection, rows: Sequence[Rows]) -> None:
        """Tell the other processes, at the moment of the commit, which tables have gone on."""
        if self.shared and rows:
            tell = text(f"SELECT pg_notify('{CHANNEL}', :what)")
            for table in {row.table for row in rows}:
                connection.execute(tell, {"what": f"{self.origin} {table}"})


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
) -> None:
    """Store a new table with its first events, and the rules it begins with unless another table has the same."""
    if edition[0]:
        keep = text("INSERT INTO editions (id, body) VALUES (:id, :body) ON CONFLICT DO NOTHING")
        connection.execute(keep, {"id": edition[0], "body": edition[1]})
    connection.execute(insert(schema.tables), dict(row))
    connection.execute(
        insert(schema.seats),
        [{"table_id": row["id"], "seat": seat, "player": player} for seat, player in enumerate(players)],
    )
    if added:
        stored = [{"table_id": row["id"], "seq": seq, "body": encode(event)} for seq, event in enumerate(added, 1)]
        connection.execute(_ADD_EVENTS, stored)


def load_table(connection: Connection, table: str) -> Saved | None:
    """Read a table with its whole log."""
    row = connection.execute(
        select(schema.tables.c.setup, schema.tables.c.links, schema.tables.c.created, schema.tables.c.status).where(
            schema.tables.c.id == table
        )
    ).first()
    if row is None:
        return None
    kept = connection.execute(
        select(schema.snapshots.c.body, schema.snapshots.c.seq).where(schema.snapshots.c.table_id == table)
    ).first()
    saved = Saved(decode_setup(row.setup), load_events(connection, table, 0), row.links, row.created)
    if kept is not None:
        saved.snapshot, saved.snapshot_seq = kept.body, kept.seq
    body = connection.execute(
        select(schema.editions.c.body).where(schema.editions.c.id == saved.setup.edition)
    ).scalar()
    saved.edition, saved.status = body or b"", row.status
    return saved


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
