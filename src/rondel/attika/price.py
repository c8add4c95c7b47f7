"""A price and the cards that pay it: plain arithmetic. Rule: AT-D11, AT-R12."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.attika.rules import TERRAINS

Need = tuple[int, int, int, int]
#: a hand: cards by terrain
Cards = Need
#: required symbols by terrain, and cards of any type
Price = tuple[Need, int]
FREE: Final[Price] = ((0, 0, 0, 0), 0)

#: fewest cards for a number of required symbols (second) with a number of matching cards in hand (first). Rule: AT-044
LAYING: Final = tuple(tuple(n if n <= held else 2 * n - held for n in range(8)) for held in range(64))


def fewest(price: Price, hand: Cards) -> int:
    """Give the fewest cards that pay a price, whether or not the hand has them. Rule: AT-D11."""
    (w, f, h, m), other = price
    return LAYING[hand[0]][w] + LAYING[hand[1]][f] + LAYING[hand[2]][h] + LAYING[hand[3]][m] + other


def payable(price: Price, hand: Cards) -> bool:
    """Say whether a hand can pay a price."""
    return fewest(price, hand) <= hand[0] + hand[1] + hand[2] + hand[3]


def has_choice(price: Price, hand: Cards) -> bool:
    """Say whether a hand can pay a price in more than one way.

    With no card to spare there is one way. Otherwise two other cards can replace a matching one, and where none matches
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


def default_payment(price: Price, hand: Cards) -> list[int]:
    """Choose the cards: matching ones first, then from the largest stock. Rule: AT-R45."""
    (w, f, h, m), other = price
    cards = [min(w, hand[0]), min(f, hand[1]), min(h, hand[2]), min(m, hand[3])]
    missing = 2 * (w + f + h + m - cards[0] - cards[1] - cards[2] - cards[3]) + other
    if missing:
        left = [hand[0] - cards[0], hand[1] - cards[1], hand[2] - cards[2], hand[3] - cards[3]]
        while missing:
            most = left.index(max(left))
            left[most] -= 1
            cards[most] += 1
            missing -= 1
    return cards


def price_text(price: Price) -> str:
    """Write a price: `2 hill 1 any`; empty for nothing."""
    need, other = price
    parts = [f"{count} {name}" for count, name in zip(need, TERRAINS, strict=True) if count]
    return " ".join([*parts, *([f"{other} any"] if other else [])])
