"""Backups that work for any database: one JSON object per line, table by table, in one consistent read."""

from __future__ import annotations

import base64
import json
import os
import re
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, LargeBinary, RowMapping, Table, func, insert, inspect, select

from rondel.errors import RondelError
from rondel.game import JsonDict
from rondel.server.store.database import forms, make_engine, revision, upgrade
from rondel.server.store.schema import metadata

#: left out: people sign in again after a restore, snapshots follow from the events, and heartbeats, links to reset a
#: password and notices that wait are of the moment
LEFT_OUT = ("beats", "outbox", "resets", "sessions", "snapshots")
CHUNK = 500
#: names of backups that are made by the clock, in the order of time; no other file of their folder is ever removed
TIMED = "rondel-%Y%m%d-%H%M%S.jsonl"
TIMED_NAME = re.compile(r"rondel-\d{8}-\d{6}\.jsonl")


def _kept() -> list[Table]:
    return [table for table in metadata.sorted_tables if table.name not in LEFT_OUT]


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner can read: it contains hashes, addresses and a key."""
    handle = os.open(path, flags, 0o600)
    os.fchmod(handle, 0o600)  # an older file keeps its mode otherwise
    return handle


def backup(url: str, target: str) -> str:
    """Write everything to a file, even while the server runs. An existing file is replaced only by a complete one."""
    engine = make_engine(url)
    part = f"{target}.part"
    rows = 0
    with engine.connect() as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        form = revision(connection)
        if form is None:
            raise RondelError("bad_request", "The database is empty; there is nothing to back up.")
        with open(part, "w", encoding="utf-8", opener=_private) as file:
            file.write(json.dumps({"rondel": "backup", "form": form}) + "\n")
            for table in _kept():
                for row in connection.execute(select(table)).yield_per(CHUNK):
                    file.write(json.dumps({"table": table.name, "row": _plain(row._mapping)}) + "\n")
                    rows += 1
            file.write(json.dumps({"end": rows}) + "\n")
    engine.dispose()
    os.replace(part, target)
    return f"{rows} rows written to {target}."


def backup_into(url: str, folder: str, keep: int, now: datetime) -> str:
    """Write a backup named after the time into a folder, and delete those older than this many days."""
    place = Path(folder)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    said = backup(url, str(place / now.strftime(TIMED)))
    oldest = (now - timedelta(days=keep)).strftime(TIMED)
    for path in place.iterdir():
        if TIMED_NAME.fullmatch(path.name) and path.name < oldest:
            path.unlink()
            said += f" {path.name} removed."
    return said


def restore(url: str, source: str) -> str:
    """Restore a backup into an empty database, all or nothing; one from an older version is upgraded."""
    engine = make_engine(url)
    form = _form(Path(source), forms(engine))
    with engine.connect() as connection:
        fresh = revision(connection) is None
    if fresh:
        upgrade(engine, form)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        there = set(inspect(connection).get_table_names())  # an older form has fewer
        for table in (table for table in metadata.sorted_tables if table.name in there):
            if connection.execute(select(func.count()).select_from(table)).scalar_one():
                raise RondelError("bad_request", "The database is not empty; restore into a new one.")
        if revision(connection) != form:
            raise RondelError("bad_request", f"The database is not of the form {form}; restore into a new one.")
        rows = _fill(connection, Path(source))
    upgrade(engine)
    engine.dispose()
    return f"{rows} rows restored from {source}."


def _form(source: Path, known: set[str]) -> str:
    """Say which form a backup has."""
    with source.open(encoding="utf-8") as file:
        try:
            head = json.loads(next(file, "null"))
        except ValueError:
            head = None
    if not isinstance(head, dict) or head.get("rondel") != "backup":
        raise RondelError("bad_request", f"{source} is no backup.")
    if head.get("form") not in known:
        raise RondelError("bad_request", f"The backup has the form {head.get('form')}; use the program it is from.")
    return str(head["form"])


def _fill(connection: Connection, source: Path) -> int:
    tables = {table.name: table for table in _kept()}
    rows, end = 0, None
    with source.open(encoding="utf-8") as file:
        try:
            next(file)  # the form
            for line in file:
                entry: JsonDict = json.loads(line)
                if "end" in entry:
                    end = entry["end"]
                    break
                table = tables[entry["table"]]
                connection.execute(insert(table), _thick(table, entry["row"]))
                rows += 1
        except (ValueError, KeyError, TypeError) as error:
            raise RondelError("bad_request", f"{source} is damaged after {rows} rows.") from error
    if end != rows:
        raise RondelError("bad_request", f"{source} ends early: it is not whole.")
    return rows


def _plain(row: RowMapping) -> JsonDict:
    return {
        name: base64.b64encode(value).decode() if isinstance(value, bytes | memoryview) else value
        for name, value in row.items()
    }


def _thick(table: Table, row: JsonDict) -> JsonDict:
    binary = {column.name for column in table.columns if isinstance(column.type, LargeBinary)}
    return {
        name: base64.b64decode(value) if name in binary and value is not None else value for name, value in row.items()
    }
