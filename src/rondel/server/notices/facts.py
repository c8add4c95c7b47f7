"""Facts at the moment a notice is sent: whether it still matters, and what a daily mail holds."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import DecodeError, json
from sqlalchemy import Connection, select

from rondel.server.notices.outbox import Job
from rondel.server.notices.wishes import HOUR, Reach, reach_of
from rondel.server.people.presence import last_seen
from rondel.server.store.schema import seats, tables
from rondel.server.wire.messages import TableInfo

#: milliseconds for which somebody seen by another process counts as here
SEEN = 15_000
#: a reminder comes when this part of the time is left, and so many milliseconds before the end at most
PART, LATEST = 4, 12 * HOUR
#: tables in a daily mail
LISTED = 20
_infos: json.Decoder[TableInfo] = json.Decoder(TableInfo)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a notice needs to know."""

    reach: Reach
    stale: bool = False
    later: int = 0  # too early: when to try again
    waiting: tuple[TableInfo, ...] = ()  # tables at which it is the player's turn


def facts_of(connection: Connection, job: Job, now: int, shared: bool) -> Facts | None:
    """Look up what a notice needs to know; None if there is nobody to tell."""
    reach = reach_of(connection, job.player)
    if reach is None:
        return None
    if job.event == "digest":
        waiting = waiting_for(connection, job.player)
        return Facts(reach, stale=not waiting, waiting=tuple(waiting))
    if not job.table or job.event not in ("turn", "reminder", "chat"):
        return Facts(reach)
    if shared and now - last_seen(connection, [job.table]).get(job.table, {}).get(job.player, 0) < SEEN:
        return Facts(reach, stale=True)
    if job.event == "chat":
        return Facts(reach)
    row = connection.execute(select(tables.c.summary, tables.c.due).where(tables.c.id == job.table)).first()
    if row is None or not is_turn_of(_info(row.summary), job.player):
        return Facts(reach, stale=True)
    return Facts(reach, later=_too_early(job, row.due, now))


def _too_early(job: Job, due: int | None, now: int) -> int:
    """Give the right moment of a reminder whose clock was put forward meanwhile; 0 if it is now."""
    lead = int(job.about.get("lead", "0"))
    moment = (due or 0) - lead
    return moment if job.event == "reminder" and lead and due and moment > now + 60_000 else 0


def lead_of(whole: int) -> int:
    """Say how long before the end of its time a player is reminded."""
    return min(whole // PART, LATEST)


def _info(summary: bytes) -> TableInfo | None:
    try:
        return _infos.decode(summary)
    except DecodeError:  # a row of an older program
        return None


def is_turn_of(info: TableInfo | None, player: str) -> bool:
    """Say whether a table waits for a player."""
    if info is None or info.status != "playing" or not 0 <= info.to_act < len(info.seats):
        return False
    chair = info.seats[info.to_act].chair
    return chair.player == player and not chair.bot


def waiting_for(connection: Connection, player: str) -> list[TableInfo]:
    """List the tables that wait for a player, the one that has waited longest first."""
    mine = select(tables.c.summary).join(seats, seats.c.table_id == tables.c.id)
    found = connection.execute(
        mine.where(seats.c.player == player, tables.c.status == "playing").order_by(tables.c.updated).limit(500)
    )
    infos = {info.id: info for info in map(_info, found.scalars()) if info is not None and is_turn_of(info, player)}
    return list(infos.values())[:LISTED]
