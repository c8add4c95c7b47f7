"""Checks what `make test` needs before it begins, and says what is missing and how to get it.

It runs before anything is installed, on Python 3.8 and newer, so it needs the standard library alone.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
import sysconfig
from pathlib import Path

from tools import client
from tools.postgres import find_binaries

#: the oldest Python that Rondel runs on, as pyproject.toml says
PYTHON = (3, 11)


def python_needs() -> list[str]:
    """List what is wrong with this Python."""
    found = []
    if sys.version_info[:2] < PYTHON:
        have = ".".join(map(str, sys.version_info[:2]))
        found.append(f"Python 3.11 or newer, not {have}: install it, then `make test PYTHON=python3.11`.")
    if importlib.util.find_spec("ensurepip") is None:
        found.append("The module venv with pip: on Debian `apt-get install python3-venv`.")
    return found


def compiler_needs() -> list[str]:
    """List what is missing to compile the engine, which the tests compare with the source."""
    found = []
    if not any(map(shutil.which, ("cc", "gcc", "clang"))):
        found.append("A C compiler: on Debian `apt-get install gcc`.")
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        found.append("The headers of Python: on Debian `apt-get install python3-dev`.")
    return found


def browser_needs() -> list[str]:
    """List what is missing for the tests in a browser, if it cannot be fetched either."""
    if client.system_browser() or client.can_install() or client.can_download():
        return []
    return [
        "A Chromium: there is none here, and none can be fetched. Install it (Debian: `apt-get install chromium`), or "
        "open the way to the server of Playwright's downloads."
    ]


def remarks() -> list[str]:
    """Say what is missing but not required."""
    found = []
    if client.find_node() is None:
        found.append("Node.js 20.19 or newer is not here; one is fetched from PyPI into .venv.")
    if not client.system_browser():
        whose = "Debian's is installed" if client.can_install() else "Playwright's is fetched"
        found.append(f"Chromium is not here; {whose}.")
    if find_binaries() is None:
        found.append("PostgreSQL is not here; its tests are left out.")
    return found


def main() -> None:
    """Check, and stop at once if something is missing."""
    missing = [*python_needs(), *compiler_needs(), *browser_needs()]
    if missing:
        raise SystemExit("\n".join(["`make test` cannot run here. It needs:", *(f"- {need}" for need in missing)]))
    for remark in remarks():
        print(remark, flush=True)


if __name__ == "__main__":
    main()
