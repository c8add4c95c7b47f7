"""Trades that pay off only with the purchase that they make possible."""

from __future__ import annotations

from rondel.antike import state as phases
from rondel.antike.rules import COIN, GOLD, IRON, MARBLE
from rondel.antike.scores import points
from rondel.antike.state import State
from rondel.bots.antike.candidates import temples_lacking
from rondel.bots.antike.features import new_price
from rondel.bots.antike.tables import Tables


def exchanges(tables: Tables, state: State) -> list[list[int]]:
    """Give the trades before a temple, a unit, a know-how or a city that could not be paid without them."""
    if not tables.game.rates[state.knowhow[state.turn] & ~state.learned]:
        return []
    wanted = _wanted(tables, state)
    if wanted is None:
        return []
    found = _chain(tables, state, list(wanted))
    return [found] if found else []


def temples_by_trade(tables: Tables, state: State) -> list[list[int]]:
    """Give the trades and temples that win by the last citizen when the marble at hand is not enough."""
    game = tables.game
    need = temples_lacking(tables, state) if game.target - points(game, state, state.turn) <= 1 else 0
    if need < 2 or not game.rates[state.knowhow[state.turn] & ~state.learned]:
        return []
    bare = state.cities[state.turn] & ~state.temples
    sites = [game.actions.temple + region for region in range(game.size) if bare >> region & 1]
    trades = _chain(tables, state, [need * game.rules.temple_price, 0, 0]) if len(sites) >= need else []
    return [[*trades, *sites[:need]]] if trades else []


def _wanted(tables: Tables, state: State) -> tuple[int, int, int] | None:
    """Give the resources of the purchase that the step is for."""
    rules, phase = tables.game.rules, state.phase
    if phase == phases.TEMPLE:
        return rules.temple_price, 0, 0
    if phase == phases.ARMING:
        return 0, rules.unit_price, 0
    if phase == phases.FOUNDING:
        return 1, 1, 1
    if phase == phases.KNOWHOW:
        known = 0
        for fields in state.knowhow:
            known |= fields
        price = new_price(tables, state.knowhow[state.turn], known)
        return (0, 0, price) if price else None
    return None


def _chain(tables: Tables, state: State, wanted: list[int]) -> list[int]:
    """Trade surplus goods until coins cover the rest of the price; empty if nothing or too much is missing."""
    goods = list(state.purse(state.turn))
    found: list[int] = []
    while True:
        lacking = [max(0, wanted[good] - goods[good]) for good in (MARBLE, IRON, GOLD)]
        if sum(lacking) <= goods[COIN]:
            return found
        action = _trade(tables, state, goods, wanted, lacking)
        if action < 0:
            return []
        found.append(action)
        _, given, taken = tables.game.actions.trades[action - tables.game.actions.trade]
        for good in range(4):
            goods[good] += taken[good] - given[good]


def _trade(tables: Tables, state: State, goods: list[int], wanted: list[int], lacking: list[int]) -> int:
    """Give the trade that brings most of what is missing for the largest surplus, or -1."""
    actions, open_rates = tables.game.actions, tables.game.rates[state.knowhow[state.turn] & ~state.learned]
    best, chosen = 0.0, -1
    for place, (rate, given, taken) in enumerate(actions.trades):
        if not open_rates >> rate & 1 or given[COIN]:
            continue
        spare = [goods[good] - (wanted[good] if wanted[good] else 0) for good in range(3)]
        if any(given[good] > spare[good] for good in range(3) if given[good]):
            continue
        gain = sum(min(taken[good], lacking[good]) for good in range(3))
        worth = gain + 0.01 * sum(spare[good] for good in range(3) if given[good]) if gain else 0.0
        if worth > best:
            best, chosen = worth, actions.trade + place
    return chosen
