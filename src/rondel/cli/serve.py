"""The commands around the server: `serve`, `backup`, `restore`."""

from __future__ import annotations

import argparse
import contextlib
from dataclasses import replace
from datetime import UTC, datetime

from rondel.cli.browser import free_port, page_address, tell
from rondel.cli.common import number
from rondel.errors import RondelError

HELP = """\
Run the table server. By default it stores everything in the SQLite file rondel.db and listens on http://127.0.0.1:8000.
Settings are environment variables that begin with RONDEL_; `rondel serve --settings` lists them. docs/host.md explains
how to run it for a club or a site.
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    serve = commands.add_parser(
        "serve", help="run the table server", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    serve.add_argument("--host", metavar="ADDRESS", help="address to listen on (RONDEL_HOST, default 127.0.0.1)")
    serve.add_argument("--port", type=int, metavar="N", help="port to listen on (RONDEL_PORT, default 8000)")
    serve.add_argument("--database", metavar="URL", help="database URL (RONDEL_DATABASE, default sqlite:///rondel.db)")
    serve.add_argument(
        "--open", action="store_true", help="open the page in the browser; if the port is taken, use the next free one"
    )
    serve.add_argument("--settings", action="store_true", help="list all settings with their current values")
    serve.set_defaults(run=run_serve)
    about = "write everything the server stores to a file, even while it runs"
    backup = commands.add_parser("backup", help=about, description=f"{about.capitalize()}.")
    target = backup.add_mutually_exclusive_group(required=True)
    target.add_argument("file", metavar="FILE", nargs="?", help="the backup, one JSON object per line")
    target.add_argument("--into", metavar="FOLDER", help="a file named after the time (UTC) in this folder")
    backup.add_argument(
        "--keep",
        type=number(1),
        default=14,
        metavar="DAYS",
        help="with --into: delete backups older than this (default 14)",
    )
    about = "put a backup into an empty database"
    restore = commands.add_parser("restore", help=about, description=f"{about.capitalize()}.")
    restore.add_argument("file", metavar="FILE", help="the backup")
    for command, run in ((backup, run_backup), (restore, run_restore)):
        command.add_argument("--database", metavar="URL", help="database URL (RONDEL_DATABASE)")
        command.set_defaults(run=run)


def need_server() -> None:
    """Say what to install if the packages of the server are missing."""
    try:
        import fastapi  # noqa: F401
        import msgspec  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ImportError as error:
        raise RondelError(
            "bad_request", f"The server needs more packages ({error.name}): pip install 'rondel[server]'."
        ) from error


def run_serve(args: argparse.Namespace) -> int:
    """Run the server until it is stopped."""
    need_server()
    from rondel.server.run import list_settings, serve
    from rondel.server.settings import read_settings

    settings = read_settings(host=args.host, port=args.port, database=args.database)
    if args.settings:
        print(list_settings(settings))
        return 0
    if args.open:
        port = free_port(settings.port)
        if port != settings.port:
            print(f"Port {settings.port} is taken; taking {port}.")
        settings = replace(settings, port=port)
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how a person ends it; what was begun is finished by then
        serve(settings, lambda: tell(page_address(settings.host, settings.port), show=args.open))
    return 0


def run_backup(args: argparse.Namespace) -> int:
    """Write a backup."""
    need_server()
    from rondel.server.settings import read_settings
    from rondel.server.store.backup import backup, backup_into

    url = read_settings(database=args.database).database
    print(backup_into(url, args.into, args.keep, datetime.now(UTC)) if args.into else backup(url, args.file))
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Restore a backup."""
    need_server()
    from rondel.server.settings import read_settings
    from rondel.server.store.backup import restore

    print(restore(read_settings(database=args.database).database, args.file))
    return 0
