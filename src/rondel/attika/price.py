"""What a building costs on a space, and which cards pay it. Rule: AT-D10, AT-D11, AT-R12."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from rondel.attika.rules import KINDS, LETTERS, TERRAINS
from rondel.attika.state import NONE, K, State, T

#: costs by kind and terrain; a street's has no terrain
COSTS: Final = tuple(tuple(kind.cost.count(letter) for letter in LETTERS) for kind in KINDS)
#: cards of any type, by kind. Rule: AT-053
ANY: Final = tuple(int(kind.cost) if kind.cost.isdecimal() else 0 for kind in KINDS)
NUMBER: Final = {kind.name: number for number, kind in enumerate(KINDS)}
MOTHERS: Final = tuple(NUMBER[kind.mother] if kind.mother else NONE for kind in KINDS)
#: the mother as a bit; none for a basic building, which is never free. Rule: AT-R16
MOTHER_BITS: Final = tuple(1 << mother if mother != NONE else 0 for mother in MOTHERS)

Need = tuple[int, int, int, int]
#: required symbols by terrain, and cards of any type
Price = tuple[Need, int]
FREE: Final[Price] = ((0, 0, 0, 0), 0)


@cache
def price_seen(kind: int, seen: int) -> Price:
    """Give the price of a kind where so many symbols of each terrain are seen. Rule: AT-040, AT-041, AT-R10, AT-054.

    Deductions are taken without asking. Rule: AT-R29.
    """
    counts = [seen >> 3 * terrain & 7 for terrain in range(T)]
    w, f, h, m = (max(0, cost - count) for cost, count in zip(COSTS[kind], counts, strict=True))
    return (w, f, h, m), max(0, ANY[kind] - sum(counts)) if ANY[kind] else 0


#: fewest cards for so many required symbols (second) with so many matching cards in hand (first). Rule: AT-044
LAYING: Final = tuple(tuple(n if n <= held else 2 * n - held for n in range(8)) for held in range(64))


def fewest(price: Price, hand: Sequence[int]) -> int:
    """Give the fewest cards that pay a price, whether the hand has so many or not. Rule: AT-D11."""
    (w, f, h, m), other = price
    return LAYING[hand[0]][w] + LAYING[hand[1]][f] + LAYING[hand[2]][h] + LAYING[hand[3]][m] + other


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
    need, other = price_seen(kind, state.seen[space])
    if not state.beside[state.turn] >> space & 1:
        other += state.colonies[state.turn]
    return need, other


def payable(price: Price, hand: Sequence[int]) -> bool:
    """Say whether a hand can pay a price."""
    return fewest(price, hand) <= sum(hand)


def has_choice(price: Price, hand: Sequence[int]) -> bool:
    """Say whether a hand can pay a price in more than one way.

    With no card to spare there is one way. Else a matching card can give way to two others, and where none matches
    another type can be laid if there is one.
    """
    cards = fewest(price, hand)
    if not 0 < cards < sum(hand):
        return False
    matching = any(map(min, price[0], hand))
    return matching or sum(map(bool, hand)) > 1


def is_payment(price: Price, cards: Sequence[int]) -> bool:
    """Say whether exactly these cards are a legal payment. Rule: AT-R12."""
    need, other = price
    short = 2 * sum(need) + other - sum(cards)
    return 0 <= short <= sum(map(min, need, cards))


def default_payment(price: Price, hand: Sequence[int]) -> list[int]:
    """Choose the cards: matching ones first, then of what there is most. Rule: AT-R45."""
    if price == FREE:
        return [0, 0, 0, 0]
    need, other = price
    cards = [min(wanted, held) for wanted, held in zip(need, hand, strict=True)]
    left = [held - laid for held, laid in zip(hand, cards, strict=True)]
    for _ in range(2 * (sum(need) - sum(cards)) + other):
        most = left.index(max(left))
        left[most] -= 1
        cards[most] += 1
    return cards


def price_text(price: Price) -> str:
    """Write a price: `2 hill 1 any`; empty for nothing."""
    need, other = price
    parts = [f"{count} {name}" for count, name in zip(need, TERRAINS, strict=True) if count]
    return " ".join([*parts, *([f"{other} any"] if other else [])])
