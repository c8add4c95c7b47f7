"""Everything an administrator can do, as one value: the page and the command line use the same."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import TypeVar

from sqlalchemy import Connection

from rondel.server.analysis import explorer
from rondel.server.analysis.explorer import Loaded
from rondel.server.office import rights, seats, sweep, who
from rondel.server.people import passwords, ratings, reports
from rondel.server.people.audit import Actor, note, page
from rondel.server.store.storage import Storage
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.house import Acted, AuditPage, HouseTables, Reports, UserLine, UserPage, Users

T = TypeVar("T")


class Office:
    """House rights over one database. Nothing here needs a server; those that run learn of it from the audit log."""

    def __init__(self, storage: Storage, standin: str) -> None:
        self.storage, self.standin = storage, standin

    def _write(self, work: Callable[[Connection], T]) -> T:
        done: T = self.storage.submit(work).result()
        return done

    # ---- looking -------------------------------------------------------------------------------------------------

    def users(self, search: str = "", show: str = "", limit: int = who.MOST) -> Users:
        """List players, and the banned addresses."""
        now = clock_ms()
        return self.storage.read_now(
            lambda connection: Users(
                who.users(connection, search, show, now, limit), who.barred_networks(connection, now)
            )
        )

    def show(self, name: str) -> UserPage:
        """Tell everything about a player."""
        return self.storage.read_now(lambda connection: who.about(connection, name, clock_ms()))

    def tables(self, search: str = "", status: str = "", limit: int = seats.MOST) -> HouseTables:
        """List tables."""
        return HouseTables(
            self.storage.read_now(lambda connection: seats.list_tables(connection, search, status, limit))
        )

    def reports(self, settled: bool = False) -> Reports:
        """List reports with what was said around them."""
        return Reports(self.storage.read_now(lambda connection: reports.list_reports(connection, settled)))

    def audit(self, before: int = 0, limit: int = 50) -> AuditPage:
        """Give a page of the audit log."""
        return self.storage.read_now(lambda connection: page(connection, before, limit=limit))

    # ---- people --------------------------------------------------------------------------------------------------

    def ban(self, actor: Actor, name: str, until: int = 0, why: str = "") -> Acted:
        """Ban an address, or a player: sessions end, and seats go by the tables' rule for those who left."""
        network, now = who.network_in(name), clock_ms()
        if network:
            self._write(lambda connection: rights.bar(connection, actor, network, until, why, now))
            return Acted("ban", network, network)
        user = self._write(lambda c: rights.hold(c, actor, name, "banned", until, why, now))
        left = seats.vacate(self.storage, user.id, self.standin)
        if left:
            told = {"whom": user.id, "label": user.name, "detail": str(left)}
            self._write(lambda connection: note(connection, actor, "seats", clock_ms(), **told))
        return Acted("ban", user.id, user.name, str(left) if left else "")

    def unban(self, actor: Actor, name: str, why: str = "") -> Acted:
        """Lift the ban of an address or a player."""
        network, now = who.network_in(name), clock_ms()
        if network:
            self._write(lambda connection: rights.unbar(connection, actor, network, why, now))
            return Acted("unban", network, network)
        return _told("unban", self._write(lambda c: rights.release(c, actor, name, "banned", why, now)))

    def mute(self, actor: Actor, name: str, until: int = 0, why: str = "") -> Acted:
        """Take the chat from a player, who plays on."""
        now = clock_ms()
        return _told("mute", self._write(lambda c: rights.hold(c, actor, name, "muted", until, why, now)))

    def unmute(self, actor: Actor, name: str, why: str = "") -> Acted:
        """Give the chat back."""
        return _told("unmute", self._write(lambda c: rights.release(c, actor, name, "muted", why, clock_ms())))

    def hide(self, actor: Actor, name: str, why: str = "") -> Acted:
        """Replace a name for everybody."""
        user, alias = self._write(lambda connection: rights.hide(connection, actor, name, why, clock_ms()))
        return Acted("hide", user.id, user.name, alias)

    def unhide(self, actor: Actor, name: str, why: str = "") -> Acted:
        """Show a name again."""
        return _told("unhide", self._write(lambda c: rights.unhide(c, actor, name, why, clock_ms())))

    def appoint(self, actor: Actor, name: str, admin: bool, why: str = "") -> Acted:
        """Make an account an administrator, or no longer one."""
        user = self._write(lambda connection: rights.appoint(connection, actor, name, admin, why, clock_ms()))
        return _told("grant" if admin else "revoke", user)

    def reset(self, actor: Actor, name: str, site: str = "", password: bool = False, why: str = "") -> Acted:
        """Make a link for a new password, or a new password at once."""
        now = clock_ms()
        if password:
            made = secrets.token_urlsafe(12)
            hashed = passwords.hashed(made)
            user = self._write(lambda c: rights.reset_password(c, actor, name, hashed, why, now))
            return Acted("reset", user.id, user.name, password=made)
        user, token = self._write(lambda connection: rights.reset_link(connection, actor, name, why, now))
        link = f"{site.rstrip('/')}/me#reset={token}"
        return Acted("reset", user.id, user.name, link=link, expires=now + rights.RESET)

    # ---- tables and reports --------------------------------------------------------------------------------------

    def close(self, actor: Actor, table: str, why: str = "") -> Acted:
        """Close a table."""

        def tell(connection: Connection, label: str) -> None:
            note(connection, actor, "close", clock_ms(), whom=table, label=label, why=why)

        return Acted("close", table, seats.close(self.storage, table, tell))

    def kick(self, actor: Actor, table: str, seat: int, why: str = "") -> Acted:
        """Free a seat."""

        def tell(connection: Connection, sat: str) -> None:
            note(connection, actor, "kick", clock_ms(), whom=table, label=sat, detail=str(seat + 1), why=why)

        _, name = seats.kick(self.storage, table, seat, self.standin, tell)
        return Acted("kick", table, name, str(seat + 1))

    def settle(self, actor: Actor, report: str, why: str = "") -> Acted:
        """Settle a report."""
        now = clock_ms()

        def work(connection: Connection) -> str:
            _, name = reports.settle(connection, report, now)
            note(connection, actor, "settle", now, whom=report, label=name, why=why)
            return name

        return Acted("settle", report, self._write(work))

    # ---- the whole -----------------------------------------------------------------------------------------------

    def rerate(self, actor: Actor, why: str = "") -> Acted:
        """Recompute all ratings from the stored results."""

        def work(connection: Connection) -> int:
            note(connection, actor, "rerate", clock_ms(), why=why)  # first: the order of locks is always the same
            return ratings.rerate(connection)

        return Acted("rerate", detail=str(self._write(work)))

    def openings(self, actor: Actor, games: Iterable[Loaded] = (), why: str = "") -> Acted:
        """Look at games that ended before openings were kept, and take in games of bots."""
        taken = explorer.take_in(self.storage) + explorer.load(self.storage, games)
        self._write(lambda connection: note(connection, actor, "openings", clock_ms(), detail=str(taken), why=why))
        return Acted("openings", detail=str(taken))

    def vacuum(self, actor: Actor, why: str = "") -> dict[str, int]:
        """Clear the database and compact it; give what was removed."""

        def work(connection: Connection) -> dict[str, int]:
            gone = sweep.clear(connection, clock_ms())
            note(connection, actor, "vacuum", clock_ms(), detail=str(sum(gone.values())), why=why)
            return gone

        gone = self._write(work)
        sweep.compact(self.storage.engine)
        return gone


def _told(what: str, user: UserLine) -> Acted:
    return Acted(what, user.id, user.name)
