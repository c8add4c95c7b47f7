"""The engine protocol: one JSON object per line in, one out. A bad line never changes the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random

from rondel import compact
from rondel import record as records
from rondel.errors import RondelError, SetupError
from rondel.game import CHANCE, JsonDict, JsonObject, State, draw
from rondel.jsontext import read_json
from rondel.position import from_position, read_options
from rondel.registry import books, find_book, make
from rondel.study.lines import best_lines
from rondel.study.weigh import ENGINE, MOST, WIDTH, Scales
from rondel.thinking import Thinker, is_int, is_seconds, legal_moves

#: longest line that is read
LIMIT = 4_000_000


class Session:
    """One conversation: at most one game at a time, with everything needed to undo."""

    def __init__(self, halted: Callable[[], bool] | None = None, bot: str = "greedy") -> None:
        """Take what says that a `stop` waits, and the bot that is asked if a request names none."""
        self.halted = halted
        self.thinker = Thinker(halted, bot)
        self.record: records.Record | None = None
        self.states: list[State] = []  # the first state and the state after each action
        self.over = False
        self.deals = False  # whether random events are drawn without being asked for
        self.rng = Random(0)
        self._commands: dict[str, Callable[[JsonObject], JsonDict]] = {
            "games": self._games, "new": self._new, "load": self._load, "position": self._position,
            "legal": self._legal, "play": self._play, "draw": self._draw, "undo": self._undo, "why": self._why,
            "go": self._go, "analyse": self._analyse, "stop": self._stop, "record": self._record, "quit": self._quit,
        }  # fmt: skip

    def answer(self, line: str) -> str:
        """Answer one line with one line."""
        request: object = None
        try:
            request = self._read(line)
            answer: JsonDict = {"ok": True, **self._obey(request)}
        except RondelError as error:
            answer = {"ok": False, "error": error.as_json()}
        if isinstance(request, dict) and "id" in request:
            answer["id"] = request["id"]
        return json.dumps(answer)  # plain ASCII: it can be written whatever the encoding

    def _read(self, line: str) -> object:
        if len(line) > LIMIT:
            raise RondelError("bad_request", f"A line is at most {LIMIT} characters long.")
        try:
            return read_json(line)
        except ValueError as error:
            raise RondelError("bad_request", f"The line is not JSON: {error}.") from error

    def _obey(self, request: object) -> JsonDict:
        if not isinstance(request, dict) or str(request.get("cmd")) not in self._commands:
            known = ", ".join(self._commands)
            raise RondelError("bad_request", f"A request is an object whose `cmd` is one of: {known}.")
        return self._commands[str(request["cmd"])](request)

    def _state(self) -> State:
        if not self.states:
            raise RondelError("bad_request", "There is no game yet: send `new` or `load` first.")
        return self.states[-1]

    def _begin(self, record: records.Record, request: JsonObject) -> JsonDict:
        deals, seed = request.get("deal", False), request.get("seed", 0)
        if not isinstance(deals, bool) or not is_int(seed):
            raise RondelError("bad_request", "`deal` must be true or false, `seed` a number.")
        self.states = list(record.states())
        self.record = record
        self.deals, self.rng = deals, Random(seed)
        return self._dealt()

    def _dealt(self) -> JsonDict:
        """Draw pending random events if the engine deals, and report the state of the game."""
        return self._drawn(-1) if self.deals else self._brief()

    def _drawn(self, count: int) -> JsonDict:
        """Draw up to this many random events (-1: all), and say which."""
        assert self.record is not None
        drawn: list[str] = []
        while self.states[-1].to_act == CHANCE and len(drawn) != count:
            state = self.states[-1]
            action = draw(state, self.rng)
            drawn.append(state.game.action_text(state, action))
            self.states.append(state.apply(action))
            self.record.actions.append(action)
        return {**({"drawn": drawn} if drawn else {}), **self._brief()}

    def _brief(self) -> JsonDict:
        """Report the state of the game in a few keys."""
        state = self._state()
        answer = {"ply": len(self.states) - 1, "to_act": state.to_act, "turn_of": state.turn_of}
        if state.end_reason():
            returns = list(state.returns())
            return {
                **answer,
                "end": state.end_reason(),
                "result": records.result_of(state),
                "returns": returns,
            }
        view = state.view(state.to_act)
        return {
            **answer,
            "actor": view.get("to_act"),
            "phase": view.get("phase", ""),
            "prompt": state.game.prompt(state),
        }

    # ---- commands ----------------------------------------------------------------------------------------------------

    def _games(self, request: JsonObject) -> JsonDict:
        return {"games": [describe(book) for book in books()]}

    def _new(self, request: JsonObject) -> JsonDict:
        book = find_book(str(request.get("game", "")))
        players, seed = request.get("players", book.default_players), request.get("seed", 0)
        board = request.get("board", "")
        if not is_int(players) or not is_int(seed) or not isinstance(board, str | Mapping):
            raise RondelError("bad_request", "`players` and `seed` must be numbers, `board` an id or an object.")
        game = make(book.id, players, board, read_options(request.get("options", {})))
        if "nations" in request:
            nations, start = request["nations"], request.get("start")
            names = [name for name in nations if isinstance(name, str)] if isinstance(nations, list) else []
            if not names or names != nations or not isinstance(start, str) or not start:
                raise SetupError("bad_setup", "The nations in seat order and the starting nation are needed.")
            return self._begin(records.start_record(book.seat(game, names, start, seed)), request)
        return self._begin(records.start_record(game.new(seed), seed), request)

    def _load(self, request: JsonObject) -> JsonDict:
        if "record" in request:
            given = request["record"]
            record = records.loads(given) if isinstance(given, str) else records.from_object(given)
            return self._begin(record, request)
        given = request.get("position")
        state = compact.loads(given) if isinstance(given, str) else from_position(given)
        return self._begin(records.start_record(state), request)

    def _position(self, request: JsonObject) -> JsonDict:
        state = self._state()
        form, seat = request.get("format", "json"), request.get("seat", CHANCE)
        if form not in ("json", "line"):
            raise RondelError("bad_request", "`format` is json or line.")
        if not is_int(seat) or not CHANCE <= seat < state.game.seats:
            raise RondelError("bad_request", f"`seat` must be from 0 to {state.game.seats - 1}, or {CHANCE} for all.")
        view = state.view(seat)
        return {"position": find_book(state.game.id).write_line(view) if form == "line" else view}

    def _legal(self, request: JsonObject) -> JsonDict:
        state = self._state()
        return {**self._brief(), "legal": legal_moves(state)}

    def _play(self, request: JsonObject) -> JsonDict:
        """Play one move or a list, typed or by number, all or nothing."""
        state = self._state()
        assert self.record is not None
        moves = request.get("moves", [request["move"]] if "move" in request else [])
        if not isinstance(moves, list) or not moves or ("move" in request and "moves" in request):
            raise RondelError("bad_request", "`play` needs either a `move` or a list of `moves`.")
        states, actions = [], []
        for move in moves:
            for action in _actions(state, move):
                state = state.apply(action)
                states.append(state)
                actions.append(action)
        self.states += states
        self.record.actions += actions
        return self._dealt()

    def _go(self, request: JsonObject) -> JsonDict:
        """Ask a bot for a decision: of the game, or of a position given; with `play` it is played."""
        elsewhere = "position" in request
        played = request.get("play", False)
        if not isinstance(played, bool) or (played and elsewhere):
            raise RondelError("bad_request", "`play` must be true or false, and true only without a `position`.")
        given = request.get("position")
        state = from_position(given) if elsewhere else self._state()
        found = self.thinker.think(state, request)
        return {**found, **self._play({"move": found["action"]})} if played else found

    def _analyse(self, request: JsonObject) -> JsonDict:
        """Compare the good turns of the game's position, or of one that is given."""
        state = from_position(request["position"]) if "position" in request else self._state()
        bot, width, trials = request.get("bot", ENGINE), request.get("lines", WIDTH), request.get("trials", MOST)
        seconds = request.get("seconds", 0)
        if not isinstance(bot, str) or not is_int(width) or not is_int(trials) or not is_seconds(seconds):
            raise RondelError("bad_request", "`bot` must be a text, `lines`, `trials` and `seconds` numbers.")
        if not 1 <= width <= 20 or not 2 <= trials <= 1000:
            raise RondelError("bad_request", "`lines` is from 1 to 20, `trials` from 2 to 1000.")
        threats = request.get("threats", False)
        if not isinstance(threats, bool):
            raise RondelError("bad_request", "`threats` must be true or false.")
        return best_lines(state, Scales(state.game, bot, width, trials), seconds, self.halted, threats)

    def _stop(self, request: JsonObject) -> JsonDict:
        """Do nothing more: a `stop` that waits has ended the thinking before it."""
        return {}

    def _draw(self, request: JsonObject) -> JsonDict:
        """Draw the random event at hand by its probabilities."""
        if self._state().to_act != CHANCE:
            raise RondelError("not_now", "There is no random event to draw now.")
        return self._drawn(1)

    def _undo(self, request: JsonObject) -> JsonDict:
        count = request.get("count", 1)
        self._state()
        assert self.record is not None
        if not is_int(count) or not 1 <= count < len(self.states):
            raise RondelError("bad_request", f"`count` must be from 1 to {len(self.states) - 1}, the decisions played.")
        kept = len(self.states) - count
        while self.deals and kept > 1 and self.states[kept - 1].to_act == CHANCE:
            kept -= 1  # what the engine drew is taken back with the decision before it
        del self.states[kept:]
        del self.record.actions[kept - 1 :]
        return self._dealt()

    def _why(self, request: JsonObject) -> JsonDict:
        state = self._state()
        move = request.get("move")
        if not isinstance(move, str) and not is_int(move):
            raise RondelError("bad_request", "`why` needs a `move`: a text or a number.")
        error = state.game.why_not(state, move)
        return {"legal": error is None, **({"reason": error.as_json()} if error else {})}

    def _record(self, request: JsonObject) -> JsonDict:
        self._state()
        assert self.record is not None
        return {"record": records.dumps(self.record)}

    def _quit(self, request: JsonObject) -> JsonDict:
        self.over = True
        return {}


