"""Prices: every exact payment, and which of them a purse can pay."""

from __future__ import annotations

from rondel.antike.actions import Mix
from rondel.antike.rules import GOOD_KINDS
from rondel.native import i64, vec

#: a payment: the action that makes it, and the goods it takes
Payment = tuple[int, Mix]


class Price:
    """Every exact payment of a price, in the order of their actions.

    What a purse can pay is worked out once and kept: beyond the largest amount of a good in any payment it does not
    matter how much of it there is.
    """

    __slots__ = ("_caps", "_kept", "payments")

    _caps: tuple[i64, i64, i64, i64]
    _kept: list[tuple[int, ...] | None]

    def __init__(self, payments: tuple[Payment, ...]) -> None:
        self.payments = payments
        marble, iron, gold, coins = (max((mix[good] for _, mix in payments), default=0) for good in range(4))
        self._caps = marble, iron, gold, coins
        self._kept = [None] * ((marble + 1) * (iron + 1) * (gold + 1) * (coins + 1))

    def payable(self, goods: vec[i64], nation: i64) -> tuple[int, ...]:
        """Give the actions of those payments that the nation can afford from the table of goods."""
        mine = GOOD_KINDS * nation
        marble, iron, gold, coins = goods[mine], goods[mine + 1], goods[mine + 2], goods[mine + 3]
        most_marble, most_iron, most_gold, most_coins = self._caps
        if marble > most_marble:
            marble = most_marble
        if iron > most_iron:
            iron = most_iron
        if gold > most_gold:
            gold = most_gold
        if coins > most_coins:
            coins = most_coins
        place = ((marble * (most_iron + 1) + iron) * (most_gold + 1) + gold) * (most_coins + 1) + coins
        found = self._kept[place]
        if found is None:
            purse = (marble, iron, gold, coins)
            found = tuple([action for action, mix in self.payments if covers(purse, mix)])
            self._kept[place] = found
        return found


def covers(purse: Mix, mix: Mix) -> bool:
    """Say whether a purse holds a payment."""
    return purse[0] >= mix[0] and purse[1] >= mix[1] and purse[2] >= mix[2] and purse[3] >= mix[3]
