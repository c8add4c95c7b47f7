"""Goods and coins: what a nation holds, paying the bank, taking from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.state import State

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

    def __init__(self, payments: tuple[Payment, ...]) -> None:
        self.payments = payments
        self._caps = tuple(max((mix[good] for _, mix in payments), default=0) for good in range(4))
        self._kept: dict[tuple[int, int, int, int], tuple[int, ...]] = {}

    def payable(self, state: State, nation: int) -> tuple[int, ...]:
        """Give the actions of those payments that the nation can afford."""
        marble, iron, gold, coins = state.goods[4 * nation : 4 * nation + 4]
        most_marble, most_iron, most_gold, most_coins = self._caps
        purse = (
            marble if marble < most_marble else most_marble,
            iron if iron < most_iron else most_iron,
            gold if gold < most_gold else most_gold,
            coins if coins < most_coins else most_coins,
        )
        found = self._kept.get(purse)
        if found is None:
            found = tuple(
                action
                for action, mix in self.payments
                if all(want <= have for want, have in zip(mix, purse, strict=True))
            )
            self._kept[purse] = found
        return found


#: what "unlimited" means for the bank's resources: more than any game can use. Rule: A05-R10, A06-R10
PLENTY = 1_000_000_000


def fill_bank(game: AntikeGame, state: State) -> None:
    """Lay out the bank. Rule: A05-031, A06-031."""
    rules = game.rules
    units = PLENTY if rules.bank_units is None else rules.bank_units
    state.goods[4 * game.nations :] = [units, units, units, rules.coins]


def pay(game: AntikeGame, state: State, nation: int, mix: Mix) -> None:
    """Move a payment from a nation to the bank."""
    goods, mine, bank = state.goods, 4 * nation, 4 * game.nations
    for good in range(4):
        if mix[good]:
            goods[mine + good] -= mix[good]
            goods[bank + good] += mix[good]


def take(game: AntikeGame, state: State, nation: int, good: int, amount: int) -> None:
    """Give a nation so many units from the bank, or what the bank still has. Rule: A05-229, A06-225."""
    bank = 4 * game.nations + good
    paid = min(amount, state.goods[bank])
    state.goods[bank] -= paid
    state.goods[4 * nation + good] += paid


def bank_has(game: AntikeGame, state: State, good: int) -> bool:
    """Say whether the bank has a unit of the good left."""
    return state.goods[4 * game.nations + good] > 0
