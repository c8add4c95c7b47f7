"""The same contract for SQLite and PostgreSQL: nothing acknowledged is lost, nothing is written twice."""

from __future__ import annotations

import json
import os
import stat
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, insert, select, text
from sqlalchemy.exc import OperationalError

from rondel.server.notices import outbox
from rondel.server.people import accounts, archive, passwords, ratings, scores
from rondel.server.people.presence import last_seen
from rondel.server.people.ratings import Rating, new_ratings
from rondel.server.people.scores import Entry, Finished
from rondel.server.store import schema
from rondel.server.store.backup import restore
from rondel.server.store.database import POOL, make_engine, revision, upgrade
from rondel.server.store.storage import Conflict, Rows, Storage, add_events, create_table, load_events, load_table
from rondel.server.tables.hub import build_room
from rondel.server.tables.listing import table_list
from rondel.server.wire.events import AnyEvent, Said, Sat, Setup, Started, encode
from rondel.server.wire.events import Chair as ChairStruct
from rondel.server.wire.refusal import Refusal
from tests.server.toys import antike, move

SETUP = Setup(header={"game": "antike-2006"}, seats=2, host="ann", actions=7)


def new_table(storage: Storage, name: str = "t1", added: tuple[AnyEvent, ...] = ()) -> None:
    row = {"id": name, "host": "ann", "status": "open", "listed": True, "created": 1, "updated": 1, "seq": len(added),
           "setup": encode(SETUP), "summary": b"{}", "links": b"{}", "due": None}  # fmt: skip
    storage.submit(lambda connection: create_table(connection, row, ["ann", ""], added)).result(10)


def test_a_new_table_can_be_written_in_pieces(storage: Storage) -> None:
    added = tuple(said(number) for number in range(1, 8))
    storage.submit(lambda connection: add_events(connection, "t1", added[:5], 1)).result(10)
    assert storage.read_now(lambda connection: load_table(connection, "t1")) is None, "nobody sees it before its end"
    row = {"id": "t1", "host": "ann", "status": "open", "listed": True, "created": 1, "updated": 1, "seq": 7,
           "setup": encode(SETUP), "summary": b"{}", "links": b"{}", "due": None}  # fmt: skip
    storage.submit(lambda c: create_table(c, row, ["ann", ""], added[5:], first=6)).result(10)
    saved = storage.read_now(lambda connection: load_table(connection, "t1"))
    assert saved is not None
    assert tuple(saved.events) == added


def said(number: int) -> Said:
    return Said(number, 0, "ann", "Ann", f"χ {number}")


def row(seq: int) -> dict[str, Any]:
    return {"seq": seq, "status": "playing", "updated": 5, "summary": b"{}", "due": None}


def test_the_tables_are_those_of_the_schema(storage: Storage) -> None:
    with storage.engine.connect() as connection:
        assert revision(connection) == "0017"
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def plan_of(storage: Storage, work: Callable[[Connection], object]) -> list[str]:
    """List the steps by which SQLite finds what is asked for."""
    asked: list[tuple[str, Any]] = []

    def explain(connection: Connection) -> list[str]:
        event.listen(
            connection, "before_cursor_execute", lambda c, cursor, text, values, *rest: asked.append((text, values))
        )
        work(connection)
        plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values) for text, values in asked[:]]
        return [row[3] for plan in plans for row in plan]

    return storage.read_now(explain)


def test_the_list_of_own_tables_reads_only_those(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'own.db'}")
    plan = plan_of(storage, lambda connection: table_list(connection, "ann", "mine", ""))
    assert any("tables_host" in step for step in plan), plan
    assert not any(step.startswith("SCAN tables") for step in plan), plan
    storage.close()


def test_notices_of_a_channel_are_found_by_an_index(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'due.db'}")
    plan = plan_of(storage, lambda connection: outbox.claim(connection, 1, {"mail": 5}))
    assert any("outbox_channel" in step for step in plan), plan
    storage.close()


def test_a_database_is_opened_again_as_it_was(url: str) -> None:
    first = Storage(url)
    new_table(first, added=(Started(1),))
    first.submit(Rows("t1", [(2, said(2))])).result(10)
    first.close()
    second = Storage(url)
    saved = second.read_now(lambda connection: load_table(connection, "t1"))
    assert saved is not None
    assert saved.setup == SETUP
    assert saved.events == [Started(1), said(2)]
    assert second.read_now(lambda connection: load_table(connection, "t2")) is None
    second.close()


