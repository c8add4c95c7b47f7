"""Work for several processes, or a Ray cluster, until it is done or the time is over."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from functools import cache
from typing import Any, TypeVar

from rondel.bots.net import FOLDER

Job = TypeVar("Job")
Result = TypeVar("Result")


class Clock:
    """The time that is left of a round; minutes of zero are no limit."""

    def __init__(self, minutes: float) -> None:
        self.begun = time.monotonic()
        self.seconds = 60.0 * minutes

    def gone(self) -> float:
        """Give the seconds since the beginning."""
        return time.monotonic() - self.begun

    def over(self, part: float = 1.0) -> bool:
        """Say whether a part of the time is over."""
        return bool(self.seconds) and self.gone() >= part * self.seconds


def share_of(left: float, wanted: float) -> float:
    """Give the time of the next of so many equal rounds of about `wanted` as fit; 0 if less than half of one is left.

    >>> share_of(9.0, 2.0), share_of(0.9, 2.0)
    (2.25, 0.0)
    """
    return left / max(1, round(left / wanted)) if left >= 0.5 * wanted else 0.0


def spread(
    function: Callable[[Job], Result],
    jobs: Iterable[Job],
    workers: int,
    ray: str,
    over: Callable[[], bool],
    patience: float | None = None,
) -> Iterator[Result]:
    """Give results as they come; once the time is over nothing new is begun.

    What is under way then is waited for, but no longer than `patience` seconds.
    """
    if ray:
        yield from _on_ray(function, jobs, ray, over)
    elif workers == 1:
        for job in jobs:
            if over():
                return
            yield function(job)
    else:
        yield from _in_processes(function, jobs, workers, over, patience)


def _in_processes(
    function: Callable[[Job], Result],
    jobs: Iterable[Job],
    workers: int,
    over: Callable[[], bool],
    patience: float | None,
) -> Iterator[Result]:
    pool = _pool(workers, os.environ.get(FOLDER, ""))
    running: set[Future[Result]] = set()
    for job in jobs:
        if over():
            break
        running.add(pool.submit(function, job))
        if len(running) > workers:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    try:
        for future in as_completed(running, patience):
            yield future.result()
    except TimeoutError:
        for future in running:
            future.cancel()


@cache
def _pool(workers: int, nets: str) -> ProcessPoolExecutor:
    """Start the processes, once for all rounds with one folder of nets, and before anything large is loaded."""
    return ProcessPoolExecutor(workers, initializer=gc.freeze)


def _on_ray(
    function: Callable[[Job], Result], jobs: Iterable[Job], address: str, over: Callable[[], bool]
) -> Iterator[Result]:
    """Work on a Ray cluster; `local` starts one on this machine."""
    import ray

    ray.init(**({} if address == "local" else {"address": address}), log_to_driver=False)
    try:
        task = ray.remote(function)
        most = 2 * int(ray.cluster_resources().get("CPU", os.cpu_count() or 1))
        running: list[Any] = []
        for job in jobs:
            if over():
                break
            running.append(task.remote(job))
            if len(running) >= most:
                done, running = ray.wait(running)
                yield from ray.get(done)
        while running:
            done, running = ray.wait(running)
            yield from ray.get(done)
    finally:
        ray.shutdown()
