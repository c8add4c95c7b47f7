"""Limits: how often anybody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from rondel.server.wire.refusal import Refusal

#: how many are tracked; those unseen longest are dropped, which only favors them
WATCHED = 20_000


@lru_cache(maxsize=WATCHED)
def network_of(address: str) -> str:
    """Give what limits apply to: an IPv4 address, or the /64 network of an IPv6 address, which one customer owns."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


class Bucket:
    """A token bucket: a rate per second, and bursts. One for each connection."""

    __slots__ = ("_full", "_level", "_rate", "_then")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._full, self._level, self._then = rate, burst, burst, time.monotonic()

    def take(self, cost: float = 1.0, share: float = 1.0) -> bool:
        """Say whether one more may pass; one that costs much is paid for by those after it.

        With a share of less than one, rate and burst are that much smaller.
        """
        now = time.monotonic()
        self._level = min(self._full * share, self._level + (now - self._then) * self._rate * share)
        self._then = now
        if self._level < min(1.0, self._full * share):
            return False
        self._level -= cost
        return True

    def charge(self, cost: float) -> None:
        """Charge for something that cost more than expected."""
        self._level -= cost


class Limiter:
    """Buckets by name: of a player, an address, an account."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.share = 1.0  # of the limits of the site, where other processes have the rest

    def check(self, name: str, cost: float = 1.0) -> None:
        """Let one more pass, or refuse it."""
        if not self.allows(name, cost):
            raise Refusal("too_fast")

    def allows(self, name: str, cost: float = 1.0) -> bool:
        """Say whether one more may pass."""
        return self._bucket(name).take(cost, self.share)

    def charge(self, name: str, cost: float) -> None:
        """Charge for something that cost more than expected."""
        self._bucket(name).charge(cost)

    def _bucket(self, name: str) -> Bucket:
        bucket = self._buckets.pop(name, None) or Bucket(self._rate, self._burst)
        self._buckets[name] = bucket
        while len(self._buckets) > WATCHED:
            self._buckets.popitem(last=False)
        return bucket