def test_a_database_of_the_first_form_goes_on_after_an_update(url: str) -> None:
    """A game begun before an update opens after it, with its log."""
    engine = make_engine(url)
    upgrade(engine, "0001")
    match = antike(("ann", "ben"))
    move(match)
    played: list[AnyEvent] = [
        *(Sat(1, seat, chair) for seat, chair in enumerate(match.chairs)),
        Started(1),
        match.plies[0].event,
    ]
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        add = {"id": "old", "host": "ann", "listed": False, "created": 1, "links": b"{}", "setup": encode(match.setup)}
        connection.execute(insert(schema.tables), {**add, **row(len(played))})
        connection.execute(insert(schema.seats), [{"table_id": "old", "seat": 0, "player": "ann"}])
        bodies = [{"table_id": "old", "seq": seq, "body": encode(event)} for seq, event in enumerate(played, 1)]
        connection.execute(insert(schema.events), bodies)
    engine.dispose()
    storage = Storage(url)
    saved = storage.read_now(lambda connection: load_table(connection, "old"))
    assert saved is not None
    room = build_room("old", saved)
    assert (room.match.state.key(), room.match.status) == (match.state.key(), "playing")
    assert storage.read_now(lambda connection: last_seen(connection, ["old"])) == {"old": {"ann": 0}}
    storage.close()


def test_the_writer_finds_a_connection_however_much_is_read(url: str) -> None:
    storage, go, reading = Storage(url), threading.Event(), list[int]()

    def slow(connection: Connection) -> None:
        reading.append(1)
        go.wait(10)

    readers = [threading.Thread(target=storage.read_now, args=(slow,)) for _ in range(2 * POOL)]
    for reader in readers:
        reader.start()
    limit = time.monotonic() + 10
    while len(reading) < POOL - 1 and time.monotonic() < limit:
        time.sleep(0.01)
    new_table(storage)
    assert len(reading) == POOL - 1
    go.set()
    for reader in readers:
        reader.join(10)
    assert len(reading) == 2 * POOL
    storage.close()


def test_a_backup_of_an_older_program_is_brought_up_to_date(url: str, tmp_path: Path) -> None:
    source = tmp_path / "old.jsonl"
    lines = [{"rondel": "backup", "form": "0001"},
             {"table": "seats", "row": {"table_id": "t", "seat": 0, "player": "ann"}}, {"end": 1}]  # fmt: skip
    source.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert restore(url, str(source)).startswith("1 rows")
    storage = Storage(url)
    with storage.engine.connect() as connection:
        assert revision(connection) == "0017"
        assert last_seen(connection, ["t"]) == {"t": {"ann": 0}}
    storage.close()
    made = f"sqlite:///{tmp_path / 'made.db'}"
    Storage(made).close()
    with pytest.raises(ValueError, match="form 0001"):
        restore(made, str(source))


def test_an_event_number_is_given_once(storage: Storage) -> None:
    new_table(storage)
    storage.submit(Rows("t1", [(1, said(1))])).result(10)
    with pytest.raises(Conflict):
        storage.submit(Rows("t1", [(1, said(9))])).result(10)
    with pytest.raises(Conflict):
        storage.submit(Rows("t1", [(2, said(2)), (1, said(9))])).result(10)
    assert storage.read_now(lambda connection: load_events(connection, "t1", 0)) == [said(1)]


def test_one_conflict_in_a_group_spoils_nothing_else(storage: Storage) -> None:
    new_table(storage)
    new_table(storage, "t2")
    storage.submit(Rows("t1", [(1, said(1))])).result(10)
    hold: Future[None] = Future()
    storage.submit(lambda connection: hold.result(10))  # the writer waits, so that the next ones form a group
    good = [storage.submit(Rows("t2", [(seq, said(seq))])) for seq in (1, 2)]
    bad = storage.submit(Rows("t1", [(1, said(9))]))
    after = storage.submit(Rows("t1", [(2, said(2))]))
    hold.set_result(None)
    with pytest.raises(Conflict):
        bad.result(10)
    for future in [*good, after]:
        future.result(10)
    assert len(storage.read_now(lambda connection: load_events(connection, "t2", 0))) == 2
    assert len(storage.read_now(lambda connection: load_events(connection, "t1", 0))) == 2


