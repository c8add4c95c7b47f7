"""Attacks a real server with its default limits while 200 ordinary players play, and measures what they notice.

python -m tools.attack                        all attacks, ten seconds each
python -m tools.attack --only undo record     some of them
python -m tools.attack --part 2/4             a quarter of them, for a machine that is quiet for minutes only
python -m tools.attack --write                all, and the figures go to docs/quality.md; a part replaces its own rows

Everything stays on the loopback and is bounded in time and count. The attackers come from an address of their own and
are less urgent than the server, so that on a small machine they take its time by what they ask for, not by asking.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import re
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rondel.server.settings import Settings
from tools.attack.attacks import ATTACKS
from tools.attack.crowd import Crowd, Times
from tools.attack.long import Guest, prepare
from tools.kill import ENOUGH, Server
from tools.load import cpu, percentile
from tools.postgres import cluster, find_binaries
from tools.urgent import hurry

PAGE = Path(__file__).parents[2] / "docs" / "quality.md"
BLOCK = re.compile(r"<!-- attack -->.*?<!-- /attack -->", re.DOTALL)
NOBODY = "nobody attacks"
#: seconds between two attacks
PAUSE = 3.0
#: seconds between two looks at the disk
SYNC = 0.1
#: the default limits, which the server of the kill test does without
LIMITS = {name: str(getattr(Settings(), name.removeprefix("RONDEL_").lower())) for name in ENOUGH}
#: long games, how many of them have been played here, and the guests who have them
TABLES, PLAYED, GUESTS = 32, 8, 32


@dataclass
class Row:
    """What was measured during one attack."""

    name: str
    times: Times
    seconds: float
    used: float
    peak: int
    after: int
    overdue: float
    answers: dict[str, int]
    syncs: list[float]

    def cells(self) -> list[str]:
        """Write the row of a table."""
        acks = [*self.times.seconds.get("play", []), self.overdue]
        others = [
            value for kind, values in self.times.seconds.items() if kind not in ("play", "bot") for value in values
        ]
        bots = self.times.seconds.get("bot", [])
        told = sorted(self.answers.items(), key=lambda entry: -entry[1])[:3]
        return [
            self.name, f"{percentile(acks, 0.5):.0f} / {percentile(acks, 0.99):.0f} / {percentile(acks, 1):.0f}",
            f"{percentile(others, 0.99):.0f}", f"{percentile(bots, 0.5):.0f}" if bots else "–",
            f"{percentile(self.syncs, 1):.0f}",
            f"{100 * self.used / self.seconds:.0f} %",
            f"{self.peak} → {self.after}", ", ".join(f"{count:,} {name}" for name, count in told) or "–",
        ]  # fmt: skip


HEADS = ["attack", "acknowledged, ms (p50 / p99 / longest)", "other answers, ms (p99)", "a bot's move, ms (p50)",
         "the disk alone, ms (longest)", "server's processor", "memory, MB (peak → after)",
         "what the attacker got"]  # fmt: skip


def reset_peak(pid: int) -> None:
    """Let the peak of memory be counted from now on."""
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/clear_refs").write_text("5")


def memory(pid: int, name: str) -> int:
    """Give a figure of a process's memory in MB."""
    found = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) // 1024 if found else 0


def watch_disk(folder: str, over: threading.Event, syncs: list[float]) -> None:
    """Sync a small file of our own now and then: how long that takes is the disk's doing, not the server's."""
    with Path(folder, "sync").open("wb", buffering=0) as file:
        while not over.wait(SYNC):
            begin = time.perf_counter()
            file.write(b"x" * 64)
            os.fsync(file.fileno())
            syncs.append(time.perf_counter() - begin)


async def attacked(server: Server, crowd: Crowd, guests: list[Guest], name: str, seconds: float) -> Row:
    """Carry one attack out, and see how everybody else fares meanwhile."""
    assert server.process is not None
    pid = server.process.pid
    crowd.times.take()
    reset_peak(pid)
    begin, used, answers = time.monotonic(), cpu(pid), {}
    over, syncs = threading.Event(), list[float]()
    disk = threading.Thread(target=watch_disk, args=(str(server.log.parent), over, syncs))
    disk.start()
    if name == NOBODY:
        await asyncio.sleep(seconds)
    else:
        wish = {"name": name, "port": server.port, "seconds": seconds, "tokens": [guest.token for guest in guests],
                "tables": [f"long{place}" for place in range(TABLES)]}  # fmt: skip
        words = [sys.executable, "-m", "tools.attack.attacks", json.dumps(wish)]
        child = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
        said, _ = await child.communicate()
        answers = json.loads(said or b"{}")
    over.set()
    row = Row(name, crowd.times.take(), time.monotonic() - begin, cpu(pid) - used, memory(pid, "VmHWM"), 0,
              crowd.overdue(), answers, syncs)  # fmt: skip
    await asyncio.to_thread(disk.join)
    await asyncio.sleep(PAUSE)
    row.after = memory(pid, "VmRSS")
    return row


