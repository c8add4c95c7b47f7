"""Fuzzing: random games with mutated moves, positions and records. Bad input raises RondelError and changes nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from rondel import record as records
from rondel.compact import from_line, to_line
from rondel.errors import RondelError
from rondel.game import Game, JsonDict, S, State
from rondel.position import from_position, to_position
from rondel.simulate import choose

_JUNK = (
    "",
    "0",
    "-1",
    "999999999999",
    "é",
    "Roma",
    "legion",
    "used",
    "...",
    "for",
    "\x00",
    "|",
    "=",
    "*",
    "𝔄",
    "null",
)


@dataclass(slots=True)
class Report:
    """What fuzzing tried: inputs by kind, accepted or refused, and the crash, if any."""

    tried: Counter[str] = field(default_factory=Counter)
    crash: str = ""
    culprit: str = ""
    record: str = ""

    def as_json(self) -> JsonDict:
        """Give the report as the object that `rondel fuzz --json` prints."""
        return {"tried": dict(sorted(self.tried.items())), "crash": self.crash, "input": self.culprit}


def fuzz(make_game: Callable[[Random], Game[S]], seed: int, games: int, steps: int = 300) -> Report:
    """Play random games of games chosen at random, trying mutated input along the way."""
    report = Report()
    rng = Random(seed)
    for _ in range(games):
        _fuzz_game(make_game(rng), rng, report, steps)
        if report.crash:
            break
    return report


def _fuzz_game(game: Game[S], rng: Random, report: Report, steps: int) -> None:
    state: State = game.new(rng.randrange(1 << 30))
    record = records.start_record(state)
    try:
        for _ in range(steps):
            if not state.legal():
                break
            for kind, attempt in _ATTEMPTS:
                if rng.random() < _RATES[kind]:
                    attempt(state, record, rng, report)
            action = choose(state, rng)
            record.actions.append(action)
            state = state.apply(action)
            state.check()
    except Exception as error:
        report.crash = f"{type(error).__name__}: {error}"
        report.culprit = getattr(error, "fuzz_input", "")
        report.record = records.dumps_unchecked(record)


def mutate(text: str, rng: Random) -> str:
    """Change a text a little: drop, double, swap or replace words, or change letters."""
    words = text.split(" ")
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(words))
        how = rng.randrange(5)
        if how == 0:
            words[place] = rng.choice(_JUNK)
        elif how == 1:
            words.insert(place, words[rng.randrange(len(words))])
        elif how == 2 and len(words) > 1:
            del words[place]
        elif how == 3:
            other = rng.randrange(len(words))
            words[place], words[other] = words[other], words[place]
        else:
            words[place] = words[place][: rng.randrange(len(words[place]) + 1)] + rng.choice(_JUNK)
    return " ".join(words)


def mutate_tree(value: object, rng: Random) -> object:
    """Change one place somewhere in a JSON value."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        changed = dict(value)
        if rng.random() < 0.1:
            del changed[key]
        elif rng.random() < 0.1:
            changed[rng.choice(_JUNK)] = changed.pop(key)
        else:
            changed[key] = mutate_tree(value[key], rng)
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [*value[:place], mutate_tree(value[place], rng), *value[place + rng.randrange(2) :]]
    return rng.choice([None, True, -1, 0, 1, 3, 25, 10**12, 1.5, "", [], {}, *_JUNK, value])


def _guarded(text: str, report: Report, kind: str, attempt: Callable[[], object]) -> None:
    """Try an input; a RondelError is a refusal, anything else is a crash that carries the input."""
    try:
        attempt()
    except RondelError:
        report.tried[f"{kind} refused"] += 1
    except Exception as error:
        error.fuzz_input = text  # type: ignore[attr-defined]
        raise
    else:
        report.tried[f"{kind} accepted"] += 1


def _try_move(state: State, record: records.Record, rng: Random, report: Report) -> None:
    game, before = state.game, state.key()
    text = mutate(game.action_text(state, rng.choice(state.legal())), rng)

    def attempt() -> None:
        following = state
        for action in game.parse(state, text):
            following = following.apply(action)
        assert state.key() == before, "a refused or tried move changed the state"

    _guarded(text, report, "move", attempt)


def _try_number(state: State, record: records.Record, rng: Random, report: Report) -> None:
    action = rng.choice((rng.randrange(state.game.num_actions), -1, state.game.num_actions, 1 << 70))
    _guarded(str(action), report, "number", lambda: state.apply(action))


def _try_position(state: State, record: records.Record, rng: Random, report: Report) -> None:
    tree = json.loads(json.dumps(to_position(state)))
    for _ in range(rng.randint(1, 2)):
        tree = mutate_tree(tree, rng)
    _guarded(json.dumps(tree), report, "position", lambda: from_position(tree).check())


def _try_line(state: State, record: records.Record, rng: Random, report: Report) -> None:
    text = mutate(to_line(state), rng)
    _guarded(text, report, "line", lambda: from_line(text).check())


def _try_record(state: State, record: records.Record, rng: Random, report: Report) -> None:
    short = records.Record(record.game, record.header, record.actions[:40])
    lines = records.dumps(short).split("\n")
    place = rng.randrange(len(lines))
    lines[place] = mutate(lines[place], rng)
    text = "\n".join(lines)
    _guarded(text, report, "record", lambda: records.loads(text).last().check())


_Attempt = Callable[[State, records.Record, Random, Report], None]
_ATTEMPTS: tuple[tuple[str, _Attempt], ...] = (
    ("move", _try_move), ("number", _try_number), ("position", _try_position), ("line", _try_line),
    ("record", _try_record),
)  # fmt: skip
_RATES = {"move": 0.8, "number": 0.5, "position": 0.3, "line": 0.2, "record": 0.05}
