"""The shape of the board: which spaces there are, which touch, and where a tile can be added.

A layout is never changed; laying a tile makes a new one from the one before. Spaces are numbered in the order in which
they were laid, seven a tile, so that a state can keep everything about them in short arrays and bit masks.
"""

from __future__ import annotations

from typing import Final

from rondel.attika.actions import Window
from rondel.attika.tiles import OFFSETS, PETALS, Hex


def _disc(radius: int) -> list[Hex]:
    span = range(-radius, radius + 1)
    return [(q, r) for q in span for r in span if abs(q + r) <= radius]


#: what lies two and three steps from a tile's middle: a tile there would cover it, or touch it
_WITHIN_TWO: Final = tuple(_disc(2))
_AT_THREE: Final = tuple(sorted({*_disc(3)} - {*_disc(2)}))
_AT_TWO: Final = tuple(sorted({*_disc(2)} - {*_disc(1)}))


def petals(place: Hex) -> list[Hex]:
    """Give the six places that share an edge with a place. Rule: AT-R11."""
    q, r = place
    return [(q + dq, r + dr) for dq, dr in PETALS]


def flower(centre: Hex) -> list[Hex]:
    """Give the seven places a tile covers."""
    q, r = centre
    return [(q + dq, r + dr) for dq, dr in OFFSETS]


def rim(centre: Hex) -> list[Hex]:
    """Give the twelve places around a tile."""
    return _shifted(_AT_TWO, centre)


def _shifted(offsets: tuple[Hex, ...], centre: Hex) -> list[Hex]:
    q, r = centre
    return [(q + dq, r + dr) for dq, dr in offsets]


class Layout:
    """The spaces of the tiles laid so far, and the shrines."""

    __slots__ = (
        "actions", "all_bits", "centres", "grown", "hexes", "index", "near", "places", "shrine_bits", "shrines",
        "taken", "touching", "window",
    )  # fmt: skip

    def __init__(self, window: Window, shrines: tuple[Hex, ...], taken: set[Hex], centres: dict[Hex, int]) -> None:
        self.window = window
        self.shrines = shrines
        self.hexes: tuple[Hex, ...] = ()
        self.index: dict[Hex, int] = {}
        self.near: list[tuple[int, ...]] = []
        #: the spaces that touch a space, as bits
        self.touching: list[int] = []
        #: the shrines that a space touches, as bits. Rule: AT-R26
        self.shrine_bits: list[int] = []
        #: the action of each space
        self.actions: list[int] = []
        self.all_bits = 0
        # middles where a tile would cover a space or a shrine, and those where it fits
        self.taken = taken
        self.centres = centres
        self.places: tuple[int, ...] = ()
        # the last tile added to this layout, and what came of it: a tile is tried in six turns on the same place
        self.grown: tuple[Hex, Layout] | None = None

    def extended(self, centre: Hex) -> Layout:
        """Give the layout with one more tile."""
        if self.grown is None or self.grown[0] != centre:
            self.grown = centre, self._grow(centre)
        return self.grown[1]

    def _grow(self, centre: Hex) -> Layout:
        new = Layout(self.window, self.shrines, self.taken, self.centres)
        added = flower(centre)
        first = len(self.hexes)
        new.hexes = (*self.hexes, *added)
        new.index = {**self.index, **{place: first + number for number, place in enumerate(added)}}
        new.near, new.touching = self.near[:], self.touching[:]
        new._join(added, first)
        new.shrine_bits = self.shrine_bits + [new._shrines_beside(place) for place in added]
        new.actions = self.actions + [self.window.action(place) for place in added]
        new.all_bits = (1 << len(new.hexes)) - 1
        new._fit(centre)
        return new

    def _join(self, added: list[Hex], first: int) -> None:
        """Note which spaces the new ones touch, in both directions."""
        index = self.index
        for space, place in enumerate(added, first):
            others = tuple(index[other] for other in petals(place) if other in index)
            self.near.append(others)
            self.touching.append(sum(1 << other for other in others))
            for other in others:
                if other < first:
                    self.near[other] = (*self.near[other], space)
                    self.touching[other] |= 1 << space

    def _shrines_beside(self, place: Hex) -> int:
        beside = petals(place)
        return sum(1 << number for number, shrine in enumerate(self.shrines) if shrine in beside)

    def _fit(self, centre: Hex) -> None:
        """Note where the next tile fits: it covers nothing and touches a space or a shrine.

        A tile two steps from another's middle would cover part of it, one three steps away touches it. Rule: AT-072,
        AT-074, AT-R24.
        """
        covering = _shifted(_WITHIN_TWO, centre)
        self.taken = self.taken.union(covering)
        self.centres = self.centres.copy()
        for place in covering:
            self.centres.pop(place, None)
        for place in _shifted(_AT_THREE, centre):
            if place not in self.taken:
                self.centres[place] = self.window.action(place)
        self.places = tuple(sorted(self.centres.values()))


def bare_layout(window: Window, shrines: tuple[Hex, ...]) -> Layout:
    """Give the layout of the shrines alone."""
    taken = {place for shrine in shrines for place in flower(shrine)}
    beside = {place for shrine in shrines for place in rim(shrine)} - taken
    return Layout(window, shrines, taken, {place: window.action(place) for place in beside})
