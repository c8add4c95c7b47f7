"""Ordinary players: they play, ping, look at tables and open new ones, and note how long everything takes."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from rondel.game import TERMINAL

#: players at a table, and players that share an address: a family, an office
SEATS = 4
AT_HOME = 10
GAME = "antike-2006"
#: players who play against a bot
BOT_GAMES = 8
Wish = dict[str, str]


class Group(msgspec.Struct):
    """A group of legal decisions."""

    fields: list[str]
    rows: list[list[int | str]]
    same: dict[str, int | str] = {}


class Turn(msgspec.Struct):
    """Whose turn it is."""

    to_act: int = 0


class Heard(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    turn: Turn | None = None
    rev: int = 0
    re: int = 0
    code: str = ""
    choices: list[Group] = []


decode = msgspec.json.Decoder(Heard).decode


@dataclass
class Times:
    """How long things took, by their kind, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    refused: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def take(self) -> Times:
        """Give what was noted, and begin again."""
        taken = Times(dict(self.seconds), dict(self.refused))
        self.seconds, self.refused = defaultdict(list), defaultdict(int)
        return taken


@dataclass
class Player:
    """One player at a table with an open page."""

    page: ClientConnection
    times: Times
    rng: random.Random
    rev: int = 0
    choices: list[Group] = field(default_factory=list)
    sent: dict[int, tuple[str, float]] = field(default_factory=dict)
    count: int = 0
    #: plays against a bot, and since when the bot has owed a decision
    against_bot: bool = False
    owed: float = 0.0
    over: bool = False

    async def listen(self) -> None:
        """Take what the server sends."""
        with contextlib.suppress(ConnectionClosed):
            async for body in self.page:
                heard = decode(body)
                if heard.type in ("update", "welcome"):
                    self.rev, self.choices = heard.rev, heard.choices
                    self.over = heard.turn is not None and heard.turn.to_act == TERMINAL
                    if self.over:
                        continue
                    if self.owed and heard.choices:
                        self.times.seconds["bot"].append(time.perf_counter() - self.owed)
                    self.owed = 0.0 if heard.choices or not self.against_bot else self.owed or time.perf_counter()
                if heard.re in self.sent:
                    kind, begin = self.sent.pop(heard.re)
                    if heard.type == "refused":
                        self.times.refused[heard.code] += 1
                    else:
                        self.times.seconds[kind].append(time.perf_counter() - begin)

    async def ask(self, kind: str, message: dict[str, object]) -> None:
        """Send a message, and note when its answer comes."""
        self.count += 1
        self.sent[self.count] = kind, time.perf_counter()
        await self.page.send(msgspec.json.encode({"id": self.count, **message}).decode())

    async def decide(self) -> None:
        """Play a random legal decision."""
        group = self.rng.choice(self.choices)
        row = {**group.same, **dict(zip(group.fields, self.rng.choice(group.rows), strict=True))}
        self.choices = []
        await self.ask("play", {"type": "play", "rev": self.rev, "actions": [row["action"]], "nonce": f"{self.count}"})


