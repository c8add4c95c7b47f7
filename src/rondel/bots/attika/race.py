"""How far a player is from having built everything, counted in actions: draws, builds and the cards they will cost."""

from __future__ import annotations

from typing import Final

from rondel.attika.price import MOTHERS
from rondel.attika.rules import KINDS
from rondel.attika.sites import VIEWS
from rondel.attika.state import K, State

#: a turn is three builds or cards, or two draws
DRAW_COST: Final = 1.5
BUILD_COST: Final = 1.0
#: cards that a symbol costs on average: most are matched, some are paid twofold
SYMBOL: Final = 1.15
#: part of the price that remains to be expected while the mother is not on the board
MOTHER_TO_COME: Final = 0.5
#: the worst that is still expected of any price; better places come with new tiles
MOST: Final = 4.0
COUNTS: Final = tuple(kind.count for kind in KINDS)

#: what a kind can come to cost in symbols with the levels that must be seen, the cheapest first
PRICES: Final = tuple(
    sorted(((sum(need) + other, levels) for (need, other), levels in views), key=lambda row: row[0]) for views in VIEWS
)


def symbols(state: State, kind: int, spaces: int) -> float:
    """Give the fewest symbols a kind costs on any of the spaces."""
    sees = state.sees
    for count, levels in PRICES[kind]:
        found = spaces
        for level in levels:
            found &= sees[level]
        if found:
            return float(count)
    return MOST


def around(state: State, seat: int, kind: int, free: int) -> int:
    """Give the empty spaces beside the seat's buildings of a kind, as bits."""
    code, built, touching = 1 + K * seat + kind, state.built, state.layout.touching
    found, space = 0, built.find(code)
    while space >= 0:
        found |= touching[space]
        space = built.find(code, space + 1)
    return found & free


def to_build(state: State, seat: int, free: int) -> float:
    """Estimate the actions a seat needs to build what it has not built."""
    near = free & state.beside[seat] or free
    first = K * seat
    present = state.present[seat]
    total, gratis = 0.0, {}
    for kind in range(K):
        hidden = state.unseen[first + kind]
        count = hidden + state.stored[first + kind]
        if kind == state.pending and seat == state.turn and state.pile >= 0:
            count += 1
        if not count:
            continue
        total += DRAW_COST * hidden + BUILD_COST * count
        mother = MOTHERS[kind]
        price = min(MOST, SYMBOL * symbols(state, kind, near))
        if mother >= 0 and not present >> mother & 1:
            price *= MOTHER_TO_COME
        elif mother >= 0:
            if mother not in gratis:
                gratis[mother] = around(state, seat, mother, free).bit_count()
            beside = min(count, gratis[mother])
            gratis[mother] -= beside
            count -= beside
            # what is not drawn yet may find its place taken
            total += 0.15 * min(hidden, beside) * price
        total += count * price
    return total
