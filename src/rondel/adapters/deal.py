"""The draws before play of a game: its family's, or none."""

from __future__ import annotations

from typing import Final

from rondel.deal import Deal, PlainDeal
from rondel.game import Game
from rondel.registry import ByGame, family_of


def _make(game: Game) -> Deal:
    family = family_of(game)
    return family.deal(game) if family and family.deal else PlainDeal(game)


#: gives the deal of a game; it is made once
deal_for: Final[ByGame[Deal]] = ByGame(_make)
