"""A process that studies games: reviews, lines of the analysis board, and second tries at a turn.

Tasks take turns, a step of one, then a step of the next, so that nobody waits for a long
review. It is less urgent than anything else on the machine; tables and bots never wait for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeVar

from rondel.errors import RondelError
from rondel.server.apart import step_back
from rondel.server.wire.refusal import Refusal

log = logging.getLogger("rondel.analysis")
T = TypeVar("T")
#: how far below the bots' priority the process runs
NICE: Final = 5
#: tasks at the same time
TOGETHER: Final = 24
#: seconds of silence after which the process is ended, and seconds between checks
STUCK, LOOK = 120.0, 1.0

#: a function that works something out step by step, and tells each step
Study = Callable[..., Iterator[object]]


class Lost(Exception):
    """The process has ended before the work was done."""


def work(pipe: Connection) -> None:
    """Work on everything that is asked for in turns, until the pipe ends: what the process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    step_back()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    studies: OrderedDict[int, Iterator[object]] = OrderedDict()
    with contextlib.suppress(EOFError, OSError):
        while True:
            while not studies or pipe.poll():
                number, function, args = pipe.recv()
                if function is None:
                    studies.pop(number, None)
                else:
                    studies[number] = function(*args)
            number, study = studies.popitem(last=False)
            if _step(pipe, number, study):
                studies[number] = study


def _step(pipe: Connection, number: int, study: Iterator[object]) -> bool:
    """Go one step on and tell what came of it; say whether there is more to do."""
    try:
        pipe.send((number, "news", next(study)))
        return True
    except StopIteration:
        pipe.send((number, "done", None))
    except (RondelError, Refusal) as error:
        pipe.send((number, "refused", error))
    except OSError:
        raise
    except Exception as error:  # the one who asked gets the error
        pipe.send((number, "failed", f"{type(error).__name__}: {error}"))
    return False


class Analyst:
    """The process, and who waits for it. It starts when it is first needed, and again if it dies."""

    def __init__(self, stuck: float = STUCK) -> None:
        self.failures = 0
        self.stuck = stuck
        self._heard = 0.0  # when the process told something last, or was asked while it had nothing to do
        self._lock = threading.Lock()
        #: what is said to the process, one thing after the other: it listens between two steps alone, and meanwhile
        #: a long message waits here
        self._mouth = ThreadPoolExecutor(1, "analyst")
        self._pipe: Connection | None = None
        self._process: BaseProcess | None = None
        self._waiting: dict[int, asyncio.Queue[tuple[str, Any]]] = {}
        self._number = 0
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    async def study(self, function: Study, *args: Any) -> AsyncIterator[Any]:
        """Let the process go through a function of a module; give what it tells, and stop it when nobody listens."""
        if self._closed or len(self._waiting) >= TOGETHER:
            raise Refusal("busy", "The engine is busy with other analyses. Try again in a minute.")
        if not self._waiting:
            self._heard = time.monotonic()
        self._number += 1
        number, news = self._number, asyncio.Queue[tuple[str, Any]]()
        self._waiting[number] = news
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._mouth, self._send, loop, (number, function, args))
            while True:
                kind, value = await news.get()
                if kind == "done":
                    return
                if kind == "refused":
                    raise value
                if kind == "failed":
                    self.failures += 1
                    log.error("an analysis failed: %s", value)
                    raise Lost(value)
                yield value
        finally:
            if self._waiting.pop(number, None) is not None and not self._closed:
                self._mouth.submit(self._tell_stop, number)

    async def first(self, function: Callable[..., Iterator[T]], *args: object) -> T:
        """Let the process work something out, and give what it tells first."""
        work = self.study(function, *args)
        try:
            async for told in work:
                found: T = told
                return found
        except Lost as error:
            raise Refusal("busy") from error
        finally:
            await work.aclose()  # type: ignore[attr-defined]
        raise Refusal("busy")

    def _tell_stop(self, number: int) -> None:
        pipe = self._pipe
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.send((number, None, ()))

    def _send(self, loop: asyncio.AbstractEventLoop, message: object) -> None:
        with self._lock:
            if self._pipe is None:
                self._begin(loop)
            pipe = self._pipe
        assert pipe is not None
        try:
            pipe.send(message)  # without the lock: a process that hears nothing any more has to be ended meanwhile
        except OSError as error:
            raise Lost("the process has ended") from error

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._closed:
            raise Lost("the server is stopping")
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=work, args=(other,), daemon=True)
        self._process.start()
        other.close()
        threading.Thread(target=self._listen, args=(self._pipe, loop), name="analyst", daemon=True).start()

    def _listen(self, pipe: Connection, loop: asyncio.AbstractEventLoop) -> None:
        """Pass on what the process tells, until it ends or tells nothing for too long."""
        with contextlib.suppress(EOFError, OSError, RuntimeError):  # the loop has ended
            while not self._waiting or time.monotonic() - self._heard < self.stuck:
                if pipe.poll(LOOK):
                    loop.call_soon_threadsafe(self._hear, *pipe.recv())
                    self._heard = time.monotonic()
        self._end()
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._lose_all)

    def _hear(self, number: int, kind: str, value: Any) -> None:
        if number in self._waiting:
            self._waiting[number].put_nowait((kind, value))

    def _lose_all(self) -> None:
        for news in self._waiting.values():
            news.put_nowait(("failed", "the process has ended"))

    def _end(self) -> None:
        with self._lock:
            if self._process is not None and self._pipe is not None:
                self._process.kill()  # those who speak to it find the pipe closed
                self._process.join()
                self._pipe.close()
            self._process = self._pipe = None

    def close(self) -> None:
        """End the process."""
        self._closed = True
        if self._process is not None:
            self._process.kill()  # those who listen or speak find the pipe closed
        self._mouth.shutdown(wait=False, cancel_futures=True)
