"""Several server processes on one PostgreSQL: ratings, clocks and flags, measured.

python -m tools.processes                     two processes, then four; 5,000 tables with clocks, 1,000 rated results
python -m tools.processes --write             the same, and the figures go to docs/quality.md

On the loopback only, with a temporary PostgreSQL cluster. The tables are written into the database as a server writes
them; their clocks run out over a stretch of time, and whichever process leads must end each game in time.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import re
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import httpx
from sqlalchemy import Connection, text

from rondel.record import start_record
from rondel.registry import make
from rondel.server.core.editions import edition_of
from rondel.server.core.match import Match, new_setup, open_match
from rondel.server.people import scores
from rondel.server.people.scores import Entry, Finished
from rondel.server.store.storage import Storage, create_table
from rondel.server.tables.hub import clock_ms
from rondel.server.tables.room import Room
from rondel.server.tables.rows import row_of
from rondel.server.wire.events import AnyEvent, Chair, Flagged, Pace, decode_event, encode
from tools.kill import Server
from tools.load import percentile
from tools.postgres import cluster, find_binaries

PAGE = Path(__file__).parents[1] / "docs" / "quality.md"
BLOCK = re.compile(r"<!-- processes -->.*?<!-- /processes -->", re.DOTALL)
GAME = "antike-2006"
MINUTE = 60_000


@dataclass
class Figures:
    """What was measured with a number of processes."""

    processes: int
    tables: int
    late: list[float]
    missing: int
    ratings: int
    results: int
    spread: float
    connections: int

    def cells(self) -> list[str]:
        """Write the row of a table."""
        late = f"{percentile(self.late, 0.5) / 1000:.2f} / {percentile(self.late, 1) / 1000:.2f} s"
        return [
            str(self.processes), f"{self.tables:,}", late, str(self.missing),
            f"{self.ratings:,} of {self.results:,}", f"{self.spread:.0f} ms", str(self.connections),
        ]  # fmt: skip


HEADS = ["processes", "tables with clocks", "a flag falls late by (median / most)", "flags missed", "results rated",
         "one clock at all processes, apart by", "connections to PostgreSQL a process"]  # fmt: skip


def clocked(table: str, ends: int) -> tuple[Match, list[AnyEvent]]:
    """Seat two players at a table whose first clock runs out at a given moment."""
    game = make(GAME, 2)
    setup = new_setup(start_record(game.new(1)), "ann", pace=Pace("live", minutes=1, timeout="loss"))
    match = open_match(setup, game, ())
    events: list[AnyEvent] = []
    for seat, player in enumerate(("ann", "ben")):
        sat = match.sit(seat, Chair("person", f"{player}{table}", player.title()), "joined", ends - MINUTE, _nothing)
        match, events = sat.after, [*events, *sat.events]
    return match, events


def _nothing(outcomes: object) -> int:
    raise AssertionError("nothing is random here")


def store(connection: Connection, table: str, ends: int) -> None:
    """Store a table with running clocks."""
    match, events = clocked(table, ends)
    row = {**row_of(Room(table, match, {}, ends), match, ends - MINUTE), "id": table, "host": "ann", "listed": False,
           "created": ends - MINUTE, "setup": encode(match.setup), "links": b"{}"}  # fmt: skip
    create_table(connection, row, [chair.player for chair in match.chairs], events, edition_of(match.game))


def flags(connection: Connection, tables: int) -> dict[str, int]:
    """Give when the flags fell, by table."""
    rows = connection.execute(text("SELECT table_id, body FROM events WHERE seq > 3")).all()
    found = [(row.table_id, decode_event(bytes(row.body))) for row in rows]
    return {table: event.at for table, event in found if isinstance(event, Flagged)}


def rate(storages: list[Storage], results: int) -> int:
    """Let all processes store rated results of one player at once; count those in the rating."""

    def one(place: int) -> None:
        entries = [Entry(0, "eve", True, 1.0), Entry(1, f"rival{place}", True, -1.0)]
        work = partial(scores.keep_result, game=Finished(f"rated{place}", "x", entries, place, rated=True))
        storages[place % len(storages)].submit(work).result(60)

    with ThreadPoolExecutor(16) as crowd:
        list(crowd.map(one, range(results)))
    rows = storages[0].read_now(lambda c: c.execute(text("SELECT games FROM ratings WHERE who = 'eve'")).all())
    return int(rows[0].games) if rows else 0


async def faces(servers: list[Server], table: str) -> float:
    """Ask every process for one clock at the same moment; give how far they are apart in milliseconds."""

    async def left(server: Server) -> float:
        async with httpx.AsyncClient(base_url=server.base, trust_env=False, timeout=30) as client:
            said = (await client.post(f"/api/tables/{table}/messages", json={"type": "refresh"})).json()["clock"]
        return float(said["left"][said["running"]] + said["since"])

    found = await asyncio.gather(*(left(server) for server in servers))
    return max(found) - min(found)


def connections(database: Storage, servers: int) -> int:
    """Count the connections that the servers hold, for each of them."""
    query = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
    return int(database.read_now(lambda c: c.execute(query).scalar_one())) // servers


def measure(database: str, folder: str, processes: int, tables: int, results: int, stretch: float) -> Figures:
    """Measure with a number of processes."""
    mine = Storage(database)
    for name in ("events", "tables", "seats", "results", "finished", "ratings"):
        mine.submit(lambda c, name=name: c.exec_driver_sql(f"DELETE FROM {name}") and None).result(60)  # type: ignore[misc]
    begin = clock_ms() + 30_000 + 4 * tables
    ends = {f"t{place}": begin + int(1000 * stretch * place / tables) for place in range(tables)}
    for table, moment in ends.items():
        mine.submit(partial(store, table=table, ends=moment))
    mine.submit(partial(store, table="last", ends=clock_ms() + 10 * MINUTE)).result(600)
    mine.close()
    servers = [Server(database, folder) for _ in range(processes)]
    for server in servers:
        server.start()
    try:
        time.sleep(max(0.0, begin / 1000 - time.time()) + 1)
        spread = max(asyncio.run(faces(servers, "last")) for _ in range(5))
        storages = [Storage(database, f"rater{place}") for place in range(processes)]
        rated = rate(storages, results)
        held = storages[0]
        time.sleep(max(0.0, begin / 1000 + stretch - time.time()) + 6)
        fell = held.read_now(lambda c: flags(c, tables))
        for storage in storages[1:]:
            storage.close()
        each = connections(held, processes)
        held.close()
    finally:
        for server in servers:
            server.end()
    late = [(fell[table] - moment) / 1000 for table, moment in ends.items() if table in fell]
    return Figures(processes, tables, late, tables - len(late), rated, results, spread, each)


def text_of(rows: list[Figures]) -> str:
    """Write the figures for the page."""
    where = (
        f"CPython {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores, "
        f"load average {os.getloadavg()[0]:.1f}, the database in {tempfile.gettempdir()}"
    )
    lines = [" | ".join(cells) for cells in (HEADS, ["---"] * len(HEADS), *(row.cells() for row in rows))]
    table = "\n".join(f"| {line} |" for line in lines)
    day = datetime.now(UTC).date().isoformat()
    return f"<!-- processes -->\nMeasured on {day}, {where}.\n\n{table}\n<!-- /processes -->"


def main() -> None:
    """Measure, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--results", type=int, default=1000)
    parser.add_argument("--stretch", type=float, default=60.0, help="seconds over which the clocks run out")
    parser.add_argument("--write", action="store_true", help="write the figures to docs/quality.md")
    args = parser.parse_args()
    binaries = find_binaries()
    assert binaries is not None, "PostgreSQL is not installed here"
    rows = []
    with tempfile.TemporaryDirectory(prefix="rondel-processes-") as folder, ExitStack() as stack:
        database = stack.enter_context(cluster(binaries))
        for count in args.processes:
            row = measure(database, folder, count, args.tables, args.results, args.stretch)
            print(" | ".join(row.cells()), f"(mean {statistics.fmean(row.late or [0]):.2f} s late)", flush=True)
            rows.append(row)
    if args.write:
        PAGE.write_text(BLOCK.sub(lambda _: text_of(rows), PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
