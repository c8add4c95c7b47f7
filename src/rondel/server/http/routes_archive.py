"""Routes for profiles, rating lists and finished games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.http.api import reply, route, site_of, written
from rondel.server.http.routes_tables import asked
from rondel.server.people import accounts, archive, ratings
from rondel.server.people.archive import Wanted
from rondel.server.site import Site
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.bodies import Archive, RatingHistory, RatingList, Ratings, Standing
from rondel.server.wire.messages import encode
from rondel.server.wire.refusal import Refusal

router = APIRouter()
PlayerId = Annotated[str, Path(max_length=40)]
BotId = Annotated[str, Path(max_length=60)]
GameQuery = Annotated[str, Query(max_length=60)]
SizeQuery = Annotated[int, Query(ge=2, le=16)]
#: milliseconds for which a profile stays cached
FRESH = 60_000
TimeQuery = Annotated[int, Query(ge=0, le=10**14)]


async def _site(request: Request) -> Site:
    """Give the site to somebody who looks something up; not too often, since much is counted for it."""
    await asked(request)
    return site_of(request)


async def counted(
    request: Request, site: Site, who: str, pool: str, count: Callable[[Connection], Standing]
) -> Response:
    """Count up what somebody has played, once for all who ask until they play again; names are a minute old at most."""
    last = await site.storage.read(lambda connection: archive.latest(connection, who, pool))
    key = "profile", pool, who, last, clock_ms() // FRESH
    work = partial(site.storage.read_now, lambda connection: encode(count(connection)))
    return written(await site.hub.offload.once(key, site.address(request), work))


@route(router, "GET", "/api/stats/players/{player}", Standing)
async def player_stats(request: Request, player: PlayerId) -> Response:
    """Tell a player's results: by game, by nation, against whom."""
    site = await _site(request)
    found = await site.storage.read(lambda connection: accounts.find_player(connection, player))
    if found is None:
        raise Refusal("unknown_player")
    name, since = found.name, found.created
    return await counted(request, site, player, "people", lambda c: archive.profile(c, player, name, "people", since))


@route(router, "GET", "/api/stats/players/{player}/ratings", RatingHistory)
async def player_ratings(request: Request, player: PlayerId, game: GameQuery, size: SizeQuery = 2) -> Response:
    """Give a player's rating after each rated game of a rulebook, with two players or more."""
    return reply(await (await _site(request)).look(request, lambda c: archive.history(c, player, game, size)))


@route(router, "GET", "/api/stats/bots/{bot}", Standing)
async def bot_stats(request: Request, bot: BotId) -> Response:
    """Tell a bot's results."""
    site = await _site(request)
    return await counted(request, site, bot, "bots", lambda c: archive.profile(c, bot, bot, "bots"))


@route(router, "GET", "/api/stats/ratings", Ratings)
async def rating_lists(request: Request) -> Response:
    """Give the best of all rating lists."""
    return reply(await (await _site(request)).look(request, ratings.rating_lists))


@route(router, "GET", "/api/stats/ratings/{game}", RatingList)
async def rating_list(
    request: Request, game: Annotated[str, Path(max_length=60)], size: SizeQuery = 2,
    pool: Literal["people", "bots"] = "people",
) -> Response:  # fmt: skip
    """Give the rating list of a rulebook, with two players or more."""
    size = ratings.size_of(size)
    rows = await (await _site(request)).look(request, lambda c: ratings.leaders(c, pool, game, size))
    return reply(RatingList(ratings.with_stars(rows, game, size) if pool == "people" else rows))


@route(router, "GET", "/api/archive", Archive)
async def get_archive(
    request: Request, game: GameQuery = "", board: GameQuery = "", player: Annotated[str, Query(max_length=60)] = "",
    result: Literal["", "won", "lost"] = "", since: TimeQuery = 0, until: TimeQuery = 0, rated: bool = False,
    after: Annotated[str, Query(max_length=60)] = "",
) -> Response:  # fmt: skip
    """List finished games that you may look at, latest first."""
    site = await _site(request)
    reader = await site.player(request)
    wanted = Wanted(game, board, player, result, since, until, rated)
    who = reader.id if reader else ""
    return reply(await site.look(request, lambda c: archive.archive(c, wanted, who, after)))
