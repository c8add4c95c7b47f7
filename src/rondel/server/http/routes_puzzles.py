"""Routes for puzzles: the list, the puzzle of the day, the next one, and a try."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.analysis import puzzles
from rondel.server.http.api import body_of, reply, route, site_of
from rondel.server.http.routes_tables import acting, asked
from rondel.server.site import Site
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.puzzles import PuzzleShelf, PuzzleSkill, PuzzleTold, PuzzleTry, PuzzleVerdict
from rondel.server.wire.refusal import Refusal
from rondel.study.puzzles.puzzle import Puzzle

router = APIRouter()
PuzzleId = Annotated[str, Path(max_length=16)]
Word = Annotated[str, Query(max_length=60)]


async def _who(request: Request) -> str:
    """Give the id of the one who asks; nothing without a session."""
    player = await asked(request)
    return player.id if player else ""


@route(router, "GET", "/api/puzzles", PuzzleShelf)
async def list_puzzles(request: Request) -> Response:
    """Tell how many puzzles there are, and how far you are with them."""
    who, now = await _who(request), clock_ms()
    return reply(await site_of(request).look(request, lambda connection: puzzles.shelf_of(connection, who, now)))


@route(router, "GET", "/api/puzzles/next", PuzzleTold)
async def next_puzzle(request: Request, game: Word = "", theme: Word = "") -> Response:
    """Give a puzzle that you have not tried, as near to your rating as can be."""
    who = await _who(request)

    def read(connection: Connection) -> PuzzleTold:
        return puzzles.told(connection, puzzles.following(connection, who, game, theme), who)

    return reply(await site_of(request).look(request, read))


@route(router, "GET", "/api/puzzles/{puzzle}", PuzzleTold)
async def get_puzzle(request: Request, puzzle: PuzzleId) -> Response:
    """Give a puzzle."""
    who = await _who(request)

    def read(connection: Connection) -> PuzzleTold:
        return puzzles.told(connection, puzzles.find(puzzle), who)

    return reply(await site_of(request).look(request, read))


@route(router, "POST", "/api/puzzles/{puzzle}", PuzzleVerdict, PuzzleTry)
async def try_puzzle(request: Request, puzzle: PuzzleId) -> Response:
    """Judge a turn. One that fails is answered; no decisions at all give the solution, and count as a try."""
    wish = await body_of(request, PuzzleTry)
    player, site = await acting(request), site_of(request)
    address, found = site.address(request), await asyncio.to_thread(puzzles.find, puzzle)
    solved, kept, answer, wins = await _judged(site, address, found, wish.actions)
    now = clock_ms()

    def write(connection: Connection) -> tuple[PuzzleSkill, float, int]:
        skill, change = puzzles.note(connection, player, found, solved, now)
        return skill, change, puzzles.note_day(connection, player.id, found, now) if solved else 0

    skill, change, streak = await site.storage.write(write)
    actions, log = ([], []) if wish.actions else await site.hub.offload.run(address, lambda: puzzles.solution(found))
    return reply(PuzzleVerdict(solved, found.theme, skill, change, kept, answer, wins, actions, log, streak))


async def _judged(site: Site, address: str, puzzle: Puzzle, actions: list[int]) -> puzzles.Judged:
    """Check that a turn is legal, then let the analysis process judge it."""
    if not actions:
        return False, 0, [], False
    match = await site.hub.offload.run(address, lambda: site.studio.desk.match(puzzles.begins(puzzle), actions))
    if match.status != "over" and match.state.turn_of == match.first.turn_of:
        raise Refusal("illegal", "Play the turn to its end.")
    site.studio.by_puzzle.check(address)
    return await site.studio.analyst.first(puzzles.judged, puzzle.position, puzzle.goal, actions)
