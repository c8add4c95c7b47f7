"""Somebody who attacks: sessions, long games, clients and pages that come from an address of their own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

HOST = "127.0.0.1"
#: where the attacker comes from
ADDRESS = "127.0.0.66"
TROUBLE = (OSError, ConnectionClosed, InvalidHandshake, httpx.HTTPError, TimeoutError, EOFError)


@dataclass
class Attacker:
    """Somebody with sessions, long games and time."""

    port: int
    seconds: float
    tokens: list[str]
    tables: list[str]
    address: str = ADDRESS
    answers: Counter[str] = field(default_factory=Counter)
    end: float = 0.0

    @property
    def on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.end

    def client(self, address: str = "") -> httpx.AsyncClient:
        """Give a client that comes from the attacker's address."""
        transport = httpx.AsyncHTTPTransport(
            local_address=address or self.address, limits=httpx.Limits(max_connections=200)
        )
        return httpx.AsyncClient(base_url=f"http://{HOST}:{self.port}", transport=transport, timeout=30)

    def note(self, answer: httpx.Response) -> httpx.Response:
        """Note what was answered."""
        code = "" if answer.status_code < 400 else " " + str(_code(answer))
        self.answers[f"{answer.status_code}{code}"] += 1
        return answer

    def page(self, table: str, token: str = "", **more: Any) -> Any:
        """Open a page at a table."""
        return connect(
            f"ws://{HOST}:{self.port}/ws/tables/{table}", additional_headers=head(token), compression=None, proxy=None,
            ping_interval=None, local_addr=(self.address, 0), open_timeout=20, close_timeout=0.1, **more,
        )  # fmt: skip

    async def many(self, count: int, work: Callable[[int], Awaitable[None]]) -> None:
        """Do the same many times side by side, again and again until the time is over."""

        async def again(place: int) -> None:
            while self.on:
                try:
                    await work(place)
                except TROUBLE as error:
                    self.answers[type(error).__name__] += 1
                    await asyncio.sleep(0.05)

        await asyncio.gather(*(again(place) for place in range(count)))

    async def guest(self, client: httpx.AsyncClient) -> str:
        """Become another guest."""
        answer = self.note(await client.post("/api/guest", json={}))
        client.cookies.clear()
        return str(answer.headers.get("x-rondel-token", ""))


def _code(answer: httpx.Response) -> str:
    with contextlib.suppress(ValueError, KeyError, TypeError):
        return str(answer.json()["code"])
    return ""


def head(token: str) -> dict[str, str]:
    """Write the header of a session."""
    return {"Authorization": f"Bearer {token}"} if token else {}


async def ask(page: ClientConnection, number: int, **message: Any) -> dict[str, Any]:
    """Send a message and wait for its answer."""
    await page.send(json.dumps({"id": number, **message}))
    while True:
        heard: dict[str, Any] = json.loads(await asyncio.wait_for(page.recv(), 10))
        if heard.get("re") == number or heard["type"] == "refused":
            return heard


def random_action(choices: list[dict[str, Any]]) -> int:
    """Choose one of the legal decisions."""
    group = random.choice(choices)
    row = {**group.get("same", {}), **dict(zip(group["fields"], random.choice(group["rows"]), strict=True))}
    return int(row["action"])
