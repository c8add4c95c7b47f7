"""Routes for guided games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.http.api import route, site_of
from rondel.server.http.gzip import gzipped
from rondel.server.tables.lessons import lesson, lesson_files, lesson_lines, lessons_of
from rondel.server.wire import messages
from rondel.server.wire.lessons import Lesson, Lessons
from rondel.server.wire.refusal import Refusal

router = APIRouter()
_KEEP = "public, max-age=3600"


@route(router, "GET", "/api/lessons", Lessons)
async def list_lessons(request: Request) -> Response:
    """List the guided games."""
    return gzipped(request.headers, messages.encode(Lessons(lesson_lines())), "application/json", _KEEP)


@route(router, "GET", "/api/lessons/{game}/{name}", Lesson)
async def get_lesson(
    request: Request, game: Annotated[str, Path(max_length=60)], name: Annotated[str, Path(max_length=60)]
) -> Response:
    """Give a guided game: where it begins, and every decision with what it brings."""
    if name not in lessons_of(game):
        known = ", ".join(f"{book}/{each}" for book, each in lesson_files())
        raise Refusal("not_found", f"There is no such lesson. The lessons are: {known}.")
    key = "lesson", game, name
    body = await site_of(request).once_for_all(key, lambda: messages.encode(lesson(game, name)))
    return gzipped(request.headers, body, "application/json", _KEEP)
