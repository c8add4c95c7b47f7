"""Records: headers and numbered moves. A record is all you need to replay its game.

[Game "antike-2006"]
[Board "east"]
...

1. rondel marble ; Phoenicians
2. rondel temple 1 gold ; Greeks
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from rondel.errors import NotationError, RondelError
from rondel.game import CHANCE, Game, JsonDict, JsonObject, State, draw
from rondel.jsontext import read_json
from rondel.position import game_of, to_position

#: raised when a change of behaviour makes old records play differently
RULES_VERSION = 1
#: written after a purchase that is not yet paid
OPEN = "..."

_HEADER = re.compile(r'\[([A-Z][A-Za-z-]*) (".*")\]')
_MOVE = re.compile(r"(?:(\d+)\.)?\s*(.*)")
_NAMES = {
    "Game": "game", "Board": "board", "Players": "players", "Options": "options", "Nations": "nations",
    "Start": "start", "Deal": "deal", "Position": "position", "Seed": "seed", "Rules": "rules", "Result": "result",
    "End": "end",
}  # fmt: skip


_GAME_KEYS = ("game", "board", "players", "options")


@dataclass(slots=True)
class Record:
    """A game from its first state on, as actions."""

    game: Game
    header: JsonDict
    actions: list[int] = field(default_factory=list)

    def states(self) -> Iterator[State]:
        """Give the first state and the state after each action."""
        state: State = self.first()
        yield state
        for action in self.actions:
            state = state.apply(action)
            yield state

    def first(self) -> State:
        """Give the state the record begins at."""
        position = self.header.get("position")
        return self.game.read(position) if isinstance(position, Mapping) else self.game.opening(self.header)

    def last(self) -> State:
        """Give the state the record ends at."""
        state = self.first()
        for action in self.actions:
            state = state.apply(action)
        return state


def start_record(state: State, seed: int | None = None) -> Record:
    """Begin a record at a first state, or at any position set up by hand."""
    game = state.game
    header = game.header(state)
    if game.opening(header).key() != state.key():
        header = {key: header[key] for key in _GAME_KEYS if key in header}
        header["position"] = to_position(state)
    if seed is not None:
        header["seed"] = seed
    return Record(game, header)


# ---- writing ---------------------------------------------------------------------------------------------------------


def moves_of(record: Record) -> list[tuple[str, State]]:
    """Give the moves as typed, each with the state it was made in; a payment is written with its purchase."""
    return _course(record)[0]


def _course(record: Record) -> tuple[list[tuple[str, State]], State]:
    """Give the moves as typed, and the last state: a long game is replayed once for both."""
    game = record.game
    moves: list[tuple[str, State]] = []
    states = record.states()
    state = next(states)
    for action in record.actions:
        after = next(states)  # before the text: an action that is not legal is refused, and has none
        words = game.continuation(state, action) if moves else ""
        if words:
            text, before = moves[-1]
            moves[-1] = f"{text} {words}", before
        else:
            moves.append((game.action_text(state, action), state))
        state = after
    if moves and state.legal() and game.continuation(state, state.legal()[0]):
        text, before = moves[-1]
        moves[-1] = f"{text} {OPEN}", before
    return moves, state


def to_object(record: Record) -> JsonDict:
    """Write a record as a JSON object."""
    moves, last = _course(record)
    return {**_header(record, last), "moves": [text for text, _ in moves]}


def _header(record: Record, last: State) -> JsonDict:
    return {**record.header, "rules": RULES_VERSION, "result": result_of(last), "end": last.end_reason()}


def result_of(state: State) -> str:
    """Name the winner, `none` for a game without one, `*` while it goes on."""
    if not state.end_reason():
        return "*"
    return str(state.view(0).get("winner", "none"))


def dumps(record: Record) -> str:
    """Write a record as text, one move per line, followed by the seat that moves."""
    moves, last = _course(record)
    entry = _header(record, last)
    lines = [
        f"[{name} {json.dumps(_plain(entry[key]), ensure_ascii=False)}]" for name, key in _NAMES.items() if key in entry
    ]
    lines.append("")
    for number, (text, state) in enumerate(moves, 1):
        lines.append(f"{number}. {text} ; {_who(state)}")
    return "\n".join(lines) + "\n"


def _who(state: State) -> str:
    return state.game.who(state)


def _plain(value: object) -> str:
    """Write a header's value: texts as they are, lists with commas, everything else as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(str(entry) for entry in value)
    return json.dumps(value, ensure_ascii=False)


# ---- reading ---------------------------------------------------------------------------------------------------------


def loads(text: str) -> Record:
    """Read a record from text or from its JSON object, replaying every move."""
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        try:
            data = read_json(text)
        except ValueError as error:
            raise NotationError("bad_record", f"The record is not JSON: {error}.") from error
        return from_object(data)
    header: JsonDict = {}
    moves: list[str] = []
    for number, line in enumerate(lines_of(text), 1):
        line = line.strip()
        if line.startswith("["):
            _read_header(line, header, number)
        elif line and not line.startswith(";"):
            moves.append(_read_move(line, len(moves) + 1, number))
    return from_object({**header, "moves": moves})


def lines_of(text: str) -> list[str]:
    """Split a text at ends of lines alone: `splitlines` also breaks at rarer signs, which comments may hold."""
    return re.split(r"\r\n?|\n", text)


