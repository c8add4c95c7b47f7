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
#: the twelve places around a tile, from its middle
RIM: Final = tuple(sorted({*_disc(2)} - {*_disc(1)}))


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
    return _shifted(RIM, centre)


def _shifted(offsets: tuple[Hex, ...], centre: Hex) -> list[Hex]:
    q, r = centre
    return [(q + dq, r + dr) for dq, dr in offsets]


class Layout:
    """The spaces of the tiles laid so far, and the shrines. Within, a place is the action that names it."""

    __slots__ = (
        "actions", "all_bits", "grown", "hexes", "near", "places", "shrine_bits", "shrines", "spaces", "taken",
        "touching", "window",
    )  # fmt: skip

    def __init__(self, window: Window, shrines: tuple[Hex, ...], taken: set[int], places: tuple[int, ...]) -> None:
        self.window = window
        self.shrines = shrines
        self.hexes: tuple[Hex, ...] = ()
        #: the space of each action
        self.spaces: dict[int, int] = {}
        self.near: list[tuple[int, ...]] = []
        #: the spaces that touch a space, as bits
        self.touching: list[int] = []
        #: the shrines that a space touches, as bits. Rule: AT-R26
        self.shrine_bits: list[int] = []
        #: the action of each space
        self.actions: list[int] = []
        self.all_bits = 0
        # middles where a tile would cover a space or a shrine, and those where it fits, in order
        self.taken = taken
        self.places = places
        # the last tile added to this layout, and the result: bots try a tile in six rotations on the same place
        self.grown: tuple[Hex, Layout] | None = None

    @property
    def index(self) -> dict[Hex, int]:
        """The space of each place."""
        return {place: space for space, place in enumerate(self.hexes)}

    def extended(self, centre: Hex) -> Layout:
        """Give the layout with one more tile."""
        if self.grown is None or self.grown[0] != centre:
            self.grown = centre, self._grow(centre)
        return self.grown[1]

    def _grow(self, centre: Hex) -> Layout:
        new = Layout(self.window, self.shrines, self.taken, self.places)
        added = flower(centre)
        first = len(self.hexes)
        new.hexes = (*self.hexes, *added)
        actions = [self.window.action(place) for place in added]
        new.actions = self.actions + actions
        new.spaces = self.spaces.copy()
        for space, action in enumerate(actions, first):
            new.spaces[action] = space
        new.near, new.touching = self.near[:], self.touching[:]
        new._join(added, first)
        new.shrine_bits = self.shrine_bits + [new._shrines_beside(place) for place in added]
        new.all_bits = (1 << len(new.hexes)) - 1
        new._fit(centre)
        return new

    def _join(self, added: list[Hex], first: int) -> None:
        """Note which spaces the new ones touch, in both directions."""
        spaces, window = self.spaces, self.window
        for space, place in enumerate(added, first):
            others = tuple([spaces[other] for other in window.actions(place, PETALS) if other in spaces])
            self.near.append(others)
            bits = 0
            for other in others:
                bits |= 1 << other
                if other < first:
                    self.near[other] = (*self.near[other], space)
                    self.touching[other] |= 1 << space
            self.touching.append(bits)

    def _shrines_beside(self, place: Hex) -> int:
        found = 0
        for number, (q, r) in enumerate(self.shrines):
            if (q - place[0], r - place[1]) in PETALS:
                found |= 1 << number
        return found

    def _fit(self, centre: Hex) -> None:
        """Note where the next tile fits: it covers nothing and touches a space or a shrine. Rule: AT-R24.

        A tile two steps from another's middle would cover part of it, one three steps away touches it.
        """
        self.taken = self.taken.union(self.window.actions(centre, _WITHIN_TWO))
        fits = {*self.places, *self.window.actions(centre, _AT_THREE)} - self.taken
        self.places = tuple(sorted(fits))


def bare_layout(window: Window, shrines: tuple[Hex, ...]) -> Layout:
    """Give the layout of the shrines alone."""
    taken = {window.action(place) for shrine in shrines for place in flower(shrine)}
    beside = {window.action(place) for shrine in shrines for place in rim(shrine)} - taken
    return Layout(window, shrines, taken, tuple(sorted(beside)))
