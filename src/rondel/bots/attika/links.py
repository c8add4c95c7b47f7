"""How far a player is from linking two shrines: the fewest empty spaces between two of them, and one such way."""

from __future__ import annotations

from collections import deque
from typing import Final

from rondel.attika.layout import Layout

#: no way is left
FAR: Final = 99
#: empty spaces on a shortest way, and one such way as bits
Link = tuple[int, int]


def link(layout: Layout, mine: int, free: int) -> Link:
    """Give the shortest way between any two shrines over own and empty spaces.

    One search from all shrines at once: each space belongs to the shrine that reaches it first, and the shortest way
    between two shrines crosses from the spaces of one to those of the other.
    """
    cost, owner, parent = _spread(layout, mine, free)
    best, ends = FAR, (-1, -1)
    for space, steps in cost.items():
        bits = layout.shrine_bits[space] & ~(1 << owner[space])
        if bits and steps < best:
            best, ends = steps, (space, -1)
        for other in layout.near[space]:
            if other in cost and owner[other] != owner[space] and steps + cost[other] < best:
                best, ends = steps + cost[other], (space, other)
    return best, (_trace(parent, ends[0]) | _trace(parent, ends[1])) & free


def _spread(layout: Layout, mine: int, free: int) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """Give the empty spaces needed to reach each space, from which shrine, and from which space."""
    open_bits = mine | free
    cost: dict[int, int] = {}
    owner: dict[int, int] = {}
    parent: dict[int, int] = {}
    queue: deque[int] = deque()
    for space, bits in enumerate(layout.shrine_bits):
        if bits and open_bits >> space & 1:
            own = mine >> space & 1
            cost[space], owner[space], parent[space] = 1 - own, (bits & -bits).bit_length() - 1, -1
            (queue.appendleft if own else queue.append)(space)
    while queue:
        space = queue.popleft()
        steps = cost[space]
        for other in layout.near[space]:
            if open_bits >> other & 1:
                own = mine >> other & 1
                if steps + 1 - own < cost.get(other, FAR):
                    cost[other], owner[other], parent[other] = steps + 1 - own, owner[space], space
                    (queue.appendleft if own else queue.append)(other)
    return cost, owner, parent


def _trace(parent: dict[int, int], space: int) -> int:
    """Give the spaces back to the shrine, as bits."""
    found = 0
    while space >= 0:
        found |= 1 << space
        space = parent[space]
    return found
