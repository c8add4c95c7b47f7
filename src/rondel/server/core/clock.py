"""Clocks: how much time each seat has left, computed from the times of events alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rondel.server.wire.events import Pace

HOUR: int = 3_600_000
DAY: int = 24 * HOUR
#: what a seat gets when its player returns after its days ran out
GRACE: int = HOUR


@dataclass(slots=True)
class Clock:
    """The time left for each seat in milliseconds, and since when whose clock runs."""

    pace: Pace
    left: list[int]
    running: int = -1
    since: int = 0
    owner: int = -1  # the seat whose clock runs, even while a draw is pending
    graced: int = 0  # seats that were given time after their clock ran out and have not decided since, as bits

    @classmethod
    def begin(cls, pace: Pace, seats: int) -> Clock:
        """Give every seat its first time."""
        return cls(pace, [_full(pace)] * seats)

    def copy(self) -> Clock:
        """Give an independent copy."""
        return Clock(self.pace, self.left[:], self.running, self.since, self.owner, self.graced)

    def pass_to(self, seat: int, at: int) -> None:
        """Let the clock of a seat run from now on (-1: none), charging the seat that decided until now."""
        if self.pace.kind == "none":
            return
        if self.running >= 0:
            self.left[self.running] -= self._spent(at)
        self.running, self.since = seat, at

    def earned(self, waits: bool, free: bool) -> tuple[int, int]:
        """Add the increment, or renew the days, after a seat's last decision for now; give the seat and the time.

        Nothing is earned while a draw is pending (`waits`) or for a standing order (`free`).
        """
        if waits or self.pace.kind == "none":
            return -1, 0
        seat, self.owner = self.owner, self.running
        if free or seat in (-1, self.running):
            return -1, 0
        gained = 1000 * self.pace.increment if self.pace.kind == "live" else _full(self.pace) - self.left[seat]
        self.left[seat] += gained
        self.graced &= ~(1 << seat)
        return seat, gained

    def take_back(self, seat: int, gained: int) -> None:
        """Take away the time gained by a decision that is now taken back."""
        if seat >= 0:
            self.left[seat] -= gained

    def expired(self, now: int) -> int:
        """Give the seat whose time is up; -1 if none."""
        if self.running >= 0 and self.left[self.running] <= self._spent(now):
            return self.running
        return -1

    def due(self) -> int | None:
        """Say when the running clock runs out; None if none runs."""
        return self.counts_from + self.left[self.running] if self.running >= 0 else None

    @property
    def counts_from(self) -> int:
        """When time begins to be charged: with days, after the free hours."""
        return self.since + (self.pace.grace * HOUR if self.pace.kind == "days" else 0)

    def _spent(self, at: int) -> int:
        """Count the milliseconds that are charged if the running clock stops now."""
        return max(0, at - self.counts_from)

    def add(self, ms: int) -> None:
        """Give every seat more time."""
        if self.pace.kind != "none":
            self.left = [left + ms for left in self.left]

    def downtime(self, outages: Sequence[tuple[int, int]]) -> int:
        """Count the milliseconds of outages in which a live clock ran."""
        if self.pace.kind != "live" or self.running < 0:
            return 0
        return sum(max(0, end - max(begin, self.since)) for begin, end in outages)

    def forgive(self, ms: int) -> None:
        """Give back this much of the time that the clock has run."""
        self.since += ms

    def grace(self, seat: int) -> None:
        """Leave an hour to a player who returns after days ran out; once, until they have decided something."""
        if self.pace.kind == "days" and self.left[seat] <= 0 and not self.graced >> seat & 1:
            self.left[seat] = GRACE
            self.graced |= 1 << seat


def _full(pace: Pace) -> int:
    return pace.days * DAY if pace.kind == "days" else pace.minutes * 60_000
