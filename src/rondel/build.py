"""Which build runs: the Python source, or the modules compiled from it."""

from __future__ import annotations

from typing import Final

from rondel.antike import engine

#: whether the engine is compiled
COMPILED: Final = not str(engine.__file__).endswith(".py")


def build_name() -> str:
    """Name the build that runs: `pure` or `compiled`."""
    return "compiled" if COMPILED else "pure"
