"""Measures what many processes cost besides the play itself: writes to the database, and notices between them.

tools/scale.py              SQLite, then PostgreSQL in a separate cluster with 1, 4 and 16 writing processes

Processor time is what counts; rates in wall time depend on the disk and on what else uses the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import tempfile
import time
from pathlib import Path

import psycopg
from sqlalchemy import text

from rondel.server.store.group import CHANNEL
from rondel.server.store.storage import Rows, Storage, create_table
from rondel.server.wire.events import Played, Setup, encode
from tools.postgres import cluster, find_binaries

ROW = {"status": "playing", "updated": 0, "summary": b"x" * 400, "due": None}
NOTICES = 5_000


def write(url: str, table: str, groups: int, size: int, tell: bool = True) -> tuple[float, float]:
    """Write groups of decisions to one table; give the wall and the processor time for a decision in milliseconds."""
    storage = Storage(url, table)
    if not tell:
        storage.rows.tell = lambda cursor, tables: None  # type: ignore[method-assign]
    new = {"id": table, "host": "", "listed": False, "created": 0, "links": b"{}", "seq": 0, **ROW}
    storage.submit(
        lambda connection: create_table(connection, {**new, "setup": encode(Setup({}, 2, ""))}, ["a", "b"], [])
    ).result()
    begin, used, seq = time.perf_counter(), time.process_time(), 0
    for _ in range(groups):
        waiting = []
        for _ in range(size):
            seq += 1
            rows = Rows(table, [(seq, Played(seq, 0, 5, "maneuver1", nonce="0.123456789012"))], {"seq": seq, **ROW})
            waiting.append(storage.submit(rows))
        for future in waiting:
            future.result()
    wall, own = time.perf_counter() - begin, time.process_time() - used
    storage.close()
    return 1000 * wall / seq, 1000 * own / seq


def _send(
    url: str, number: int, groups: int, size: int, tell: bool, results: multiprocessing.Queue[tuple[float, float]]
) -> None:
    results.put(write(url, f"table-{number}", groups, size, tell))


def together(url: str, processes: int, groups: int, size: int, tell: bool) -> tuple[float, float]:
    """Let several processes write at once; give decisions a second of all, and the processor time of each for one."""
    results: multiprocessing.Queue[tuple[float, float]] = multiprocessing.Queue()
    started = [
        multiprocessing.Process(target=_send, args=(url, number, groups, size, tell, results))
        for number in range(processes)
    ]
    for process in started:
        process.start()
    found = [results.get() for _ in started]
    for process in started:
        process.join()
    return sum(1000 / wall for wall, _ in found), sum(own for _, own in found) / processes


async def listen(url: str) -> float:
    """Hear notices of another connection; give the processor time for one in milliseconds."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        with psycopg.connect(url, autocommit=True) as sender:
            for start in range(0, NOTICES, 100):
                told = [f"0123456789abcdef table-{number}" for number in range(start, start + 100)]
                sender.execute(f"SELECT pg_notify('{CHANNEL}', told) FROM unnest(%s::text[]) AS told", (told,))
        used, heard = time.process_time(), 0
        async for _ in connection.notifies():
            heard += 1
            if heard == NOTICES:
                break
        return 1000 * (time.process_time() - used) / NOTICES


def backends(url: str) -> float:
    """Give the processor time that all processes of the cluster have used so far, in seconds."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
    assert row is not None
    head = int((Path(str(row[0])) / "postmaster.pid").read_text().split()[0])
    total = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        words = path.read_text().rpartition(")")[2].split()
        if int(words[1]) == head or int(path.parent.name) == head:
            ended = (13, 14) if int(path.parent.name) == head else ()  # of connections that are closed by now
            total += sum(int(words[place]) for place in (11, 12, *ended)) / os.sysconf("SC_CLK_TCK")
    return total


def size_of(url: str) -> float:
    """Give the bytes that a decision takes in PostgreSQL's table of events, with its index."""
    storage = Storage(url)
    query = text("SELECT pg_total_relation_size('events') * 1.0 / greatest(count(*), 1) FROM events")
    found = float(storage.read_now(lambda connection: connection.execute(query).scalar_one()))
    storage.close()
    return found


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--groups", type=int, default=200, help="commits of each writer")
    groups = parser.parse_args().groups
    with tempfile.TemporaryDirectory(prefix="rondel-scale-") as folder:
        for size in (1, 4, 64):
            wall, own = write(f"sqlite:///{folder}/{size}.db", "t", groups, size)
            print(f"SQLite, {size} in a commit: {1000 / wall:,.0f} decisions/s, {own:.3f} ms of processor each")
            if size == 64:
                bytes_each = Path(f"{folder}/{size}.db").stat().st_size / (groups * size)
                print(f"SQLite: {bytes_each:.0f} bytes on disk for a decision")
    binaries = find_binaries()
    if binaries is None:
        return
    for processes, size, tell in ((1, 1, True), (1, 4, True), (4, 4, True), (16, 4, True), (16, 4, False)):
        with cluster(binaries) as url:
            Storage(url).close()  # the tables are made once
            before = backends(url)
            rate, own = together(url, processes, groups // 2, size, tell)
            base = (backends(url) - before) * 1000 / (processes * size * (groups // 2))
            how = "" if tell else ", nobody told"
            print(f"PostgreSQL, {processes} processes, {size} in a commit{how}: {rate:,.0f} decisions/s,", end=" ")
            print(f"{own:.3f} ms of processor each, {base:.3f} ms in the database")
            if not tell:
                print(f"PostgreSQL: {size_of(url):.0f} bytes on disk for a decision")
                print(f"a notice: {asyncio.run(listen(url)):.3f} ms of processor in each process that hears it")


if __name__ == "__main__":
    main()
