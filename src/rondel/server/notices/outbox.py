"""The outbox: notices to be sent, kept in the database.

A notice is written in the transaction of what it tells of, under a key that says what it is about. So none is lost
with a process, and none is written twice. A process that sends one takes a lease on it; if that process dies, another
takes it when the lease has run out. Sent ones are kept for a week, so that their keys stay known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from msgspec import json
from sqlalchemy import Connection, delete, func, select, text, update

from rondel.server.notices.wishes import DAY, next_daily, reach_of
from rondel.server.store.schema import outbox, silences, wishes
from rondel.server.wire.notices import Occasion

#: milliseconds for which a process may send what it took
LEASE = 120_000
#: notices of one player, and of all, that may wait; more are not written, the oldest of all are dropped
EACH, ALL = 60, 50_000
#: milliseconds for which the key of a sent notice is kept, and after which one that was not sent is worth nothing
REMEMBERED, WORTH = 7 * DAY, 2 * DAY
#: milliseconds between the tries
PAUSES = (60_000, 300_000, 1_800_000, 7_200_000)
_values: json.Decoder[dict[str, str]] = json.Decoder(dict[str, str])
_ADD = text(
    "INSERT INTO outbox (key, player, channel, event, table_id, body, made, due, lease, tries, done) "
    "VALUES (:key, :player, :channel, :event, :table_id, :body, :made, :due, 0, 0, 0) ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class Call:
    """Something that a player is to be told.

    `once` says what makes it one of its kind: of several with the same event, player, table and `once` one is sent.
    """

    event: Occasion
    player: str
    table: str = ""
    once: str = ""
    due: int = 0  # not before this moment
    by: str = ""  # who caused it; nobody is called by somebody they have muted
    about: Mapping[str, str] = field(default_factory=dict)  # values for the words


@dataclass(frozen=True, slots=True)
class Job:
    """One notice by one channel, to be sent now."""

    key: str
    player: str
    channel: str
    event: str
    table: str
    about: dict[str, str]
    made: int
    tries: int


def put(connection: Connection, calls: Iterable[Call], can: Iterable[str], now: int) -> None:
    """Write notices for everybody who wants them, by the channels that this server has."""
    for call in calls:
        reach = reach_of(connection, call.player)
        if reach is None or _is_silenced(connection, call) or _waits_enough(connection, call.player):
            continue
        for channel in reach.channels(call.event):
            if channel in can:
                add(connection, call, channel, now)


def add(connection: Connection, call: Call, channel: str, now: int) -> None:
    """Write one notice by one channel, unless it was written before."""
    key = ":".join((call.event, channel, call.player, call.table, call.once))[:160]
    row = {
        "key": key, "player": call.player, "channel": channel, "event": call.event, "table_id": call.table,
        "body": json.encode(dict(call.about)), "made": now, "due": max(now, call.due),
    }  # fmt: skip
    connection.execute(_ADD, row)


def add_link(connection: Connection, event: str, player: str, now: int, bucket: int) -> None:
    """Write a mail with a link that a player asked for; one of each kind within an interval."""
    row = {
        "key": f"{event}:mail:{player}:{now // bucket}", "player": player, "channel": "mail", "event": event,
        "table_id": "", "body": b"{}", "made": now, "due": now,
    }  # fmt: skip
    connection.execute(_ADD, row)


def _is_silenced(connection: Connection, call: Call) -> bool:
    if not call.by:
        return False
    mine = silences.c.player == call.player, silences.c.other == call.by
    return connection.execute(select(silences.c.other).where(*mine)).first() is not None


def _waits_enough(connection: Connection, player: str) -> bool:
    waiting = select(func.count()).select_from(outbox).where(outbox.c.player == player, outbox.c.done == 0)
    return connection.execute(waiting).scalar_one() >= EACH


def is_due(connection: Connection, now: int) -> bool:
    """Say whether something is to be sent."""
    due = outbox.c.done == 0, outbox.c.due <= now, outbox.c.lease <= now
    return connection.execute(select(outbox.c.key).where(*due).limit(1)).first() is not None


def claim(connection: Connection, now: int, room: Mapping[str, int]) -> list[Job]:
    """Take some of what is due by each channel; no other process sends it while the lease lasts."""
    taken = []
    for channel, most in room.items():
        due = outbox.c.channel == channel, outbox.c.done == 0, outbox.c.due <= now, outbox.c.lease <= now
        for row in connection.execute(select(outbox).where(*due).order_by(outbox.c.due).limit(most)).all():
            mine = outbox.c.key == row.key, outbox.c.done == 0, outbox.c.lease == row.lease
            done = connection.execute(update(outbox).where(*mine).values(lease=now + LEASE, tries=row.tries + 1))
            if done.rowcount:
                taken.append(
                    Job(row.key, row.player, row.channel, row.event, row.table_id, _values.decode(row.body), row.made,
                        row.tries + 1)
                )  # fmt: skip
    return taken


def finish(connection: Connection, key: str, now: int) -> None:
    """Mark a notice as sent or given up."""
    connection.execute(update(outbox).where(outbox.c.key == key).values(done=now))


def again(connection: Connection, job: Job, now: int, due: int = 0) -> bool:
    """Try a notice again later, at the given moment or after a pause; say whether it is still worth trying."""
    if not due and (job.tries > len(PAUSES) or now - job.made > WORTH):
        finish(connection, job.key, now)
        return False
    later = due or now + PAUSES[job.tries - 1]
    tries = job.tries - 1 if due else job.tries
    connection.execute(update(outbox).where(outbox.c.key == job.key).values(due=later, lease=0, tries=tries))
    return True


def tidy(connection: Connection, now: int) -> None:
    """Delete what was sent long ago; if far too many wait, drop the oldest."""
    connection.execute(delete(outbox).where(outbox.c.done > 0, outbox.c.done < now - REMEMBERED))
    waiting = connection.execute(select(func.count()).select_from(outbox).where(outbox.c.done == 0)).scalar_one()
    if waiting > ALL:
        oldest = select(outbox.c.key).where(outbox.c.done == 0).order_by(outbox.c.made).limit(waiting - ALL)
        connection.execute(delete(outbox).where(outbox.c.key.in_(oldest)))


def begin_daily(connection: Connection, now: int) -> int:
    """Write the daily mails that are due; their contents are looked up when they are sent."""
    due = connection.execute(
        select(wishes.c.player, wishes.c.hour).where(wishes.c.daily_at > 0, wishes.c.daily_at <= now).limit(200)
    ).all()
    for row in due:
        after = next_daily(row.hour, now)
        connection.execute(update(wishes).where(wishes.c.player == row.player).values(daily_at=after))
        put(connection, [Call("digest", row.player, once=str(now // DAY))], ["mail"], now)
    return len(due)


#: more to be done in a transaction
After = Callable[[Connection], None]
