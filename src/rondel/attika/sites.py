"""Where a building can be placed and paid, and which stored buildings can be built: the engine's busiest part.

The cards a building takes depend on a space only through the symbols seen from it that its cost asks for. So for each
kind the few possible needs are listed once (`Tables.views`), each with the levels of `State.sees` that bring it about;
the spaces are then found by joining bit masks.
"""

from __future__ import annotations

from itertools import compress
from typing import Final

from rondel.attika.actions import BUILD, CHOOSE
from rondel.attika.price import FREE, Price
from rondel.attika.state import State
from rondel.attika.tables import MOTHER_BITS, MOTHERS, K, T

_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")


def hand_of(state: State, seat: int) -> bytearray:
    """Give a seat's cards by terrain."""
    return state.hands[T * seat : T * seat + T]


def free_spaces(state: State) -> int:
    """Give the spaces without a building, as bits."""
    free = state.layout.all_bits
    for mine in state.mine:
        free ^= mine
    return free


def mothers(state: State, kind: int) -> list[int]:
    """Give the spaces of the player's buildings beside which the kind is free. Rule: AT-046, AT-055, AT-R17.

    Only the direct mother counts, of the player's own colour; for a street any own street. One of the same turn counts
    as well. Rule: AT-R15.
    """
    found: list[int] = []
    if not state.present[state.turn] & MOTHER_BITS[kind]:
        return found
    code = 1 + state.turn * K + MOTHERS[kind]
    built = state.built
    space = built.find(code)
    while space >= 0:
        found.append(space)
        space = built.find(code, space + 1)
    return found


def price_of(state: State, kind: int, space: int) -> Price:
    """Give the price of a kind for the player on turn on a free space. Rule: AT-045, AT-047, AT-058, AT-R18, AT-R32.

    What is free stands next to a building of one's own, so no colony is founded. Rule: AT-D08.
    """
    near = state.layout.touching[space]
    if any(near >> mother & 1 for mother in mothers(state, kind)):
        return FREE
    need, other = state.engine.price_seen(kind, state.seen[space])
    if not state.beside[state.turn] >> space & 1:
        other += state.colonies[state.turn]
    return need, other


def beside_mother(state: State, kind: int) -> int:
    """Give the spaces that touch a building which makes the kind free, as bits. Rule: AT-047, AT-055."""
    found, touching = 0, state.layout.touching
    for space in mothers(state, kind):
        found |= touching[space]
    return found


def places(state: State, kind: int) -> list[int]:
    """List the free spaces on which the player on turn can pay for a kind, as actions in ascending order.

    Before them stands the choice of cards, if there is one on any of them. Rule: AT-038, AT-R33, AT-R45, AT-D10.
    """
    turn, engine, sees = state.turn, state.engine, state.sees
    hand, free = bytes(hand_of(state, turn)), free_spaces(state)
    cards, colonies = sum(hand), state.colonies[turn]
    beside = free & state.beside[turn]
    rest = cards - colonies  # what is left for the price of a new colony. Rule: AT-059
    gratis = free & beside_mother(state, kind)
    found, spare, nothing = gratis, 0, gratis
    for fewest, levels in engine.rows[kind].get(hand) or engine.payable_rows(kind, hand):
        spaces = free
        for level in levels:
            spaces &= sees[level]
        near = spaces & beside
        found |= spaces if fewest <= rest else near
        if fewest < cards:  # one can be spared
            spare |= spaces if fewest < rest else near
        if not fewest:
            nothing |= near if colonies else spaces
    # the lowest bit is the last digit; a digit of the text becomes 0 or 1 by its code
    digits = bin(found)[:1:-1].encode().translate(_DIGITS)
    actions = sorted(compress(state.layout.actions, digits))
    if not state.choosing and _has_choice(state, kind, hand, spare & ~nothing):
        actions.insert(0, CHOOSE)
    return actions


def _has_choice(state: State, kind: int, hand: bytes, spaces: int) -> bool:
    """Say whether there is more than one way to pay on one of these spaces, as `price.has_choice` has it.

    On each of them a card is due and one can be spared. With cards of one terrain alone, one of them must match.
    """
    if not spaces or hand.count(0) < T - 1:
        return spaces != 0
    terrain = hand.index(max(hand))
    need = state.engine.costs[kind][terrain]
    return need > 0 and spaces & ~state.sees[state.engine.levels * terrain + need - 1] != 0


def buildable(state: State) -> list[int]:
    """List the stored kinds that can be placed and paid somewhere, as actions. Rule: AT-030, AT-R06, AT-R33."""
    turn, sees = state.turn, state.sees
    hand, free = bytes(hand_of(state, turn)), free_spaces(state)
    beside, rest = free & state.beside[turn], sum(hand) - state.colonies[turn]
    present, engine = state.present[turn], state.engine
    known = engine.rows
    found = []
    for kind, count in enumerate(bytes(state.stored[K * turn : K * turn + K])):
        if count:
            for cards, levels in known[kind].get(hand) or engine.payable_rows(kind, hand):
                spaces = free if cards <= rest else beside
                for level in levels:
                    spaces &= sees[level]
                if spaces:
                    found.append(BUILD + kind)
                    break
            else:
                if present & MOTHER_BITS[kind] and free & beside_mother(state, kind):
                    found.append(BUILD + kind)
    return found
