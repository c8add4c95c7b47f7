"""Measures how fast a server finds things among many people and games.

tools/load_archive.py               50,000 accounts and 200,000 finished games on SQLite and PostgreSQL
tools/load_archive.py --write       the same, and the figures go to docs/performance.md
tools/load_archive.py --accounts 500 --games 2000 --databases sqlite    smaller

The database is filled in bulk, then one server answers requests over HTTP on 127.0.0.1, one after the other.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any

import httpx
from msgspec import json

from rondel.build import COMPILED
from rondel.server.people.accounts import hash_token
from rondel.server.store import schema
from rondel.server.store.database import make_engine, upgrade
from rondel.server.wire.events import Chair, Pace, Setup
from rondel.server.wire.messages import SeatInfo, TableInfo
from tools.load import PAGE, percentile, start_server
from tools.postgres import cluster, find_binaries

MARK = "## Many people and games"
#: milliseconds under which every answer must come at p95
LIMIT = 50.0
GAMES = (
    ("antike-2006", ("east", "west"), (2, 3, 4, 5, 6)), ("antike-2", ("mare-nostrum", "orient"), (3, 4, 5, 6)),
    ("antike-duellum", ("rome-carthage", "greece-persia"), (2,)), ("attika", ("flowers",), (2, 3, 4)),
)  # fmt: skip
NATIONS = ("Greeks", "Romans", "Persians", "Phoenicians", "Egyptians", "Arabs")
YEARS = 4 * 365 * 86_400_000
OPEN, PLAYING = 300, 500
#: the largest club there may be, with its share of all games, and somebody who follows as many as one can
CLUB, MEMBERS, SHARE, FOLLOWS = "club", 1_000, 0.05, 200
TABLES = ("players", "sessions", "tables", "seats", "finished", "results", "ratings", "clubs", "members", "follows")
Rows = list[tuple[Any, ...]]
_encoder = json.Encoder()


class World:
    """People and games as rows of the database. A few play very much, most a little."""

    def __init__(self, accounts: int, games: int, seed: int = 1) -> None:
        self.draw = random.Random(seed)
        self.now = int(time.time() * 1000)
        self.people = [f"player{number:06}" for number in range(accounts)]
        self.weights = [*accumulate(1 / (place + 20) ** 0.8 for place in range(accounts))]
        self.rows: dict[str, Rows] = {name: [] for name in TABLES}
        self.rated: dict[tuple[str, str, int], int] = {}
        for person in self.people:
            self._add("players", id=person, name=person.title(), name_key=person, created=self.now - YEARS)
        for number in range(games):
            self._game(number, "over")
        for number in range(OPEN + PLAYING):
            self._game(games + number, "open" if number < OPEN else "playing")
        self._ratings()
        self._friends()
        for person in (self.people[0], self.people[accounts // 2]):  # who ask for their own tables
            self._add("sessions", hash=hash_token(f"token-{person}"), player=person, created=self.now,
                      expires=self.now + YEARS)  # fmt: skip

    def _add(self, table: str, **values: Any) -> None:
        self.rows[table].append(tuple(values.get(column.name, _default(column)) for column in _columns(table)))

    def _game(self, number: int, status: str) -> None:
        game, boards, sizes = self.draw.choice(GAMES)
        board, size = self.draw.choice(boards), self.draw.choice(sizes)
        who = list(dict.fromkeys(self.draw.choices(self.people, cum_weights=self.weights, k=3 * size)))[:size]
        at, table, rated = self.now - self.draw.randrange(YEARS), f"table{number:07}", self.draw.random() < 0.6
        listed, public = self.draw.random() < 0.7, self.draw.random() < 0.9
        seats = [SeatInfo(seat, Chair("person", one, one.title())) for seat, one in enumerate(who)]
        info = TableInfo(table, status, game, "", board, seats, Pace(), who[0], at, at, 300, 0, listed)  # type: ignore[arg-type]
        setup = Setup({"game": game, "board": board, "players": size}, size, who[0], listed=listed, watchers=public)
        self._add("tables", id=table, host=who[0], status=status, listed=listed, created=at, updated=at, seq=400,
                  setup=_encoder.encode(setup), summary=_encoder.encode(info), links=b"{}")  # fmt: skip
        for seat, one in enumerate(who):
            self._add("seats", table_id=table, seat=seat, player=one, seen=at)
        if status == "over":
            self._result(table, game, board, who, at, rated, public)

    def _result(
        self, table: str, game: str, board: str, who: Sequence[str], at: int, rated: bool, public: bool
    ) -> None:
        size = len(who)
        club = CLUB if self.draw.random() < SHARE else ""
        self._add("finished", table_id=table, game=game, board=board, seats=size, at=at, rated=rated, public=public,
                  decisions=300, club=club)  # fmt: skip
        sides = self.draw.sample(NATIONS, size)
        for seat, one in enumerate(who):
            rank = 1 + seat
            mean = self.draw.gauss(1500, 200) if rated else None
            self._add("results", table_id=table, seat=seat, who=one, person=True, game=game, won=rank == 1, at=at,
                      score=1.0 if rank == 1 else -1.0, rated=rated, rank=rank, seats=size, side=sides[seat],
                      mean=mean, sigma=90.0 if rated else None)  # fmt: skip
            if rated:
                key = one, game, min(size, 3)
                self.rated[key] = self.rated.get(key, 0) + 1

    def _friends(self) -> None:
        """Fill a club, and let somebody follow and be followed."""
        members = self.people[:MEMBERS]
        self._add("clubs", id=CLUB, name="Club", door="open", members=len(members), created=self.now)
        for person in members:
            self._add("members", club=CLUB, player=person, role="member", since=self.now)
        first, *others = self.people
        for other in others[:FOLLOWS]:
            self._add("follows", player=first, other=other, at=self.now)
            self._add("follows", player=other, other=first, at=self.now)

    def _ratings(self) -> None:
        """Give a rating to everybody who has played rated games."""
        for (who, game, size), games in self.rated.items():
            mean, sigma = self.draw.gauss(1500, 200), 300 / (1 + games) ** 0.5
            self._add("ratings", pool="people", who=who, game=game, size=size, mean=mean, sigma=sigma,
                      least=mean - 3 * sigma, games=games)  # fmt: skip


def _columns(table: str) -> list[Any]:
    return list(schema.metadata.tables[table].columns)


def _default(column: Any) -> Any:
    """Give what a column holds where nothing is said."""
    if column.nullable:
        return None
    kind = column.type.python_type
    return kind()


def fill(url: str, world: World) -> float:
    """Write everything to an empty database; give the seconds it took."""
    begin = time.perf_counter()
    engine = make_engine(url)
    upgrade(engine)
    engine.dispose()
    write = _fill_sqlite if url.startswith("sqlite") else _fill_postgres
    write(url, world.rows)
    return time.perf_counter() - begin


def _fill_sqlite(url: str, rows: dict[str, Rows]) -> None:
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        for table, entries in rows.items():
            names = ", ".join(column.name for column in _columns(table))
            marks = ", ".join("?" * len(_columns(table)))
            connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", entries)
        connection.execute("ANALYZE")


def _fill_postgres(url: str, rows: dict[str, Rows]) -> None:
    import psycopg

    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        for table, entries in rows.items():
            names = ", ".join(f'"{column.name}"' for column in _columns(table))
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for entry in entries:
                    copy.write_row(entry)
    # the server's own autovacuum does this within minutes; without it lists are read from the tables, not the indexes
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def requests(world: World) -> dict[str, Callable[[], tuple[str, str]]]:
    """Give for each kind of page a way to choose a request: its path, and who asks."""
    draw, people = random.Random(7), world.people
    busiest = people[:20]

    def somebody() -> str:
        return draw.choice(busiest) if draw.random() < 0.3 else draw.choice(people)

    def game() -> str:
        return draw.choice(GAMES)[0]

    def search() -> tuple[str, str]:
        name, boards, _ = draw.choice(GAMES)
        day = world.now - draw.randrange(YEARS)
        wanted = [
            f"game={name}", f"game={name}&board={draw.choice(boards)}&rated=true", f"board={draw.choice(boards)}",
            f"player={somebody()}&result=won", f"player={somebody()}&game={name}", f"until={day}",
            f"since={day}&until={day + 86_400_000}", f"after={day}.table", f"player={busiest[0]}",
        ]  # fmt: skip
        return f"/api/archive?{draw.choice(wanted)}", ""

    def odd() -> tuple[str, str]:
        """Ask for what hardly exists: filters that match little."""
        (name, _, _), (_, boards, _) = draw.sample(GAMES, 2)
        day = world.now - draw.randrange(YEARS)
        wanted = [
            f"game={name}&board={draw.choice(boards)}", f"game={name}&board={draw.choice(boards)}&rated=true",
            f"player={busiest[0]}&game={name}&board={draw.choice(boards)}&result=lost&rated=true",
            f"player={busiest[0]}&since={day}&until={day + 3_600_000}&result=won", f"game={name}&until=1",
            "board=no-such-board", f"player=nobody&until={day}", f"player={busiest[1]}&result=lost&after=5.table",
        ]  # fmt: skip
        return f"/api/archive?{draw.choice(wanted)}", ""

    def lobby() -> tuple[str, str]:
        show = draw.choice(("open", "playing", "over", "mine"))
        after = f"&after={world.now - draw.randrange(YEARS)}.table" if show == "over" and draw.random() < 0.5 else ""
        return f"/api/tables?show={show}{after}", draw.choice((people[0], people[len(people) // 2]))

    return {
        "profile": lambda: (f"/api/stats/players/{somebody()}", ""),
        "rating graph": lambda: (f"/api/stats/players/{somebody()}/ratings?game={game()}&size=3", ""),
        "leaderboard": lambda: (f"/api/stats/ratings/{game()}?size={draw.choice((2, 3))}", ""),
        "archive search": search,
        "archive, filters that match little": odd,
        "lobby": lobby,
        "club of 1,000": lambda: (f"/api/clubs/{CLUB}", people[0]),
        "friends of somebody with 200": lambda: ("/api/me/follows", people[0]),
    }


def measure(base: str, world: World, count: int) -> dict[str, list[float]]:
    """Ask for every kind of page so often; give the seconds of each answer."""
    found: dict[str, list[float]] = {}
    with httpx.Client(base_url=base, trust_env=False, timeout=60) as client:
        for kind, choose in requests(world).items():
            times = found[kind] = []
            for place in range(count + 5):
                path, who = choose()
                headers = {"Authorization": f"Bearer token-{who}"} if who else {}
                begin = time.perf_counter()
                answer = client.get(path, headers=headers)
                if answer.status_code != 200:
                    raise SystemExit(f"{path}: {answer.text}")
                if place >= 5:  # the first ones load modules and pages of the database
                    times.append(time.perf_counter() - begin)
    return found


@contextmanager
def database(kind: str, folder: str) -> Iterator[str]:
    """Give the URL of an empty database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/rondel.db"
        return
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("PostgreSQL is not installed here.")
    with cluster(binaries) as url:
        yield url


