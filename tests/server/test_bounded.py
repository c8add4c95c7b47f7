"""The work that one visitor can cause is bounded: going back and opening cost a turn, not a game."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from random import Random

import pytest

from rondel.game import CHANCE, State
from rondel.record import start_record
from rondel.registry import make
from rondel.server.core import snapshots
from rondel.server.core.marks import STRETCH
from rondel.server.core.match import Match, Trial, new_setup, open_match
from rondel.server.offload import EACH, Offload
from rondel.server.wire.events import AnyEvent, Asked, Chair, Orders, Pace, Said
from rondel.server.wire.refusal import Refusal
from tests.server.toys import cards

BOOKS = ("antike-2005", "antike-2006", "antike-2", "antike-duellum", "attika")


def played(book: str, decisions: int, pace: Pace | None = None, seed: int = 5) -> tuple[Match, list[AnyEvent]]:
    """Play a match at random, with decisions taken back now and then, and give its whole log."""
    rng = Random(seed)
    game = make(book, 2 if book == "antike-duellum" else 3)
    record = start_record(game.new(seed))
    setup = new_setup(record, "ann", pace=pace or Pace())
    trial = Trial(open_match(setup, game, ()))
    for seat in range(game.seats):
        sat = trial.match.sit(
            seat, Chair("person", f"p{seat}", f"P{seat}"), "joined", 1, lambda outcomes: outcomes[0][0]
        )
        trial.events += sat.events
        trial.match = sat.after
    while trial.match.step < decisions and trial.match.status == "playing":
        match, now = trial.match, 1000 * len(trial.events)
        seat = match.state.to_act
        action = rng.choice(list(match.state.legal()))
        trial.play(seat, action, now, by="chance" if seat == CHANCE else "")
        if match.step > 5 and rng.random() < 0.15:
            last = match.plies[-1].event.seat
            step = match.step - rng.randint(1, 5)
            if match.plies[step].event.seat == last >= 0:
                taken = match.ask(f"p{last}", Asked(now, last, "undo", step), match.rev)
                trial.events += taken.events
                trial.match = taken.after
                for other in list(trial.match.waiting()):
                    agreed = trial.match.answer(f"p{other}", True, now)
                    trial.events += agreed.events
                    trial.match = agreed.after
    return trial.match, trial.events


def same(left: Match, right: Match) -> None:
    for name in ("seq", "rev", "prefix", "plies", "chairs", "orders", "clock", "request", "agreed", "started",
                 "closed", "next", "deserters", "status"):  # fmt: skip
        assert getattr(left, name) == getattr(right, name), name
    assert left.state.key() == right.state.key()


@pytest.mark.parametrize("book", BOOKS)
def test_a_snapshot_and_what_came_after_it_make_the_same_match_as_the_whole_log(book: str) -> None:
    match, events = played(book, 260, Pace("live", 30, 10))
    whole = open_match(match.setup, match.game, events)
    same(match, whole)
    for end in (1, 40, len(events) // 2, len(events)):
        body = snapshots.take(open_match(match.setup, match.game, events[:end]))
        assert body is not None
        same(snapshots.restore(match.setup, match.game, events, body), whole)


def test_a_restored_match_goes_back_to_any_step() -> None:
    match, events = played("antike-2006", 3 * STRETCH)
    body = snapshots.take(match)
    assert body is not None
    restored = snapshots.restore(match.setup, match.game, events, body)
    state = match.first.copy()
    for step, ply in enumerate(match.plies):
        assert restored.state_at(step).key() == match.state_at(step).key() == state.key()
        state.advance(ply.event.action)


def test_a_restored_match_shows_the_end_of_its_log_without_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    match, events = played("antike-2006", 12 * STRETCH)
    body = snapshots.take(match)
    assert body is not None
    restored = snapshots.restore(match.setup, match.game, events, body)
    assert restored.is_near(match.step - 60)
    assert not restored.is_near(match.step // 2)
    restored.state_at(match.step // 2)
    assert restored.is_near(match.step // 2), "what was worked out once is kept"


def test_going_back_costs_a_stretch_of_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = played("antike-2006", 10 * STRETCH)
    count = 0
    advance = type(match.state).advance

    def counting(state: State, action: int) -> None:
        nonlocal count
        count += 1
        advance(state, action)

    monkeypatch.setattr(type(match.state), "advance", counting)
    for step in (match.step - 1, match.step // 2, 1):
        count = 0
        match.state_at(step)
        assert count < STRETCH


def test_a_draft_that_is_thrown_away_leaves_no_position_behind() -> None:
    match, _ = played("antike-2006", STRETCH - 1)
    lost = Trial(match)
    lost.play(lost.match.state.to_act, lost.match.state.legal()[-1], 5)
    match.adopt(match.play(_holder(match), match.rev, [match.state.legal()[0]], 6, lambda outcomes: 0).after)
    after = match.state.copy()
    match.adopt(match.play(_holder(match), match.rev, [match.state.legal()[0]], 7, lambda outcomes: 0).after)
    assert match.state_at(STRETCH).key() == after.key()


def _holder(match: Match) -> str:
    return match.chairs[match.state.to_act].player


@pytest.mark.parametrize("body", [b"", b"\x80", b"nonsense" * 40])
def test_a_damaged_snapshot_is_passed_over(body: bytes) -> None:
    match, events = played("antike-2006", 30)
    same(snapshots.restore(match.setup, match.game, events, body), match)


def test_a_snapshot_of_another_program_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    match, events = played("antike-2006", 30)
    body = snapshots.take(match)
    assert body is not None
    monkeypatch.setattr(snapshots, "program_of", lambda kind: "another")
    monkeypatch.setattr(snapshots, "_restored", lambda *_: pytest.fail("it was used"))
    same(snapshots.restore(match.setup, match.game, events, body), match)


def test_no_snapshot_where_a_position_cannot_be_read_back() -> None:
    assert snapshots.take(cards()) is None


def test_a_snapshot_is_due_after_many_events_and_later_in_a_long_game() -> None:
    match, _ = played("antike-2006", 20)
    assert not snapshots.is_due(match, 0)
    match.seq = snapshots.EVENTS
    assert snapshots.is_due(match, 0)
    match.plies = match.plies * 100
    assert not snapshots.is_due(match, 0)
    match.seq = snapshots.MOST_EVENTS
    assert snapshots.is_due(match, 0), "opening never replays more than so many events"


# ---- work beside the tables ------------------------------------------------------------------------------------------


def test_one_person_has_a_few_pieces_of_work_under_way_and_others_pass() -> None:
    async def scenario() -> None:
        offload, go = Offload(), asyncio.Event()
        loop = asyncio.get_running_loop()
        wait = lambda: asyncio.run_coroutine_threadsafe(go.wait(), loop).result(10)  # noqa: E731
        tasks = [asyncio.create_task(offload.run("eve", wait)) for _ in range(EACH)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as caught:
            await offload.run("eve", wait)
        assert caught.value.code == "too_fast"
        other = asyncio.create_task(offload.run("ann", lambda: "done"))
        go.set()
        assert await asyncio.wait_for(other, 10) == "done"
        await asyncio.gather(*tasks)
        assert await offload.run("eve", lambda: "again") == "again"
        offload.close()

    asyncio.run(scenario())


def test_one_person_leaves_a_thread_to_the_others() -> None:
    async def scenario() -> None:
        offload, go = Offload(), asyncio.Event()
        loop = asyncio.get_running_loop()
        wait = lambda: asyncio.run_coroutine_threadsafe(go.wait(), loop).result(10)  # noqa: E731
        eve = [asyncio.create_task(offload.run("eve", wait)) for _ in range(EACH)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(offload.run("ann", lambda: "at once"), 5) == "at once"
        gone = asyncio.create_task(offload.run("ben", wait))
        await asyncio.sleep(0)
        more = asyncio.create_task(offload.run("ben", wait))
        await asyncio.sleep(0)
        more.cancel()
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*eve, gone)
        assert await asyncio.wait_for(offload.run("cay", lambda: "still two threads"), 5)
        assert offload._free == 2
        offload.close()

    asyncio.run(scenario())


def test_a_thread_counts_as_busy_though_nobody_waits_for_it_any_more() -> None:
    async def scenario() -> None:
        offload, go = Offload(1), threading.Event()
        slow = asyncio.create_task(offload.run("eve", lambda: go.wait(10)))
        await asyncio.sleep(0.05)
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        assert offload._free == 0, "the thread is still at it"
        other = asyncio.create_task(offload.run("ann", lambda: "done"))
        go.set()
        assert await asyncio.wait_for(other, 10) == "done"
        assert (offload._free, offload._busy.total()) == (1, 0)
        offload.close()

    asyncio.run(scenario())


def test_the_threads_go_from_person_to_person() -> None:
    async def scenario() -> None:
        offload, order, go = Offload(1), list[str](), threading.Event()

        def work(who: str) -> None:
            go.wait(10)
            order.append(who)

        many = [asyncio.create_task(offload.run("eve", partial(work, "eve"))) for _ in range(EACH)]
        await asyncio.sleep(0)
        one = asyncio.create_task(offload.run("ann", partial(work, "ann")))
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*many, one)
        assert order.index("ann") <= 2, order
        offload.close()

    asyncio.run(scenario())


def test_what_many_ask_for_is_worked_out_once_and_kept() -> None:
    async def scenario() -> None:
        offload, calls = Offload(), []

        def work() -> bytes:
            calls.append(1)
            return b"record"

        answers = await asyncio.gather(*(offload.once(("t", 1), f"p{place}", work) for place in range(20)))
        assert set(answers) == {b"record"}
        assert await offload.once(("t", 1), "late", work) == b"record"
        assert len(calls) == 1
        await offload.once(("t", 2), "late", work)
        assert len(calls) == 2
        offload.close()

    asyncio.run(scenario())


def test_nobody_waits_for_what_somebody_else_has_only_asked_for() -> None:
    async def scenario() -> None:
        offload, go = Offload(2), threading.Event()
        eve = [asyncio.create_task(offload.run("eve", lambda: go.wait(10))) for _ in range(3)]
        await asyncio.sleep(0)
        last = asyncio.create_task(offload.once("record", "eve", lambda: b"record"))  # behind all that
        await asyncio.sleep(0)
        assert await asyncio.wait_for(offload.once("record", "ann", lambda: b"record"), 5) == b"record"
        assert not last.done()
        go.set()
        await asyncio.gather(*eve, last)
        offload.close()

    asyncio.run(scenario())


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rondel.server.offload.KEPT", 100)

    async def scenario() -> None:
        offload = Offload()
        calls: list[int] = []

        def work(size: int) -> bytes:
            calls.append(size)
            return b"x" * size

        for key in range(6):
            await offload.once(key, "ann", lambda: work(20))
        await offload.once(5, "ann", lambda: work(20))
        assert len(calls) == 6
        await offload.once(0, "ann", lambda: work(20))
        assert len(calls) == 7, "the oldest was forgotten"
        await offload.once("large", "ann", lambda: work(60))
        await offload.once("large", "ann", lambda: work(60))
        assert len(calls) == 9, "what is too large is not kept"
        offload.close()

    asyncio.run(scenario())


def test_chat_and_orders_are_in_a_snapshot_as_in_the_log() -> None:
    match, events = played("antike-2006", 20)
    for draft in (match.note(Said(5, 0, "p0", "P0", "hello")), match.order("p1", 1, Orders("fight"), 6, lambda _: 0)):
        events += draft.events
    whole = open_match(match.setup, match.game, events)
    body = snapshots.take(whole)
    assert body is not None
    same(snapshots.restore(match.setup, match.game, events, body), whole)
