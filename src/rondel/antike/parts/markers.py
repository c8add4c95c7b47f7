"""City markers: the bank's marble, iron and gold markers limit how many cities can be founded."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import Part
from rondel.antike.rules import GOODS, Rules
from rondel.antike.state import BaseGame, State
from rondel.antike.tables import Tables
from rondel.errors import IllegalMove
from rondel.native import i64
from rondel.tables import bit_count


def markers_left(game: Tables, state: State, good: i64) -> i64:
    """Count the bank's city markers of a resource; without markers, the number of regions. Rule: AD-001 AD-R03."""
    if game.rules.markers is None:
        return game.size
    taken: i64 = 0
    for cities in state.cities:
        taken |= cities
    return game.rules.markers[good] - bit_count(taken & state.kinds[good])


def no_marker(game: BaseGame, state: State, good: int) -> IllegalMove | None:
    """Refuse a city of a resource of which the bank has no marker; None if it has one."""
    if markers_left(game, state, good):
        return None
    return game.illegal("no_marker", f"The bank has no {GOODS[good]} city marker left.")


def _faults(game: BaseGame, state: State) -> list[str]:
    """List the resources of which there are more cities than markers. Rule: AD-D02."""
    return [
        f"more {GOODS[good]} cities than the {total} markers"
        for good, total in enumerate(game.rules.markers or ())
        if markers_left(game, state, good) < 0
    ]


def _misfit(rules: Rules, nations: int) -> str:
    fewest = min(rules.markers or (nations,))
    if fewest >= nations:
        return ""
    stock = f"The bank has {fewest} city markers of a resource (markers)"
    return f"{stock}, too few for the start cities of {nations} nations."


MARKERS: Final = Part(
    name="city markers",
    axis="markers",
    in_play=lambda rules: rules.markers is not None,
    misfit=_misfit,
    clauses="""
no_marker  AD-R03
""",
    faults=_faults,
)
