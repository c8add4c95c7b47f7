"""Named columns with their scales, and what the arrays of all families share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final, Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from rondel.book import Book, G
from rondel.game import Game, S, Seat

Floats = NDArray[np.float32]
#: the numbers of an observation
Dtype = Literal["float32", "uint8"]
#: a state of the engine; not its class, because the compiled engine types its numbers differently
Position = Any
Number = TypeVar("Number", bound=np.generic)
#: a column: its name and the count that is written as 1
Column = tuple[str, float]
#: what an action is, whatever its number: its kind, the regions it comes from and goes to (-1: none), and the rest
Identity = tuple[str, int, int, tuple[object, ...]]
#: a rule as an input: its column, what is written, and the byte that stands for 1
Input = tuple[str, float, float]

#: no number in an array is higher; larger counts are cut
CEILING: Final = 16.0
#: the tables of an observation, in the order of a flat vector
TABLES: Final = ("regions", "players", "global")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one table, in order."""

    names: tuple[str, ...]
    #: the count that is written as 1 in `float32`
    scales: Floats
    #: what is written for that 1 in `uint8`: the count itself, or for fractions 255
    units: Floats

    def place(self, name: str) -> int:
        """Give the number of a column."""
        return self.names.index(name)

    def scaled(self, counts: Floats) -> Floats:
        """Divide counts in place by the scales of their columns and cut them at the ceiling."""
        counts /= self.scales
        np.minimum(counts, CEILING, out=counts)
        return counts


def columns(parts: Iterable[Column], units: Mapping[str, float] | None = None) -> Columns:
    """Put columns together; a name may occur once. A byte holds the count unless its unit is given."""
    found = list(parts)
    names = tuple(name for name, _ in found)
    assert len(set(names)) == len(names), "two columns have the same name"
    bytewise = [(units or {}).get(name, scale) for name, scale in found]
    return Columns(
        names, np.array([scale for _, scale in found], dtype=np.float32), np.array(bytewise, dtype=np.float32)
    )


def each(prefix: str, names: Iterable[object], scale: float = 1.0) -> list[Column]:
    """Give one column for each name, of one scale."""
    return [(f"{prefix} {name}".strip(), scale) for name in names]


class Rows(Protocol):
    """Writes positions as rows of words; compiled in the compiled build."""

    def row(self, state: Position, seat: Seat, hands: int) -> Any:
        """Give a fresh row as the seat sees it; the hands of these seats, as bits, are open."""
        ...


class Encoder(Protocol[S]):
    """Turns positions of one game into arrays, as a seat sees them. The first row of players is that seat."""

    @property
    def game(self) -> Game[S]:
        """The game whose positions it takes."""
        ...

    @property
    def columns(self) -> Mapping[str, Columns]:
        """The columns of each table."""
        ...

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The shape of each table: regions and players have rows, global has none."""
        ...

    def encode(self, state: S, seat: Seat, sees: Iterable[Seat] | None = None) -> dict[str, Floats]:
        """Give the tables as the seat sees them; `sees` lists the seats whose hidden parts are open, else its own."""
        ...

    def vector(self, state: S, seat: Seat, sees: Iterable[Seat] | None = None) -> Floats:
        """Give the same as one vector, the tables in their order."""
        ...

    def rows(self, dtype: Dtype) -> Rows:
        """Give what writes rows: the bits of `float32`, or with `uint8` counts from 0 to 255."""
        ...

    def identities(self) -> list[Identity]:
        """Say what each action of the game is, by its number."""
        ...

    def private(self, state: S, seat: Seat) -> Floats:
        """Give what only the seat knows; a single zero where nothing is hidden."""
        ...


def check(game: Game[S], state: S, seat: Seat) -> None:
    """Refuse a position of another game and a seat that does not exist."""
    if state.game.id != game.id or state.game.seats != game.seats:
        raise ValueError(
            f"The position is of {state.game.id} for {state.game.seats}, the encoder for {game.id} for {game.seats}."
        )
    if seat not in range(game.seats):
        raise ValueError(f"A seat is a number from 0 to {game.seats - 1}, not {seat!r}.")


def flat(tables: Mapping[str, Floats]) -> Floats:
    """Concatenate the tables into one vector."""
    return np.concatenate([tables[name].ravel() for name in TABLES])


def seen_as(table: Any, dtype: type[Number]) -> NDArray[Number]:
    """Look at a table of the engine, or a row, as an array, without copying."""
    return np.frombuffer(table, dtype)


def split(vector: Floats, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Floats]:
    """Give the tables of a vector, without copying."""
    found, place = {}, 0
    for name, shape in shapes.items():
        size = prod(shape)
        found[name] = vector[place : place + size].reshape(shape)
        place += size
    return found


def mask_of(seats: Iterable[Seat]) -> int:
    """Give seats as bits."""
    return sum(1 << seat for seat in {*seats})


def counts_of(table: Any) -> NDArray[np.integer[Any]]:
    """Give a table of counts as an array; the compiled engine holds wider numbers than the plain one."""
    return np.asarray(memoryview(table))


# ---- rules as inputs -------------------------------------------------------------------------------------------------


def rule_inputs(game_id: str, rules: object, chosen: Mapping[str, int], family: Sequence[Book[G]]) -> list[Input]:
    """Give the rules of a game as numbers: the axes that are flags, numbers or named choices, then the options."""
    book = next(book for book in family if book.id == game_id)
    found: list[Input] = []
    for name in book.axes:
        found += _axis(name, getattr(rules, name), _known(name, family))
    for option in book.options:
        top = option.value[1] if option.value else 1
        found.append((f"option {option.id}", chosen.get(option.id, 0) / top, top))
    return found


def _known(name: str, family: Sequence[Book[G]]) -> list[object]:
    """List the values that an axis takes in the rulebooks of a family and by their options."""
    patches = [option.patch for book in family for option in book.options]
    return [book.axes[name] for book in family] + [patch[name] for patch in patches if name in patch]


#: what is written as 1 for axes that count; all others count up to about ten
_LARGE: Final = {"legions": 17.0, "galleys": 17.0, "stones": 25.0, "coins": 30.0, "temples": 20.0, "bank_units": 100.0,
                 "round_limit": 100.0, "board_tiles": 22.0, "amphorae": 15.0, "cards_of_a_terrain": 15.0}  # fmt: skip


def _axis(name: str, value: object, known: Sequence[object]) -> list[Input]:
    """Write one axis; lists are left out, because their effects are encoded elsewhere."""
    if isinstance(value, str):
        choices = sorted({choice for choice in known if isinstance(choice, str)})
        return [(f"rule {name} {choice}", float(value == choice), 1.0) for choice in choices]
    if any(isinstance(choice, tuple) for choice in known):
        return []
    scale = 1.0 if isinstance(value, bool) else _LARGE.get(name, 10.0)
    return [(f"rule {name}", min(CEILING, value / scale) if isinstance(value, int | float) else 0.0, scale)]