def test_many_writes_share_a_commit(storage: Storage) -> None:
    new_table(storage)
    before = storage.commits
    hold: Future[None] = Future()
    storage.submit(lambda connection: hold.result(10))
    futures = [storage.submit(Rows("t1", [(seq, said(seq))], row(seq))) for seq in range(1, 101)]
    hold.set_result(None)
    for future in futures:
        future.result(10)
    assert storage.commits - before <= 3
    events = storage.read_now(lambda connection: load_events(connection, "t1", 90))
    assert events == [said(seq) for seq in range(91, 101)]
    kept = storage.read_now(lambda connection: connection.execute(select(schema.tables.c.seq)).scalar_one())
    assert kept == 100


def test_what_fails_is_told_and_undone(storage: Storage) -> None:
    def fail(connection: Connection) -> None:
        connection.execute(text("DELETE FROM secrets"))
        raise Refusal("busy")

    def add(connection: Connection) -> None:
        connection.execute(schema.secrets.insert().values(name="a", value=b"1"))

    storage.submit(add).result(10)
    with pytest.raises(Refusal):
        storage.submit(fail).result(10)
    assert storage.read_now(lambda connection: len(connection.execute(select(schema.secrets)).all())) == 1


def test_seats_follow_their_players(storage: Storage) -> None:
    new_table(storage)
    event = Sat(1, 1, ChairStruct("person", "ben", "Ben"))
    storage.submit(Rows("t1", [(1, event)], row(1), [(1, "ben")])).result(10)
    found = storage.read_now(lambda c: c.execute(select(schema.seats.c.player).order_by(schema.seats.c.seat)).all())
    assert [name for (name,) in found] == ["ann", "ben"]


def test_sqlite_syncs_at_every_commit(tmp_path: Any) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'x.db'}")
    with storage.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    storage.close()


# ---- people ----------------------------------------------------------------------------------------------------------


def test_a_session_is_found_by_its_token_until_it_ends(storage: Storage) -> None:
    player = storage.submit(lambda c: accounts.add_guest(c, "  Ann  ", 1)).result(10)
    assert (player.name, player.guest) == ("Ann", True)
    tokens = [storage.submit(lambda c: accounts.open_session(c, player.id, 1)).result(10) for _ in range(3)]

    def who(token: str, now: int = 2) -> Any:
        return storage.read_now(lambda c: accounts.find_session(c, token, now))

    assert who(tokens[0]) == player
    assert who(tokens[0], accounts.SESSION + 2) is None
    assert who("") is None
    assert who(tokens[0][:-1]) is None
    storage.submit(lambda c: accounts.end_session(c, tokens[0])).result(10)
    assert who(tokens[0]) is None
    storage.submit(lambda c: accounts.end_sessions(c, player.id, tokens[1])).result(10)
    assert who(tokens[1]) == player
    assert who(tokens[2]) is None
    stored = storage.read_now(lambda c: str(c.execute(select(schema.sessions)).all()))
    assert tokens[1] not in stored, "only a hash is kept"


def test_an_account_has_a_name_of_its_own_whatever_its_form(storage: Storage) -> None:
    first = storage.submit(lambda c: accounts.add_guest(c, "", 1)).result(10)
    second = storage.submit(lambda c: accounts.add_guest(c, "", 1)).result(10)
    hashed = passwords.hasher(0).hash("correct horse")
    storage.submit(lambda c: accounts.register(c, first.id, "Ａnn", hashed, "")).result(10)
    with pytest.raises(Refusal) as caught:
        storage.submit(lambda c: accounts.register(c, second.id, "ANN", hashed, "")).result(10)
    assert caught.value.code == "name_taken"
    found, stored = storage.read_now(lambda c: accounts.find_password(c, "ann"))
    assert found == first.id
    assert passwords.is_password(stored, "correct horse")
    assert not passwords.is_password(stored, "wrong horse")
    nobody, nothing = storage.read_now(lambda c: accounts.find_password(c, "zoe"))
    assert nobody == ""
    assert not passwords.is_password(nothing, "")
    assert not passwords.is_password("", "x")
    known = storage.read_now(lambda c: accounts.find_player(c, first.id))
    assert known is not None
    assert not known.guest


@pytest.mark.parametrize("name", ["", "   ", "a\u202eb", "\u200b", "x" * 33, "a\x00", "...", "\ud800"])
def test_names_that_cannot_be_seen_are_refused(name: str) -> None:
    with pytest.raises(Refusal):
        accounts.clean_name(name)


