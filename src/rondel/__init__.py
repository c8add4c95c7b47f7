"""Rondel: rules, notation and tools for the Antike family of board games.

>>> from rondel import make
>>> state = make("antike-2006", players=4).new(seed=1)
>>> state.legal()[:3]
[121, 122, 123]
"""

from rondel.errors import IllegalMove, NotationError, PositionError, RondelError, SetupError
from rondel.game import CHANCE, TERMINAL, Game, State
from rondel.position import from_position, to_position
from rondel.registry import make

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Game",
    "IllegalMove",
    "NotationError",
    "PositionError",
    "RondelError",
    "SetupError",
    "State",
    "from_position",
    "make",
    "to_position",
]
