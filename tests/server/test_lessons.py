"""Guided games: every step is a legal decision of the pupil, what is wrong is answered, and all words are there."""

from __future__ import annotations

import msgspec
import pytest

from rondel import ledger
from rondel.game import TERMINAL
from rondel.registry import books
from rondel.server.core import views
from rondel.server.tables import lessons
from rondel.server.tables.lessons import lesson, lesson_files, lessons_of
from rondel.server.wire.messages import Group
from tests.server.groups import actions_in
from tests.server.live import Live

ALL = list(lesson_files())
LANGUAGES = {"en", "fr", "de"}
ids = ["/".join(entry) for entry in ALL]
every = pytest.mark.parametrize(("game", "name"), ALL, ids=ids)


def test_every_rulebook_has_a_first_game_and_lessons_after_it() -> None:
    assert {game for game, _ in ALL} == set(books())
    for game in books():
        assert lessons_of(game)[0] == "first"
        assert len(lessons_of(game)) >= 2


@every
def test_a_lesson_has_about_ten_steps_and_each_is_the_pupils(game: str, name: str) -> None:
    told = lesson(game, name)
    assert lesson_files()[game, name].position["game"] == game
    assert 8 <= len(told.steps) <= 12
    assert sorted({frame.place for frame in told.frames if frame.action >= 0}) == list(range(len(told.steps)))
    assert [frame.place for frame in told.frames] == sorted(frame.place for frame in told.frames)


@pytest.mark.parametrize("game", list(books()))
def test_the_first_game_ends_with_a_win(game: str) -> None:
    told = lesson(game, "first")
    last = told.frames[-1].update
    assert last.turn.to_act == TERMINAL
    assert last.turn.returns[told.seat] == max(last.turn.returns)
    assert told.frames[-1].action >= 0


@every
def test_every_decision_of_the_pupil_is_offered_with_its_preview(game: str, name: str) -> None:
    told = lesson(game, name)
    # as the page reads it: a room writes its choices once, for all who look
    offered = msgspec.json.decode(msgspec.json.encode(told.welcome.choices), type=list[Group])
    view = told.welcome.view
    for frame in told.frames:
        after = views.patched(view, frame.update.patch)
        if frame.action >= 0:
            choices = set(actions_in(list(offered)))
            assert frame.action in choices
            assert len(choices) > 1, "a step without a choice teaches nothing"
            assert set(frame.wrong) <= choices - {frame.action}
            if frame.previews:
                assert views.patched(view, frame.previews[frame.action]) == after
        else:
            assert not offered
        offered, view = frame.update.choices, after


@every
def test_something_can_be_done_wrong_and_is_answered_with_its_clause(game: str, name: str) -> None:
    told = lesson(game, name)
    known = {clause.id for clause in ledger.clauses(game)}
    answered = [(frame.place, place) for frame in told.frames for place in frame.wrong.values()]
    assert answered
    assert set(answered) == {(at, place) for at, step in enumerate(told.steps) for place in range(len(step.wrong))}
    for step in told.steps:
        assert step.rules
        assert {*step.rules, *(wrong.rule for wrong in step.wrong)} <= known


@every
def test_all_words_are_there_in_every_language_and_short(game: str, name: str) -> None:
    told = lesson(game, name)
    file = lesson_files()[game, name]
    texts = [told.title, told.end, file.about.told, *(step.words for step in told.steps)]
    texts += [wrong.words for step in told.steps for wrong in step.wrong]
    for text in texts:
        assert set(text) == LANGUAGES
        assert all(text.values())
        assert max(len(said.split()) for said in text.values()) <= 60
        assert "'" not in text["fr"], "French has its own apostrophe"
        assert "!" not in "".join(text.values())


def test_the_next_lesson_is_named() -> None:
    assert lesson("antike-2006", "first").next == "war"
    assert lesson("antike-2006", "plans").next == ""


def test_what_the_rival_draws_stays_hidden() -> None:
    told = lesson("attika", "first")
    texts = [line.text for frame in told.frames for line in frame.update.log if line.seat != told.seat]
    assert "cards" in texts
    assert not any(text.startswith("card ") for text in texts)
    assert isinstance(told.welcome.view["cities"]["Sparta"]["hand"], int)


def test_a_lesson_is_told_to_anybody(lite: Live) -> None:
    answer = lite.nobody().get("/api/lessons/attika/first")
    assert answer.json()["steps"][0]["rules"][0] == "AT-022"
    listed = lite.nobody().get("/api/lessons").json()["lessons"]
    assert [(line["game"], line["name"]) for line in listed] == ALL
    nothing = lite.nobody().get("/api/lessons/chess/first")
    assert nothing.status_code == 404
    assert "antike-2006/first, antike-2006/war" in nothing.json()["message"]


FILE = """
order = 1
seat = 0
title = { en = "a", fr = "b", de = "c" }
about = { en = "a", fr = "b", de = "c" }
end = { en = "a", fr = "b", de = "c" }
steps = []
position = { game = "antike-2006" }
"""


def test_a_file_with_an_unknown_field_or_without_a_language_is_refused() -> None:
    assert lessons.read_lesson(FILE).order == 1
    with pytest.raises(msgspec.ValidationError):
        lessons.read_lesson(FILE + "more = 1\n")
    with pytest.raises(msgspec.ValidationError):
        lessons.read_lesson(FILE.replace(', de = "c"', ""))


def test_a_move_that_nobody_can_play_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = FILE.replace("steps = []", 'steps = [{ moves = ["done"], en = "a", fr = "b", de = "c" }]')
    monkeypatch.setattr(lessons, "lesson_files", lambda: {("antike-2006", "odd"): lessons.read_lesson(text)})
    with pytest.raises(ValueError, match="Nobody can play 'done'"):
        lesson("antike-2006", "odd")
