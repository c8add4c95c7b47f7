"""Measures a table of 20,000 decisions with 10,000 undos on a running server.

python -m tools.attack.table                  opened cold, taken back, downloaded; other tables ping meanwhile
python -m tools.attack.table --write          the same, and the figures go to docs/quality.md
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import re
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import httpx

from tools.attack.__main__ import LIMITS
from tools.attack.crowd import Crowd, bearer
from tools.attack.long import Guest, prepare
from tools.kill import Server
from tools.load import percentile
from tools.urgent import hurry

PAGE = Path(__file__).parents[2] / "docs" / "quality.md"
BLOCK = re.compile(r"<!-- table -->.*?<!-- /table -->", re.DOTALL)
TABLE = "long0"
#: how often the record is asked for, and a decision taken back
TIMES = 10


async def timed(call: Callable[[], Awaitable[httpx.Response]]) -> tuple[float, httpx.Response]:
    """Give how long an answer took in milliseconds, and the answer."""
    begin = time.perf_counter()
    answer = await call()
    assert answer.status_code == 200, answer.text[:300]
    return 1000 * (time.perf_counter() - begin), answer


async def settle(server: Server, guest: Guest) -> None:
    """Open the table once, so that the server keeps a snapshot of it, as it does of every table that is played."""
    async with httpx.AsyncClient(base_url=server.base, trust_env=False, timeout=60) as client:
        await timed(lambda: client.get(f"/api/tables/{TABLE}", headers=bearer(guest.token)))
        await asyncio.sleep(2)


async def measure(server: Server, guest: Guest, players: int) -> dict[str, str]:
    """Open the table cold, take back and download while others play."""
    crowd = Crowd(server.base, players, 20.0)
    await crowd.come()
    crowd.begin()
    await asyncio.sleep(2)
    crowd.times.take()
    head = bearer(guest.token)
    async with httpx.AsyncClient(base_url=server.base, trust_env=False, timeout=60) as client:

        async def say(**message: object) -> tuple[float, httpx.Response]:
            return await timed(lambda: client.post(f"/api/tables/{TABLE}/messages", json=message, headers=head))

        cold, _ = await timed(lambda: client.get(f"/api/tables/{TABLE}", headers=head))
        undos = []
        for _ in range(TIMES):
            _, fresh = await say(type="refresh")
            took, answer = await say(type="undo", rev=fresh.json()["rev"], step=fresh.json()["step"] - 1)
            assert answer.json()["type"] == "ack", answer.text
            undos.append(took / 1000)
        first, _ = await timed(lambda: client.get(f"/api/tables/{TABLE}/record", headers=head))
        again = [
            (await timed(lambda: client.get(f"/api/tables/{TABLE}/record", headers=head)))[0] for _ in range(TIMES)
        ]
    pings = crowd.times.take().seconds.get("ping", [])
    await crowd.go()
    return {
        "opened cold": f"{cold:.0f} ms (wanted: 300)",
        "taken back, median": f"{percentile(undos, 0.5):.1f} ms (wanted: 20)",
        "taken back, longest": f"{percentile(undos, 1):.1f} ms",
        "record, the first time": f"{first:.0f} ms",
        "record, from the second time on, longest": f"{max(again):.1f} ms (wanted: 100)",
        "pings of other tables meanwhile, p99": f"{percentile(pings, 0.99):.1f} ms (wanted: 50)",
    }


def main() -> None:
    """Measure, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--write", action="store_true", help="write the figures to docs/quality.md")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rondel-table-") as folder:
        database = f"sqlite:///{folder}/rondel.db"
        (guest,) = prepare(database, 1, 1)
        server = Server(database, folder, **LIMITS)
        server.command = [*hurry(), *server.command]
        try:
            server.start()
            asyncio.run(settle(server, guest))
            server.end()
            server.start()
            figures = asyncio.run(measure(server, guest, args.players))
        finally:
            server.end()
    rows = "\n".join(f"| {name} | {value} |" for name, value in figures.items())
    print(rows)
    if args.write:
        where = f"CPython {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
        day = datetime.now(UTC).date().isoformat()
        heads = f"Measured on {day}, {where}.\n\n| measured | value |\n| --- | --- |"
        part = f"<!-- table -->\n{heads}\n{rows}\n<!-- /table -->"
        PAGE.write_text(BLOCK.sub(lambda _: part, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
