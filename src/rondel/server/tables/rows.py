"""A table's own row in the database: what lists show, when it is to be looked after, the nonces of its links."""

from __future__ import annotations

import json
from functools import partial

from sqlalchemy import Connection, select, update

from rondel.game import JsonDict, JsonObject
from rondel.server.core import going
from rondel.server.core.match import Draft, Match
from rondel.server.notices.notices import Notices
from rondel.server.notices.outbox import After
from rondel.server.people import scores
from rondel.server.store.schema import tables
from rondel.server.store.storage import Rows
from rondel.server.tables.calling import calls_of, together
from rondel.server.tables.room import Kept, Room, info_of
from rondel.server.wire.events import Sat
from rondel.server.wire.messages import encode

#: milliseconds for which a table may keep its place in lists while play goes on
ORDERED = 20_000
#: a table whose bot has not moved for so long is opened and looked after, whichever process should have moved it
BOT_PATIENCE = 15_000


def due_tables(connection: Connection, now: int) -> list[str]:
    """List the tables to look after."""
    found = connection.execute(select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(200))
    return [table for (table,) in found]


def put_off(connection: Connection, table: str, until: int | None, now: int) -> None:
    """Look after a table later, unless something has happened at it meanwhile."""
    connection.execute(update(tables).where(tables.c.id == table, tables.c.due <= now).values(due=until))


def read_links(body: bytes) -> dict[int, str]:
    """Read the nonces of the links to seats."""
    return {int(seat): str(nonce) for seat, nonce in json.loads(body).items()}


def load_links(connection: Connection, table: str) -> dict[int, str]:
    """Read the nonces of a table's links."""
    return read_links(connection.execute(select(tables.c.links).where(tables.c.id == table)).scalar_one())


def rows_of(room: Room, draft: Draft, now: int, notices: Notices | None = None) -> Rows:
    """Gather what a draft changes in the database, the notices of it among them."""
    match, after = room.match, draft.after
    events = list(enumerate(draft.events, match.seq + 1))
    seats = [(event.seat, event.chair.player) for event in draft.events if isinstance(event, Sat)]
    more: list[After | None] = [notices.writes(calls_of(room, draft, now, notices.soon))] if notices else []
    if after.status == "over" and match.status != "over" and scores.counts(after):
        more.append(partial(scores.keep_result, game=scores.finished_of(room.id, after, now)))
    return Rows(room.id, events, row_of(room, after, now), seats, together(more))


def row_of(room: Room, match: Match, now: int) -> JsonDict:
    """Give what changes in the table's own row after a draft: what lists show, and when to look after it.

    The columns that lists are put in order by are indexed, and cost as much as all the rest; in the course of play they
    are written now and then.
    """
    kept, due = room.kept, due_of(match, now)
    row = {"seq": match.seq, "summary": encode(info_of(room.id, match, room.created, now))}
    if kept is None or kept.status != match.status or now - kept.updated >= ORDERED:
        row |= {"status": match.status, "updated": now}
    if kept is None or kept.due or due is not None:  # one that is due may be put off by any process
        row["due"] = due
    return row


def kept_of(before: Kept | None, row: JsonObject) -> Kept:
    """Say what a table's own row holds after this was written."""
    if before is None or "status" in row:
        return Kept(row["status"], row["updated"], row.get("due") is not None)
    return Kept(before.status, before.updated, row.get("due") is not None)


def due_of(match: Match, now: int) -> int | None:
    """Say when a table must be looked after: a vote, a pause or a clock ends, or a bot should have moved."""
    if match.status != "playing" or match.state.to_act < 0:
        return None
    moves = now + BOT_PATIENCE if match.chairs[match.state.to_act].automatic and not match.paused else match.clock.due()
    return min((time for time in (moves, going.next_due(match)) if time is not None), default=None)
