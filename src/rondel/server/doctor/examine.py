"""All checks in order."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import rondel
from rondel.errors import RondelError
from rondel.server.doctor import machine, outside, services
from rondel.server.doctor.finding import Finding, fail
from rondel.server.settings import read_settings


def examine(environment: Mapping[str, str], database: str | None = None) -> list[Finding]:
    """Look at everything; nothing is changed, sent or written."""
    found = machine.check_names(environment)
    try:
        settings = read_settings(environment, database=database)
    except RondelError as error:
        return [*found, fail("settings", error.message, "Fix the variable; the other checks need it.")]
    found += machine.check_values(settings)
    found += services.check_database(settings)
    found += machine.check_page()
    found += machine.check_disk(settings)
    found += machine.check_files(settings)
    found += services.check_clock(time.time(), Path(rondel.__file__).stat().st_mtime)
    found += services.check_mail(settings)
    found += services.check_push(settings)
    found += services.check_webhook(settings)
    found += outside.check_running(settings)
    found += outside.check_exposure(settings)
    found += outside.check_site(settings)
    return found
