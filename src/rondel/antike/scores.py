"""Points: what a nation's personages count."""

from __future__ import annotations

from rondel.antike.rules import GENERAL, PERSONAGE_KINDS
from rondel.antike.state import State
from rondel.antike.tables import Tables
from rondel.native import i64


def personages_of(state: State, nation: i64) -> list[int]:
    """Count a nation's personages by kind, the extra one included."""
    counts = list(state.won(nation))
    if state.extra[nation]:
        counts[state.extra[nation] - 1] += 1
    return counts


def points(game: Tables, state: State, nation: i64) -> i64:
    """Count a nation's personages; generals weigh more in the military variant.

    Rule: A06-077 A06-240 A06-242, A2-047, AD-075.
    """
    won, first, extra = state.earned, PERSONAGE_KINDS * nation, state.extra[nation]
    found = won[first] + won[first + 1] + won[first + 2] + won[first + 3] + won[first + 4]
    if extra:
        found += 1
    generals = won[first + GENERAL] + (extra == GENERAL + 1)
    return found + generals * (game.rules.general_points - 1)
