"""The WebSocket of a table: messages in and out, presence, and closing connections that do not keep up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import cast

import msgspec
from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from rondel.server.http.api import trouble
from rondel.server.http.frames import EXTENSION, Out, framed
from rondel.server.limits import Bucket
from rondel.server.people.accounts import Player
from rondel.server.site import Site
from rondel.server.store.storage import TROUBLES
from rondel.server.tables.handlers import refused
from rondel.server.tables.hub import clock_ms
from rondel.server.tables.lobby import need_access
from rondel.server.tables.room import Room
from rondel.server.wire import messages as msg
from rondel.server.wire.refusal import Refusal

router = APIRouter()
log = logging.getLogger("rondel.socket")
#: bytes that may be queued for a connection; one message is always allowed
WAITING = 262_144
#: the longest message of a page
LIMIT = 16_000
#: refused messages in a row after which a connection is closed
PATIENCE = 50
#: every this many bytes of an answer count as one more message of the address
LARGE = 4_096
#: seconds before an address that sends too much is looked at again
PAUSE = 0.1
#: seconds between checks whether a session has ended
GUARD = 30.0
GOING, POLICY, TRY_LATER, BANNED = 1001, 1008, 1013, 4403


class PageConnection:
    """One connection to a table. Sending never waits: a full buffer ends the connection."""

    def __init__(self, out: Out, player: str, audience: int, address: str = "") -> None:
        self.player = player
        self.audience = audience
        self.address = address
        self.code = GOING  # with which the connection is closed
        self.dead = asyncio.Event()
        self.late = False  # the buffer is full: the client may reconnect and finds everything
        self._out = out
        self._held: list[bytes] | None = None  # what goes out with the answer to the message at hand
        self._bytes = 0

    def send(self, message: bytes) -> None:
        """Queue a message."""
        if self.late:
            return
        waiting = self._bytes + self._out.waiting()
        if waiting and waiting + len(message) > WAITING:
            self.late = True
            self.dead.set()
        elif self._held is None:
            self._out.write(framed(message))
        else:
            self._held.append(framed(message))
            self._bytes += len(message)

    def hold(self) -> None:
        """Keep messages back until `release`: an update and the answer go out as one packet."""
        self._held = []

    def release(self) -> None:
        """Send what was kept back."""
        held, self._held, self._bytes = self._held, None, 0
        if held:
            self._out.write(b"".join(held))

    def abort(self) -> None:
        """Drop a connection that could not be closed in time."""
        self._out.abort()

    def expel(self, reason: str) -> None:
        """End the connection because the host says so; the page is told why."""
        self.send(msg.encode(msg.Bye(reason=reason)))
        self.code = BANNED
        asyncio.get_running_loop().call_later(0.1, self.dead.set)


@router.websocket("/ws/tables/{table}")
async def table_socket(socket: WebSocket, table: str) -> None:
    """Connect to a table."""
    site = cast(Site, socket.app.state.site)
    try:
        with site.connected(socket):
            player, token, room = await _admit(site, socket, table)
    except (Refusal, *TROUBLES) as caught:
        error = caught if isinstance(caught, Refusal) else trouble(caught)
        await socket.accept()
        await socket.send_text(msg.encode(refused(error)).decode())
        await socket.close(TRY_LATER if error.code == "busy" else POLICY)
        return
    await socket.accept()
    with contextlib.suppress(Refusal), site.connected(socket):  # refused only if others came in the same moment
        await _serve(site, socket, player, token, room)


async def _admit(site: Site, socket: WebSocket, table: str) -> tuple[Player | None, str, Room]:
    """Admit those who may watch the table, and only from our own pages."""
    site.need_origin(socket)
    player = await site.player(socket)
    if len(table) > 40:
        raise Refusal("unknown_table")
    room = await site.hub.room(table, site.address(socket))
    await need_access(site.hub, room, player.id if player else "")
    return player, site.token(socket) if player else "", room


async def _serve(site: Site, socket: WebSocket, player: Player | None, token: str, room: Room) -> None:
    who = player.id if player else ""
    room.veil(who)
    out = cast(Out, socket.scope["extensions"][EXTENSION])
    page = PageConnection(out, who, room.audience_of(who), site.address(socket))
    welcome = await site.handlers.welcome(room, player)
    page.audience = room.audience_of(who)
    if welcome.seq != room.match.seq:  # the table went on while the note was read
        welcome = room.welcome(who, clock_ms(), welcome.note, welcome.seen)
    page.send(msg.encode(welcome))
    room.come(page)
    site.keeper.connections.add(page)
    reader = asyncio.create_task(_read(site, socket, page, player, token, room))
    fate = asyncio.create_task(page.dead.wait())
    tasks = [reader, fate]
    if player:
        tasks.append(asyncio.create_task(_guard(site, page, player, token)))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                log.error("a connection failed: %s", type(end).__name__, exc_info=end)
        site.keeper.connections.discard(page)
        room.go(page)
        try:
            await asyncio.wait_for(socket.close(TRY_LATER if page.late else page.code), 1)
        except TimeoutError:  # the reader has stopped reading
            page.abort()
        except (RuntimeError, OSError, WebSocketDisconnect):
            pass


async def _read(
    site: Site, socket: WebSocket, page: PageConnection, player: Player | None, token: str, room: Room
) -> None:
    """Answer messages until the connection ends, the session ends, or too many were refused."""
    rate = site.settings.moves_per_second
    bucket = Bucket(rate, 2 * rate)
    strikes = 0
    while strikes < PATIENCE:
        body = await _receive(socket)
        if body is None:
            return
        if token and await site.player_of(token) is None:
            await page.dead.wait()  # the guard of the session closes the connection
        while not site.by_address.allows(page.address):  # others at the same address are slowed down, not refused
            await asyncio.sleep(PAUSE)
        page.hold()
        try:
            answer = await _answer(site, page, player, room, body, bucket)
        finally:
            page.release()
        strikes = strikes + 1 if answer in ("bad_message", "too_fast", "too_large") else 0
    page.send(msg.encode(msg.Bye(reason="too many refused messages", retry=10_000)))
    await asyncio.sleep(0.1)


async def _guard(site: Site, page: PageConnection, player: Player, token: str) -> None:
    """Wait until the session has ended, here or by another process; a connection that only listens ends too."""
    look_again = asyncio.Event()
    site.sessions_of.setdefault(player.id, set()).add(look_again)
    try:
        while await _lasts(site, token):
            look_again.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(look_again.wait(), GUARD)
    finally:
        site.sessions_of[player.id].discard(look_again)
        if not site.sessions_of[player.id]:
            del site.sessions_of[player.id]
    page.send(msg.encode(msg.Bye(reason="signed out")))
    await asyncio.sleep(0.1)


async def _lasts(site: Site, token: str) -> bool:
    """Say whether a session is still valid; a database error does not end it."""
    try:
        return await site.player_of(token) is not None
    except TROUBLES:
        return True


async def _receive(socket: WebSocket) -> str | bytes | None:
    event = await socket.receive()
    if event["type"] != "websocket.receive":
        return None
    body: str | bytes | None = event.get("text")
    return body if body is not None else event.get("bytes") or b""


async def _answer(
    site: Site, page: PageConnection, player: Player | None, room: Room, body: str | bytes, bucket: Bucket
) -> str:
    """Answer one message; give the code of a refusal, or the type of the answer."""
    begin = time.perf_counter()
    kind = "?"
    try:
        if not bucket.take():
            raise Refusal("too_fast")
        message = _decode(body)
        kind = type(message).__name__.lower()
        if isinstance(message, msg.Hint):  # a bot may take long to think; play goes on meanwhile
            site.hub.spawn(_later(site, page, player, room, message))
            return "hint"
        answer = await site.handlers.answer(room, player, message)
    except Refusal as error:
        answer = refused(error)
    except TROUBLES as error:
        answer = refused(trouble(error), message.id)
    body = msg.encode(answer)
    page.send(body)
    site.by_address.charge(page.address, len(body) / LARGE)
    told = answer.code if isinstance(answer, msg.Refused) else type(answer).__name__.lower()
    site.metrics.messages.labels(kind, told).inc()
    if kind == "play" and told == "ack":
        site.metrics.ack.observe(time.perf_counter() - begin)
    return told


async def _later(site: Site, page: PageConnection, player: Player | None, room: Room, message: msg.Hint) -> None:
    page.send(msg.encode(await site.handlers.answer(room, player, message)))


def _decode(body: str | bytes) -> msg.ClientMessage:
    if len(body) > LIMIT:
        raise Refusal("too_large")
    try:
        return msg.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", f"The message cannot be read: {error}.") from error
