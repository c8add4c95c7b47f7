"""What is reported of a game that ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Ending(NamedTuple):
    """A game that ended in a step."""

    number: int
    returns: Sequence[float]
    #: cut off at the cap of decisions
    cut: bool
    reason: str
    #: the seat that is shown, and its observation; only where a new game has begun already
    seat: int
    row: object
