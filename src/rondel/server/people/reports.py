"""Reports to the host, and whom people mute for themselves."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, insert, select, update

from rondel.server.people.accounts import SHOWN_NAME, new_id
from rondel.server.store.schema import events, players, reports, silences
from rondel.server.wire.events import Said, decode_event
from rondel.server.wire.house import NewReport, ReportKind, ReportLine, Silenced, Silences
from rondel.server.wire.messages import ChatLine
from rondel.server.wire.refusal import Refusal

#: lines of chat shown before and after what was reported, and events among which they are looked for
AROUND = 10
NEAR = 400
#: people whom one player can mute
MOST = 500


def report(connection: Connection, reporter: str, wish: NewReport, seq: int, said: Said | None, now: int) -> str:
    """Store a report; the same one again changes nothing. Give its id."""
    whom = said.player if said else wish.player
    name = connection.execute(select(players.c.name).where(players.c.id == whom)).scalar()
    if name is None:
        raise Refusal("unknown_player")
    same = [reports.c.reporter == reporter, reports.c.kind == wish.kind, reports.c.whom == whom,
            reports.c.table_id == wish.table, reports.c.settled == 0]  # fmt: skip
    if wish.kind == "message":
        same.append(reports.c.seq == seq)
    found = connection.execute(select(reports.c.id).where(*same)).scalar()
    if found is not None:
        return str(found)
    made = new_id()
    connection.execute(
        insert(reports).values(
            id=made, at=now, reporter=reporter, kind=wish.kind, whom=whom, name=said.name if said else name,
            table_id=wish.table, seq=seq, said=said.text if said else "", why=wish.why,
        )
    )  # fmt: skip
    return made


def list_reports(connection: Connection, settled: bool, limit: int = 50) -> list[ReportLine]:
    """List reports, the newest first, each with what was said around it."""
    which: ColumnElement[bool] = reports.c.settled > 0 if settled else reports.c.settled == 0
    rows = connection.execute(select(reports).where(which).order_by(reports.c.at.desc()).limit(limit)).all()
    names = names_of(connection, [row.reporter for row in rows])
    return [_line(connection, row, names.get(row.reporter, "")) for row in rows]


def _line(
    connection: Connection, row: Row[str, int, str, str, str, str, str, int, str, str, int], reporter: str
) -> ReportLine:
    kind: ReportKind = row.kind
    return ReportLine(
        row.id, row.at, kind, row.reporter, reporter, row.whom, row.name, row.table_id, row.seq, row.why, row.said,
        row.settled, said_around(connection, row.table_id, row.seq),
    )  # fmt: skip


def said_around(connection: Connection, table: str, seq: int) -> list[ChatLine]:
    """Give what was said at a table before and after an event."""
    near = and_(events.c.table_id == table, events.c.seq.between(seq - NEAR, seq + NEAR))
    rows = connection.execute(select(events.c.seq, events.c.body).where(near).order_by(events.c.seq)).all()
    lines = []
    for row in rows:
        event = decode_event(row.body)
        if isinstance(event, Said):
            lines.append(line_of(row.seq, event))
    before, after = [line for line in lines if line.seq <= seq], [line for line in lines if line.seq > seq]
    return before[-AROUND - 1 :] + after[:AROUND]


def line_of(seq: int, said: Said, names: dict[str, str] | None = None) -> ChatLine:
    """Write what somebody said as a line of chat, under the name that everybody is to see."""
    name = (names or {}).get(said.player, said.name)
    return ChatLine(seq, said.seat, name, said.text, said.at, said.player, said.phrase)


def settle(connection: Connection, report: str, now: int) -> tuple[str, str]:
    """Settle a report; give whom it was about, and their name then."""
    row = connection.execute(
        select(reports.c.whom, reports.c.name, reports.c.settled).where(reports.c.id == report)
    ).first()
    if row is None:
        raise Refusal("not_found", "There is no such report.")
    if row.settled:
        raise Refusal("unchanged")
    connection.execute(update(reports).where(reports.c.id == report).values(settled=now))
    return row.whom, row.name


def names_of(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    """Give the names of players."""
    rows = connection.execute(select(players.c.id, players.c.name).where(players.c.id.in_(set(ids))))
    return {row.id: row.name for row in rows}


# ---- muting for oneself ----------------------------------------------------------------------------------------------


def silences_of(connection: Connection, player: str) -> Silences:
    """List those whom a player does not read, by the names that everybody sees."""
    rows = connection.execute(
        select(silences.c.other, SHOWN_NAME.label("name"))
        .join(players, players.c.id == silences.c.other)
        .where(silences.c.player == player)
        .order_by(silences.c.at)
    )
    return Silences([Silenced(row.other, row.name) for row in rows])


def silence(connection: Connection, player: str, other: str, now: int) -> Silences:
    """Mute somebody for a player alone; nobody else is told."""
    if connection.execute(select(players.c.id).where(players.c.id == other)).first() is None:
        raise Refusal("unknown_player")
    mine = connection.execute(select(silences.c.other).where(silences.c.player == player)).scalars().all()
    if other not in mine:
        if len(mine) >= MOST:
            raise Refusal("full", f"You can mute {MOST} people.")
        connection.execute(insert(silences).values(player=player, other=other, at=now))
    return silences_of(connection, player)


def unsilence(connection: Connection, player: str, other: str) -> Silences:
    """Read somebody again."""
    connection.execute(delete(silences).where(silences.c.player == player, silences.c.other == other))
    return silences_of(connection, player)
