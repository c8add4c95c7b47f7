"""News of purchases that several kinds of action share: what was built, set up or founded."""

from __future__ import annotations

from rondel.antike.rules import GOODS, RESOURCE_KINDS, UNIT_KINDS, UNITS
from rondel.antike.state import BaseGame, State
from rondel.antike.text.phrases import region_name
from rondel.tables import bit_count

Told = dict[str, str | int]


def temple_built(game: BaseGame, before: State, region: int, after: State) -> Told:
    """Tell of a temple, and how many its nation has now."""
    temples = bit_count(after.cities[before.turn] & after.temples)
    return {"kind": "temple", "region": region_name(game, region), "temples": temples}


def unit_armed(game: BaseGame, before: State, place: int, after: State) -> Told:
    """Tell of a unit that was set up."""
    region, kind = divmod(place, UNIT_KINDS)
    return {"kind": "armed", "unit": UNITS[kind], "region": region_name(game, region)}


def city_founded(game: BaseGame, before: State, place: int, after: State) -> Told:
    """Tell of a new city, and how many its nation has now."""
    region, good = divmod(place, RESOURCE_KINDS)
    cities = bit_count(before.cities[before.turn]) + 1
    return {"kind": "founded", "region": region_name(game, region), "good": GOODS[good], "cities": cities}
