"""The command `admin`: house rights over the database of a table server, while servers run or not."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from rondel.cli.common import add_json, number, print_json
from rondel.cli.openings import games_in
from rondel.cli.serve import need_server
from rondel.errors import RondelError

if TYPE_CHECKING:
    from rondel.server.analysis.explorer import Loaded
    from rondel.server.office.office import Office
    from rondel.server.wire.house import Acted, AuditLine, UserLine

HELP = """\
What the host of a table server can do: look at players, tables and reports, reset passwords, ban, mute, hide names,
close tables, compute ratings again, clean up.

It works on the database in the settings (RONDEL_DATABASE), also while servers run: they notice within a second. Every
change is written to the audit log. NAME is an account's name, a guest's name if no other guest has it, or an id (after
`--` if it begins with a dash). The exit code is 1 if the command was refused, 2 if it or the database is wrong.
"""
_SPAN = re.compile(r"(\d{1,5})([mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_WHO = ("name", "NAME", "an account's name, a guest's name, or an id")
_ON = ("table", "TABLE", "the id of a table, as in its address")
#: what each command takes besides --json, --database and, if it changes something, --why
_ACTIONS: dict[str, tuple[str, tuple[tuple[str, str, str], ...]]] = {
    "reset": ("make a one-time link for a new password", (_WHO,)),
    "ban": ("ban a player or an address", (("name", "NAME|ADDRESS", "a player, an IP address, or an IPv6 /64"),)),
    "unban": ("lift a ban", (("name", "NAME|ADDRESS", "a player or an IP address"),)),
    "mute": ("stop a player from chatting; play goes on", (_WHO,)),
    "unmute": ("let a muted player chat again", (_WHO,)),
    "hide": ("show everybody a neutral name instead of a player's own", (_WHO,)),
    "unhide": ("show a hidden name again", (_WHO,)),
    "grant": ("make an account an administrator", (_WHO,)),
    "revoke": ("make an administrator an ordinary account again", (_WHO,)),
    "close": ("close a table, even in the middle of a game", (_ON,)),
    "kick": ("take a seat from its player: open before the game, a bot's during it", (_ON,)),
    "settle": ("mark a report as settled", (("report", "REPORT", "its id, as `rondel admin reports` lists it"),)),
    "rerate": ("recompute all ratings from the stored results", ()),
    "vacuum": ("delete ended sessions and other leftovers, and compact the database", ()),
    "openings": ("add earlier games, and games of bots from records, to the openings", ()),
}  # fmt: skip


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command with its own commands."""
    admin = commands.add_parser(
        "admin", help="for the host of a table server: players, bans, tables, reports", description=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    acts = admin.add_subparsers(dest="act", metavar="COMMAND", required=True)
    users = _add(acts, "users", "list players, newest first, and banned addresses")
    users.add_argument("search", metavar="TEXT", nargs="?", default="", help="part of a name, or an id")
    users.add_argument(
        "--show", choices=("accounts", "guests", "admins", "banned", "muted", "hidden"), default="", help="only these"
    )
    show = _add(acts, "show", "show everything about a player")
    show.add_argument("name", metavar="NAME", help=_WHO[2])
    tables = _add(acts, "tables", "list tables, private ones too, newest first")
    tables.add_argument("search", metavar="TEXT", nargs="?", default="", help="a table's id, or a player's name or id")
    tables.add_argument("--status", choices=("open", "playing", "over", "closed"), default="", help="only these")
    for one in (users, tables):
        one.add_argument("--limit", type=number(1, 10_000), default=50, metavar="N", help="how many (default 50)")
    reports = _add(acts, "reports", "list reports, with the chat around them")
    reports.add_argument("--settled", action="store_true", help="list the settled ones instead")
    audit = _add(acts, "audit", "show the audit log, newest first")
    audit.add_argument("--limit", type=number(1, 100_000), default=50, metavar="N", help="how many (default 50)")
    for name, (about, arguments) in _ACTIONS.items():
        parser = _add(acts, name, about)
        for argument, metavar, described in arguments:
            parser.add_argument(argument, metavar=metavar, help=described)
        _more(parser, name)
        parser.add_argument("--why", metavar="TEXT", default="", help="the reason, for the audit log")


def _more(parser: argparse.ArgumentParser, name: str) -> None:
    if name in ("ban", "mute"):
        parser.add_argument(
            "--until", type=moment, default=0, metavar="WHEN",
            help="a span (30m, 12h, 7d, 4w), a day (2030-12-31) or a moment in UTC (2030-12-31T18:00); else forever",
        )  # fmt: skip
    elif name == "kick":
        parser.add_argument("seat", metavar="SEAT", type=number(1, 16), help="the number of the seat, from 1")
    elif name == "reset":
        parser.add_argument("--password", action="store_true", help="set a new password at once instead, and print it")
    elif name == "openings":
        parser.add_argument("paths", nargs="*", metavar="PATH", help="records, or folders of `rondel arena --out`")


def _add(
    acts: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str
) -> argparse.ArgumentParser:  # fmt: skip
    parser = acts.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    parser.add_argument("--database", metavar="URL", help="database URL (RONDEL_DATABASE)")
    add_json(parser)
    parser.set_defaults(run=run_admin)
    return parser


def moment(text: str) -> int:
    """Read until when something holds, as milliseconds since 1970."""
    span = _SPAN.fullmatch(text)
    if span:
        end = datetime.now(UTC) + timedelta(**{_UNITS[span[2]]: int(span[1])})
    else:
        try:
            end = datetime.fromisoformat(text)
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"it must be a span such as 7d, a day or a moment, not {text!r}"
            ) from None  # fmt: skip
        end = end if end.tzinfo else end.replace(tzinfo=UTC)
    return int(end.timestamp() * 1000)