def run(kind: str, world: World, count: int) -> dict[str, list[float]]:
    """Fill a database and measure a server on it."""
    with tempfile.TemporaryDirectory(prefix="rondel-load-") as folder, database(kind, folder) as url:
        print(f"{kind}: filled in {fill(url, world):.0f} s", flush=True)
        server, base = start_server(folder, url, MOVES_PER_SECOND="1000000")
        try:
            return measure(base, world, count)
        finally:
            server.terminate()
            server.wait(30)


def told(figures: dict[str, dict[str, list[float]]], accounts: int, games: int) -> str:
    """Write the figures as a section of the page."""
    kinds = list(figures)
    titles = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
    head = " | ".join(f"{titles[kind]}, median | p95 | longest" for kind in kinds)
    lines = [
        f"| {page} | " + " | ".join(
            f"{percentile(figures[kind][page], share):.1f} ms" for kind in kinds for share in (0.5, 0.95, 1.0)
        ) + " |"
        for page in figures[kinds[0]]
    ]  # fmt: skip
    where = f"CPython {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    build = "compiled" if COMPILED else "pure"
    return (
        f"{MARK}\n\n{accounts:,} accounts and {games:,} finished games, a few people with thousands of them. One "
        f"server answers over HTTP, one request after the other; a third of the profiles are of the busiest. "
        f"Each must come within {LIMIT:.0f} ms at p95. Part of `make load`.\n\n"
        f"Measured on {datetime.now(UTC).date().isoformat()}, {where}, {build} build, load average "
        f"{os.getloadavg()[0]:.1f}.\n\n| page | {head} |\n| --- |{' --- |' * (3 * len(kinds))}\n"
        + "\n".join(lines)
        + "\n"
    )


