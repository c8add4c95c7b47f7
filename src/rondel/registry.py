"""The rulebooks by id, and how a game is made from a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final

from rondel.antike import books as antike
from rondel.attika import books as attika
from rondel.boards.schema import Board
from rondel.book import Book, Setup
from rondel.errors import SetupError
from rondel.game import Game

BOOKS: Final[dict[str, Book]] = {
    **{book.id: book.widened() for book in antike.BOOKS},
    **{book.id: book.widened() for book in attika.BOOKS},
}

#: set-ups that stand for all, the rulebooks in turn, so that a short run sees every one of them
SETUPS: Final[tuple[Setup, ...]] = tuple(
    setup for row in zip_longest(*(book.setups for book in BOOKS.values())) for setup in row if setup
)


def find_book(book_id: str) -> Book:
    """Give the rulebook of that id."""
    if book_id not in BOOKS:
        raise SetupError("unknown_game", f"There is no game {book_id!r}. The games are: {', '.join(BOOKS)}.")
    return BOOKS[book_id]


def make(
    book_id: str,
    players: int | None = None,
    board: str | Mapping[str, object] | Board = "",
    options: Mapping[str, int] | Sequence[str] = (),
) -> Game:
    """Make a game: a rulebook for a number of players, on a stock board or one given inline, with options.

    >>> make("antike-2006", players=3).seats
    3
    """
    book = find_book(book_id)
    seats = _usual_players(book, board) if players is None else players
    if not isinstance(seats, int) or seats not in book.players:
        raise SetupError("bad_setup", f"{book.title} is for {players_of(book)} players, not {seats}.")
    chosen = dict(options) if isinstance(options, Mapping) else dict.fromkeys(options, 1)
    return book.build(seats, board, chosen)


def _usual_players(book: Book, board: object) -> int:
    """Give the usual number of players, or the one next to it that a smaller stock board is for."""
    numbers = book.players_on(board) if isinstance(board, str) and board in book.boards else book.players
    return min(numbers, key=lambda number: abs(number - book.default_players))


def players_of(book: Book) -> str:
    """Say for how many players a rulebook is."""
    first, last = book.players[0], book.players[-1]
    return str(first) if first == last else f"{first} to {last}"
