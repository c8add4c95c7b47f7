"""The neighbour tax: coins for temples next to temples, and for cities next to cities of the same resource."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import Part
from rondel.antike.state import State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import bit_count


def temple_tax(game: Tables, state: State, region: i64) -> i64:
    """Count the coins due for temples next to a new one. Rule: AD-090 AD-091 AD-R06 AD-R08."""
    return bit_count(game.around[region] & state.temples) if game.rules.neighbour_tax else 0


def city_tax(game: Tables, state: State, region: i64, good: i64) -> i64:
    """Count the coins due for neighbouring cities with the same resource. Rule: AD-066 AD-067 AD-R06."""
    if not game.rules.neighbour_tax:
        return 0
    taken: i64 = 0
    for cities in state.cities:
        taken |= cities
    return bit_count(taken & state.kinds[good] & game.around[region])


TAX: Final = Part(
    name="neighbour tax",
    axis="neighbour_tax",
    in_play=lambda rules: rules.neighbour_tax,
    clauses="""
found-tax   AD-066
temple-tax  AD-090
""",
)
