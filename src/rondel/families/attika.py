"""Attika."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rondel.attika.books import BOOKS
from rondel.attika.deal import AttikaDeal
from rondel.attika.engine import AttikaGame
from rondel.attika.state import State
from rondel.attika.text.turned import turned
from rondel.bots.attika.evaluator import AttikaEvaluator
from rondel.bots.attika.learned import AttikaLearned
from rondel.bots.attika.ways import ways
from rondel.family import Family

if TYPE_CHECKING:
    from rondel.features.table import Encoder


def _encoder(game: AttikaGame) -> Encoder[State]:
    from rondel.features.attika import AttikaEncoder  # needs NumPy, which is optional

    return AttikaEncoder(game)


ATTIKA: Final = Family(
    id="attika", books=BOOKS, evaluator=AttikaEvaluator, learner=AttikaLearned, encoder=_encoder, deal=AttikaDeal,
    ways=ways, turned=turned,
    outline={"built": ("city", "building"), "kept": ("city", "building"), "takes": ("city", "count")},
)  # fmt: skip