class Crowd:
    """Many players at many tables, from many addresses of the loopback."""

    def __init__(self, base: str, players: int, rate: float) -> None:
        self.base, self.rate = base, rate
        self.rng = random.Random(1)
        self.times = Times()
        self.players: list[Player] = []
        self.tables: list[str] = []
        self._alone: list[tuple[tuple[httpx.AsyncClient, str], Player]] = []  # who plays against a bot
        self._size = players
        self._tasks: list[asyncio.Task[None]] = []
        self._clients: list[tuple[httpx.AsyncClient, list[str]]] = []

    async def come(self) -> None:
        """Make guests and tables, sit down and connect."""
        for home in range(0, self._size, AT_HOME):
            address = f"127.0.1.{home // AT_HOME + 1}"
            client = httpx.AsyncClient(
                base_url=self.base, timeout=60, transport=httpx.AsyncHTTPTransport(local_address=address)
            )
            tokens = []
            for _ in range(min(AT_HOME, self._size - home)):
                tokens.append((await client.post("/api/guest", json={})).headers["x-rondel-token"])
                client.cookies.clear()
            self._clients.append((client, tokens))
        seated = [(client, token) for client, tokens in self._clients for token in tokens]
        self.rng.shuffle(seated)
        for place in range(BOT_GAMES, len(seated), SEATS):
            await self._table(seated[place : place + SEATS])
        for person in seated[:BOT_GAMES]:
            await self._against_bot(person)

    async def _against_bot(self, person: tuple[httpx.AsyncClient, str]) -> None:
        await self._table([person], [{"kind": "bot", "bot": "level:1"}])
        self._alone.append((person, self.players[-1]))

    async def _again(self) -> None:
        """Begin a new game for somebody whose game against a bot is over: many attacks last longer than a game."""
        for entry in [(person, player) for person, player in self._alone if player.over]:
            self._alone.remove(entry)
            person, player = entry
            self.players.remove(player)
            await player.page.close()
            await self._against_bot(person)

    async def _table(self, people: list[tuple[httpx.AsyncClient, str]], more: Sequence[Wish] = ()) -> None:
        wishes = [{"kind": "me"}] + [{"kind": "open"}] * (len(people) - 1) + [*more]
        client, token = people[0]
        made = await client.post("/api/tables", json={"game": GAME, "seats": wishes}, headers=bearer(token))
        table = made.json()["table"]["id"]
        for other, token in people[1:]:
            await other.post(f"/api/tables/{table}/join", json={}, headers=bearer(token))
        self.tables.append(table)
        url = f"{self.base.replace('http', 'ws')}/ws/tables/{table}"
        for client, token in people:
            address = client._transport._pool._local_address  # type: ignore[attr-defined]
            page = await connect(
                url, additional_headers=bearer(token), compression=None, proxy=None, ping_interval=None,
                local_addr=(address, 0),
            )  # fmt: skip
            player = Player(page, self.times, self.rng, against_bot=bool(more))
            self.players.append(player)
            self._tasks.append(asyncio.create_task(player.listen()))

    def begin(self) -> None:
        """Play on, until `go`."""
        self._tasks += [
            asyncio.create_task(self._often(self.rate, self._decide)),
            asyncio.create_task(self._often(self.rate, self._ping)),
            asyncio.create_task(self._often(self.rate / 6, self._look)),
            asyncio.create_task(self._often(self.rate / 30, self._open)),
            asyncio.create_task(self._often(1.0, self._again)),
        ]

    async def _often(self, rate: float, what: object) -> None:
        begin, count = time.perf_counter(), 0
        while True:
            await asyncio.sleep(max(0.0, begin + count / rate - time.perf_counter()))
            count += 1
            with contextlib.suppress(ConnectionClosed, httpx.HTTPError):
                await what()  # type: ignore[operator]

    async def _decide(self) -> None:
        ready = [player for player in self.players if player.choices]
        if ready:
            await self.rng.choice(ready).decide()

    async def _ping(self) -> None:
        await self.rng.choice(self.players).ask("ping", {"type": "ping"})

    async def _look(self) -> None:
        client, tokens = self.rng.choice(self._clients)
        path = f"/api/tables/{self.rng.choice(self.tables)}"
        self._later(self._request("look", client.get(path, headers=bearer(self.rng.choice(tokens)))))

    async def _open(self) -> None:
        client, tokens = self.rng.choice(self._clients)
        wish = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}
        post = client.post("/api/tables", json=wish, headers=bearer(self.rng.choice(tokens)))
        self._later(self._request("new table", post))

    def _later(self, work: object) -> None:
        self._tasks = [task for task in self._tasks if not task.done()]
        self._tasks.append(asyncio.create_task(work))  # type: ignore[arg-type]

    async def _request(self, kind: str, request: object) -> None:
        begin = time.perf_counter()
        try:
            answer = await request  # type: ignore[misc]
        except httpx.HTTPError as error:
            self.times.refused[type(error).__name__] += 1
            return
        if answer.status_code == 200:
            self.times.seconds[kind].append(time.perf_counter() - begin)
        else:
            self.times.refused[answer.json()["code"]] += 1

    def overdue(self) -> float:
        """Say how long the oldest message has waited for its answer."""
        now = time.perf_counter()
        return max((now - begin for player in self.players for _, begin in player.sent.values()), default=0.0)

    async def go(self) -> None:
        """Leave."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(player.page.close() for player in self.players), return_exceptions=True)
        for client, _ in self._clients:
            await client.aclose()


def bearer(token: str) -> dict[str, str]:
    """Write the header of a session."""
    return {"Authorization": f"Bearer {token}"}
