"""Ratings: a Plackett–Luce model over the ranks of rated games, computed by openskill.

Each rulebook has two lists, for two players and for more: other skills count there. People are rated by games among
accounts, where bots of a fixed rating may play along (`stars`); bots also have a list of games among bots alone. A
rating is a mean and an uncertainty; lists are ordered by a player's lower bound. Ratings follow from the
stored results: `rerate` recomputes all of them.

A newcomer's rating says little, and new accounts cost nothing. So once somebody has played enough rated games, a game
moves their rating only as far as the others have played enough too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, select, text, update

from rondel.server.people.accounts import SHOWN_NAME
from rondel.server.people.stars import SURE, is_star, stars
from rondel.server.store.schema import Found, players, ratings, results
from rondel.server.wire.bodies import RatingRow, Ratings

#: the advisory lock of PostgreSQL under which ratings change
RATING = 0x726F6E64
#: what a newcomer has, and how far off that may be
FIRST, UNSURE = 1500.0, 1000.0 / 3
#: openskill has its own scale: 25 stands for 1,500
SCALE = 40.0
OFFSET = FIRST - 25.0 * SCALE
#: lists are ordered by the rating less this many uncertainties
CAUTION = 2.0
#: rated games after which a rating is taken at its word
PROVEN = 10


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of somebody's strength."""

    mean: float = FIRST
    sigma: float = UNSURE
    games: int = 0

    @property
    def least(self) -> float:
        """What somebody is worth at least; lists are ordered by it."""
        return self.mean - CAUTION * self.sigma

    @property
    def trust(self) -> float:
        """How far others are moved by this rating, from 0 to 1."""
        return min(1.0, self.games / PROVEN)

    def toward(self, new: Rating, share: float) -> Rating:
        """Move a share of the way to what a game says."""
        sigma = math.sqrt(self.sigma**2 + share * (new.sigma**2 - self.sigma**2))
        return Rating(self.mean + share * (new.mean - self.mean), sigma, new.games)


