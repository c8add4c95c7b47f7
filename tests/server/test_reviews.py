"""Reviews of finished games: who may have one, how it is told, stored once, and tried again."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from rondel.record import loads
from rondel.server.core.match import Match
from rondel.server.store.schema import reviews
from rondel.server.tables.room import Room
from rondel.server.wire.study import ReviewState
from tests.server.live import Live, Person, live

GAMES = Path(__file__).parents[2] / "client" / "tests" / "games"
FAST = {"study_engine": "search:nodes=20", "study_trials": 2}


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run a server whose reviews are quick and rough."""
    with live(f"sqlite:///{tmp_path_factory.mktemp('quick') / 'rondel.db'}", **FAST) as running:
        yield running


def finished(person: Person, name: str, **more: Any) -> str:
    """Give a table with a finished game."""
    text = (GAMES / f"{name}.game").read_text()
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (loads(text).game.seats - 1)]
    answer = person.post("/api/tables", {"record": text, "seats": seats, **more})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"]["id"])


def reviewed(person: Person, table: str, seconds: float = 120) -> dict[str, Any]:
    """Have a game reviewed and wait for it."""
    state = person.post(f"/api/tables/{table}/review").json()
    limit = time.monotonic() + seconds
    while state["status"] in ("waiting", "working"):
        assert time.monotonic() < limit, state
        time.sleep(0.1)
        state = person.get(f"/api/tables/{table}/review").json()
    assert state["status"] == "done", state
    found: dict[str, Any] = state["review"]
    return found


def test_a_review_tells_a_missed_win_and_is_made_once(quick: Live) -> None:
    ann = quick.guest()
    table = finished(ann, "late-antike-duellum")
    assert ann.get(f"/api/tables/{table}/review").json() == {"status": "none"}
    found = reviewed(ann, table)
    missed = next(turn for turn in found["turns"] if turn.get("mark") == "missed-win")
    best = missed["best"]
    assert best["wins"]
    assert best["log"][0]["parts"]["kind"] == "wedge"
    assert any(news["kind"] == "personage" for line in best["log"] for news in line.get("news", []))
    assert "wins" in best["reason"]
    assert best["clauses"]
    for turn in found["turns"]:
        assert sum(turn["chances"]) == pytest.approx(1, abs=0.001)
    assert found["end"] == [1, 0]
    assert sum(seat["marks"].get("missed-win", 0) for seat in found["seats"]) == 1
    assert quick.guest().post(f"/api/tables/{table}/review").json()["review"] == found
    with quick.site.storage.engine.connect() as connection:
        rows = connection.execute(select(func.count()).select_from(reviews).where(reviews.c.table_id == table))
        assert rows.scalar_one() == 1
    # a server that starts again finds it in the database
    quick.site.studio.reviews._kept.clear()
    assert ann.get(f"/api/tables/{table}/review").json()["review"] == found

    shown = ann.get(f"/api/tables/{table}/review/{missed['step']}").json()
    assert len(shown["updates"]) == len(best["actions"])
    assert shown["updates"][-1]["turn"]["end"]
    assert ann.get(f"/api/tables/{table}/review/1").json()["code"] == "not_found"

    def tried(actions: list[int]) -> dict[str, Any]:
        answer: dict[str, Any] = ann.post(f"/api/tables/{table}/review/{missed['step']}", {"actions": actions}).json()
        return answer

    solved = tried(best["actions"])
    assert solved["solved"]
    assert solved["loss"] == 0
    record = loads((GAMES / "late-antike-duellum.game").read_text())
    worse = tried(record.actions[missed["step"] : missed["step"] + missed["steps"]])
    assert worse["best"] == 1
    assert not worse["solved"], "a win that is there has to be found, however good the turn is"
    assert worse["loss"] == pytest.approx(1 - worse["value"], abs=0.01)
    assert tried([999_999])["code"] == "illegal"


def test_hidden_cards_are_dealt_again_for_a_review_and_luck_is_told(quick: Live) -> None:
    ann = quick.guest()
    found = reviewed(ann, finished(ann, "late-attika"))
    assert found["draws"]
    assert len(found["seats"]) == 4
    assert any(seat["luck"] for seat in found["seats"])


def test_a_running_game_is_not_reviewed(quick: Live) -> None:
    ann = quick.guest()
    table = ann.table("me", "bot random")["table"]["id"]
    for answer in (
        ann.get(f"/api/tables/{table}/review"),
        ann.post(f"/api/tables/{table}/review"),
        ann.get(f"/api/tables/{table}/review/0"),
        ann.post(f"/api/tables/{table}/review/0", {"actions": [1]}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "not_over")


def test_one_address_cannot_fill_the_queue(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = quick.guest()
    monkeypatch.setattr("rondel.server.analysis.reviews.EACH", 0)
    table = finished(ann, "late-attika", title="other")
    mark = quick.site.studio.reviews._mark(table, quick.site.hub.rooms[table].match)
    quick.site.studio.reviews._kept.pop(mark, None)
    with quick.site.storage.engine.begin() as connection:
        connection.execute(reviews.delete())
    assert ann.post(f"/api/tables/{table}/review").json()["code"] == "too_fast"


def test_two_who_ask_at_the_same_moment_have_one_review_made(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [quick.guest(), quick.guest()]
    table = finished(people[0], "late-attika", title="both")
    with quick.site.storage.engine.begin() as connection:
        connection.execute(reviews.delete())
    quick.site.studio.reviews._kept.clear()
    reviews_of, made = quick.site.studio.reviews, list[str]()
    state, make = reviews_of.state, reviews_of._make

    async def late(room: Room) -> ReviewState:
        found = await state(room)
        await asyncio.sleep(0.5)  # both know by now that nobody has begun
        return found

    async def counted(mark: str, table: str, match: Match) -> None:
        made.append(mark)
        await make(mark, table, match)

    monkeypatch.setattr(reviews_of, "state", late)
    monkeypatch.setattr(reviews_of, "_make", counted)
    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda person: person.post(f"/api/tables/{table}/review").json(), people))
    assert [answer["status"] in ("waiting", "working", "done") for answer in answers] == [True, True]
    assert len(made) == 1


def test_a_review_that_comes_to_nothing_can_be_asked_for_again(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = quick.guest()
    table = finished(ann, "late-attika", title="lost")
    with quick.site.storage.engine.begin() as connection:
        connection.execute(reviews.delete())
    quick.site.studio.reviews._kept.clear()
    monkeypatch.setattr(quick.site.studio.reviews, "engine", "nonsense")
    state = ann.post(f"/api/tables/{table}/review").json()
    limit = time.monotonic() + 30
    while state["status"] != "failed":
        assert time.monotonic() < limit
        time.sleep(0.1)
        state = ann.get(f"/api/tables/{table}/review").json()
    assert json.dumps(state) == '{"status": "failed"}'
    monkeypatch.undo()
    assert reviewed(ann, table)["turns"]
