"""Results and ratings. People are rated by games among people alone, bots by games among bots alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, case, func, insert, select, update

from rondel.server.core.match import Match
from rondel.server.store.schema import players, ratings, results
from rondel.server.wire.bodies import RatingRow, Ratings, Standing, Tally
from rondel.server.wire.events import Chair

FIRST = 1500.0
STEP = 24.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One seat of a finished game."""

    seat: int
    who: str
    person: bool
    score: float


def entries_of(match: Match) -> list[Entry]:
    """List who played a finished game, and with which result; whoever left a seat in play has lost it."""
    scores = match.state.returns()
    return [
        Entry(seat, match.deserters[seat], True, -1.0)
        if seat in match.deserters and _is_bot(chair)
        else Entry(seat, _who(chair), not _is_bot(chair), scores[seat])
        for seat, chair in enumerate(match.chairs)
    ]


def _is_bot(chair: Chair) -> bool:
    return chair.kind == "bot"


def _who(chair: Chair) -> str:
    return chair.bot if _is_bot(chair) else chair.player


def keep_result(connection: Connection, table: str, game: str, entries: Sequence[Entry], now: int) -> None:
    """Store the result of a game once, and rate it."""
    if connection.execute(select(results.c.seat).where(results.c.table_id == table)).first():
        return
    connection.execute(
        insert(results),
        [
            {"table_id": table, "seat": entry.seat, "who": entry.who, "person": entry.person, "game": game,
             "score": entry.score, "won": entry.score > 0, "at": now}
            for entry in entries
        ],
    )  # fmt: skip
    rate(connection, game, entries)


def rate(connection: Connection, game: str, entries: Sequence[Entry]) -> None:
    """Change the ratings after a game among different people, or among different bots."""
    people = {entry.person for entry in entries}
    if len(people) != 1 or len({entry.who for entry in entries}) != len(entries) or len(entries) < 2:
        return
    pool = "people" if people == {True} else "bots"
    old = {entry.who: _rating(connection, pool, entry.who, game) for entry in entries}
    gains = new_ratings([(old[entry.who][0], entry.score) for entry in entries])
    for entry, rating in zip(entries, gains, strict=True):
        where = (ratings.c.pool == pool, ratings.c.who == entry.who, ratings.c.game == game)
        games = old[entry.who][1] + 1
        if games > 1:
            connection.execute(update(ratings).where(*where).values(rating=rating, games=games))
        else:
            row = {"pool": pool, "who": entry.who, "game": game, "rating": rating, "games": 1}
            connection.execute(insert(ratings).values(row))


def new_ratings(rows: Sequence[tuple[float, float]]) -> list[float]:
    """Work the ratings out after a game: each pair is compared, and what one wins another loses."""
    found = []
    for place, (mine, score) in enumerate(rows):
        gain = 0.0
        for other, (theirs, result) in enumerate(rows):
            if other != place:
                expected = 1 / (1 + 10 ** ((theirs - mine) / 400))
                gain += (0.5 + 0.5 * ((score > result) - (score < result))) - expected
        found.append(mine + STEP * gain / (len(rows) - 1))
    return found


def _rating(connection: Connection, pool: str, who: str, game: str) -> tuple[float, int]:
    row = connection.execute(
        select(ratings.c.rating, ratings.c.games).where(
            ratings.c.pool == pool, ratings.c.who == who, ratings.c.game == game
        )
    ).first()
    return (row.rating, row.games) if row else (FIRST, 0)


def standing(connection: Connection, who: str, name: str, pool: str) -> Standing:
    """Give somebody's results, game by game."""
    rows = connection.execute(
        select(results.c.game, func.count().label("games"), func.sum(case((results.c.won, 1), else_=0)).label("wins"))
        .where(results.c.who == who, results.c.person == (pool == "people"))
        .group_by(results.c.game)
        .order_by(results.c.game)
    ).all()
    tallies = [
        Tally(row.game, int(row.games), int(row.wins), _rating(connection, pool, who, row.game)[0]) for row in rows
    ]
    return Standing(who, name, tallies)


def rating_lists(connection: Connection, limit: int = 100) -> Ratings:
    """Give the best of both lists."""
    return Ratings(*([_line(row) for row in _best(connection, pool, limit)] for pool in ("people", "bots")))


def _best(connection: Connection, pool: str, limit: int) -> Sequence[Row[Any, Any, Any, Any, Any]]:
    return connection.execute(
        select(ratings.c.who, func.coalesce(players.c.name, ratings.c.who).label("name"), ratings.c.game,
               ratings.c.rating, ratings.c.games)
        .join(players, players.c.id == ratings.c.who, isouter=True)
        .where(ratings.c.pool == pool)
        .order_by(ratings.c.rating.desc())
        .limit(limit)
    ).all()  # fmt: skip


def _line(row: Row[Any, Any, Any, Any, Any]) -> RatingRow:
    return RatingRow(row.who, row.name, row.game, row.rating, row.games)
