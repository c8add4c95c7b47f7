"""Guided first games: a scripted position and ten steps, sent in the same messages as a table.

A lesson is a file of moves. The engine plays it once and produces a welcome and an update for every decision, so that a
page shows it like a table, and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct

from rondel.game import JsonDict, State
from rondel.position import from_position
from rondel.record import Record, start_record
from rondel.server.core import views
from rondel.server.core.match import Match, new_setup
from rondel.server.tables.begin import first_draft
from rondel.server.tables.room import Room
from rondel.server.wire.bodies import Lesson, LessonFrame
from rondel.server.wire.events import Chair
from rondel.server.wire.messages import Change, Update

#: who learns, as the table's player
PUPIL = "you"
#: with more choices than this nobody looks at each of them
PREVIEWS = 40


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to learn: the pupil's decisions, and what others and chance do after them."""

    id: str
    moves: list[str]
    then: list[str] = []


class LessonFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written: a position, the pupil's seat, the steps."""

    seat: int
    position: JsonDict
    steps: list[LessonStep]


def lesson_names() -> list[str]:
    """List the games that have a lesson."""
    folder = resources.files("rondel.server") / "lesson_files"
    return sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json"))


@lru_cache(maxsize=8)
def lesson(name: str) -> Lesson:
    """Play a lesson through and tell it."""
    text = (resources.files("rondel.server") / "lesson_files" / f"{name}.json").read_bytes()
    script = msgspec.json.decode(text, type=LessonFile)
    first = from_position(script.position)
    record = start_record(first)
    places = list(_play(record, first.copy(), script))
    game = record.game
    chairs = [Chair("bot", bot="greedy") for _ in range(game.seats)]
    chairs[script.seat] = Chair("person", PUPIL)
    begin = _match(Record(game, dict(record.header)), chairs)
    welcome = Room("lesson", begin, {}, 0).welcome(PUPIL, 0)
    frames = list(_frames(_match(record, chairs), script.seat, places))
    return Lesson(name, script.seat, [step.id for step in script.steps], welcome, frames)


def _play(record: Record, state: State, script: LessonFile) -> Iterator[int]:
    """Add the script's decisions to a record; give for each the step it belongs to."""
    for place, step in enumerate(script.steps):
        for move in (*step.moves, *step.then):
            for action in record.game.parse(state, move):
                record.actions.append(action)
                state.advance(action)
                yield place


def _match(record: Record, chairs: list[Chair]) -> Match:
    return first_draft(new_setup(record, PUPIL), record, chairs, 0).after


def _frames(match: Match, seat: int, places: list[int]) -> Iterator[LessonFrame]:
    """Tell the decisions one by one, as the pupil sees them."""
    state = match.first.copy()
    view = views.view_of(match, state, seat)
    for step, ply in enumerate(match.plies):
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
        yield LessonFrame(places[step], action if mine else -1, update, previews)
        view = after


def _previews(match: Match, state: State, seat: int) -> dict[int, list[Change]]:
    """Say what each decision of the pupil would change."""
    if state.to_act != seat or len(state.legal()) > PREVIEWS:
        return {}
    view = views.view_of(match, state, seat)
    return {action: views.changes(view, views.view_of(match, state.apply(action), seat)) for action in state.legal()}
