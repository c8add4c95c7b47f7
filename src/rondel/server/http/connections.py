"""Limits on connections from their first byte: too many, too slow, or with too large a head.

The application sees a request only once its head is complete, so everything before that must be limited here. A trusted
proxy is not counted as an address: it limits its own visitors.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from rondel.server.limits import network_of

#: bytes of a request's first line and headers
HEAD = 32_768
#: seconds in which the head of a request must be whole, and then its body
HEAD_SECONDS = 10.0
BODY_SECONDS = 30.0
#: pipelined requests that may wait on one connection: browsers and proxies send none
AHEAD = 4
#: seconds in which a large answer must be taken, and bytes that may wait for the readers of one address
READ_SECONDS = 60.0
UNREAD = 16_000_000


class Gate:
    """How many connections there are, and from where."""

    def __init__(self, most: int, each: int, proxies: str = "") -> None:
        self.most, self.each = most, each
        self.proxies = {name.strip() for name in proxies.split(",") if name.strip()}
        self.addresses: Counter[str] = Counter()
        self.unread: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection, if there is room for it."""
        trusted = "*" in self.proxies or address in self.proxies
        if self.addresses.total() >= self.most or (not trusted and self.addresses[address] >= self.each):
            return False
        self.addresses[address] += 1
        return True

    def keep(self, address: str, size: int) -> bool:
        """Count bytes that wait for a slow reader; say whether that is still within what an address may have."""
        trusted = "*" in self.proxies or address in self.proxies
        if size > 0 and not trusted and self.unread[address] + size > UNREAD:
            return False
        self.unread[address] += size
        if self.unread[address] <= 0:
            del self.unread[address]
        return True

    def leave(self, address: str) -> None:
        """Take note that a connection has ended."""
        self.addresses[address] -= 1
        if self.addresses[address] <= 0:
            del self.addresses[address]


class Connection(HttpToolsProtocol):
    """A counted connection with time limits. After a WebSocket upgrade the table counts it instead."""

    gate: ClassVar[Gate]

    _address = ""
    _counted = False
    _head = 0  # bytes of the head so far; -1 once it is whole
    _refused = False
    _limit: asyncio.TimerHandle | None = None
    _unread = 0  # bytes of an answer that wait for a slow reader
    _reading: asyncio.TimerHandle | None = None
    _answers: Sequence[RequestResponseCycle] = ()  # those that are not written yet; uvicorn knows the last alone

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        self._address = network_of(self.client[0]) if self.client else ""
        self._counted = self.gate.enter(self._address)
        if not self._counted:
            self._turn_away(503)
            return
        self._within(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._leave()
        self._forget_answers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes in, as long as the head stays small."""
        if self._refused:
            return
        if self._head >= 0:
            self._head += len(data)
        super().data_received(data)
        if self._head > HEAD:
            self._turn_away(431)

    def on_message_begin(self) -> None:
        """Begin with the head of a request."""
        super().on_message_begin()
        self._head = max(self._head, 0)
        self._within(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        """Go on with the body, unless the head was too large or too many requests were sent ahead."""
        if self._refused:
            return
        if len(self.pipeline) >= AHEAD:
            self._refused = True
            self._break_off()
            return
        if self._head > HEAD and sum(len(name) + len(value) for name, value in self.headers) + len(self.url) > HEAD:
            self._turn_away(431)
            return
        self._head = -1
        self._within(BODY_SECONDS)
        super().on_headers_complete()
        answers = (*self._answers, self.cycle)  # none for a WebSocket
        self._answers = [answer for answer in answers if answer and not answer.response_complete]

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body in."""
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Let the application take its time: the request is whole."""
        if self._refused:
            return
        self._stop_waiting()
        self._head = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; the table counts it from now on."""
        self._leave()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Note that the reader is slow: since when, and how many bytes wait for its address."""
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()
        if not self.gate.keep(self._address, self._unread):
            self._unread = 0
            self._break_off()
            return
        self._reading = self.loop.call_later(READ_SECONDS, self._break_off)

    def resume_writing(self) -> None:
        """Go on: the reader has taken most of it."""
        self._was_read()
        super().resume_writing()

    def _was_read(self) -> None:
        self.gate.keep(self._address, -self._unread)
        self._unread = 0
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _within(self, seconds: float) -> None:
        self._stop_waiting()
        self._limit = self.loop.call_later(seconds, self._turn_away, 408)

    def _stop_waiting(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _leave(self) -> None:
        self._stop_waiting()
        self._was_read()
        if self._counted:
            self._counted = False
            self.gate.leave(self._address)

    def _break_off(self) -> None:
        """End the connection at once."""
        self._forget_answers()
        self.transport.abort()

    def _forget_answers(self) -> None:
        """Let answers that are being made go nowhere: writing them would fail, and each failure is logged at length."""
        for answer in self._answers:
            answer.disconnected = not answer.response_complete
            answer.message_event.set()
        self._answers = []

    def _turn_away(self, status: int) -> None:
        """End the connection with a status, if there is still somebody to read it."""
        self._refused = True
        self._stop_waiting()
        self._forget_answers()
        if not self.transport.is_closing():
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()


def guarded(most: int, each: int, proxies: str) -> type[Connection]:
    """Give the kind of connection for one server, with its own count."""
    return type("Guarded", (Connection,), {"gate": Gate(most, each, proxies)})
