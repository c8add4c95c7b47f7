"""Middleware for every request: safe headers, a log line without secrets, a counter, and no tracebacks for clients."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rondel.game import JsonDict
from rondel.server.http.static_files import EMBED_POLICY, POLICY
from rondel.server.metrics import Metrics
from rondel.server.wire import messages
from rondel.server.wire.bodies import Failure

log = logging.getLogger("rondel.http")
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"content-security-policy": POLICY.encode(),
    b"cross-origin-opener-policy": b"same-origin",
    b"x-frame-options": b"DENY",
}


class RequestMiddleware:
    """Wraps the application: headers, log line, counter, and a plain answer if anything fails."""

    def __init__(self, app: ASGIApp, metrics: Metrics, secure: bool) -> None:
        self.app, self.metrics, self.secure = app, metrics, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if "\0" in scope["path"]:  # no table or player has one, and PostgreSQL refuses it
            scope = {**scope, "path": scope["path"].replace("\0", "\ufffd")}
        begin, status = time.perf_counter(), 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._headers(scope, message)
            await send(message)

        try:
            await self.app(scope, receive, answer)
        except Exception as error:  # last resort: the log gets everything, the client nothing
            log.error("unexpected %s", type(error).__name__, exc_info=error)
            if not status:
                await _sorry(answer)
        self.metrics.requests.labels(str(status)).inc()
        log.info("request", extra=_line(scope, status, time.perf_counter() - begin))

    def _headers(self, scope: Scope, message: Message) -> None:
        given = {name.lower() for name, _ in message["headers"]}
        added = dict(HEADERS)
        if scope["path"].startswith("/api"):
            added[b"cache-control"] = b"no-store"
        if scope["path"].startswith("/embed/"):  # a replay that other websites may show; it carries no session
            added[b"content-security-policy"] = EMBED_POLICY.encode()
            del added[b"x-frame-options"]
        if self.secure:
            added[b"strict-transport-security"] = b"max-age=31536000"
        message["headers"] = [
            *message["headers"],
            *((name, value) for name, value in added.items() if name not in given),
        ]


def _line(scope: Scope, status: int, seconds: float) -> JsonDict:
    """Give what is logged about a request: the route, never the path or query, which may contain secrets."""
    route = getattr(scope.get("route"), "path", "-")
    return {"method": scope["method"], "route": route, "status": status, "ms": round(1000 * seconds, 1)}


async def _sorry(send: Send) -> None:
    body = messages.encode(Failure("busy", "Something went wrong on the server. It was noted; try again."))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 500, "headers": headers})
    await send({"type": "http.response.body", "body": body})