async def all_attacks(server: Server, guests: list[Guest], args: argparse.Namespace) -> list[Row]:
    """Let the crowd come, then carry out one attack after the other."""
    crowd = Crowd(server.base, args.players, args.rate)
    await crowd.come()
    crowd.begin()
    await asyncio.sleep(PAUSE)
    rows = []
    for name in (NOBODY, *chosen(args)):
        row = await attacked(server, crowd, guests, name, args.seconds)
        print(" | ".join(row.cells()), flush=True)
        if row.times.refused:
            print("   refused to the crowd:", row.times.refused, flush=True)
        rows.append(row)
    await crowd.go()
    return rows


def chosen(args: argparse.Namespace) -> list[str]:
    """List the attacks to be carried out."""
    part, _, parts = args.part.partition("/")
    return args.only or [*ATTACKS][int(part) - 1 :: int(parts)]


def merged(rows: list[Row], page: str, whole: bool) -> list[list[str]]:
    """Give the rows of the table: those of this run, and of other parts what the page has already."""
    found = {row.name: row.cells() for row in rows}
    if not whole:
        block = BLOCK.search(page)
        lines = [line.strip("| ").split(" | ") for line in block[0].splitlines() if line[:2] == "| "] if block else []
        found = {line[0]: line for line in lines if len(line) == len(HEADS)} | found
    return [found[name] for name in (NOBODY, *ATTACKS) if name in found]


def text_of(rows: list[list[str]], args: argparse.Namespace) -> str:
    """Write the figures for the page."""
    where = f"CPython {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    kind = "PostgreSQL" if args.postgres else "SQLite"
    kind += f" in {args.folder}" if args.folder else ""
    lines = [" | ".join(cells) for cells in (HEADS, ["---"] * len(HEADS), *rows)]
    table = "\n".join(f"| {line} |" for line in lines)
    about = "\n".join(f"- **{name}**: {(ATTACKS[name].__doc__ or '').strip()}" for name in ATTACKS)
    day = datetime.now(UTC).date().isoformat()
    return (
        f"<!-- attack -->\nMeasured on {day}, {where}, one process on {kind} with its default limits; {args.players} "
        f"ordinary players, {args.rate:g} decisions a second; each attack lasts {args.seconds:g} seconds.\n\n"
        f"{table}\n\n{about}\n"
        "<!-- /attack -->"
    )


def main() -> None:
    """Attack, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rate", type=float, default=30.0, help="decisions a second of all ordinary players")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each attack lasts")
    parser.add_argument("--only", nargs="+", choices=[*ATTACKS], help="these attacks only")
    parser.add_argument("--part", default="1/1", metavar="N/M", help="the Nth of M parts of all attacks")
    parser.add_argument("--postgres", action="store_true", help="on a throw-away PostgreSQL cluster")
    parser.add_argument(
        "--folder", help="where the database lies; /dev/shm, in memory, while others keep the disk busy"
    )
    parser.add_argument("--write", action="store_true", help="write the figures to docs/quality.md")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rondel-attack-", dir=args.folder) as folder, ExitStack() as stack:
        database = f"sqlite:///{folder}/rondel.db"
        if args.postgres:
            binaries = find_binaries()
            assert binaries is not None, "PostgreSQL is not installed here"
            database = stack.enter_context(cluster(binaries))
        guests = prepare(database, TABLES, GUESTS, played=PLAYED)
        server = Server(database, folder, **LIMITS)
        server.command = [*hurry(), *server.command]
        server.start()
        try:
            rows = asyncio.run(all_attacks(server, guests, args))
        finally:
            server.end()
            print(Path(folder, "server.log").read_text()[-3000:], file=sys.stderr)
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        block = text_of(merged(rows, page, not args.only and args.part == "1/1"), args)
        PAGE.write_text(BLOCK.sub(lambda _: block, page), encoding="utf-8")


if __name__ == "__main__":
    main()
