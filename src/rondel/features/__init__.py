"""Positions as arrays of numbers, from a seat's view: per region, per player, global. Needs the extra `features`."""

from __future__ import annotations

from typing import Final

from rondel.antike.engine import AntikeGame
from rondel.attika.engine import AttikaGame
from rondel.errors import RondelError
from rondel.features.antike import AntikeEncoder
from rondel.features.attika import AttikaEncoder
from rondel.features.table import CEILING, TABLES, ByGame, Columns, Encoder, flat
from rondel.game import Game

__all__ = ["CEILING", "TABLES", "ByGame", "Columns", "Encoder", "encoder_for", "flat"]


def _make(game: Game) -> Encoder:
    if isinstance(game, AntikeGame):
        return AntikeEncoder(game)
    if isinstance(game, AttikaGame):
        return AttikaEncoder(game)
    raise RondelError("unknown_game", f"There are no arrays for positions of {game!r}.")


#: gives the encoder of a game; it is made once
encoder_for: Final[ByGame[Encoder]] = ByGame(_make)
