"""What one visitor can cost the others is bounded, whatever they send; `make attack` does the same at full size."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from rondel.server.analysis.desk import written
from rondel.server.apart import Apart
from rondel.server.bots.judge import judged
from rondel.server.core import heavy
from rondel.server.core import match as authority
from rondel.server.http import connections, frames, routes_info, routes_judge
from rondel.server.http.connections import UNREAD, Gate
from rondel.server.limits import Bucket, Limiter, network_of
from rondel.server.store import beats
from rondel.server.store.backup import backup
from rondel.server.store.storage import Storage
from rondel.server.tables import hub as hubs
from rondel.server.tables.room import Room
from rondel.server.tables.showcase import showcase
from rondel.server.wire.bodies import Archive
from rondel.server.wire.events import Closed, Orders, Said
from rondel.server.wire.place import Showcase
from rondel.server.wire.refusal import Refusal
from tests.server.live import Live, live
from tests.server.test_match import refused
from tests.server.test_studying import loop_of
from tests.server.toys import antike, move, no_chance


def test_one_address_has_a_budget_whatever_names_it_uses(tmp_path: Path) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        live.site.by_address = Limiter(0.1, 5.0)
        found = [live.nobody().get(path).status_code for path in ("/healthz", "/") * 4]
        assert (found[0], found[-1]) == (200, 429)
        assert found.count(429) >= 2
        live.site.by_address = Limiter(20.0, 5.0)
        assert live.nobody().get("/healthz").status_code == 200


def test_messages_of_an_address_are_slowed_down_over_all_its_connections(tmp_path: Path) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        ann = live.guest("Ann")
        table = ann.table("me", "me")["table"]["id"]
        pages = [ann.sit(table) for _ in range(4)]
        begin = time.monotonic()
        live.site.by_address = Limiter(30.0, 10.0)
        for _ in range(8):
            for page in pages:
                assert page.ask(type="refresh")["type"] == "welcome", "late, but answered"
        assert time.monotonic() - begin > 0.5
        for page in pages:
            page.socket.close()


def test_what_everybody_gets_is_prepared_once_however_many_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def slow(game: str) -> Showcase:
        made.append(game)
        time.sleep(0.3)
        return showcase(game)

    monkeypatch.setattr(routes_info, "showcase", slow)
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live, ThreadPoolExecutor(6) as crowd:
        asked = [crowd.submit(live.nobody().get, "/api/games/attika/showcase") for _ in range(6)]
        assert [answer.result().status_code for answer in asked] == [200] * 6
    assert made == ["attika"]


def test_an_address_reads_much_in_turn_and_leaves_others_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    together, most, lock = 0, 0, threading.Lock()

    def slow(*_: object) -> Archive:
        nonlocal together, most
        with lock:
            together += 1
            most = max(most, together)
        time.sleep(0.1)
        with lock:
            together -= 1
        return Archive([], "")

    monkeypatch.setattr("rondel.server.people.archive.archive", slow)
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live, ThreadPoolExecutor(5) as crowd:
        asked = [crowd.submit(live.nobody().get, "/api/archive") for _ in range(5)]
        assert [answer.result().status_code for answer in asked] == [200] * 5
    assert most == 1


def test_a_map_is_drawn_in_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        monkeypatch.setattr(heavy, "draw_board", None)  # here; the other process has its own
        answer = live.nobody().get("/api/boards/east/map.svg?theme=dark&size=phone")
        assert answer.status_code == 200
        assert answer.text.startswith("<svg")
        assert answer.headers["content-encoding"] == "gzip"
        plain = live.nobody().client.get("/api/boards/east/map.svg", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content.startswith(b"<svg")


def test_pictures_and_chances_wait_for_no_long_record_of_somebody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, call = threading.Event(), Apart.call

    def slow(process: Apart, function: Callable[..., object], *args: object) -> object:
        if function is written:
            go.wait(10)
        return call(process, function, *args)

    monkeypatch.setattr(Apart, "call", slow)
    monkeypatch.setattr(routes_judge, "FEW", -1)
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running, ThreadPoolExecutor(1) as others:
        ann, eve = running.guest("Ann"), running.guest("Eve")
        monkeypatch.setattr(running.site, "address", lambda request: request.headers["authorization"])
        table = ann.table("me", "me")["table"]["id"]
        start = eve.post("/api/analysis/open", {"game": "antike-2006", "players": 2}).json()["start"]
        export = others.submit(eve.post, "/api/analysis/export", {"start": start, "nodes": []})
        for path in ("picture", "chances"):
            assert ann.get(f"/api/tables/{table}/{path}").status_code == 200
        assert not export.done()
        go.set()
        assert export.result(10).status_code == 200


def test_who_asks_for_chances_leaves_the_threads_to_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go, call = threading.Event(), Apart.call

    def slow(process: Apart, function: Callable[..., object], *args: object) -> object:
        if function is judged:
            go.wait(10)
        return call(process, function, *args)

    monkeypatch.setattr(Apart, "call", slow)
    monkeypatch.setattr(routes_judge, "FEW", -1)
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running, ThreadPoolExecutor(2) as others:
        monkeypatch.setattr(running.site, "address", lambda request: request.headers.get("authorization", ""))
        eves = [running.guest("Eve") for _ in range(2)]
        tables = [eve.table("me", "me")["table"]["id"] for eve in eves]
        asked = [
            others.submit(eve.get, f"/api/tables/{table}/chances") for eve, table in zip(eves, tables, strict=True)
        ]
        time.sleep(0.2)
        assert running.guest("Ann").table("me", "me")["table"]["id"], "made while two wait"
        assert not any(answer.done() for answer in asked)
        go.set()
        assert [answer.result(10).status_code for answer in asked] == [200, 200]


def test_a_table_opens_for_others_while_it_waits_behind_what_somebody_has_asked_for(tmp_path: Path) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        table = live.guest("Ann").table("me", "me")["table"]["id"]
        live.site.hub.rooms.clear()
        go, eve = threading.Event(), network_of("127.0.0.66")

        async def ask() -> None:
            hub = live.site.hub
            before = [asyncio.create_task(hub.offload.run(eve, lambda: go.wait(10))) for _ in range(2)]
            last = asyncio.create_task(hub.room(table, eve))
            await asyncio.sleep(0.05)
            room = await asyncio.wait_for(hub.room(table, "127.0.0.1"), 5)
            assert not last.done()
            go.set()
            assert await last is room, "there is one of each table"
            await asyncio.gather(*before)
            assert not hub.opening

        asyncio.run_coroutine_threadsafe(ask(), loop_of(live)).result(20)


def test_the_description_of_all_routes_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        written: list[str] = []

        def slow() -> dict[str, str]:
            written.append(threading.current_thread().name)
            return {"openapi": "3.1.0"}

        monkeypatch.setattr(live.server.config.app, "openapi", slow)
        for _ in range(3):
            assert live.nobody().get("/api/openapi.json").json() == {"openapi": "3.1.0"}
        assert len(written) == 1
        assert written[0].startswith("work")


def test_what_costs_much_is_paid_for_by_what_comes_after() -> None:
    limiter = Limiter(0.001, 3)
    limiter.check("eve", 50)
    with pytest.raises(Refusal):
        limiter.check("eve")
    limiter.check("ann")


def test_limits_of_processes_add_up_to_those_of_the_site() -> None:
    limiters = [Limiter(0.001, 12) for _ in range(4)]
    for limiter in limiters:
        limiter.share = 1 / 4
    assert sum(limiter.allows("eve") for limiter in limiters for _ in range(20)) == 12
    small = Limiter(0.001, 2)
    small.share = 1 / 4
    assert small.allows("eve"), "everybody may do something once"


def test_processes_are_counted_by_their_heartbeats(storage: Storage) -> None:
    def count(holder: str, now: int) -> int:
        return storage.submit(partial(beats.present, holder=holder, now=now)).result(10)  # type: ignore[no-any-return]

    assert [count("a", 1_000), count("b", 1_500), count("a", 2_000)] == [1, 2, 2]
    assert count("a", 3_000 + beats.LEASE) == 1, "the other has gone"


def test_health_does_not_write_for_everybody_who_asks(tmp_path: Path) -> None:
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running:
        before = running.site.storage.writes
        for _ in range(20):
            assert running.nobody().get("/healthz").status_code == 200
        assert running.site.storage.writes - before < 8


def test_comings_and_goings_are_told_now_and_then(tmp_path: Path) -> None:
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running:
        ann = running.guest("Ann")
        table = ann.table("me", "me")["table"]["id"]
        with ann.sit(table) as page:
            page.until("welcome")
            for _ in range(20):
                with ann.sit(table) as other:
                    other.until("welcome")
            page.ask(type="ping")
            assert sum(message["type"] == "table" for message in page.seen) < 20


def test_those_who_look_on_get_the_same_bytes() -> None:
    class Viewer:
        audience = -1

        def __init__(self, player: str) -> None:
            self.player, self.got = player, [b""]

        def send(self, message: bytes) -> None:
            self.got.append(message)

    room = Room("t", antike(), {}, 0)
    viewers = [Viewer("eve"), Viewer("fay"), Viewer("ann")]
    room.viewers.update(viewers)
    room.push_table()
    assert viewers[0].got[-1] is viewers[1].got[-1]
    assert viewers[2].got[-1] != viewers[0].got[-1]


def test_large_bodies_on_their_way_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rondel.server.http.api.EACH", 220_000)
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running:
        ann = running.guest("Ann")
        start = f"POST /api/tables HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ann.token}\r\n"
        start += "Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n"
        lines = []
        for size in (100_000, 150_000):
            line = socket.create_connection(("127.0.0.1", running.port), timeout=10)
            line.sendall(start.encode() + b" " * size)
            time.sleep(0.3)
            lines.append(line)
        assert b"429" in lines[1].recv(200)
        lines[0].sendall(b" " * 100_000)
        assert b"400" in lines[0].recv(200), "the first one is read to its end"
        for line in lines:
            line.close()
        assert not running.site.bodies
        assert running.nobody().post("/api/tables", {"record": "x" * 100_000}).json()["code"] == "no_session"


def test_answers_that_nobody_reads_are_bounded() -> None:
    gate = Gate(10, 2, "10.0.0.1")
    assert gate.keep("192.0.2.7", UNREAD - 1)
    assert not gate.keep("192.0.2.7", 2)
    assert gate.keep("192.0.2.8", 2)
    assert gate.keep("10.0.0.1", 2 * UNREAD), "a proxy reads for its visitors"
    gate.keep("192.0.2.7", 1 - UNREAD)
    assert "192.0.2.7" not in gate.unread


def test_a_large_answer_must_be_taken_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", 0.3)
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running:
        line = socket.create_connection(("127.0.0.1", running.port), timeout=10)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 5)
        time.sleep(1.5)
        with contextlib.suppress(ConnectionError):
            size = 0
            while got := line.recv(65536):
                size += len(got)
            assert size < 6_000_000
        line.close()


@pytest.mark.parametrize(
    ("frame", "count"), [(b"\x89\x80\0\0\0\0", 60), (b"\x00\x80\0\0\0\0", 200)], ids=["ping", "piece"]
)
def test_a_flood_of_small_frames_ends_the_connection(tmp_path: Path, frame: bytes, count: int) -> None:
    assert frames.PIECES < 200
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running:
        ann = running.guest("Ann")
        table = ann.table("me", "me")["table"]["id"]
        with ann.sit(table) as page:
            page.until("welcome")
            page.socket.socket.sendall(b"\x01\x80\0\0\0\0" if frame[0] == 0 else b"")
            page.socket.socket.sendall(frame * count)
            assert page.closes() == 1006, "without a word"


def test_bots_without_people_share_a_bounded_number_of_moves(tmp_path: Path) -> None:
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running:
        hub = running.site.hub
        hub._strolls, hub._strolling = Limiter(0.001, 5), Bucket(0.001, 8)
        eve = running.guest("Eve")
        for _ in range(6):
            eve.table("bot random", "bot random")
        time.sleep(1.0)
        assert sum(room.match.step for room in hub.rooms.values()) <= 5


def test_tables_that_nobody_looks_at_make_room_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "HELD", 3)
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running:
        ann = running.guest("Ann")
        tables = [ann.table("me", "me")["table"]["id"] for _ in range(4)]
        for table in tables:
            assert ann.message(table, type="play", rev=0, move="rondel iron")["type"] == "ack"
        running.site.hub._make_room()
        assert {*running.site.hub.rooms} == {*tables[1:]}, "the one that was used longest ago has gone"
        assert ann.get(f"/api/tables/{tables[0]}").json()["step"] == 1


@pytest.mark.parametrize("call", [
    lambda match: match.note(Said(1, -1, "eve", "Eve", "spam")),
    lambda match: match.order("ann", 0, Orders("fight"), 1, no_chance),
    lambda match: match.ask("ann", None, 0),
])  # fmt: skip
def test_nobody_can_talk_a_table_full(call: Callable[[authority.Match], object]) -> None:
    match = antike()
    match.seq = authority.TALK_UNTIL
    refused("too_long", call, match)
    move(match)
    assert match.step == 1, "play goes on"


def test_nobody_can_take_back_until_a_table_is_full() -> None:
    match = antike()
    move(match)
    match.seq = authority.UNDO_UNTIL
    player = match.chairs[match.plies[0].event.seat].player
    refused("too_long", match.undo, player, match.rev, 0, 5)
    assert authority.MOST_EVENTS - authority.UNDO_UNTIL >= authority.LONGEST, "the game can be finished"


def test_those_who_look_on_share_the_chat_of_a_table(tmp_path: Path) -> None:
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running:
        ann = running.guest("Ann")
        table = ann.table("me", "me")["table"]["id"]
        running.site.handlers.by_watchers = Limiter(0.001, 3)
        said = [running.guest().message(table, type="say", text="hello")["type"] for _ in range(5)]
        assert said == ["chat" if place < 0 else "ack" if place < 3 else "refused" for place in range(5)]
        assert ann.message(table, type="say", text="hello")["type"] == "ack", "the players still talk"


def test_a_long_record_costs_more_of_the_quota_and_a_huge_board_is_refused(tmp_path: Path) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}", imports_per_minute=3.0) as running:
        ann = running.guest("Ann")
        long = {"record": "; nothing\n" * 50_000}
        assert ann.post("/api/tables", long).json()["code"] == "bad_message"
        assert ann.post("/api/tables", {"record": "x"}).json()["code"] == "too_fast"
    with pytest.raises(Refusal, match="may have"):
        heavy.need_small({"board": {"name": "x" * heavy.HEADER}})


def test_nothing_is_said_or_ordered_at_a_closed_table() -> None:
    match = antike()
    match.adopt(match.note(Closed(1)).after)
    refused("closed", match.note, Said(2, 0, "ann", "Ann", "still here"))
    refused("closed", match.order, "ann", 0, Orders("fight"), 2, no_chance)


def test_an_older_backup_file_gets_the_mode_of_a_new_one(tmp_path: Path) -> None:
    url, target = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "backup.jsonl"
    Storage(url).close()
    for name in (target, tmp_path / "backup.jsonl.part"):
        name.write_text("older")
        name.chmod(0o644)
    backup(url, str(target))
    assert target.stat().st_mode & 0o777 == 0o600
