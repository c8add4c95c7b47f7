"""How far a player is from linking two shrines: the fewest empty spaces between two of them, and one such way."""

from __future__ import annotations

from typing import Final

from rondel.attika.layout import Layout
from rondel.attika.masks import BIT_OF, WORD_OF, WORDS, Mask
from rondel.attika.state import State
from rondel.attika.tables import K
from rondel.tables import translated, zeros

MOST_SEATS: Final = 4
#: no way is left
FAR: Final = 99
#: what entering a space costs: nothing on an own one, one on an empty one, and a rival's is closed
OWN: Final = 0
EMPTY: Final = 1
CLOSED: Final = 2
#: empty spaces on a shortest way, and one such way
Link = tuple[int, Mask]

_ENTRY: Final = tuple(
    bytes(OWN if K * seat < code <= K * seat + K else CLOSED if code else EMPTY for code in range(256))
    for seat in range(MOST_SEATS)
)


def entries(state: State, seat: int) -> bytes:
    """Give what entering each space costs a seat."""
    return translated(state.built, _ENTRY[seat])


def link(layout: Layout, entry: bytes) -> Link:
    """Give the shortest way between any two shrines over own and empty spaces.

    One search from all shrines at once: each space belongs to the shrine that reaches it first, and the shortest way
    between two shrines crosses from the spaces of one to those of the other. Spaces come in the order of their cost,
    so the pair at the crossing is met when the dearer one is looked at: those as near as the last one are taken from
    `soon`, the others from `later` in their order.
    """
    shrine_bits, near = layout.shrine_bits, layout.near
    cost, parent, owner = [FAR] * len(near), [-1] * len(near), [-1] * len(near)
    soon, later = _start(shrine_bits, entry, cost, owner)
    best, here, there, taken = FAR, -1, -1, 0
    while True:
        if soon:
            space = soon.pop()
        elif taken < len(later):
            space = later[taken]
            taken += 1
        else:
            break
        steps, shrine = cost[space], owner[space]
        if steps >= best:
            break
        if shrine_bits[space] & ~(1 << shrine):
            best, here, there = steps, space, -1
        for other in near[space]:
            price = entry[other]
            if price == CLOSED:
                continue
            further = steps + price
            if further < cost[other]:
                cost[other], owner[other], parent[other] = further, shrine, space
                (later if price else soon).append(other)
            elif owner[other] != shrine and steps + cost[other] < best:
                best, here, there = steps + cost[other], space, other
    way = zeros(WORDS)
    _trace(parent, here, entry, way)
    _trace(parent, there, entry, way)
    return best, way


def _start(shrine_bits: list[int], entry: bytes, cost: list[int], owner: list[int]) -> tuple[list[int], list[int]]:
    """Note the open spaces next to shrines, own ones apart from empty ones."""
    own: list[int] = []
    empty: list[int] = []
    for space, bits in enumerate(shrine_bits):
        if bits and entry[space] != CLOSED:
            cost[space], owner[space] = entry[space], (bits & -bits).bit_length() - 1
            (empty if entry[space] else own).append(space)
    return own, empty


def _trace(parent: list[int], space: int, entry: bytes, way: Mask) -> None:
    """Note the empty spaces back to the shrine."""
    while space >= 0:
        if entry[space]:
            way[WORD_OF[space]] |= BIT_OF[space]
        space = parent[space]
