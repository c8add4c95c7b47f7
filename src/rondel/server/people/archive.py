"""What is told of people and their games: profiles, rating graphs, and finished games with filters.

Every query follows an index and stops after a page, however many games are stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, case, func, or_, select

from rondel.server.people.accounts import SHOWN_NAME
from rondel.server.people.ratings import find, size_of
from rondel.server.store.schema import Found, Query, finished, players, results
from rondel.server.wire.bodies import (
    Archive,
    ArchiveGame,
    ArchiveSeat,
    RatingHistory,
    RatingPoint,
    Rival,
    SideTally,
    Standing,
    Tally,
)

#: finished games in one page
PAGE = 30
#: a profile counts the latest games alone, so that somebody with very many costs no more
LATEST = 2_000
#: sides and rivals in a profile
SHOWN = 8
#: points of a rating graph
POINTS = 500


@dataclass(frozen=True, slots=True)
class Wanted:
    """Filters of the archive; what is empty does not filter. Times are in milliseconds."""

    game: str = ""
    board: str = ""
    player: str = ""
    result: str = ""  # won or lost, of that player
    since: int = 0
    until: int = 0
    rated: bool = False


def profile(connection: Connection, who: str, name: str, pool: str, since: int = 0) -> Standing:
    """Give somebody's results by game, by side, and against whom."""
    person = pool == "people"
    rows = connection.execute(
        select(results)
        .where(results.c.who == who, results.c.person == person)
        .order_by(results.c.at.desc())
        .limit(LATEST)
    ).all()
    return Standing(who, name, _tallies(connection, rows, pool), since, _sides(rows), _rivals(connection, rows, who))


def _tallies(connection: Connection, rows: Sequence[Found], pool: str) -> list[Tally]:
    kinds = sorted({(row.game, size_of(row.seats)) for row in rows})
    return [_tally(connection, [row for row in rows if (row.game, size_of(row.seats)) == kind], pool) for kind in kinds]


def _tally(connection: Connection, rows: Sequence[Found], pool: str) -> Tally:
    game, size = rows[0].game, size_of(rows[0].seats)
    rating = find(connection, pool, rows[0].who, game, size)
    known = (rating.mean, rating.sigma, rating.games) if rating.games else (None, None, 0)
    return Tally(game, size, len(rows), sum(row.won for row in rows), *known)


def _sides(rows: Sequence[Found]) -> list[SideTally]:
    kinds = {(row.game, row.side) for row in rows if row.side}
    found = [
        SideTally(game, side, len(own), sum(row.won for row in own))
        for game, side in kinds
        for own in [[row for row in rows if (row.game, row.side) == (game, side)]]
    ]
    return sorted(found, key=lambda tally: (-tally.games, tally.game, tally.side))[:SHOWN]


def _rivals(connection: Connection, rows: Sequence[Found], who: str) -> list[Rival]:
    """List the people met most often, with how often each finished before the other."""
    tables = [row.table_id for row in rows[: SHOWN * 25]]
    mine, other = results.alias("mine"), results.alias("other")
    ahead, behind = mine.c.rank < other.c.rank, mine.c.rank > other.c.rank
    found = connection.execute(
        select(
            other.c.who, SHOWN_NAME.label("name"), func.count().label("games"),
            func.sum(case((ahead, 1), else_=0)).label("ahead"), func.sum(case((behind, 1), else_=0)).label("behind"),
        )
        .join(mine, and_(mine.c.table_id == other.c.table_id, mine.c.who == who))
        .join(players, players.c.id == other.c.who)
        .where(other.c.table_id.in_(tables), other.c.who != who, other.c.person)
        .group_by(other.c.who, players.c.name, players.c.alias)
        .order_by(func.count().desc(), other.c.who)
        .limit(SHOWN)
    ).all()  # fmt: skip
    return [Rival(row.who, row.name, row.games, int(row.ahead), int(row.behind)) for row in found]


def history(connection: Connection, who: str, game: str, size: int) -> RatingHistory:
    """Give somebody's rating after each of the latest rated games."""
    many = results.c.seats > 2 if size_of(size) == 3 else results.c.seats == 2
    rows = connection.execute(
        select(results.c.at, results.c.table_id, results.c.mean, results.c.sigma)
        .where(results.c.who == who, results.c.game == game, many, results.c.mean.is_not(None))
        .order_by(results.c.at.desc())
        .limit(POINTS)
    ).all()
    return RatingHistory([RatingPoint(row.at, row.table_id, row.mean, row.sigma) for row in reversed(rows)])


def archive(connection: Connection, wanted: Wanted, reader: str, after: str = "") -> Archive:
    """Give finished games that somebody may look at: public ones, and their own."""
    query = _filtered(_source(wanted, reader), wanted)
    at, _, last = after.partition(".")
    if at.isdecimal() and len(at) < 17:
        query = query.where(or_(finished.c.at < int(at), and_(finished.c.at == int(at), finished.c.table_id < last)))
    order = finished.c.at.desc(), finished.c.table_id.desc()
    found = connection.execute(query.order_by(*order).limit(PAGE + 1)).all()
    rows = found[:PAGE]
    more = f"{rows[-1].at}.{rows[-1].table_id}" if len(found) > PAGE else ""
    seats = _seats(connection, [row.table_id for row in rows])
    return Archive([_game(row, seats.get(row.table_id, [])) for row in rows], more)


def _source(wanted: Wanted, reader: str) -> Query:
    """Begin with the games of a player where one is asked for, else with the public ones."""
    if not wanted.player:
        return select(finished).where(finished.c.public)
    query = (
        select(finished).join(results, results.c.table_id == finished.c.table_id).where(results.c.who == wanted.player)
    )
    if wanted.result:
        query = query.where(results.c.won == (wanted.result == "won"))
    return query if wanted.player == reader else query.where(finished.c.public)


def _filtered(query: Query, wanted: Wanted) -> Query:
    if wanted.game:
        query = query.where(finished.c.game == wanted.game)
    if wanted.board:
        query = query.where(finished.c.board == wanted.board)
    if wanted.rated:
        query = query.where(finished.c.rated)
    if wanted.since:
        query = query.where(finished.c.at >= wanted.since)
    if wanted.until:
        query = query.where(finished.c.at < wanted.until)
    return query.distinct() if wanted.player else query


def _seats(connection: Connection, tables: Sequence[str]) -> dict[str, list[ArchiveSeat]]:
    rows = connection.execute(
        select(results, func.coalesce(SHOWN_NAME, results.c.who).label("name"))
        .join(players, players.c.id == results.c.who, isouter=True)
        .where(results.c.table_id.in_(tables))
        .order_by(results.c.table_id, results.c.seat)
    ).all()
    found: dict[str, list[ArchiveSeat]] = {}
    for row in rows:
        rank = row.rank or (1 if row.won else 2)
        found.setdefault(row.table_id, []).append(ArchiveSeat(row.seat, row.who, row.name, row.person, row.side, rank))
    return found


def _game(row: Found, seats: list[ArchiveSeat]) -> ArchiveGame:
    return ArchiveGame(row.table_id, row.game, row.board, row.at, row.rated, row.decisions, seats)