def run_admin(args: argparse.Namespace) -> int:
    """Open the database and do what was asked."""
    need_server()
    from rondel.server.office.office import Office
    from rondel.server.settings import read_settings
    from rondel.server.store.database import need_current
    from rondel.server.store.storage import Storage, Unwritable
    from rondel.server.wire.refusal import Refusal

    settings = read_settings(database=args.database)
    need_current(settings.database)
    storage = Storage(settings.database, "admin")
    try:
        return _run(args, Office(storage, settings.standin), settings.site)
    except Refusal as error:
        return _refused(error.code, error.message, args.json)
    except Unwritable as error:
        raise RondelError("bad_request", f"The database cannot be written ({error}); try again in a moment.") from error
    finally:
        storage.close()


def _refused(code: str, message: str, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"error": {"code": code, "message": message}}, ensure_ascii=False))
    else:
        print(f"rondel: {message}", file=sys.stderr)
    return 1


def _run(args: argparse.Namespace, office: Office, site: str) -> int:
    """Show something, or do something and say what came of it."""
    from msgspec import to_builtins

    if args.act in _LOOKS:
        found, told = _LOOKS[args.act](office, args)
    elif args.act == "vacuum":
        from rondel.server.people.audit import Actor

        gone = office.vacuum(Actor(), args.why)
        found, told = gone, [f"{sum(gone.values())} rows removed."]
        told += [f"  {count:8} {name}" for name, count in gone.items() if count]
    else:
        acted = _act(args, office, site)
        found, told = acted, [_sentence(acted)]
    if args.json:
        print_json(to_builtins(found))
    else:
        print("\n".join(told))
    return 0


def _act(args: argparse.Namespace, office: Office, site: str) -> Acted:
    from rondel.server.people.audit import Actor

    actor = Actor()
    acts: dict[str, Callable[[], Acted]] = {
        "reset": lambda: office.reset(actor, args.name, site, args.password, args.why),
        "ban": lambda: office.ban(actor, args.name, args.until, args.why),
        "unban": lambda: office.unban(actor, args.name, args.why),
        "mute": lambda: office.mute(actor, args.name, args.until, args.why),
        "unmute": lambda: office.unmute(actor, args.name, args.why),
        "hide": lambda: office.hide(actor, args.name, args.why),
        "unhide": lambda: office.unhide(actor, args.name, args.why),
        "grant": lambda: office.appoint(actor, args.name, True, args.why),
        "revoke": lambda: office.appoint(actor, args.name, False, args.why),
        "close": lambda: office.close(actor, args.table, args.why),
        "kick": lambda: office.kick(actor, args.table, args.seat - 1, args.why),
        "settle": lambda: office.settle(actor, args.report, args.why),
        "rerate": lambda: office.rerate(actor, args.why),
        "openings": lambda: office.openings(actor, _games(args.paths), args.why),
    }
    return acts[args.act]()


def _games(paths: Sequence[str]) -> Iterator[Loaded]:
    """Read games of bots."""
    from rondel.server.analysis.explorer import Loaded

    for game in games_in(paths):
        yield Loaded(game.record, game.by, game.winners)


