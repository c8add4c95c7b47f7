"""Founding cities, after every action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.actions import DONE
from rondel.antike.personages import end_of_turn
from rondel.antike.state import State
from rondel.antike.trade import shop, trades

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def legal_founding(game: AntikeGame, state: State) -> list[int]:
    """Offer each empty site with an own unit while goods and stones last. Rule: A05-084, A06-106."""
    options = [DONE]
    nation = state.turn
    sites = founding_sites(game, state)
    if sites and can_found(game, state) and stones_left(game, state, nation):
        base = game.actions.found
        options += [base + region for region in range(game.size) if sites >> region & 1]
    if state.knowhow[state.turn] == game.full_chart:
        options += trades(game, state)
    return options


def founding_sites(game: AntikeGame, state: State) -> int:
    """Give the empty sites where the nation on turn has a unit. Rule: A05-085 A05-086, A06-107 A06-112."""
    army = 2 * state.turn
    taken = 0
    for cities in state.cities:
        taken |= cities
    return (state.where[army] | state.where[army + 1]) & ~taken


def can_found(game: AntikeGame, state: State) -> bool:
    """Say whether one unit of each resource is there, or a coin for it. Rule: A05-088, A06-109 A06-110."""
    marble, iron, gold, coins = state.goods[4 * state.turn : 4 * state.turn + 4]
    return (not marble) + (not iron) + (not gold) <= coins


def stones_left(game: AntikeGame, state: State, nation: int) -> int:
    """Count a nation's city stones that are not on the board. Rule: A05-R18, A06-R18."""
    return game.rules.stones - state.cities[nation].bit_count()


def act_founding(game: AntikeGame, state: State, action: int) -> None:
    """Choose a site, trade, or close the turn."""
    if not shop(game, state, action):
        end_of_turn(game, state)
