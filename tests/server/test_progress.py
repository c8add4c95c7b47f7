"""How somebody played over all their reviewed games."""

from __future__ import annotations

import zlib
from functools import partial

import pytest
from sqlalchemy import insert

from rondel.server.analysis import progress
from rondel.server.people import scores
from rondel.server.people.scores import Entry, Finished
from rondel.server.store import schema
from rondel.server.store.storage import Storage
from rondel.server.wire.messages import encode
from rondel.server.wire.study import Review, ReviewSeat


def seat(number: int, choices: int, loss: float, counts: list[int] | None = None, **more: float) -> ReviewSeat:
    shares = {"first": 0.5, "three": 0.75, "luck": 0.0, **more}
    return ReviewSeat(
        number, choices, loss, "solid", shares["first"], shares["three"], [loss, 0.0, 2 * loss], {"mistake": 1},
        shares["luck"], counts or [],
    )  # fmt: skip


def review(*seats: ReviewSeat, draws: bool = False) -> Review:
    return Review("search", 1, [], list(seats), [0.5, 0.5], draws)


@pytest.fixture
def played(storage: Storage) -> Storage:
    """Give a database with two finished games of Ann's, against Ben and against a bot."""
    for number, (game, other) in enumerate((("antike-2006", "ben"), ("attika", "level:3")), 1):
        entries = [Entry(0, "ann", True, 1.0, 1), Entry(1, other, ":" not in other, -1.0, 2)]
        kept = Finished(f"t{number}", game, entries, 10 * number, False, "", True, 50)
        storage.submit(partial(scores.keep_result, game=kept)).result(10)
    return storage


def kept(storage: Storage, table: str, found: Review) -> None:
    storage.submit(partial(progress.keep, table=table, review=found)).result(10)


def test_every_choice_counts_the_same_and_luck_is_told_apart(played: Storage) -> None:
    kept(played, "t1", review(seat(0, 30, 0.01, [10, 10, 10]), seat(1, 30, 0.2)))
    kept(played, "t2", review(seat(0, 10, 0.05, [5, 5, 0], first=0.9, luck=0.3), seat(1, 9, 0.1), draws=True))
    found = played.read_now(partial(progress.told, who="ann"))
    assert (found.figures.games, found.figures.choices, found.figures.loss) == (2, 40, 0.02)
    assert (found.figures.grade, found.figures.first) == ("solid", 0.6)
    assert found.figures.phases == [round((10 * 0.01 + 5 * 0.05) / 15, 4), 0.0, 0.02]
    assert found.figures.marks == {"mistake": 2}
    assert found.figures.luck == 0.3
    assert [(book.game, book.figures.loss, book.figures.luck) for book in found.books] == [
        ("antike-2006", 0.01, None), ("attika", 0.05, 0.3),
    ]  # fmt: skip
    assert [game.table for game in found.games] == ["t2", "t1"], "the latest first"
    ben = played.read_now(partial(progress.told, who="ben"))
    assert (ben.figures.games, ben.figures.loss, ben.figures.phases) == (1, 0.2, [0.2, 0.0, 0.4])


def test_nothing_is_told_before_a_game_was_reviewed_and_a_new_review_takes_the_place(played: Storage) -> None:
    nothing = played.read_now(partial(progress.told, who="ann"))
    assert (nothing.figures.games, nothing.figures.grade, nothing.books, nothing.games) == (0, "", [], [])
    kept(played, "t1", review(seat(0, 10, 0.1), seat(1, 10, 0.1)))
    kept(played, "t1", review(seat(0, 10, 0.02), seat(1, 10, 0.1)))
    assert played.read_now(partial(progress.told, who="ann")).figures.loss == 0.02


def test_reviews_of_before_are_caught_up_with(played: Storage) -> None:
    body = zlib.compress(encode(review(seat(0, 12, 0.03), seat(1, 12, 0.01))))
    row = {"id": "r", "table_id": "t1", "done": 1, "total": 1, "lease": 0, "body": body}
    played.submit(lambda connection: connection.execute(insert(schema.reviews).values(row))).result(10)
    assert played.read_now(partial(progress.untold, who="ann")) == ["t1"]
    played.submit(partial(progress.catch_up, table="t1")).result(10)
    assert played.read_now(partial(progress.untold, who="ann")) == []
    assert played.read_now(partial(progress.told, who="ann")).figures.choices == 12
