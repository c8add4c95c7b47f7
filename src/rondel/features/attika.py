"""Positions of Attika as arrays: spaces in the order they were laid, players beginning with the seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from rondel.attika.actions import split as split_action
from rondel.attika.books import BOOKS
from rondel.attika.engine import AttikaGame
from rondel.attika.rules import CITIES, GROUPS, KINDS, PILES, TERRAINS
from rondel.attika.state import MODES, PHASES
from rondel.attika.tables import NONE, T
from rondel.features.attika_rows import AttikaRows
from rondel.features.plan import Plan
from rondel.features.table import (
    Columns,
    Dtype,
    Floats,
    Identity,
    Position,
    check,
    columns,
    counts_of,
    each,
    mask_of,
    rule_inputs,
    seen_as,
    split,
)
from rondel.game import Seat

#: spaces of a tile, and shrines at most
_PETALS: Final = 7
_SHRINES: Final = 4
_GROUND: Final = (*TERRAINS, "blank")


class AttikaEncoder:
    """Arrays for one game; a row of regions is a space, numbered in the order in which they were laid."""

    game: AttikaGame

    def __init__(self, game: AttikaGame) -> None:
        self.game = game
        self._rules = rule_inputs(game.id, game.rules, game.chosen_options, BOOKS)
        self.columns: Mapping[str, Columns] = {
            "regions": columns(self._region_columns()),
            "players": columns(self._player_columns()),
            "global": columns(
                [*self._moment_columns(), *((name, 1.0) for name, _, _ in self._rules)],
                {name: unit for name, _, unit in self._rules} | dict.fromkeys(self._fractions(), 255.0),
            ),
        }
        self.shapes: Mapping[str, tuple[int, ...]] = {
            "regions": (_PETALS * game.rules.board_tiles, len(self.columns["regions"].names)),
            "players": (game.seats, len(self.columns["players"].names)),
            "global": (len(self.columns["global"].names),),
        }
        self._rows: dict[Dtype, AttikaRows] = {}

    # ---- columns -----------------------------------------------------------------------------------------------------

    def _region_columns(self) -> list[tuple[str, float]]:
        return [
            ("laid", 1), ("q", self.game.window.width), ("r", self.game.window.height), ("site of the moment", 1),
            *each("ground", _GROUND), *each("built by", range(self.game.seats)),
            *each("building", [kind.name for kind in KINDS]), *each("beside shrine", range(_SHRINES)),
        ]  # fmt: skip

    def _player_columns(self) -> list[tuple[str, float]]:
        kinds = [kind.name for kind in KINDS]
        return [
            ("mine", 1), ("on turn", 1), ("starts", 1), ("cards", 8), *each("hand", TERRAINS, 4),
            *each("stored", kinds), *each("in the piles", kinds), *each("pile", PILES, 8), ("amphorae", 4),
            *each("rewarded", GROUPS), *each("complete", GROUPS, 10), ("colonies", 4), *each("city", CITIES),
        ]  # fmt: skip

    def _moment_columns(self) -> list[tuple[str, float]]:
        tile = [f"{petal} {ground}" for petal in range(_PETALS) for ground in _GROUND]
        return [
            *each("phase", PHASES), *each("mode", MODES[1:]), ("actions left", 3), ("acted", 1), ("void turns", 4),
            ("cards due", 4), ("tile due", 1), ("payment chosen", 1), *each("pile drawn from", PILES),
            *each("pending", [kind.name for kind in KINDS]), *each("tile in hand", tile), ("middle q", 1),
            ("middle r", 1), *each("paid", TERRAINS, 4), ("draw pile", 60), *each("discard", TERRAINS, 15),
            ("amphorae left", 15), *each("tile in the stack", range(self.game.rules.board_tiles)),
            *((name, 1.0) for name in self._fractions()[2:]),
        ]  # fmt: skip

    def _fractions(self) -> list[str]:
        """Name the columns that tell a place within the window."""
        return ["middle q", "middle r", *(f"shrine {number} {axis}" for number in range(_SHRINES) for axis in "qr")]

    # ---- values ------------------------------------------------------------------------------------------------------

    def encode(self, state: Position, seat: Seat, sees: Iterable[Seat] | None = None) -> dict[str, Floats]:
        """Give the tables as the seat sees them: hands of others are numbers of cards."""
        return split(self.vector(state, seat, sees), self.shapes)

    def vector(self, state: Position, seat: Seat, sees: Iterable[Seat] | None = None) -> Floats:
        """Give the same as one vector."""
        check(self.game, state, seat)
        hands = 1 << seat if sees is None else mask_of(sees)
        return seen_as(self.rows("float32").row(state, seat, hands), np.float32).copy()

    def rows(self, dtype: Dtype) -> AttikaRows:
        """Give what writes rows; it is made once."""
        if dtype not in self._rows:
            plan = Plan(self.columns, self.shapes, dtype)
            window = self.game.window
            for number, (q, r) in enumerate(self.game.start.shrines):
                plan.fix("global", 0, f"shrine {number} q", (q - window.left) / window.width)
                plan.fix("global", 0, f"shrine {number} r", (r - window.low) / window.height)
            for name, value, _ in self._rules:
                plan.fix("global", 0, name, value)
            self._rows[dtype] = AttikaRows(self.game, plan, self.game.tiles.symbols)
        return self._rows[dtype]

    def private(self, state: Position, seat: Seat) -> Floats:
        """Give the seat's hand by terrain, a quarter a card."""
        check(self.game, state, seat)
        return counts_of(state.hands[T * seat : T * seat + T]).astype(np.float32) / np.float32(4)

    def identities(self) -> list[Identity]:
        """Say what each action of the game is, by its number; spaces are targets."""
        found: list[Identity] = []
        for kind, place in map(split_action, range(self.game.num_actions)):
            space = kind == "hex"
            found.append((kind, NONE, place if space else NONE, () if space else (place,)))
        return found
