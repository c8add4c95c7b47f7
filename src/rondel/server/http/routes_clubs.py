"""Routes for clubs and friends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.http.api import body_of, reply, route, site_of
from rondel.server.http.routes_tables import acting, asked
from rondel.server.people import clubs, friends
from rondel.server.people.accounts import Player
from rondel.server.tables.hub import clock_ms
from rondel.server.tables.listing import club_tables
from rondel.server.wire.place import Club, ClubList, Follows, JoinClub, NewClub, NewDate, SetRole

router = APIRouter()
ClubId = Annotated[str, Path(max_length=40)]
PlayerId = Annotated[str, Path(max_length=40)]
DateId = Annotated[str, Path(max_length=40)]


def _page(connection: Connection, club: str, player: str, names: dict[str, str]) -> Club:
    info, invite = clubs.need_club(connection, club, player)
    return Club(
        info, clubs.people_of(connection, club), club_tables(connection, club, player, names),
        clubs.dates_of(connection, club, clock_ms()), clubs.ladder(connection, club),
        invite if info.role in ("owner", "officer") else "",
    )  # fmt: skip


async def _shown(request: Request, club: str, player: str, status: int = 200) -> Response:
    site = site_of(request)
    return reply(await site.look(request, lambda c: _page(c, club, player, site.hub.names)), status)


async def _changed(request: Request, club: str, change: Callable[[Connection, Player], None]) -> Response:
    """Change a club and show the result, which is read outside the writer: everybody waits for that."""
    player = await acting(request)
    await site_of(request).storage.write(lambda connection: change(connection, player))
    return await _shown(request, club, player.id)


@route(router, "GET", "/api/clubs", ClubList)
async def list_clubs(request: Request) -> Response:
    """List your clubs, and those that everybody sees."""
    player = await asked(request)
    who = player.id if player else ""
    return reply(ClubList(*await site_of(request).storage.read(lambda connection: clubs.listed(connection, who))))


@route(router, "POST", "/api/clubs", Club, NewClub)
async def new_club(request: Request) -> Response:
    """Make a club; you own it."""
    wish = await body_of(request, NewClub)
    player, site = await acting(request), site_of(request)
    site.by_table.check(player.id)
    club = await site.storage.write(lambda connection: clubs.create(connection, player, wish, clock_ms()))
    return await _shown(request, club, player.id, 201)


@route(router, "GET", "/api/clubs/{club}", Club)
async def get_club(request: Request, club: ClubId) -> Response:
    """Show a club: members, open tables, dates and ladder."""
    player = await asked(request)
    return await _shown(request, club, player.id if player else "")


@route(router, "PATCH", "/api/clubs/{club}", Club, NewClub)
async def change_club(request: Request, club: ClubId) -> Response:
    """Rename a club, describe it otherwise, or change who may join."""
    wish = await body_of(request, NewClub)
    return await _changed(request, club, lambda connection, player: clubs.change(connection, player, club, wish))


@route(router, "POST", "/api/clubs/{club}/join", Club, JoinClub)
async def join_club(request: Request, club: ClubId) -> Response:
    """Join a club."""
    wish = await body_of(request, JoinClub)
    site = site_of(request)
    site.by_login.check(f"address {site.address(request)}")  # nobody guesses the secret of a link
    return await _changed(request, club, lambda c, player: clubs.join(c, player, club, wish.token, clock_ms()))


@route(router, "POST", "/api/clubs/{club}/leave", ClubList)
async def leave_club(request: Request, club: ClubId) -> Response:
    """Leave a club; one without members ends."""
    player, site = await acting(request), site_of(request)

    def write(connection: Connection) -> ClubList:
        clubs.remove(connection, player, club, player.id)
        return ClubList(*clubs.listed(connection, player.id))

    return reply(await site.storage.write(write))


@route(router, "POST", "/api/clubs/{club}/invite", Club)
async def new_invite(request: Request, club: ClubId) -> Response:
    """Make a new link for new members; the old one ends."""
    return await _changed(request, club, lambda connection, player: clubs.new_invite(connection, player, club))


@route(router, "PUT", "/api/clubs/{club}/members/{player}", Club, SetRole)
async def set_role(request: Request, club: ClubId, player: PlayerId) -> Response:
    """Say what a member may do."""
    wish = await body_of(request, SetRole)
    return await _changed(request, club, lambda c, me: clubs.set_role(c, me, club, player, wish.role))


@route(router, "DELETE", "/api/clubs/{club}/members/{player}", Club)
async def remove_member(request: Request, club: ClubId, player: PlayerId) -> Response:
    """Send a member away."""
    return await _changed(request, club, lambda connection, me: clubs.remove(connection, me, club, player))


@route(router, "POST", "/api/clubs/{club}/dates", Club, NewDate)
async def add_date(request: Request, club: ClubId) -> Response:
    """Put a date into the calendar."""
    wish = await body_of(request, NewDate)
    return await _changed(request, club, lambda c, player: clubs.add_date(c, player, club, wish, clock_ms()))


@route(router, "DELETE", "/api/clubs/{club}/dates/{date}", Club)
async def drop_date(request: Request, club: ClubId, date: DateId) -> Response:
    """Take a date out of the calendar."""
    return await _changed(request, club, lambda connection, player: clubs.drop_date(connection, player, club, date))


# ---- friends ---------------------------------------------------------------------------------------------------------


@route(router, "GET", "/api/me/follows", Follows)
async def get_follows(request: Request) -> Response:
    """List whom you follow and who follows you."""
    await asked(request)
    return await _follows(request, await site_of(request).need(request))


@route(router, "PUT", "/api/me/follows/{player}", Follows)
async def follow(request: Request, player: PlayerId) -> Response:
    """Follow somebody."""
    me = await acting(request)
    await site_of(request).storage.write(lambda connection: friends.follow(connection, me.id, player, clock_ms()))
    return await _follows(request, me)


@route(router, "DELETE", "/api/me/follows/{player}", Follows)
async def unfollow(request: Request, player: PlayerId) -> Response:
    """Follow somebody no more."""
    me = await acting(request)
    await site_of(request).storage.write(lambda connection: friends.unfollow(connection, me.id, player))
    return await _follows(request, me)


async def _follows(request: Request, player: Player) -> Response:
    return reply(await site_of(request).look(request, lambda connection: friends.follows_of(connection, player.id)))
