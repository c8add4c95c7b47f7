"""Every player's way between two shrines, for display next to the board."""

from __future__ import annotations

from rondel.attika.masks import joined
from rondel.attika.state import State
from rondel.bots.attika.links import FAR, entries, link
from rondel.family import Way


def ways(state: State) -> list[Way]:
    """Give each seat's shortest way between two shrines over its own and empty spaces, as the board lies now."""
    return [_way(state, seat) for seat in range(state.engine.seats)]


def _way(state: State, seat: int) -> Way:
    missing, way = link(state.layout, entries(state, seat))
    bits = joined(way)
    if missing >= FAR:
        return Way(-1, [])
    return Way(missing, [place for space, place in enumerate(state.layout.hexes) if bits >> space & 1])
