"""How far a player is from having built everything, counted in actions: draws, builds and the cards they will cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rondel.attika.masks import WORDS, Mask, common, parted, shared, size, some
from rondel.attika.rules import BLANK
from rondel.attika.state import State
from rondel.attika.tables import MOTHERS, G, K, P
from rondel.bots.attika.weights import Weights
from rondel.native import i64
from rondel.tables import BIT, total

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


def symbols(state: State, kind: i64, spaces: Mask) -> float:
    """Give the fewest symbols a kind costs on any of the spaces."""
    sees = state.sees
    for row in state.engine.symbol_rows[kind]:
        word: i64 = 0
        while word < WORDS:
            found = spaces[word]
            for level in row.levels:
                found &= sees[level + word]
            if found:
                return float(int(row.count))
            word += 1
    return MOST


def around(state: State, seat: i64, kind: i64, free: Mask) -> Mask:
    """Give the empty spaces next to the seat's buildings of a kind."""
    return common(free, state.nests, WORDS * (K * seat + kind))


def near_by(state: State, seat: i64, free: Mask) -> Mask:
    """Give the empty spaces next to a seat's buildings; all of them if there are none."""
    found = common(free, state.beside, WORDS * seat)
    return found if some(found) else free


def outlook(state: State, seat: int, free: Mask, reach: Mask, weights: Weights) -> Outlook:
    """Estimate what a seat needs to build what it has not built: actions, cards, and draws that will want cards.

    `reach` are the spaces within two steps of its buildings.
    """
    near = near_by(state, seat, free)
    first, present = K * seat, state.present[seat]
    to_go = 30 - int(total(state.complete, G * seat, G * seat + G))
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
        if mother >= 0 and present & BIT[mother]:
            if mother not in rooms:
                rooms[mother] = int(shared(free, state.nests, WORDS * (first + mother)))
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
    return actions - _room(state, seat, common(free, reach, 0), weights), cards, open_draws


def _room(state: State, seat: int, spaces: Mask, weights: Weights) -> float:
    """Give what empty spaces within reach are worth, in actions, and the board tile that comes nearer."""
    if not some(spaces) and not total(state.complete, G * seat, G * seat + G):
        spaces = parted((1 << len(state.ground)) - 1)  # the first building can go anywhere
    room, ground = int(size(spaces)), int(shared(spaces, _with_symbols(state.ground), 0))
    worth = weights.room * min(room, MOST_ROOM) + weights.ground * min(ground, MOST_GROUND)
    left = [int(pile) for pile in state.piles[P * seat : P * seat + P] if pile]
    if left and room < TIGHT:
        worth += weights.tile * (1.0 - min(left) / PILE) * (1.0 - room / TIGHT)
    return worth


@lru_cache(maxsize=4096)
def _with_symbols(ground: bytes) -> Mask:
    """Give the spaces that have a symbol."""
    return parted(sum(1 << space for space, terrain in enumerate(ground) if terrain != BLANK))


def expected(state: State, kind: int, near: Mask, here: float, weights: Weights) -> float:
    """Estimate the cards a kind will cost, by the spaces at hand and by what it costs as a rule."""
    usual = weights.usual * state.engine.full_costs[kind]
    return weights.symbol * (usual + here * (symbols(state, kind, near) - usual))


def drawn(state: State, seat: int, free: Mask, kinds: Sequence[int], cards: int, weights: Weights) -> float:
    """Estimate what the draw under way brings, in actions: buildings that can be paid are built at once.

    It is a mean over the kinds the pile can hold; what stays on the player board takes a build later.
    """
    near = near_by(state, seat, free)
    first, present = K * seat, state.present[seat]
    gains, count = 0.0, 0
    for kind in kinds:
        hidden = int(state.unseen[first + kind])
        if not hidden:
            continue
        mother = MOTHERS[kind]
        count += hidden
        if mother >= 0 and present & BIT[mother] and some(around(state, seat, mother, free)):
            gains += hidden * weights.later_free
            continue
        price = weights.symbol * symbols(state, kind, near)
        later = BUILD_COST + (price if mother < 0 else weights.mother_hidden * price)
        usual = later - BUILD_COST
        gains += hidden * (weights.later + usual - (min(later, price) if price <= cards else later))
    return DRAW_COST + gains / count if count else DRAW_COST
