"""Results and ratings. People are rated by rated games among accounts, bots by games among bots alone.

Ratings follow from the stored results: `rerate` recomputes all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, case, delete, func, insert, select, text, update

from rondel.server.core.match import Match
from rondel.server.store.schema import players, ratings, results
from rondel.server.wire.bodies import RatingRow, Ratings, Standing, Tally
from rondel.server.wire.events import Chair

#: the advisory lock of PostgreSQL under which ratings change
RATING = 0x726F6E64
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


def counts(match: Match) -> bool:
    """Say whether a finished game is kept as a result: one that was played from the start of a stock game."""
    return not match.prefix and "position" not in match.setup.header


def is_rated(match: Match) -> bool:
    """Say whether a result changes ratings: among people if the table said so, among bots always."""
    return match.setup.rated or (all(_is_bot(chair) for chair in match.chairs) and not match.deserters)


def _is_bot(chair: Chair) -> bool:
    return chair.kind == "bot"


def _who(chair: Chair) -> str:
    return chair.bot if _is_bot(chair) else chair.player


def keep_result(connection: Connection, table: str, game: str, entries: Sequence[Entry], now: int, rated: bool) -> None:
    """Store the result of a game once, and rate it if it is rated."""
    if connection.execute(select(results.c.seat).where(results.c.table_id == table)).first():
        return
    connection.execute(
        insert(results),
        [
            {"table_id": table, "seat": entry.seat, "who": entry.who, "person": entry.person, "game": game,
             "score": entry.score, "won": entry.score > 0, "at": now, "rated": rated}
            for entry in entries
        ],
    )  # fmt: skip
    if rated:
        _one_at_a_time(connection)
        rate(connection, game, entries)


def _one_at_a_time(connection: Connection) -> None:
    """Let no other process rate until this transaction is done: ratings are read, changed and written."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": RATING})


def rerate(connection: Connection) -> int:
    """Recompute all ratings from the stored results, in the order of the games; give their number."""
    _one_at_a_time(connection)
    connection.execute(delete(ratings))
    order = results.c.at, results.c.table_id, results.c.seat
    rows = connection.execute(select(results).where(results.c.rated).order_by(*order)).all()
    games = [list(group) for _, group in groupby(rows, key=lambda row: row.table_id)]
    for seats in games:
        rate(connection, seats[0].game, [Entry(row.seat, row.who, row.person, row.score) for row in seats])
    return len(games)


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
