"""Shelter: a nation with few personages defends its cities better."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import Part
from rondel.antike.rules import PERSONAGE_KINDS
from rondel.antike.state import State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import total


def shelter(game: Tables, state: State, nation: i64) -> i64:
    """Count what few personages add to the defence of each city. Rule: A2-051 A2-156 A2-D09."""
    first = PERSONAGE_KINDS * nation
    return 1 if total(state.earned, first, first + PERSONAGE_KINDS) < game.rules.sheltered else 0


SHELTER: Final = Part(name="shelter", axis="sheltered", in_play=lambda rules: rules.sheltered > 0)
