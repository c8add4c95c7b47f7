"""Positions as arrays of numbers, from a seat's view: per region, per player, global. Needs the extra `features`."""

from __future__ import annotations

from typing import Final, cast

from rondel.errors import RondelError
from rondel.features.table import CEILING, TABLES, Columns, Encoder, flat
from rondel.game import Game, S, widened
from rondel.registry import ByGame, family_of

__all__ = ["CEILING", "TABLES", "Columns", "Encoder", "encoder_for", "flat"]


def _make(game: Game) -> Encoder:
    family = family_of(game)
    if family is None or family.encoder is None:
        raise RondelError("unknown_game", f"There are no arrays for positions of {game!r}.")
    return family.encoder(game)


_encoders: Final[ByGame[Encoder]] = ByGame(_make)


def encoder_for(game: Game[S]) -> Encoder[S]:
    """Give the encoder of a game; it is made once."""
    return cast("Encoder[S]", _encoders(widened(game)))
