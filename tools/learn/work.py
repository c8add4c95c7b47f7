"""Work for several processes, or a Ray cluster, until it is done or the time is over."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any, TypeVar

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


def spread(
    function: Callable[[Job], Result], jobs: Iterable[Job], workers: int, ray: str, over: Callable[[], bool]
) -> Iterator[Result]:
    """Give results as they come; once the time is over nothing new is begun."""
    if ray:
        yield from _on_ray(function, jobs, ray, over)
    elif workers == 1:
        for job in jobs:
            if over():
                return
            yield function(job)
    else:
        with ProcessPoolExecutor(workers) as pool:
            running: set[Future[Result]] = set()
            for job in jobs:
                if over():
                    break
                running.add(pool.submit(function, job))
                if len(running) > workers:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            for future in running:
                yield future.result()


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
