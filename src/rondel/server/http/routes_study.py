"""Routes for reviews of finished games, the analysis board, and studies."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from rondel.server.analysis import studies
from rondel.server.analysis.desk import READER, board_of, drawn, from_table, opened, shown, stretch_of, written
from rondel.server.analysis.fair import may_study, need_fair
from rondel.server.http import api
from rondel.server.http.api import LARGE, body_of, reply, route, site_of
from rondel.server.http.routes_tables import (
    LETTERS,
    PICTURE_POLICY,
    PICTURE_WIDTH,
    USUAL,
    StepPath,
    TableId,
    acting,
    asked,
    watched,
)
from rondel.server.people.accounts import Player
from rondel.server.tables.begin import SHORT_TEXT
from rondel.server.tables.hub import clock_ms
from rondel.server.wire import messages as msg
from rondel.server.wire.bodies import Replay
from rondel.server.wire.messages import ServerMessage
from rondel.server.wire.refusal import Refusal
from rondel.server.wire.study import (
    AskBoard,
    Board,
    ExportBoard,
    NewStudy,
    OpenBoard,
    Placed,
    PlayOn,
    ReviewState,
    StudyList,
    StudyRow,
    Think,
    Thought,
    Tried,
    TryTurn,
)

router = APIRouter()
StudyId = Annotated[str, Path(max_length=40)]
NodeQuery = Annotated[int, Query(ge=-1, le=2000)]
#: other websites ask for a picture again after so long, since a study may change
KEEP_PICTURE: Final = "public, max-age=600"
#: bytes of a body with where an analysis begins and a tree
WIDE: Final = 500_000
#: what a page may ask about a position of the analysis board: what it asks at a table and changes nothing
ASKED: Final = (msg.Why, msg.Preview, msg.Pays, msg.Look, msg.Texts, msg.Ping)
#: the player who has every seat of the analysis board
_READER: Final = Player(READER, "", True)
#: for responses sent line by line: keeps proxies from buffering them
RAW: Final = {"X-Accel-Buffering": "no"}


@route(router, "GET", "/api/tables/{table}/review", ReviewState)
async def get_review(request: Request, table: TableId) -> Response:
    """Give the review of a finished game, or say how far it is."""
    room, _ = await watched(request, table)
    return api.written(await site_of(request).studio.reviews.told(room))


@route(router, "POST", "/api/tables/{table}/review", ReviewState)
async def begin_review(request: Request, table: TableId) -> Response:
    """Have a finished game reviewed in the background; it is done once for all who may look at it."""
    player = await acting(request)
    room, _ = await watched(request, table)
    site = site_of(request)
    await site.studio.reviews.begin(room, player.id, site.address(request))
    return api.written(await site.studio.reviews.told(room))


@route(router, "GET", "/api/tables/{table}/review/{step}", Replay)
async def better_turn(request: Request, table: TableId, step: StepPath) -> Response:
    """Give the better way to play a reviewed turn, as a stretch of a replay."""
    room, _ = await watched(request, table)
    site = site_of(request)
    turn = await site.studio.reviews.turn(room, step)
    match, best = room.match.fork(), turn.best
    key = table, match.rev, "better", step
    work = lambda: stretch_of(match, step, turn.seat, best.actions if best else [])  # noqa: E731
    return api.written(await site.hub.offload.once(key, site.address(request), work))


@route(router, "POST", "/api/tables/{table}/review/{step}", Tried, TryTurn)
async def try_turn(request: Request, table: TableId, step: StepPath) -> Response:
    """Judge another way to play a reviewed turn; it solves it if it loses at most four points against the best."""
    wish = await body_of(request, TryTurn)
    await acting(request)
    room, _ = await watched(request, table)
    site = site_of(request)
    return reply(await site.studio.reviews.judge(room, step, wish.actions, site.address(request)))


# ---- the analysis board ----------------------------------------------------------------------------------------------


@route(router, "POST", "/api/analysis/open", Board, OpenBoard)
async def open_board(request: Request) -> Response:
    """Begin an analysis: from a moment of a table, from text, or with a new game."""
    wish = await body_of(request, OpenBoard, LARGE)
    player = await acting(request)
    site, address = site_of(request), site_of(request).address(request)
    if wish.table:
        room, who = await watched(request, wish.table)
        match, over = room.match.fork(), room.match.status == "over"
        if not may_study(match, who):
            raise Refusal("no_hints", "A game among people is analyzed when it is over.")
        match.need_step(wish.step)
        seat = None if over or not match.hidden else room.audience_of(who)
        return reply(await site.hub.offload.run(address, lambda: from_table(match.state_at(wish.step), seat)))
    if len(wish.text) > SHORT_TEXT:
        site.by_import.check(address, 1 + len(wish.text) // LETTERS // USUAL)
        board = await site.hub.away(address, opened, wish)
    else:
        board = await site.hub.offload.run(address, lambda: opened(wish))
    begun = await site.hub.offload.run(address, lambda: site.studio.desk.match(board.start, ()))
    await need_fair(site.hub, player.id, address, begun)
    return reply(board)


@route(router, "POST", "/api/analysis/play", Placed, PlayOn)
async def play_on(request: Request) -> Response:
    """Go to a position of the analysis board, and take some more decisions there."""
    wish = await body_of(request, PlayOn, WIDE)
    await acting(request)
    site = site_of(request)
    work = lambda: site.studio.desk.placed(wish.start, wish.actions, wish.add)  # noqa: E731
    return reply(await site.hub.offload.run(site.address(request), work))


@route(router, "POST", "/api/analysis/ask", ServerMessage, AskBoard)
async def ask_board(request: Request) -> Response:
    """Ask about a position of the analysis board what a page asks at a table: why not, what then, how to pay."""
    wish = await body_of(request, AskBoard, WIDE)
    await acting(request)
    if not isinstance(wish.message, ASKED):
        raise Refusal("bad_message", "That cannot be asked on the analysis board.")
    site = site_of(request)
    room = await site.hub.offload.run(site.address(request), lambda: site.studio.desk.room(wish.start, wish.actions))
    return reply(await site.handlers.answer(room, _READER, wish.message))


@route(router, "POST", "/api/analysis/lines", Thought, Think, media="application/x-ndjson")
async def think(request: Request) -> Response:
    """Let the engine think about a position: a line of JSON for each improvement, until done or unread."""
    wish = await body_of(request, Think, WIDE)
    player = await acting(request)
    site, address = site_of(request), site_of(request).address(request)
    match = await site.hub.offload.run(address, lambda: site.studio.desk.match(wish.start, wish.actions))
    await need_fair(site.hub, player.id, address, match)
    site.need_room(request)
    # with the headers that were read, and nothing else that a page may have written among them
    thoughts = site.studio.thinkers.think(address, replace(wish, start=dict(match.setup.header)))
    await anext(thoughts)  # refused now, if at all
    return StreamingResponse(thoughts, media_type="application/x-ndjson", headers=RAW)


@route(router, "POST", "/api/analysis/export", str, ExportBoard, media="text/plain")
async def export_board(request: Request) -> Response:
    """Write a study as a record with variations."""
    wish = await body_of(request, ExportBoard, WIDE)
    await acting(request)
    site = site_of(request)
    text = await site.hub.away(site.address(request), written, wish.start, wish.nodes, wish.note)
    return Response(text, media_type="text/plain")


# ---- studies ---------------------------------------------------------------------------------------------------------


@route(router, "GET", "/api/studies", StudyList)
async def list_studies(request: Request) -> Response:
    """List your studies."""
    site = site_of(request)
    player = await site.need(request)
    site.by_player.check(player.id)
    return reply(await site.storage.read(lambda connection: studies.listed(connection, player.id)))


@route(router, "POST", "/api/studies", StudyRow, NewStudy)
async def keep_study(request: Request) -> Response:
    """Save a study; everybody with its link can see it."""
    wish, owner, body = await _study(request)
    site, now = site_of(request), clock_ms()
    study = await site.storage.write(lambda connection: studies.keep(connection, owner, wish, body, now))
    return reply(StudyRow(study, wish.title, str(wish.start["game"]), now))


@route(router, "GET", "/api/studies/{study}", Board)
async def get_study(request: Request, study: StudyId) -> Response:
    """Give a study to everybody with its link."""
    site = site_of(request)
    player = await asked(request)
    owner, changed, kept = await site.storage.read(lambda connection: studies.find(connection, study))
    mine = player is not None and player.id == owner
    key = "study", study, changed, mine
    body = await site.hub.away_once(key, site.address(request), lambda apart: apart.call(shown, mine, study, kept))
    return api.written(body)


@route(router, "GET", "/api/studies/{study}/picture", str, media="image/svg+xml")
async def get_study_picture(
    request: Request, study: StudyId, node: NodeQuery = -1, theme: Literal["light", "dark"] = "light"
) -> Response:
    """Draw a position of a study, for everybody with its link and for other websites: the first, or a later one."""
    await asked(request)
    site = site_of(request)
    _, changed, kept = await site.storage.read(lambda connection: studies.find(connection, study))
    if node >= len(kept.nodes):
        raise Refusal("unknown_study", "The study has no such move.")
    key, dark = ("study picture", study, changed, node, theme), theme == "dark"
    draw = lambda apart: apart.call(drawn, kept, node, PICTURE_WIDTH, dark)  # noqa: E731
    svg = await site.hub.away_once(key, site.address(request), draw)
    headers = {"Content-Security-Policy": PICTURE_POLICY, "Cache-Control": KEEP_PICTURE}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@route(router, "PUT", "/api/studies/{study}", StudyRow, NewStudy)
async def change_study(request: Request, study: StudyId) -> Response:
    """Put a new version in place of a study of yours."""
    wish, owner, body = await _study(request)
    site, now = site_of(request), clock_ms()
    await site.storage.write(lambda connection: studies.change(connection, study, owner, wish, body, now))
    return reply(StudyRow(study, wish.title, str(wish.start["game"]), now))


@route(router, "DELETE", "/api/studies/{study}", StudyList)
async def drop_study(request: Request, study: StudyId) -> Response:
    """Delete a study of yours."""
    player = await acting(request)
    site = site_of(request)
    await site.storage.write(lambda connection: studies.drop(connection, study, player.id))
    return reply(await site.storage.read(lambda connection: studies.listed(connection, player.id)))


async def _study(request: Request) -> tuple[NewStudy, str, bytes]:
    """Read a study somebody wants to keep, and pack it; refuse one that the rules do not allow."""
    wish = await body_of(request, NewStudy, WIDE)
    player = await acting(request)
    site = site_of(request)
    site.studio.by_saving.check(player.id)
    site.studio.by_saving.check(site.address(request))
    await site.hub.away(site.address(request), board_of, wish.start, wish.nodes)
    return wish, player.id, await site.hub.offload.run(site.address(request), lambda: studies.packed(wish))
