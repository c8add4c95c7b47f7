"""How people played over all their reviewed games: kept seat by seat when a review is done, and added up when asked."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from rondel.server.store.schema import figures, results, reviews
from rondel.server.wire.openings import Figures, Progress, ProgressBook, ProgressGame
from rondel.server.wire.study import Review, ReviewSeat
from rondel.study.marks import grade

#: games that are added up, and told one by one: the latest
LATEST, SHOWN = 500, 100
#: reviews of before that are caught up with at once
LATE: Final = 20


class Kept(msgspec.Struct, frozen=True):
    """What a review says of a seat, and whether there were draws."""

    seat: ReviewSeat
    draws: bool


@dataclass(frozen=True, slots=True)
class _Game:
    table: str
    game: str
    at: int
    kept: Kept


_kept: Final = msgspec.json.Decoder(Kept)
_reviews: Final = msgspec.json.Decoder(Review)


def keep(connection: Connection, table: str, review: Review) -> None:
    """Note what a review says of the people who played; games that count for nobody are left out."""
    connection.execute(delete(figures).where(figures.c.table_id == table))
    rows = connection.execute(select(results).where(results.c.table_id == table, results.c.person)).all()
    for row in rows:
        seat = next((seat for seat in review.seats if seat.seat == row.seat), None)
        if seat is not None:
            body = msgspec.json.encode(Kept(seat, review.draws))
            values = {"table_id": table, "seat": row.seat, "who": row.who, "game": row.game, "at": row.at}
            connection.execute(insert(figures).values(**values, body=body))


def untold(connection: Connection, who: str) -> list[str]:
    """List reviewed games of somebody of which nothing is noted."""
    noted = select(figures.c.table_id).where(figures.c.table_id == results.c.table_id)
    query = (
        select(results.c.table_id)
        .join(reviews, reviews.c.table_id == results.c.table_id)
        .where(results.c.who == who, results.c.person, reviews.c.body.is_not(None), ~noted.exists())
        .distinct()
    )
    return list(connection.execute(query.limit(LATE)).scalars())


def catch_up(connection: Connection, table: str) -> None:
    """Note what a stored review says."""
    query = select(reviews.c.body).where(reviews.c.table_id == table, reviews.c.body.is_not(None))
    body = connection.execute(query).scalar()
    if body:
        keep(connection, table, _reviews.decode(zlib.decompress(bytes(body))))


def told(connection: Connection, who: str) -> Progress:
    """Add up how somebody played."""
    query = select(figures).where(figures.c.who == who).order_by(figures.c.at.desc(), figures.c.table_id)
    rows = connection.execute(query.limit(LATEST)).all()
    games = [_Game(row.table_id, row.game, row.at, _kept.decode(bytes(row.body))) for row in rows]
    books = sorted({game.game for game in games})
    return Progress(
        added([game.kept for game in games]),
        [ProgressBook(book, added([game.kept for game in games if game.game == book])) for book in books],
        [
            ProgressGame(game.table, game.game, game.at, seat.choices, seat.loss, seat.grade)
            for game in games[:SHOWN]
            for seat in [game.kept.seat]
        ],
    )


def added(kept: Sequence[Kept]) -> Figures:
    """Add up some seats: every choice counts the same, whichever game it belongs to."""
    seats = [one.seat for one in kept]
    weights = [seat.choices for seat in seats]
    loss = _mean([seat.loss for seat in seats], weights)
    phases = [
        _mean([seat.phases[third] for seat in seats], [_count(seat, third) for seat in seats]) for third in range(3)
    ]
    marks = Counter[str]()
    for seat in seats:
        marks.update(seat.marks)
    luck = [one.seat.luck for one in kept if one.draws]
    return Figures(
        len(seats), sum(weights), loss, grade(loss) if sum(weights) else "",
        _mean([seat.first for seat in seats], weights), _mean([seat.three for seat in seats], weights), phases,
        dict(marks), _mean(luck, [1] * len(luck)) if luck else None,
    )  # fmt: skip


def _count(seat: ReviewSeat, third: int) -> float:
    """Give how many choices there were in a third of a game; an older review does not tell."""
    return seat.counts[third] if seat.counts else seat.choices / 3


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    total = sum(weights)
    return (
        round(sum(value * weight for value, weight in zip(values, weights, strict=True)) / total, 4) if total else 0.0
    )
