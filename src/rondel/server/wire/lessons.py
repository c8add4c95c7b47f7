"""Guided games as they travel."""

from __future__ import annotations

from msgspec import Struct, field

from rondel.server.wire.messages import Change, Update, Welcome


class LessonWrong(Struct, frozen=True):
    """A decision that a step of a lesson answers with a reason: the clause, and the words by language."""

    rule: str
    words: dict[str, str]


class LessonStep(Struct, frozen=True):
    """One thing to learn: what the note says by language, the clauses behind it, and what is likely to go wrong."""

    words: dict[str, str]
    rules: list[str]
    wrong: list[LessonWrong]


class LessonFrame(Struct, frozen=True, omit_defaults=True):
    """One decision of a lesson: the step it belongs to, the pupil's action (-1: not theirs), what comes of it.

    `previews` has what each decision the pupil could take instead would change, `wrong` the decisions that the step
    answers, as places in its list.
    """

    place: int
    action: int
    update: Update
    previews: dict[int, list[Change]] = field(default_factory=dict)
    wrong: dict[int, int] = field(default_factory=dict)


class LessonLine(Struct, frozen=True):
    """A lesson as a list shows it: title and a line about it by language."""

    game: str
    name: str
    title: dict[str, str]
    about: dict[str, str]
    steps: int


class Lessons(Struct, frozen=True):
    """All lessons, those of a rulebook together and in their order."""

    lessons: list[LessonLine]


class Lesson(Struct, frozen=True):
    """A guided game: the table as it begins, the steps, every decision in order, and the lesson after it, if any."""

    game: str
    name: str
    next: str
    seat: int
    title: dict[str, str]
    end: dict[str, str]
    steps: list[LessonStep]
    welcome: Welcome
    frames: list[LessonFrame]
