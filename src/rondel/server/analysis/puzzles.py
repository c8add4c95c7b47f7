"""Puzzles on a server: which one comes next, whether a turn solves it, and how ratings and streaks change.

A try is a game of two: the player against the puzzle. Both have a rating, by the same model as games (`ratings`), and
only the first try counts. Guests do not change the puzzles' ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from sqlalchemy import Connection, insert, select, update

from rondel import compact
from rondel.game import JsonDict
from rondel.record import start_record
from rondel.registry import BOOKS
from rondel.server.analysis.thinking import match_of, tell
from rondel.server.people.accounts import Player
from rondel.server.people.ratings import Rating, new_ratings, one_at_a_time
from rondel.server.store.schema import attempts, skills, streaks
from rondel.server.wire.messages import LogLine
from rondel.server.wire.puzzles import PuzzleBook, PuzzleShelf, PuzzleSkill, PuzzleTold
from rondel.server.wire.refusal import Refusal
from rondel.study.puzzles.goals import judge
from rondel.study.puzzles.puzzle import Goal, Puzzle, actions_of
from rondel.study.puzzles.shelf import all_puzzles, daily, puzzles_of
from rondel.study.puzzles.turns import Turns

#: the first uncertainty of a puzzle's rating, and of a newcomer's: puzzles lie within a few
#: hundred points of the average, and a solved puzzle says less than a won game
GUESSED, UNTRIED = 150.0, 200.0
#: milliseconds of a day
DAY: Final = 86_400_000
#: whether a turn solves a puzzle, how many of its decisions stand before the reply, the reply, and whether that wins
Judged = tuple[bool, int, list[int], bool]


def find(puzzle_id: str) -> Puzzle:
    """Give a puzzle; refuse an unknown id."""
    found = all_puzzles().get(puzzle_id)
    if found is None:
        raise Refusal("not_found", "There is no such puzzle.")
    return found


def judged(position: str, goal: Goal, actions: Sequence[int]) -> Iterator[Judged]:
    """Judge a turn: a function of plain values, which another process runs."""
    state = compact.from_line(position)
    verdict = judge(Turns(state.game), state, goal, actions)
    reply, kept = verdict.reply, len(actions) if verdict.kept < 0 else verdict.kept
    yield verdict.solved, kept, list(reply.actions) if reply else [], bool(reply and reply.wins)


@lru_cache(maxsize=256)
def solution(puzzle: Puzzle) -> tuple[list[int], list[LogLine]]:
    """Give the solution as decisions, and as the log tells them."""
    state = puzzle.state()
    actions = list(actions_of(state, puzzle.solution))
    return actions, tell(match_of(begins(puzzle)), state, actions, state.turn_of)


@lru_cache(maxsize=256)
def begins(puzzle: Puzzle) -> JsonDict:
    """Give the headers of the record that a try begins."""
    return start_record(puzzle.state()).header


def told(connection: Connection, puzzle: Puzzle, player: str, day: int = 0) -> PuzzleTold:
    """Describe a puzzle without its solution."""
    state = puzzle.state()
    query = select(attempts.c.at).where(attempts.c.player == player, attempts.c.puzzle == puzzle.id)
    tried = connection.execute(query).first() is not None
    return PuzzleTold(
        puzzle.id, puzzle.game, puzzle.goal, begins(puzzle), state.turn_of, state.game.who(state),
        round(rating_of(connection, puzzle).mean), day, tried, puzzle.theme if tried else "",
    )  # fmt: skip


# ---- which comes next ------------------------------------------------------------------------------------------------


def following(connection: Connection, player: str, game: str, theme: str) -> Puzzle:
    """Give the untried puzzle closest to somebody's rating; if all are tried, the one tried longest ago."""
    shelf = puzzles_of(game) if game else all_puzzles()
    fitting = [puzzle for puzzle in shelf.values() if theme in ("", puzzle.theme)]
    if not fitting:
        raise Refusal("not_found", "There is no such puzzle.")
    query = select(attempts.c.puzzle, attempts.c.at).where(attempts.c.player == player)
    tried = {row.puzzle: row.at for row in connection.execute(query)}
    fresh = [puzzle for puzzle in fitting if puzzle.id not in tried]
    if not fresh:
        return min(fitting, key=lambda puzzle: tried[puzzle.id])
    own = {book: skill(connection, player, book).mean for book in {puzzle.game for puzzle in fresh}}
    return min(fresh, key=lambda puzzle: (abs(puzzle.rating - own[puzzle.game]), puzzle.id))


