"""Goods and coins: what a nation holds, paying the bank, taking from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.state import State
from rondel.native import i64

if TYPE_CHECKING:
    from rondel.antike.actions import Mix
    from rondel.antike.engine import AntikeGame

#: a payment: the action that makes it, and the goods it takes
Payment = tuple[int, "Mix"]


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

    def payable(self, state: State, nation: i64) -> tuple[int, ...]:
        """Give the actions of those payments that the nation can afford."""
        goods, mine = state.goods, 4 * nation
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


def purse_of(state: State, nation: i64) -> tuple[i64, i64, i64, i64]:
    """Give the marble, iron, gold and coins of a nation."""
    goods, mine = state.goods, 4 * nation
    return goods[mine], goods[mine + 1], goods[mine + 2], goods[mine + 3]


#: what "unlimited" means for the bank's resources: more than any game can use. Rule: A05-R10, A06-R10
PLENTY = 1_000_000_000


def fill_bank(game: AntikeGame, state: State) -> None:
    """Lay out the bank. Rule: A05-031, A06-031."""
    rules = game.rules
    units = PLENTY if rules.bank_units is None else rules.bank_units
    for good, amount in enumerate((units, units, units, rules.coins)):
        state.goods[4 * game.nations + good] = amount


def pay(game: AntikeGame, state: State, nation: i64, mix: Mix) -> None:
    """Move a payment from a nation to the bank."""
    goods, mine, bank = state.goods, 4 * nation, 4 * game.nations
    marble, iron, gold, coins = mix
    if marble:
        goods[mine] -= marble
        goods[bank] += marble
    if iron:
        goods[mine + 1] -= iron
        goods[bank + 1] += iron
    if gold:
        goods[mine + 2] -= gold
        goods[bank + 2] += gold
    if coins:
        goods[mine + 3] -= coins
        goods[bank + 3] += coins


def take(game: AntikeGame, state: State, nation: i64, good: i64, amount: i64) -> None:
    """Give a nation so many units from the bank, or what the bank still has. Rule: A05-229, A06-225."""
    goods, bank = state.goods, 4 * game.nations + good
    if amount > goods[bank]:
        amount = goods[bank]
    goods[bank] -= amount
    goods[4 * nation + good] += amount


def bank_has(game: AntikeGame, state: State, good: i64) -> bool:
    """Say whether the bank has a unit of the good left."""
    return state.goods[4 * game.nations + good] > 0
