"""What one visitor asks about positions, reviews, clubs and people holds nobody else up."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event, insert

from rondel.record import start_record
from rondel.registry import make
from rondel.server.analysis import desk as desks
from rondel.server.analysis import fair
from rondel.server.analysis.analyst import Analyst, Lost
from rondel.server.analysis.desk import Desk, begun
from rondel.server.analysis.thinkers import EACH, Thinkers
from rondel.server.core.match import Match, Trial
from rondel.server.people import clubs, friends
from rondel.server.store import schema
from rondel.server.store.storage import Storage
from rondel.server.wire.refusal import Refusal
from rondel.server.wire.study import Think
from tests.server.live import Live, Person, live
from tests.server.test_analysis import opened
from tests.server.test_clubs import account
from tests.server.test_reviews import FAST, finished


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run a server whose engine is quick and rough."""
    with live(f"sqlite:///{tmp_path_factory.mktemp('quick') / 'rondel.db'}", **FAST) as running:
        yield running


def line(start: Any, decisions: int, seed: int = 1) -> Match:
    """Play random decisions from where an analysis begins."""
    rng, trial = Random(seed), Trial(begun(start))
    while trial.match.step < decisions and not trial.match.over:
        trial.play(trial.match.state.to_act, rng.choice(list(trial.match.state.legal())), 0)
    return trial.match


