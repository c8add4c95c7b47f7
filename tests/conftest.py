"""The tests prove the source: they refuse to run on compiled modules unless asked to."""

from __future__ import annotations

import os

import pytest

from rondel.build import build_name


def pytest_configure(config: pytest.Config) -> None:
    wanted = os.environ.get("RONDEL_BUILD", "pure")
    if build_name() != wanted:
        raise pytest.UsageError(
            f"These tests are for the {wanted} build, and the {build_name()} one is imported."
            " `make slow` removes compiled modules from the source tree."
        )
