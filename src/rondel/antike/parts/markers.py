"""City markers: the bank's stock of marble, iron and gold cities bounds how many can be founded."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import Part
from rondel.antike.rules import GOODS, Rules
from rondel.antike.state import BaseGame, State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import bit_count


def markers_left(game: Tables, state: State, good: i64) -> i64:
    """Count the bank's city markers of a resource; as many as regions where there are none. Rule: AD-001 AD-R03."""
    if game.rules.markers is None:
        return game.size
    taken: i64 = 0
    for cities in state.cities:
        taken |= cities
    return game.rules.markers[good] - bit_count(taken & state.kinds[good])


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
    return f"The bank has {fewest} city markers of a resource (markers), too few for the start of {nations} nations."


MARKERS: Final = Part(
    name="city markers",
    axis="markers",
    in_play=lambda rules: rules.markers is not None,
    misfit=_misfit,
    faults=_faults,
)
