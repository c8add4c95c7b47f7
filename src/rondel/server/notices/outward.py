"""Calls to addresses that strangers chose: https only, public addresses only, and bounded in time.

A name is looked up once. The address that was checked is the one that is called, so that a name which changes its
address between the two gains nothing; redirects are not followed.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from rondel.server.wire.refusal import Refusal

#: IPv6 addresses that carry an IPv4 address of their last 32 bits
_TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))


class Unreachable(Exception):
    """The other side did not answer, or not in time."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a call goes: the name for the certificate, and the address that was checked."""

    host: str
    port: int
    address: str
    path: str
    secure: bool


def is_public(text: str) -> bool:
    """Say whether anybody on the internet can reach an address: nothing of this machine or its network."""
    try:
        address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and any(address in network for network in _TRANSLATED):
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if address.is_site_local:  # of networks of before 2004
            return False
        address = inner or address
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def parse(url: str, private: bool = False) -> tuple[str, int, str, bool]:
    """Give host, port and path of an address, and whether it is https; refuse what may not be called.

    `private` is for tests, which have nothing but the loopback: it allows http too.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as error:
        raise Refusal("bad_message", "That is not an address.") from error
    secure = parts.scheme == "https"
    if not secure and not (private and parts.scheme == "http"):
        raise Refusal("bad_message", "The address must begin with https://.")
    if not parts.hostname or parts.username or parts.password or not url.isascii() or not url.isprintable():
        raise Refusal("bad_message", "That is not an address.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.hostname, port or (443 if secure else 80), path, secure


def look_up(url: str, private: bool = False) -> Target:
    """Find the address behind a URL; refuse one that is not public. This waits for the name server."""
    host, port, path, secure = parse(url, private)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host} is not known") from error
    addresses = [str(entry[4][0]) for entry in found]
    if not private and not all(is_public(address) for address in addresses):
        raise Refusal("bad_message", "That address is not a public one.")
    return Target(host, port, addresses[0], path, secure)


def post(target: Target, body: bytes, headers: Mapping[str, str], seconds: float) -> int:
    """Send a body to a checked address; give the status. All of it takes `seconds` at most."""
    connection = _Pinned(target, seconds)
    # a server that sends a byte now and then would hold a thread for as long as it likes
    limit = threading.Timer(seconds, connection.cut)
    limit.daemon = True
    limit.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        return connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
        raise Unreachable(type(error).__name__) from error
    finally:
        limit.cancel()
        connection.close()


class _Pinned(http.client.HTTPConnection):
    """A connection to the address that was checked, whatever the name leads to by now."""

    def __init__(self, target: Target, seconds: float) -> None:
        super().__init__(target.host, target.port, timeout=seconds)
        self.target = target
        self.default_port = 443 if target.secure else 80

    def connect(self) -> None:
        """Connect to the checked address, and check the certificate against the name."""
        self.sock = socket.create_connection((self.target.address, self.target.port), self.timeout)
        if self.target.secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.target.host)

    def cut(self) -> None:
        """End it, from another thread."""
        if self.sock is not None:
            with contextlib.suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
