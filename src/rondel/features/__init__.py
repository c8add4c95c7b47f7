"""Positions as arrays of numbers, from a seat's view: per region, per player, global. Needs the extra `features`."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from rondel.antike.engine import AntikeGame
from rondel.attika.engine import AttikaGame
from rondel.errors import RondelError
from rondel.features.antike import AntikeEncoder
from rondel.features.attika import AttikaEncoder
from rondel.features.table import CEILING, TABLES, Columns, Encoder, flat
from rondel.game import Game

__all__ = ["CEILING", "TABLES", "Columns", "Encoder", "encoder_for", "flat"]

_MADE: WeakKeyDictionary[Game, Encoder] = WeakKeyDictionary()


def encoder_for(game: Game) -> Encoder:
    """Give the encoder of a game; it is made once."""
    made = _MADE.get(game)
    if made is None:
        made = _MADE[game] = _make(game)
    return made


def _make(game: Game) -> Encoder:
    if isinstance(game, AntikeGame):
        return AntikeEncoder(game)
    if isinstance(game, AttikaGame):
        return AttikaEncoder(game)
    raise RondelError("unknown_game", f"There are no arrays for positions of {game!r}.")
