"""Routes for tables: make, find, join, play over HTTP, replay, download the record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Annotated, Literal, cast

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.apart import Apart
from rondel.server.core import heavy, views
from rondel.server.core.match import Match
from rondel.server.http.api import LARGE, body_of, reply, route, site_of, written
from rondel.server.people.accounts import Player
from rondel.server.tables.lobby import need_access, need_open
from rondel.server.tables.room import Room
from rondel.server.wire.bodies import (
    Body,
    ChatPage,
    Created,
    Invitation,
    Join,
    Link,
    LogPage,
    NewTable,
    Replay,
    ReplayStep,
    SetSeat,
    StandIn,
    TableList,
)
from rondel.server.wire.messages import ClientMessage, ServerMessage, TableInfo, Welcome
from rondel.server.wire.refusal import Refusal

router = APIRouter()
TableId = Annotated[str, Path(max_length=40)]
SeatPath = Annotated[int, Path(ge=0, le=15)]
StepPath = Annotated[int, Path(ge=0, le=10_000_000)]
StepQuery = Annotated[int, Query(ge=0, le=10_000_000)]
#: any message of a page, as a type to be read
AnyMessage = cast(type[ClientMessage], ClientMessage)
#: the width of a picture in pixels; a page scales it. A picture loads nothing and runs nothing
PICTURE_WIDTH = 1200
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
#: decisions of a usual game, and letters of a record for each: longer ones cost more of the quota
USUAL, LETTERS = 2_000, 25
#: decisions up to which a record is written here; longer ones in another process
FEW = 40


class Leave(Body, frozen=True):
    """Which seat to leave."""

    seat: int


async def watched(request: Request, table: str) -> tuple[Room, str]:
    """Give a table that somebody may look at, and who they are."""
    site = site_of(request)
    player = await site.player(request)
    who = player.id if player else ""
    if request.method == "GET":
        site.by_player.check(who or f"address {site.address(request)}")
    room = await site.hub.room(table, site.address(request))
    await need_access(site.hub, room, who)
    return room, who


async def looked_up(
    request: Request, key: Hashable, match: Match, steps: tuple[int, int], write: Callable[..., bytes], *args: int
) -> Response:
    """Answer a question about a stretch of a game, once for everybody who asks the same."""
    site, (start, end) = site_of(request), steps
    match.need_step(start)
    if not match.is_near(start):
        await site.hub.offload.run(site.address(request), lambda: match.state_at(start))
    cut = heavy.excerpt(match, start, end)
    if end - start > FEW:
        return written(
            await site.hub.away_once(key, site.address(request), lambda apart: apart.call(write, cut, *args))
        )
    return written(await site.hub.offload.once(key, site.address(request), lambda: write(cut, *args)))


async def asked(request: Request) -> Player | None:
    """Give who asks, if there is a session; refuse too many requests."""
    site = site_of(request)
    player = await site.player(request)
    site.by_player.check(player.id if player else f"address {site.address(request)}")
    return player


async def acting(request: Request) -> Player:
    """Give the player who wants to change a table; refuse too many requests."""
    site = site_of(request)
    site.need_origin(request)
    player = await site.need(request)
    site.by_player.check(player.id)
    return player


@route(router, "GET", "/api/tables", TableList)
async def list_tables(
    request: Request,
    show: Literal["mine", "open", "playing", "over"] = "open",
    after: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    """List tables, latest first."""
    site = site_of(request)
    player = await asked(request)
    if show == "mine" and player is None:
        raise Refusal("no_session")
    who = player.id if player else ""
    return reply(await site.look(request, lambda connection: site.tables.list(connection, who, show, after)))


@route(router, "POST", "/api/tables", Created, NewTable)
async def create_table(request: Request) -> Response:
    """Make a table."""
    site = site_of(request)
    player = await site.need(request)
    wish = await body_of(request, NewTable, LARGE)
    site.by_table.check(player.id)
    site.by_table_address.check(site.address(request))
    if wish.record or wish.source:  # both may contain a whole game; a long one counts as several
        steps = wish.source.step if wish.source else len(wish.record) // LETTERS
        site.by_import.check(site.address(request), 1 + steps // USUAL)
    return reply(await site.tables.create(player, wish, site.address(request)))


@route(router, "GET", "/api/tables/{table}", TableInfo)
async def get_table(request: Request, table: TableId) -> Response:
    """Describe a table."""
    room, who = await watched(request, table)
    return reply(room.info(who))


@route(router, "POST", "/api/tables/{table}/join", TableInfo, Join)
async def join_table(request: Request, table: TableId) -> Response:
    """Take a seat."""
    wish = await body_of(request, Join)
    return reply(await site_of(request).tables.join(await acting(request), table, wish))


@route(router, "POST", "/api/tables/{table}/invitation", TableInfo, Invitation)
async def see_invitation(request: Request, table: TableId) -> Response:
    """Describe the table that a link to a seat invites to; the link can still be used."""
    wish = await body_of(request, Invitation)
    return reply(await site_of(request).tables.invitation(await acting(request), table, wish.token))


@route(router, "POST", "/api/tables/{table}/leave", TableInfo, Leave)
async def leave_table(request: Request, table: TableId) -> Response:
    """Leave a seat."""
    wish = await body_of(request, Leave)
    return reply(await site_of(request).tables.leave(await acting(request), table, wish.seat))


@route(router, "PUT", "/api/tables/{table}/seats/{seat}", TableInfo, SetSeat)
async def set_seat(request: Request, table: TableId, seat: SeatPath) -> Response:
    """Say who may sit at a seat."""
    wish = await body_of(request, SetSeat)
    return reply(await site_of(request).tables.set_seat(await acting(request), table, seat, wish))


@route(router, "POST", "/api/tables/{table}/seats/{seat}/link", Link)
async def make_link(request: Request, table: TableId, seat: SeatPath) -> Response:
    """Make a new link for a seat."""
    return reply(await site_of(request).tables.link(await acting(request), table, seat))


@route(router, "POST", "/api/tables/{table}/seats/{seat}/standin", TableInfo, StandIn)
async def stand_in(request: Request, table: TableId, seat: SeatPath) -> Response:
    """Let a bot decide for somebody who is away."""
    wish = await body_of(request, StandIn)
    return reply(await site_of(request).going.stand_in(await acting(request), table, seat, wish.bot))


@route(router, "POST", "/api/tables/{table}/seats/{seat}/back", TableInfo)
async def come_back(request: Request, table: TableId, seat: SeatPath) -> Response:
    """Take your seat back."""
    return reply(await site_of(request).going.come_back(await acting(request), table, seat))


@route(router, "POST", "/api/tables/{table}/seats/{seat}/remind", TableInfo)
async def remind(request: Request, table: TableId, seat: SeatPath) -> Response:
    """Send a notice to somebody who is away and owes a decision."""
    return reply(await site_of(request).going.remind(await acting(request), table, seat))


@route(router, "POST", "/api/tables/{table}/resign", TableInfo, Leave)
async def resign(request: Request, table: TableId) -> Response:
    """Give up a game of two."""
    wish = await body_of(request, Leave)
    return reply(await site_of(request).going.resign(await acting(request), table, wish.seat))


@route(router, "POST", "/api/tables/{table}/rematch", Created)
async def rematch(request: Request, table: TableId) -> Response:
    """Play again."""
    site = site_of(request)
    site.need_origin(request)
    player = await site.need(request)
    site.by_table.check(player.id)
    return reply(await site.tables.rematch(player, table))


@route(router, "POST", "/api/tables/{table}/close", TableInfo)
async def close_table(request: Request, table: TableId) -> Response:
    """Close a table."""
    return reply(await site_of(request).tables.close(await acting(request), table))


# ---- play without a WebSocket ----------------------------------------------------------------------------------------


@route(router, "POST", "/api/tables/{table}/messages", ServerMessage, ClientMessage)
async def post_message(request: Request, table: TableId) -> Response:
    """Send one message of the table, and get its answer."""
    message = await body_of(request, AnyMessage)
    player = await asked(request)
    room, who = await watched(request, table)
    room.heard(who)
    return reply(await site_of(request).handlers.answer(room, player, message))


@route(router, "GET", "/api/tables/{table}/poll", Welcome, empty="Nothing has happened within the wait")
async def poll(
    request: Request,
    table: TableId,
    seq: Annotated[int, Query(ge=-1, le=2**31)] = -1,
    wait: Annotated[float, Query(ge=0, le=25)] = 0,
) -> Response:
    """Wait until the table is past a sequence number, then tell everything about it."""
    site = site_of(request)
    room, who = await watched(request, table)
    player = await site.player(request)
    room.heard(who)
    if room.match.seq <= seq:
        try:
            with site.connected(request):  # a waiting request is a connection like any other
                await asyncio.wait_for(room.changed.wait(), wait)
        except TimeoutError:
            return Response(status_code=204)
    return reply(await site.handlers.welcome(room, player))


# ---- looking back ----------------------------------------------------------------------------------------------------


@route(router, "GET", "/api/tables/{table}/log", LogPage)
async def get_log(
    request: Request, table: TableId, start: Annotated[int, Query(alias="from", ge=0, le=10_000_000)] = 0,
    to: StepQuery = 10_000_000,
) -> Response:  # fmt: skip
    """Give a piece of the log, at most 2,000 lines."""
    room, who = await watched(request, table)
    match, audience = room.match.fork(), room.audience_of(who)
    end = min(to, match.step, start + 2000)
    if start >= end:
        return reply(LogPage([], match.step))
    return await looked_up(
        request, (table, match.rev, "log", audience, start, end), match, (start, end), heavy.log_page, audience
    )


@route(router, "GET", "/api/tables/{table}/chat", ChatPage)
async def get_chat(request: Request, table: TableId) -> Response:
    """Give the latest 200 lines of the chat, as far as you read it."""
    room, who = await watched(request, table)
    return reply(ChatPage(room.chat_of(who)))


@route(router, "GET", "/api/tables/{table}/replay/{step}", ReplayStep)
async def replay_step(request: Request, table: TableId, step: StepPath) -> Response:
    """Give the position after that many decisions."""
    room, who = await watched(request, table)
    match, audience = room.match.fork(), room.audience_of(who)
    steps = max(0, min(step, match.step + 1) - 1), step
    key = table, match.rev, "moment", audience, step
    match.need_step(step)
    return await looked_up(request, key, match, steps, heavy.moment, audience, step)


@route(router, "GET", "/api/tables/{table}/replay", Replay)
async def replay(
    request: Request, table: TableId, start: Annotated[int, Query(alias="from", ge=0, le=10_000_000)] = 0,
    to: StepQuery = 10_000_000,
) -> Response:  # fmt: skip
    """Give a stretch of the game: its first view, and an update for each decision."""
    room, who = await watched(request, table)
    match, audience = room.match.fork(), room.audience_of(who)
    end = min(to, match.step, start + heavy.STRETCH)
    key = table, match.rev, "stretch", audience, start, end
    return await looked_up(request, key, match, (start, end), heavy.stretch, audience)


@route(router, "GET", "/api/tables/{table}/record", str, media="text/plain")
async def get_record(request: Request, table: TableId) -> Response:
    """Give the record of the game as text; of a game that cannot be played on, the text of its log."""
    site = site_of(request)
    try:
        room, _ = await watched(request, table)
    except Refusal as error:
        if error.code != "old_rules":
            raise
        return _download(await site.tables.transcript(table, await site.player(request)), f"rondel-{table[:8]}.txt")
    need_open(room)
    key, who = (table, room.match.rev, "record"), site.address(request)
    header, match = dict(room.match.setup.header), room.match.fork()
    if match.step > FEW:
        text = await site.hub.away_once(key, who, lambda apart: apart.call(heavy.record_text, header, match.actions()))
    else:
        text = await site.hub.offload.once(key, who, lambda: heavy.record_text(header, match.actions()))
    return _download(text, f"{room.match.game.id}-{table[:8]}.game")


def _download(text: str | bytes, name: str) -> Response:
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'})


@route(router, "GET", "/api/tables/{table}/picture", str, media="image/svg+xml")
async def get_picture(
    request: Request,
    table: TableId,
    step: StepQuery = 10_000_000,
    theme: Literal["light", "dark"] = "light",
) -> Response:
    """Draw the position after that many decisions, as the one who asks may see it."""
    room, who = await watched(request, table)
    site, match, audience = site_of(request), room.match.fork(), room.audience_of(who)
    step = min(step, match.step)
    key = table, match.rev, "picture", audience if match.hidden else 0, step, theme
    if not match.is_near(step):
        await site.hub.offload.run(site.address(request), lambda: match.state_at(step))

    def draw(apart: Apart) -> bytes:
        view = dict(views.view_of(match, match.state_at(step), audience))
        return apart.call(heavy.picture, dict(match.setup.header), view, PICTURE_WIDTH, theme == "dark")

    svg = await site.hub.away_once(key, site.address(request), draw)
    return Response(svg, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})


@route(router, "GET", "/api/tables/{table}/position", dict)
async def get_position(request: Request, table: TableId) -> Response:
    """Give the position as one object."""
    room, _ = await watched(request, table)
    need_open(room)
    if room.match.hidden:
        raise Refusal("hidden")
    return reply(dict(room.match.state.view(0)))
