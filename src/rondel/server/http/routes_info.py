"""Routes for games, boards, rules, health and metrics."""

from __future__ import annotations

import time
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Path
from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import Response

from rondel import __version__, guide, ledger
from rondel.boards.reader import board_ids, load_board
from rondel.protocol import describe
from rondel.record import RULES_VERSION
from rondel.registry import books as all_books
from rondel.registry import make
from rondel.server.core import heavy
from rondel.server.http.api import reply, route, site_of, written
from rondel.server.http.gzip import gzipped, unpacked
from rondel.server.people.stars import stars
from rondel.server.store import beats
from rondel.server.tables.lessons import lessons_of
from rondel.server.tables.showcase import first_picture, showcase, showcase_names
from rondel.server.wire import messages
from rondel.server.wire.bodies import Book, Catalogue, ClauseLine, Clauses, Health, Language, Printed
from rondel.server.wire.place import About, Guide, Showcase
from rondel.server.wire.refusal import Refusal

router = APIRouter()
#: seconds for which a database that took a write counts as healthy
CHECK = 1.0
_KEEP = "public, max-age=3600"


def _kept(request: Request, body: bytes, media: str) -> Response:
    return gzipped(request.headers, body, media, _KEEP)


def _drawn(request: Request, svg: bytes) -> Response:
    """Give a picture without scripts or links."""
    answer = _kept(request, svg, "image/svg+xml")
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return answer


@route(router, "GET", "/api/games", Catalogue)
async def games(request: Request) -> Response:
    """List rulebooks and bots."""
    site = site_of(request)
    return written(await site.once_for_all("catalogue", lambda: _catalogue(site.tables.bots)))


def _catalogue(bots: list[str]) -> bytes:
    shown = showcase_names()
    told = [
        {**describe(book.id), "lessons": len(lessons_of(book.id)), "hidden": make(book.id).hidden,
         "table": book.table, "shown": book.id in shown, "stars": list(stars(book.id))}
        for book in all_books().values()
    ]  # fmt: skip
    return messages.encode(Catalogue([msgspec.convert(book, Book) for book in told], bots, RULES_VERSION))


@route(router, "GET", "/api/games/{game}", Printed)
async def game_parts(request: Request, game: Annotated[str, Path(max_length=60)]) -> Response:
    """Give what is printed on a game's parts: wedges, charts, cards, buildings, tiles."""
    return _kept(request, _printed_json(_need_book(game)), "application/json")


@route(router, "GET", "/api/games/{game}/showcase", Showcase)
async def game_shown(request: Request, game: Annotated[str, Path(max_length=60)]) -> Response:
    """Give a game of a rulebook turn by turn, to show it being played."""
    if game not in showcase_names():
        raise Refusal("not_found", "There is no game of this rulebook to show.")
    body = await site_of(request).once_for_all(("showcase", game), lambda: messages.encode(showcase(game)))
    return _kept(request, body, "application/json")


@route(router, "GET", "/api/games/{game}/picture.svg", str, media="image/svg+xml")
async def game_picture(
    request: Request, game: Annotated[str, Path(max_length=60)], theme: Literal["light", "dark"] = "light"
) -> Response:
    """Draw the position a game begins with."""
    key = "first picture", _need_book(game), theme
    return _drawn(request, await site_of(request).once_for_all(key, lambda: first_picture(game, theme == "dark")))


@route(router, "GET", "/api/about", About)
async def about(request: Request) -> Response:
    """Say what is printed and what is our own design, which licence applies, and what the host adds."""
    own = {book.id: dict(book.ours) for book in all_books().values()}
    return reply(About(__version__, own, site_of(request).imprint))


@route(router, "GET", "/api/boards/{board}", dict)
async def board(request: Request, board: Annotated[str, Path(max_length=60)]) -> Response:
    """Give a board: its regions in the order of their numbers, borders, nations and geometry."""
    return _kept(request, _board_json(_need_board(board)), "application/json")


@route(router, "GET", "/api/boards/{board}/map.svg", str, media="image/svg+xml")
async def board_map(
    request: Request,
    board: Annotated[str, Path(max_length=60)],
    theme: Literal["light", "dark"] = "light",
    lang: Literal["", "en", "fr"] = "",
    size: Literal["desk", "phone"] = "desk",
    names: Literal["ancient", "modern"] = "ancient",
) -> Response:
    """Draw a board, with names in a language (none: as printed), for a desk or with larger names for a phone."""
    site, wanted = site_of(request), (_need_board(board), theme, lang, size, names)
    svg = await site.drawn_once(("map", *wanted), site.address(request), heavy.board_map, *wanted)
    return unpacked(request.headers, svg, "image/svg+xml", _KEEP)