def _actions(state: State, move: object) -> list[int]:
    if isinstance(move, str):
        actions: list[int] = state.game.parse(state, move)
        return actions
    if isinstance(move, int) and not isinstance(move, bool):
        return [move]
    raise RondelError("bad_request", "A move is a text or a number.")


def describe(book_id: str) -> JsonDict:
    """Describe a rulebook: title, players, boards, options, and what of it is our own design."""
    book = find_book(book_id)
    options = [
        {"id": option.id, "title": option.title, "rule": option.rule, "players": list(option.players),
         "opens": list(option.opens),
         "value": list(option.value) if option.value else None, "conflicts": list(option.conflicts),
         "house": option.house}
        for option in book.options
    ]  # fmt: skip
    return {"id": book.id, "title": book.title, "year": book.year, "players": list(book.players),
            "boards": list(book.boards), "players_on": {board: list(book.players_on(board)) for board in book.boards},
            "options": options, "ours": list(book.ours)}  # fmt: skip


def serve(lines: Iterable[str], halted: Callable[[], bool] | None = None, bot: str = "greedy") -> Iterator[str]:
    """Answer lines until `quit` or the end; `halted` says whether a `stop` waits among the lines to come."""
    session = Session(halted, bot)
    for line in lines:
        if line.strip():
            yield session.answer(line)
        if session.over:
            break