def noted(threads: list[str], function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function that does the same, and notes in which thread."""

    def call(*args: Any) -> Any:
        threads.append(threading.current_thread().name)
        return function(*args)

    return call


def seated(live: Live, games: int) -> tuple[Person, str]:
    """Give somebody who plays against somebody else at some tables of six."""
    ann, ben = live.guest("Ann"), live.guest("Ben")
    for _ in range(games):
        made = ann.table(*["me"] * 5, "invited")
        table: str = made["table"]["id"]
        ben.post(f"/api/tables/{table}/join", {"token": made["links"]["5"]})
    return ann, table


# ---- the analysis board ----------------------------------------------------------------------------------------------


def test_a_long_line_is_compared_with_running_games_beside_the_tables(
    quick: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = seated(quick, 3)
    start = opened(quick.guest("Eve"), game="antike-2006", players=6)["start"]
    threads: list[str] = []
    monkeypatch.setattr(fair, "passes", noted(threads, fair.passes))
    actions = line(start, 300).actions()
    answer = ann.post("/api/analysis/lines", {"start": start, "actions": actions, "seconds": 1})
    assert answer.status_code == 200
    assert threads, "there were games to compare with"
    assert all(name.startswith("work") for name in threads), threads


def test_a_line_is_compared_position_by_position_where_the_moment_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("antike-2006", 6)
    start = start_record(game.new(1)).header
    long = line(start, 200)
    other = line(start_record(game.new(2)).header, 10, seed=9)
    shown: list[str] = []
    monkeypatch.setattr(type(game), "public", noted(shown, type(game).public))
    assert not fair.passes(long, [other, other])
    assert len(shown) < long.step / 2, "most positions were not written out"
    assert fair.passes(long, [other, line(start, 60)]), "the line comes through that game's position"
    assert not fair.passes(line(start, 59), [line(start, 60)])


def test_games_of_another_rulebook_are_not_opened_for_a_comparison(quick: Live) -> None:
    ann, table = seated(quick, 1)
    quick.site.hub.rooms.pop(table)
    start = opened(ann, game="attika", players=2)["start"]
    assert ann.post("/api/analysis/lines", {"start": start, "actions": [], "seconds": 1}).status_code == 200
    assert table not in quick.site.hub.rooms


def test_positions_at_hand_are_bounded_by_the_decisions_that_lead_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "KEPT_DECISIONS", 100)
    start = start_record(make("antike-2006", 3).new(1)).header
    actions, desk = line(start, 40).actions(), Desk()
    for length in range(41):
        desk.match(start, actions[:length])
    assert sum(match.step for match in desk._places.values()) == desk._decisions <= 100
    assert desk.match(start, actions).step == 40


def test_a_study_is_told_once_for_all_who_open_its_link(quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = quick.guest()
    start = opened(ann, game="antike-2006", players=2)["start"]
    nodes = [{"parent": place - 1, "action": action} for place, action in enumerate(line(start, 20).actions())]
    study = ann.post("/api/studies", {"title": "Long", "start": start, "nodes": nodes}).json()["id"]
    calls: list[str] = []
    monkeypatch.setattr(quick.site.hub.apart, "call", noted(calls, quick.site.hub.apart.call))
    seen = [quick.nobody().get(f"/api/studies/{study}").json() for _ in range(5)]
    assert len(calls) == 1
    assert all(one == seen[0] for one in seen)
    assert (seen[0]["id"], len(seen[0]["lines"])) == (study, 20)
    ann.call("PUT", f"/api/studies/{study}", {"title": "Short", "start": start, "nodes": nodes[:5]})
    assert len(quick.nobody().get(f"/api/studies/{study}").json()["lines"]) == 5


def test_whoever_goes_before_the_first_thought_is_not_counted_for_ever() -> None:
    async def scenario() -> None:
        thinkers = Thinkers(Analyst(), "greedy")
        for _ in range(3 * EACH):
            thoughts = thinkers.think("eve", Think({"game": "antike-2006"}, []))
            assert await anext(thoughts) == b""
            assert thinkers._busy["eve"] == 1
            del thoughts  # the page is gone, and nobody has asked for more
            await asyncio.sleep(0.01)
            assert not thinkers._busy
        kept = [thinkers.think("eve", Think({"game": "antike-2006"}, [])) for _ in range(EACH + 1)]
        for one in kept[:-1]:
            await anext(one)
        with pytest.raises(Refusal, match="thinking for you already"):
            await anext(kept[-1])

    asyncio.run(scenario())


# ---- the analyst -----------------------------------------------------------------------------------------------------


def sleepy(seconds: float, _: bytes = b"") -> Iterator[object]:
    """Take long for one step."""
    time.sleep(seconds)
    yield "awake"


def test_a_busy_analyst_that_does_not_listen_holds_nobody_up() -> None:
    async def scenario() -> None:
        analyst = Analyst()
        first = analyst.study(sleepy, 0.0)
        assert await anext(first) == "awake"  # the process is there
        slow = asyncio.ensure_future(anext(analyst.study(sleepy, 2.0)))
        await asyncio.sleep(0.3)
        large = [asyncio.ensure_future(anext(analyst.study(sleepy, 0.0, b"x" * 400_000))) for _ in range(4)]
        await asyncio.sleep(0.1)
        begin = time.monotonic()
        await first.aclose()  # type: ignore[attr-defined]  # tells the process to stop, behind all that
        await asyncio.to_thread(lambda: None)
        assert time.monotonic() - begin < 0.5, "neither the loop nor its threads wait for the process"
        assert await asyncio.gather(slow, *large) == ["awake"] * 5
        analyst.close()

    asyncio.run(scenario())


def test_an_analyst_that_is_stuck_is_ended_though_much_is_still_to_be_said_to_it() -> None:
    async def scenario() -> None:
        analyst = Analyst(stuck=30.0)
        first = analyst.study(sleepy, 0.0)
        assert await anext(first) == "awake"
        analyst.stuck = 2.0
        stuck = [asyncio.ensure_future(anext(analyst.study(sleepy, 600.0, b"x" * 400_000))) for _ in range(4)]
        for one in await asyncio.wait_for(asyncio.gather(*stuck, return_exceptions=True), 20):
            assert isinstance(one, Lost)
        analyst.stuck = 30.0
        again = analyst.study(sleepy, 0.0)
        assert await anext(again) == "awake", "another has begun"
        analyst.close()

    asyncio.run(scenario())


def silent() -> Iterator[object]:
    """Tell nothing."""
    yield from ()


def broken() -> Iterator[object]:
    """Come to nothing."""
    raise ValueError
    yield


def test_who_wants_one_answer_gets_it_or_is_refused() -> None:
    async def scenario() -> None:
        analyst = Analyst()
        assert await analyst.first(sleepy, 0.0) == "awake"
        for study in (silent, broken):
            with pytest.raises(Refusal) as refused:
                await analyst.first(study)
            assert refused.value.code == "busy"
        assert (len(analyst), analyst.failures) == (0, 1)
        analyst.close()

    asyncio.run(scenario())


# ---- reviews ---------------------------------------------------------------------------------------------------------


def test_a_review_is_not_held_up_by_the_long_ones_of_somebody_else(
    quick: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews, go = quick.site.studio.reviews, threading.Event()
    done: list[str] = []
    order: list[str] = []

    async def work(mark: str, table: str, match: Match, progress: Any) -> None:
        order.append(progress.address)
        if progress.address == "eve":
            await asyncio.to_thread(go.wait, 10)
        done.append(progress.address)

    monkeypatch.setattr(reviews, "_work", work)
    ann = quick.guest()
    tables = [finished(ann, "late-attika", title=f"game {number}") for number in range(4)]
    for number, (table, address) in enumerate(zip(tables, ["eve", "eve", "eve", "ann"], strict=True)):
        room = quick.site.hub.rooms[table]
        monkeypatch.setitem(reviews._marks, (table, reviews.engine, room.match.rev), f"mark {number}")
        asyncio.run_coroutine_threadsafe(reviews.begin(room, f"{address} {number}", address), loop_of(quick)).result(10)
    limit = time.monotonic() + 5
    while "ann" not in done:
        assert time.monotonic() < limit, "hers comes at once"
        time.sleep(0.02)
    assert order.count("eve") == 1, "those of one address come one after the other"
    go.set()
    while reviews._under_way:
        time.sleep(0.02)
    assert done == ["ann", "eve", "eve", "eve"]
    assert not reviews._turns


def loop_of(running: Live) -> asyncio.AbstractEventLoop:
    """Give the loop of a server."""
    found: list[asyncio.AbstractEventLoop] = []
    done = threading.Event()

    async def look() -> None:
        found.append(asyncio.get_running_loop())
        done.set()

    running.site.hub.chores.append(look)
    assert done.wait(10)
    running.site.hub.chores.remove(look)
    return found[0]


# ---- pages that are long ---------------------------------------------------------------------------------------------


def statements(storage: Storage) -> list[str]:
    """Give the list to which every statement is added from now on."""
    seen: list[str] = []
    event.listen(storage.engine, "before_cursor_execute", lambda *args: seen.append(args[2]))
    return seen


def test_the_people_somebody_follows_are_read_with_few_statements(storage: Storage) -> None:
    people = [f"player{number:03}" for number in range(150)]

    def fill(connection: Any) -> None:
        rows = [{"id": one, "name": one, "name_key": one, "created": 0} for one in ("ann", *people)]
        connection.execute(insert(schema.players), rows)
        connection.execute(insert(schema.follows), [{"player": "ann", "other": one, "at": 1} for one in people])

    storage.submit(fill).result(10)
    seen = statements(storage)
    assert len(storage.read_now(lambda connection: friends.follows_of(connection, "ann")).people) == 150
    assert sum("SELECT" in statement for statement in seen) == 3


def test_the_page_of_a_club_is_not_read_by_the_writer(server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []
    monkeypatch.setattr(clubs, "people_of", noted(threads, clubs.people_of))
    ann = account(server, "Ann")
    club = ann.post("/api/clubs", {"name": "Thursdays", "about": "", "door": "open"}).json()["info"]["id"]
    ann.call("PATCH", f"/api/clubs/{club}", {"name": "Fridays", "about": "", "door": "open"})
    ann.get(f"/api/clubs/{club}")
    assert len(threads) == 3
    assert "writer" not in threads


def test_whoever_looks_at_long_pages_can_still_make_a_table(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    monkeypatch.setattr(clubs, "people_of", lambda *args: go.wait(10) and [])
    made = threading.Thread(
        target=account(lite, "Olivia").post, args=("/api/clubs", {"name": "Slow", "about": "", "door": "open"})
    )
    made.start()
    limit = time.monotonic() + 5
    while not (mine := lite.guest("Ben").get("/api/clubs").json()["clubs"]):
        assert time.monotonic() < limit
    looks = [threading.Thread(target=lite.guest().get, args=(f"/api/clubs/{mine[0]['id']}",)) for _ in range(8)]
    for one in looks:
        one.start()
    time.sleep(0.3)
    assert lite.guest().post("/api/tables", {"game": "attika", "seats": [{"kind": "me"}] * 2}).status_code == 200
    go.set()
    for one in (made, *looks):
        one.join(10)


def test_what_somebody_looks_up_is_counted(tmp_path: Path) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}", moves_per_second=1.0) as running:
        for path in (
            "/api/clubs", "/api/clubs/x", "/api/tables", "/api/tournaments", "/api/tournaments/x",
            "/api/puzzles", "/api/puzzles/next?game=chess", "/api/puzzles/x",
        ):  # fmt: skip
            eve = running.guest()
            answers = [eve.get(path).status_code for _ in range(4)]
            assert (answers[0] in (200, 404), 429 in answers) == (True, True), path


def test_a_chore_that_takes_long_does_not_keep_the_clocks_waiting(tmp_path: Path) -> None:
    with live(f"sqlite:///{tmp_path / 'a.db'}") as running:
        hub, begun_, beats = running.site.hub, threading.Event(), looks_of(running)

        async def long() -> None:
            begun_.set()
            await asyncio.sleep(5)

        hub.chores.append(long)
        assert begun_.wait(10)
        before = len(beats)
        time.sleep(2.5)
        assert len(beats) > before, "the sweep goes on"
        hub.chores.remove(long)


def looks_of(running: Live) -> list[int]:
    """Give the list to which every look for tables that are due is added."""
    seen: list[int] = []
    look = running.site.hub._look_after_all

    async def counted(now: int) -> None:
        seen.append(now)
        await look(now)

    running.site.hub._look_after_all = counted  # type: ignore[method-assign]
    return seen
