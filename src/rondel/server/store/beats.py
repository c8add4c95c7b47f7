"""Heartbeats: which process looks after the clocks, and when no process was running."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from rondel.server.store.schema import beats, outages

#: the one lease there is
NAME = "sweep"
#: milliseconds after which a process that does not renew its lease has lost it
LEASE = 6_000
#: milliseconds without a heartbeat that count as an outage
OUTAGE = 10_000
#: milliseconds for which outages are remembered: no live clock lasts longer
REMEMBERED = 30 * 86_400_000


def begin(connection: Connection, holder: str, now: int) -> list[tuple[int, int]]:
    """Note that a process starts; give the recent outages, including the one that ends now."""
    last = connection.execute(select(beats.c.at).where(beats.c.name == NAME)).scalar()
    if last is None:
        connection.execute(insert(beats).values(name=NAME, holder=holder, at=now))
    elif now - last > OUTAGE:
        connection.execute(insert(outages).values(began=last, ended=now))
        connection.execute(update(beats).where(beats.c.name == NAME).values(holder=holder, at=now))
    return outages_until(connection, now)


def outages_until(connection: Connection, now: int) -> list[tuple[int, int]]:
    """Give the recent outages, and the current one if no process has a heartbeat."""
    recent = select(outages.c.began, outages.c.ended).where(outages.c.ended > now - REMEMBERED)
    found = [(row.began, row.ended) for row in connection.execute(recent.order_by(outages.c.ended))]
    last = connection.execute(select(beats.c.at).where(beats.c.name == NAME)).scalar()
    return [*found, (last, now)] if last is not None and now - last > OUTAGE else found


def renew(connection: Connection, holder: str, now: int) -> bool:
    """Renew the lease, or take one that was given up; say whether this process has it."""
    mine = or_(beats.c.holder == holder, beats.c.at < now - LEASE)
    done = connection.execute(update(beats).where(beats.c.name == NAME, mine).values(holder=holder, at=now))
    return bool(done.rowcount)


def present(connection: Connection, holder: str, now: int) -> int:
    """Note that a process is running; count those that are."""
    mine = update(beats).where(beats.c.name == holder).values(at=now)
    if not connection.execute(mine).rowcount:
        connection.execute(insert(beats).values(name=holder, holder=holder, at=now))
    connection.execute(delete(beats).where(beats.c.name != NAME, beats.c.at < now - REMEMBERED))
    others = select(func.count()).select_from(beats).where(beats.c.name != NAME, beats.c.at > now - LEASE)
    return max(1, connection.execute(others).scalar_one())


def touch(connection: Connection) -> None:
    """Write without changing anything, to see that writing is possible."""
    connection.execute(update(beats).where(beats.c.name == NAME).values(holder=beats.c.holder))
