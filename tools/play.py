"""Builds the page, starts the table server and opens it in the browser: what `make play` does after the set-up."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from rondel.cli.browser import free_port, is_up
from tools.client import build

WAIT = 30.0
EXAMPLES = """\
examples:
  make play                                   games in rondel.db, page at http://127.0.0.1:8000
  make play PORT=9000 DATABASE=club.db        another port, another file
  python -m tools.play --port 9000 --database club.db --no-browser
  python -m tools.play --database postgresql://user@host/rondel

The database is made if it is not there, and games in it go on where they stood. To be reached from other
machines, to run at start-up or behind TLS, see docs/host.md.
"""


def wait_until_up(server: subprocess.Popen[bytes], address: str, wait: float = WAIT) -> None:
    """Wait until the server answers; give up if it ends."""
    end = time.monotonic() + wait
    while not is_up(address):
        if server.poll() is not None or time.monotonic() > end:
            raise SystemExit("The server did not start; see its output above.")
        time.sleep(0.1)


def database_url(text: str) -> str:
    """Give the address of a database; a plain file name means SQLite."""
    return text if "://" in text else f"sqlite:///{text}"


def parser() -> argparse.ArgumentParser:
    """Give the parser of the command line."""
    made = argparse.ArgumentParser(
        prog="python -m tools.play", description=__doc__, epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    made.add_argument(
        "--port", type=int, default=8000, help="port to listen on (default 8000); if it is taken, the next free one"
    )
    made.add_argument(
        "--database", default="rondel.db", type=database_url, metavar="FILE",
        help="where the games are kept: a file for SQLite (default rondel.db), or the address of a PostgreSQL",
    )  # fmt: skip
    made.add_argument("--no-browser", action="store_true", help="open nothing, only say where the page is")
    return made


def main() -> None:
    """Build, then become the server."""
    args = parser().parse_args()
    build()
    rondel = str(Path(sys.executable).parent / "rondel")
    port = free_port(args.port)
    if port != args.port:
        print(f"Port {args.port} is taken; taking {port}.")
    print(f"Games are saved in {args.database}.", flush=True)
    show = [] if args.no_browser else ["--open"]
    os.execv(rondel, [rondel, "serve", *show, "--port", str(port), "--database", args.database])


if __name__ == "__main__":
    main()
