"""Load-tests the server on the loopback: many players in many games, a steady stream of durable decisions.

tools/load.py                       2,000 players with 300 decisions a second, then 5,000 with 750, on SQLite
tools/load.py --write               the same, and the figures go to docs/performance.md
tools/load.py --games 100 --rate 60 --seconds 10    one case of your own

Bounded in time and count, on 127.0.0.1 only. One server process; the players run in this one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import re
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx
import uvloop

from rondel.build import COMPILED
from tools.load_players import Figures, Game, connect_all, drive, make_games
from tools.urgent import hurry

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "performance.md"
MARK = "## The table server"
LIMITS = dict.fromkeys(
    ("GUESTS_PER_MINUTE", "TABLES_PER_MINUTE", "CONNECTIONS", "ADDRESS_CONNECTIONS", "ADDRESS_PER_SECOND"), "1000000"
)


SERVE = [sys.executable, "-m", "rondel", "serve"]


@dataclass
class Case:
    """How many play, and how fast."""

    games: int = 500
    seats: int = 4
    rate: float = 300.0
    seconds: float = 60.0
    book: str = "antike-2006"
    profile: str = ""


def start_server(folder: str, database: str, **more: str) -> tuple[subprocess.Popen[bytes], str]:
    """Start one server process; `more` are settings, in place of the usual ones."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    env = {**os.environ, **{f"RONDEL_{name}": value for name, value in {**LIMITS, **more}.items()}}
    env |= {"RONDEL_DATABASE": database, "RONDEL_PORT": str(port), "RONDEL_LOG_LEVEL": "warning"}
    log = (Path(folder) / "server.log").open("wb")
    command = [*hurry(), *SERVE]
    server = subprocess.Popen(command, env=env, stderr=log, stdout=log)
    base = f"http://127.0.0.1:{port}"
    for _ in range(200):
        try:
            httpx.get(f"{base}/healthz", trust_env=False)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return server, base
    raise SystemExit(f"the server does not start: {(Path(folder) / 'server.log').read_text()[-2000:]}")


