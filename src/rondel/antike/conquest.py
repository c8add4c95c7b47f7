"""Conquest of foreign cities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.actions import DONE
from rondel.antike.building import end_action, remove_units
from rondel.antike.rules import GALLEY, LEGION
from rondel.antike.state import BY_TEMPLE, GIVE_UP, LOSE, State
from rondel.antike.trade import act_trade, trades

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def conquests(game: AntikeGame, state: State, options: list[int]) -> None:
    """Add the conquests open to the nation on turn, with each split of the losses. Rule: A05-181, A06-189 A06-194."""
    mine = 2 * state.turn
    there = state.where[mine] | state.where[mine + 1]
    found: list[int] = []
    for other, cities in enumerate(state.cities):
        targets = cities & there
        if targets and other != state.turn and not is_last(state, other):
            _conquests_of(game, state, other, targets, found)
    if found:
        found.sort()
        options += found


def _conquests_of(game: AntikeGame, state: State, other: int, targets: int, found: list[int]) -> None:
    """Add the conquests of one nation's cities among the targets."""
    width = game.actions.cap + 1
    while targets:
        bit = targets & -targets
        targets ^= bit
        region = bit.bit_length() - 1
        legions = active_units(game, state, LEGION, region)
        galleys = active_units(game, state, GALLEY, region)
        strength = defence(game, state, region, other)
        if legions + galleys >= strength:
            start = game.actions.conquer + region * width
            found += range(start + max(0, strength - galleys), start + min(legions, strength) + 1)


def is_last(state: State, nation: int) -> bool:
    """Say whether a nation has one city left, which is safe. Rule: A05-180, A06-200."""
    return state.cities[nation].bit_count() <= 1


def defence(game: AntikeGame, state: State, region: int, owner: int) -> int:
    """Give the defence strength of the owner's city. Rule: A05-182 to A05-184, A06-190 to A06-192."""
    plain, rich = game.rules.places
    army = 2 * owner * game.size + region
    units = state.units[army] + state.units[army + game.size]
    walls = rich if state.temples >> region & 1 else plain
    return walls + units + game.defence_bonus[state.knowhow[owner]]


def active_units(game: AntikeGame, state: State, kind: int, region: int) -> int:
    """Count the units of the nation on turn there that have an action left. Rule: A05-179, A06-188."""
    size = game.size
    reach = game.reach[kind][state.knowhow[state.turn]]
    return state.units[(2 * state.turn + kind) * size + region] - state.spent[(3 * kind + reach - 1) * size + region]


def owner_of(state: State, region: int) -> int:
    """Give the nation whose city stands in the region, or -1."""
    for nation, cities in enumerate(state.cities):
        if cities >> region & 1:
            return nation
    return -1


def legal_conquest(game: AntikeGame, state: State) -> list[int]:
    """Offer the conquests of the separate second phase; without one the phase ends. Rule: A06-187."""
    options = [DONE]
    conquests(game, state, options)
    # without a conquest the phase is over; a trade can as well be made in the founding step that follows
    if len(options) > 1 and state.knowhow[state.turn] == game.full_chart:
        options += trades(game, state)
    return options


def act_conquest(game: AntikeGame, state: State, action: int) -> None:
    """Conquer, trade, or end the maneuver."""
    if action >= game.actions.trade:
        act_trade(game, state, action)
    elif action == DONE:
        end_action(game, state)
    else:
        declare(game, state, action)


def declare(game: AntikeGame, state: State, action: int) -> None:
    """Conquer a city; without a stone another city must be given up first. Rule: A05-192, A06-199."""
    state.pending = action
    state.place = (action - game.actions.conquer) // (game.actions.cap + 1)
    if state.cities[state.turn].bit_count() >= game.rules.stones:
        state.phase = GIVE_UP
    else:
        _conquer(game, state)


def legal_give_up(game: AntikeGame, state: State) -> list[int]:
    """Offer every own city for its stone. Rule: A05-R39, A06-R39."""
    cities = state.cities[state.turn]
    return [game.actions.give_up + region for region in range(game.size) if cities >> region & 1]


def act_give_up(game: AntikeGame, state: State, action: int) -> None:
    """Clear the site; its temple goes to the bank and brings no general. Then the conquest goes on."""
    bit = 1 << (action - game.actions.give_up)
    state.cities[state.turn] &= ~bit
    state.temples &= ~bit
    _conquer(game, state)


def _conquer(game: AntikeGame, state: State) -> None:
    """Remove the defender's pieces, place the stone, charge the losses. Rule: A05-186 A05-189, A06-194 A06-195."""
    legions = (state.pending - game.actions.conquer) % (game.actions.cap + 1)
    region, bit = state.place, 1 << state.place
    owner = owner_of(state, region)
    strength = defence(game, state, region, owner)
    for army in (2 * owner, 2 * owner + 1):
        remove_units(game, state, army, region, state.units[army * game.size + region])
    state.cities[owner] &= ~bit
    state.cities[state.turn] |= bit
    if state.temples & bit:
        state.temples &= ~bit
        state.generals_due += 1
        # all personages are out: this temple decides the game. Rule: A05-R28, A06-R28
        if not any(state.stacks):
            state.end = BY_TEMPLE
            state.winner = state.turn
    state.lose_legions = legions
    state.lose_galleys = strength - legions
    state.phase = LOSE
