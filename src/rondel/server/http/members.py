"""A server that belongs to a club: everything but signing in and the rules is for its members."""

from __future__ import annotations

from typing import cast

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from rondel.server.people import clubs
from rondel.server.people.accounts import Player
from rondel.server.site import Site
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.bodies import Failure
from rondel.server.wire.messages import encode
from rondel.server.wire.refusal import Refusal

#: what is open to everybody: signing in, learning the games, and following a link
OPEN = (
    "/api/me", "/api/guest", "/api/account", "/api/session", "/api/sessions", "/api/password", "/api/reset",
    "/api/forgot", "/api/mail",
    "/api/games", "/api/boards", "/api/rules", "/api/guide", "/api/lessons", "/api/about", "/api/openapi.json",
    f"/api/clubs/{clubs.HOUSE}/join",
)  # fmt: skip
_REFUSED = Refusal("members_only")
_BODY = encode(Failure(_REFUSED.code, _REFUSED.message))


class Members:
    """An ASGI application around another, for a server that belongs to a club."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let members in, and everybody to what is open."""
        if scope["type"] == "lifespan" or _is_open(scope["path"]) or await _is_member(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403})
        else:
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(_BODY)).encode())]
            await send({"type": "http.response.start", "status": _REFUSED.status, "headers": headers})
            await send({"type": "http.response.body", "body": _BODY})


def _is_open(path: str) -> bool:
    if not path.startswith(("/api", "/ws")):
        return True  # pages hold nothing themselves
    return any(path == entry or path.startswith(f"{entry}/") for entry in OPEN)


async def _is_member(scope: Scope) -> bool:
    site = cast(Site, scope["app"].state.site)
    player = await site.player(HTTPConnection(scope))
    if player is None or player.guest:
        return False
    if await site.storage.read(lambda connection: clubs.role_in(connection, clubs.HOUSE, player.id)):
        return True
    return await _is_new_admin(site, player)


async def _is_new_admin(site: Site, player: Player) -> bool:
    """Take an administrator in as an owner: somebody must be the first."""
    if not player.admin:
        return False
    await site.storage.write(lambda connection: clubs.take_in_admin(connection, player.id, clock_ms()))
    return True
