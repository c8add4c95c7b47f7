"""Long work is done by another process: the same answers, whatever becomes of that process."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from rondel.record import loads
from rondel.server.apart import Apart
from rondel.server.bots.judge import course, judged
from rondel.server.core import heavy, snapshots
from rondel.server.core.views import WATCHER
from rondel.server.wire.messages import encode
from rondel.server.wire.refusal import Refusal
from tests.server.live import Live
from tests.server.test_bounded import BOOKS, played


def fail(what: str) -> None:
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    raise Refusal("too_large", "Too much.", "A06-1", "detail") if what == "refuse" else ZeroDivisionError(what)


def whoami(first: int = 0) -> int:
    return os.getpid()


def test_another_process_answers_and_refuses() -> None:
    apart = Apart()
    assert apart.call(whoami) != os.getpid()
    assert apart.call(whoami) == apart.call(whoami), "one process for all"
    with pytest.raises(Refusal) as caught:
        apart.call(fail, "refuse")
    assert (caught.value.code, caught.value.message, caught.value.rule, caught.value.detail) == (
        "too_large", "Too much.", "A06-1", "detail",
    )  # fmt: skip
    with pytest.raises(RuntimeError, match="ZeroDivisionError: nothing"):
        apart.call(fail, "nothing")
    apart.close()


def test_a_dead_process_is_replaced_and_the_question_is_answered() -> None:
    apart = Apart()
    first = apart.call(whoami)
    os.kill(first, signal.SIGKILL)
    assert apart.call(whoami) == os.getpid(), "answered here"
    assert apart.call(whoami) not in (first, os.getpid()), "and the next one by another process"
    apart.close()
    with pytest.raises(EOFError):
        apart.call(whoami)


def test_closing_while_the_process_starts_leaves_none_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    apart, begun, start = Apart(), threading.Event(), SpawnProcess.start

    def close() -> None:
        begun.wait()
        apart.close()

    def slowly(process: SpawnProcess) -> None:
        begun.set()
        while not apart._closed:
            pass
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", slowly)
    before = set(multiprocessing.active_children())
    closing = threading.Thread(target=close)
    closing.start()
    with pytest.raises(EOFError):
        apart.call(whoami)
    closing.join(10)
    assert not closing.is_alive()
    assert set(multiprocessing.active_children()) == before


@pytest.mark.parametrize("book", BOOKS)
def test_an_excerpt_tells_what_the_match_tells(book: str) -> None:
    match, events = played(book, 200)
    cut = heavy.excerpt(match, 100, 150)
    assert cut.match().state.key() == match.state_at(150).key()
    replay = json.loads(heavy.stretch(cut, WATCHER))
    assert (replay["begin"], replay["total"], len(replay["updates"])) == (100, match.step, 50)
    page = json.loads(heavy.log_page(cut, WATCHER))
    assert [line["step"] for line in page["lines"]] == [*range(100, 150)]
    assert page["lines"][7] == replay["updates"][7]["log"][0]
    one = json.loads(heavy.moment(heavy.excerpt(match, 119, 120), WATCHER, 120))
    assert one["line"] == page["lines"][19]
    text = heavy.record_text(dict(match.setup.header), match.actions()).decode()
    assert loads(text).actions == match.actions()
    assert heavy.read_record(text)[1] == match.actions()
    found = judged(match.setup, match.first, match.actions(), WATCHER)
    assert found == encode(course(match, WATCHER))
    body = heavy.replayed(match.setup, b"", heavy.write_events(events))
    assert snapshots.restore(match.setup, match.game, events, body).state.key() == match.state.key()


def test_a_long_game_is_brought_and_opened_by_the_other_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rondel.server.tables.begin.SHORT", 20)
    monkeypatch.setattr("rondel.server.tables.begin.SHORT_TEXT", 20)
    monkeypatch.setattr("rondel.server.tables.hub.LONG_LOG", 20)
    match, _ = played("antike-2006", 90)
    text = heavy.record_text(dict(match.setup.header), match.actions()).decode()
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        ann = live.guest("Ann")
        wish = {"record": text, "seats": [{"kind": "me"}] * 3}
        table = ann.post("/api/tables", wish).json()["table"]
        assert table["step"] == 90
        bad = ann.post("/api/tables", {**wish, "record": text.replace("1. rondel", "1. nonsense")}).json()
        assert bad["code"] == "bad_message"
        live.site.hub.rooms.clear()
        live.site.storage.submit(lambda c: c.exec_driver_sql("DELETE FROM snapshots") and None).result(10)
        assert ann.get(f"/api/tables/{table['id']}").json()["step"] == 90
        assert ann.get(f"/api/tables/{table['id']}/record").text == text
        assert live.site.hub.rooms[table["id"]].match.state.key() == match.state.key()
