"""Where a building can be placed and paid, and which stored buildings can be built: the engine's busiest part.

The cards a building takes depend on a space only through the symbols seen from it that its cost asks for. So for each
kind the few possible needs are listed once, each with the levels of `State.sees` that bring it about; the spaces are
then found by joining bit masks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, product
from typing import TYPE_CHECKING, Final

from rondel.attika import symbols
from rondel.attika.actions import BUILD, CHOOSE
from rondel.attika.price import ANY, COSTS, MOTHER_BITS, Price, fewest, has_choice, mothers, price_of
from rondel.attika.state import K, State, T

if TYPE_CHECKING:
    from rondel.attika.engine import AttikaGame

_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")
#: fewest cards, and the levels of symbols that must be seen for that
Row = tuple[int, tuple[int, ...]]


def _views(kind: int) -> list[tuple[Price, tuple[int, ...]]]:
    """List what a kind can come to cost with the levels that bring it about, the full price first."""
    if ANY[kind]:
        return [
            (((0, 0, 0, 0), ANY[kind] - count), (symbols.ANY + count - 1,) if count else ())
            for count in range(ANY[kind] + 1)
        ]
    found = []
    for seen in sorted(product(*(range(cost + 1) for cost in COSTS[kind])), key=lambda seen: (sum(seen), seen)):
        levels = tuple(symbols.LEVELS * terrain + count - 1 for terrain, count in enumerate(seen) if count)
        w, f, h, m = (cost - count for cost, count in zip(COSTS[kind], seen, strict=True))
        found.append((((w, f, h, m), 0), levels))
    return found


VIEWS: Final = tuple(_views(kind) for kind in range(K))


@lru_cache(maxsize=1 << 16)
def payable_rows(kind: int, hand: bytes) -> tuple[Row, ...]:
    """List what a hand can pay for a kind: how many cards, and which levels must be seen for that.

    A row is left out if one before it asks for no more symbols and no more cards.
    """
    rows: list[Row] = []
    for price, levels in VIEWS[kind]:
        cards = fewest(price, hand)
        if cards <= sum(hand) and not any(other <= cards and {*less} <= {*levels} for other, less in rows):
            rows.append((cards, levels))
    return tuple(rows)


def hand_of(state: State, seat: int) -> bytearray:
    """Give a seat's cards by terrain."""
    return state.hands[T * seat : T * seat + T]


def free_spaces(state: State) -> int:
    """Give the spaces without a building, as bits."""
    free = state.layout.all_bits
    for mine in state.mine:
        free ^= mine
    return free


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
    for cards, levels in payable_rows(kind, hand):
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
    present = state.present[turn]
    found = []
    for kind, count in enumerate(bytes(state.stored[K * turn : K * turn + K])):
        if count:
            for cards, levels in payable_rows(kind, hand):
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


def with_choice(game: AttikaGame, state: State, kind: int, found: list[int]) -> list[int]:
    """Put the choice of cards before the spaces, if on one of them the cards can be chosen. Rule: AT-R45."""
    if not state.choosing and any_choice(game, state, kind, found):
        return [CHOOSE, *found]
    return found


def any_choice(game: AttikaGame, state: State, kind: int, found: Sequence[int]) -> bool:
    """Say whether on one of the spaces there is more than one way to pay."""
    hand = hand_of(state, state.turn)
    if sum(hand) < 2:
        return False
    index, window = state.layout.index, game.window
    return any(has_choice(price_of(state, kind, index[window.hex(action)]), hand) for action in found)
