"""What is on this machine: settings, page, disk, open files."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import fields
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path

from sqlalchemy import make_url

from rondel.bots.registry import settings_of
from rondel.errors import RondelError
from rondel.server.doctor.finding import Finding, fail, ok, warn
from rondel.server.http.static_files import STATIC
from rondel.server.settings import Settings

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

#: bytes that must be free on the disk of the database, and those that should be
LEAST_DISK, GOOD_DISK = 200_000_000, 1_000_000_000
LEVELS = ("debug", "info", "warning", "error")


def check_names(environment: Mapping[str, str]) -> list[Finding]:
    """Find variables that look like settings but are not: a typo would silently change nothing."""
    known = {f"RONDEL_{entry.name.upper()}" for entry in fields(Settings)}
    given = sorted(name for name in environment if name.startswith("RONDEL_"))
    found = []
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, 1, cutoff=0.8)
            todo = f"Did you mean {near[0]}?" if near else "`rondel serve --settings` lists the settings."
            found.append(warn("settings", f"{name} is not a setting.", todo))
    return found or [ok("settings", f"{len(given)} given, the others are the defaults.")]


def check_values(settings: Settings) -> list[Finding]:
    """Find values that cannot be meant."""
    found = []
    if not 0 < settings.port < 65536:
        found.append(fail("settings", f"RONDEL_PORT is {settings.port}.", "Choose a port from 1 to 65535."))
    if settings.log_level not in LEVELS:
        found.append(fail("settings", f"RONDEL_LOG_LEVEL is {settings.log_level!r}.", f"Take one of {LEVELS}."))
    names = [name.strip() for name in settings.bots.split(",") if name.strip()]
    for name in (*names, settings.standin):
        try:
            settings_of(name)
        except RondelError as error:
            found.append(
                fail("settings", error.message, "Fix RONDEL_BOTS or RONDEL_STANDIN; `rondel bots` lists the bots.")
            )
    proxies = [part.strip() for part in settings.proxies.split(",") if part.strip()]
    return found + [
        warn("settings", f"RONDEL_PROXIES: {address!r} is not an address.", "Give IP addresses, or *.")
        for address in proxies
        if not _is_address(address)
    ]


def _is_address(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return text == "*"
    return True


def check_page(folder: Path = STATIC) -> list[Finding]:
    """See that the page is there, with the files that it loads."""
    index = folder / "index.html"
    todo = "Install a package of Rondel, which contains the page; in a checkout `make client` builds it."
    if not index.is_file():
        return [fail("page", "The page is not built: visitors would see a line of text.", todo)]
    named = re.findall(r'(?:src|href)="/([^"]+)"', index.read_text(encoding="utf-8"))
    missing = [name for name in named if not (folder / name).is_file()]
    if missing:
        return [fail("page", f"The page lacks {', '.join(missing)}.", todo)]
    return [ok("page", f"{sum(path.is_file() for path in folder.rglob('*'))} files.")]


def check_disk(settings: Settings) -> list[Finding]:
    """Check the free space on the disk of the database; PostgreSQL's own machine must see to itself."""
    address = make_url(settings.database)
    if address.get_backend_name() != "sqlite":
        folder = Path.cwd()
    else:
        folder = Path(address.database or ".").absolute().parent
    if not folder.is_dir():
        return [fail("disk", f"The folder {folder} does not exist.", "Create it, or fix RONDEL_DATABASE.")]
    free = shutil.disk_usage(folder).free
    said = f"{free / 1e9:.1f} GB are free in {folder}."
    if free < LEAST_DISK:
        return [fail("disk", said, "Free some space: a full disk stops every game.")]
    return [ok("disk", said) if free >= GOOD_DISK else warn("disk", said, "Free some space before it is full.")]


def check_files(settings: Settings) -> list[Finding]:
    """See that the system allows as many connections as the settings do."""
    if resource is None:
        return []
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if 0 < most < settings.connections + 100:
        todo = "Raise the limit (LimitNOFILE in the unit, `ulimit -n`), or lower RONDEL_CONNECTIONS."
        return [warn("files", f"{most} open files are allowed, {settings.connections} connections are wanted.", todo)]
    return [ok("files", f"{most} open files are allowed.")]
