"""Reading a typed move word by word, from the front."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rondel.antike.actions import KINDS, Mix
from rondel.antike.rules import RESOURCE_KINDS, UNIT_KINDS
from rondel.antike.state import BaseGame, State
from rondel.errors import NotationError
from rondel.names import FILLERS

#: typed after a purchase to leave its payment open
OPEN = "..."


class Reading:
    """A typed move while it is read: its kind, the actions found, and the words not used yet."""

    def __init__(self, kind: str, words: Sequence[str], exact: bool = False) -> None:
        self.kind = kind
        self.exact = exact  # what is left out is not guessed
        self.words = words
        self.actions: list[int] = []


#: reads what follows a verb, and adds the actions to those read
Reader = Callable[[BaseGame, State, Reading], None]


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


def read_nation(game: BaseGame, state: State, found: Reading) -> int:
    """Read a nation that takes part; give its place in seat order."""
    skip(found)
    number, found.words = game.lexicon.nations.take(found.words)
    nation = seat_of_nation(state, number)
    if nation < 0:
        raise NotationError("unknown_name", f"{game.board.nations[number]} do not take part.")
    return nation


def seat_of_nation(state: State, number: int) -> int:
    """Give the place in seat order of a nation by the board's number; -1 if it does not play."""
    return list(state.seating).index(number + 1) if number + 1 in state.seating else -1


# ---- readers that several kinds of action share ----------------------------------------------------------------------


def reads_word(number: int) -> Reader:
    """Give the reader of a move that is its verb alone."""

    def read(game: BaseGame, state: State, found: Reading) -> None:
        found.actions.append(number)

    return read


def reads_place(kind: str) -> Reader:
    """Give the reader of a move that names a province."""
    place = KINDS.index(kind)

    def read(game: BaseGame, state: State, found: Reading) -> None:
        found.actions.append(game.actions.starts[place] + read_region(game, found))

    return read


def reads_unit(kind: str) -> Reader:
    """Give the reader of a new unit and its province."""
    place = KINDS.index(kind)

    def read(game: BaseGame, state: State, found: Reading) -> None:
        if read_number(found) != 1:
            raise NotationError("bad_text", "Units are set up one at a time; repeat `arm` for each.")
        unit = read_unit(game, found)
        found.actions.append(game.actions.starts[place] + UNIT_KINDS * read_region(game, found) + unit)

    return read


def reads_city(kind: str) -> Reader:
    """Give the reader of a new city, with the resource it will yield where the founder has a choice."""
    place = KINDS.index(kind)

    def read(game: BaseGame, state: State, found: Reading) -> None:
        region = read_region(game, found)
        kinds = game.site_kinds[region]
        good = kinds[0] if len(kinds) == 1 else 0
        skip(found)
        choice = game.rules.open_sites or game.rules.free_kind
        if choice and found.words and not found.words[0].isdecimal() and found.words[0] != OPEN:
            good, found.words = game.lexicon.resources.take(found.words)
        elif len(kinds) > 1:
            raise NotationError("bad_text", "Say which resource the city will yield: `found Paphos gold`.")
        found.actions.append(game.actions.starts[place] + RESOURCE_KINDS * region + good)

    return read
