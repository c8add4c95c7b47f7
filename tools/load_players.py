"""The players of the load test: many cheap connections in one process, so that the load measures the server.

Each is a WebSocket by hand on a bare transport: no compression, no pings, and a message is read only as far
as a player needs it.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlsplit

import httpx
import msgspec

#: tables that are made at the same time: an address may have four under way
MAKING = 4
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FIN, MASKED = 0x80, 0x80


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


decode = msgspec.json.Decoder(Heard).decode


@dataclass
class Figures:
    """What was measured."""

    acks: list[float] = field(default_factory=list)
    refused: int = 0
    largest: int = 0
    largest_welcome: int = 0
    late: int = 0
    lost: int = 0


@dataclass
class Game:
    """One table with its players."""

    table: str
    tokens: list[str]
    players: list[Player] = field(default_factory=list)
    busy: bool = False

    def mover(self) -> Player | None:
        """Give the player who has to decide, if that is known and nothing is under way."""
        return None if self.busy else next((player for player in self.players if player.choices), None)


class Player(asyncio.Protocol):
    """One connection."""

    def __init__(self, game: Game, token: str, host: str, figures: Figures) -> None:
        self.game, self.token, self.host, self.figures = game, token, host, figures
        self.rev = 0
        self.choices: list[Table] = []
        self.sent = 0.0
        self.open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the WebSocket."""
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /ws/tables/{self.game.table} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """Take note that the connection has ended."""
        self.open = False
        self.figures.lost += 1
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        """Take what arrives apart into frames."""
        self._buffer += data
        if not self.open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.close()
                return
            self.open, self._buffer = True, rest
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Take one frame out of the buffer, if it is whole."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, begin = buffer[1], 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:begin], "big")
        if len(buffer) < begin + size:
            return False
        body, self._buffer = buffer[begin : begin + size], buffer[begin + size :]
        kind = buffer[0] & 0x0F
        if kind == TEXT:
            self.hear(body)
        elif kind == PING:
            self._write(PONG, body)
        elif kind == CLOSE:
            self.transport.close()
        return True

    def _write(self, kind: int, body: bytes) -> None:
        """Send a frame; a mask of zeros leaves it as it is."""
        size = len(body)
        head = (
            bytes((FIN | kind, MASKED | size))
            if size < 126
            else bytes((FIN | kind, MASKED | 126, size >> 8, size & 255))
        )
        self.transport.write(head + b"\0\0\0\0" + body)

    def hear(self, body: bytes) -> None:
        """Take a message of the server."""
        heard, figures = decode(body), self.figures
        if heard.type == "update":
            figures.largest = max(figures.largest, len(body))
            self.rev, self.choices = heard.rev, heard.choices
        elif heard.type == "welcome":
            figures.largest_welcome = max(figures.largest_welcome, len(body))
            self.rev, self.choices = heard.rev, heard.choices
            if not self.ready.done():
                self.ready.set_result(None)
        elif heard.type in ("ack", "refused") and self.sent:
            if heard.type == "ack":
                figures.acks.append(time.perf_counter() - self.sent)
            else:
                figures.refused += 1
            self.sent, self.game.busy = 0.0, False

    def decide(self, rng: random.Random) -> None:
        """Send a random legal decision."""
        table = rng.choice(self.choices)
        row = {**table.same, **dict(zip(table.fields, rng.choice(table.rows), strict=True))}
        self.choices, self.game.busy = [], True
        message = {"type": "play", "id": 1, "rev": self.rev, "actions": [row["action"]], "nonce": f"{rng.random()}"}
        self.sent = time.perf_counter()
        self._write(TEXT, msgspec.json.encode(message))


async def make_games(client: httpx.AsyncClient, games: int, seats: int, book: str) -> list[Game]:
    """Make guests and tables, and seat everybody."""
    gate = asyncio.Semaphore(MAKING)
    wishes = [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)

    async def one() -> Game:
        async with gate:
            answers = [await client.post("/api/guest", json={}) for _ in range(seats)]
            tokens = [answer.headers["x-rondel-token"] for answer in answers]
            heads = [{"Authorization": f"Bearer {token}"} for token in tokens]
            made = await client.post("/api/tables", json={"game": book, "seats": wishes}, headers=heads[0])
            game = Game(made.raise_for_status().json()["table"]["id"], tokens)
            for head in heads[1:]:
                (await client.post(f"/api/tables/{game.table}/join", json={}, headers=head)).raise_for_status()
            return game

    return await asyncio.gather(*(one() for _ in range(games)))


async def connect_all(base: str, games: list[Game], figures: Figures) -> None:
    """Connect everybody to their table."""
    gate, loop, address = asyncio.Semaphore(32), asyncio.get_running_loop(), urlsplit(base)

    async def one(game: Game, token: str) -> None:
        async with gate:
            player = Player(game, token, address.netloc, figures)
            await loop.create_connection(lambda: player, address.hostname or "", address.port or 80)
            await asyncio.wait_for(player.ready, 30)
            game.players.append(player)

    await asyncio.gather(*(one(game, token) for game in games for token in game.tokens))


async def drive(games: list[Game], rate: float, seconds: float, figures: Figures) -> None:
    """Let decisions go out evenly: `rate` a second over all tables."""
    rng = random.Random(1)
    begin, count = time.perf_counter(), 0
    while (now := time.perf_counter() - begin) < seconds:
        while count < now * rate:
            for _ in range(20):
                player = rng.choice(games).mover()
                if player:
                    player.decide(rng)
                    break
            else:
                figures.late += 1
            count += 1
        await asyncio.sleep(0.001)
    await asyncio.sleep(1.0)
