"""Kills the server with SIGKILL again and again under load, and checks that nothing acknowledged is lost.

python -m tools.kill --kills 100                 on a new SQLite file
python -m tools.kill --kills 100 --postgres      on a separate PostgreSQL cluster

Players reconnect and resend, with the same nonce, what was not acknowledged. After every kill each
table's log must begin with exactly the decisions that were acknowledged, in order and once each.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rondel.server.store.storage import Storage, load_table
from rondel.server.tables.hub import build_room
from tools.postgres import cluster, find_binaries

LIMITS = ("GUESTS_PER_MINUTE", "TABLES_PER_MINUTE", "MOVES_PER_SECOND", "ADDRESS_PER_SECOND")
ENOUGH = {f"RONDEL_{name}": "1000000" for name in LIMITS}


@dataclass
class Seat:
    """A player with all seats of one table, who notes what was acknowledged."""

    base: str
    token: str
    table: str
    rng: random.Random
    acked: list[int] = field(default_factory=list)
    pending: dict[str, Any] | None = None
    sent: int = 0
    repeated: int = 0
    connections: int = 0
    #: the longest time from first sending a decision to its acknowledgement, in seconds, reconnects included
    slowest: float = 0.0
    #: what the certificate of the site is checked against; none without TLS
    trust: ssl.SSLContext | None = None
    begun: float = 0.0
    problems: list[str] = field(default_factory=list)

    async def run(self, stop: asyncio.Event) -> None:
        """Play until told to stop, connecting again whenever the connection is lost."""
        url = f"{self.base.replace('http', 'ws')}/ws/tables/{self.table}"
        headers = {"Authorization": f"Bearer {self.token}"}
        while not stop.is_set():
            try:
                async with connect(url, additional_headers=headers, proxy=None, open_timeout=5, ssl=self.trust) as page:
                    self.connections += 1
                    await self._play(page, stop)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                await asyncio.sleep(0.02)

    async def _play(self, page: Any, stop: asyncio.Event) -> None:
        while not stop.is_set():
            heard = json.loads(await asyncio.wait_for(page.recv(), 10))
            if heard["type"] == "welcome":
                self._compare(heard["step"])
                if self.pending:  # send again what was not acknowledged, as it was
                    await page.send(json.dumps(self.pending))
                    continue
            if heard["type"] in ("welcome", "update") and not self.pending and heard.get("choices"):
                await self._decide(page, heard)
            elif heard["type"] == "ack" and self.pending and heard.get("re") == self.pending["id"]:
                self.repeated += bool(heard.get("repeated"))
                self.slowest = max(self.slowest, time.monotonic() - self.begun)
                self.acked += self.pending["actions"]
                self.pending = None
                await page.send('{"type":"refresh"}')
            elif heard["type"] == "refused":
                self.problems.append(f"{heard['code']}: {heard['message']}")
                self.pending = None
                await page.send('{"type":"refresh"}')

    async def _decide(self, page: Any, heard: dict[str, Any]) -> None:
        group = self.rng.choice(heard["choices"])
        row = {**group.get("same", {}), **dict(zip(group["fields"], self.rng.choice(group["rows"]), strict=True))}
        self.sent += 1
        self.begun = time.monotonic()
        self.pending = {"type": "play", "id": self.sent, "rev": heard["rev"], "actions": [row["action"]],
                        "nonce": f"{self.table}-{self.sent}"}  # fmt: skip
        await page.send(json.dumps(self.pending))

    def _compare(self, step: int) -> None:
        """After a reconnect the table has every acknowledged decision, and at most the one that was under way."""
        most = len(self.acked) + (1 if self.pending else 0)
        if not len(self.acked) <= step <= most:
            self.problems.append(f"{len(self.acked)} were acknowledged, the table has {step}")


class Server:
    """A server process that can be killed and started again."""

    def __init__(self, database: str, folder: str, **settings: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        # a killed process would leave half a file of coverage behind
        given = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
        self.env = {**given, **ENOUGH, "RONDEL_DATABASE": database, "RONDEL_PORT": str(self.port),
                    "RONDEL_LOG_LEVEL": "warning", **settings}  # fmt: skip
        self.command = [sys.executable, "-m", "rondel", "serve"]
        self.user: dict[str, str] = {}
        self.log = Path(folder) / "server.log"
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, env=self.env, stdout=log, stderr=log, **self.user)  # type: ignore[call-overload]
        for _ in range(1000):  # tries, not seconds, so that pausing all processes does not end the run
            try:
                httpx.get(f"{self.base}/healthz", trust_env=False)
            except httpx.TransportError:
                time.sleep(0.03)
            else:
                return
        raise SystemExit(f"the server does not start again:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """End it at once."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals = signal.SIGTERM) -> float:
        """End it by a signal; give the seconds it took."""
        assert self.process is not None
        begin = time.monotonic()
        self.process.send_signal(how)
        self.process.wait()
        return time.monotonic() - begin


