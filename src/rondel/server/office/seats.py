"""Tables in the hands of an administrator: closed, a seat freed, all seats of somebody given up.

Events are written as another process would write them. A running server reads them when it is told, or at the latest
when one of its own decisions collides with them.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from sqlalchemy import Connection, Select, or_, select

from rondel.errors import RondelError
from rondel.server.core.match import Draft, Match
from rondel.server.office.who import infos, key_of
from rondel.server.store import beats
from rondel.server.store.schema import players, seats, tables
from rondel.server.store.storage import Conflict, Rows, Saved, Storage, load_table
from rondel.server.tables.hub import build_room, clock_ms, draw
from rondel.server.tables.room import Room
from rondel.server.tables.rows import rows_of
from rondel.server.wire.events import Closed
from rondel.server.wire.messages import TableInfo, encode
from rondel.server.wire.refusal import Refusal

Tell = Callable[[Connection, str], None]
#: tables in one list
MOST = 50
#: how often a change is tried again when others were quicker
TRIES = 5


def list_tables(connection: Connection, search: str, status: str, limit: int = MOST) -> list[TableInfo]:
    """List tables, latest first, private ones too: by id, or by the name or id of somebody at them."""
    query: Select[bytes] = select(tables.c.summary).order_by(tables.c.updated.desc(), tables.c.id)
    if status:
        query = query.where(tables.c.status == status)
    if search:
        called = or_(players.c.name == search, players.c.name_key == key_of(search), players.c.id == search)
        who = select(players.c.id).where(called)
        at = select(seats.c.table_id).where(seats.c.player.in_(who))
        query = query.where(or_(tables.c.id == search, tables.c.id.in_(at), tables.c.host.in_(who)))
    return [infos.decode(summary) for (summary,) in connection.execute(query.limit(limit))]


def close(storage: Storage, table: str, tell: Tell) -> str:
    """Close a table, whatever is played at it; give its title or game, which `tell` is called with."""
    label = storage.read_now(lambda connection: _label(connection, table))
    try:
        change(storage, table, lambda match, now: match.note(Closed(now)), lambda connection: tell(connection, label))
    except Refusal as error:
        if error.code != "old_rules":
            raise
        _close_unread(storage, table, lambda connection: tell(connection, label))
    return label


def kick(storage: Storage, table: str, seat: int, standin: str, tell: Tell) -> tuple[str, str]:
    """Free a seat by the table's rule for those who leave; give the id and the name of the player who sat there."""
    sat: list[tuple[str, str]] = []

    def go(match: Match, now: int) -> Draft:
        if not 0 <= seat < len(match.chairs) or match.chairs[seat].kind != "person":
            raise Refusal("bad_message", "No person sits there.")
        sat.append((match.chairs[seat].player, match.chairs[seat].name))
        return match.depart(seat, standin, now, draw)

    change(storage, table, go, lambda connection: tell(connection, sat[-1][1]))
    return sat[-1]


def _label(connection: Connection, table: str) -> str:
    summary = connection.execute(select(tables.c.summary).where(tables.c.id == table)).scalar()
    if summary is None:
        raise Refusal("unknown_table", f"There is no table {table!r}.")
    info = infos.decode(summary)
    return info.title or info.game


def vacate(storage: Storage, player: str, standin: str) -> int:
    """Give up every seat of somebody at tables that play or wait for players; give how many."""
    mine = (
        select(seats.c.table_id, seats.c.seat)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.player == player, tables.c.status.in_(("open", "playing")))
    )
    held = storage.read_now(lambda connection: connection.execute(mine).all())
    left = 0
    for table, seat in held:

        def go(match: Match, now: int, seat: int = seat) -> Draft:
            if match.chairs[seat].player != player:
                raise Refusal("stale")  # gone meanwhile
            return match.depart(seat, standin, now, draw)

        try:
            change(storage, table, go)
            left += 1
        except Refusal:  # closed meanwhile, or played by rules that this program no longer has
            continue
    return left


def change(
    storage: Storage, table: str, do: Callable[[Match, int], Draft], tell: Callable[[Connection], None] | None = None
) -> Room:
    """Change a table without a server, even while servers run; `tell` writes in the same transaction."""
    for _ in range(TRIES):
        room = _built(table, _saved(storage, table))
        try:
            _write(storage, room, lambda match, now: match.forgive(_outages(storage, now), now))
            _write(storage, room, do, tell)
        except Conflict:  # somebody decided at the same moment: look again
            continue
        return room
    raise Refusal("stale")


def _write(
    storage: Storage, room: Room, do: Callable[[Match, int], Draft], tell: Callable[[Connection], None] | None = None
) -> None:
    now = clock_ms()
    draft = do(room.match, now)
    if not draft.events:
        return
    rows = rows_of(room, draft, now)
    over = rows.after

    def after(connection: Connection) -> None:
        for work in (tell, over):
            if work is not None:
                work(connection)

    rows.after = after
    storage.submit(rows).result()
    room.adopt(draft, now)


def _saved(storage: Storage, table: str) -> Saved:
    saved = storage.read_now(lambda connection: load_table(connection, table))
    if saved is None:
        raise Refusal("unknown_table", f"There is no table {table!r}.")
    return saved


def _built(table: str, saved: Saved) -> Room:
    try:
        return build_room(table, saved)
    except RondelError as error:
        raise Refusal("old_rules", error.message) from error


def _outages(storage: Storage, now: int) -> list[tuple[int, int]]:
    """List the times in which no server ran, until now if none does: a clock is not charged for them."""
    return storage.read_now(lambda connection: beats.outages_until(connection, now))


def _close_unread(storage: Storage, table: str, tell: Callable[[Connection], None]) -> None:
    """Close a table that this program cannot play: its log is only added to."""
    saved = _saved(storage, table)
    if saved.status == "closed":
        raise Refusal("closed")
    summary = storage.read_now(
        lambda connection: connection.execute(select(tables.c.summary).where(tables.c.id == table)).scalar_one()
    )
    now, seq = clock_ms(), len(saved.events) + 1
    row = {"seq": seq, "status": "closed", "updated": now, "due": None,
           "summary": encode(replace(infos.decode(summary), status="closed", updated=now))}  # fmt: skip
    storage.submit(Rows(table, [(seq, Closed(now))], row, after=tell)).result()
