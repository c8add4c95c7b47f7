"""Where a building can be placed and paid, and which stored buildings can be built: the engine's busiest part.

The cards a building takes depend on a space only through the symbols seen from it that its cost asks for. So for each
kind the few possible needs are listed once (`Tables.views`), each with the levels of `State.sees` that bring it about;
the spaces are then found by joining bit masks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final

from rondel.attika.actions import BUILD, CHOOSE
from rondel.attika.price import FREE, Price, has_choice
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

    Only the direct mother counts, of the player's own colour; for a street any own street.
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
    """Give the price of a kind for the player on turn on a free space. Rule: AT-045, AT-047, AT-058, AT-R18, AT-R32."""
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


def payable_spaces(state: State, kind: int, hand: bytes, free: int) -> int:
    """Give those of the free spaces on which the player on turn can pay for a kind, as bits. Rule: AT-D10, AT-D11."""
    turn, sees = state.turn, state.sees
    beside = free & state.beside[turn]
    rest = sum(hand) - state.colonies[turn]  # what is left for the price of a new colony. Rule: AT-059
    found = free & beside_mother(state, kind)
    for cards, levels in state.engine.payable_rows(kind, hand):
        spaces = free if cards <= rest else beside
        for level in levels:
            spaces &= sees[level]
        found |= spaces
    return found


def sites(state: State, kind: int) -> list[int]:
    """List the free spaces on which the player on turn can pay for a kind, as actions. Rule: AT-038, AT-R33."""
    found = payable_spaces(state, kind, bytes(hand_of(state, state.turn)), free_spaces(state))
    # the lowest bit is the last digit; a digit of the text becomes 0 or 1 by its code
    digits = bin(found)[:1:-1].encode().translate(_DIGITS)
    return sorted(compress(state.layout.actions, digits))


def buildable(state: State) -> list[int]:
    """List the stored kinds that can be placed and paid somewhere, as actions. Rule: AT-030, AT-R06, AT-R33."""
    turn, sees = state.turn, state.sees
    hand, free = bytes(hand_of(state, turn)), free_spaces(state)
    beside, rest = free & state.beside[turn], sum(hand) - state.colonies[turn]
    present, engine = state.present[turn], state.engine
    found = []
    for kind, count in enumerate(bytes(state.stored[K * turn : K * turn + K])):
        if count:
            for cards, levels in engine.payable_rows(kind, hand):
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


def with_choice(state: State, kind: int, found: list[int]) -> list[int]:
    """Put the choice of cards before the spaces, if on one of them the cards can be chosen. Rule: AT-R45."""
    if not state.choosing and any_choice(state, kind, found):
        return [CHOOSE, *found]
    return found


def any_choice(state: State, kind: int, found: Sequence[int]) -> bool:
    """Say whether on one of the spaces there is more than one way to pay."""
    hand = hand_of(state, state.turn)
    if sum(hand) < 2:
        return False
    index, window = state.layout.index, state.engine.window
    return any(has_choice(price_of(state, kind, index[window.hex(action)]), hand) for action in found)
