"""The exchange with the bank that all eight know-hows open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.actions import DONE
from rondel.antike.goods import bank_has
from rondel.antike.state import PAY, State

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def trades(game: AntikeGame, state: State) -> list[int]:
    """Offer the trades that a nation on turn with the full chart can make now. Rule: A05-R23, A06-R23."""
    base = game.actions.trade
    return [base + place for place in range(len(game.actions.trades)) if can_trade(game, state, place)]


def can_trade(game: AntikeGame, state: State, place: int) -> bool:
    """Say whether nation and bank hold what the trade moves, and no kind just received is given again."""
    given, taken = game.actions.trades[place]
    mine = 4 * state.turn
    for good in range(3):
        if given[good] and (given[good] > state.goods[mine + good] or state.barred >> good & 1):
            return False
        if taken[good] and not bank_has(game, state, good):
            return False
    return True


def shop(game: AntikeGame, state: State, action: int) -> bool:
    """Trade, or choose a purchase and go on to its payment; say False if the action ends the step instead."""
    if action >= game.actions.trade:
        act_trade(game, state, action)
    elif action != DONE:
        state.pending = action
        state.phase = PAY
    else:
        return False
    return True


def act_trade(game: AntikeGame, state: State, action: int) -> None:
    """Exchange goods with the bank."""
    given, taken = game.actions.trades[action - game.actions.trade]
    mine, bank = 4 * state.turn, 4 * game.nations
    for good in range(3):
        change = taken[good] - given[good]
        state.goods[mine + good] += change
        state.goods[bank + good] -= change
        if taken[good] and game.trade_bars:
            state.barred |= 1 << good
