"""Founding cities, after every action."""

from __future__ import annotations

from typing import Final

from rondel.antike.actions import DONE
from rondel.antike.parts.events.rules import in_hand, spend
from rondel.antike.parts.leaders.rules import leader_at
from rondel.antike.parts.markers import markers_left
from rondel.antike.parts.tax import city_tax
from rondel.antike.parts.trade import aside, shop
from rondel.antike.phases.personages import end_of_turn
from rondel.antike.rules import GOOD_KINDS, RESOURCE_KINDS, UNIT_KINDS
from rondel.antike.state import Options, State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import BIT, bit_count

#: what a nation without a site can do
_NOTHING: Final[tuple[int, ...]] = (DONE,)


def legal_founding(game: Tables, state: State) -> Options:
    """Offer each empty site with a unit of one's own while goods and stones last.

    It follows every wedge and uses up no unit. Rule: A05-084 A05-091, A06-106 A06-113, A2-068, AD-059.
    """
    sites = founding_sites(game, state)
    trades = game.has_chance or game.rates[state.knowhow[state.turn]] != 0
    if not sites and not trades:
        return _NOTHING
    options = [DONE]
    if sites and stones_left(game, state, state.turn):
        spare = state.goods[GOOD_KINDS * state.turn + 3] - missing_goods(state)
        if spare >= 0:
            _cities(game, state, sites, game.actions.found, spare, options)
        # the settlers leave out one resource, so one that is missing matters less, and no surcharge is due
        if game.has_chance and spare >= -1 and in_hand(game, state, state.turn, "settlers"):
            _cities(game, state, sites, game.actions.settle, game.actions.tax, options)
    if trades:
        aside(game, state, options)
    return options


def _cities(game: Tables, state: State, sites: int, base: i64, spare: i64, options: list[int]) -> None:
    """Add the sites with each resource that a city there can have, as far as spare coins cover the surcharge.

    Rule: A05-088, A06-109, A2-019 A2-071 A2-072 A2-073 A2-075, AD-032 AD-063 AD-065 AD-066 AD-R03.
    """
    while sites:
        bit = sites & -sites
        sites ^= bit
        region = bit.bit_length() - 1
        options += [
            base + RESOURCE_KINDS * region + good
            for good in game.site_kinds[region]
            if markers_left(game, state, good) and city_tax(game, state, region, good) <= spare
        ]


def founding_sites(game: Tables, state: State) -> i64:
    """Give the empty sites where the nation on turn has a unit.

    Foreign units there do not matter. Rule: A05-085 A05-086 A05-087, A06-107 A06-108 A06-112, A2-069 A2-070 A2-076
    A2-077 A2-R39, AD-060 AD-062 AD-R35.
    """
    army = UNIT_KINDS * state.turn
    taken = state.temples  # a neutral temple bars its site
    for cities in state.cities:
        taken |= cities
    present = state.where[army] | state.where[army + 1]
    if game.leaders:
        present |= leader_at(game, state, state.turn)
    return present & game.sites & ~taken


def missing_goods(state: State) -> i64:
    """Count the resources of a city's price that the nation on turn lacks.

    Rule: A05-088 A05-089, A06-110, A2-072, AD-064.
    """
    goods, mine = state.goods, GOOD_KINDS * state.turn
    return (not goods[mine]) + (not goods[mine + 1]) + (not goods[mine + 2])


def stones_left(game: Tables, state: State, nation: i64) -> i64:
    """Count a nation's city stones that are not on the board. Rule: A05-R18, A06-R18, A2-R34."""
    return game.stones - bit_count(state.cities[nation])


def found_city(game: Tables, state: State, place: i64) -> None:
    """Set up a paid city of the chosen resource. Rule: A05-090, A06-111."""
    region, good = place // RESOURCE_KINDS, place % RESOURCE_KINDS
    bit = BIT[region]
    state.cities[state.turn] |= bit
    if not state.kinds[good] & bit:
        marble, iron, gold = (mask | bit if kind == good else mask & ~bit for kind, mask in enumerate(state.kinds))
        state.kinds = marble, iron, gold


def settle_city(game: Tables, state: State, place: i64) -> None:
    """Set up a city that the settlers made cheaper. Rule: AD-R39."""
    spend(game, state, state.turn, "settlers")
    found_city(game, state, place)


def act_founding(game: Tables, state: State, action: i64) -> None:
    """Choose a site, act aside, or close the turn.

    Cities are founded one after another, each at the price of its moment, and count for this turn's personages. What
    the turn produced can pay for them. Rule: A05-092, A06-114, AD-068 AD-R07.
    """
    if action == DONE:
        end_of_turn(game, state)
    else:
        shop(game, state, action)
