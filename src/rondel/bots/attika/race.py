"""How far a player is from having built everything, counted in actions: draws, builds and the cards they will cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rondel.attika.rules import BLANK
from rondel.attika.state import State
from rondel.attika.tables import MOTHERS, K, P
from rondel.bots.attika.weights import Weights

#: a turn is three builds or cards, or two draws
DRAW_COST: Final = 1.5
BUILD_COST: Final = 1.0
#: symbols to pay where nothing helps
MOST: Final = 4.0
#: more room than this is worth nothing
MOST_ROOM: Final = 20
MOST_GROUND: Final = 10
#: with less room than this a board tile is wanted
TIGHT: Final = 14
#: buildings in a pile at first
PILE: Final = 8
#: it is late with fewer than this many buildings to go
LATE: Final = 10

#: actions without cards, cards, and buildings in the piles that are not sure to be free
Outlook = tuple[float, float, int]


def symbols(state: State, kind: int, spaces: int) -> float:
    """Give the fewest symbols a kind costs on any of the spaces."""
    sees = state.sees
    for count, levels in state.engine.symbol_rows[kind]:
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


def outlook(state: State, seat: int, free: int, reach: int, weights: Weights) -> Outlook:
    """Estimate what a seat needs to build what it has not built: actions, cards, and draws that will want cards.

    `reach` are the spaces within two steps of its buildings.
    """
    near = free & state.beside[seat] or free
    first, present = K * seat, state.present[seat]
    to_go = 30 - state.mine[seat].bit_count()
    here = weights.here
    if to_go < LATE:
        here = weights.here_late - (weights.here_late - here) * to_go / LATE
    actions, cards, open_draws = 0.0, 0.0, 0
    rooms: dict[int, int] = {}
    for kind in range(K):
        hidden, stored = int(state.unseen[first + kind]), int(state.stored[first + kind])
        if kind == state.pending and seat == state.turn and state.pile >= 0:
            stored += 1
        if not hidden + stored:
            continue
        actions += (DRAW_COST + weights.later) * hidden + BUILD_COST * stored
        mother = MOTHERS[kind]
        if mother >= 0 and present >> mother & 1:
            if mother not in rooms:
                rooms[mother] = around(state, seat, mother, free).bit_count()
            gratis = min(stored, rooms[mother])
            stored -= gratis
            sure = min(hidden, rooms[mother] - gratis)
            hidden -= sure
            actions -= (weights.later - weights.later_free) * sure
            rooms[mother] -= gratis + sure
            part = 1.0
        elif mother >= 0:
            part = weights.mother_stored if state.stored[first + mother] else weights.mother_hidden
        else:
            part = 1.0
        if hidden + stored:
            cards += part * (hidden + stored) * expected(state, kind, near, here, weights)
            open_draws += hidden
    return actions - _room(state, seat, free & reach, weights), cards, open_draws


def _room(state: State, seat: int, spaces: int, weights: Weights) -> float:
    """Give what empty spaces within reach are worth, in actions, and the board tile that comes nearer."""
    if not spaces:
        spaces = state.layout.all_bits if not state.mine[seat] else 0  # the first building can go anywhere
    room, ground = spaces.bit_count(), (spaces & _with_symbols(state.ground)).bit_count()
    worth = weights.room * min(room, MOST_ROOM) + weights.ground * min(ground, MOST_GROUND)
    left = [pile for pile in bytes(state.piles[P * seat : P * seat + P]) if pile]
    if left and room < TIGHT:
        worth += weights.tile * (1.0 - min(left) / PILE) * (1.0 - room / TIGHT)
    return worth


@lru_cache(maxsize=4096)
def _with_symbols(ground: bytes) -> int:
    """Give the spaces that have a symbol, as bits."""
    return sum(1 << space for space, terrain in enumerate(ground) if terrain != BLANK)


def expected(state: State, kind: int, near: int, here: float, weights: Weights) -> float:
    """Estimate the cards a kind will cost, by the spaces at hand and by what it costs as a rule."""
    usual = weights.usual * state.engine.full_costs[kind]
    return weights.symbol * (usual + here * (symbols(state, kind, near) - usual))


def drawn(state: State, seat: int, free: int, kinds: Sequence[int], cards: int, weights: Weights) -> float:
    """Estimate what the draw under way brings, in actions: buildings that can be paid are built at once.

    It is a mean over the kinds the pile can hold; what stays on the player board takes a build later.
    """
    near = free & state.beside[seat] or free
    first, present = K * seat, state.present[seat]
    total, count = 0.0, 0
    for kind in kinds:
        hidden = int(state.unseen[first + kind])
        if not hidden:
            continue
        mother = MOTHERS[kind]
        count += hidden
        if mother >= 0 and present >> mother & 1 and around(state, seat, mother, free):
            total += hidden * weights.later_free
            continue
        price = weights.symbol * symbols(state, kind, near)
        later = BUILD_COST + (price if mother < 0 else weights.mother_hidden * price)
        usual = later - BUILD_COST
        total += hidden * (weights.later + usual - (min(later, price) if price <= cards else later))
    return DRAW_COST + total / count if count else DRAW_COST