def _read_header(line: str, header: JsonDict, number: int) -> None:
    found = _HEADER.fullmatch(line)
    if not found or found[1] not in _NAMES:
        names = ", ".join(_NAMES)
        raise NotationError("bad_record", f'Line {number}: a header is [Name "value"], the names are {names}.')
    key = _NAMES[found[1]]
    if key in header:
        raise NotationError("bad_record", f"Line {number}: the header {found[1]} occurs twice.")
    try:
        header[key] = _value(key, str(read_json(found[2])))
    except ValueError as error:
        raise NotationError("bad_record", f"Line {number}: {found[1]} cannot be read: {error}.") from error


def _value(key: str, value: str) -> object:
    if key in ("players", "seed", "rules", "options", "position") or (key == "board" and value.startswith("{")):
        return read_json(value)
    if key == "start" and value.isdecimal():
        return read_json(value)
    return [name.strip() for name in value.split(",")] if key == "nations" else value


def _read_move(line: str, expected: int, number: int) -> str:
    found = _MOVE.fullmatch(line.split(";")[0].strip())
    assert found is not None  # the pattern fits any line
    if found[1] and (len(found[1]) > 9 or int(found[1]) != expected):
        raise NotationError("bad_record", f"Line {number}: move {expected} was expected, not {found[1]}.")
    if not found[2]:
        raise NotationError("bad_record", f"Line {number}: the move is empty.")
    return found[2]


def from_object(data: object) -> Record:
    """Read a record from its JSON object, replaying every move."""
    if not isinstance(data, Mapping) or not isinstance(data.get("moves", []), list):
        raise NotationError("bad_record", "A record is an object with a list of moves.")
    if data.get("rules", RULES_VERSION) != RULES_VERSION:
        known = f"this program plays version {RULES_VERSION}"
        raise NotationError("bad_record", f"The record is of rules version {data['rules']}; {known}.")
    header = {key: data[key] for key in _NAMES.values() if key in data and key not in ("rules", "result", "end")}
    record = Record(_game_of(header), header)
    state = record.first()
    for number, move in enumerate(data.get("moves", []), 1):
        state = _replay_move(record, state, number, move)
    _compare(data, state)
    return record


def _game_of(header: JsonObject) -> Game:
    """Make the game that the headers name; a position among them must be of the same game."""
    table = {key: header[key] for key in _GAME_KEYS if key in header}
    nations, position = header.get("nations"), header.get("position", {})
    if isinstance(nations, list) and "players" not in table:
        table["players"] = len(nations)
    if not isinstance(position, Mapping):
        raise NotationError("bad_record", "The position of a record must be an object.")
    game = game_of(table)
    other = game_of({**table, **{key: position[key] for key in _GAME_KEYS if key in position}})
    if game is not other and _names(game) != _names(other):
        raise NotationError("bad_record", "The position of the record is of another game than its headers.")
    return game


def _names(game: Game) -> JsonDict:
    """Give what identifies a game: rulebook, board, players, options."""
    header = game.header(game.new())
    return {key: header.get(key) for key in _GAME_KEYS}


def _replay_move(record: Record, state: State, number: int, move: object) -> State:
    if not isinstance(move, str):
        raise NotationError("bad_record", f"Move {number} must be a text.")
    try:
        for action in record.game.parse(state, move):
            state = state.apply(action)
            record.actions.append(action)
    except RondelError as error:
        raise NotationError("bad_record", f"Move {number}, {move!r}: {error.message}", error.rule) from error
    return state


def _compare(data: JsonObject, state: State) -> None:
    """Refuse a record whose headers state another result than its moves reach."""
    for key, reached in (("result", result_of(state)), ("end", state.end_reason())):
        if data.get(key, reached) != reached:
            raise NotationError("bad_record", f"The record says {key} {data[key]!r}, its moves reach {reached!r}.")


def play(record: Record, moves: Sequence[str], rng: Random | None = None) -> State:
    """Add typed moves to a record, all or none; give the last state.

    With a generator the random events before and after each move are drawn; without one they are typed like moves.
    """
    state = record.last()
    added: list[int] = []
    state = _drawn(state, rng, added)
    for number, move in enumerate(moves, 1):
        try:
            for action in record.game.parse(state, move):
                state = state.apply(action)
                added.append(action)
            state = _drawn(state, rng, added)
        except RondelError as error:
            if len(moves) == 1:
                raise
            raise type(error)(error.code, f"Move {number}, {move!r}: {error.message}", error.rule) from error
    record.actions += added
    return state


def _drawn(state: State, rng: Random | None, actions: list[int]) -> State:
    """Draw random events until a seat decides or the game is over."""
    while rng is not None and state.to_act == CHANCE:
        actions.append(draw(state, rng))
        state = state.apply(actions[-1])
    return state


def cut(record: Record, moves: int) -> Record:
    """Give the record of the first moves, counted as typed."""
    game, count = record.game, 0
    states = record.states()
    for place, (action, state) in enumerate(zip(record.actions, states, strict=False)):
        if not (place and game.continuation(state, action)):
            count += 1
        if count > moves:
            return Record(game, record.header, record.actions[:place])
    return Record(game, record.header, record.actions[:])


def dumps_unchecked(record: Record) -> str:
    """Write a record whose last move broke something: up to there as text, the rest as action numbers."""
    for length in range(len(record.actions), -1, -1):
        try:
            text = dumps(Record(record.game, record.header, record.actions[:length]))
        except Exception:
            continue
        rest = " ".join(map(str, record.actions[length:]))
        return f"{text}; then the actions {rest}\n" if rest else text
    return ""
