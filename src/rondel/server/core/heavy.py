"""Slow work on long games, as functions of plain values so that another process can run them (`server.apart`)."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.json import Decoder, Encoder

from rondel import record as records
from rondel.boards.reader import load_board
from rondel.draw.board import draw_board
from rondel.draw.card import WIDTH, draw_card
from rondel.draw.png import to_png
from rondel.draw.sheet import PHONE_WIDTH
from rondel.errors import RondelError, SetupError
from rondel.game import JsonDict, JsonObject, State
from rondel.record import Record
from rondel.registry import find_book
from rondel.server.core import snapshots, views
from rondel.server.core.course import Ply
from rondel.server.core.editions import begun, named_game
from rondel.server.core.marks import Marks
from rondel.server.core.match import LONGEST, Match, Trial, open_match
from rondel.server.wire.bodies import LogPage, Replay, ReplayStep
from rondel.server.wire.events import AnyEvent, Played, Setup
from rondel.server.wire.messages import Update, encode
from rondel.server.wire.refusal import Refusal

#: bytes of a record's headers: twice the largest board there is
HEADER = 120_000
#: updates in one piece of a replay
STRETCH = 200
_lists: Decoder[list[AnyEvent]] = Decoder(list[AnyEvent])
_encoder = Encoder()
_BEFORE = Ply(Played(0, -1, 0, ""), 0, 0, 0)


def ready() -> bool:
    """Say that all of this is imported, to whoever starts a process for it."""
    return True


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a match: its first position, and the decisions in it."""

    setup: Setup
    total: int
    start: int
    state: State
    plies: Sequence[Ply]

    def match(self) -> Match:
        """Give a match that knows this stretch."""
        match = open_match(self.setup, self.state.game, ())
        match.plies = [_BEFORE] * self.start + list(self.plies)
        match.marks = Marks((self.start,), (self.state,))
        match.state = match.state_at(match.step) if not self.plies else _after(self.state, self.plies)
        return match


def _after(state: State, plies: Sequence[Ply]) -> State:
    last = state.copy()
    for ply in plies:
        last.advance(ply.event.action)
    return last


def excerpt(match: Match, start: int, end: int) -> Excerpt:
    """Cut a stretch out of a match."""
    state = match.state_at(start).copy()
    return Excerpt(match.setup, match.step, start, state, match.plies[start:end])


def log_page(cut: Excerpt, audience: int) -> bytes:
    """Write a piece of the log."""
    match = cut.match()
    return encode(LogPage(views.log_lines(match, audience, cut.start, match.step), cut.total))


def moment(cut: Excerpt, audience: int, step: int) -> bytes:
    """Write the position after that many decisions, with the decision before it."""
    match = cut.match()
    state = match.state_at(step)
    lines = views.log_lines(match, audience, max(0, step - 1), step)
    view = dict(views.view_of(match, state, audience))
    return encode(ReplayStep(step, cut.total, view, views.turn_of(state), lines[0] if lines else None))


def stretch(cut: Excerpt, audience: int) -> bytes:
    """Write part of a replay."""
    match = cut.match()
    state = cut.state.copy()
    first = view = views.view_of(match, state, audience)
    updates = []
    for step, ply in enumerate(cut.plies, cut.start):
        before = state.copy()
        state.advance(ply.event.action)
        line = views.log_line(match, before, ply, step, audience, state)
        after = views.view_of(match, state, audience)
        updates.append(
            Update(seq=0, rev=0, step=step + 1, patch=views.changes(view, after), turn=views.turn_of(state), log=[line])
        )
        view = after
    return encode(Replay(cut.start, cut.total, dict(first), updates, views.target_of(match)))


def picture(header: JsonObject, view: JsonObject, width: int, dark: bool) -> bytes:
    """Draw a position as SVG."""
    game = named_game(header)
    return find_book(game.id).draw(game, view, width, dark).encode()


def card(header: JsonObject, view: JsonObject, title: str, names: str) -> bytes:
    """Draw what a shared link shows of a position as PNG; nothing if this installation cannot draw one."""
    try:
        return to_png(draw_card(picture(header, view, WIDTH, False).decode(), title, names))
    except (SetupError, ValueError):  # no renderer, or a drawing that it cannot read
        return b""


def record_text(header: JsonDict, actions: list[int]) -> bytes:
    """Write a record."""
    return records.dumps(Record(named_game(header), header, actions)).encode()


def read_record(text: str) -> tuple[JsonDict, list[int]]:
    """Read a record somebody sends; refuse one that is longer than any game."""
    record = records.loads(text)
    if len(record.actions) > LONGEST:
        raise Refusal("too_large", f"A record may have {LONGEST} decisions.")
    need_small(record.header)
    return record.header, record.actions


def need_small(header: JsonObject) -> None:
    """Refuse headers, with a board among them, that are too large to travel to everybody who looks at the table."""
    if len(_encoder.encode(header)) > HEADER:
        raise Refusal("too_large", f"The headers of a record, with a board of your own, may have {HEADER} bytes.")


def taken_over(setup: Setup, actions: Sequence[int], now: int) -> tuple[bytes, bytes]:
    """Begin a table with the decisions of a record: give their events, and a snapshot after them."""
    trial = Trial(open_match(setup, named_game(setup.header), ()))
    trial.take_over(actions, now)
    return _encoder.encode(trial.events), snapshots.take(trial.match) or b""


def read_events(body: bytes) -> list[AnyEvent]:
    """Read the events that `taken_over` gives."""
    return _lists.decode(body)


def can_go_on(setup: Setup, edition: bytes, events: Sequence[AnyEvent], snapshot: bytes) -> bool:
    """Say whether a snapshot saves replaying the log."""
    return snapshots.is_usable(begun(setup, edition)[1], events, snapshot)


def replayed(setup: Setup, edition: bytes, events: bytes) -> bytes:
    """Replay a whole log, and give a snapshot of its end; nothing if it cannot be replayed."""
    try:
        return snapshots.take(open_match(*begun(setup, edition), _lists.decode(events))) or b""
    except (Refusal, RondelError):
        return b""


def write_events(events: Sequence[AnyEvent]) -> bytes:
    """Write events for `replayed`."""
    return _encoder.encode(events)


def board_map(board: str, theme: str, lang: str, size: str, names: str) -> bytes:
    """Draw a map, gzipped. There are hundreds of kinds, and each takes as long as fifty decisions."""
    width = 1200 if size == "desk" else PHONE_WIDTH - 1
    drawn = draw_board(load_board(board), width=width, dark=theme == "dark", language=lang, modern=names == "modern")
    return gzip.compress(drawn.encode(), mtime=0)
