"""The queue of questions to bots: people who used much of the bots' time lately wait behind the others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from rondel.server.bots.worker import Task

#: who waits for a bot, most urgent first: somebody who plays, somebody who asked for a hint or watches while bots play
#: for them, absent players, nobody
HERE: Final = 0
HINT: Final = 1
STANDIN: Final = 2
AWAY: Final = 3
ALONE: Final = 4
#: half-life of somebody's use, in seconds
HALF_LIFE: Final = 20.0
#: uses that differ by less than this many seconds count as equal
GRAIN: Final = 0.5
#: people whose use is remembered
REMEMBERED: Final = 20_000


@dataclass(slots=True, eq=False)
class Job:
    """A question, and for whom it is asked."""

    urgency: int
    number: int
    task: Task
    wanted: Callable[[], bool]
    answer: asyncio.Future[Any]
    who: str = ""


@dataclass(slots=True)
class Use:
    """Seconds of thinking that somebody used lately."""

    seconds: float
    then: float

    def now(self) -> float:
        """Give the seconds, the older ones counting less."""
        moment = time.monotonic()
        self.seconds *= 0.5 ** ((moment - self.then) / HALF_LIFE)
        self.then = moment
        return self.seconds


class Jobs:
    """The queue: the most urgent question first, then that of the person who used least time, then the oldest."""

    def __init__(self) -> None:
        self._waiting: list[Job] = []
        self._count = asyncio.Semaphore(0)
        self._uses: dict[str, Use] = {}
        self.lanes: list[asyncio.Task[None]] = []  # those that take questions from here

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, job: Job) -> None:
        """Add a question."""
        self._waiting.append(job)
        self._count.release()

    async def get(self) -> Job:
        """Wait for a question and take the next one."""
        await self._count.acquire()
        had = {who: self.had(who) // GRAIN for who in {job.who for job in self._waiting}}
        job = min(self._waiting, key=lambda job: (job.urgency, had[job.who], job.number))
        self._waiting.remove(job)
        return job

    def had(self, who: str) -> float:
        """Say how much somebody used lately; questions that nobody asked are not charged."""
        use = self._uses.get(who) if who else None
        return use.now() if use else 0.0

    def charge(self, who: str, seconds: float) -> None:
        """Note that a bot has thought for somebody."""
        if not who:
            return
        use = self._uses.pop(who, None) or Use(0.0, time.monotonic())
        use.seconds = use.now() + seconds
        self._uses[who] = use  # moved to the end, so that the least recently used entries are dropped first
        while len(self._uses) > REMEMBERED:
            del self._uses[next(iter(self._uses))]

    def people(self) -> int:
        """Count the people who wait; somebody who asks much counts once."""
        waiting = [job for job in self._waiting if job.urgency < STANDIN]
        return len({job.who for job in waiting if job.who}) + sum(not job.who for job in waiting)

    def drain(self) -> list[Job]:
        """Take all questions out."""
        jobs, self._waiting = self._waiting, []
        return jobs
