"""Guided first games: every step is a legal decision of the pupil, and the last one wins."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from rondel.game import TERMINAL
from rondel.server.core import views
from rondel.server.core.choices import actions_in
from rondel.server.tables import lessons
from rondel.server.tables.lessons import lesson, lesson_names
from rondel.server.wire.messages import Group
from tests.server.live import Live

GAMES = ["antike-2006", "attika"]
WORDS = Path(__file__).parents[2] / "client" / "src" / "words"


def test_there_are_two_lessons() -> None:
    assert lesson_names() == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_has_ten_steps_and_the_last_one_wins(game: str) -> None:
    told = lesson(game)
    assert len(told.steps) == len(set(told.steps)) == 10
    assert sorted({frame.place for frame in told.frames if frame.action >= 0}) == list(range(10))
    last = told.frames[-1].update
    assert last.turn.to_act == TERMINAL
    assert last.turn.returns[told.seat] == max(last.turn.returns)
    assert told.frames[-1].action >= 0


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_the_pupil_is_offered_with_its_preview(game: str) -> None:
    told = lesson(game)
    # as the page reads it: a room writes its choices once, for all who look
    offered = msgspec.json.decode(msgspec.json.encode(told.welcome.choices), type=list[Group])
    view = told.welcome.view
    for frame in told.frames:
        after = views.patched(view, frame.update.patch)
        if frame.action >= 0:
            assert frame.action in actions_in(list(offered))
            assert len(actions_in(list(offered))) > 1, "a step without a choice teaches nothing"
            assert views.patched(view, frame.previews[frame.action]) == after
        else:
            assert not offered
        offered, view = frame.update.choices, after


def test_what_the_rival_draws_stays_hidden() -> None:
    told = lesson("attika")
    texts = [line.text for frame in told.frames for line in frame.update.log if line.seat != told.seat]
    assert "cards" in texts
    assert not any(text.startswith("card ") for text in texts)
    assert isinstance(told.welcome.view["cities"]["Sparta"]["hand"], int)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_step_has_words(game: str, language: str) -> None:
    text = (WORDS / language / "lesson.ts").read_text()
    for step in (*lesson(game).steps, "end"):
        assert f'"lesson.{game}.{step}": "' in text


def test_a_lesson_is_told_to_anybody(lite: Live) -> None:
    answer = lite.nobody().get("/api/lessons/attika")
    assert answer.json()["steps"][0] == "draw"
    nothing = lite.nobody().get("/api/lessons/chess")
    assert nothing.status_code == 404
    assert "antike-2006, attika" in nothing.json()["message"]


def test_a_file_with_an_unknown_field_is_refused() -> None:

    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps({"seat": 0, "position": {}, "steps": [], "more": 1}), type=lessons.LessonFile)
