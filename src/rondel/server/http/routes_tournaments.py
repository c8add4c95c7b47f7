"""Routes for tournaments: make, enter, direct, follow."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.http.api import body_of, reply, route, site_of
from rondel.server.http.routes_tables import acting, asked
from rondel.server.people import contests
from rondel.server.wire.bodies import Body
from rondel.server.wire.tournaments import (
    AddBots,
    EntrantWish,
    NewTournament,
    SetResult,
    Tournament,
    TournamentInfo,
    TournamentList,
)

router = APIRouter()
TournamentId = Annotated[str, Path(max_length=40)]


class Empty(Body, frozen=True):
    """Nothing more is said."""


@route(router, "GET", "/api/tournaments", TournamentList)
async def list_tournaments(request: Request) -> Response:
    """List tournaments, latest first."""
    player = await asked(request)
    who = player.id if player else ""
    return reply(TournamentList(await site_of(request).look(request, lambda c: contests.listed(c, who))))


@route(router, "POST", "/api/tournaments", TournamentInfo, NewTournament)
async def new_tournament(request: Request) -> Response:
    """Make a tournament; you direct it."""
    wish = await body_of(request, NewTournament)
    site = site_of(request)
    player = await acting(request)
    site.by_cup.check(player.id)
    site.by_cup_address.check(site.address(request))
    return reply(await site.tournaments.create(player, wish), 201)


@route(router, "GET", "/api/tournaments/{tournament}", Tournament)
async def get_tournament(request: Request, tournament: TournamentId) -> Response:
    """Give a tournament with entrants, rounds and standings."""
    player = await asked(request)
    who = player.id if player else ""
    return reply(await site_of(request).look(request, lambda c: contests.whole(c, tournament, who)))


@route(router, "POST", "/api/tournaments/{tournament}/enter", Tournament, Empty)
async def enter(request: Request, tournament: TournamentId) -> Response:
    """Enter a tournament."""
    await body_of(request, Empty)
    site = site_of(request)
    return reply(await site.tournaments.enter(await acting(request), tournament))


@route(router, "POST", "/api/tournaments/{tournament}/withdraw", Tournament, Empty)
async def withdraw(request: Request, tournament: TournamentId) -> Response:
    """Leave a tournament; later rounds are played without you."""
    await body_of(request, Empty)
    site = site_of(request)
    return reply(await site.tournaments.withdraw(await acting(request), tournament))


@route(router, "POST", "/api/tournaments/{tournament}/bots", Tournament, AddBots)
async def add_bots(request: Request, tournament: TournamentId) -> Response:
    """Let bots enter."""
    wish = await body_of(request, AddBots)
    site = site_of(request)
    return reply(await site.tournaments.add_bots(await acting(request), tournament, wish.bot, wish.count))


@route(router, "POST", "/api/tournaments/{tournament}/start", Tournament, Empty)
async def start(request: Request, tournament: TournamentId) -> Response:
    """Begin with those who have entered."""
    await body_of(request, Empty)
    site = site_of(request)
    player = await acting(request)
    site.by_table.check(player.id)
    return reply(await site.tournaments.start(player, tournament))


@route(router, "POST", "/api/tournaments/{tournament}/cancel", Tournament, Empty)
async def cancel(request: Request, tournament: TournamentId) -> Response:
    """Call a tournament off."""
    await body_of(request, Empty)
    site = site_of(request)
    return reply(await site.tournaments.cancel(await acting(request), tournament))


@route(router, "POST", "/api/tournaments/{tournament}/entrants", Tournament, EntrantWish)
async def change_entrant(request: Request, tournament: TournamentId) -> Response:
    """Take an entrant out, or let a bot play on for them."""
    wish = await body_of(request, EntrantWish)
    site = site_of(request)
    player = await acting(request)
    await site.tournaments.need_director(player, tournament)
    if wish.bot:
        return reply(await site.tournaments.replace(player, tournament, wish.entrant, wish.bot))
    return reply(await site.tournaments.withdraw(player, tournament, wish.entrant))


@route(router, "POST", "/api/tournaments/{tournament}/result", Tournament, SetResult)
async def set_result(request: Request, tournament: TournamentId) -> Response:
    """Decide a table of the running round."""
    wish = await body_of(request, SetResult)
    site = site_of(request)
    return reply(await site.tournaments.rule(await acting(request), tournament, wish))