def proven_ratings(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Give the ratings after a game among people: newcomers hardly move those who have played enough."""
    after = new_ratings(before, places)
    found = []
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        others = [other.trust for place, other in enumerate(before) if place != seat]
        found.append(old.toward(new, 1.0 if old.trust < 1 else sum(others) / len(others)))
    return found


def new_ratings(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Give the ratings after a game by the ranks in it; equal ranks are level."""
    model = _model()
    teams = [[model.rating(mu=(old.mean - OFFSET) / SCALE, sigma=old.sigma / SCALE)] for old in before]
    after = model.rate(teams, ranks=list(places))
    return [
        Rating(OFFSET + SCALE * new.mu, SCALE * new.sigma, old.games + 1)
        for (new,), old in zip(after, before, strict=True)
    ]


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # takes a quarter of a second, and many processes never rate a game

    return PlackettLuce()


def rate(connection: Connection, table: str) -> None:
    """Change the ratings after a stored game among different people, or among different bots."""
    one_at_a_time(connection)
    rows = connection.execute(select(results).where(results.c.table_id == table).order_by(results.c.seat)).all()
    _rate_game(connection, rows)


def rerate(connection: Connection) -> int:
    """Recompute all ratings from the stored results, in the order of the games; give the number of games."""
    one_at_a_time(connection)
    connection.execute(delete(ratings))
    order = results.c.at, results.c.table_id, results.c.seat
    rows = connection.execute(select(results).where(results.c.rated).order_by(*order)).all()
    games = [list(group) for _, group in groupby(rows, key=lambda row: row.table_id)]
    for seats in games:
        _rate_game(connection, seats)
    return len(games)


def needs_rerating(connection: Connection) -> bool:
    """Say whether rated games are stored but no rating is: after a change of how ratings are computed."""
    if connection.execute(select(ratings.c.who).limit(1)).first():
        return False
    return connection.execute(select(results.c.who).where(results.c.rated).limit(1)).first() is not None


def one_at_a_time(connection: Connection) -> None:
    """Let no other process rate until this transaction is done: ratings are read, changed and written."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": RATING})


def _rate_game(connection: Connection, rows: Sequence[Found]) -> None:
    if not _can_be_rated(rows):
        return
    pool, game, size = "people" if any(row.person for row in rows) else "bots", rows[0].game, size_of(len(rows))
    fixed = stars(game) if pool == "people" else {}
    old = [
        Rating(fixed[row.who], SURE, PROVEN)
        if not row.person and pool == "people"
        else find(connection, pool, row.who, game, size)
        for row in rows
    ]
    rated = proven_ratings if pool == "people" else new_ratings
    found = zip(rows, old, rated(old, _ranks(rows)), strict=True)
    moved = [(row, before, after) for row, before, after in found if row.person or pool == "bots"]
    for row, before, after in moved:
        values = {"mean": after.mean, "sigma": after.sigma, "least": after.least, "games": after.games}
        if before.games:
            connection.execute(update(ratings).where(_is(pool, row.who, game, size)).values(values))
        else:
            key = {"pool": pool, "who": row.who, "game": game, "size": size}
            connection.execute(insert(ratings).values({**key, **values}))
    connection.execute(
        update(results)
        .where(results.c.table_id == rows[0].table_id, results.c.seat == bindparam("s"))
        .values(mean=bindparam("m"), sigma=bindparam("u")),
        [{"s": row.seat, "m": after.mean, "u": after.sigma} for row, _, after in moved],
    )


def _can_be_rated(rows: Sequence[Found]) -> bool:
    """Among people, bots must have a fixed rating; a game in which somebody played against themselves tells nothing."""
    people, bots = [row.who for row in rows if row.person], [row.who for row in rows if not row.person]
    if len(rows) < 2 or len(set(people)) < len(people):
        return False
    if not people:
        return len(set(bots)) == len(bots)
    return all(is_star(rows[0].game, bot) for bot in bots)


def _ranks(rows: Sequence[Found]) -> list[int]:
    """Give the ranks; old results have only a score."""
    if all(row.rank for row in rows):
        return [row.rank for row in rows]
    return [1 + sum(other.score > row.score for other in rows) for row in rows]


def size_of(seats: int) -> int:
    """Tell games of two (2) from those of more (3)."""
    return min(seats, 3)


def _is(pool: str, who: str, game: str, size: int) -> ColumnElement[bool]:
    return and_(ratings.c.pool == pool, ratings.c.who == who, ratings.c.game == game, ratings.c.size == size)


def find(connection: Connection, pool: str, who: str, game: str, size: int) -> Rating:
    """Give somebody's rating in a list."""
    row = connection.execute(
        select(ratings.c.mean, ratings.c.sigma, ratings.c.games).where(_is(pool, who, game, size))
    ).first()
    return Rating(row.mean, row.sigma, row.games) if row else Rating()


def rating_lists(connection: Connection, limit: int = 100) -> Ratings:
    """Give the best of all lists together, people and bots."""
    return Ratings(*(leaders(connection, pool, limit=limit) for pool in ("people", "bots")))


def with_stars(rows: list[RatingRow], game: str, size: int) -> list[RatingRow]:
    """Put the bots of a fixed rating among the people of a list, where they stand by it."""
    fixed = [RatingRow(bot, bot, game, mean, 0, SURE, size, True) for bot, mean in stars(game).items()]
    return sorted([*rows, *fixed], key=lambda row: CAUTION * row.uncertainty - row.rating)


def leaders(connection: Connection, pool: str, game: str = "", size: int = 0, limit: int = 100) -> list[RatingRow]:
    """Give the best of a list by what they are worth at least."""
    query = (
        select(ratings, func.coalesce(SHOWN_NAME, ratings.c.who).label("name"))
        .join(players, players.c.id == ratings.c.who, isouter=True)
        .where(ratings.c.pool == pool)
    )
    if game:
        query = query.where(ratings.c.game == game)
    if size:
        query = query.where(ratings.c.size == size)
    rows = connection.execute(query.order_by(ratings.c.least.desc(), ratings.c.who).limit(limit)).all()
    return [RatingRow(row.who, row.name, row.game, row.mean, row.games, row.sigma, row.size) for row in rows]
