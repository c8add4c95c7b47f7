"""The tests prove the source: they refuse to run on compiled modules unless asked to. Those of the rules are traced."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import coverage
import pytest

from rondel.build import build_name

HERE = Path(__file__).parent
#: the tests that `make test` traces: they reach every branch of the rules. Tracing makes a test three to five times
#: as slow, so the others run without it, and so do those marked `untraced`. `make coverage` traces them all.
TRACED = (
    "adapters/test_features.py", "adapters/test_openspiel.py", "boards", "bots/test_deals.py", "cli", "contract",
    "docs", "golden", "notation", "rules", "server/test_editions.py", "server/test_facts.py", "server/test_lessons.py",
    "server/test_match.py", "server/test_outlook.py", "server/test_parts.py", "server/test_views.py",
    "speed/test_tables.py", "study/test_threats.py",
)  # fmt: skip


#: what takes longest begins first, so that no process still works on it when the others are done
LONGEST = ("speed", "server/test_kill.py", "server/test_tournaments.py", "server/test_processes.py")


def pytest_configure(config: pytest.Config) -> None:
    wanted = os.environ.get("RONDEL_BUILD", "pure")
    if build_name() != wanted:
        raise pytest.UsageError(
            f"These tests are for the {wanted} build, and the {build_name()} one is imported."
            " `make slow` removes compiled modules from the source tree."
        )


def _is_in(item: pytest.Item, names: tuple[str, ...]) -> bool:
    """Say whether a test stands in one of these folders or files."""
    place = item.path.relative_to(HERE).as_posix() if item.path.is_relative_to(HERE) else ""
    return any(place == name or place.startswith(f"{name}/") for name in names)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest first."""
    items.sort(key=lambda item: [not _is_in(item, (name,)) for name in LONGEST])


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the traced tests, so that `-m traced` runs them alone."""
    chosen = _is_in(item, TRACED)
    if "RONDEL_TRACE_ALL" in os.environ or (chosen and item.get_closest_marker("untraced") is None):
        item.add_marker("traced")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if item.get_closest_marker("traced"):
        return (yield)
    with _untraced():
        return (yield)


@contextmanager
def _untraced() -> Iterator[None]:
    """Stop the tracer, if there is one, here and in the processes that a test starts."""
    tracer = coverage.Coverage.current()
    if tracer is None:
        yield
        return
    told = os.environ.pop("COVERAGE_PROCESS_CONFIG", "")
    tracer.stop()
    try:
        yield
    finally:
        if told:
            os.environ["COVERAGE_PROCESS_CONFIG"] = told
        tracer.start()
