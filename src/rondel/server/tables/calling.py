"""Whom to notify after a decision: who decides next, and who should know of a beginning, an end or a message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from rondel.server.core.match import Draft, Match
from rondel.server.notices.facts import lead_of
from rondel.server.notices.outbox import After, Call
from rondel.server.notices.wishes import DAY, HOUR
from rondel.server.tables.room import Room
from rondel.server.wire.events import AnyEvent, Chair, Reminded, Said, Started

#: the last decisions among which a player's own is looked for
LOOK_BACK = 2_000


def calls_of(room: Room, draft: Draft, now: int, soon: int) -> list[Call]:
    """List the notices that follow from a draft; those who are looking get none."""
    before, after = room.match, draft.after
    calls = [call for event in draft.events for call in _calls_of_event(room, after, event, now, soon)]
    if after.status == "over" and before.status != "over":
        calls += [
            Call("end", chair.player, room.id, str(after.seq), about=about(after, chair.player))
            for chair in _away(room, after)
        ]
    return calls + _turn(room, before, after, now, soon)


def calls_of_new(room: Room, events: Sequence[AnyEvent], now: int, soon: int, contest: bool = False) -> list[Call]:
    """List the notices that follow from the making of a table: seats wait for people, or it begins at once.

    Its maker is about to look at it, except for the director of a tournament (`contest`).
    """
    match, host = room.match, room.match.setup.host
    asked = set(match.setup.reserved.values())
    if contest:
        people = asked | {chair.player for chair in match.chairs if chair.kind == "person"}
        owed = _owed(room, match, now, soon)
        people -= {call.player for call in owed if call.event == "turn"}  # the first to decide gets only that notice
        told = [Call("round", player, room.id, due=now + soon, about=about(match, player)) for player in sorted(people)]
        return told + owed
    name = next((chair.name for chair in match.chairs if chair.player == host), "")
    calls = [
        Call("invitation", player, room.id, by=host, about={**about(match, ""), "who": name})
        for player in sorted(asked - {host})
    ]
    if any(isinstance(event, Started) for event in events):
        calls += _begun(room, match, now, soon) + _owed(room, match, now, soon)
    return [call for call in calls if call.player != host or call.event == "reminder"]


def _calls_of_event(room: Room, after: Match, event: AnyEvent, now: int, soon: int) -> list[Call]:
    if isinstance(event, Started):
        return _begun(room, after, now, soon)
    if isinstance(event, Reminded):
        chair = after.chairs[event.seat]
        told = {**about(after, chair.player), "seat": str(event.seat), "prompt": after.game.prompt(after.state)}
        return [Call("turn", chair.player, room.id, f"asked {after.rev}", now, about=told)]
    if isinstance(event, Said) and event.seat >= 0:
        values = {**about(after, ""), "who": event.name}
        return [
            Call("chat", chair.player, room.id, str(now // HOUR), now + soon, event.player, values)
            for chair in _away(room, after)
            if chair.player != event.player
        ]
    return []


def _begun(room: Room, match: Match, now: int, soon: int) -> list[Call]:
    """Tell those who are away that the game begins; the player who decides first is told that instead."""
    first = match.chairs[match.state.to_act].player if match.state.to_act >= 0 else ""
    return [
        Call("begin", chair.player, room.id, "begin", now + soon, about=about(match, chair.player))
        for chair in _away(room, match)
        if chair.player != first
    ]


def _away(room: Room, match: Match) -> list[Chair]:
    people = {chair.player: chair for chair in match.chairs if chair.kind == "person" and chair.player}
    return [chair for player, chair in people.items() if not room.is_here(player)]


def _turn(room: Room, before: Match, after: Match, now: int, soon: int) -> list[Call]:
    """Notify the player who has to decide now, if it was somebody else before."""
    if after.status != "playing" or after.state.to_act < 0:
        return []
    was = before.chairs[before.state.to_act].player if before.status == "playing" and before.state.to_act >= 0 else ""
    chair = after.chairs[after.state.to_act]
    return _owed(room, after, now, soon) if chair.player and chair.player != was else []


def _owed(room: Room, match: Match, now: int, soon: int) -> list[Call]:
    """Call a player who owes a decision: once until they have decided something, and again when time runs out."""
    seat = match.state.to_act
    chair = match.chairs[seat] if match.status == "playing" and seat >= 0 else None
    if chair is None or chair.kind != "person" or chair.automatic:
        return []
    once, values = str(_decided(match, chair.player)), about(match, chair.player)
    calls = []
    if not room.is_here(chair.player):
        told = {**values, "seat": str(seat), "prompt": match.game.prompt(match.state)}
        calls.append(Call("turn", chair.player, room.id, once, now + soon, about=told))
    due, pace = match.clock.due(), match.setup.pace
    if due is not None and pace.kind == "days":
        lead = lead_of(pace.days * DAY)
        calls.append(Call("reminder", chair.player, room.id, f"time {once}", due - lead,
                          about={**values, "lead": str(lead)}))  # fmt: skip
    return calls


def _decided(match: Match, player: str) -> int:
    """Give the step of a player's last own decision; -1 if there is none."""
    seats = match.seats_of(player)
    for step in range(match.step - 1, max(-1, match.step - LOOK_BACK), -1):
        event = match.plies[step].event
        if event.seat in seats and not event.by:
            return step
    return -1


def about(match: Match, player: str) -> dict[str, str]:
    """Give the values for the words of a notice about a table."""
    others = dict.fromkeys(chair.name for chair in match.chairs if chair.name and chair.player != player)
    return {
        "game": str(match.setup.header["game"]), "title": match.setup.title,
        "others": ", ".join(list(others)[:6]) if player else "",
    }  # fmt: skip


def together(parts: Iterable[After | None]) -> After | None:
    """Make one of several things to be done in a transaction."""
    found = [part for part in parts if part is not None]
    if not found:
        return None

    def do(connection: Connection) -> None:
        for part in found:
            part(connection)

    return do
