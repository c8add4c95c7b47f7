"""Work that takes longer than a few milliseconds runs in separate threads, so that no table waits for it.

Each person may have a few tasks waiting and one running; the threads go from person to person. One task too many is
refused. Results for a table at a revision are cached for the next who asks.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from rondel.server.wire.refusal import Refusal

T = TypeVar("T")
#: tasks a person may have running or waiting; one runs at a time, so a club behind one router may wait
#: with many without holding up anybody else
EACH = 16
#: tables that may wait to be opened for one address: after a restart a whole club comes back at once
OPENING = 64
#: pieces of work that may wait in all
WAITING = 256
#: bytes of answers kept
KEPT = 32_000_000
#: locks for what is being worked out; two things that share one wait for each other
LOCKS = 64


class Offload:
    """A small pool of threads, shared fairly among people."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPoolExecutor(threads, "work")
        self._free = threads
        self._busy: Counter[str] = Counter()
        self._running: Counter[str] = Counter()
        self._turns: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}
        self._all = threading.Lock()  # for what is kept
        self._each = [threading.Lock() for _ in range(LOCKS)]  # for what is being worked out, by its key

    async def run(self, who: str, work: Callable[[], T], most: int = EACH) -> T:
        """Do a task for somebody; the server's own tasks have no name and are never refused."""
        if who and (self._busy[who] >= most or self._busy.total() >= WAITING):
            raise Refusal("too_fast", "Your earlier request is still being worked on.")
        self._busy[who] += 1
        try:
            await self._turn(who)
        except BaseException:
            self._leave(who)
            raise
        loop = asyncio.get_running_loop()
        try:
            running = self._threads.submit(work)
        except RuntimeError:  # closed meanwhile
            self._end(who)
            raise
        # the one who asked may leave, but the thread is busy until the work is done
        running.add_done_callback(lambda _: self._tell(loop, who))
        return await asyncio.wrap_future(running)

    def _tell(self, loop: asyncio.AbstractEventLoop, who: str) -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._end, who)

    def _end(self, who: str) -> None:
        self._done(who)
        self._leave(who)

    def _leave(self, who: str) -> None:
        self._busy[who] -= 1
        if not self._busy[who]:
            del self._busy[who]

    async def _turn(self, who: str) -> None:
        """Wait for a thread: one at a time for each person, and the person who has waited longest is next."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._turns.setdefault(who, deque()).append(turn)
        self._give_turns()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._done(who)
            else:
                self._forget(who, turn)
            raise

    def _give_turns(self) -> None:
        for who in list(self._turns):
            if not self._free:
                return
            if who and self._running[who]:
                continue
            turn = self._turns[who].popleft()
            if self._turns[who]:
                self._turns.move_to_end(who)
            else:
                del self._turns[who]
            if not turn.done():  # the one who asked may have gone
                self._free -= 1
                self._running[who] += 1
                turn.set_result(None)

    def _forget(self, who: str, turn: asyncio.Future[None]) -> None:
        waiting = self._turns.get(who)
        if waiting and turn in waiting:
            waiting.remove(turn)
            if not waiting:
                del self._turns[who]

    def _done(self, who: str) -> None:
        self._free += 1
        self._running[who] -= 1
        if not self._running[who]:
            del self._running[who]
        self._give_turns()

    async def once(self, key: Hashable, who: str, work: Callable[[], bytes]) -> bytes:
        """Work something out once for all who ask for the same: now, and as long as there is room to keep it."""
        found = self._found(key)
        if found is not None:
            return found
        mine = key, who  # nobody waits behind what somebody else has asked for
        if mine not in self._making:
            making = self._making[mine] = asyncio.ensure_future(self.run(who, partial(self._made, key, work)))
            making.add_done_callback(lambda _: self._making.pop(mine, None))
        return await asyncio.shield(self._making[mine])

    def _made(self, key: Hashable, work: Callable[[], bytes]) -> bytes:
        """Work something out, unless another thread has or does so: what runs in a thread."""
        with self._each[hash(key) % len(self._each)]:
            body = self._found(key)
            if body is None:
                body = work()
                self._keep(key, body)
            return body

    def _found(self, key: Hashable) -> bytes | None:
        with self._all:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _keep(self, key: Hashable, body: bytes) -> None:
        if len(body) > KEPT // 4:
            return
        with self._all:
            self._kept[key] = body
            self._size += len(body)
            while self._size > KEPT:
                self._size -= len(self._kept.popitem(last=False)[1])

    def close(self, wait: bool = True) -> None:
        """Finish what is running, and accept nothing more."""
        self._threads.shutdown(wait=wait, cancel_futures=True)
