"""Action ids: one fixed numbering per number of players and tile set.

A building is chosen first, its space second. Spaces are numbered over a window that holds every space a tile can ever
cover, so the ids stay the same however the board grows.

| range | decision | id within the range |
| --- | --- | --- |
| END, CARDS | end the turn; take cards for all actions left | 0 |
| AMPHORA_DRAW, AMPHORA_BUILD, AMPHORA_CARD | return an amphora for an action or a card | 0 |
| STORE | put the drawn building on the player board | 0 |
| CHOOSE, PAID | choose the cards of the next payment; lay no more | 0 |
| PAY | lay a card | terrain |
| TURN | place the board tile with this many rotations | turns |
| DRAW | draw the top building of a pile | pile |
| BUILD | take a stored building to build it | kind |
| REVEAL (chance) | the building drawn | kind |
| CARD (chance) | the card drawn | terrain |
| TILE (chance) | the board tile drawn | tile |
| HEX | build there, or lay the tile with its middle there | (r - lowest r) * width + q - lowest q |
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from rondel.attika.rules import KINDS, PILES, TERRAINS
from rondel.attika.tiles import PETALS, Hex, Start
from rondel.native import i64, vec
from rondel.tables import numbers

#: the names of the ranges with their sizes, in order; the spaces come last
RANGES: Final = (
    ("end", 1), ("cards", 1), ("amphora-draw", 1), ("amphora-build", 1), ("amphora-card", 1), ("store", 1),
    ("choose", 1), ("paid", 1), ("pay", len(TERRAINS)), ("turn", 6), ("draw", len(PILES)), ("build", len(KINDS)),
    ("reveal", len(KINDS)), ("card", len(TERRAINS)), ("tile", 22), ("hex", 1),
)  # fmt: skip
NAMES: Final = tuple(name for name, _ in RANGES)
STARTS: Final = tuple(sum(size for _, size in RANGES[:place]) for place in range(len(RANGES)))
(
    END, CARDS, AMPHORA_DRAW, AMPHORA_BUILD, AMPHORA_CARD, STORE, CHOOSE, PAID, PAY, TURN, DRAW, BUILD, REVEAL, CARD,
    TILE, HEX,
) = STARTS  # fmt: skip


def split(action: int) -> tuple[str, int]:
    """Give the name of the action's range and its place within it."""
    place = bisect_right(STARTS, action) - 1
    return NAMES[place], action - STARTS[place]


_MARGIN: Final = 4


def disc(radius: int) -> list[Hex]:
    """Give what lies within so many steps of a place."""
    span = range(-radius, radius + 1)
    return [(q, r) for q in span for r in span if abs(q + r) <= radius]


class Window:
    """The numbering of spaces within the reach of a start layout. Rule: AT-R42."""

    def __init__(self, start: Start) -> None:
        self.left, right, self.low, high = start.reach
        self.width = right - self.left + 1
        self.height = high - self.low + 1
        self.count = HEX + self.width * self.height
        wide, places = self.width + 2 * _MARGIN, range(self.width * self.height)
        #: a map with a margin, so that looking around a place needs no check for the edge:
        #: how many spots it has, the spot of each action of a space, and back; -1 in the margin
        self.spots = wide * (self.height + 2 * _MARGIN)
        self.spot: vec[i64] = numbers(
            [(place // self.width + _MARGIN) * wide + place % self.width + _MARGIN for place in places]
        )
        self.at: vec[i64] = numbers([-1] * self.spots)
        for place in places:
            self.at[self.spot[place]] = HEX + place
        #: the ways to the six places around one, and to those within two steps and at three
        self.beside: vec[i64] = numbers([dr * wide + dq for dq, dr in PETALS])
        self.within: vec[i64] = numbers([dr * wide + dq for dq, dr in disc(2)])
        self.around: vec[i64] = numbers([dr * wide + dq for dq, dr in sorted({*disc(3)} - {*disc(2)})])

    def action(self, place: Hex) -> int:
        """Give the action of a space; -1 outside the window."""
        q, r = place[0] - self.left, place[1] - self.low
        return HEX + r * self.width + q if 0 <= q < self.width and 0 <= r < self.height else -1

    def actions(self, centre: Hex, offsets: tuple[Hex, ...]) -> list[int]:
        """Give the actions of the places around one that lie in the window."""
        q, r, width = centre[0] - self.left, centre[1] - self.low, self.width
        if 3 <= q < width - 3 and 3 <= r < self.height - 3:
            first = HEX + r * width + q
            return [first + dr * width + dq for dq, dr in offsets]
        places = [self.action((centre[0] + dq, centre[1] + dr)) for dq, dr in offsets]
        return [place for place in places if place >= 0]

    def hex(self, action: int) -> Hex:
        """Give the space of an action."""
        r, q = divmod(action - HEX, self.width)
        return q + self.left, r + self.low
