"""All families and rulebooks, and how a game is made from its id and options.

The families of this package stand in `OWN`. Other packages add theirs by entry points of the group `rondel.games`; they
are looked for once, when somebody asks for a rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Final, Generic, Protocol, TypeVar, runtime_checkable

from rondel.boards.schema import Board
from rondel.book import Book, Setup
from rondel.doors import GAMES, declared, refuse
from rondel.errors import RondelError, SetupError
from rondel.families.antike import ANTIKE
from rondel.families.attika import ATTIKA
from rondel.family import Family
from rondel.game import Game

T = TypeVar("T")

#: the families of this package
OWN: Final[tuple[Family, ...]] = (ANTIKE.widened(), ATTIKA.widened())
#: their rulebooks
BOOKS: Final[Mapping[str, Book]] = {book.id: book for family in OWN for book in family.books}

#: a sample of set-ups, the rulebooks in turn, so that a short run covers each of them
SETUPS: Final[tuple[Setup, ...]] = tuple(
    setup for row in zip_longest(*(book.setups for book in BOOKS.values())) for setup in row if setup
)


@runtime_checkable
class _Seated(Protocol):
    """The least that tells a game from anything else a caller may pass."""

    id: str
    seats: int


@cache
def families() -> tuple[Family, ...]:
    """List all families: those of this package, then those of others."""
    found = list(OWN)
    for name, family in declared(GAMES):
        taken = {book.id for known in found for book in known.books}
        if not isinstance(family, Family):
            refuse(GAMES, name, f"it is not a Family but {type(family).__name__}")
        elif clash := taken & {book.id for book in family.books}:
            refuse(GAMES, name, f"there is a game {min(clash)!r} already")
        else:
            found.append(family.widened())
    return tuple(found)


@cache
def books() -> Mapping[str, Book]:
    """Give all rulebooks by id."""
    return {book.id: book for family in families() for book in family.books}


@cache
def _families_by_book() -> Mapping[str, Family]:
    return {book.id: family for family in families() for book in family.books}


def family_of(game: Game) -> Family | None:
    """Give the family of a game; None for a game without one."""
    if not isinstance(game, _Seated):
        raise RondelError("unknown_game", f"{game!r} is not a game: it does not implement `rondel.game.Game`.")
    return _families_by_book().get(game.id)


def find_book(book_id: str) -> Book:
    """Give the rulebook of that id."""
    if book_id not in books():
        raise SetupError("unknown_game", f"There is no game {book_id!r}. The games are: {', '.join(books())}.")
    return books()[book_id]


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


class ByGame(Generic[T]):
    """Makes something once for each game, and keeps it for the games used last."""

    def __init__(self, make: Callable[[Game], T], most: int = 64) -> None:
        self._make = make
        self._most = most
        self._made: dict[int, tuple[Game, T]] = {}  # by identity; the game is kept so that its id is not reused

    def __call__(self, game: Game) -> T:
        """Give what belongs to a game."""
        found = self._made.get(id(game))
        if found is None:
            if len(self._made) >= self._most:
                self._made.clear()
            found = self._made[id(game)] = game, self._make(game)
        return found[1]
