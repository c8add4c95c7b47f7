"""Positions as arrays, the seat that looks first. Needs NumPy."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rondel.features.plain import PlainEncoder
from rondel.features.table import Columns, Floats, check, columns
from rondel.game import Seat
from rondel_ur.game import ROSETTES, SHARED, UrGame, UrState
from rondel_ur.notation import HOME, PIECES


class UrEncoder(PlainEncoder[UrState]):
    """Fourteen squares with whose pieces are there, two players with their hands and homes, and the throw."""

    def __init__(self, game: UrGame) -> None:
        self.game = game
        self.columns: dict[str, Columns] = {
            "regions": columns([("mine", 1), ("theirs", 1), ("rosette", 1), ("shared", 1)]),
            "players": columns([("mine", 1), ("on turn", 1), ("hand", PIECES), ("home", PIECES)]),
            "global": columns([("to throw", 1), ("throw", 4)]),
        }
        self.shapes = {"regions": (HOME - 1, 4), "players": (2, 4), "global": (2,)}

    def encode(self, state: UrState, seat: Seat, sees: Iterable[Seat] | None = None) -> dict[str, Floats]:
        """Give the tables as the seat sees them; nothing is hidden."""
        check(self.game, state, seat)
        sides = [state.on[seat], state.on[1 - seat]]
        squares = [[sides[0][place], sides[1][place], place in ROSETTES, place in SHARED] for place in range(1, HOME)]
        players = [
            [row == 0, state.turn == (seat + row) % 2, places[0], places[HOME]] for row, places in enumerate(sides)
        ]
        tables = {"regions": squares, "players": players, "global": [state.throw < 0, max(0, state.throw)]}
        return {name: self.columns[name].scaled(np.array(cells, np.float32)) for name, cells in tables.items()}
