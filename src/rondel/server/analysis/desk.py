"""Positions outside any table: the better turn of a review, and those of the analysis board.

A position of the analysis board is identified by its start (the headers of a record) and the decisions since.
Only a cache is kept: the page sends everything with each request, and can save it as a study. A page
shows it like a table at which one person has every seat, so it asks the same questions and gets the same answers.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from rondel import compact
from rondel.errors import RondelError
from rondel.game import CHANCE, JsonDict, JsonObject, Seat, State
from rondel.position import to_position
from rondel.record import Record, from_object, start_record
from rondel.registry import make
from rondel.server.analysis.thinking import tell
from rondel.server.core import heavy, views
from rondel.server.core.match import Match, Trial, new_setup, open_match
from rondel.server.tables.hub import draw
from rondel.server.tables.room import Room
from rondel.server.wire.bodies import Replay
from rondel.server.wire.events import Chair
from rondel.server.wire.messages import LogLine, Update, encode
from rondel.server.wire.refusal import Refusal
from rondel.server.wire.study import Board, NewStudy, OpenBoard, Placed, StudyNode, StudyNote
from rondel.study import tree
from rondel.study.tree import Node, Note

#: who has every seat of the analysis board, and how its table is called
READER: Final = "you"
BOARD: Final = "analysis"
#: what of a header names the game
_NAMES: Final = ("game", "board", "players", "options")
#: positions in the cache, and the decisions that lead to all of them together: a long line takes half a megabyte
KEPT_PLACES, KEPT_DECISIONS = 256, 100_000


# ---- positions -------------------------------------------------------------------------------------------------------


class Desk:
    """Finds the positions of the analysis board; recent ones are cached, so that going on costs one decision."""

    def __init__(self) -> None:
        self._places: OrderedDict[tuple[str, tuple[int, ...]], Match] = OrderedDict()
        self._decisions = 0
        self._lock = threading.Lock()

    def match(self, start: JsonObject, actions: Sequence[int]) -> Match:
        """Give a match at a position; refuse what the rules do not allow."""
        key, path = json.dumps(start, sort_keys=True), tuple(actions)
        for length in range(len(path), -1, -1):
            with self._lock:
                found = self._places.get((key, path[:length]))
            if found is not None:
                break
        else:
            found, length = begun(start), 0
        if path[length:]:
            found = advanced(found, path[length:])
        self._keep((key, path), found)
        return found

    def placed(self, start: JsonObject, actions: Sequence[int], add: Sequence[int]) -> Placed:
        """Go to a position, take decisions there, and let chance draw until somebody has to decide."""
        match = self.match(start, actions)
        after = settled(advanced(match, add))
        path = after.actions()
        self._keep((json.dumps(start, sort_keys=True), tuple(path)), after)
        # each line as the one who decided sees it at a table
        added = told(after, match.step)
        return Placed(path, added, room_of(after).welcome(READER, 0))

    def room(self, start: JsonObject, actions: Sequence[int]) -> Room:
        """Give a position as a table that questions can be asked about."""
        return room_of(self.match(start, actions))

    def _keep(self, key: tuple[str, tuple[int, ...]], match: Match) -> None:
        with self._lock:
            if key not in self._places:
                self._decisions += match.step
            self._places[key] = match
            self._places.move_to_end(key)
            while len(self._places) > KEPT_PLACES or self._decisions > KEPT_DECISIONS:
                self._decisions -= self._places.popitem(last=False)[1].step


def begun(start: JsonObject) -> Match:
    """Give a match at its first position, with one person at every seat."""
    record = record_of(start)
    match = open_match(new_setup(record, READER), record.game, ())
    match.chairs = (Chair("person", READER),) * record.game.seats
    match.started = True
    return match


def record_of(start: JsonObject) -> Record:
    """Read the headers of a record, where an analysis begins."""
    heavy.need_small(start)
    try:
        record = from_object({**start, "moves": []})
    except RondelError as error:
        raise Refusal("bad_message", error.message, error.rule, error.code) from error
    return Record(record.game, record.header)


def advanced(match: Match, actions: Sequence[int]) -> Match:
    """Play decisions, whichever seat has to decide."""
    trial = Trial(match)
    for action in actions:
        trial.play(trial.match.state.to_act, action, 0)
    return trial.match


def settled(match: Match) -> Match:
    """Draw what chance decides."""
    trial = Trial(match)
    while trial.match.state.to_act == CHANCE and not trial.match.over:
        trial.play(CHANCE, draw(trial.match.state.chance()), 0)
    return trial.match


def told(match: Match, start: int) -> list[LogLine]:
    """Tell the decisions of a match from one on, each as the seat sees it whose turn it is."""
    state, found = match.state_at(start).copy(), list[LogLine]()
    for step in range(start, match.step):
        found += tell(match, state, [match.plies[step].event.action], state.turn_of, step)
        state.advance(match.plies[step].event.action)
    return found


def room_of(match: Match) -> Room:
    """Give a match as a table that a page can show."""
    return Room(BOARD, match, {}, 0)


# ---- where an analysis begins ----------------------------------------------------------------------------------------


def opened(wish: OpenBoard) -> Board:
    """Give what is analyzed: a position, a record or a study as text, or a new game."""
    try:
        if not wish.text:
            game = make(wish.game, wish.players, wish.board, wish.options)
            return Board(start_record(game.new(secrets.randbits(53))).header, [], [])
        record, nodes, note = _read(wish.text)
    except RondelError as error:
        raise Refusal("bad_message", error.message, error.rule, error.code) from error
    heavy.need_small(record.header)
    said = StudyNote(note.comment, list(note.shapes)) if note != Note() else None
    return Board(record.header, [_sent(node) for node in nodes], told_tree(record, nodes), note=said)


def _read(text: str) -> tuple[Record, list[Node], Note]:
    """Read what somebody pastes: a record or study, or a position as JSON or as one line."""
    head = text.lstrip("\ufeff \n\t")[:1]
    if head == "[" or (head == "{" and '"moves"' in text):
        return tree.read_all(text)
    return start_record(compact.loads(text)), [], Note()


def from_table(state: State, seat: Seat | None) -> Board:
    """Begin at a moment of a table: as it was, or as a seat knows it while others still play."""
    known = state if seat is None else state.redeal(seat, Random(secrets.randbits(60)))
    header = start_record(known).header
    if seat is not None:  # a deal would reveal more than a position does
        header = {key: header[key] for key in _NAMES if key in header} | {"position": to_position(known)}
    return Board(header, [], [])


# ---- trees -----------------------------------------------------------------------------------------------------------


def nodes_of(sent: Sequence[StudyNode]) -> list[Node]:
    """Read a tree that a page sends."""
    return [Node(node.parent, node.action, node.comment, node.sign, tuple(node.shapes)) for node in sent]


def _sent(node: Node) -> StudyNode:
    return StudyNode(node.parent, node.action, node.comment, node.sign, list(node.shapes))  # type: ignore[arg-type]


def told_tree(record: Record, nodes: Sequence[Node]) -> list[LogLine]:
    """Describe every decision of a tree; refuse what the rules do not allow."""
    match = open_match(new_setup(record, READER), record.game, ())
    try:
        tree.children(nodes)
        depth: list[int] = []
        lines: list[LogLine] = []
        for node, (before, _) in zip(nodes, tree.states(match.first, nodes), strict=True):
            depth.append(depth[node.parent] + 1 if node.parent >= 0 else 0)
            lines += tell(match, before, [node.action], before.turn_of, depth[-1])
    except RondelError as error:
        raise Refusal("bad_message", error.message, error.rule, error.code) from error
    return lines


def written(start: JsonDict, sent: Sequence[StudyNode], note: StudyNote | None) -> bytes:
    """Write a study as text."""
    said = Note(note.comment, tuple(note.shapes)) if note else None
    try:
        return tree.write(record_of(start), nodes_of(sent), said).encode()
    except RondelError as error:
        raise Refusal("bad_message", error.message, error.rule, error.code) from error


def board_of(start: JsonDict, sent: Sequence[StudyNode]) -> Board:
    """Describe a study; refuse what the rules do not allow."""
    return Board(start, list(sent), told_tree(record_of(start), nodes_of(sent)))


def shown(mine: bool, study: str, kept: NewStudy) -> bytes:
    """Write a saved study as it is sent to those who open its link."""
    return encode(replace(board_of(kept.start, kept.nodes), id=study, title=kept.title, mine=mine, note=kept.note))


def drawn(kept: NewStudy, number: int, width: int, dark: bool) -> bytes:
    """Draw a position of a kept study: that after one of its decisions, or the first."""
    record = record_of(kept.start)
    state, path = record.first(), list[int]()
    while number >= 0:
        path.insert(0, kept.nodes[number].action)
        number = kept.nodes[number].parent
    for action in path:
        state = state.apply(action)
    return heavy.picture(record.header, state.view(CHANCE), width, dark)


# ---- reviews ---------------------------------------------------------------------------------------------------------


def stretch_of(match: Match, step: int, seat: Seat, actions: Sequence[int]) -> bytes:
    """Play other decisions from a moment of a game on, as a seat sees them: a stretch of a replay."""
    state = match.state_at(step).copy()
    first = view = views.view_of(match, state, seat)
    updates = []
    for line, action in zip(tell(match, state, actions, seat, step), actions, strict=False):
        state = state.apply(action)
        after, at = views.view_of(match, state, seat), line.step + 1
        turn = views.turn_of(state)
        updates.append(Update(seq=0, rev=0, step=at, patch=views.changes(view, after), turn=turn, log=[line]))
        view = after
    return encode(Replay(step, match.step, dict(first), updates, views.target_of(match)))


__all__ = ["Desk", "board_of", "drawn", "from_table", "nodes_of", "opened", "shown", "stretch_of", "written"]
