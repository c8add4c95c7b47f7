"""Routes for reviews of finished games."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.analysis.desk import stretch_of
from rondel.server.http.api import body_of, reply, route, site_of, written
from rondel.server.http.routes_tables import StepPath, TableId, acting, watched
from rondel.server.wire.bodies import Replay
from rondel.server.wire.study import ReviewState, Tried, TryTurn

router = APIRouter()


@route(router, "GET", "/api/tables/{table}/review", ReviewState)
async def get_review(request: Request, table: TableId) -> Response:
    """Give the review of a finished game, or say how far it is."""
    room, _ = await watched(request, table)
    return reply(await site_of(request).reviews.state(room))


@route(router, "POST", "/api/tables/{table}/review", ReviewState)
async def begin_review(request: Request, table: TableId) -> Response:
    """Have a finished game reviewed in the background; it is done once for all who may look at it."""
    player = await acting(request)
    room, _ = await watched(request, table)
    site = site_of(request)
    return reply(await site.reviews.begin(room, player.id, site.address(request)))


@route(router, "GET", "/api/tables/{table}/review/{step}", Replay)
async def better_turn(request: Request, table: TableId, step: StepPath) -> Response:
    """Give the better way to play a reviewed turn, as a stretch of a replay."""
    room, _ = await watched(request, table)
    site = site_of(request)
    turn = await site.reviews.turn(room, step)
    match, best = room.match.fork(), turn.best
    key = table, match.rev, "better", step
    work = lambda: stretch_of(match, step, turn.seat, best.actions if best else [])  # noqa: E731
    return written(await site.hub.offload.once(key, site.address(request), work))


@route(router, "POST", "/api/tables/{table}/review/{step}", Tried, TryTurn)
async def try_turn(request: Request, table: TableId, step: StepPath) -> Response:
    """Judge another way to play a reviewed turn; it solves it if it loses at most four points against the best."""
    wish = await body_of(request, TryTurn)
    await acting(request)
    room, _ = await watched(request, table)
    site = site_of(request)
    return reply(await site.reviews.judge(room, step, wish.actions, site.address(request)))
