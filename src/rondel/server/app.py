"""The ASGI application."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from rondel import __version__
from rondel.server.http import (
    api,
    routes_admin,
    routes_archive,
    routes_clubs,
    routes_info,
    routes_judge,
    routes_lessons,
    routes_notices,
    routes_openings,
    routes_people,
    routes_puzzles,
    routes_share,
    routes_study,
    routes_tables,
    routes_talk,
    routes_tournaments,
    socket,
)
from rondel.server.http.doorway import Doorway
from rondel.server.http.members import Members
from rondel.server.http.middleware import RequestMiddleware
from rondel.server.http.static_files import add_pages
from rondel.server.metrics import Metrics
from rondel.server.settings import Settings, read_settings
from rondel.server.site import Site

ABOUT = """\
Tables for board games: make one, sit down, play. The WebSocket `/ws/tables/{id}` carries the same messages as
`POST /api/tables/{id}/messages`; docs/server-protocol.md describes them."""
DESCRIPTION = "/api/openapi.json"


def make_app(settings: Settings | None = None, warm: bool = False) -> FastAPI:
    """Build the application; at startup it opens the database; with `warm` it starts what thinks, hashes and draws."""
    chosen = settings or read_settings()
    metrics = Metrics()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        site = Site(chosen, metrics)
        app.state.site = site
        if warm:
            site.warm()
        jobs = [asyncio.create_task(work.run()) for work in (site.hub, site.keeper, site.notices)]
        if site.storage.shared:
            from rondel.server.tables.bus import listen

            jobs.append(asyncio.create_task(listen(site.hub, chosen.database, site.origin)))
        yield
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        await site.close()

    app = FastAPI(
        title="Rondel", version=__version__, description=ABOUT, lifespan=life, openapi_url=None,
        docs_url=None, redoc_url=None,
    )  # fmt: skip
    parts = (
        routes_admin, routes_archive, routes_clubs, routes_info, routes_judge, routes_lessons, routes_notices,
        routes_openings, routes_people, routes_puzzles, routes_share, routes_study, routes_tables, routes_talk,
        routes_tournaments, socket,
    )  # fmt: skip
    for part in parts:
        app.include_router(part.router)
    app.add_route(DESCRIPTION, description, ["GET"])
    add_pages(app)
    api.add_handlers(app)
    api.describe(app)
    if chosen.club:
        app.add_middleware(Members)
    app.add_middleware(RequestMiddleware, metrics=metrics, secure=chosen.secure)
    app.add_middleware(Doorway)  # outermost: who may not come in costs nothing more
    return app


async def description(request: Request) -> Response:
    """Describe all routes; the description is written once, since that takes a while."""
    site: Site = request.app.state.site
    body = await site.once_for_all("openapi", lambda: json.dumps(request.app.openapi()).encode())
    return Response(body, media_type="application/json")
