"""Chat lines about who came and went, and about votes."""

from __future__ import annotations

from msgspec.structs import replace

from rondel.server.wire.events import (
    AnyEvent,
    Chair,
    Ending,
    Extended,
    Lapsed,
    Named,
    Paused,
    Proposed,
    Reminded,
    Resumed,
    Sat,
    Started,
    Voted,
)
from rondel.server.wire.messages import ChatLine

#: events of the table as a whole, by the code that a page has words for
WHOLE: dict[type[AnyEvent], str] = {
    Lapsed: "lapsed", Paused: "paused", Resumed: "resumed", Extended: "extended", Ending: "ending",
}  # fmt: skip


class Tidings:
    """Follows the log of a table and puts what happened into lines; who sits where is known from the events alone."""

    def __init__(self, seats: int) -> None:
        self._chairs = [Chair()] * seats
        self._started = False

    def line(self, seq: int, event: AnyEvent) -> ChatLine | None:
        """Give the chat line of an event; None if it is shown elsewhere."""
        if isinstance(event, Started):
            self._started = True
        if isinstance(event, Named):
            self._chairs = [
                replace(chair, name=event.name) if chair.player == event.player else chair for chair in self._chairs
            ]
        if isinstance(event, Sat):
            return self._sat(seq, event)
        if isinstance(event, Proposed):
            return _line(seq, event, f"vote.{event.what}", event.seat, self._name(event.seat), self._name(event.other))
        if isinstance(event, Voted):
            return _line(seq, event, "yes" if event.yes else "no", event.seat, self._name(event.seat))
        if isinstance(event, Reminded):
            return _line(seq, event, "reminded", event.seat, self._name(event.seat))
        if type(event) in WHOLE:
            return _line(seq, event, WHOLE[type(event)])
        return None

    def _name(self, seat: int) -> str:
        return self._chairs[seat].name if seat >= 0 else ""

    def _sat(self, seq: int, event: Sat) -> ChatLine | None:
        before, self._chairs[event.seat] = self._name(event.seat), event.chair
        if event.why == "kicked" or (self._started and event.why in ("left", "away", "back", "clock", "joined")):
            name = event.chair.name if event.why == "joined" else before
            return _line(seq, event, event.why, event.seat, name, before if event.why == "joined" else "")
        if event.why == "replaced":
            return _line(seq, event, "freed" if event.chair.free else "replaced", event.seat, before)
        return None


def _line(seq: int, event: AnyEvent, code: str, seat: int = 0, name: str = "", other: str = "") -> ChatLine:
    return ChatLine(seq, seat, name, other, event.at, event=code)
