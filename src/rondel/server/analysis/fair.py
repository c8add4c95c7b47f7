"""No help from the analysis board in a running game among people: not for its players, and not from its table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import json
from sqlalchemy import Connection, select

from rondel.game import State
from rondel.server.core.match import Match
from rondel.server.store.schema import seats, tables
from rondel.server.tables.hub import Hub
from rondel.server.wire.messages import TableInfo
from rondel.server.wire.refusal import Refusal
from rondel.study.openings import PLAN, TURNS, Mark, opening_of

#: running games of a player that are read about, and those of one rulebook that are looked at
READ, MOST = 400, 40
_infos: json.Decoder[TableInfo] = json.Decoder(TableInfo)


def may_study(match: Match, player: str) -> bool:
    """Say whether somebody may analyze a game: when it is over, or while they play it against bots alone for fun."""
    if match.status == "over":
        return True
    return bool(match.seats_of(player)) and not match.setup.strict and not match.others(player)


async def need_fair(hub: Hub, player: str, address: str, line: Match) -> None:
    """Refuse a line through a position at which somebody plays against other people right now."""
    against = await _against(hub, player, address, line.game.id)
    if not against:
        return
    if await hub.offload.run(address, partial(passes, line, against)):
        raise Refusal("no_hints", "You are playing this position against other people. Analyze it afterwards.")


async def need_left(hub: Hub, player: str, address: str, game: str, node: Mark) -> None:
    """Refuse a place of the openings at which somebody plays against other people right now."""
    against = [match for match in await _against(hub, player, address, game) if _opens(match)]
    if not against:
        return

    def stand() -> bool:
        openings = [opening_of(match.first, match.actions()) for match in against]
        return any(opening is not None and node in opening.here for opening in openings)

    if await hub.offload.run(address, stand):
        raise Refusal("no_hints", "You are playing this position against other people. Look at it afterwards.")


async def _against(hub: Hub, player: str, address: str, game: str) -> list[Match]:
    """Give the running games of a rulebook that somebody plays against other people."""
    ids = await hub.storage.read(lambda connection: running(connection, player, game))
    playing = [(await hub.room(table, address)).match.fork() for table in ids]
    return [match for match in playing if match.status == "playing" and not may_study(match, player)]


def _opens(match: Match) -> bool:
    """Say whether a game may still be in its openings."""
    return not match.plies or match.plies[-1].turn < max(TURNS, PLAN * match.game.seats)


def passes(line: Match, playing: Sequence[Match]) -> bool:
    """Say whether a line comes through the position of one of these games, as everybody who looks on sees it."""
    alike = [match for match in playing if match.game.id == line.game.id and match.game.seats == line.game.seats]
    shown = [(match, dict(match.game.public(match.state))) for match in alike]
    state = line.first.copy()
    for step in range(line.step + 1):
        # what is shown is written only where the same seat has the same turn, since a line may be long
        near = [seen for match, seen in shown if _moment(match.state) == _moment(state)]
        if near and dict(line.game.public(state)) in near:
            return True
        if step < line.step:
            state.advance(line.plies[step].event.action)
    return False


def _moment(state: State) -> tuple[int, int]:
    return state.turn_of, state.to_act


def running(connection: Connection, player: str, game: str) -> list[str]:
    """List the tables at which somebody plays a rulebook, those with other people first."""
    query = select(tables.c.id, tables.c.summary).join(seats, seats.c.table_id == tables.c.id)
    playing = query.where(seats.c.player == player, tables.c.status == "playing")
    rows = connection.execute(playing.order_by(tables.c.updated.desc()).limit(READ)).all()
    found = {row.id: _infos.decode(row.summary) for row in rows}
    same = [info for info in found.values() if info.game == game]
    return [info.id for info in sorted(same, key=lambda info: not _has_others(info, player))[:MOST]]


def _has_others(info: TableInfo, player: str) -> bool:
    return any(seat.chair.kind == "person" and seat.chair.player != player for seat in info.seats)
