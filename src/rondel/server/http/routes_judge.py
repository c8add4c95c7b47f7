"""Routes for what the bots think of a table."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.bots.judge import Judge, distances, judged
from rondel.server.core.match import Match
from rondel.server.http.api import reply, route, site_of
from rondel.server.http.routes_tables import FEW, TableId, watched
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

    def think(match: Match, seat: int) -> Chances:
        return site.hub.apart.call(judged, match.setup, match.first, match.actions(), seat)

    work = partial(judge.chances, table, match, audience, think if match.step > FEW else None)
    return reply(await site.hub.offload.run(site.address(request), work))


@route(router, "GET", "/api/tables/{table}/distances", Distances)
async def get_distances(request: Request, table: TableId) -> Response:
    """Say how far each player is from linking two shrines, where the game has shrines."""
    room, _ = await watched(request, table)
    return reply(distances(room.match))
