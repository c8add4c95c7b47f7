"""Load-tests the server on the loopback: many players in many games, a steady stream of durable decisions.

tools/load.py                       500 games of 4, 300 decisions a second for 60 s, on SQLite
tools/load.py --write               the same, and the figures go to docs/performance.md

Bounded in time and count, on 127.0.0.1 only. One server process; the players run in this one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "performance.md"
MARK = "## The table server"
LIMITS = dict.fromkeys(("GUESTS_PER_MINUTE", "TABLES_PER_MINUTE", "ADDRESS_CONNECTIONS"), "1000000")


class Table(msgspec.Struct):
    """A legal group of an update."""

    fields: list[str]
    rows: list[list[int | str]]
    same: dict[str, int | str] = {}


class Heard(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    rev: int = 0
    choices: list[Table] = []
    code: str = ""
    re: int = 0


@dataclass
class Player:
    """One connection."""

    socket: ClientConnection
    game: Game
    rev: int = 0
    choices: list[Table] = field(default_factory=list)
    sent: float = 0.0


@dataclass
class Game:
    """One table with its players."""

    table: str
    players: list[Player] = field(default_factory=list)
    busy: bool = False

    def mover(self) -> Player | None:
        """Give the player who has to decide, if that is known and nothing is under way."""
        return None if self.busy else next((player for player in self.players if player.choices), None)


@dataclass
class Figures:
    """What was measured."""

    acks: list[float] = field(default_factory=list)
    refused: int = 0
    received: int = 0
    largest: int = 0
    largest_welcome: int = 0
    late: int = 0


decode = msgspec.json.Decoder(Heard).decode


async def listen(player: Player, figures: Figures) -> None:
    """Take what the server sends to a player."""
    async for body in player.socket:
        heard = decode(body)
        figures.received += 1
        if heard.type == "update":
            figures.largest = max(figures.largest, len(body))
            player.rev, player.choices = heard.rev, heard.choices
        elif heard.type == "welcome":
            figures.largest_welcome = max(figures.largest_welcome, len(body))
            player.rev, player.choices = heard.rev, heard.choices
        elif heard.type == "ack" and player.sent:
            figures.acks.append(time.perf_counter() - player.sent)
            player.sent, player.game.busy = 0.0, False
        elif heard.type == "refused":
            figures.refused += 1
            player.sent, player.game.busy = 0.0, False


async def decide(player: Player, rng: random.Random) -> None:
    """Send a random legal decision."""
    table = rng.choice(player.choices)
    row = {**table.same, **dict(zip(table.fields, rng.choice(table.rows), strict=True))}
    player.choices, player.game.busy = [], True
    message = {"type": "play", "id": 1, "rev": player.rev, "actions": [row["action"]], "nonce": f"{rng.random()}"}
    player.sent = time.perf_counter()
    await player.socket.send(msgspec.json.encode(message).decode())


async def set_up(base: str, games: int, seats: int, figures: Figures) -> list[Game]:
    """Make guests and tables, and connect everybody."""
    gate = asyncio.Semaphore(16)

    async def one(client: httpx.AsyncClient) -> Game:
        async with gate:
            tokens = []
            for _ in range(seats):
                answer = await client.post("/api/guest", json={})
                tokens.append(answer.headers["x-rondel-token"])
            heads = [{"Authorization": f"Bearer {token}"} for token in tokens]
            wishes = [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)
            made = await client.post("/api/tables", json={"game": "antike-2006", "seats": wishes}, headers=heads[0])
            game = Game(made.json()["table"]["id"])
            for head in heads[1:]:
                await client.post(f"/api/tables/{game.table}/join", json={}, headers=head)
            for head in heads:
                url = f"{base.replace('http', 'ws')}/ws/tables/{game.table}"
                page = await connect(
                    url, additional_headers=head, compression=None, proxy=None, ping_interval=None, max_queue=64
                )
                game.players.append(Player(page, game))
            return game

    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # every player is a program with a token
    async with httpx.AsyncClient(base_url=base, trust_env=False, timeout=60, cookies=no_cookies) as client:
        return await asyncio.gather(*(one(client) for _ in range(games)))


async def drive(games: list[Game], rate: float, seconds: float, figures: Figures) -> None:
    """Let decisions go out evenly: `rate` a second over all tables."""
    rng = random.Random(1)
    begin, count = time.perf_counter(), 0
    while (now := time.perf_counter() - begin) < seconds:
        while count < now * rate:
            for _ in range(20):
                player = rng.choice(games).mover()
                if player:
                    await decide(player, rng)
                    break
            else:
                figures.late += 1
            count += 1
        await asyncio.sleep(0.001)
    await asyncio.sleep(1.0)


def start_server(folder: str, database: str) -> tuple[subprocess.Popen[bytes], str]:
    """Start one server process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    env = {**os.environ, **{f"RONDEL_{name}": value for name, value in LIMITS.items()}}
    env |= {"RONDEL_DATABASE": database, "RONDEL_PORT": str(port), "RONDEL_LOG_LEVEL": "warning"}
    log = (Path(folder) / "server.log").open("wb")
    server = subprocess.Popen([sys.executable, "-m", "rondel", "serve"], env=env, stderr=log, stdout=log)
    base = f"http://127.0.0.1:{port}"
    for _ in range(200):
        try:
            httpx.get(f"{base}/healthz", trust_env=False)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return server, base
    raise SystemExit(f"the server does not start: {(Path(folder) / 'server.log').read_text()[-2000:]}")


