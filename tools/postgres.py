"""A temporary PostgreSQL cluster for the tests, made with initdb and deleted afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp


def find_binaries() -> Path | None:
    """Find initdb and pg_ctl: on the path, or where Debian puts them."""
    places = [Path(found).resolve().parent for name in ("initdb", "pg_ctl") if (found := shutil.which(name))]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


def plain_user() -> dict[str, str]:
    """Give the user for what root must not run: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    return {"user": "postgres" if "postgres" in names else "nobody"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def cluster(binaries: Path, owner: str = "rondel") -> Iterator[str]:
    """Run a cluster on the loopback; give the URL of its database, which belongs to a user who may do anything."""
    folder = Path(mkdtemp(prefix="rondel-pg-"))
    user = plain_user()
    if user:
        shutil.chown(folder, user["user"])
    port = free_port()

    def run(*words: str) -> None:
        subprocess.run(words, check=True, capture_output=True, cwd=folder, **user)  # type: ignore[call-overload]

    data = str(folder / "data")
    try:
        run(str(binaries / "initdb"), "-D", data, "-U", owner, "-A", "trust", "-E", "UTF8", "--no-instructions")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
        run(str(binaries / "pg_ctl"), "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
        yield f"postgresql://{owner}@127.0.0.1:{port}/postgres"
    finally:
        run(str(binaries / "pg_ctl"), "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)
