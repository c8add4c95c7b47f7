"""Routes for getting along: reports to the host, muting people, a new password by the host's link."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy import Connection, select
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.http.api import body_of, reply, route, site_of
from rondel.server.http.routes_people import sign_in_as
from rondel.server.http.routes_tables import acting, watched
from rondel.server.office import rights
from rondel.server.people import accounts, passwords, reports
from rondel.server.store.schema import events
from rondel.server.tables.hub import clock_ms
from rondel.server.tables.room import Room
from rondel.server.wire.bodies import Done, Me
from rondel.server.wire.events import Said, decode_event
from rondel.server.wire.house import NewReport, Reset, Silences
from rondel.server.wire.refusal import Refusal

router = APIRouter()
PlayerId = Annotated[str, Path(max_length=40)]


@route(router, "POST", "/api/reports", Done, NewReport)
async def report(request: Request) -> Response:
    """Tell the host about a message, a name or a player at a table that you can see."""
    wish = await body_of(request, NewReport)
    site = site_of(request)
    player = await acting(request)
    room, _ = await watched(request, wish.table)
    if not accounts.clean_text(wish.why):
        raise Refusal("bad_message", "Say in a sentence why.")
    seq = wish.seq if wish.kind == "message" else room.match.seq
    said = await site.storage.read(lambda c: said_at(c, room.id, seq)) if wish.kind == "message" else None
    if wish.kind != "message":
        need_known(room, wish.player)
    site.by_report.check(player.id)
    site.by_report_address.check(site.address(request))
    await site.storage.write(lambda c: reports.report(c, player.id, wish, seq, said, clock_ms()))
    return reply(Done())


def said_at(connection: Connection, table: str, seq: int) -> Said:
    """Give the message with a number at a table."""
    body = connection.execute(select(events.c.body).where(events.c.table_id == table, events.c.seq == seq)).scalar()
    event = decode_event(body) if body is not None else None
    if not isinstance(event, Said):
        raise Refusal("bad_message", "There is no such message.")
    return event


def need_known(room: Room, player: str) -> None:
    """Refuse a report about somebody who neither sits at the table nor has spoken there."""
    if not player or not (room.match.seats_of(player) or any(line.player == player for line in room.chat)):
        raise Refusal("unknown_player", "That player is not at this table.")


@route(router, "GET", "/api/me/muted", Silences)
async def get_muted(request: Request) -> Response:
    """List those whom you do not read."""
    site = site_of(request)
    player = await site.need(request)
    return reply(await site.storage.read(lambda connection: reports.silences_of(connection, player.id)))


@route(router, "PUT", "/api/me/muted/{player}", Silences)
async def mute_for_me(request: Request, player: PlayerId) -> Response:
    """Hide somebody's chat from yourself; nobody is told."""
    me = await acting(request)
    if player == me.id:
        raise Refusal("bad_message", "You cannot mute yourself.")
    storage = site_of(request).storage
    return reply(await storage.write(lambda c: reports.silence(c, me.id, player, clock_ms())))


@route(router, "DELETE", "/api/me/muted/{player}", Silences)
async def unmute_for_me(request: Request, player: PlayerId) -> Response:
    """Read somebody again."""
    me = await acting(request)
    return reply(await site_of(request).storage.write(lambda c: reports.unsilence(c, me.id, player)))


@route(router, "POST", "/api/reset", Me, Reset)
async def reset_password(request: Request) -> Response:
    """Choose a new password with a link from the host; you are signed in here and nowhere else."""
    wish = await body_of(request, Reset)
    site = site_of(request)
    site.by_login.check(f"address {site.address(request)}")
    accounts.need_password(wish.password)
    hashed = await site.slowly(request, passwords.hashed, wish.password)
    player = await site.storage.write(lambda c: rights.use_reset(c, wish.token, hashed, clock_ms()))
    site.forget(player)
    found = await site.storage.read(lambda connection: accounts.find_player(connection, player))
    if found is None:
        raise Refusal("bad_reset")
    return await sign_in_as(site, found)
