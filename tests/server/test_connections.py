"""Connections are bounded before the application sees them: how many, how slow, how large a head, how much waits."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest
from websockets.client import ClientProtocol
from websockets.protocol import State
from websockets.uri import parse_uri

from rondel.server.http import connections
from rondel.server.http.connections import HEAD, Connection, Gate
from rondel.server.http.frames import framed
from rondel.server.http.socket import WAITING, PageConnection
from rondel.server.limits import network_of
from tests.server.live import Live


def talk(live: Live, *pieces: bytes, pause: float = 0.0) -> bytes:
    """Send bytes to the server, and give what it answers until it hangs up."""
    with socket.create_connection(("127.0.0.1", live.port), timeout=10) as line:
        try:
            for piece in pieces:
                line.sendall(piece)
                time.sleep(pause)
            answer = b""
            while got := line.recv(65536):
                answer += got
        except ConnectionError:
            return b"reset"
    return answer


def head(size: int) -> bytes:
    return b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: " + b"a" * size + b"\r\n\r\n"


def test_a_small_request_is_answered_and_a_large_head_is_not(tmp_path: Path) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        assert talk(live, head(100)).startswith(b"HTTP/1.1 200")
        assert talk(live, head(2 * HEAD)).startswith((b"HTTP/1.1 431", b"reset"))
        endless = b"GET / HTTP/1.1\r\nX-Long: "
        assert talk(live, endless, *[b"a" * 8192] * 6, pause=0.01).startswith((b"HTTP/1.1 431", b"reset"))
        assert talk(live, head(100)).startswith(b"HTTP/1.1 200"), "others go on"


def test_a_slow_head_ends_the_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        begin = time.monotonic()
        assert talk(live, b"GET / HT").startswith(b"HTTP/1.1 408")
        assert talk(live).startswith(b"HTTP/1.1 408"), "one that says nothing ends too"
        assert time.monotonic() - begin < 5


def test_a_slow_body_ends_the_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        slow = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        assert b"408" in talk(live, slow)


def test_connections_are_counted_from_their_first_byte(tmp_path: Path) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        kind = live.server.config.http_protocol_class
        assert issubclass(kind, Connection)
        kind.gate.each = 4
        open_lines = [socket.create_connection(("127.0.0.1", live.port), timeout=10) for _ in range(4)]
        time.sleep(0.2)
        assert talk(live, head(10)).startswith((b"HTTP/1.1 503", b"reset"))
        for line in open_lines:
            line.close()
        time.sleep(0.2)
        assert talk(live, head(10)).startswith(b"HTTP/1.1 200")


def test_a_trusted_proxy_is_no_address() -> None:
    gate = Gate(10, 2, "10.0.0.1, 10.0.0.2")
    assert [gate.enter("10.0.0.1") for _ in range(5)] == [True] * 5
    assert [gate.enter("192.0.2.7") for _ in range(3)] == [True, True, False]
    for _ in range(2):
        gate.leave("192.0.2.7")
    assert "192.0.2.7" not in gate.addresses
    assert [gate.enter(f"192.0.2.{place}") for place in range(10, 17)] == [True] * 5 + [False] * 2, "ten in all"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_limits_count_networks_of_ipv6(address: str, counted: str) -> None:
    assert network_of(address) == counted


class Stuck:
    """A connection whose network takes nothing."""

    def __init__(self) -> None:
        self.written = b""
        self.writes = 0

    def waiting(self) -> int:
        return len(self.written)

    def write(self, frames: bytes) -> None:
        self.written += frames
        self.writes += 1

    def abort(self) -> None:
        self.written = b""


def test_a_connection_that_does_not_read_ends_after_so_many_bytes() -> None:
    line = PageConnection(Stuck(), "ann", 0)
    line.send(b"x" * (2 * WAITING))
    assert not line.dead.is_set(), "one message always fits"
    line.send(b"x")
    assert line.dead.is_set()
    assert line.late


def test_what_is_held_back_for_an_answer_counts_and_goes_out_with_it() -> None:
    out = Stuck()
    line = PageConnection(out, "ann", 0)
    line.hold()
    line.send(b"update")
    line.send(b"ack")
    assert out.writes == 0
    line.release()
    assert (out.writes, out.written) == (1, framed(b"update") + framed(b"ack"))
    line.hold()
    line.send(b"x" * (WAITING - 20))
    line.send(b"x" * 20)
    assert line.late, "held messages wait too"


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_messages_of_any_length_arrive_whole(size: int) -> None:
    heard: list[object] = []
    client = ClientProtocol(parse_uri("ws://localhost/"))
    client.state = State.OPEN
    client.parser = client.parse()
    next(client.parser)
    client.receive_data(framed(b"x" * size))
    heard += client.events_received()
    assert [getattr(frame, "data", None) for frame in heard] == [b"x" * size]


def test_answers_to_a_connection_that_was_broken_off_fail_for_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        request = b"GET /api/archive HTTP/1.1\r\nHost: x\r\n\r\n"
        assert talk(live, request * 20) in (b"", b"reset"), "too many were sent ahead"
        time.sleep(0.3)
        assert talk(live, head(100)).startswith(b"HTTP/1.1 200"), "others go on"
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
