"""Clocks: how much time each seat has, worked out from the times of the events alone."""

from __future__ import annotations

from dataclasses import dataclass

from rondel.server.events import Pace

DAY: int = 86_400_000
#: what a seat has at least when its player comes back after the clock ran out
GRACE: int = 60_000


@dataclass(slots=True)
class Clock:
    """The time left for each seat in milliseconds, and since when whose clock runs."""

    pace: Pace
    left: list[int]
    running: int = -1
    since: int = 0

    @classmethod
    def begin(cls, pace: Pace, seats: int) -> Clock:
        """Give every seat its first time."""
        return cls(pace, [_full(pace)] * seats)

    def copy(self) -> Clock:
        """Give an independent copy."""
        return Clock(self.pace, self.left[:], self.running, self.since)

    def pass_to(self, seat: int, at: int) -> None:
        """Let the clock of a seat run from now on (-1: none), charging whoever decided until now."""
        if self.pace.kind == "none":
            return
        if self.running >= 0:
            self._charge(at)
            if seat != self.running:
                self._refill(self.running)
        self.running, self.since = seat, at

    def _charge(self, at: int) -> None:
        self.left[self.running] -= max(0, at - self.since)

    def _refill(self, seat: int) -> None:
        """Add the increment after a seat's decisions, or give it its days anew."""
        if self.pace.kind == "days":
            self.left[seat] = _full(self.pace)
        else:
            self.left[seat] += 1000 * self.pace.increment

    def expired(self, now: int) -> int:
        """Give the seat whose time is up; -1 if none."""
        if self.running >= 0 and self.left[self.running] - (now - self.since) <= 0:
            return self.running
        return -1

    def due(self) -> int | None:
        """Say when the running clock runs out; None if none runs."""
        return self.since + self.left[self.running] if self.running >= 0 else None

    def forgive(self, now: int) -> None:
        """Do not charge the time in which the server was down; live clocks only."""
        if self.pace.kind == "live" and self.running >= 0:
            self.since = max(self.since, now)

    def grace(self, seat: int) -> None:
        """Leave a returning player a minute at least."""
        if self.pace.kind != "none":
            self.left[seat] = max(self.left[seat], GRACE)


def _full(pace: Pace) -> int:
    return pace.days * DAY if pace.kind == "days" else pace.minutes * 60_000
