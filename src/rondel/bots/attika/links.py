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
    between two shrines crosses from the spaces of one to those of the other. Spaces come in the order of their cost,
    so the pair at the crossing is met when the dearer one is looked at.
    """
    open_bits, shrine_bits, near = mine | free, layout.shrine_bits, layout.near
    cost, parent, owner = [FAR] * len(near), [-1] * len(near), [-1] * len(near)
    queue = _start(layout, mine, open_bits, cost, owner)
    best, here, there = FAR, -1, -1
    while queue:
        space = queue.popleft()
        steps, shrine = cost[space], owner[space]
        if steps >= best:
            break
        if shrine_bits[space] & ~(1 << shrine):
            best, here, there = steps, space, -1
        for other in near[space]:
            if not open_bits >> other & 1:
                continue
            further = steps + 1 - (mine >> other & 1)
            if further < cost[other]:
                cost[other], owner[other], parent[other] = further, shrine, space
                if further > steps:
                    queue.append(other)
                else:
                    queue.appendleft(other)
            elif owner[other] != shrine and steps + cost[other] < best:
                best, here, there = steps + cost[other], space, other
    return best, (_trace(parent, here) | _trace(parent, there)) & free


def _start(layout: Layout, mine: int, open_bits: int, cost: list[int], owner: list[int]) -> deque[int]:
    """Note the open spaces beside shrines, own ones first."""
    queue: deque[int] = deque()
    for space, bits in enumerate(layout.shrine_bits):
        if bits and open_bits >> space & 1:
            own = mine >> space & 1
            cost[space], owner[space] = 1 - own, (bits & -bits).bit_length() - 1
            (queue.appendleft if own else queue.append)(space)
    return queue


def _trace(parent: list[int], space: int) -> int:
    """Give the spaces back to the shrine, as bits."""
    found = 0
    while space >= 0:
        found |= 1 << space
        space = parent[space]
    return found
