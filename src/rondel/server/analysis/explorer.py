"""The openings of stored games: which games are among them, and how a finished one is added.

A game is looked at once it has ended, in the background. It is added if anybody may watch it and everybody who played
it has agreed; games of bots have nobody to ask. Players who withdraw that take their games out.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, text, update

from rondel.errors import RondelError
from rondel.game import Seat
from rondel.record import Record
from rondel.server.core import snapshots
from rondel.server.core.editions import KEPT, begun
from rondel.server.store.schema import explored, finished, openings, players, results, spots, tellings
from rondel.server.store.storage import Saved, Storage, load_table
from rondel.server.tables.hub import Hub, clock_ms
from rondel.server.wire.refusal import Refusal
from rondel.study.openings import Mark, Node, Opening, Turn, opening_of, starts_of

log = logging.getLogger("rondel.openings")
WAITING, IN, OUT, LEAVING = "waiting", "in", "out", "leaving"
#: games that a sweep takes in, and that it takes out
TAKEN, GONE = 5, 50
#: letters of a bot's name that are kept
NAME: Final = 24
#: rows that one statement removes as belonging to nothing
ORPHANS: Final = 20_000
_KNOWN: Final = "INSERT INTO {} (id, body) VALUES (:id, :body) ON CONFLICT DO NOTHING"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A finished game of bots that no table has played: its record, which bot had each seat, and which seats won."""

    record: Record
    by: Sequence[str]
    winners: Sequence[Seat]

    @property
    def id(self) -> str:
        """Give what the game is known by: the same for the same game."""
        told = json.dumps([self.record.header, self.record.actions, list(self.by)], sort_keys=True, default=str)
        return f"r:{hashlib.sha256(told.encode()).hexdigest()[:36]}"


class Explorer:
    """Takes the openings of games in and out, a few at a time."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def sweep(self) -> None:
        """Take out what is leaving, and look at some games that have ended."""
        storage = self.hub.storage
        if await storage.read(partial(in_state, state=LEAVING, most=1)):
            await storage.write(take_out)
        for game in await storage.read(partial(in_state, state=WAITING, most=TAKEN)):
            saved = await storage.read(partial(load_table, table=game))
            found = await self.hub.offload.run("", partial(of_table, saved))
            await storage.write(partial(keep, table=game, found=found))


def take_out(connection: Connection) -> None:
    """Take out some games that are leaving: those that still are, since people change their minds."""
    for game in in_state(connection, LEAVING, GONE):
        put(connection, game, OUT)


def take_in(storage: Storage) -> int:
    """Look at all games that have ended and were not looked at, here and now; give how many were taken in."""
    storage.submit(enlist).result()
    taken = 0
    while waiting := storage.read_now(partial(in_state, state=WAITING, most=TAKEN)):
        for game in waiting:
            found = of_table(storage.read_now(partial(load_table, table=game)))
            taken += storage.submit(partial(keep, table=game, found=found)).result()
    return taken


def load(storage: Storage, games: Iterable[Loaded]) -> int:
    """Take in games that no table has played, each once; give how many were new."""
    new = 0
    for game in games:
        new += storage.submit(partial(_load_one, game=game, now=clock_ms())).result()
    return new


def _load_one(connection: Connection, game: Loaded, now: int) -> bool:
    known = select(explored.c.id).where(explored.c.id == game.id)
    found = opening_of(game.record.first(), game.record.actions)
    if found is None or connection.execute(known).first():
        return False
    connection.execute(insert(explored).values(id=game.id, state=IN, at=now))
    store(connection, game.id, found, [name_of(bot) for bot in game.by], game.winners, now)
    return True


def of_table(saved: Saved | None) -> Opening | None:
    """Give the opening of a stored game; none if it has not ended, or was played by other rules than today's."""
    if saved is None:
        return None
    try:
        match = snapshots.restore(*begun(saved.setup, saved.edition), saved.events, saved.snapshot)
        if match.status != "over" or KEPT in match.setup.header:
            return None
        return opening_of(match.first, match.actions())
    except (RondelError, Refusal) as error:
        log.warning("a game cannot be explored: %s", error)
        return None


# ---- rows ------------------------------------------------------------------------------------------------------------


def in_state(connection: Connection, state: str, most: int) -> list[str]:
    """List games in a state, those that ended first before the others."""
    query = select(explored.c.id).where(explored.c.state == state).order_by(explored.c.at).limit(most)
    return list(connection.execute(query).scalars())


