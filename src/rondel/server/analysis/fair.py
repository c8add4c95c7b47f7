"""No help from the analysis board in a running game among people: not for its players, and not from its table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, select

from rondel.game import State
from rondel.server.core.match import Match
from rondel.server.store.schema import seats, tables
from rondel.server.tables.hub import Hub
from rondel.server.wire.refusal import Refusal

#: running games of a player that are looked at
MOST: Final = 40


def may_study(match: Match, player: str) -> bool:
    """Say whether somebody may analyze a game: when it is over, or while they play it against bots alone for fun."""
    if match.status == "over":
        return True
    return bool(match.seats_of(player)) and not match.setup.strict and not match.others(player)


async def need_fair(hub: Hub, player: str, states: Iterable[State]) -> None:
    """Refuse positions that stand at a table at which somebody plays against other people right now."""
    ids = await hub.storage.read(lambda connection: running(connection, player))
    if not ids:
        return
    asked = list(states)
    for table in ids:
        match = (await hub.room(table)).match
        if match.status == "playing" and not may_study(match, player) and any(is_same(match, one) for one in asked):
            raise Refusal("no_hints", "You are playing this position against other people. Analyze it afterwards.")


def is_same(match: Match, state: State) -> bool:
    """Say whether a position looks like that of a table to everybody who looks on."""
    game = match.game
    if state.game.id != game.id or state.game.seats != game.seats:
        return False
    return dict(state.game.public(state)) == dict(game.public(match.state))


def running(connection: Connection, player: str) -> list[str]:
    """List the tables at which somebody plays."""
    query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
    playing = query.where(seats.c.player == player, tables.c.status == "playing").distinct()
    return list(connection.execute(playing.limit(MOST)).scalars())
