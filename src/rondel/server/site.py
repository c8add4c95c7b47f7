"""The server as one value: its settings, storage, tables and limits, and who is asking."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from sqlalchemy import Connection, insert, select
from starlette.requests import HTTPConnection

from rondel.errors import RondelError
from rondel.server.analysis.studio import Studio
from rondel.server.apart import Apart
from rondel.server.bots.runner import BotRunner
from rondel.server.bots.worker import installed_bots
from rondel.server.core import heavy
from rondel.server.limits import Limiter, network_of
from rondel.server.metrics import Metrics
from rondel.server.notices.notices import Notices
from rondel.server.notices.push import make_key
from rondel.server.office.keeper import Keeper
from rondel.server.office.office import Office
from rondel.server.offload import OPENING, Offload
from rondel.server.people import accounts, clubs, ratings
from rondel.server.people.accounts import Player
from rondel.server.people.house import House
from rondel.server.settings import Settings
from rondel.server.store import schema
from rondel.server.store.storage import Conflict, Storage
from rondel.server.tables.going import Going
from rondel.server.tables.handlers import Handlers
from rondel.server.tables.hub import Hub, clock_ms
from rondel.server.tables.lobby import Tables
from rondel.server.tables.tournaments import Tournaments
from rondel.server.wire.refusal import Refusal

T = TypeVar("T")
COOKIE = "rondel"
#: sessions cached in memory; one ended by another process stays valid here for at most this many milliseconds
REMEMBERED = 20_000
MEMORY = 90_000
#: letters of the host's own words
IMPRINT = 20_000


class Site:
    """Everything a request needs."""

    def __init__(self, settings: Settings, metrics: Metrics | None = None) -> None:
        self.settings = settings
        self.imprint = _imprint(settings.imprint)
        self.origin = secrets.token_hex(8)
        self.metrics = metrics or Metrics()
        self.storage = Storage(settings.database, self.origin)
        self.secret = _key(self.storage, "links", lambda: secrets.token_bytes(32))
        if self.storage.read_now(ratings.needs_rerating):
            self.storage.submit(ratings.rerate).result()
        if settings.club:
            self.storage.submit(lambda connection: clubs.found_house(connection, settings.club, clock_ms())).result()
        self.bots = BotRunner(settings.bot_workers, settings.bot_seconds)
        self.notices = Notices(settings, self.storage, self.secret, _key(self.storage, "vapid", make_key), clock_ms)
        self.hub = Hub(self.storage, self.bots, self.notices, settings.standin)
        names = [name.strip() for name in settings.bots.split(",") if name.strip()] or installed_bots()
        self.tables = Tables(self.hub, self.secret, names, settings.absent_seconds)
        self.house = House()
        self.going = Going(self.tables)
        self.handlers = Handlers(self.hub, self.house, self.going)
        self.keeper = Keeper(self.storage, self.hub, self.house, self.forget)
        self.office = Office(self.storage, settings.standin)
        self.by_name_change = Limiter(5 / 3600, 10)
        self.by_report = Limiter(5 / 3600, 5)
        self.by_report_address = Limiter(20 / 3600, 20)
        self.by_mail = Limiter(10 / 3600, 10)  # mails with links that one address may ask for
        self.by_forgotten = Limiter(60 / 3600, 30)
        self.by_cup, self.by_cup_address = Limiter(10 / 3600, 10), Limiter(30 / 3600, 30)
        self.tournaments = Tournaments(self.hub, self.tables)
        self.studio = Studio(self.hub, settings)
        self.hub.chores += [self.tournaments.sweep, self.notices.sweep, self.studio.explorer.sweep]
        self.connections = 0
        self.addresses: Counter[str] = Counter()
        self.by_login = Limiter(settings.logins_per_minute / 60, settings.logins_per_minute)
        self.by_name = Limiter(settings.logins_per_minute / 6, 10 * settings.logins_per_minute)
        self.by_guest = Limiter(settings.guests_per_minute / 60, settings.guests_per_minute)
        self.by_table = Limiter(settings.tables_per_minute / 60, settings.tables_per_minute)
        self.by_import = Limiter(settings.imports_per_minute / 60, settings.imports_per_minute)
        self.by_table_address = Limiter(5 * settings.tables_per_minute / 60, 5 * settings.tables_per_minute)
        self.by_address = Limiter(settings.address_per_second, 2 * settings.address_per_second)
        #: limits that all processes of the site share; a connection is at one process, so its own are not among them
        self.shared_limits = (
            self.by_login, self.by_name, self.by_guest, self.by_table, self.by_table_address, self.by_import,
        )  # fmt: skip
        self.hub.told_processes = self._share_limits
        #: bytes of large bodies that are being read, by address
        self.bodies: Counter[str] = Counter()
        #: slow hashes, one at a time; in another process where there is one
        self.hashing = Offload(1)
        #: pages for which much is read; their readers may still ask for other work
        self.reading = Offload(2)
        #: names of addresses that people give, looked up a few at a time
        self.looking_up = Offload(8)
        self.vault: Apart | None = None
        #: pictures of shared links: a process of their own, so that no replay waits for them
        self._drawing, self._drawing_turns = Apart(), Offload(1)
        self.checked = -1.0  # when the database was last seen to take a write
        self.by_player = Limiter(settings.moves_per_second, 2 * settings.moves_per_second)
        self._sessions: dict[str, tuple[int, Player]] = {}
        #: set for each connection of a player when a session of theirs may have ended
        self.sessions_of: dict[str, set[asyncio.Event]] = {}

    def warm(self) -> None:
        """Start the processes that think, hash and draw."""
        self.bots.warm()
        self.vault = Apart()
        self._drawing.warm(heavy.ready)

    def _share_limits(self, processes: int) -> None:
        """Let the limits of all processes add up to those of the site."""
        for limiter in self.shared_limits:
            limiter.share = 1 / processes

    async def look(self, request: HTTPConnection, read: Callable[[Connection], T]) -> T:
        """Read much from the database for somebody, when it is their turn; a whole club may come from one address."""
        work = partial(self.storage.read_now, read)
        return await self.reading.run(self.address(request), work, OPENING)

    async def once_for_all(self, key: Hashable, work: Callable[[], bytes]) -> bytes:
        """Prepare in a thread what is the same for everybody and of which there is little: once, however many ask."""
        return await self.hub.offload.once(key, "", work)

    async def drawn_once(self, key: Hashable, who: str, function: Callable[..., bytes], *args: object) -> bytes:
        """Draw something in another process, once for all who ask for the same."""
        return await self._drawing_turns.once(key, who, partial(self._drawing.call, function, *args))

    # ---- who is asking -------------------------------------------------------------------------------------------

    def address(self, request: HTTPConnection) -> str:
        """Give the origin of a request for limits: an address, or the network of an IPv6 address."""
        return network_of(request.client.host) if request.client else ""

    def token(self, request: HTTPConnection) -> str:
        """Give the session's token of a request; one in the cookie counts only from our own pages."""
        kind, _, bearer = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return bearer.strip()
        return request.cookies.get(COOKIE, "")

    async def player(self, request: HTTPConnection) -> Player | None:
        """Give who is asking, if there is a session."""
        token = self.token(request)
        if not token or len(token) > 200 or not token.isascii():
            return None
        player = await self.player_of(token)
        if player is not None:
            self.hub.note_address(player.id, self.address(request))
        return player

    async def player_of(self, token: str) -> Player | None:
        """Give the player of a token, from memory for some seconds."""
        now, key = clock_ms(), accounts.hash_token(token)
        kept = self._sessions.get(key)
        if kept and kept[0] > now:
            return kept[1]
        player = await self.storage.read(lambda connection: accounts.find_session(connection, token, now))
        if player:
            if len(self._sessions) > REMEMBERED:
                self._sessions.clear()
            self._sessions[key] = now + MEMORY, player
        return player

    def forget(self, player: str) -> None:
        """Forget the sessions of a player in memory: they ended, or the player changed."""
        self._sessions = {key: kept for key, kept in self._sessions.items() if kept[1].id != player}
        for look_again in self.sessions_of.get(player, ()):
            look_again.set()

    async def need(self, request: HTTPConnection) -> Player:
        """Give who is asking, or refuse."""
        player = await self.player(request)
        if player is None:
            raise Refusal("no_session")
        return player

    async def slowly(self, request: HTTPConnection, function: Callable[..., T], *args: str) -> T:
        """Hash for somebody: that takes long by intention, and must not take the processor from those who play."""
        work = partial(self.vault.call, function, *args) if self.vault else partial(function, *args)
        return await self.hashing.run(self.address(request), work)

    # ---- where a request comes from ------------------------------------------------------------------------------

    def need_origin(self, request: HTTPConnection) -> None:
        """Refuse requests that another website makes a browser send with our cookie."""
        if request.headers.get("authorization", "").lower().startswith("bearer "):
            return  # no browser sends that on its own
        origin = request.headers.get("origin")
        if origin is None:
            if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise Refusal("bad_origin")
            if COOKIE in request.cookies and "sec-fetch-site" not in request.headers:
                raise Refusal("bad_origin", "A request with the cookie must say where it comes from (Origin).")
            return
        if not self._own(origin, request.headers.get("host", "")):
            raise Refusal("bad_origin")

    def _own(self, origin: str, host: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if parts.scheme not in ("http", "https"):
            return False
        allowed = self.settings.allowed_origins
        if f"{parts.scheme}://{parts.netloc}" in allowed:
            return True
        return not self.settings.site and parts.netloc == host and self._known_host(parts.hostname or "")

    def _known_host(self, name: str) -> bool:
        """Say whether a name may be ours where no site is set: a stranger can point any name at this address."""
        if name in (*self.settings.known_hosts, "localhost", socket.gethostname(), f"{socket.gethostname()}.local"):
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def need_room(self, request: HTTPConnection) -> None:
        """Refuse one connection too many."""
        if self.hub.stopping or self.connections >= self.settings.connections / self.hub.processes:
            raise Refusal("busy")
        most = self.settings.address_connections / self.hub.processes
        if self.addresses[self.address(request)] >= most:
            raise Refusal("too_fast", "Too many connections come from your address.")

    @contextmanager
    def connected(self, request: HTTPConnection) -> Iterator[None]:
        """Count a connection while it lasts; refuse one too many."""
        self.need_room(request)
        address = self.address(request)
        self.connections += 1
        self.addresses[address] += 1
        try:
            yield
        finally:
            self.connections -= 1
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    async def close(self) -> None:
        """Shut down in order: no new commands, then finish pending writes, then the rest."""
        self.studio.close()
        await self.hub.close()
        if self.vault:
            self.vault.close()
        self.hashing.close()
        self.looking_up.close()
        self.reading.close()
        self._drawing.close()
        self._drawing_turns.close()
        self.bots.close()
        await self.notices.close()
        self.storage.close()


def _imprint(file: str) -> str:
    """Read the host's own words; a server whose file cannot be read does not start."""
    if not file:
        return ""
    try:
        return Path(file).read_text("utf-8")[:IMPRINT].strip()
    except (OSError, UnicodeDecodeError) as error:
        raise RondelError("bad_option", f"RONDEL_IMPRINT: {file} cannot be read as text: {error}.") from error


def _key(storage: Storage, name: str, make: Callable[[], bytes]) -> bytes:
    """Give a key of the site: that of links, or that of pushes. The first process makes it; backups hold it."""
    try:
        return bytes(storage.submit(partial(_secret, name=name, make=make)).result())
    except Conflict:  # another process made it at the same moment
        return bytes(storage.submit(partial(_secret, name=name, make=make)).result())


def _secret(connection: Connection, name: str, make: Callable[[], bytes]) -> bytes:
    found = connection.execute(select(schema.secrets.c.value).where(schema.secrets.c.name == name)).scalar()
    if found is None:
        found = make()
        connection.execute(insert(schema.secrets).values(name=name, value=found))
    return bytes(found)
