"""The shape of the board: which spaces there are, which touch, and where a tile can be added.

A layout never changes; laying a tile makes a new one. Spaces are numbered in the order in which
they were laid, seven a tile, so that a state can keep everything about them in short arrays and bit masks.
"""

from __future__ import annotations

from typing import Final

from rondel.attika.actions import HEX, Window, disc
from rondel.attika.masks import BIT_OF, MOST_SPACES, WORD_OF, WORDS, Mask, cell, cells, joined, mark
from rondel.attika.tiles import OFFSETS, PETALS, Hex
from rondel.native import i64, vec
from rondel.tables import zeros

#: what is known of a place: nothing, 1 + the space it is, or that a tile fits there or would cover something
_NOTHING: Final = 0
_FITS: Final = 254
_TAKEN: Final = 255


#: the twelve places around a tile, from its middle
RIM: Final = tuple(sorted({*disc(2)} - {*disc(1)}))


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
        "actions", "coast", "grown", "hexes", "known", "near", "places", "shrine_bits", "shrines", "touching", "trail",
        "window",
    )  # fmt: skip

    window: Window
    shrines: tuple[Hex, ...]
    #: the shrines that a place touches, as bits, for places that touch one
    coast: dict[int, int]
    hexes: tuple[Hex, ...]
    near: list[tuple[int, ...]]
    #: the spaces that touch a space, as a table of masks
    touching: vec[i64]
    #: the shrines that a space touches, as bits. Rule: AT-R26
    shrine_bits: list[int]
    #: the action of each space
    actions: list[int]
    #: what is known of each spot of the window
    known: vec[i64]
    #: middles where the next tile fits, in order
    places: tuple[int, ...]
    #: where the tiles lie, in the order in which they were laid: equal for equal layouts
    trail: bytes

    def __init__(
        self, window: Window, shrines: tuple[Hex, ...], coast: dict[int, int], known: vec[i64], touching: vec[i64]
    ) -> None:
        self.window = window
        self.shrines = shrines
        self.coast = coast
        self.hexes = ()
        self.near = []
        self.touching = touching
        self.shrine_bits = []
        self.actions = []
        self.known = known
        self.places = ()
        self.trail = b""
        # the last tile added to this layout, and the result: bots try a tile in six rotations on the same place
        self.grown: tuple[Hex, Layout] | None = None

    @property
    def index(self) -> dict[Hex, int]:
        """The space of each place."""
        return {place: space for space, place in enumerate(self.hexes)}

    @property
    def spaces(self) -> dict[int, int]:
        """The space of each action."""
        return {action: space for space, action in enumerate(self.actions)}

    def space(self, action: int) -> int:
        """Give the space of an action; -1 if no tile covers it."""
        found = cell(self.known, self.window.spot[action - HEX]) if action >= HEX else _NOTHING
        return int(found) - 1 if found != _NOTHING and found < _FITS else -1

    def beside(self, space: int) -> int:
        """Give the spaces that touch a space as one number."""
        return joined(self.touching, space)

    def extended(self, centre: Hex) -> Layout:
        """Give the layout with one more tile."""
        if self.grown is None or self.grown[0] != centre:
            self.grown = centre, self._grow(centre)
        return self.grown[1]

    def _grow(self, centre: Hex) -> Layout:
        window = self.window
        new = Layout(window, self.shrines, self.coast, self.known[:], self.touching[:])
        added = flower(centre)
        first = len(self.hexes)
        new.hexes = (*self.hexes, *added)
        actions = window.actions(centre, OFFSETS)
        new.actions = self.actions + actions
        new.trail = self.trail + actions[0].to_bytes(2, "big")
        new._fit(window.spot[actions[0] - HEX], self.places)
        space = first
        for action in actions:
            space += 1
            mark(new.known, window.spot[action - HEX], space)
        new.near = self.near[:]
        new._join(actions, first)
        new.shrine_bits = self.shrine_bits + [self.coast.get(action, 0) for action in actions]
        return new

    def _join(self, actions: list[int], first: i64) -> None:
        """Note which spaces the new ones touch, in both directions."""
        window, touching, near, known = self.window, self.touching, self.near, self.known
        space = first
        for action in actions:
            others: list[int] = []
            spot = window.spot[action - HEX]
            for step in window.beside:
                found: i64 = cell(known, spot + step)
                if found != _NOTHING and found < _FITS:
                    other = found - 1
                    others.append(other)
                    touching[WORDS * space + WORD_OF[other]] |= BIT_OF[other]
                    if other < first:
                        near[other] = (*near[other], space)
                        touching[WORDS * other + WORD_OF[space]] |= BIT_OF[space]
            near.append(tuple(others))
            space += 1

    def _fit(self, centre: i64, places: tuple[int, ...]) -> None:
        """Note where the next tile fits: it covers nothing and touches a space or a shrine. Rule: AT-R24.

        A tile two steps from another's middle would cover part of it, one three steps away touches it.
        """
        known, window = self.known, self.window
        for step in window.within:
            found: i64 = cell(known, centre + step)
            if found == _NOTHING or found == _FITS:
                mark(known, centre + step, _TAKEN)
        fits = [place for place in places if cell(known, window.spot[place - HEX]) == _FITS]
        for step in window.around:
            if cell(known, centre + step) == _NOTHING and window.at[centre + step] >= 0:
                mark(known, centre + step, _FITS)
                fits.append(window.at[centre + step])
        fits.sort()
        self.places = tuple(fits)


def widened(layout: Layout, spaces: Mask) -> Mask:
    """Give some spaces and all that touch them."""
    found, touching, space = spaces[:], layout.touching, 0
    for _ in layout.near:
        if spaces[WORD_OF[space]] & BIT_OF[space]:
            word: i64 = 0
            while word < WORDS:
                found[word] |= touching[WORDS * space + word]
                word += 1
        space += 1
    return found


def bare_layout(window: Window, shrines: tuple[Hex, ...]) -> Layout:
    """Give the layout of the shrines alone."""
    taken = {window.action(place) for shrine in shrines for place in flower(shrine)}
    beside = {window.action(place) for shrine in shrines for place in rim(shrine)} - taken
    known = cells(window.spots)
    for place in taken:
        mark(known, window.spot[place - HEX], _TAKEN)
    for place in beside:
        mark(known, window.spot[place - HEX], _FITS)
    coast: dict[int, int] = {}
    for number, shrine in enumerate(shrines):
        for petal in petals(shrine):
            action = window.action(petal)
            coast[action] = coast.get(action, 0) | 1 << number
    found = Layout(window, shrines, coast, known, zeros(WORDS * MOST_SPACES))
    found.places = tuple(sorted(beside))
    return found
