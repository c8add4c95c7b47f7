"""A base for encoders of other packages: they make tables, and the rest follows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from rondel.features.table import Columns, Dtype, Floats, Identity, Position, flat
from rondel.game import Game, S, Seat


class PlainEncoder(ABC, Generic[S]):
    """An encoder that writes `encode` and `private`; vectors, rows and identities follow from them."""

    game: Game[S]
    columns: Mapping[str, Columns]
    shapes: Mapping[str, tuple[int, ...]]

    @abstractmethod
    def encode(self, state: S, seat: Seat, sees: Iterable[Seat] | None = None) -> dict[str, Floats]:
        """Give the tables as the seat sees them."""

    def vector(self, state: S, seat: Seat, sees: Iterable[Seat] | None = None) -> Floats:
        """Give the same as one vector."""
        return flat(self.encode(state, seat, sees))

    def rows(self, dtype: Dtype) -> PlainRows:
        """Give what writes rows."""
        return PlainRows(self, dtype)

    def identities(self) -> list[Identity]:
        """Number the actions as the engine does; they are not taken apart."""
        return [("action", -1, -1, (number,)) for number in range(self.game.num_actions)]

    def private(self, state: S, seat: Seat) -> Floats:
        """Give a single zero: nothing is hidden."""
        return np.zeros(1, dtype=np.float32)


class PlainRows:
    """Writes rows by way of vectors."""

    def __init__(self, encoder: PlainEncoder[Any], dtype: Dtype) -> None:
        self._encoder = encoder
        self._units: Floats | None = None
        if dtype == "uint8":
            rows = {name: shape[0] if len(shape) == 2 else 1 for name, shape in encoder.shapes.items()}
            self._units = np.concatenate([np.tile(encoder.columns[name].units, rows[name]) for name in rows])

    def row(self, state: Position, seat: Seat, hands: int) -> NDArray[np.int32]:
        """Give a fresh row as the seat sees it; the hands of these seats, as bits, are open."""
        sees = [place for place in range(self._encoder.game.seats) if hands >> place & 1]
        vector = self._encoder.vector(state, seat, sees)
        if self._units is None:
            return vector.view(np.int32)
        found: NDArray[np.int32] = np.minimum(255, np.rint(vector * self._units)).astype(np.int32)
        return found