@route(router, "GET", "/api/rules/{game}", Clauses)
async def rules(request: Request, game: Annotated[str, Path(max_length=60)], lang: Language = "en") -> Response:
    """Give the rules reference of a rulebook, in a language if it is there and otherwise in English."""
    if not ledger.page_of(_need_book(game)).is_file():
        raise Refusal("not_found", "There is no rules reference of this game.")
    return _kept(request, _rules_json(_need_book(game), lang), "application/json")


@route(router, "GET", "/api/guide/{game}", Guide)
async def guide_pages(request: Request, game: Annotated[str, Path(max_length=60)], lang: Language = "en") -> Response:
    """Give the illustrated rules of a rulebook in a language: two pages of paragraphs, clauses and pictures."""
    if not guide.page_of(_need_book(game)).is_file():
        raise Refusal("not_found", "There are no illustrated rules of this game.")
    return _kept(request, _guide_json(_need_book(game), lang), "application/json")


@route(router, "GET", "/api/guide/pictures/{name}.svg", str, media="image/svg+xml")
async def guide_picture(
    request: Request, name: Annotated[str, Path(max_length=60)], theme: Literal["light", "dark"] = "light"
) -> Response:
    """Give a picture of the illustrated rules."""
    svg = _guide_picture(name, theme == "dark")
    if not svg:
        raise Refusal("not_found", "There is no such picture.")
    return _drawn(request, svg)


@route(router, "GET", "/healthz", Health)
async def health(request: Request) -> Response:
    """Say whether the server can read and write its database, and the database is still its own."""
    site = site_of(request)
    site.storage.need_file()
    if time.monotonic() - site.checked > CHECK:  # everybody may ask, so the disk is not asked each time
        site.checked = time.monotonic()
        try:
            await site.storage.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
            await site.storage.write(beats.touch)
        except BaseException:
            site.checked = -1.0
            raise
    stopping = site.hub.stopping
    return reply(Health(not stopping, __version__, stopping), 503 if stopping else 200)


@route(router, "GET", "/metrics", str, media="text/plain")
async def metrics(request: Request) -> Response:
    """Give figures for Prometheus."""
    site = site_of(request)
    if not site.settings.metrics:
        raise Refusal("not_found")
    values = {
        "connections": site.connections, "rooms": len(site.hub.rooms), "moves": site.hub.moves,
        "commits": site.storage.commits, "writes": site.storage.writes, "bot_failures": site.bots.failures,
        "bots_waiting": site.bots.waiting, "notices_sent": site.notices.sent, "notices_failed": site.notices.failed,
    }  # fmt: skip
    return Response(
        site.metrics.render({name: float(value) for name, value in values.items()}), media_type="text/plain"
    )


def _need_book(game: str) -> str:
    if game not in all_books():
        raise Refusal("not_found", "There is no such rulebook.")
    return game


def _need_board(board: str) -> str:
    if board not in board_ids():
        raise Refusal("not_found", "There is no such board.")
    return board


@lru_cache(maxsize=32)
def _printed_json(game: str) -> bytes:
    book = all_books()[game]
    told = {"game": game, "rules": RULES_VERSION, "table": book.table, **book.printed}
    return messages.encode(msgspec.convert(told, Printed))


@lru_cache(maxsize=32)
def _board_json(board: str) -> bytes:
    return messages.encode(dict(load_board(board).source))


@lru_cache(maxsize=32)
def _rules_json(game: str, wanted: str) -> bytes:
    language = ledger.language_for(game, wanted)
    lines = [
        ClauseLine(clause.id, clause.kind, clause.section, clause.topic, clause.text)
        for clause in ledger.clauses(game, language)
    ]
    return messages.encode(Clauses(game, lines, language))


@lru_cache(maxsize=32)
def _guide_json(game: str, wanted: str) -> bytes:
    return messages.encode(msgspec.convert(asdict(guide.guide(game, wanted)), Guide))


@lru_cache(maxsize=256)
def _guide_picture(name: str, dark: bool) -> bytes:
    path = guide.picture_file(name, dark)
    return path.read_bytes() if path else b""
