"""The temple wedge: temples, with and without the architect, and ramparts."""

from __future__ import annotations

from rondel.antike.actions import DONE
from rondel.antike.parts.events.rules import in_hand, spend
from rondel.antike.parts.ramparts import rampart_sites
from rondel.antike.parts.tax import temple_tax
from rondel.antike.parts.trade import aside, shop
from rondel.antike.rules import COIN, GOOD_KINDS, MARBLE
from rondel.antike.state import FOUNDING, State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import BIT, bit_count


def legal_temple(game: Tables, state: State) -> list[int]:
    """Offer what can be built: temples, with and without the architect, and ramparts.

    Rule: A05-107, A06-123, A2-109, AD-088.
    """
    options = [DONE]
    if temples_left(game, state):
        _temples(game, state, game.rules.temple_price, game.actions.temple, options)
        if game.has_chance and in_hand(game, state, state.turn, "architect"):
            _temples(game, state, game.architect_prices[0], game.actions.architect, options)
    if game.ramparts:
        rampart_sites(game, state, options)
    if game.has_chance or game.rates[state.knowhow[state.turn]]:
        aside(game, state, options)
    return options


def _temples(game: Tables, state: State, price: i64, base: i64, options: list[int]) -> None:
    """Add the nation's cities without temple as far as marble and coins reach.

    Rule: A05-108 A05-111 A05-R20, A06-124 A06-127 A06-R20, A2-110 A2-112, AD-093.
    """
    mine = GOOD_KINDS * state.turn
    coins = state.goods[mine + COIN]
    purse = state.goods[mine + MARBLE] + coins - price
    if purse < 0:
        return
    sites: int = state.cities[state.turn] & ~state.temples
    while sites:
        bit = sites & -sites
        sites ^= bit
        region = bit.bit_length() - 1
        if temple_tax(game, state, region) <= min(purse, coins):
            options.append(base + region)


def temples_left(game: Tables, state: State) -> i64:
    """Count the temples in the bank. Rule: A05-112, A06-128, A2-113, AD-094."""
    return game.rules.temples - bit_count(state.temples)


def build_temple(game: Tables, state: State, region: i64) -> None:
    """Set up a paid temple. Rule: A05-109, A06-125."""
    state.temples |= BIT[region]


def build_with_architect(game: Tables, state: State, region: i64) -> None:
    """Set up a temple that the architect made cheaper. Rule: AD-R39."""
    spend(game, state, state.turn, "architect")
    build_temple(game, state, region)


def act_temple(game: Tables, state: State, action: i64) -> None:
    """Choose a site, act aside, or end the action."""
    if not shop(game, state, action):
        state.phase = FOUNDING
