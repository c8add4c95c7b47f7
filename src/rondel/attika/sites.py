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


def payable_spaces(state: State, kind: int, hand: bytes, free: int, cards: int) -> int:
    """Give those of the free spaces on which a kind takes at most this many cards of a hand, as bits.

    A space beside the kind's mother is not counted in. Rule: AT-D10, AT-D11.
    """
    turn, sees, engine = state.turn, state.sees, state.engine
    beside = free & state.beside[turn]
    rest = cards - state.colonies[turn]  # what is left for the price of a new colony. Rule: AT-059
    found = 0
    for fewest, levels in engine.rows[kind].get(hand) or engine.payable_rows(kind, hand):
        if fewest <= cards:
            spaces = free if fewest <= rest else beside
            for level in levels:
                spaces &= sees[level]
            found |= spaces
    return found


def sites(state: State, kind: int) -> list[int]:
    """List the free spaces on which the player on turn can pay for a kind, as actions. Rule: AT-038, AT-R33."""
    hand, free = bytes(hand_of(state, state.turn)), free_spaces(state)
    gratis = free & beside_mother(state, kind)
    return _actions(state, gratis | payable_spaces(state, kind, hand, free, sum(hand)))


def _actions(state: State, spaces: int) -> list[int]:
    """Give the actions of spaces given as bits, in ascending order."""
    # the lowest bit is the last digit; a digit of the text becomes 0 or 1 by its code
    digits = bin(spaces)[:1:-1].encode().translate(_DIGITS)
    return sorted(compress(state.layout.actions, digits))


def places(state: State, kind: int) -> list[int]:
    """List the spaces as `sites` does, and before them the choice of cards if there is one. Rule: AT-R45."""
    hand, free = bytes(hand_of(state, state.turn)), free_spaces(state)
    gratis = free & beside_mother(state, kind)
    found = _actions(state, gratis | payable_spaces(state, kind, hand, free, sum(hand)))
    if not state.choosing and _has_choice(state, kind, hand, free & ~gratis):
        found.insert(0, CHOOSE)
    return found


def _has_choice(state: State, kind: int, hand: bytes, spaces: int) -> bool:
    """Say whether on one of the spaces there is more than one way to pay, as `price.has_choice` has it.

    That takes a card, and one to spare. With cards of one terrain alone, one of them must match.
    """
    cards = sum(hand)
    if cards < 2:
        return False
    terrains = [terrain for terrain in range(T) if hand[terrain]]
    if len(terrains) == 1:
        need = state.engine.costs[kind][terrains[0]]
        spaces = spaces & ~state.sees[state.engine.levels * terrains[0] + need - 1] if need else 0
    found = payable_spaces(state, kind, hand, spaces, cards - 1)
    return found & ~payable_spaces(state, kind, hand, spaces, 0) != 0


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
