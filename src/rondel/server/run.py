"""Running the server under uvicorn."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from dataclasses import fields

import uvicorn
from sqlalchemy import make_url

from rondel.server import garbage
from rondel.server.app import make_app
from rondel.server.http.connections import guarded
from rondel.server.http.frames import Frames
from rondel.server.http.socket import LIMIT
from rondel.server.logs import set_up
from rondel.server.settings import ABOUT, Settings

#: connections for short requests, besides the WebSockets that the settings count
SPARE = 200


class Server(uvicorn.Server):
    """A uvicorn server that says when it is ready, and looks after its memory."""

    ready: Callable[[], None] | None = None
    _collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        self._collecting = asyncio.create_task(garbage.collect())
        if self.started and self.ready:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        if self._collecting:
            self._collecting.cancel()
        await super().shutdown(sockets)


def serve(settings: Settings, ready: Callable[[], None] | None = None) -> None:
    """Serve until stopped, then finish what was begun. `ready` is called once the server answers."""
    set_up(settings.log_level)
    garbage.begin()
    sys.setswitchinterval(0.001)  # long work runs in threads; players get the processor back within a millisecond
    server = config(settings, warm=True)
    server.ready = ready
    server.run()


def config(settings: Settings, warm: bool = False) -> Server:
    """Make the uvicorn server. Messages are not compressed: each of thousands of connections would need a buffer."""
    return Server(
        uvicorn.Config(
            make_app(settings, warm),
            http=guarded(settings.connections + SPARE, settings.address_connections + SPARE, settings.proxies),
            host=settings.host, port=settings.port, log_config=None, access_log=False,
            ws=Frames, ws_max_size=LIMIT, ws_per_message_deflate=False, ws_ping_interval=30.0,
            ws_ping_timeout=30.0, timeout_graceful_shutdown=10, proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=settings.proxies or None, server_header=False,
        )
    )  # fmt: skip


def list_settings(settings: Settings) -> str:
    """List the settings, without passwords."""
    lines = []
    for entry in fields(Settings):
        value = getattr(settings, entry.name)
        if entry.name == "database":
            value = make_url(value).render_as_string(hide_password=True)
        elif entry.name == "smtp_password" and value:
            value = "***"
        lines.append(f"RONDEL_{entry.name.upper()}={value}\n    {ABOUT[entry.name]}")
    return "\n".join(lines)
