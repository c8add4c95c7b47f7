"""The connection to SQLite or PostgreSQL, and the tables brought up to date."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DatabaseError

from rondel.errors import RondelError

#: seconds to wait for a database that another program holds
BUSY = 2.0
#: connections of a process: the writer, four readers, and one for other reads
POOL = 6


def make_engine(url: str) -> Engine:
    """Make the engine for a database URL: a SQLite file with full sync, or PostgreSQL through psycopg."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        _make_private(address.database or "")
        how = {"timeout": BUSY, "check_same_thread": False}
        engine = create_engine(address, pool_size=POOL, connect_args=how)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(
        address.set(drivername="postgresql+psycopg"), pool_size=POOL, max_overflow=0, pool_pre_ping=True
    )


def _make_private(path: str) -> None:
    """Create a database file that nobody else on the machine may read; SQLite gives its other files the same mode.

    A file that is there keeps its mode, and where none can be made SQLite says why.
    """
    if path and path != ":memory:" and not path.startswith("file:"):
        with contextlib.suppress(OSError):
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _prepare_sqlite(connection: Any, record: object) -> None:
    """Use write-ahead logging and sync at every commit: what is acknowledged survives a power failure."""
    connection.isolation_level = None  # we begin transactions ourselves, not the driver
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "journal_size_limit=67108864"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    mode = "IMMEDIATE" if connection.get_execution_options().get("writes") else "DEFERRED"
    connection.exec_driver_sql(f"BEGIN {mode}")


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def upgrade(engine: Engine, form: str = "head") -> None:
    """Bring the tables up to date, or to an older form; processes that start together wait for each other."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7277001)")
        config = _config(connection)
        if revision(connection) != (ScriptDirectory.from_config(config).get_current_head() if form == "head" else form):
            command.upgrade(config, form)


def need_current(url: str) -> None:
    """Refuse a database that does not exist, or that no server of this program has brought up to date."""
    address = make_url(url)
    shown = address.render_as_string(hide_password=True)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        raise RondelError("bad_request", f"There is no database at {shown}. Set RONDEL_DATABASE or start the server.")
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            head = ScriptDirectory.from_config(_config(connection)).get_current_head()
            form = revision(connection)
    except DatabaseError as error:
        raise RondelError("bad_request", f"The database at {shown} cannot be read: {type(error).__name__}.") from error
    finally:
        engine.dispose()
    if form != head:
        raise RondelError("bad_request", f"The database has the form {form}, not {head}: start the server once.")


def forms(engine: Engine) -> set[str]:
    """List the forms that this program knows."""
    with engine.connect() as connection:
        return {script.revision for script in ScriptDirectory.from_config(_config(connection)).walk_revisions()}


def revision(connection: Connection) -> str | None:
    """Say which form the tables of a database have; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()
