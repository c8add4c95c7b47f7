"""Routes for what the bots think of a table."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.bots.judge import distances, eyes_for, judged
from rondel.server.http.api import reply, route, site_of, written
from rondel.server.http.routes_tables import FEW, TableId, watched
from rondel.server.wire.bodies import Chances, Distances
from rondel.server.wire.refusal import Refusal

router = APIRouter()


@route(router, "GET", "/api/tables/{table}/chances", Chances)
async def get_chances(request: Request, table: TableId) -> Response:
    """Give each seat's chance to win over the course of the game, as the bots judge it."""
    room, who = await watched(request, table)
    site, match = site_of(request), room.match.fork()
    if not match.helps(who):
        raise Refusal("no_hints")
    seat = eyes_for(match, room.audience_of(who))
    key, address = (table, match.rev, "chances", seat), site.address(request)
    told = match.setup, match.first, match.actions(), seat
    if match.step > FEW:
        return written(await site.hub.away_once(key, address, lambda apart: apart.call(judged, *told)))
    return written(await site.hub.offload.once(key, address, lambda: judged(*told)))


@route(router, "GET", "/api/tables/{table}/distances", Distances)
async def get_distances(request: Request, table: TableId) -> Response:
    """Say how far each player is from linking two shrines, where the game has shrines."""
    room, _ = await watched(request, table)
    return reply(distances(room.match))
