"""A group of writes straight to the database driver: most commits, without SQLAlchemy's overhead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ClauseElement, Connection, Dialect, Engine, bindparam, insert, update
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError

from rondel.game import JsonDict, JsonObject
from rondel.server.store import schema
from rondel.server.wire.events import AnyEvent, encode

CHANNEL: Final = "rondel"


@dataclass(slots=True)
class Rows:
    """Events to be added to a table, and what changes with them."""

    table: str
    events: Sequence[tuple[int, AnyEvent]] = ()
    row: JsonObject | None = None  # new values of the table's own row
    seats: Sequence[tuple[int, str]] = ()
    after: Callable[[Connection], None] | None = None  # more to be done in the same transaction


class Statement:
    """A statement that is written once for a driver, and then run with many rows."""

    def __init__(self, statement: ClauseElement, names: Sequence[str], dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(names))
        self.text = str(compiled)
        self._order: Sequence[str] | None = getattr(compiled, "positiontup", None)

    def run(self, cursor: DBAPICursor, rows: Sequence[JsonDict]) -> None:
        """Run it for each row."""
        if rows:
            order = self._order
            cursor.executemany(self.text, [tuple(row[name] for name in order) for row in rows] if order else rows)


class Writer:
    """Writes the rows of many tables in one transaction."""

    def __init__(self, engine: Engine, origin: str) -> None:
        self._engine, self._origin, dialect = engine, origin, engine.dialect
        self._shared = dialect.name == "postgresql"
        events, seats = schema.events, schema.seats
        self._add_events = Statement(insert(events), ("table_id", "seq", "body"), dialect)
        self._dialect = dialect
        self._set_rows: dict[tuple[str, ...], Statement] = {}  # by the columns that are set
        self._set_seats = Statement(
            update(seats)
            .where(seats.c.table_id == bindparam("t"), seats.c.seat == bindparam("s"))
            .values(player=bindparam("p")),
            (), dialect,
        )  # fmt: skip

    def write(self, rows: Sequence[Rows]) -> None:
        """Write rows, and come back when they are safely on disk."""
        with closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            with self._errors():
                if not self._shared:  # PostgreSQL's driver begins a transaction itself
                    cursor.execute("BEGIN IMMEDIATE")
                self._add(cursor, rows)
                connection.commit()

    def add(self, connection: Connection, rows: Sequence[Rows]) -> None:
        """Add rows to a transaction that holds more."""
        with self._errors():
            self._add(connection.connection.cursor(), rows)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Give the driver's errors the names they have everywhere else."""
        driver = self._engine.dialect.loaded_dbapi
        try:
            yield
        except driver.Error as error:
            raise DBAPIError.instance(None, None, error, driver.Error) from error

    def _add(self, cursor: DBAPICursor, rows: Sequence[Rows]) -> None:
        self._add_events.run(
            cursor,
            [{"table_id": row.table, "seq": seq, "body": encode(event)} for row in rows for seq, event in row.events],
        )
        by_columns: dict[tuple[str, ...], list[JsonDict]] = {}
        for row in rows:
            if row.row:
                by_columns.setdefault((*row.row,), []).append({"t": row.table, **row.row})
        for columns, values in by_columns.items():
            self._set_row(columns).run(cursor, values)
        self._set_seats.run(
            cursor, [{"t": row.table, "s": seat, "p": player} for row in rows for seat, player in row.seats]
        )
        if self._shared and rows:
            self.tell(cursor, {row.table for row in rows})

    def _set_row(self, columns: tuple[str, ...]) -> Statement:
        """Give the statement that sets these columns: what is not named needs no change in an index either."""
        if columns not in self._set_rows:
            tables = schema.tables
            statement = update(tables).where(tables.c.id == bindparam("t"))
            statement = statement.values({name: bindparam(name) for name in columns})
            self._set_rows[columns] = Statement(statement, (), self._dialect)
        return self._set_rows[columns]

    def tell(self, cursor: DBAPICursor, tables: Collection[str]) -> None:
        """Tell the other processes, in one statement, which tables went on; PostgreSQL passes it on at the commit."""
        told = [f"{self._origin} {table}" for table in tables]
        cursor.execute(f"SELECT pg_notify('{CHANNEL}', told) FROM unnest(%s::text[]) AS told", (told,))
