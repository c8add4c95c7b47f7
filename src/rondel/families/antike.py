"""The Antike family: Antike of 2005 and 2006, Antike II and Antike Duellum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rondel.antike.books import BOOKS
from rondel.antike.deal import AntikeDeal
from rondel.antike.engine import AntikeGame
from rondel.antike.state import State
from rondel.antike.text.turned import turned
from rondel.bots.antike.evaluator import AntikeEvaluator
from rondel.bots.antike.learned import AntikeLearned
from rondel.family import Family

if TYPE_CHECKING:
    from rondel.features.table import Encoder


def _encoder(game: AntikeGame) -> Encoder[State]:
    from rondel.features.antike import AntikeEncoder  # needs NumPy, which is optional

    return AntikeEncoder(game)


ANTIKE: Final = Family(
    id="antike", books=BOOKS, evaluator=AntikeEvaluator, learner=AntikeLearned, encoder=_encoder, deal=AntikeDeal,
    turned=turned, outline={"wedge": ("nation", "wedge")},
)  # fmt: skip
