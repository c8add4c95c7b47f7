"""Garbage is looked for by the server itself: a little often, everything rarely."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref

import pytest

from rondel.server import garbage


class Ring:
    """Something that only refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_python_no_longer_stops_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for name in ("disable", "collect", "freeze"):
        monkeypatch.setattr(gc, name, lambda name=name: done.append(name))
    garbage.begin()
    assert done == ["disable", "collect", "freeze"]


@pytest.mark.parametrize("old", [False, True])
def test_garbage_is_found_new_soon_and_old_in_the_end(monkeypatch: pytest.MonkeyPatch, old: bool) -> None:
    monkeypatch.setattr(garbage, "YOUNG", 0.01)
    monkeypatch.setattr(garbage, "ALL", 0.1 if old else 3600.0)
    gc.disable()
    try:
        ring = Ring()
        if old:
            gc.collect(0)  # from here on it is no longer looked at with what is new
        seen = weakref.ref(ring)
        del ring

        async def wait() -> None:
            looking = asyncio.create_task(garbage.collect())
            for _ in range(500):
                if seen() is None:
                    break
                await asyncio.sleep(0.01)
            looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await looking

        asyncio.run(wait())
        assert seen() is None
    finally:
        gc.enable()
