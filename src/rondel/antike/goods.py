"""Goods and coins: what a nation holds, paying the bank, taking from it."""

from __future__ import annotations

from rondel.antike.rules import GOOD_KINDS
from rondel.antike.state import State
from rondel.antike.tables import Tables
from rondel.native import i64


def purse_of(state: State, nation: i64) -> tuple[i64, i64, i64, i64]:
    """Give the marble, iron, gold and coins of a nation."""
    goods, mine = state.goods, GOOD_KINDS * nation
    return goods[mine], goods[mine + 1], goods[mine + 2], goods[mine + 3]


#: what "unlimited" means for the bank's resources: more than any game can use. Rule: A05-R10, A06-R10
PLENTY = 1_000_000_000


def fill_bank(game: Tables, state: State) -> None:
    """Lay out the bank. Rule: A05-031, A06-031, AD-022."""
    rules = game.rules
    units = PLENTY if rules.bank_units is None else rules.bank_units
    for good, amount in enumerate((units, units, units, rules.coins)):
        state.goods[GOOD_KINDS * game.nations + good] = amount


def pay(game: Tables, state: State, nation: i64, action: i64) -> None:
    """Move what a payment takes from a nation to the bank."""
    goods, mine, bank = state.goods, GOOD_KINDS * nation, GOOD_KINDS * game.nations
    amounts, first = game.actions.amounts, GOOD_KINDS * (action - game.actions.pay)
    marble, iron, gold, coins = amounts[first], amounts[first + 1], amounts[first + 2], amounts[first + 3]
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


def take(game: Tables, state: State, nation: i64, good: i64, amount: i64) -> None:
    """Give a nation this many units from the bank, or what the bank still has. Rule: A05-229, A06-225."""
    goods, bank = state.goods, GOOD_KINDS * game.nations + good
    if amount > goods[bank]:
        amount = goods[bank]
    goods[bank] -= amount
    goods[GOOD_KINDS * nation + good] += amount


def bank_has(game: Tables, state: State, good: i64) -> bool:
    """Say whether the bank has a unit of the good left."""
    return state.goods[GOOD_KINDS * game.nations + good] > 0
