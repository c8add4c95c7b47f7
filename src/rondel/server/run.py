"""Running the server under uvicorn."""

from __future__ import annotations

import gc
from dataclasses import fields

import uvicorn
from sqlalchemy import make_url

from rondel.server.app import make_app
from rondel.server.http.socket import LIMIT
from rondel.server.logs import set_up
from rondel.server.settings import ABOUT, Settings


def serve(settings: Settings) -> None:
    """Serve until told to stop; then finish what was begun."""
    set_up(settings.log_level)
    # thousands of connections are long-lived objects: looking through all of them often would make every table wait
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    config(settings, warm=True).run()


def config(settings: Settings, warm: bool = False) -> uvicorn.Server:
    """Make the uvicorn server. Messages are not compressed: thousands of connections would each keep a window."""
    return uvicorn.Server(
        uvicorn.Config(
            make_app(settings, warm), host=settings.host, port=settings.port, log_config=None, access_log=False,
            ws="websockets-sansio", ws_max_size=LIMIT, ws_per_message_deflate=False, ws_ping_interval=30.0,
            ws_ping_timeout=30.0, timeout_graceful_shutdown=10, proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=settings.proxies or None, server_header=False,
        )
    )  # fmt: skip


def list_settings(settings: Settings) -> str:
    """List the settings, without the password of the database."""
    lines = []
    for entry in fields(Settings):
        value = getattr(settings, entry.name)
        if entry.name == "database":
            value = make_url(value).render_as_string(hide_password=True)
        lines.append(f"RONDEL_{entry.name.upper()}={value}\n    {ABOUT[entry.name]}")
    return "\n".join(lines)