def memory(pid: int, what: str = "VmHWM") -> float:
    """Give a process's memory in MB: its peak, or what it has now (VmRSS)."""
    found = re.search(rf"{what}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def cpu(pid: int) -> float:
    """Give the processor time of a process in seconds."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], share: float) -> float:
    """Give a percentile in milliseconds."""
    ordered = sorted(values) or [0.0]
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def measure(case: Case, pid: int, base: str) -> dict[str, str]:
    """Run the load, give the figures."""
    figures, begin, sizes = Figures(), time.perf_counter(), [memory(pid, "VmRSS")]
    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # every player is a program with a token
    async with httpx.AsyncClient(base_url=base, trust_env=False, timeout=60, cookies=no_cookies) as client:
        games = await make_games(client, case.games, case.seats, case.book)
    sizes.append(memory(pid, "VmRSS"))
    await connect_all(base, games, figures)
    sizes.append(memory(pid, "VmRSS"))
    ready = time.perf_counter() - begin
    await asyncio.sleep(2)
    used, idle = cpu(pid), time.process_time()
    if case.profile:
        profiler = subprocess.Popen(
            [
                "py-spy",
                "record",
                "-p",
                str(pid),
                "-d",
                str(int(case.seconds)),
                "-f",
                "raw",
                "-r",
                "200",
                "-o",
                case.profile,
            ]
        )
    await drive(games, case.rate, case.seconds, figures)
    used, own = cpu(pid) - used, time.process_time() - idle
    if case.profile:
        profiler.wait()
    sizes.append(memory(pid))
    lost = figures.lost
    await close_all(games)
    return told(case, figures, games, ready, used, own, sizes) | {"connections lost": str(lost)}


async def close_all(games: list[Game]) -> None:
    """Close all connections."""
    for game in games:
        for player in game.players:
            player.transport.abort()
    await asyncio.sleep(0.5)


def told(
    case: Case, figures: Figures, games: list[Game], ready: float, used: float, own: float, sizes: list[float]
) -> dict[str, str]:
    """Write the figures as rows of a table."""
    players, done = sum(len(game.players) for game in games), len(figures.acks)
    return {
        "connected players": f"{players:,} in {len(games):,} games (set up in {ready:.0f} s)",
        "decisions acknowledged": f"{done:,} in {case.seconds:g} s ({done / case.seconds:.0f}/s)",
        "acknowledgement, median": f"{percentile(figures.acks, 0.5):.1f} ms",
        "acknowledgement, p95": f"{percentile(figures.acks, 0.95):.1f} ms",
        "acknowledgement, p99": f"{percentile(figures.acks, 0.99):.1f} ms",
        "acknowledgement, longest": f"{percentile(figures.acks, 1.0):.1f} ms",
        "refused": str(figures.refused),
        "server's processor time for a decision": f"{1000 * used / max(done, 1):.2f} ms",
        "server's processor time": f"{100 * used / (case.seconds + 1):.0f} % of a core",
        "players' processor time": f"{100 * own / (case.seconds + 1):.0f} % of a core",
        "server's peak memory": f"{sizes[3]:.0f} MB",
        "memory for a table": f"{1024 * (sizes[1] - sizes[0]) / len(games):.0f} kB",
        "memory for a connection": f"{1024 * (sizes[2] - sizes[1]) / players:.0f} kB",
        "load average of the machine": f"{os.getloadavg()[0]:.1f}",
        "largest update": f"{figures.largest:,} bytes",
        "largest welcome": f"{figures.largest_welcome:,} bytes",
    }


def write(columns: list[dict[str, str]], database: str) -> None:
    """Replace the figures on the page."""
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(MARK)
    after = rest.partition("\n## ")[2]  # whatever follows stays; notes on the run before do not
    rows = "\n".join(f"| {name} | {' | '.join(column[name] for column in columns)} |" for name in columns[0])
    heads = [f"{column['connected players'].split()[0]} players" for column in columns]
    kind = "SQLite" if database.startswith("sqlite") else "PostgreSQL"
    day, build = datetime.now(UTC).date().isoformat(), "compiled" if COMPILED else "pure"
    where = f"CPython {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    part = (
        f"{MARK}\n\nOne process on {kind} with full sync; an acknowledgement comes after the commit. The players run "
        f"in another process on the same machine and play random legal decisions; both have priority of real time. "
        f"Reproduce with `make load`.\n\n"
        f"Measured on {day}, {where}, {build} build.\n\n| measured |{''.join(f' {head} |' for head in heads)}\n"
        f"| --- |{' --- |' * len(columns)}\n{rows}\n"
    )
    PAGE.write_text(head.rstrip() + "\n\n" + part + (f"\n## {after}" if after else ""), encoding="utf-8")


def run(case: Case, database: str) -> dict[str, str]:
    """Run one case with its own server."""
    with tempfile.TemporaryDirectory(prefix="rondel-load-") as folder:
        server, base = start_server(folder, database or f"sqlite:///{folder}/rondel.db")
        try:
            return uvloop.run(measure(case, server.pid, base))
        finally:
            server.terminate()
            server.wait(30)


def main() -> None:
    """Run the cases and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=0, help="tables; without them the two usual cases are run")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rate", type=float, default=300.0, help="decisions a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--game", default="antike-2006")
    parser.add_argument("--database", default="", help="a URL; a new SQLite file otherwise")
    parser.add_argument("--profile", default="", help="a file for the stacks that py-spy sees in the server")
    parser.add_argument("--write", action="store_true", help="write the figures to docs/performance.md")
    args = parser.parse_args()
    cases = [(500, 300.0), (1250, 750.0)] if not args.games else [(args.games, args.rate)]
    columns = []
    for games, rate in cases:
        columns.append(run(Case(games, args.seats, rate, args.seconds, args.game, args.profile), args.database))
        for name, value in columns[-1].items():
            print(f"{name:40} {value}", flush=True)
    if args.write:
        write(columns, args.database or "sqlite")


if __name__ == "__main__":
    main()
