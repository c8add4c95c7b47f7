"""Conquest of foreign cities and of neutral temples: which are possible, and the end of the maneuver."""

from __future__ import annotations

from rondel.antike.actions import DONE
from rondel.antike.parts.announced.rules import announce, forget_saved, is_saved
from rondel.antike.parts.events.rules import end_marches, in_hand, pick_for_lost_cities
from rondel.antike.parts.leaders.rules import leader_at
from rondel.antike.parts.neutral import neutral_targets
from rondel.antike.parts.trade import act_aside, aside
from rondel.antike.phases.arming import end_action
from rondel.antike.phases.capture import begin_capture
from rondel.antike.phases.strength import attackers, defence, has_stone, is_last, owner_of, split_bounds
from rondel.antike.rules import UNIT_KINDS
from rondel.antike.state import LEADER_USED, State
from rondel.antike.tables import Tables
from rondel.native import i64


def conquests(game: Tables, state: State, options: list[int]) -> None:
    """Add the conquests open to the nation on turn, with each split of the losses.

    Only a conquest that succeeds is offered, and no battle answers it. Rule: A05-178 A05-181 A05-R40, A06-189
    A06-194 A06-211 A06-R40, A2-020 A2-R37, AD-032.
    """
    mine = UNIT_KINDS * state.turn
    there = state.where[mine] | state.where[mine + 1]
    if game.leaders:
        there |= leader_at(game, state, state.turn)
    targets: i64 = 0
    for other, cities in enumerate(state.cities):
        if cities & there and other != state.turn and not is_last(game, state, other) and has_stone(game, state):
            targets |= cities & there
    near = game.neutral & there & state.temples  # few units stand there, so most are done with one test
    if near:
        targets |= near & neutral_targets(game, state)
    while targets:
        bit: int = targets & -targets
        targets ^= bit
        _conquests_of(game, state, bit.bit_length() - 1, options)


def _conquests_of(game: Tables, state: State, region: i64, options: list[int]) -> None:
    """Add the conquests of a foreign city, or of a neutral temple. Rule: A2-R35."""
    owner = owner_of(state, region)
    if not game.announces:
        first, end = split_bounds(game, state, region, owner)
        while first < end:
            options.append(first)
            first += 1
    elif not is_saved(state, region) and attackers(game, state, region) >= defence(game, state, region, owner):
        options.append(game.actions.declare + region)


def legal_conquest(game: Tables, state: State) -> list[int]:
    """Offer the conquests of the separate second phase; without one the phase ends.

    Rule: A06-170 A06-187, A2-152, AD-R24.
    """
    options = [DONE]
    conquests(game, state, options)
    # without a conquest the phase is over, unless an earthquake could open one;
    # a trade can as well be made in the founding step that follows
    quake = game.has_chance and state.ramparts and in_hand(game, state, state.turn, "earthquake")
    if quake or (len(options) > 1 and (game.has_chance or game.rates[state.knowhow[state.turn]])):
        aside(game, state, options)
    return options


def act_conquest(game: Tables, state: State, action: i64) -> None:
    """Conquer, act aside, or end the maneuver."""
    if action >= game.actions.play:
        act_aside(game, state, action)
    elif action == DONE:
        end_maneuver(game, state)
    else:
        declare(game, state, action)


def declare(game: Tables, state: State, action: i64) -> None:
    """Conquer a city at once, or announce it where it can be answered."""
    state.pending = action
    if action >= game.actions.declare:
        state.place = action - game.actions.declare
        announce(game, state)
        return
    state.place = (action - game.actions.conquer) // (game.actions.cap + 1)
    begin_capture(game, state)


def end_maneuver(game: Tables, state: State) -> None:
    """Close the maneuver; a nation that lost cities in it takes an event card before founding. Rule: AD-R10."""
    end_action(game, state)
    if game.leaders:
        state.tally[LEADER_USED] = 0
    if game.announces:
        forget_saved(state)
    if game.has_chance:
        end_marches(state)
        pick_for_lost_cities(game, state)
