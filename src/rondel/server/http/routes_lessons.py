"""Routes for guided first games."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.http.api import route
from rondel.server.http.gzip import gzipped
from rondel.server.tables.lessons import lesson, lesson_names
from rondel.server.wire import messages
from rondel.server.wire.bodies import Lesson
from rondel.server.wire.refusal import Refusal

router = APIRouter()


@route(router, "GET", "/api/lessons/{game}", Lesson)
async def get_lesson(request: Request, game: Annotated[str, Path(max_length=60)]) -> Response:
    """Give a guided first game: where it begins, and every decision with what it brings."""
    if game not in lesson_names():
        raise Refusal("not_found", f"There is no lesson for it. There are lessons for: {', '.join(lesson_names())}.")
    told = await asyncio.to_thread(lesson, game)
    return gzipped(request.headers, messages.encode(told), "application/json", "public, max-age=3600")
