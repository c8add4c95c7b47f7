"""Guided games: a scripted position and about ten steps, sent in the same messages as a table.

A lesson is a file: a position, moves, and what is said about them in every language. The engine plays it once and
produces a welcome and an update for every decision, so that a page shows it like a table, and nothing is stored.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

import msgspec
from msgspec import Struct

from rondel.game import Game, JsonDict, State
from rondel.position import from_position
from rondel.record import Record, start_record
from rondel.server.core import views
from rondel.server.core.match import Match, new_setup
from rondel.server.tables.begin import first_draft
from rondel.server.tables.room import Room
from rondel.server.wire.events import Chair
from rondel.server.wire.lessons import Lesson, LessonFrame, LessonLine, LessonStep, LessonWrong
from rondel.server.wire.messages import Change, Update

#: who learns, as the table's player
PUPIL = "you"
#: with more choices than this no previews are made
PREVIEWS = 40


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """The same in every language of the page."""

    en: str
    fr: str
    de: str

    @property
    def told(self) -> dict[str, str]:
        """The texts by language."""
        return {"en": self.en, "fr": self.fr, "de": self.de}


class Wrong(Words, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A likely mistake at a step: the clause that forbids it, and the answer."""

    moves: list[str]
    rule: str


class Step(Words, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing to learn: the pupil's decisions, and what others and chance do after them."""

    moves: list[str]
    then: list[str] = []
    rules: list[str] = []
    wrong: list[Wrong] = []


class LessonFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written: its place among those of the rulebook, the pupil's seat, the position, the steps."""

    order: int
    seat: int
    title: Words
    about: Words
    end: Words
    position: JsonDict
    steps: list[Step]


class Beat(NamedTuple):
    """A decision of the script: the step it belongs to, and the decisions that the step answers there."""

    place: int
    wrong: dict[int, int]


@lru_cache
def lesson_files() -> dict[tuple[str, str], LessonFile]:
    """Read all lessons, by rulebook and name, in their order."""
    found = {
        (folder.name, entry.name.removesuffix(".toml")): read_lesson(entry.read_text(encoding="utf-8"))
        for folder in (resources.files("rondel.server") / "lesson_files").iterdir()
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }
    return dict(sorted(found.items(), key=lambda item: (item[0][0], item[1].order)))


def read_lesson(text: str) -> LessonFile:
    """Read the text of a lesson."""
    return msgspec.convert(tomllib.loads(text), LessonFile)


def lessons_of(game: str) -> list[str]:
    """List the lessons of a rulebook in their order."""
    return [name for book, name in lesson_files() if book == game]


def lesson_lines() -> list[LessonLine]:
    """List all lessons as a page shows them."""
    return [
        LessonLine(game, name, file.title.told, file.about.told, len(file.steps))
        for (game, name), file in lesson_files().items()
    ]


@lru_cache(maxsize=32)
def lesson(game: str, name: str) -> Lesson:
    """Play a lesson through and tell it."""
    script = lesson_files()[game, name]
    first = from_position(script.position)
    record = start_record(first)
    beats = list(_play(record, first.copy(), script))
    chairs = [Chair("bot", bot="greedy") for _ in range(record.game.seats)]
    chairs[script.seat] = Chair("person", PUPIL)
    begin = _match(Record(record.game, dict(record.header)), chairs)
    welcome = Room("lesson", begin, {}, 0).welcome(PUPIL, 0)
    frames = list(_frames(_match(record, chairs), script.seat, beats))
    names = [*lessons_of(game), ""]
    return Lesson(
        game, name, names[names.index(name) + 1], script.seat, script.title.told, script.end.told,
        [_told(step) for step in script.steps], welcome, frames,
    )  # fmt: skip


def _told(step: Step) -> LessonStep:
    return LessonStep(step.told, step.rules, [LessonWrong(wrong.rule, wrong.told) for wrong in step.wrong])


def _play(record: Record, state: State, script: LessonFile) -> Iterator[Beat]:
    """Add the script's decisions to a record; tell for each the step it belongs to and what is answered there."""
    for place, step in enumerate(script.steps):
        actions = _read(record.game, state, step.moves)
        answered = _answered(actions, [_read(record.game, state, wrong.moves) for wrong in step.wrong])
        actions += _read(record.game, _after(state, actions), step.then)
        record.actions += actions
        state = _after(state, actions)
        yield from (Beat(place, answered.get(number, {})) for number in range(len(actions)))


def _read(game: Game[State], state: State, moves: Sequence[str]) -> list[int]:
    """Read moves one after another, from a state that stays as it is."""
    actions: list[int] = []
    state = state.copy()
    for move in moves:
        for action in game.parse(state, move):
            if action not in state.legal():
                raise ValueError(f"Nobody can play {move!r} when it is time to: {game.prompt(state)}")
            actions.append(action)
            state.advance(action)
    return actions


def _after(state: State, actions: Sequence[int]) -> State:
    state = state.copy()
    for action in actions:
        state.advance(action)
    return state


def _answered(right: Sequence[int], wrong: Sequence[Sequence[int]]) -> dict[int, dict[int, int]]:
    """Find where what is wrong parts from what is right: by decision, the actions and their places in the list."""
    found: dict[int, dict[int, int]] = {}
    for place, actions in enumerate(wrong):
        pairs = zip(right, actions, strict=False)
        parted = next(number for number, (good, bad) in enumerate(pairs) if good != bad)
        found.setdefault(parted, {})[actions[parted]] = place
    return found


def _match(record: Record, chairs: list[Chair]) -> Match:
    return first_draft(new_setup(record, PUPIL), record, chairs, 0).after


def _frames(match: Match, seat: int, beats: Sequence[Beat]) -> Iterator[LessonFrame]:
    """Tell the decisions one by one, as the pupil sees them."""
    state = match.first.copy()
    view = views.view_of(match, state, seat)
    for step, (ply, beat) in enumerate(zip(match.plies, beats, strict=True)):
        before, mine, previews = state.copy(), state.to_act == seat, _previews(match, state, seat)
        action = ply.event.action
        state.advance(action)
        line = views.log_line(match, before, ply, step, seat, state)
        after = views.view_of(match, state, seat)
        choices = views.groups_of(state) if state.to_act == seat else []
        update = Update(
            seq=step + 1, rev=step + 1, step=step + 1, patch=views.changes(view, after), turn=views.turn_of(state),
            log=[line], choices=choices,
        )  # fmt: skip
        yield LessonFrame(beat.place, action if mine else -1, update, previews, beat.wrong)
        view = after


def _previews(match: Match, state: State, seat: int) -> dict[int, list[Change]]:
    """Say what each decision of the pupil would change."""
    if state.to_act != seat or len(state.legal()) > PREVIEWS:
        return {}
    view = views.view_of(match, state, seat)
    return {action: views.changes(view, views.view_of(match, state.apply(action), seat)) for action in state.legal()}
