"""What a family of games tells the rest of the program about each of its rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Generic, cast

from rondel.boards.files import read_board_file
from rondel.boards.schema import Board
from rondel.game import Game, JsonDict, JsonObject, State
from rondel.native import TypeVar

#: the games of a rulebook; plain `Book` means games known only by the contract
G = TypeVar("G", default=Game)

#: the table of the page on which any game can be played
PLAIN: Final = "plain"
#: a rulebook's id, a number of players and options
Setup = tuple[str, int, dict[str, int]]
#: a board as a caller may give it: the id of a stock board, an inline object, or a board already read
BoardGiven = str | JsonObject | Board


@dataclass(frozen=True, slots=True)
class Option:
    """A named change of the rules."""

    id: str
    title: str
    rule: str  # the ledger id behind it
    patch: JsonObject  # the rule axes that change
    conflicts: tuple[str, ...] = ()
    needs: str = ""  # the option it depends on
    players: tuple[int, ...] = (2, 3, 4, 5, 6)
    value: tuple[int, int] | None = None  # the range of its number; None for a flag
    house: bool = False  # a house rule, not from the rulebook

    @property
    def opens(self) -> tuple[int, ...]:
        """The numbers of players that only this option allows."""
        opened = self.patch.get("players", ())
        return tuple(opened) if isinstance(opened, tuple) else ()


@dataclass(frozen=True, kw_only=True)  # no slots: Python cannot call a frozen class with them by `Book[Own](…)`
class Book(Generic[G]):
    """A rulebook: what a list of games shows of it, and how its games are made, seated, written and drawn."""

    id: str
    title: str
    year: int
    players: tuple[int, ...]
    default_players: int
    boards: tuple[str, ...]
    #: for how many players one of the boards is
    players_on: Callable[[str], tuple[int, ...]]
    options: Sequence[Option] = ()
    #: what is our own design and not printed in the rulebook, as players are told: a sentence by its key
    ours: Mapping[str, str] = field(default_factory=dict)
    #: the reasons for which a game can end
    ends: tuple[str, ...]
    #: the rule axes with their values, and what each is about; books of one family have the same axes
    axes: Mapping[str, object]
    about: Mapping[str, str]
    #: what is printed on the game's parts (wedges, charts, cards, buildings, tiles), for pages that show it
    printed: JsonObject
    #: the table on which a page shows its games; on `plain` any game can be played, by a picture and a list of moves
    table: str = PLAIN
    #: set-ups that represent all others
    setups: tuple[Setup, ...]
    #: read a user's own board file
    read_board: Callable[[Path], BoardGiven] = read_board_file
    #: make a game: players, board, options
    build: Callable[[int, BoardGiven, Mapping[str, int]], G]
    #: how many players a position object that does not say so is of
    count_players: Callable[[JsonObject], int]
    #: give the first state with the seats named in order, and the one that begins ("" for the first named)
    seat: Callable[[G, Sequence[str], str, int], State]
    #: write a position object as one line, and read one
    write_line: Callable[[JsonObject], str]
    read_line: Callable[[str], JsonDict]
    #: draw a position object (a view) as SVG: game, view, width in pixels, dark or not
    draw: Callable[[G, JsonObject, int, bool], str]
    #: a game as plain data (its `rules`, its `board`, and under `plays` what of the board matters), and the game that
    #: this makes again: a stored game goes on as it began under a newer program; without them the name alone counts
    edition: Callable[[G], JsonDict] | None = None
    revive: Callable[[JsonObject, int, Mapping[str, int]], G] | None = None

    def widened(self) -> Book:
        """Give the rulebook typed by the contract alone; callers hand it only its own games."""
        return cast("Book", self)
