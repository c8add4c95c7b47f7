"""Founding cities, after every action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.actions import DONE
from rondel.antike.events import held, spend
from rondel.antike.personages import end_of_turn
from rondel.antike.state import State
from rondel.antike.trade import aside, shop

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def legal_founding(game: AntikeGame, state: State) -> list[int]:
    """Offer each empty site with an own unit while goods and stones last. Rule: A05-084, A06-106, A2-068, AD-059."""
    options = [DONE]
    sites = founding_sites(game, state)
    if sites and stones_left(game, state, state.turn):
        missing = missing_goods(state)
        _cities(game, state, sites, missing, options)
        # the settlers leave out one resource, so one that is missing matters less
        settlers = game.has_chance and held(game, state, state.turn, "settlers")
        if settlers and max(0, missing - 1) <= state.goods[4 * state.turn + 3]:
            base = game.actions.settle
            options += [base + 3 * region + good for region, good in _choices(game, state, sites)]
    if game.has_chance or game.rates[state.knowhow[state.turn]]:
        aside(game, state, options)
    return options


def _cities(game: AntikeGame, state: State, sites: int, missing: int, options: list[int]) -> None:
    """Add the cities whose goods and surcharge can be paid. Rule: A05-088, A06-109, A2-071 A2-072, AD-063 AD-066."""
    coins, base = state.goods[4 * state.turn + 3], game.actions.found
    if missing <= coins:
        for region, good in _choices(game, state, sites):
            if missing + city_tax(game, state, region, good) <= coins:
                options.append(base + 3 * region + good)


def _choices(game: AntikeGame, state: State, sites: int) -> list[tuple[int, int]]:
    """List sites with each resource that a city there can have. Rule: A2-073 A2-075, AD-065 AD-R03."""
    found = []
    while sites:
        bit = sites & -sites
        sites ^= bit
        region = bit.bit_length() - 1
        found += [(region, good) for good in game.site_kinds[region] if markers_left(game, state, good)]
    return found


def founding_sites(game: AntikeGame, state: State) -> int:
    """Give the empty sites where the nation on turn has a unit. Rule: A05-086, A06-107, A2-069 A2-077, AD-060."""
    army = 2 * state.turn
    taken = state.temples  # a neutral temple bars its site
    for cities in state.cities:
        taken |= cities
    present = state.where[army] | state.where[army + 1]
    if game.leaders and state.camp[3 * state.turn + 2]:
        present |= 1 << (state.camp[3 * state.turn + 2] - 1)
    return present & game.sites & ~taken


def missing_goods(state: State) -> int:
    """Count the resources of a city's price that the nation on turn lacks. Rule: A05-088, A06-110, A2-072, AD-064."""
    marble, iron, gold = state.goods[4 * state.turn : 4 * state.turn + 3]
    return (not marble) + (not iron) + (not gold)


def city_tax(game: AntikeGame, state: State, region: int, good: int) -> int:
    """Count the coins due for neighbouring cities with the same resource. Rule: AD-066 AD-067 AD-R06."""
    if not game.rules.neighbour_tax:
        return 0
    return sum((cities & state.kinds[good] & game.around[region]).bit_count() for cities in state.cities)


def markers_left(game: AntikeGame, state: State, good: int) -> int:
    """Count the bank's city markers of a resource. Rule: AD-001 AD-R03."""
    if game.rules.markers is None:
        return game.size
    return game.rules.markers[good] - sum((cities & state.kinds[good]).bit_count() for cities in state.cities)


def stones_left(game: AntikeGame, state: State, nation: int) -> int:
    """Count a nation's city stones that are not on the board. Rule: A05-R18, A06-R18, A2-R34."""
    return game.stones - state.cities[nation].bit_count()


def found_city(game: AntikeGame, state: State, place: int) -> None:
    """Set up a paid city of the chosen resource."""
    region, good = divmod(place, 3)
    bit = 1 << region
    state.cities[state.turn] |= bit
    if not state.kinds[good] & bit:
        marble, iron, gold = (mask | bit if kind == good else mask & ~bit for kind, mask in enumerate(state.kinds))
        state.kinds = marble, iron, gold


def settle_city(game: AntikeGame, state: State, place: int) -> None:
    """Set up a city that the settlers made cheaper."""
    spend(game, state, state.turn, "settlers")
    found_city(game, state, place)


def act_founding(game: AntikeGame, state: State, action: int) -> None:
    """Choose a site, act aside, or close the turn."""
    if not shop(game, state, action):
        end_of_turn(game, state)