def enlist(connection: Connection) -> None:
    """Have every public game that has ended looked at, unless it was."""
    known = select(explored.c.id).where(explored.c.id == finished.c.table_id)
    fresh = select(finished.c.table_id, finished.c.at).where(finished.c.public, ~known.exists())
    for row in connection.execute(fresh).all():
        connection.execute(insert(explored).values(id=row.table_id, state=WAITING, at=row.at))


def keep(connection: Connection, table: str, found: Opening | None) -> bool:
    """Take a finished game in, or note that it stays out; say which."""
    game = connection.execute(select(finished).where(finished.c.table_id == table)).first()
    rows = connection.execute(
        select(results.c.seat, results.c.who, results.c.person, results.c.won, players.c.openings)
        .join(players, players.c.id == results.c.who, isouter=True)
        .where(results.c.table_id == table)
        .order_by(results.c.seat)
    ).all()
    agreed = all(row.openings for row in rows if row.person)
    if found is None or game is None or not game.public or not agreed:
        put(connection, table, OUT)
        return False
    by = ["" if row.person else name_of(row.who) for row in rows]
    store(connection, table, found, by, [row.seat for row in rows if row.won], game.at)
    return True


def name_of(bot: str) -> str:
    """Give the name of a bot without its options."""
    return bot.partition(":")[0][:NAME]


def put(connection: Connection, game: str, state: str, node: Mark = 0) -> None:
    """Put a game into a state; what it had among the openings goes."""
    connection.execute(delete(openings).where(openings.c.game_id == game))
    connection.execute(update(explored).where(explored.c.id == game).values(state=state, node=node))


def store(
    connection: Connection, game: str, found: Opening, by: Sequence[str], winners: Sequence[Seat], at: int
) -> None:
    """Write the steps of an opening, and what they lead by and to."""
    put(connection, game, IN, starts_of(found.pool))
    wins = sum(1 << found.seat_of(seat) for seat in winners)
    by = found.turned(by)
    rows = [
        {"game_id": game, "number": number, "node": step.node, "turn": step.turn.mark, "leads": step.after,
         "who": by[step.turn.seat] if step.turn.seat >= 0 else "", "seat": step.turn.seat, "wins": wins, "at": at}
        for number, step in enumerate(found.steps)
    ]  # fmt: skip
    turns = {step.turn.mark: step.turn for step in found.steps}
    connection.execute(insert(openings), rows)
    _know(connection, "spots", {mark: msgspec.json.encode(node_told(node)) for mark, node in found.nodes.items()})
    _know(connection, "tellings", {mark: msgspec.json.encode(turn_told(turn)) for mark, turn in turns.items()})


def _know(connection: Connection, table: str, bodies: Mapping[Mark, bytes]) -> None:
    connection.execute(text(_KNOWN.format(table)), [{"id": mark, "body": body} for mark, body in bodies.items()])


def node_told(node: Node) -> list[object]:
    """Write a node for the database."""
    return [list(node.pool), node.kind, list(node.sides), node.seat, node.turns, node.line]


def turn_told(turn: Turn) -> list[object]:
    """Write a turn for the database."""
    return [turn.seat, [dict(entry) for entry in turn.news], turn.text]


def agree(connection: Connection, player: str, yes: bool) -> None:
    """Note whether somebody's games may be studied by others, and have their games looked at again, or taken out."""
    connection.execute(update(players).where(players.c.id == player).values(openings=yes))
    mine = explored.c.id.in_(select(results.c.table_id).where(results.c.who == player, results.c.person))
    before, after = ((OUT, LEAVING), WAITING) if yes else ((IN, WAITING), LEAVING)
    connection.execute(update(explored).where(mine, explored.c.state.in_(before)).values(state=after))


def clear(connection: Connection) -> int:
    """Remove nodes and turns to which no game leads any more; give how many."""
    gone = 0
    for table, known in ((spots, (openings.c.node, openings.c.leads)), (tellings, (openings.c.turn,))):
        unused = select(table.c.id)
        for column in known:
            unused = unused.where(~select(column).where(column == table.c.id).exists())
        gone += connection.execute(delete(table).where(table.c.id.in_(unused.limit(ORPHANS)))).rowcount
    return gone


def games_by_root(connection: Connection) -> dict[Mark, int]:
    """Count the games that are in, by the root they begin at."""
    query = select(explored.c.node, func.count().label("games")).where(explored.c.state == IN).group_by(explored.c.node)
    return {row.node: row.games for row in connection.execute(query)}


__all__ = ["Explorer", "Loaded", "agree", "clear", "games_by_root", "load", "store", "take_in"]
