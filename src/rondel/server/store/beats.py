"""The heartbeat of a server: which process looks after the clocks, and when no process was there at all."""

from __future__ import annotations

from sqlalchemy import Connection, insert, or_, select, update

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
    """Take note that a process starts; give the outages of late, the one that ends now among them."""
    last = connection.execute(select(beats.c.at).where(beats.c.name == NAME)).scalar()
    if last is None:
        connection.execute(insert(beats).values(name=NAME, holder=holder, at=now))
    elif now - last > OUTAGE:
        connection.execute(insert(outages).values(began=last, ended=now))
        connection.execute(update(beats).where(beats.c.name == NAME).values(holder=holder, at=now))
    rows = connection.execute(
        select(outages.c.began, outages.c.ended).where(outages.c.ended > now - REMEMBERED).order_by(outages.c.ended)
    )
    return [(row.began, row.ended) for row in rows]


def renew(connection: Connection, holder: str, now: int) -> bool:
    """Renew the lease, or take one that was given up; say whether this process has it."""
    mine = or_(beats.c.holder == holder, beats.c.at < now - LEASE)
    done = connection.execute(update(beats).where(beats.c.name == NAME, mine).values(holder=holder, at=now))
    return bool(done.rowcount)


def touch(connection: Connection) -> None:
    """Write without changing anything, to see that writing is possible."""
    connection.execute(update(beats).where(beats.c.name == NAME).values(holder=beats.c.holder))
