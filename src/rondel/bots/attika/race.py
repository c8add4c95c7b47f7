"""How far a player is from having built everything, counted in actions: draws, builds and the cards they will cost."""

from __future__ import annotations

from typing import Final

from rondel.attika.price import MOTHERS
from rondel.attika.sites import VIEWS
from rondel.attika.state import K, State

#: a turn is three builds or cards, or two draws
DRAW_COST: Final = 1.5
BUILD_COST: Final = 1.0
#: cards that a symbol costs on average: most are matched, some are paid twofold
SYMBOL: Final = 1.15
#: part of the price that remains to be expected while the mother is not on the board
MOTHER_TO_COME: Final = 0.5
#: symbols where nothing helps
MOST: Final = 4.0
#: how much the spaces beside a player's buildings count against what a kind costs as a rule: better places will come
HERE: Final = 0.15

#: what a kind can come to cost in symbols with the levels that must be seen, the cheapest first
PRICES: Final = tuple(
    sorted(((sum(need) + other, levels) for (need, other), levels in views), key=lambda row: row[0]) for views in VIEWS
)
#: what a kind costs as a rule, in symbols: less than half of its cost has to be paid on a good space
AS_A_RULE: Final = tuple(0.45 * max(count for count, _ in rows) for rows in PRICES)


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
    near = free & state.beside[seat]
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
        price = _expected(state, kind, near)
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


def _expected(state: State, kind: int, near: int) -> float:
    """Estimate the cards a kind will cost, by the spaces at hand and by what it costs as a rule."""
    usual = AS_A_RULE[kind]
    return SYMBOL * (usual + HERE * (symbols(state, kind, near) - usual) if near else usual)