def shelf_of(connection: Connection, player: str, now: int) -> PuzzleShelf:
    """List all puzzles and somebody's progress."""
    day = now // DAY
    today = daily(day)
    rows = connection.execute(select(attempts).where(attempts.c.player == player)).all()
    tried, first = Counter(row.game for row in rows), Counter(row.game for row in rows if row.first)
    books = [
        PuzzleBook(
            book, len(puzzles_of(book)), dict(Counter(puzzle.theme for puzzle in puzzles_of(book).values())),
            first[book], tried[book], skill_told(skill(connection, player, book)),
        )
        for book in BOOKS if puzzles_of(book)
    ]  # fmt: skip
    row = connection.execute(select(streaks).where(streaks.c.player == player)).first()
    length = row.length if row and row.day >= day - 1 else 0
    done = bool(row and row.day == day)
    return PuzzleShelf(books, today.id if today else "", day, done, length, row.best if row else 0)


# ---- ratings and streaks ---------------------------------------------------------------------------------------------


def skill(connection: Connection, who: str, game: str) -> Rating:
    """Give the puzzle rating of a player; newcomers have the average."""
    return _rating(connection, who, game) or Rating(sigma=UNTRIED)


def rating_of(connection: Connection, puzzle: Puzzle) -> Rating:
    """Give the rating of a puzzle; at first it is a guess."""
    return _rating(connection, puzzle.id, puzzle.game) or Rating(puzzle.rating, GUESSED)


def skill_told(rating: Rating) -> PuzzleSkill:
    """Tell a rating."""
    return PuzzleSkill(round(rating.mean), round(rating.sigma), rating.games)


def note(connection: Connection, player: Player, puzzle: Puzzle, solved: bool, now: int) -> tuple[PuzzleSkill, float]:
    """Store a try; give the player's rating after it and the change."""
    one_at_a_time(connection)
    mine = attempts.c.player == player.id, attempts.c.puzzle == puzzle.id
    before = connection.execute(select(attempts.c.solved).where(*mine)).first()
    own = skill(connection, player.id, puzzle.game)
    if before is not None:
        if solved and not before.solved:
            connection.execute(update(attempts).where(*mine).values(solved=True, at=now))
        return skill_told(own), 0.0
    row = {"player": player.id, "puzzle": puzzle.id, "game": puzzle.game}
    connection.execute(insert(attempts).values(**row, at=now, first=solved, solved=solved))
    other = rating_of(connection, puzzle)
    mean, rival = new_ratings([own, other], [1, 2] if solved else [2, 1])
    _keep(connection, player.id, puzzle.game, mean)
    if not player.guest:
        _keep(connection, puzzle.id, puzzle.game, rival)
    return skill_told(mean), round(mean.mean) - round(own.mean)


def note_day(connection: Connection, player: str, puzzle: Puzzle, now: int) -> int:
    """If this is the puzzle of the day, note that somebody solved it; give their days in a row."""
    day = now // DAY
    today = daily(day)
    row = connection.execute(select(streaks).where(streaks.c.player == player)).first()
    if today is None or today.id != puzzle.id or (row and row.day >= day):
        return row.length if row and row.day >= day - 1 else 0
    length = row.length + 1 if row and row.day == day - 1 else 1
    values = {"day": day, "length": length, "best": max(length, row.best if row else 0)}
    if row:
        connection.execute(update(streaks).where(streaks.c.player == player).values(values))
    else:
        connection.execute(insert(streaks).values(player=player, **values))
    return length


def _rating(connection: Connection, who: str, game: str) -> Rating | None:
    query = select(skills).where(skills.c.who == who, skills.c.game == game)
    row = connection.execute(query).first()
    return Rating(row.mean, row.sigma, row.tries) if row else None


def _keep(connection: Connection, who: str, game: str, rating: Rating) -> None:
    values = {"mean": rating.mean, "sigma": rating.sigma, "tries": rating.games}
    if rating.games > 1:
        connection.execute(update(skills).where(skills.c.who == who, skills.c.game == game).values(values))
    else:
        connection.execute(insert(skills).values(who=who, game=game, **values))
