"""The bots of a server: a few workers and a queue; every question gets a legal move in the end."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final

from rondel.game import Action
from rondel.server.bots.jobs import HERE, HINT, STANDIN, Job, Jobs
from rondel.server.bots.worker import BUILT_IN, Judged, Task, Worker

log = logging.getLogger("rondel.bots")
#: the least share of its usual time that a bot gets, however many wait
LEAST: Final = 0.1
#: seconds before the next try when a worker does not start
PAUSE: Final = 1.0
#: seconds from which on a bot counts as one that thinks long, and how fast that is forgotten, answer by answer
LONG: Final = 0.8
FORGOTTEN: Final = 0.98


class Unwanted(Exception):
    """Nobody needs the answer any more."""


def _always() -> bool:
    return True


class BotRunner:
    """The bots of a server.

    Each lane has one worker and takes the most urgent question. Bots that think long have lanes of their own, which
    open when they are first needed: nobody who plays against a quick one waits behind them. If a question has waited
    for `patience` seconds, or its worker is late, fails or dies, a random legal action answers it at once; meanwhile
    the lane starts another worker.
    """

    def __init__(
        self, workers: int = 1, budget: float = 10.0, patience: float = 20.0, hire: Callable[[], Worker] = Worker
    ) -> None:
        self.budget = budget
        self.patience = patience
        self.failures = 0
        self._size = max(1, workers)
        self._hire = hire
        self._threads = ThreadPoolExecutor(2 * self._size, "bot")
        self._jobs, self._long_jobs = Jobs(), Jobs()
        self._took: dict[tuple[str, str], float] = {}  # by bot and rulebook: the longest answer of late, in seconds
        self._workers: list[Worker] = []
        self._number = 0
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._jobs) + len(self._long_jobs)

    @property
    def _lanes(self) -> list[asyncio.Task[None]]:
        return [*self._jobs.lanes, *self._long_jobs.lanes]

    async def choose(
        self,
        task: Task,
        legal: Sequence[Action],
        urgency: int = HERE,
        wanted: Callable[[], bool] = _always,
        who: str = "",
    ) -> Action:
        """Let a bot decide; whatever goes wrong, a legal action comes back.

        Raises Unwanted if nobody needs the answer any more.
        """
        if task.bot in BUILT_IN:
            return secrets.choice(legal)
        try:
            action = await self._ask(task, urgency, wanted, who)
        except Unwanted:
            raise
        except Exception as error:  # a bot's failure must not stop a table
            return self._instead(task, legal, f"{type(error).__name__}: {error}")
        return int(action) if action in legal else self._instead(task, legal, f"it chose {action!r}")

    def _instead(self, task: Task, legal: Sequence[Action], why: str) -> Action:
        self.failures += 1
        log.warning("a random move is played for %s: %s", task.bot, why)
        return secrets.choice(legal)

    async def rank(self, task: Task, who: str = "") -> list[Judged]:
        """Let a bot judge the decisions; nothing if it cannot."""
        try:
            return list(await self._ask(task, HINT, _always, who))
        except Exception:
            self.failures += 1
            return []

    async def _ask(self, task: Task, urgency: int, wanted: Callable[[], bool], who: str) -> Any:
        self._number += 1
        job = Job(urgency, self._number, task, wanted, asyncio.get_running_loop().create_future(), who)
        self._put(job)
        # if no player waits, a late move is better than a random one
        return await asyncio.wait_for(job.answer, None if urgency >= STANDIN else self.patience + self.budget)

    # ---- lanes ---------------------------------------------------------------------------------------------------

    def _jobs_of(self, task: Task) -> Jobs:
        """Give the queue for a question: bots that took long of late have one of their own."""
        return self._long_jobs if self._took.get(_kind(task), 0.0) > LONG else self._jobs

    def _put(self, job: Job) -> None:
        jobs = self._jobs_of(job.task)
        self._open(jobs)
        jobs.put(job)

    def warm(self) -> None:
        """Make sure that the lanes of quick bots run, each with a worker ready."""
        self._open(self._jobs)

    def _open(self, jobs: Jobs) -> None:
        jobs.lanes = [lane for lane in jobs.lanes if not lane.done()]
        while len(jobs.lanes) < self._size and not self._closed:
            jobs.lanes.append(asyncio.get_running_loop().create_task(self._lane(jobs)))

    async def _lane(self, jobs: Jobs) -> None:
        """Answer questions, one after the other."""
        worker = await self._next_worker()
        while True:
            job = await jobs.get()
            if self._jobs_of(job.task) is not jobs:  # the bot has been slow, or quick again, since it was asked
                self._put(job)
                continue
            if worker.lost:
                worker = await self._next_worker()
            if job.answer.done():
                continue
            if job.wanted():
                await self._answer(worker, job, jobs)
            else:
                job.answer.set_exception(Unwanted())
            if worker.lost:  # started now, so that the next question need not wait for it
                worker = await self._next_worker()

    async def _answer(self, worker: Worker, job: Job, jobs: Jobs) -> None:
        loop, begin = asyncio.get_running_loop(), time.monotonic()
        try:
            task = replace(job.task, share=max(LEAST, self._size / (self._size + jobs.people())))
            answer = await loop.run_in_executor(self._threads, worker.ask, task, self.budget)
        except Exception as error:  # the one who asked gets the error
            if not job.answer.done():
                job.answer.set_exception(error)
            return
        finally:
            took, kind = time.monotonic() - begin, _kind(job.task)
            self._took[kind] = max(took, FORGOTTEN * self._took.get(kind, 0.0))
            jobs.charge(job.who, took)
        if not job.answer.done():
            job.answer.set_result(answer)

    async def _next_worker(self) -> Worker:
        self._workers = [worker for worker in self._workers if not worker.lost]
        while True:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, self._employ)
            except (OSError, EOFError) as error:
                self.failures += 1
                log.error("a worker for bots does not start: %s", type(error).__name__)
                await asyncio.sleep(PAUSE)

    def _employ(self) -> Worker:
        """Start a worker, in the thread of a lane."""
        worker = self._hire()
        self._workers.append(worker)
        if self._closed:
            worker.stop()
        return worker

    def close(self) -> None:
        """End all workers."""
        self._closed = True
        for lane in self._lanes:
            lane.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.stop()
        for job in self._jobs.drain() + self._long_jobs.drain():  # those who still wait learn that no answer will come
            if not job.answer.done():
                job.answer.set_exception(Unwanted())


def _kind(task: Task) -> tuple[str, str]:
    return task.bot, str(task.header["game"])
