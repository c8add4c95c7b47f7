"""Studies: a position with the turns tried from it as a tree, with comments; and how they are written as text.

The text is a record with one decision a line. Variations stand in parentheses on lines of their own, before the
decision they are an alternative to is followed up; a comment stands in braces, a sign such as `!?` after the move.
A line with `@` has what is drawn on the board there: rings around places, and arrows. Before the first move both are
about the first position.

    1. rondel marble ! ; Phoenicians
    { the quiet way }
    @ Tyros | Tyros > Paphos
    (
    1. rondel gold ; Phoenicians
    )
    2. rondel temple ; Greeks
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rondel.errors import NotationError, RondelError
from rondel.game import Action, State
from rondel.record import Record, dumps, lines_of, loads

#: signs that can stand after a decision: good, very good, worth a look, doubtful, bad, very bad
SIGNS: Final = ("!", "!!", "!?", "?!", "?", "??")
#: decisions a study can hold
MOST: Final = 2_000
#: what ends a line to a reader and is not escaped in JSON
_LINE_ENDS: Final = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}
#: rings and arrows at one position
DRAWN: Final = 40
_SIGNED = re.compile(r"(.*?)\s+([!?]{1,2})")
_HEAD = re.compile(r"\[.*")


@dataclass(frozen=True, slots=True)
class Node:
    """A decision in a tree, after that with the number `parent` (-1: from the first position)."""

    parent: int
    action: Action
    comment: str = ""
    sign: str = ""
    shapes: tuple[str, ...] = ()  # what is drawn on the board: a place is a ring, `one > other` an arrow


@dataclass(frozen=True, slots=True)
class Note:
    """What is said of the first position, and drawn on the board there."""

    comment: str = ""
    shapes: tuple[str, ...] = ()


def children(nodes: Sequence[Node]) -> list[list[int]]:
    """List what follows each decision, in order; the last list is what begins the tree."""
    found: list[list[int]] = [[] for _ in range(len(nodes) + 1)]
    for number, node in enumerate(nodes):
        if not -1 <= node.parent < number:
            raise NotationError("bad_record", f"Decision {number} of the study comes before the one it follows.")
        if node.sign not in ("", *SIGNS):
            raise NotationError("bad_record", f"The sign {node.sign!r} is unknown; the signs are {' '.join(SIGNS)}.")
        found[node.parent].append(number)
    return found


def states(first: State, nodes: Sequence[Node]) -> Iterator[tuple[State, State]]:
    """Give the positions before and after each decision, in the order of the nodes; refuse what is not legal."""
    reached: list[State] = []
    for number, node in enumerate(nodes):
        before = first if node.parent < 0 else reached[node.parent]
        if node.action not in before.legal():
            raise NotationError("bad_record", f"Decision {number} of the study is not legal there.")
        reached.append(before.apply(node.action))
        yield before, reached[-1]


# ---- writing ---------------------------------------------------------------------------------------------------------


def write(record: Record, nodes: Sequence[Node], note: Note | None = None) -> str:
    """Write a study as text; the record has its first position and no decisions."""
    after = children(nodes)
    before = [pair[0] for pair in states(record.first(), nodes)]
    lines = [line for line in lines_of(dumps(Record(record.game, record.header))) if _keeps(line)]
    lines += ["", *_said(note or Note())]
    todo: list[_Task] = [_Task(after[-1], 1)]
    while todo:
        task = todo.pop()
        if task.text:
            lines.append(task.text)
        elif task.numbers:
            main, *others = task.numbers
            lines += _written(nodes[main], before[main], task.depth)
            todo.append(_Task(after[main], task.depth + 1))
            for other in reversed(others):
                todo += [_Task(text=")"), _Task([other], task.depth), _Task(text="(")]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Task:
    """What is still to be written: alternatives, the main one first, or a line as it is."""

    numbers: Sequence[int] = ()
    depth: int = 0
    text: str = ""


def _keeps(line: str) -> bool:
    return bool(line) and not line.startswith(('[Result "', '[End "'))


def _written(node: Node, state: State, depth: int) -> list[str]:
    sign = f" {node.sign}" if node.sign else ""
    return [f"{depth}. {state.game.action_text(state, node.action)}{sign} ; {state.game.who(state)}", *_said(node)]


def _said(of: Node | Note) -> Iterator[str]:
    """Write a comment, and what is drawn."""
    if of.comment:
        yield f"{{ {json.dumps(of.comment, ensure_ascii=False).translate(_LINE_ENDS)} }}"
    if of.shapes:
        yield f"@ {' | '.join(of.shapes)}"


# ---- reading ---------------------------------------------------------------------------------------------------------


def read(text: str) -> tuple[Record, list[Node]]:
    """Read a study, or a plain record as one without variations; the record has the first position alone."""
    return read_all(text)[:2]


def read_all(text: str) -> tuple[Record, list[Node], Note]:
    """Read a study with what is said of its first position."""
    if text.lstrip("\ufeff \n\t").startswith("{"):
        record = loads(text)
        return Record(record.game, record.header), _chain(record.actions), Note()
    lines = [line.strip() for line in lines_of(text.removeprefix("\ufeff"))]
    heads = [line for line in lines if _HEAD.fullmatch(line) and not line.startswith(('[Result "', '[End "'))]
    record = loads("\n".join(heads))
    reader = _Reader(record)
    for number, line in enumerate(lines, 1):
        if line and line[0] not in "[;":
            reader.take(line, number)
    if reader.open:
        raise NotationError("bad_record", "A variation is not closed.")
    return record, reader.nodes, reader.note


def _chain(actions: Sequence[Action]) -> list[Node]:
    return [Node(number - 1, action) for number, action in enumerate(actions)]


def _actions(state: State, text: str) -> list[Action]:
    """Read a move: one decision, or several written as one, such as a purchase with its payment."""
    try:
        return [state.game.parse_action(state, text)]
    except RondelError:
        return state.game.parse(state, text)


class _Reader:
    """Reads the lines of a study one by one."""

    def __init__(self, record: Record) -> None:
        self.game = record.game
        self.nodes: list[Node] = []
        self.note = Note()
        self.open: list[tuple[int, int]] = []  # where the lines around go on, with where their last move began
        self._first = record.first()
        self._reached: list[State] = []
        self._at = -1  # the decision after which the next one comes
        self._begun = -1  # the decision before the last move: a variation of it starts there

    def take(self, line: str, number: int) -> None:
        """Take over a line."""
        if line == "(":
            if not self.nodes:
                raise NotationError("bad_record", f"Line {number}: there is no move to vary.")
            self.open.append((self._at, self._begun))
            self._at = self._begun
        elif line == ")":
            if not self.open:
                raise NotationError("bad_record", f"Line {number}: no variation is open.")
            self._at, self._begun = self.open.pop()
        elif line.startswith("{"):
            self._comment(line, number)
        elif line.startswith("@"):
            self._draw(line, number)
        else:
            self._move(line, number)

    def _comment(self, line: str, number: int) -> None:
        text = line.removeprefix("{").removesuffix("}").strip()
        if not line.endswith("}"):
            raise NotationError("bad_record", f"Line {number}: a comment stands in braces.")
        if text.startswith('"'):
            try:
                text = str(json.loads(text))
            except ValueError as error:
                raise NotationError("bad_record", f"Line {number}: the comment cannot be read.") from error
        self._say(comment=text)

    def _draw(self, line: str, number: int) -> None:
        shapes = tuple(shape.strip() for shape in line[1:].split("|"))
        if not all(shapes) or len(shapes) > DRAWN:
            raise NotationError("bad_record", f"Line {number}: what is drawn is 1 to {DRAWN} places or `one > other`.")
        self._say(shapes=shapes)

    def _say(self, **said: str | tuple[str, ...]) -> None:
        """Keep a comment or what is drawn, at the last move or at the first position."""
        if self._at < 0:
            self.note = replace(self.note, **said)  # type: ignore[arg-type]
        else:
            self.nodes[self._at] = replace(self.nodes[self._at], **said)  # type: ignore[arg-type]

    def _move(self, line: str, number: int) -> None:
        text = re.sub(r"^\d+\.\s*", "", line.split(";")[0].strip())
        signed = _SIGNED.fullmatch(text)
        text, sign = (signed[1], signed[2]) if signed else (text, "")
        if sign not in ("", *SIGNS):
            raise NotationError("bad_record", f"Line {number}: the sign {sign!r} is unknown.")
        self._begun = self._at
        state = self._first if self._at < 0 else self._reached[self._at]
        try:
            for action in _actions(state, text):
                state = state.apply(action)
                self._add(Node(self._at, action), state)
        except RondelError as error:
            raise NotationError("bad_record", f"Line {number}, {text!r}: {error.message}", error.rule) from error
        if sign and self._at >= 0:
            self.nodes[self._at] = replace(self.nodes[self._at], sign=sign)

    def _add(self, node: Node, state: State) -> None:
        if len(self.nodes) >= MOST:
            raise NotationError("bad_record", f"A study holds at most {MOST} decisions.")
        self.nodes.append(node)
        self._reached.append(state)
        self._at = len(self.nodes) - 1
