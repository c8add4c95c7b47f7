"""When the server looks for objects that only refer to each other: often and a little, or rarely and everything.

Python looks for them by the number of new objects, and stops everything for it: with thousands of connections for a
tenth of a second, now and then for longer. Nearly all of them are found among objects that have just been made.
"""

from __future__ import annotations

import asyncio
import gc
import time

#: seconds between looks at what is new, which take a few milliseconds
YOUNG = 0.3
#: seconds between looks at everything, which take a fifth of a second for each thousand connections
ALL = 3600.0


def begin() -> None:
    """Take over from Python; what there is by now stays as long as the program runs."""
    gc.disable()
    gc.collect()
    gc.freeze()


async def collect() -> None:
    """Look for garbage until cancelled."""
    whole = time.monotonic()
    while True:
        await asyncio.sleep(YOUNG)
        gc.collect(0)
        if time.monotonic() - whole > ALL:
            gc.collect()
            whole = time.monotonic()
