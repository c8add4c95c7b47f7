"""The shape of the board: which spaces there are, which touch, and where a tile can be added.

A layout is never changed; laying a tile makes a new one. Spaces are numbered in the order in which they were laid,
seven a tile, so that a state can keep everything about them in short arrays and bit masks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.attika.actions import Window
from rondel.attika.tiles import OFFSETS, PETALS, Hex

#: the twelve spaces two steps away
_RING: Final = tuple(
    (q, r) for q in range(-2, 3) for r in range(-2, 3) if max(abs(q), abs(r), abs(q + r)) == 2
)  # fmt: skip


def petals(place: Hex) -> list[Hex]:
    """Give the six places that share an edge with a place. Rule: AT-R11."""
    q, r = place
    return [(q + dq, r + dr) for dq, dr in PETALS]


def flower(centre: Hex) -> list[Hex]:
    """Give the seven places a tile covers."""
    q, r = centre
    return [(q + dq, r + dr) for dq, dr in OFFSETS]


class Layout:
    """The spaces of the tiles laid so far, and the shrines."""

    __slots__ = ("hexes", "index", "near", "places", "rows", "shrine_bits", "shrines", "touching", "window")

    def __init__(self, window: Window, shrines: tuple[Hex, ...], hexes: tuple[Hex, ...]) -> None:
        self.window = window
        self.shrines = shrines
        self.hexes = hexes
        self.index = {place: space for space, place in enumerate(hexes)}
        self.near = tuple(tuple(self._spaces(petals(place))) for place in hexes)
        #: the spaces that touch a space, as bits
        self.touching = tuple(sum(1 << other for other in others) for others in self.near)
        #: the shrines that a space touches, as bits. Rule: AT-R26
        self.shrine_bits = tuple(
            sum(1 << number for number, shrine in enumerate(shrines) if shrine in petals(place)) for place in hexes
        )
        #: action, space and touching bits, by ascending action
        self.rows = tuple(
            sorted((window.action(place), space, self.touching[space]) for space, place in enumerate(hexes))
        )
        self.places = self._free_centres()

    def _spaces(self, places: Iterable[Hex]) -> list[int]:
        index = self.index
        return [index[place] for place in places if place in index]

    def _free_centres(self) -> tuple[int, ...]:
        """Give, as actions, the middles where a tile fits: it covers nothing and touches a space or a shrine.

        A tile covers what is at most one step from its middle, and touches what is two steps away. Rule: AT-R24.
        """
        taken = [*self.hexes, *self.shrines]
        near = {(q + dq, r + dr) for q, r in taken for dq, dr in _RING}
        covering = {(q + dq, r + dr) for q, r in taken for dq, dr in OFFSETS}
        return tuple(sorted(map(self.window.action, near - covering)))

    def extended(self, centre: Hex) -> Layout:
        """Give the layout with one more tile."""
        return Layout(self.window, self.shrines, (*self.hexes, *flower(centre)))
