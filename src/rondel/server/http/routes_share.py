"""The picture that a shared link to a table shows."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rondel.server.core import heavy, views
from rondel.server.http.api import route, site_of
from rondel.server.http.heads import CARD
from rondel.server.http.routes_tables import StepQuery, TableId, watched
from rondel.server.tables.sharing import shared_of

router = APIRouter()
#: chats and social networks fetch a picture once; an older position does no harm
_KEEP = "public, max-age=600"


@route(router, "GET", "/api/tables/{table}/card.png", bytes, media="image/png")
async def get_card(
    request: Request, table: TableId, step: StepQuery = 10_000_000, at: Annotated[int, Query(ge=0)] = 0
) -> Response:
    """Draw the position after so many decisions as spectators see it, whoever asks; `at` only tells versions apart."""
    room, _ = await watched(request, table)
    site, match = site_of(request), room.match.fork()
    who, step = site.address(request), min(step, match.step)
    if not match.is_near(step):
        await site.hub.offload.run(who, lambda: match.state_at(step))
    view = dict(views.view_of(match, match.state_at(step), views.WATCHER))
    told = shared_of(room.info(), site.hub.names)
    args = dict(match.setup.header), view, told.title, told.names()
    card = await site.drawn_once((table, match.rev, step, told.names()), who, heavy.card, *args)
    headers = {"Cache-Control": _KEEP if match.setup.watchers else "private, no-store"}
    return Response(card, media_type="image/png", headers=headers) if card else RedirectResponse(CARD, 302, headers)
