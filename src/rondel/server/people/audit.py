"""The audit log: who did what to whom, when and why. Lines are added and never changed.

Every process reads what was added since it last looked, so the log is also how a running server learns of what an
administrator did elsewhere. A line is numbered under a lock: a reader that has seen a number has seen all before it.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, Row, func, insert, select, text

from rondel.server.store.schema import audit
from rondel.server.wire.house import AuditLine, AuditPage

#: the advisory lock of PostgreSQL under which lines are added; SQLite has one writer at a time anyway
LOCK = 0x726F6E61
#: lines of one page
PAGE = 50


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: an administrator on the page, or nobody by name on the command line."""

    id: str = ""
    name: str = ""


def note(
    connection: Connection,
    actor: Actor,
    what: str,
    now: int,
    *,
    whom: str = "",
    label: str = "",
    detail: str = "",
    why: str = "",
) -> None:
    """Add a line, in the same transaction as what it tells of."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    connection.execute(
        insert(audit).values(
            id=last_line(connection) + 1, at=now, who=actor.id, name=actor.name[:64], what=what, whom=whom,
            label=label[:80], detail=detail, why=why,
        )
    )  # fmt: skip


def last_line(connection: Connection) -> int:
    """Give the number of the last line; 0 if there is none."""
    return int(connection.execute(select(func.max(audit.c.id))).scalar() or 0)


def lines_after(connection: Connection, last: int) -> list[AuditLine]:
    """List the lines after a number, oldest first."""
    return [_line(row) for row in connection.execute(select(audit).where(audit.c.id > last).order_by(audit.c.id))]


def page(connection: Connection, before: int = 0, whom: str = "", limit: int = PAGE) -> AuditPage:
    """Give a page of the log, the newest line first: all, or what was done to somebody."""
    query = select(audit).order_by(audit.c.id.desc()).limit(limit + 1)
    if before:
        query = query.where(audit.c.id < before)
    if whom:
        query = query.where(audit.c.whom == whom)
    rows = connection.execute(query).all()
    lines = [_line(row) for row in rows[:limit]]
    return AuditPage(lines, lines[-1].id if len(rows) > limit else 0)


def _line(row: Row[int, int, str, str, str, str, str, str, str]) -> AuditLine:
    return AuditLine(row.id, row.at, row.what, row.who, row.name, row.whom, row.label, row.detail, row.why)