def _sentence(acted: Acted) -> str:
    """Say what came of an action."""
    if acted.password:
        return f"The new password of {acted.label}: {acted.password}\nAll sessions have ended."
    if acted.link:
        return f"For {acted.label}, once, until {when(acted.expires)}: {acted.link}"
    left = f" {acted.detail} seats were given up." if acted.detail else ""
    return {
        "ban": f"{acted.label} is banned.{left}", "unban": f"{acted.label} is no longer banned.",
        "mute": f"{acted.label} is muted.", "unmute": f"{acted.label} is no longer muted.",
        "hide": f"{acted.label} is now shown as {acted.detail}.", "unhide": f"{acted.label} is shown again.",
        "grant": f"{acted.label} is now an administrator.", "revoke": f"{acted.label} is no longer an administrator.",
        "close": f"The table is closed: {acted.label}.", "kick": f"{acted.label} no longer has seat {acted.detail}.",
        "settle": f"The report about {acted.label} is settled.", "rerate": f"{acted.detail} games rated.",
        "openings": f"{acted.detail} games were added to the openings.",
    }[acted.what]  # fmt: skip


# ---- lists -----------------------------------------------------------------------------------------------------------


def when(at: int) -> str:
    """Write a moment in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def until(at: int) -> str:
    """Write until when something holds."""
    return "for good" if at >= 2**53 - 1 else f"until {when(at)}"


def _user(user: UserLine) -> str:
    marks = [
        "guest" if user.guest else "account",
        *(["administrator"] if user.admin else []),
        *([f"banned {until(user.banned)}"] if user.banned > _now() else []),
        *([f"muted {until(user.muted)}"] if user.muted > _now() else []),
        *([f"shown as {user.alias}"] if user.alias else []),
    ]
    return f"{user.id}  {when(user.created)}  {user.name}  ({', '.join(marks)})"


def _now() -> int:
    return int(datetime.now(UTC).timestamp() * 1000)


def _users(office: Office, args: argparse.Namespace) -> tuple[object, list[str]]:
    found = office.users(args.search, args.show, args.limit)
    lines = [_user(user) for user in found.users] or ["No players found."]
    if not args.search and args.show in ("", "banned"):
        lines += [f"{line.network}  banned {until(line.until)}" for line in found.barred]
    return found, lines


def _show(office: Office, args: argparse.Namespace) -> tuple[object, list[str]]:
    found = office.show(args.name)
    lines = [
        _user(found.user),
        f"sessions: {found.sessions}, results: {found.results}, reports about them: {found.reports}",
        *([f"mail: {found.email}"] if found.email else []),
        *[f"table {table.id}  {table.status}  {table.title or table.game}" for table in found.tables],
        *[_audit_line(line) for line in found.audit],
    ]
    return found, lines


def _tables(office: Office, args: argparse.Namespace) -> tuple[object, list[str]]:
    found = office.tables(args.search, args.status, args.limit)
    lines = []
    for table in found.tables:
        names = [seat.chair.name or seat.chair.bot or seat.chair.kind for seat in table.seats]
        title = table.title or table.game
        lines.append(f"{table.id}  {when(table.updated)}  {table.status:7}  {title}: {', '.join(names)}")
    return found, lines or ["No tables found."]


def _reports(office: Office, args: argparse.Namespace) -> tuple[object, list[str]]:
    found = office.reports(args.settled)
    lines: list[str] = []
    for one in found.reports:
        lines.append(f"{one.id}  {when(one.at)}  {one.kind} of {one.name} ({one.whom}), table {one.table}")
        lines.append(f"    {one.reporter_name}: {one.why}")
        lines += [f"    {'>' if said.seq == one.seq else ' '} {said.name}: {said.text}" for said in one.around]
    return found, lines or ["No reports."]


def _audit(office: Office, args: argparse.Namespace) -> tuple[object, list[str]]:
    found = office.audit(limit=args.limit)
    return found, [_audit_line(line) for line in found.lines] or ["The audit log is empty."]


def _audit_line(line: AuditLine) -> str:
    detail = when(int(line.detail)) if line.what in ("ban", "mute") and line.detail else line.detail
    parts = [
        when(line.at), line.name or "command line", line.what, line.label or line.whom, detail,
        f"({line.why})" if line.why else "",
    ]  # fmt: skip
    return "  ".join(part for part in parts if part)


_LOOKS: dict[str, Callable[[Office, argparse.Namespace], tuple[object, list[str]]]] = {
    "users": _users, "show": _show, "tables": _tables, "reports": _reports, "audit": _audit,
}  # fmt: skip

__all__: Sequence[str] = ("moment", "register", "run_admin")
