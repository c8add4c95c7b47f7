"""A typed move on its way: its words, and the parts that are read from the front."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.antike.actions import Mix
from rondel.antike.state import BaseGame, State
from rondel.names import FILLERS

#: typed after a purchase to leave its payment open
OPEN = "..."


class Reading:
    """A typed move on its way: its kind, the actions read, and the words not used yet."""

    def __init__(self, kind: str, words: Sequence[str], exact: bool = False) -> None:
        self.kind = kind
        self.exact = exact  # nothing left out is guessed
        self.words = words
        self.actions: list[int] = []


def skip(found: Reading) -> None:
    """Pass over words that may stand between the parts."""
    while found.words and found.words[0].casefold() in FILLERS:
        found.words = found.words[1:]


def read_number(found: Reading, default: int = 1) -> int:
    """Read a number if one comes next."""
    skip(found)
    if found.words and found.words[0].isdecimal() and len(found.words[0]) <= 6:
        number, found.words = int(found.words[0]), found.words[1:]
        return number
    return default


def read_region(game: BaseGame, found: Reading) -> int:
    """Read a province."""
    skip(found)
    number, found.words = game.lexicon.regions.take(found.words)
    return number


def read_unit(game: BaseGame, found: Reading) -> int:
    """Read a kind of unit."""
    skip(found)
    number, found.words = game.lexicon.units.take(found.words)
    return number


def read_goods(game: BaseGame, found: Reading) -> Mix:
    """Read amounts of goods as far as they go; a good without a number counts one."""
    amounts = [0, 0, 0, 0]
    while found.words and found.words[0].casefold() not in ("for", OPEN):
        number = read_number(found)
        skip(found)
        good, found.words = game.lexicon.goods.take(found.words)
        amounts[good] += number
    return amounts[0], amounts[1], amounts[2], amounts[3]


def seat_of_nation(state: State, number: int) -> int:
    """Give the place in seat order of a nation by the board's number; -1 if it does not play."""
    return list(state.seating).index(number + 1) if number + 1 in state.seating else -1
