"""The engine on the analysis board: who lets it think, how long, and how many at the same time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import Final

from rondel.server.analysis import thinking
from rondel.server.analysis.analyst import Analyst, Lost
from rondel.server.limits import Limiter
from rondel.server.wire.refusal import Refusal
from rondel.server.wire.study import Think

#: boards of one address on which the engine thinks at the same time
EACH: Final = 2
#: seconds of thinking that an address has: so many at once, and a part of every second again
AT_ONCE, SHARE = 600.0, 0.3


class Thinkers:
    """Those for whom the engine thinks."""

    def __init__(self, analyst: Analyst, engine: str) -> None:
        self.analyst = analyst
        self.engine = engine
        self._busy: Counter[str] = Counter()
        self._used = Limiter(SHARE, AT_ONCE)

    def _begin(self, address: str) -> None:
        """Refuse somebody for whom the engine thinks already, or has thought for long."""
        if self._busy[address] >= EACH:
            raise Refusal("too_fast", "The engine is thinking for you already.")
        self._used.check(address)
        self._busy[address] += 1

    async def think(self, address: str, wish: Think) -> AsyncIterator[bytes]:
        """Give what the engine knows, a line of JSON each time; it ends when nobody listens.

        The first is empty, and comes once it is sure that the engine may think. The reader may leave at any moment:
        what was begun here also ends here.
        """
        self._begin(address)
        began = time.monotonic()
        study = self.analyst.study(
            thinking.lines, wish.start, wish.actions, wish.lines, float(wish.seconds), self.engine, wish.threats
        )
        try:
            yield b""
            async for news in study:
                if news:
                    yield news + b"\n"
        except (Lost, Refusal):
            return
        finally:
            self._used.charge(address, time.monotonic() - began)
            self._busy[address] -= 1
            if not self._busy[address]:
                del self._busy[address]
            await study.aclose()  # type: ignore[attr-defined]
