"""A WebSocket that the application writes to directly: a message needs no task and no queue per reader."""

from __future__ import annotations

from typing import Final, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rondel.server.limits import Bucket

#: where the application finds the connection in its scope
EXTENSION: Final = "rondel.frames"
#: pings a second that a client may send, and how many at once; bytes of unread answers at which that ends
CONTROLS: Final = 2.0, 20.0
UNREAD: Final = 65_536
#: pieces of one message
PIECES: Final = 64
#: the first byte of a text message that is one frame
_TEXT: Final = b"\x81"


class Out(Protocol):
    """What a connection is to those who send."""

    def waiting(self) -> int:
        """Count the bytes that the network has not taken yet."""
        ...

    def write(self, frames: bytes) -> None:
        """Queue frames for sending."""
        ...

    def abort(self) -> None:
        """End the connection at once, with whatever waits."""
        ...


class Frames(WebSocketsSansIOProtocol):
    """A connection that offers itself to the application."""

    _controls: Bucket | None = None

    async def run_asgi(self) -> None:
        """Run the application, which finds the connection in its scope."""
        extensions = cast(dict[str, object], self.scope["extensions"])
        extensions[EXTENSION] = self
        await super().run_asgi()

    def handle_ping(self) -> None:
        """Answer a ping, as long as they are few and the answers are read."""
        if self._controls is None:
            self._controls = Bucket(*CONTROLS)
        if not self._controls.take() or self.waiting() > UNREAD:
            self.abort()
            return
        super().handle_ping()

    def handle_cont(self, event: object) -> None:
        """Take a piece of a message, as long as they are few."""
        if len(self.frames) > PIECES:
            self.abort()
            return
        super().handle_cont(event)  # type: ignore[arg-type]

    def waiting(self) -> int:
        """Count the bytes that the network has not taken yet."""
        return self.transport.get_write_buffer_size()

    def write(self, frames: bytes) -> None:
        """Send frames, unless the connection is ending."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames)

    def abort(self) -> None:
        """End the connection at once, with whatever waits."""
        self.transport.abort()


def framed(message: bytes) -> bytes:
    """Write a text message as a frame; what a server sends is not masked."""
    size = len(message)
    if size < 126:
        return _TEXT + bytes((size,)) + message
    if size < 65_536:
        return _TEXT + b"\x7e" + size.to_bytes(2, "big") + message
    return _TEXT + b"\x7f" + size.to_bytes(8, "big") + message
