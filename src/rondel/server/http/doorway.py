"""Admission: banned addresses are turned away, and requests of a busy address take turns."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import cast

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from rondel.server.limits import network_of
from rondel.server.site import Site
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.bodies import Failure
from rondel.server.wire.messages import encode
from rondel.server.wire.refusal import Refusal

#: opening a page at a table counts as this many requests, because it is sent everything
CONNECTING = 4.0
#: requests of an address that begin together, and seconds until the next may
TOGETHER, TICK = 8, 0.004
_REFUSED = Refusal("banned", "The host of this server has banned your address.")
_JSON = encode(Failure(_REFUSED.code, _REFUSED.message))
_HASTE = encode(Failure("too_fast", Refusal("too_fast").message))
_PAGE = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Rondel</title>
<meta name="viewport" content="width=device-width"><h1>Rondel</h1><p>{_REFUSED.message}</p>
<p lang="fr">L’hôte de ce serveur a banni votre adresse.</p>
<p lang="de">Der Betreiber dieses Servers hat Ihre Adresse gesperrt.</p></html>""".encode()


class Turns:
    """Starts the requests of an address a few at a time, so that those of others come in between."""

    def __init__(self) -> None:
        self._begun: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, address: str) -> None:
        """Wait for one's turn."""
        loop = asyncio.get_running_loop()
        self._begun[address] += 1
        if self._begun[address] == 1:
            loop.call_later(TICK, self._next, address)
        if self._begun[address] > TOGETHER:
            turn: asyncio.Future[None] = loop.create_future()
            self._waiting.setdefault(address, deque()).append(turn)
            await turn

    def _next(self, address: str) -> None:
        """Let the next few begin."""
        waiting = self._waiting.get(address)
        if not waiting:
            self._waiting.pop(address, None)
            del self._begun[address]
            return
        self._begun[address] = TOGETHER  # newcomers wait behind those already waiting
        for turn in [waiting.popleft() for _ in range(min(TOGETHER, len(waiting)))]:
            if not turn.done():
                turn.set_result(None)
        asyncio.get_running_loop().call_later(TICK, self._next, address)


class Doorway:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or turn it away."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        barred = _is_barred(scope)
        if not barred and not _is_hasty(scope):
            await self._turns.take(_address(scope))
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403})  # before it is accepted: an answer of 403
        elif barred:
            await _refuse(scope, send)
        else:
            await _slow_down(send)


def _is_barred(scope: Scope) -> bool:
    client = scope.get("client")
    site = cast(Site, scope["app"].state.site)
    if not client or not site.house.bars(client[0], clock_ms()):
        return False
    site.metrics.barred.inc()
    return True


def _is_hasty(scope: Scope) -> bool:
    """Say whether too many requests come from an address, whoever they claim to be."""
    site, cost = cast(Site, scope["app"].state.site), CONNECTING if scope["type"] == "websocket" else 1.0
    return scope.get("client") is not None and not site.by_address.allows(_address(scope), cost)


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return network_of(client[0]) if client else ""


async def _slow_down(send: Send) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(_HASTE)).encode()),
               (b"retry-after", b"1"), (b"connection", b"close")]  # fmt: skip
    # closed, so that requests that were sent ahead of this answer cost nothing more
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": _HASTE})


async def _refuse(scope: Scope, send: Send) -> None:
    reads = "text/html" in Headers(scope=scope).get("accept", "")
    body, kind = (_PAGE, b"text/html; charset=utf-8") if reads else (_JSON, b"application/json")
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": _REFUSED.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
