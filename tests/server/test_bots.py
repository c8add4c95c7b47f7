"""Bots at work: workers that fail, the order of questions, and tables that are never left waiting."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest

from rondel.bots.base import Budget, Choice
from rondel.game import Action
from rondel.record import start_record
from rondel.registry import make
from rondel.server.app import make_app
from rondel.server.bots import runner, worker
from rondel.server.bots.jobs import ALONE, AWAY, HERE, HINT, STANDIN, Jobs
from rondel.server.bots.runner import BotRunner, Unwanted
from rondel.server.bots.worker import Memory, Task, Worker
from rondel.server.settings import Settings
from rondel.server.store.storage import Unwritable
from tests.server.live import Live
from tests.server.test_tables import step_of, until

LEGAL: list[int] = list(make("antike-2006", 2).new(1).legal())


def task(actions: tuple[int, ...] = (), bot: str = "greedy", rank: bool = False, table: str = "t") -> Task:
    state = make("antike-2006", 2).new(1)
    header = start_record(state).header
    for action in actions:
        state.advance(action)
    return Task(table, bot, header, actions, state.to_act, rank)


# ---- in the worker ---------------------------------------------------------------------------------------------------


def test_a_worker_goes_on_from_the_position_it_knows() -> None:
    memory = Memory()
    actions: list[int] = []
    state = make("antike-2006", 2).new(1)
    for _ in range(30):
        action = memory.answer(Task("t", "random", task().header, tuple(actions), state.to_act))
        assert action in state.legal()
        actions.append(action)
        state.advance(action)
    undone = actions[:5]
    assert memory.answer(Task("t", "random", task().header, tuple(undone), 0)) is not None
    assert memory.answer(task(bot="random", rank=True)) == []


class Hasty:
    """A bot that thinks by the clock."""

    name = "hasty"
    budget = Budget(seconds=2.0)

    def rank(self, state: Any, seat: int, legal: Any) -> list[Choice]:
        return []

    def choose(self, state: Any, seat: int, legal: Any) -> Action:
        return int(1000 * self.budget.seconds)


def test_a_bot_takes_its_share_of_the_time_while_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "make_thinker", lambda name, game: Hasty())
    memory, question = Memory(), task()
    shares = [memory.answer(Task("t", "x", question.header, (), 0, share=share)) for share in (1.0, 0.25, 1.0)]
    assert shares == [2000, 500, 2000]


# ---- the runner ------------------------------------------------------------------------------------------------------


class Fake:
    """A worker without a process; what it answers is given, and it can be held up or lost."""

    def __init__(self, answer: Callable[[Task], Action]) -> None:
        self.answer = answer
        self.asked: list[Task] = []
        self.gate = threading.Event()
        self.gate.set()
        self.lost = False

    def ask(self, question: Task, seconds: float) -> Any:
        self.asked.append(question)
        self.gate.wait(10)
        return self.answer(question)

    def stop(self) -> None:
        self.lost = True
        self.gate.set()


def first(question: Task) -> Action:
    return LEGAL[0]


def run(test: Callable[[], Any]) -> None:
    asyncio.run(asyncio.wait_for(test(), 20))


def hired(*workers: Fake) -> tuple[Callable[[], Worker], list[Fake]]:
    """Give a way to hire these workers one after the other, and the list of those that were."""
    waiting, found = list(workers), list[Fake]()

    def hire() -> Any:
        found.append(waiting.pop(0))
        return found[-1]

    return hire, found


def test_many_questions_at_once_hire_no_more_workers_than_allowed() -> None:
    hire, found = hired(*(Fake(first) for _ in range(9)))

    async def test() -> None:
        crew = BotRunner(2, hire=hire)
        answers = await asyncio.gather(*(crew.choose(task(table=str(n)), LEGAL) for n in range(9)))
        assert answers == [LEGAL[0]] * 9
        assert len(found) == 2
        assert crew.failures == 0
        crew.close()

    run(test)


def test_the_time_of_the_bots_is_shared_out_among_people() -> None:
    worker = Fake(first)
    worker.gate.clear()

    async def test() -> None:
        crew = BotRunner(1, hire=lambda: worker)  # type: ignore[arg-type, return-value]
        crew._jobs.charge("eve", 30.0)
        jobs = [asyncio.ensure_future(crew.choose(task(table="held"), LEGAL))]
        while not worker.asked:
            await asyncio.sleep(0.01)
        eves = [crew.choose(task(table=f"eve {place}"), LEGAL, HERE, who="eve") for place in range(50)]
        jobs.extend(asyncio.ensure_future(job) for job in eves)
        jobs.append(asyncio.ensure_future(crew.choose(task(table="ann"), LEGAL, HERE, who="ann")))
        jobs.append(asyncio.ensure_future(crew.choose(task(table="bots for ben"), LEGAL, STANDIN, who="ben")))
        await asyncio.sleep(0)
        worker.gate.set()
        await asyncio.gather(*jobs)
        crew.close()

    run(test)
    tables = [question.table for question in worker.asked]
    assert tables[1] == "ann", "fifty questions of somebody who has had much come later"
    assert tables[-1] == "bots for ben", "own stand-ins wait behind all who play"
    assert worker.asked[1].share > 0.4, "somebody who asks fifty times counts once"


def test_what_somebody_has_had_is_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("rondel.server.bots.jobs.time.monotonic", lambda: now)

    async def test() -> None:
        nonlocal now
        jobs = Jobs()
        jobs.charge("eve", 8.0)
        jobs.charge("", 8.0)
        assert (jobs.had("eve"), jobs.had(""), jobs.had("ann")) == (8.0, 0.0, 0.0)
        now += 60.0
        assert jobs.had("eve") == pytest.approx(1.0)

    asyncio.run(test())


def test_whoever_waits_at_the_table_is_served_first() -> None:
    worker = Fake(first)
    worker.gate.clear()

    async def test() -> None:
        crew = BotRunner(1, hire=lambda: worker)  # type: ignore[arg-type, return-value]
        jobs = [asyncio.ensure_future(crew.choose(task(table="held"), LEGAL))]
        while not worker.asked:
            await asyncio.sleep(0.01)
        for name, urgency in (("alone", ALONE), ("away", AWAY), ("here", HERE), ("here too", HERE), ("hint", HINT)):
            jobs.append(asyncio.ensure_future(crew.choose(task(table=name), LEGAL, urgency)))
            await asyncio.sleep(0)
        assert crew.waiting == 5
        worker.gate.set()
        await asyncio.gather(*jobs)
        crew.close()

    run(test)
    assert [question.table for question in worker.asked] == ["held", "here", "here too", "hint", "away", "alone"]
    shares = [question.share for question in worker.asked]
    assert shares[1] < shares[2] < shares[-1] == 1.0, "the more wait, the less time a bot has"


def test_nobody_who_plays_against_a_quick_bot_waits_behind_one_that_thinks_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runner, "LONG", 0.05)
    gate = threading.Event()

    def answer(question: Task) -> Action:
        if question.bot == "deep":
            time.sleep(0.1)
            gate.wait(0.0 if question.table == "first" else 10.0)
        return LEGAL[0]

    async def test() -> None:
        crew = BotRunner(1, hire=lambda: Fake(answer))  # type: ignore[arg-type, return-value]
        await crew.choose(task(bot="deep", table="first"), LEGAL)
        assert len(crew._lanes) == 1, "until it is known, nobody has a lane of their own"
        eves = [asyncio.ensure_future(crew.choose(task(bot="deep", table=str(n)), LEGAL, who="eve")) for n in range(3)]
        await asyncio.sleep(0.05)
        for _ in range(3):
            assert await asyncio.wait_for(crew.choose(task(table="ann"), LEGAL, who="ann"), 1.0) == LEGAL[0]
        assert crew.waiting == 2
        gate.set()
        assert await asyncio.gather(*eves) == [LEGAL[0]] * 3
        assert len(crew._lanes) == 2
        crew.close()

    run(test)


def test_a_bot_that_was_slow_once_counts_as_quick_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "LONG", 0.05)
    pauses = [0.06]

    def answer(question: Task) -> Action:
        time.sleep(pauses.pop() if pauses else 0.0)
        return LEGAL[0]

    async def test() -> None:
        crew = BotRunner(1, hire=lambda: Fake(answer))  # type: ignore[arg-type, return-value]
        for _ in range(30):
            await crew.choose(task(), LEGAL)
        crew._long_jobs.lanes.pop().cancel()
        await crew.choose(task(), LEGAL)
        assert crew._long_jobs.lanes == []
        crew.close()

    run(test)


def test_questions_asked_before_a_bot_was_known_to_think_long_make_room_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "LONG", 0.05)
    gate = threading.Event()

    def answer(question: Task) -> Action:
        if question.bot == "deep":
            time.sleep(0.1)
            gate.wait(0.0 if question.table == "0" else 10.0)
        return LEGAL[0]

    async def test() -> None:
        crew = BotRunner(1, hire=lambda: Fake(answer))  # type: ignore[arg-type, return-value]
        eves = [asyncio.ensure_future(crew.choose(task(bot="deep", table=str(n)), LEGAL)) for n in range(5)]
        await eves[0]
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(crew.choose(task(table="ann"), LEGAL), 1.0) == LEGAL[0]
        assert not any(eve.done() for eve in eves[1:])
        gate.set()
        assert await asyncio.gather(*eves) == [LEGAL[0]] * 5
        crew.close()

    run(test)


def test_a_question_that_was_overtaken_is_not_asked() -> None:
    worker = Fake(first)

    async def test() -> None:
        crew = BotRunner(1, hire=lambda: worker)  # type: ignore[arg-type, return-value]
        with pytest.raises(Unwanted):
            await crew.choose(task(), LEGAL, wanted=lambda: False)
        crew.close()

    run(test)
    assert worker.asked == []


def late(question: Task) -> Action:
    raise TimeoutError("late")


def test_a_late_worker_is_replaced_after_its_table_has_moved() -> None:
    slow = Fake(late)
    hire, found = hired(slow, Fake(first))

    def leave(question: Task) -> Action:
        slow.stop()
        return late(question)

    async def test() -> None:
        crew = BotRunner(1, hire=hire)
        slow.answer = leave
        assert await crew.choose(task(), LEGAL) in LEGAL
        assert crew.failures == 1
        assert await crew.choose(task(), LEGAL) == LEGAL[0]
        assert (crew.failures, len(found)) == (1, 2)
        crew.close()

    run(test)


def test_a_worker_that_died_while_idle_costs_nothing() -> None:
    hire, found = hired(Fake(first), Fake(first))

    async def test() -> None:
        crew = BotRunner(1, hire=hire)
        await crew.choose(task(), LEGAL)
        found[0].lost = True
        assert await crew.choose(task(), LEGAL) == LEGAL[0]
        assert (crew.failures, len(found[0].asked), len(found[1].asked)) == (0, 1, 1)
        crew.close()

    run(test)


def test_a_worker_whose_server_has_gone_ends_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "step_back", lambda: None)
    ours, others = Pipe()
    ours.close()
    worker.work(others)  # before it was ready
    ours, others = Pipe()
    ours.send(Task)  # no question, so it goes wrong
    thread = threading.Thread(target=worker.work, args=(others,))
    thread.start()
    assert ours.recv() == "ready"
    said, why = ours.recv()
    assert not said
    assert "Error" in why
    ours.close()
    thread.join(10)
    assert not thread.is_alive()


def test_nobody_waits_for_workers_that_do_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "PAUSE", 0.01)

    def hire() -> Worker:
        raise TimeoutError

    async def test() -> None:
        crew = BotRunner(1, budget=0.05, patience=0.05, hire=hire)
        assert await crew.choose(task(), LEGAL) in LEGAL
        assert await crew.rank(task(rank=True)) == []
        assert crew.failures > 2
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(crew.choose(task(), LEGAL, ALONE), 0.3)
        crew.close()

    run(test)


def test_a_lane_that_broke_is_opened_again() -> None:
    async def test() -> None:
        crew = BotRunner(1, hire=lambda: Fake(first))  # type: ignore[arg-type, return-value]
        await crew.choose(task(), LEGAL)
        crew._lanes[0].cancel()
        await asyncio.sleep(0.01)
        assert await crew.choose(task(), LEGAL) == LEGAL[0]
        crew.close()

    run(test)


def test_what_a_bot_says_is_checked() -> None:
    async def test() -> None:
        crew = BotRunner(1, hire=lambda: Fake(lambda question: -7))  # type: ignore[arg-type, return-value]
        assert await crew.choose(task(), LEGAL) in LEGAL
        assert crew.failures == 1
        crew.close()

    run(test)


def test_real_workers_answer_fail_die_and_are_late() -> None:
    async def test() -> None:
        crew = BotRunner(1, budget=60)
        assert await crew.choose(task(), LEGAL) in LEGAL
        assert crew.failures == 0
        assert await crew.choose(task(bot="no-such-bot"), LEGAL) in LEGAL
        assert crew.failures == 1
        crew._workers[0]._process.kill()
        crew._workers[0]._process.join()
        assert await crew.choose(task(), LEGAL) in LEGAL
        assert crew.failures == 1, "another worker was there in time"
        assert [row.action in LEGAL for row in await crew.rank(task(rank=True))]
        crew.budget = 0.0
        assert await crew.choose(task(bot="search:time=20s"), LEGAL) in LEGAL  # greedy may be there at once
        assert crew.failures == 2
        crew.close()

    asyncio.run(asyncio.wait_for(test(), 120))


def test_a_runner_that_is_closed_ends_the_worker_it_was_starting() -> None:
    async def test() -> None:
        crew = BotRunner(1, hire=lambda: Fake(first))  # type: ignore[arg-type, return-value]
        crew.close()
        crew.warm()
        assert crew._lanes == []
        assert crew._employ().lost

    run(test)


def test_a_server_that_people_start_has_its_workers_at_hand(tmp_path: Path) -> None:
    async def test() -> None:
        for warm in (False, True):
            app = make_app(Settings(database=f"sqlite:///{tmp_path / 'x.db'}"), warm)
            async with app.router.lifespan_context(app):
                assert len(app.state.site.bots._lanes) == warm

    run(test)


def test_the_list_of_bots_has_the_built_in_one() -> None:
    assert worker.installed_bots()[0] == "random"


# ---- at the table ----------------------------------------------------------------------------------------------------


def test_the_page_is_told_which_bot_is_thinking(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    gates = [threading.Event()]

    async def slow(question: Task, legal: Any, *more: Any) -> Action:
        while not gates[-1].is_set():
            await asyncio.sleep(0.01)
        return int(legal[0])

    monkeypatch.setattr(lite.site.bots, "choose", slow)
    ann = lite.guest()
    table = ann.table("bot greedy", "bot greedy")["table"]["id"]
    with ann.sit(table) as page:
        page.until("welcome")
        told = page.welcome["thinking"]
        assert (told["seat"], told["bot"]) == (page.welcome["turn"]["to_act"], "greedy")
        assert abs(told["since"] - 1000 * time.time()) < 60_000
        gates[-1].set()
        later = page.until("update")
        assert later["thinking"]["seat"] == later["turn"]["to_act"]
        assert later["thinking"]["since"] > told["since"]


def test_a_seat_that_a_bot_takes_over_is_told_to_be_thinking(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = lite.guest(), lite.guest("Ben")
    table = ann.table("me", "open")["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})

    async def never(*question: Any) -> Action:
        return await asyncio.Future()

    monkeypatch.setattr(lite.site.bots, "choose", never)
    with ben.sit(table) as page:
        page.until("welcome")
        seat = page.welcome["turn"]["to_act"]
        mine = (ann, ben)[seat]
        mine.post(f"/api/tables/{table}/seats/{seat}/standin", {"bot": "random"})
        told = page.until("table", lambda message: "thinking" in message)
        assert told["thinking"]["seat"] == seat
        mine.post(f"/api/tables/{table}/seats/{seat}/back")
        page.until("table", lambda message: "thinking" not in message)


@pytest.mark.parametrize("trouble", [Unwritable("disk"), OSError("odd")])
def test_a_bot_whose_move_came_to_nothing_tries_again(
    lite: Live, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    failed: list[float] = []
    write = lite.site.storage.write

    async def fail(work: Any) -> Any:
        by = [getattr(event, "by", "") for _, event in getattr(work, "events", ())]
        if any(name.startswith("bot") for name in by) and len(failed) < 2:
            failed.append(time.monotonic())
            raise trouble
        return await write(work)

    monkeypatch.setattr(lite.site.storage, "write", fail)
    ann = lite.guest()
    table = ann.table("bot random", "bot random")["table"]["id"]
    until(lambda: step_of(ann, table) > 0)
    assert len(failed) == 2
    assert time.monotonic() - failed[0] < 10, "seconds, not a quarter of a minute"


def test_one_hint_at_a_time(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = lite.guest()
    table = ann.table("me", "me")["table"]["id"]
    gate = threading.Event()

    async def slow(question: Task, who: str) -> list[Any]:
        while not gate.is_set():
            await asyncio.sleep(0.01)
        return []

    monkeypatch.setattr(lite.site.bots, "rank", slow)
    with ann.sit(table) as page:
        page.until("welcome")
        page.send(type="hint")
        assert page.ask(type="hint")["code"] == "too_fast"
        gate.set()
        assert page.until("hinted")["re"] == 1
        assert page.ask(type="hint")["type"] == "hinted"


def test_a_player_who_polls_is_here(lite: Live) -> None:
    ann, ben = lite.guest(), lite.guest("Ben")
    table = ann.table("me", "open")["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    room = lite.site.hub.rooms[table]
    room.since -= 1000  # as if the table had been open for long
    assert not room.is_here(ben.id)
    assert room.absence(ben.id) > 900
    ben.get(f"/api/tables/{table}/poll?wait=0")
    assert room.is_here(ben.id)
    assert ann.post(f"/api/tables/{table}/seats/1/standin", {"bot": "random"}).json()["code"] == "present"
