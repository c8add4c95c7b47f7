"""Snapshots of a match, so that opening a table replays only what has happened since.

The log stays authoritative: a snapshot that this program cannot use, or that another program made, is ignored, and the
table is built from its first event.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from msgspec import MsgspecError, Struct
from msgspec.msgpack import Decoder, Encoder

from rondel import boards
from rondel.errors import RondelError
from rondel.game import CHANCE, Game, JsonDict, State
from rondel.server.core.clock import Clock
from rondel.server.core.course import Ply
from rondel.server.core.marks import Marks
from rondel.server.core.match import Match, open_match
from rondel.server.wire.events import AnyEvent, Asked, Chair, Ended, Orders, Played, Proposed, Setup

#: events after which a new snapshot is worth its cost; a long game waits for a quarter of its length, but not for ever
EVENTS = 256
MOST_EVENTS = 768
#: positions before the last one that a snapshot keeps
EARLIER = 3


class Snapshot(Struct, frozen=True):
    """Everything a match holds besides its setup. A decision that stands is named by its place in the log."""

    program: str
    seq: int
    rev: int
    standing: list[int]
    actions: list[int]  # as this program numbers them
    turns: list[tuple[int, int]]  # of each decision that stands: the turn, and whose it was
    earned: dict[int, tuple[int, int]]  # step -> the seat that gained time, and how much
    prefix: int
    chairs: list[Chair]
    orders: list[Orders]
    left: list[int]
    running: int
    since: int
    owner: int
    graced: int
    forgiven: int
    request: Asked | None
    agreed: list[int]
    started: bool
    closed: bool
    next: str
    deserters: dict[int, str]
    position: JsonDict
    flagged: list[int] = []
    vote: Proposed | None = None
    voices: dict[int, bool] = {}
    failed: dict[str, int] = {}
    paused: int = 0
    ending: bool = False
    ended: Ended | None = None
    reminded: int = -1
    kicked: list[str] = []
    earlier: list[tuple[int, JsonDict]] = []  # positions a little before, to go back and to show the end of the log


_encoder = Encoder()
_decoder: Decoder[Snapshot] = Decoder(Snapshot)


def is_due(match: Match, last: int) -> bool:
    """Say whether enough has happened since the last snapshot."""
    return match.seq - last >= max(EVENTS, min(match.step // 4, MOST_EVENTS))


def take(match: Match) -> bytes | None:
    """Write a match down; None if its position cannot be written and read back."""
    position = _written(match.state)
    marks = [(step, _written(state)) for step, state in match.marks.latest(EARLIER) if 0 < step < match.step]
    earlier = [(step, written) for step, written in marks if written is not None]
    if position is None or len(earlier) < len(marks):
        return None
    clock = match.clock
    return _encoder.encode(
        Snapshot(
            program=program_of(type(match.game)), seq=match.seq, rev=match.rev,
            standing=[ply.seq for ply in match.plies], actions=match.actions(),
            turns=[(ply.turn, ply.turn_of) for ply in match.plies],
            earned={step: (ply.earner, ply.gained) for step, ply in enumerate(match.plies) if ply.earner >= 0},
            prefix=match.prefix, chairs=list(match.chairs), orders=match.orders, left=clock.left, running=clock.running,
            since=clock.since, owner=clock.owner, graced=clock.graced,
            forgiven=match.forgiven, request=match.request, agreed=sorted(match.agreed),
            started=match.started, closed=match.closed, next=match.next, deserters=match.deserters, position=position,
            flagged=list(match.flagged), earlier=earlier, vote=match.vote, voices=match.voices, failed=match.failed,
            paused=match.paused, ending=match.ending, ended=match.ended, reminded=match.reminded,
            kicked=sorted(match.kicked),
        )
    )  # fmt: skip


def _written(state: State) -> JsonDict | None:
    """Write a position that can be read back; None for any other, and in a game that reads none."""
    position = dict(state.view(CHANCE))
    try:
        again = state.game.read(position)
    except RondelError:
        return None
    return position if again.key() == state.key() else None


def is_usable(game: Game, events: Sequence[AnyEvent], body: bytes) -> bool:
    """Say whether a snapshot is of this program and of this log."""
    try:
        snapshot = _decoder.decode(body)
    except MsgspecError:
        return False
    return snapshot.program == program_of(type(game)) and snapshot.seq <= len(events)


def restore(setup: Setup, game: Game, events: Sequence[AnyEvent], body: bytes) -> Match:
    """Build a match from a snapshot and the events after it; from all events if the snapshot is of no use."""
    try:
        snapshot = _decoder.decode(body)
        if snapshot.program != program_of(type(game)) or snapshot.seq > len(events):
            return open_match(setup, game, events)
        match = _restored(open_match(setup, game, ()), snapshot, events)
    except (MsgspecError, RondelError, IndexError):
        return open_match(setup, game, events)
    for event in islice(events, snapshot.seq, None):
        match.apply(event)
    return match


def _restored(match: Match, snapshot: Snapshot, events: Sequence[AnyEvent]) -> Match:
    match.plies = [_ply(snapshot, events, step) for step in range(len(snapshot.standing))]
    match.state = match.game.read(snapshot.position)
    match.marks = Marks((0,), (match.first,))
    for step, position in snapshot.earlier:
        match.marks = match.marks.with_next(step, match.game.read(position))
    if match.step:
        match.marks = match.marks.with_next(match.step, match.state)
    match.seq, match.rev, match.prefix = snapshot.seq, snapshot.rev, snapshot.prefix
    match.chairs, match.orders = tuple(snapshot.chairs), list(snapshot.orders)
    match.clock = Clock(
        match.setup.pace, list(snapshot.left), snapshot.running, snapshot.since, snapshot.owner, snapshot.graced
    )
    match.forgiven = snapshot.forgiven
    match.request, match.agreed = snapshot.request, frozenset(snapshot.agreed)
    match.started, match.closed, match.next = snapshot.started, snapshot.closed, snapshot.next
    match.deserters, match.flagged = dict(snapshot.deserters), tuple(snapshot.flagged)
    match.vote, match.voices, match.failed = snapshot.vote, dict(snapshot.voices), dict(snapshot.failed)
    match.paused, match.ending, match.ended = snapshot.paused, snapshot.ending, snapshot.ended
    match.reminded, match.kicked = snapshot.reminded, frozenset(snapshot.kicked)
    return match


def _ply(snapshot: Snapshot, events: Sequence[AnyEvent], step: int) -> Ply:
    event = events[snapshot.standing[step] - 1]
    if not isinstance(event, Played):
        raise IndexError(step)
    action = snapshot.actions[step]
    if event.action != action:
        event = Played(event.at, event.seat, action, event.text, event.by, event.nonce)
    return Ply(event, snapshot.standing[step], *snapshot.turns[step], *snapshot.earned.get(step, (-1, 0)))


@cache
def program_of(kind: type[object]) -> str:
    """Name the rules and boards as this program has them: by the files that a game's class and the boards come from."""
    digest = hashlib.sha256()
    for module in (sys.modules[kind.__module__], boards):
        for path in sorted(Path(module.__file__ or "").parent.rglob("*")):
            if path.suffix in (".py", ".toml", ".json"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