def memory(pid: int) -> int:
    """Give the peak of a process's memory in MB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) // 1024 if found else 0


def cpu(pid: int) -> float:
    """Give the processor time of a process in seconds."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], share: float) -> float:
    """Give a percentile in milliseconds."""
    ordered = sorted(values) or [0.0]
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def measure(args: argparse.Namespace, pid: int, base: str) -> dict[str, str]:
    """Run the load, give the figures."""
    figures = Figures()
    begin = time.perf_counter()
    games = await set_up(base, args.games, args.seats, figures)
    players = [player for game in games for player in game.players]
    listeners = [asyncio.create_task(listen(player, figures)) for player in players]
    ready = time.perf_counter() - begin
    await asyncio.sleep(2)
    used = cpu(pid)
    await drive(games, args.rate, args.seconds, figures)
    used = cpu(pid) - used
    size, done = memory(pid), len(figures.acks)
    for task in listeners:
        task.cancel()
    for start in range(0, len(players), 100):
        await asyncio.gather(*(player.socket.close() for player in players[start : start + 100]))
    return {
        "connected players": f"{len(players):,} in {len(games)} games (set up in {ready:.0f} s)",
        "decisions acknowledged": f"{done:,} in {args.seconds:g} s ({done / args.seconds:.0f}/s)",
        "acknowledgement, median": f"{percentile(figures.acks, 0.5):.1f} ms",
        "acknowledgement, p95": f"{percentile(figures.acks, 0.95):.1f} ms",
        "acknowledgement, p99": f"{percentile(figures.acks, 0.99):.1f} ms",
        "acknowledgement, longest": f"{percentile(figures.acks, 1.0):.1f} ms",
        "refused": str(figures.refused),
        "server's peak memory": f"{size} MB",
        "server's processor time": f"{100 * used / (args.seconds + 1):.0f} % of a core",
        "largest update": f"{figures.largest:,} bytes",
        "largest welcome": f"{figures.largest_welcome:,} bytes",
    }


def write(figures: dict[str, str], database: str) -> None:
    """Replace the figures on the page."""
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(MARK)
    after = rest.partition("\n## ")[2]  # whatever follows stays; notes on the run before do not
    rows = "\n".join(f"| {name} | {value} |" for name, value in figures.items())
    kind = "SQLite" if database.startswith("sqlite") else "PostgreSQL"
    day = datetime.now(UTC).date().isoformat()
    where = f"CPython {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    part = (
        f"{MARK}\n\nOne process on {kind} with full sync; an acknowledgement comes after the commit. The players run "
        f"in another process on the same machine and play random legal decisions. Reproduce with `make load`.\n\n"
        f"Measured on {day}, {where}.\n\n| measured | value |\n| --- | --- |\n{rows}\n"
    )
    PAGE.write_text(head.rstrip() + "\n\n" + part + (f"\n## {after}" if after else ""), encoding="utf-8")


def main() -> None:
    """Run the load and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rate", type=float, default=300.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--database", default="", help="a URL; a new SQLite file otherwise")
    parser.add_argument("--write", action="store_true", help="write the figures to docs/performance.md")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rondel-load-") as folder:
        database = args.database or f"sqlite:///{folder}/rondel.db"
        server, base = start_server(folder, database)
        try:
            figures = asyncio.run(measure(args, server.pid, base))
        finally:
            server.terminate()
            server.wait(30)
    for name, value in figures.items():
        print(f"{name:28} {value}")
    if args.write:
        write(figures, database)


if __name__ == "__main__":
    main()
