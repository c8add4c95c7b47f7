"""Routes for what the bots think of a table."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.bots.judge import Judge, distances
from rondel.server.http.api import reply, route, site_of
from rondel.server.http.routes_tables import TableId, watched
from rondel.server.wire.bodies import Chances, Distances
from rondel.server.wire.refusal import Refusal

router = APIRouter()
judge = Judge()


@route(router, "GET", "/api/tables/{table}/chances", Chances)
async def get_chances(request: Request, table: TableId) -> Response:
    """Give each seat's chance to win over the course of the game, as the bots judge it."""
    room, who = await watched(request, table)
    site, match, audience = site_of(request), room.match.fork(), room.audience_of(who)
    if not match.helps(who):
        raise Refusal("no_hints")
    return reply(await site.hub.offload.run(site.address(request), lambda: judge.chances(table, match, audience)))


@route(router, "GET", "/api/tables/{table}/distances", Distances)
async def get_distances(request: Request, table: TableId) -> Response:
    """Say how far each player is from linking two shrines, where the game has shrines."""
    room, _ = await watched(request, table)
    return reply(distances(room.match))