def write(section: str) -> None:
    """Replace the section on the page, or put it before the one about the page."""
    text = PAGE.read_text(encoding="utf-8")
    if MARK in text:
        head, _, rest = text.partition(MARK)
        after = rest.partition("\n## ")[2]
    else:
        head, _, after = text.partition("\n## The page")
        after = "The page" + after
    PAGE.write_text(head.rstrip() + "\n\n" + section + (f"\n## {after}" if after else ""), encoding="utf-8")


def main() -> int:
    """Measure on each database; fail if a page is too slow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--accounts", type=int, default=50_000)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--requests", type=int, default=300, help="requests of each kind")
    parser.add_argument("--databases", default="sqlite,postgresql", help="separated by commas")
    parser.add_argument("--write", action="store_true", help="write the figures to docs/performance.md")
    args = parser.parse_args()
    world = World(args.accounts, args.games)
    figures = {kind: run(kind, world, args.requests) for kind in args.databases.split(",")}
    section = told(figures, args.accounts, args.games)
    print(section)
    if args.write:
        write(section)
    slow = [
        f"{page} on {kind}" for kind, pages in figures.items() for page, times in pages.items()
        if percentile(times, 0.95) > LIMIT
    ]  # fmt: skip
    if slow:
        print("too slow:", ", ".join(slow))
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