async def seats(base: str, tables: int, rng: random.Random, trust: ssl.SSLContext | None = None) -> list[Seat]:
    """Make guests, each with a table of their own for two."""
    found = []
    for _ in range(tables):
        async with httpx.AsyncClient(base_url=base, trust_env=False, timeout=30, verify=trust or True) as client:
            token = (await client.post("/api/guest", json={})).headers["x-rondel-token"]
            client.cookies.clear()
            wish = {"game": "antike-2006", "seats": [{"kind": "me"}, {"kind": "me"}]}
            made = await client.post("/api/tables", json=wish, headers={"Authorization": f"Bearer {token}"})
            found.append(Seat(base, token, made.json()["table"]["id"], random.Random(rng.random()), trust=trust))
    return found


async def torture(server: Server, kills: int, tables: int, rng: random.Random) -> list[Seat]:
    """Let everybody play while the server is killed and started again."""
    players = await seats(server.base, tables, rng)
    stop = asyncio.Event()
    tasks = [asyncio.create_task(player.run(stop)) for player in players]
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.02, 0.6))
        server.kill()
        await asyncio.to_thread(server.start)
    await asyncio.sleep(0.5)
    stop.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    return players


def check(database: str, players: list[Seat]) -> list[str]:
    """Open every table from its log, and compare it with what was acknowledged."""
    storage = Storage(database)
    problems = []
    for player in players:
        problems += [f"{player.table}: {problem}" for problem in player.problems]
        saved = storage.read_now(lambda connection, table=player.table: load_table(connection, table))  # type: ignore[misc]
        assert saved is not None
        match = build_room(player.table, saved).match
        match.state.check()
        kept = match.actions()
        if kept[: len(player.acked)] != player.acked:
            problems.append(f"{player.table}: the log is not what was acknowledged")
        if len(kept) > len(player.acked) + 1:
            problems.append(f"{player.table}: {len(kept)} decisions, {len(player.acked)} acknowledged")
    storage.close()
    return problems


def run(database: str, kills: int, tables: int, seed: int, folder: str) -> tuple[list[Seat], list[str]]:
    """Do it all; give the players and what was wrong."""
    server = Server(database, folder)
    server.start()
    try:
        players = asyncio.run(torture(server, kills, tables, random.Random(seed)))
    finally:
        server.kill()
    return players, check(database, players)


def main() -> None:
    """Kill, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="on a throw-away PostgreSQL cluster")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rondel-kill-") as folder, ExitStack() as stack:
        database = f"sqlite:///{folder}/rondel.db"
        if args.postgres:
            binaries = find_binaries()
            assert binaries is not None, "PostgreSQL is not installed here"
            database = stack.enter_context(cluster(binaries))
        players, problems = run(database, args.kills, args.tables, args.seed, folder)
    acked = sum(len(player.acked) for player in players)
    again = sum(player.repeated for player in players)
    joined = sum(player.connections for player in players)
    kind = "PostgreSQL" if args.postgres else "SQLite"
    print(f"{kind}: {args.kills} kills, {len(players)} tables, {acked} decisions acknowledged, {joined} connections,")
    print(
        f"{again} decisions had been written but not yet acknowledged when the server died; {len(problems)} problems."
    )
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
