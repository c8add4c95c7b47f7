"""Numbers of actions that do not depend on options, and actions taken apart for nets with several heads.

The engine numbers the actions of one game, and options change that: special units bring actions in the middle. Here a
rulebook on a board with a number of players has one numbering: first the actions of the game without options, in the
engine's order, then what only options bring, option by option.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rondel.errors import SetupError
from rondel.features import encoder_for
from rondel.features.table import Identity
from rondel.game import Game
from rondel.registry import find_book, make

Numbers = NDArray[np.int64]
#: the parts of an action, in the order in which a net would choose them; 0 stands for no region
FACTORS: Final = ("kind", "source", "target", "amount")


class Numbering:
    """The numbers of a game's actions, between the engine and a learner."""

    def __init__(self, game: Game) -> None:
        known = _known(game.id, game.seats, _board(game))
        own = encoder_for(game).identities()
        number = {identity: place for place, identity in enumerate(known)}
        missing = [identity for identity in own if identity not in number]  # of options that only come together
        identities = [*known, *missing]
        number |= {identity: len(known) + place for place, identity in enumerate(missing)}
        #: how many actions there are, those that only other options bring among them
        self.count = len(identities)
        #: by the engine's number
        self.stable: Numbers = np.array([number[identity] for identity in own], dtype=np.int64)
        #: by the stable number; -1 for actions that this game does not have
        self.engine: Numbers = np.full(self.count, -1, dtype=np.int64)
        self.engine[self.stable] = np.arange(len(own))
        #: whether every action of the game has the same number in both
        self.same = bool((self.stable == np.arange(len(own))).all())
        self._identities = identities

    def to_stable(self, actions: Numbers) -> Numbers:
        """Give the stable numbers of actions of the engine; -1 stays."""
        return actions if self.same else np.where(actions < 0, actions, self.stable[actions])

    def to_engine(self, actions: Numbers) -> Numbers:
        """Give the engine's numbers; -1 for what this game does not have."""
        known = (actions >= 0) & (actions < self.count)
        return np.where(known, self.engine[np.where(known, actions, 0)], -1)

    def factors(self) -> Factors:
        """Give the actions taken apart, by stable number."""
        return Factors(self._identities)


class Factors:
    """Actions as kind, source, target and amount: four small choices in place of one among thousands."""

    def __init__(self, identities: Sequence[Identity]) -> None:
        self.kinds: tuple[str, ...] = tuple(dict.fromkeys(kind for kind, _, _, _ in identities))
        rests: dict[str, dict[tuple[object, ...], int]] = {kind: {} for kind in self.kinds}
        rows = []
        for kind, source, target, rest in identities:
            amounts = rests[kind]
            rows.append((self.kinds.index(kind), source + 1, target + 1, amounts.setdefault(rest, len(amounts))))
        #: a row for each action, a column for each of FACTORS; no two rows are the same
        self.table: Numbers = np.array(rows, dtype=np.int64)
        #: how many values each column has
        self.sizes: tuple[int, ...] = tuple(int(size) + 1 for size in self.table.max(axis=0))
        self._numbers: dict[tuple[int, ...], int] = {row: number for number, row in enumerate(rows)}

    def mask(self, legal: Sequence[int] | Numbers, chosen: Sequence[int] = ()) -> NDArray[np.bool_]:
        """Give the values open for the next factor, after those chosen, as some legal action has them."""
        rows = self.table[np.asarray(legal, dtype=np.int64)]
        for column, value in enumerate(chosen):
            rows = rows[rows[:, column] == value]
        found = np.zeros(self.sizes[len(chosen)], dtype=np.bool_)
        found[rows[:, len(chosen)]] = True
        return found

    def action(self, factors: Sequence[int]) -> int:
        """Give the number of an action by its factors."""
        found = self._numbers.get(tuple(map(int, factors)))
        if found is None:
            raise ValueError(f"There is no action of the factors {tuple(factors)}.")
        return found


def _board(game: Game) -> str:
    """Give the id of a stock board; on a user's own board only the game itself is known."""
    entry = game.board_entry()
    return entry if isinstance(entry, str) else ""


@cache
def _known(book: str, players: int, board: str) -> tuple[Identity, ...]:
    """List the actions of a rulebook for a number of players on a stock board: without options, then by option."""
    found: dict[Identity, None] = {}
    for game in _variants(book, players, board) if board else ():
        found |= dict.fromkeys(encoder_for(game).identities())
    return tuple(found)


def _variants(book: str, players: int, board: str) -> Iterator[Game]:
    """Give the game without options, then with each of them alone, at the ends of its range.

    Where a number of players needs an option, that one is always on. What cannot be played is left out.
    """
    options = find_book(book).options
    opening = {option.id: 1 for option in options if players in option.opens}
    choices: list[dict[str, int]] = [opening]
    for option in options:
        needed = {option.needs: 1} if option.needs else {}
        choices += [{**opening, **needed, option.id: value} for value in option.value or (1,)]
    for chosen in choices:
        try:
            yield make(book, players, board, chosen)
        except SetupError:
            continue


@cache
def _numbering(book: str, players: int, board: str, options: tuple[tuple[str, int], ...]) -> Numbering:
    return Numbering(make(book, players, board, dict(options)))


def numbering_of(game: Game) -> Numbering:
    """Give the numbering of a game; it is made once for a stock board."""
    board = _board(game)
    if not board:
        return Numbering(game)
    return _numbering(game.id, game.seats, board, tuple(sorted(game.chosen_options.items())))
