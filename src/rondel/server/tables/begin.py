"""How a table begins: a record is read, its decisions are taken over, everybody sits down, and all of it is written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rondel.record import Record, from_object
from rondel.server.core import heavy, snapshots
from rondel.server.core.match import Draft, Match, Trial, open_match
from rondel.server.store.storage import add_events
from rondel.server.tables.hub import Hub, draw
from rondel.server.wire.events import AnyEvent, Chair, Setup

#: events of a new table that are written at once
PIECE = 250
#: decisions, and characters of a record, that are read and played here; more in another process
SHORT = 300
SHORT_TEXT = 20_000


async def read_record(hub: Hub, text: str, address: str) -> Record:
    """Read a record in a thread; a long one in another process."""
    if len(text) <= SHORT_TEXT:
        header, actions = await hub.offload.run(address, lambda: heavy.read_record(text))
    else:
        header, actions = await hub.away(address, heavy.read_record, text)
    return Record(from_object({**header, "moves": []}).game, header, actions)


async def begin(hub: Hub, setup: Setup, record: Record, chairs: Sequence[Chair], address: str, now: int) -> Draft:
    """Begin a table with its decisions and chairs; many decisions are played in another process."""
    if len(record.actions) <= SHORT:
        return await hub.offload.run(address, lambda: first_draft(setup, record, chairs, now))
    body, snapshot = await hub.away(address, heavy.taken_over, setup, record.actions, now)

    def opened() -> Draft:
        events = heavy.read_events(body)
        return seated(snapshots.restore(setup, record.game, events, snapshot), events, chairs, now)

    return await hub.offload.run(address, opened)


async def store_beginning(hub: Hub, table: str, events: Sequence[AnyEvent]) -> int:
    """Store all but the last of many events piece by piece: decisions of others are written in between."""
    done = 0
    while len(events) - done > PIECE:
        piece = events[done : done + PIECE]
        await hub.storage.write(partial(add_events, table=table, added=piece, first=done + 1))
        done += PIECE
    return done


def first_draft(setup: Setup, record: Record, chairs: Sequence[Chair], now: int) -> Draft:
    """Begin a table: the decisions taken over, then everybody sits down."""
    trial = Trial(open_match(setup, record.game, ()))
    trial.take_over(record.actions, now)
    return seated(trial.match, trial.events, chairs, now)


def seated(match: Match, events: list[AnyEvent], chairs: Sequence[Chair], now: int) -> Draft:
    """Let everybody sit down at a table that has begun with these events."""
    trial = Trial(match)
    trial.events = events
    for seat, chair in enumerate(chairs):
        if chair != Chair():
            sat = trial.match.sit(seat, chair, "joined", now, draw)
            trial.events += sat.events
            trial.match = sat.after
    return trial.draft()
