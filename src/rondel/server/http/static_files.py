"""The built client as static files, with headers that keep pages safe and assets cached."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rondel.server.http.api import site_of
from rondel.server.http.gzip import TEXTS, gzipped
from rondel.server.http.heads import page_with_head
from rondel.server.http.routes_admin import is_admin

STATIC = Path(__file__).parents[1] / "static"
#: pages of the client, which decides itself what to show
PAGES = (
    "/", "/table/{rest:path}", "/replay/{rest:path}", "/rules/{rest:path}", "/guide/{rest:path}", "/learn",
    "/learn/{rest:path}", "/me",
    "/ratings", "/archive", "/player/{rest:path}", "/tournaments", "/tournament/{rest:path}", "/about", "/clubs",
    "/club/{rest:path}", "/friends", "/analysis", "/analysis/{rest:path}", "/puzzles", "/puzzles/{rest:path}",
    "/openings", "/openings/{rest:path}", "/progress",
)  # fmt: skip
#: replays for other websites: the only pages that may be shown in a frame
EMBED = "/embed/{rest:path}"
#: pages about people and their games: search engines list them only if the host says so
PEOPLE = ("/table/", "/replay/", "/embed/", "/player/", "/archive", "/ratings", "/tournament", "/club")
#: addresses for programs: what is not there is refused in JSON
NOT_PAGES = ("/api", "/assets", "/ws")
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
EMBED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
FOREVER = "public, max-age=31536000, immutable"
_NOTHING = """<!doctype html><meta charset="utf-8"><title>Rondel</title>
<h1>Rondel</h1><p>The server runs, but its page has not been built. <code>make play</code> builds it.</p>
<p>The interface for programs is described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>"""


class Assets(StaticFiles):
    """Files whose names change with their contents: they can be kept forever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve a file that browsers may cache, gzipped where that helps."""
        answer = await super().get_response(path, scope)
        if isinstance(answer, FileResponse) and path.endswith(TEXTS):
            body = await asyncio.to_thread(Path(answer.path).read_bytes)
            return gzipped(Headers(scope=scope), body, answer.media_type or "", FOREVER)
        answer.headers["Cache-Control"] = FOREVER
        return answer


class Files(StaticFiles):
    """The other files; a mistyped address gets the page, which says so, instead of JSON."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self.index = folder / "index.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Give a file, or the page with the status of a page that is not there."""
        if scope["path"].startswith(NOT_PAGES):  # whatever the method
            raise HTTPException(404)
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            reads = "text/html" in Headers(scope=scope).get("accept", "")
            if error.status_code != 404 or not reads or not self.index.is_file():
                raise
            return FileResponse(self.index, 404, {"Cache-Control": "no-cache"}, "text/html")


def add_pages(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the client, or a note on how to build it."""
    index = folder / "index.html"

    async def page(request: Request) -> Response:
        if not index.is_file():
            return HTMLResponse(_NOTHING)
        text = await asyncio.to_thread(index.read_text, "utf-8")
        headers = {"Cache-Control": "no-cache"}
        if request.url.path.startswith(PEOPLE) and not site_of(request).settings.indexed:
            headers["X-Robots-Tag"] = "noindex"
        return HTMLResponse(await page_with_head(request, text), headers=headers)

    async def for_administrators(request: Request) -> Response:
        site = site_of(request)
        if await is_admin(site, await site.player(request)):
            return await page(request)
        site.metrics.admin.labels("refused").inc()
        if folder.is_dir():
            return await Files(folder).get_response("admin", request.scope)  # as if it did not exist
        raise HTTPException(404)

    for path in (*PAGES, EMBED):
        app.add_route(path, page, ["GET"])
    app.add_route("/admin", for_administrators, ["GET"])
    if (folder / "assets").is_dir():
        app.mount("/assets", Assets(directory=folder / "assets"))
    if folder.is_dir():
        app.mount("/", Files(folder))
