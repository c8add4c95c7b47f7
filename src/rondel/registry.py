"""The rulebooks by id, and how a game is made from a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rondel.antike.engine import AntikeGame
from rondel.antike.variants import OPTIONS, PRESETS, Option, make_rules
from rondel.boards.reader import load_board, read_board
from rondel.boards.schema import Board
from rondel.errors import SetupError


@dataclass(frozen=True, slots=True)
class Book:
    """What a list of games shows of a rulebook."""

    id: str
    title: str
    year: int
    players: tuple[int, ...]
    boards: tuple[str, ...]
    options: tuple[Option, ...]


BOOKS: dict[str, Book] = {
    rules.id: Book(
        rules.id, rules.title, rules.year, (2, 3, 4, 5, 6), ("east", "west", "aegean-mini"), OPTIONS[rules.id]
    )
    for rules in PRESETS.values()
}


def find_book(book_id: str) -> Book:
    """Give the rulebook of that id."""
    if book_id not in BOOKS:
        raise SetupError("unknown_game", f"There is no game {book_id!r}. The games are: {', '.join(BOOKS)}.")
    return BOOKS[book_id]


def make(
    book_id: str,
    players: int = 4,
    board: str | Mapping[str, object] | Board = "",
    options: Mapping[str, int] | Sequence[str] = (),
) -> AntikeGame:
    """Make a game: a rulebook for a number of players, on a stock board or one given inline, with options.

    >>> make("antike-2006", players=3).target
    10
    """
    book = find_book(book_id)
    if players not in book.players:
        raise SetupError(
            "bad_setup",
            f"{book.title} is for {book.players[0]} to {book.players[-1]} players, not {players}.",
        )
    chosen = dict(options) if isinstance(options, Mapping) else dict.fromkeys(options, 1)
    if isinstance(board, str):
        return _stock_game(book_id, players, board or book.boards[0], tuple(chosen.items()))
    made = board if isinstance(board, Board) else read_board(board)
    return AntikeGame(make_rules(book_id, chosen, players), made, players, chosen)


@lru_cache(maxsize=64)
def _stock_game(book_id: str, players: int, board: str, options: tuple[tuple[str, int], ...]) -> AntikeGame:
    chosen = dict(options)
    return AntikeGame(make_rules(book_id, chosen, players), load_board(board), players, chosen)
