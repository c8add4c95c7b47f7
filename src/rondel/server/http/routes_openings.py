"""Routes for openings (what was played from a place, where a game stands among them), and for one's own play."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from sqlalchemy import Connection, select
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.analysis import explorer, openings, progress
from rondel.server.analysis.fair import may_study, need_left
from rondel.server.http import api
from rondel.server.http.api import body_of, reply, route, site_of
from rondel.server.http.routes_study import WIDE
from rondel.server.http.routes_tables import PICTURE_POLICY, acting, asked, watched
from rondel.server.store.schema import players
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.bodies import Body, Done
from rondel.server.wire.messages import encode
from rondel.server.wire.openings import By, FindOpening, FoundOpening, OpeningPage, OpeningShelf, Progress
from rondel.server.wire.refusal import Refusal

router = APIRouter()
WayQuery = Annotated[str, Query(max_length=openings.PATH)]
#: milliseconds for which an answer is kept for all who ask for the same
KEPT = 30_000


class ShareOpenings(Body, frozen=True):
    """Whether others may study the openings of your games."""

    shared: bool


@route(router, "GET", "/api/openings", OpeningShelf)
async def list_openings(request: Request) -> Response:
    """List what games are compared with: rulebook, board, number of players, options."""
    player = await asked(request)
    who = player.id if player else ""

    def read(connection: Connection) -> OpeningShelf:
        shared = connection.execute(select(players.c.openings).where(players.c.id == who)).scalar()
        return OpeningShelf(openings.pools(connection), bool(shared))

    return reply(await site_of(request).look(request, read))


@route(router, "GET", "/api/openings/page", OpeningPage)
async def get_opening(request: Request, path: WayQuery, by: By = "") -> Response:
    """Tell what was played from a place, how often, by whom and with what result."""
    player = await asked(request)
    site, address = site_of(request), site_of(request).address(request)
    here = openings.places(path)[-1].node
    read = partial(openings.page, path=path, by=by)
    key = "openings", path, by, clock_ms() // KEPT
    body = await site.hub.offload.once(key, address, lambda: encode(site.storage.read_now(read)))
    if player is not None:
        await need_left(site.hub, player.id, address, openings.game_in(body), here)
    return api.written(body)


@route(router, "GET", "/api/openings/picture", str, media="image/svg+xml")
async def draw_opening(request: Request, path: WayQuery, theme: Literal["light", "dark"] = "light") -> Response:
    """Draw the position of a place."""
    player = await asked(request)
    site, address = site_of(request), site_of(request).address(request)
    here = openings.places(path)[-1].node
    line = await site.storage.read(partial(openings.line_at, here=here))
    if player is not None:
        await need_left(site.hub, player.id, address, line.split()[0], here)
    key = "opening", here, theme
    svg = await site.hub.away_once(key, address, lambda apart: apart.call(openings.picture, line, theme == "dark"))
    return Response(svg, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})


@route(router, "POST", "/api/openings/find", FoundOpening, FindOpening)
async def find_opening(request: Request) -> Response:
    """Say where a game that is over, or a position of the analysis board, stands among the openings."""
    wish = await body_of(request, FindOpening, WIDE)
    await acting(request)
    site, address = site_of(request), site_of(request).address(request)
    if wish.table:
        room, who = await watched(request, wish.table)
        match = room.match.fork()
        if not may_study(match, who):
            raise Refusal("no_hints", "A game among people is analyzed when it is over.")
        match.need_step(wish.step)
        actions = match.actions()[: wish.step]
    else:
        match = await site.hub.offload.run(address, lambda: site.studio.desk.match(wish.start, wish.actions))
        actions = match.actions()
    work = lambda: openings.way_of(match.first, actions, match.state_at(len(actions)).turn_of)  # noqa: E731
    return reply(FoundOpening(await site.hub.offload.run(address, work)))


@route(router, "PUT", "/api/me/openings", Done, ShareOpenings)
async def share_openings(request: Request) -> Response:
    """Let others study the openings of your games, or no longer."""
    wish = await body_of(request, ShareOpenings)
    player, site = await acting(request), site_of(request)
    site.studio.by_saving.check(player.id)
    await site.storage.write(partial(explorer.agree, player=player.id, yes=wish.shared))
    return reply(Done())


@route(router, "GET", "/api/me/progress", Progress)
async def get_progress(request: Request) -> Response:
    """Tell how you played over all your reviewed games."""
    site = site_of(request)
    player = await site.need(request)
    site.by_player.check(player.id)
    late = await site.storage.read(partial(progress.untold, who=player.id))
    for table in late:  # reviews of before such figures were kept
        await site.storage.write(partial(progress.catch_up, table=table))
    return reply(await site.storage.read(partial(progress.told, who=player.id)))
