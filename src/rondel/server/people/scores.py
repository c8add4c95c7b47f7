"""Results: who played a finished game, as what, and at which rank. Ratings follow from them: see `ratings`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from rondel.game import ranks
from rondel.server.core.course import LOST
from rondel.server.core.match import Match
from rondel.server.people.ratings import rate
from rondel.server.store.schema import explored, finished, results
from rondel.server.wire.events import Chair

#: games that reliability looks back on
LATEST = 10


@dataclass(frozen=True, slots=True)
class Entry:
    """One seat of a finished game. Without a rank the score alone orders the seats, as in results of long ago."""

    seat: int
    who: str
    person: bool
    score: float
    rank: int = 0
    side: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game as the archive keeps it."""

    table: str
    game: str
    entries: Sequence[Entry]
    at: int
    rated: bool = False
    board: str = ""
    public: bool = False  # whether anybody may look at it
    decisions: int = 0
    club: str = ""


def finished_of(table: str, match: Match, now: int) -> Finished:
    """Describe a game that has just ended."""
    board = match.setup.header.get("board", "")
    return Finished(
        table=table,
        game=str(match.setup.header["game"]),
        entries=entries_of(match),
        at=now,
        rated=is_rated(match),
        board=board if isinstance(board, str) else "own",
        public=match.setup.watchers and (match.setup.listed or match.setup.rated),
        decisions=match.step,
        club=match.setup.club,
    )


def entries_of(match: Match) -> list[Entry]:
    """List who played a finished game, and with which result; a player who left a seat in play has lost it."""
    state, last = match.state, len(match.chairs)
    sides, scores = state.game.sides(state), match.returns()
    places = ranks(scores, state.game.merit(state))
    return [
        Entry(seat, match.deserters[seat], True, LOST, last, sides[seat])
        if seat in match.deserters and match.deserters[seat] != chair.player
        else Entry(seat, _who(chair), not _is_bot(chair), scores[seat], places[seat], sides[seat])
        for seat, chair in enumerate(match.chairs)
    ]


def reliability(connection: Connection, players: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Say of the latest ten games of each player how many they finished without leaving or running out of time."""
    found: dict[str, tuple[int, int]] = {}
    for player in dict.fromkeys(players):
        latest = connection.execute(
            select(results.c.score).where(results.c.who == player).order_by(results.c.at.desc()).limit(LATEST)
        ).scalars()
        scores = list(latest)
        found[player] = sum(score > LOST for score in scores), len(scores)
    return found


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


def keep_result(connection: Connection, game: Finished) -> None:
    """Store the result of a game once, and rate it if it is rated."""
    if connection.execute(select(results.c.seat).where(results.c.table_id == game.table)).first():
        return
    seats = len(game.entries)
    connection.execute(
        insert(finished).values(
            table_id=game.table, game=game.game, board=game.board, seats=seats, at=game.at, rated=game.rated,
            public=game.public, decisions=game.decisions, club=game.club,
        )
    )  # fmt: skip
    connection.execute(
        insert(results),
        [
            {"table_id": game.table, "seat": entry.seat, "who": entry.who, "person": entry.person, "game": game.game,
             "score": entry.score, "won": entry.score > 0, "at": game.at, "rated": game.rated, "rank": entry.rank,
             "seats": seats, "side": entry.side}
            for entry in game.entries
        ],
    )  # fmt: skip
    if game.public:  # its opening is looked at in the background
        connection.execute(insert(explored).values(id=game.table, state="waiting", at=game.at))
    if game.rated:
        rate(connection, game.table)
