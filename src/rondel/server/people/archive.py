"""What pages show about people and their games: profiles, rating graphs, and finished games with filters.

Every query follows an index and stops after a page, however many games are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, and_, case, exists, func, or_, select

from rondel.server.people.accounts import SHOWN_NAME
from rondel.server.people.ratings import find, size_of
from rondel.server.people.scores import reliability
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

K = TypeVar("K")
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


def latest(connection: Connection, who: str, pool: str) -> int:
    """Say when somebody's last game ended; until another one does, a profile stays as it is."""
    mine = results.c.who == who, results.c.person == (pool == "people")
    return connection.execute(select(func.max(results.c.at)).where(*mine)).scalar() or 0


def profile(connection: Connection, who: str, name: str, pool: str, since: int = 0) -> Standing:
    """Give somebody's results by game, by side, and against whom."""
    latest = (
        select(results.c.game, results.c.seats, results.c.side, results.c.won)
        .where(results.c.who == who, results.c.person == (pool == "people"))
        .order_by(results.c.at.desc())
        .limit(LATEST)
        .subquery()
    )
    wins = func.sum(case((latest.c.won, 1), else_=0))
    kinds = latest.c.game, latest.c.seats, latest.c.side
    rows = connection.execute(select(*kinds, func.count().label("games"), wins.label("wins")).group_by(*kinds)).all()
    tallies = [_tally(connection, pool, who, kind, counts) for kind, counts in sorted(_sums(rows, _by_size).items())]
    kept, played = reliability(connection, [who])[who] if pool == "people" else (0, 0)
    return Standing(who, name, tallies, since, kept, played, _sides(rows), _rivals(connection, who, pool))


def _by_size(row: Found) -> tuple[str, int]:
    return row.game, size_of(row.seats)


def _by_side(row: Found) -> tuple[str, str]:
    return row.game, row.side


def _sums(rows: Sequence[Found], kind: Callable[[Found], K]) -> dict[K, tuple[int, int]]:
    """Add up games and wins by kind."""
    found: dict[K, tuple[int, int]] = {}
    for row in rows:
        games, wins = found.get(kind(row), (0, 0))
        found[kind(row)] = games + row.games, wins + int(row.wins)
    return found


def _tally(connection: Connection, pool: str, who: str, kind: tuple[str, int], counts: tuple[int, int]) -> Tally:
    game, size = kind
    rating = find(connection, pool, who, game, size)
    known = (rating.mean, rating.sigma, rating.games) if rating.games else (None, None, 0)
    return Tally(game, size, *counts, *known)


def _sides(rows: Sequence[Found]) -> list[SideTally]:
    sums = _sums([row for row in rows if row.side], _by_side)
    found = [SideTally(game, side, games, wins) for (game, side), (games, wins) in sums.items()]
    return sorted(found, key=lambda tally: (-tally.games, tally.game, tally.side))[:SHOWN]


def _rivals(connection: Connection, who: str, pool: str) -> list[Rival]:
    """List the people met most often, with how often each finished before the other, in games that anybody may see."""
    tables = (
        connection.execute(
            select(results.c.table_id)
            .join(finished, finished.c.table_id == results.c.table_id)
            .where(results.c.who == who, results.c.person == (pool == "people"), finished.c.public)
            .order_by(results.c.at.desc())
            .limit(SHOWN * 25)
        )
        .scalars()
        .all()
    )
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
    # a result is stored with the time of its game, so a player's games come in order from an index of theirs
    source = results if wanted.player else finished
    at, _, last = after.partition(".")
    if at.isdecimal() and len(at) < 17:
        # the first condition is there for the index: it begins there
        query = query.where(source.c.at <= int(at), or_(source.c.at < int(at), source.c.table_id < last))
    order = source.c.at.desc(), source.c.table_id.desc()
    found = connection.execute(query.order_by(*order).limit(PAGE + 1)).all()
    rows = found[:PAGE]
    more = f"{rows[-1].at}.{rows[-1].table_id}" if len(found) > PAGE else ""
    seats = _seats(connection, [row.table_id for row in rows])
    return Archive([_game(row, seats.get(row.table_id, [])) for row in rows], more)


def games_of(connection: Connection, tables: Sequence[str]) -> list[ArchiveGame]:
    """Give some public games, latest first."""
    query = select(finished).where(finished.c.public, finished.c.table_id.in_(tables)).order_by(finished.c.at.desc())
    seats = _seats(connection, tables)
    return [_game(row, seats.get(row.table_id, [])) for row in connection.execute(query).all()]


def _source(wanted: Wanted, reader: str) -> Query:
    """Begin with the games of a player where one is asked for, else with the public ones."""
    if not wanted.player:
        return select(finished).where(finished.c.public)
    query = (
        select(finished)
        .join(results, results.c.table_id == finished.c.table_id)
        .where(results.c.who == wanted.player, _first_seat(wanted))
    )
    if wanted.result:
        query = query.where(results.c.won if wanted.result == "won" else results.c.score < 0)  # a draw is neither
    return query if wanted.player == reader else query.where(finished.c.public)


def _first_seat(wanted: Wanted) -> ColumnElement[bool]:
    """List players who have several seats at a table only once."""
    other = results.alias("other")
    same = and_(other.c.table_id == results.c.table_id, other.c.who == wanted.player, other.c.seat < results.c.seat)
    if wanted.result:
        same = and_(same, other.c.won == results.c.won)
    return ~exists().where(same)


def _filtered(query: Query, wanted: Wanted) -> Query:
    if wanted.game:
        query = query.where(finished.c.game == wanted.game)
    if wanted.board:
        query = query.where(finished.c.board == wanted.board)
    if wanted.rated:
        query = query.where(finished.c.rated)
    at = (results if wanted.player else finished).c.at
    if wanted.since:
        query = query.where(at >= wanted.since)
    return query.where(at < wanted.until) if wanted.until else query


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
