"""A server that notices when its database is gone or locked, forgets what is old, and cannot be locked by guessing."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from rondel.server.analysis import puzzles
from rondel.server.people import accounts
from rondel.server.store.schema import attempts, players, seats, skills, streaks
from rondel.server.store.storage import Storage, Unwritable
from rondel.server.wire.refusal import Refusal
from rondel.study.puzzles.puzzle import Puzzle
from rondel.study.puzzles.shelf import all_puzzles, daily
from tests.server.live import Live


def test_a_removed_database_is_noticed_and_nothing_is_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Live(f"sqlite:///{path}") as live:
        ann = live.guest("Ann")
        table = ann.table("me", "me")["table"]["id"]
        assert live.nobody().get("/healthz").status_code == 200
        path.rename(tmp_path / "elsewhere.db")
        assert live.nobody().get("/healthz").status_code == 503
        assert ann.message(table, type="play", rev=0, move="rondel iron")["code"] == "busy"
        (tmp_path / "elsewhere.db").rename(path)
        assert ann.message(table, type="play", rev=0, move="rondel iron")["type"] == "ack", "back again, it goes on"
        assert live.nobody().get("/healthz").status_code == 200


def test_a_locked_database_refuses_all_who_wait_at_once_and_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rondel.server.store.database.BUSY", 0.3)
    path = tmp_path / "a.db"
    storage = Storage(f"sqlite:///{path}")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    begin = time.monotonic()
    waiting = [storage.submit(partial(accounts.add_guest, name="", now=place)) for place in range(20)]
    for future in waiting:
        with pytest.raises(Unwritable):
            future.result(10)
    assert time.monotonic() - begin < 3, "not one after the other"
    holder.execute("ROLLBACK")
    holder.close()
    assert storage.submit(partial(accounts.add_guest, name="", now=99)).result(10).guest
    storage.close()


def test_sessions_and_guests_of_long_ago_are_forgotten(storage: Storage) -> None:
    def write(work: Any, **named: Any) -> Any:
        return storage.submit(partial(work, **named)).result(10)

    late = accounts.SESSION + accounts.GUEST + 1
    idle, seated, owner = (write(accounts.add_guest, name="", now=0) for _ in range(3))
    puzzle = next(iter(all_puzzles().values()))
    for player in (idle, seated, owner):
        write(accounts.open_session, player=player.id, now=0)
    storage.submit(lambda c: c.execute(seats.insert().values(table_id="t", seat=0, player=seated.id)) and None).result(
        10
    )
    write(accounts.register, player=owner.id, name="Owner", hashed="x", email="")
    for player in (idle, replace(owner, guest=False)):
        write(puzzles.note, player=player, puzzle=puzzle, solved=True, now=0)
        write(puzzles.note_day, player=player.id, puzzle=puzzle, now=day_of(puzzle) * puzzles.DAY)
    write(accounts.forget_old, now=accounts.SESSION - 1)
    count = storage.read_now(lambda c: len(c.execute(players.select()).all()))
    assert count == 3, "somebody who can still come back is kept"
    write(accounts.forget_old, now=late)
    left = {row.id for row in storage.read_now(lambda c: c.execute(players.select()).all())}
    assert left == {seated.id, owner.id}
    owners = {attempts.c.player: {owner.id}, streaks.c.player: {owner.id}, skills.c.who: {owner.id, puzzle.id}}
    with storage.engine.connect() as connection:
        assert {column: set(connection.execute(select(column)).scalars()) for column in owners} == owners


def day_of(puzzle: Puzzle) -> int:
    """Give a day whose puzzle this is."""
    return next(day for day in range(20_000) if daily(day) == puzzle)


def test_wrong_passwords_from_elsewhere_do_not_lock_the_owner_out(tmp_path: Path) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}", logins_per_minute=3) as live:
        guess = {"name": "ann", "password": "wrong password"}
        assert [live.nobody().post("/api/session", guess).status_code for _ in range(4)] == [401, 401, 401, 429]
        live.site.by_login.check("name ann 198.51.100.7")
        live.site.by_name.check("ann")


@pytest.mark.parametrize("name", ["Аnn", "Αnn", "Ivan Иван", "An\u0578", "\u13aann", "\ua4eenn"])
def test_names_do_not_mix_letters_that_look_alike(name: str) -> None:
    with pytest.raises(Refusal):
        accounts.clean_name(name)


@pytest.mark.parametrize("blank", ["\ufe0f", "\u3164", "\u115f", "\u2800", "\u034f", "\u180b", "\U000e0100", "\uffa0"])
def test_nobody_takes_a_name_that_looks_like_another_for_a_sign_that_shows_nothing(lite: Live, blank: str) -> None:
    eve = lite.guest("Eve")
    wish = {"name": f"Ann{blank}", "password": "correct horse battery"}
    assert lite.nobody().post("/api/guest", {"name": wish["name"]}).json()["code"] == "bad_message"
    assert eve.post("/api/account", wish).json()["code"] == "bad_message"
    assert eve.call("PATCH", "/api/me", {"name": wish["name"]}).json()["code"] == "bad_message"


@pytest.mark.parametrize("name", ["Анна", "Άννα", "Zoë", "李雷 Lei", "Ann 2"])
def test_names_of_one_script_are_fine(name: str) -> None:
    assert accounts.clean_name(name) == name


@pytest.mark.parametrize(
    ("host", "good"),
    [("127.0.0.1:8000", True), ("[::1]:8000", True), ("192.168.1.5", True), ("localhost:8000", True),
     ("club.local", True), ("evil.example", False)],
)  # fmt: skip
def test_without_a_site_only_known_names_are_ours(tmp_path: Path, host: str, good: bool) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}", hosts="club.local, other.example") as live:
        answer = live.nobody().client.post(
            "/api/guest", json={}, headers={"Host": host, "Origin": f"http://{host}", "Cookie": "rondel=x"}
        )
        assert (answer.status_code == 200) is good


def test_a_path_with_a_nul_is_no_trouble(server: Live) -> None:
    assert server.nobody().get("/api/tables/a%00b").json()["code"] == "unknown_table"
    assert server.nobody().get("/api/stats/players/a%00b").status_code in (200, 404)