def test_texts_lose_what_cannot_be_seen() -> None:
    assert accounts.clean_text("a\u202eb\x00\nc ") == "ab\nc"


# ---- results ---------------------------------------------------------------------------------------------------------


def test_a_result_is_kept_once_and_people_are_rated_apart_from_bots(storage: Storage) -> None:
    games = {
        "t1": [Entry(0, "ann", True, 1.0), Entry(1, "ben", True, -1.0)],
        "t2": [Entry(0, "greedy", False, 1.0), Entry(1, "random", False, -1.0)],
        "t3": [Entry(0, "ann", True, -1.0), Entry(1, "random", False, 1.0)],
        "t4": [Entry(0, "ann", True, 1.0), Entry(1, "ann", True, -1.0)],
    }
    for _ in range(2):
        for table, entries in games.items():
            game = Finished(table, "antike-2006", entries, 5, True)
            storage.submit(partial(scores.keep_result, game=game)).result(10)
    lists = storage.read_now(ratings.rating_lists)
    assert [(line.who, line.games) for line in lists.people] == [("ann", 1), ("ben", 1)]
    assert [line.who for line in lists.bots] == ["greedy", "random"]
    assert lists.people[0].rating > ratings.FIRST > lists.people[1].rating
    ann = storage.read_now(lambda c: archive.profile(c, "ann", "Ann", "people"))
    assert [(tally.games, tally.wins) for tally in ann.tallies] == [(4, 2)]


def test_ratings_rise_and_fall_by_rank_and_become_surer() -> None:
    before = [Rating(1500), Rating(1700), Rating(1400), Rating(1500)]
    after = new_ratings(before, [1, 2, 3, 4])
    gains = [new.mean - old.mean for new, old in zip(after, before, strict=True)]
    assert gains[0] > 0 > gains[3]
    assert gains[0] > gains[1] > gains[3], "the second loses less than the last"
    assert all(new.sigma < old.sigma for new, old in zip(after, before, strict=True))
    level = new_ratings([Rating(), Rating()], [1, 1])
    assert level[0].mean == pytest.approx(level[1].mean)


def test_a_rating_changes_again_with_the_next_game(storage: Storage) -> None:
    for table in ("t1", "t2"):
        entries = [Entry(0, "ann", True, 1.0), Entry(1, "ben", True, -1.0)]
        storage.submit(partial(scores.keep_result, game=Finished(table, "x", entries, 5, True))).result(10)
    lists = storage.read_now(ratings.rating_lists)
    assert lists.people[0].games == 2
    points = storage.read_now(lambda c: archive.history(c, "ann", "x", 2)).points
    assert [point.table for point in points] == ["t1", "t2"]
    assert points[0].rating < points[1].rating == lists.people[0].rating
    assert points[0].uncertainty > points[1].uncertainty


def test_a_write_that_was_called_back_stops_nothing(storage: Storage) -> None:
    hold: Future[None] = Future()
    storage.submit(lambda connection: hold.result(10))
    dropped = storage.submit(lambda connection: 1)
    kept = storage.submit(lambda connection: 2)
    assert dropped.cancel()
    hold.set_result(None)
    assert kept.result(10) == 2
    assert storage.submit(lambda connection: 3).result(10) == 3


# ---- who may read it -------------------------------------------------------------------------------------------------


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def test_a_new_sqlite_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        made = Storage(f"sqlite:///{tmp_path / 'rondel.db'}")
        assert modes(tmp_path) == dict.fromkeys(("rondel.db", "rondel.db-wal", "rondel.db-shm"), 0o600)
        made.close()
    finally:
        os.umask(before)


def test_a_sqlite_file_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "rondel.db").touch()
    (tmp_path / "rondel.db").chmod(0o640)
    Storage(f"sqlite:///{tmp_path / 'rondel.db'}").close()
    assert modes(tmp_path)["rondel.db"] == 0o640


def test_a_folder_that_is_not_there_is_told_by_sqlite(tmp_path: Path) -> None:
    with pytest.raises(OperationalError, match="unable to open database file"):
        Storage(f"sqlite:///{tmp_path / 'none' / 'rondel.db'}")


def test_a_database_in_memory_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_engine("sqlite:///:memory:").dispose()
    assert modes(tmp_path) == {}
