"""A second process for long work: it shares no interpreter with the tables, so they go on at full speed.

It starts when it is first needed and is asked through a pipe, one question after the other. If it dies, the question
is answered here, and the next one starts another.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from rondel.errors import RondelError
from rondel.server.wire.refusal import Refusal

T = TypeVar("T")
#: how far below the tables' priority it runs
NICE = 5


def step_back() -> None:
    """Lower the priority below the server's; for a process or, on Linux, a thread."""
    with contextlib.suppress(OSError, AttributeError):  # not every system has these
        if os.sched_getscheduler(0) in (os.SCHED_RR, os.SCHED_FIFO):
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.nice(NICE)


def work(pipe: Connection) -> None:
    """Answer questions until the pipe ends: what the process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    step_back()
    while True:
        try:
            function, args = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((True, function(*args)))
        except (RondelError, Refusal) as error:
            pipe.send((False, error))
        except Exception as error:  # it goes back to the caller
            pipe.send((False, RuntimeError(f"{type(error).__name__}: {error}")))


class Apart:
    """The process and the pipe to it. Ask from a thread: the answer is waited for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    def call(self, function: Callable[..., T], *args: Any) -> T:
        """Let the process call a function of a module with arguments that can be pickled."""
        with self._lock:
            try:
                pipe = self._begin()
                pipe.send((function, args))
                good, answer = pipe.recv()
            except (OSError, EOFError):
                self._end()
                if self._closed:
                    raise
                good, answer = True, function(*args)
        if not good:
            raise answer
        return answer  # type: ignore[no-any-return]

    def warm(self, function: Callable[[], object]) -> None:
        """Start the process soon, with a call that imports what it needs: nobody who asks has to wait for that."""

        def first() -> None:
            with contextlib.suppress(OSError, EOFError):  # closed meanwhile
                self.call(function)

        threading.Thread(target=first, name="warm", daemon=True).start()

    def _begin(self) -> Connection:
        if self._closed:
            raise EOFError
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            pipe, other = context.Pipe()
            process = context.Process(target=work, args=(other,), daemon=True)
            process.start()
            other.close()
            self._process, self._pipe = process, pipe
            if self._closed:  # while it started: `close` may not have seen it
                raise EOFError
        return self._pipe

    def _end(self) -> None:
        if self._process is not None and self._pipe is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
        self._process = self._pipe = None

    def close(self) -> None:
        """End the process."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()  # callers that wait for an answer find the pipe closed
        with self._lock:
            self._end()
