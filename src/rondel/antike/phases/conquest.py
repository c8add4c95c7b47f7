"""Conquest of foreign cities and of neutral temples."""

from __future__ import annotations

from rondel.antike.actions import DONE
from rondel.antike.parts.events import held, resume, spend
from rondel.antike.parts.trade import act_aside, aside
from rondel.antike.phases.building import end_action
from rondel.antike.rules import GALLEY, LEGION
from rondel.antike.state import (
    BY_TEMPLE,
    CHARGE,
    CONQUEST,
    CROSSED,
    EXTRA_LEFT,
    FORTRESS,
    FORTRESSES,
    GIVE_UP,
    LEADER_USED,
    LOSE,
    LOST,
    MARCHES,
    NONE,
    State,
)
from rondel.antike.tables import Tables
from rondel.antike.units import leads, lose_units
from rondel.native import i64
from rondel.tables import BIT, bit_count


def conquests(game: Tables, state: State, options: list[int]) -> None:
    """Add the conquests open to the nation on turn, with each split of the losses.

    Only a conquest that succeeds is offered, and no battle answers it. Rule: A05-178 A05-181 A05-R40, A06-189 A06-194
    A06-211 A06-R40, A2-020 A2-R37, AD-032.
    """
    mine = 2 * state.turn
    there = state.where[mine] | state.where[mine + 1]
    if game.leaders and state.camp[3 * state.turn + 2]:
        there |= BIT[state.camp[3 * state.turn + 2] - 1]
    found: list[int] = []
    for other, cities in enumerate(state.cities):
        targets = cities & there
        if targets and other != state.turn and not is_last(game, state, other) and has_stone(game, state):
            _conquests_of(game, state, other, targets, found)
    neutral = game.neutral & state.temples & there
    if neutral:
        _conquests_of(game, state, NONE, neutral & ~sum(state.cities), found)
    if found:
        if len(found) > 1:
            found.sort()
        options += found


def _conquests_of(game: Tables, state: State, other: i64, targets: int, found: list[int]) -> None:
    """Add the conquests of one nation's cities, or of neutral temples, among the targets. Rule: A2-R35."""
    while targets:
        bit = targets & -targets
        targets ^= bit
        region = bit.bit_length() - 1
        if not game.rules.declared:
            first, end = split_bounds(game, state, region, other)
            if first < end:
                found.extend(range(first, end))
        elif not state.failed & bit and attackers(game, state, region) >= defence(game, state, region, other):
            found.append(game.actions.declare + region)


def splits(game: Tables, state: State, region: i64, other: i64) -> range:
    """Give the conquests of a city by each number of legions among the losses; none if the attack is too weak."""
    first, end = split_bounds(game, state, region, other)
    return range(first, end)


def split_bounds(game: Tables, state: State, region: i64, other: i64) -> tuple[i64, i64]:
    """Give the first of those conquests and the end of their range.

    Legions and galleys count alike. Rule: A05-187 A05-193, A2-153 A2-159.
    """
    losses = defence(game, state, region, other)
    if game.leaders:
        losses -= leads(game, state, state.turn, region)
    mine = 2 * state.turn * game.size + region
    if state.units[mine] + state.units[mine + game.size] < losses:
        return 0, 0
    legions = active_units(game, state, LEGION, region)
    galleys = active_units(game, state, GALLEY, region)
    if legions + galleys < losses:
        return 0, 0
    start = game.actions.conquer + region * (game.actions.cap + 1)
    return start + max(0, losses - galleys), start + min(legions, losses) + 1


def losses_due(game: Tables, state: State, region: i64, other: i64) -> i64:
    """Count the units a conquest costs; a leader there pays one without being lost.

    No unit need be left over. Rule: A05-188 A05-R49 A05-R50, A06-194 A06-198, A2-158, AD-R31.
    """
    return defence(game, state, region, other) - leads(game, state, state.turn, region)


def attackers(game: Tables, state: State, region: i64) -> i64:
    """Give the strength of the nation on turn in a region, its leader included. Rule: AD-132 AD-167 AD-R31 AD-R32."""
    units = active_units(game, state, LEGION, region) + active_units(game, state, GALLEY, region)
    if not leads(game, state, state.turn, region):
        return units
    return units + 1 if units or game.rules.leader_alone else 0


def has_stone(game: Tables, state: State) -> bool:
    """Say whether the nation on turn can mark another city. Rule: A05-192, A06-199, A2-R33."""
    return game.rules.stone_exchange or bit_count(state.cities[state.turn]) < game.stones


def is_last(game: Tables, state: State, nation: i64) -> bool:
    """Say whether a nation has one city left, which is safe. Rule: A05-180 A05-R37, A06-200 A06-R37, A2-R32, AD-R25."""
    return game.rules.last_city_safe and bit_count(state.cities[nation]) <= 1


def defence(game: Tables, state: State, region: i64, owner: i64) -> i64:
    """Give the defence strength of the owner's city, or of a neutral temple.

    Units of third nations do not count. Rule: A05-182 A05-183 A05-184 A05-196 A05-R38, A06-190 A06-191 A06-192
    A06-202 A06-R38, A2-154 A2-155 A2-156 A2-157 A2-163 A2-R31, AD-133 AD-134 AD-135 AD-136.
    """
    plain, rich = game.rules.places
    walls = rich if state.temples >> region & 1 else plain
    if owner < 0:
        return walls
    army = 2 * owner * game.size + region
    units = state.units[army] + state.units[army + game.size]
    strength = walls + units + game.defence_bonus[state.knowhow[owner]]
    return strength + _shelter(game, state, region, owner) if game.shelters else strength


def _shelter(game: Tables, state: State, region: i64, owner: i64) -> i64:
    """Count what few personages, ramparts, leaders and fortresses add to a city's defence.

    Rule: A2-051 A2-D09, AD-033 AD-167 AD-R33.
    """
    if not game.barracks:
        return int(sum(state.earned[5 * owner : 5 * owner + 5]) < game.rules.sheltered)
    return (state.ramparts >> region & 1) + leads(game, state, owner, region) + state.tally[FORTRESSES]


def active_units(game: Tables, state: State, kind: i64, region: i64) -> i64:
    """Count the units of the nation on turn there that can conquer.

    Rule: A05-155 A05-159 A05-179, A06-168 A06-188, A2-180, AD-179.
    """
    units = state.units[(2 * state.turn + kind) * game.size + region]
    if not game.spare_action:
        return units
    reach = game.reach[kind][state.knowhow[state.turn]]
    return units - state.spent[game.spent_rows[kind][reach - 1] + region]


def owner_of(state: State, region: i64) -> i64:
    """Give the nation whose city stands in the region, or -1."""
    for nation, cities in enumerate(state.cities):
        if cities >> region & 1:
            return nation
    return NONE


def legal_conquest(game: Tables, state: State) -> list[int]:
    """Offer the conquests of the separate second phase; without one the phase ends.

    Rule: A06-170 A06-187, A2-152, AD-R24.
    """
    options = [DONE]
    conquests(game, state, options)
    # without a conquest the phase is over, unless an earthquake could open one;
    # a trade can as well be made in the founding step that follows
    quake = game.has_chance and state.ramparts and held(game, state, state.turn, "earthquake")
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


def end_maneuver(game: Tables, state: State) -> None:
    """Close the maneuver; whoever lost cities in it takes an event card before founding. Rule: AD-R10."""
    end_action(game, state)
    if game.barracks:
        state.failed = 0
        for place in (LEADER_USED, MARCHES, MARCHES + 1, EXTRA_LEFT, EXTRA_LEFT + 1, CROSSED):
            state.tally[place] = 0
        if state.tally[LOST]:
            resume(game, state)


def declare(game: Tables, state: State, action: i64) -> None:
    """Conquer a city at once, or announce it where it can be answered, or give up a city for its stone."""
    state.pending = action
    if action >= game.actions.declare:
        state.place = action - game.actions.declare
        _announce(game, state)
        return
    state.place = (action - game.actions.conquer) // (game.actions.cap + 1)
    taking = owner_of(state, state.place) != NONE  # a neutral temple leaves no city
    if taking and bit_count(state.cities[state.turn]) >= game.stones:
        state.phase = GIVE_UP
    else:
        _conquer(game, state)


# ---- the answer to an announced conquest -----------------------------------------------------------------------------


def _announce(game: Tables, state: State) -> None:
    """Let a defender whom a fortress can help answer, else go on to the losses. Rule: AD-R14 AD-R40."""
    owner = owner_of(state, state.place)
    strong = attackers(game, state, state.place) >= defence(game, state, state.place, owner)
    if strong and held(game, state, owner, "fortress"):
        state.actor = owner
        state.phase = FORTRESS
    else:
        _settle(game, state)


def legal_fortress(game: Tables, state: State) -> list[int]:
    """Offer the defender to let it be or to play a fortress. Rule: AD-157."""
    return [DONE, game.actions.play + game.event_of["fortress"]]


def act_fortress(game: Tables, state: State, action: i64) -> None:
    """Raise the strength by one card, and ask again while the defender has more."""
    if action == DONE:
        _settle(game, state)
        return
    spend(game, state, state.actor, "fortress")
    state.tally[FORTRESSES] += 1
    _announce(game, state)


def _settle(game: Tables, state: State) -> None:
    """Go on to the losses, or drop a conquest that has become impossible. Rule: AD-158 AD-159 AD-R14."""
    owner = owner_of(state, state.place)
    state.actor = state.turn
    if attackers(game, state, state.place) >= defence(game, state, state.place, owner):
        state.phase = CHARGE
        return
    state.failed |= BIT[state.place]
    state.tally[FORTRESSES] = 0
    state.pending = state.place = NONE
    state.phase = CONQUEST


def legal_charge(game: Tables, state: State) -> range:
    """Offer each split of the losses. Rule: AD-137 AD-R15."""
    return splits(game, state, state.place, owner_of(state, state.place))


def act_charge(game: Tables, state: State, action: i64) -> None:
    """Carry out the announced conquest."""
    state.pending = action
    _conquer(game, state)


# ---- the conquest itself ---------------------------------------------------------------------------------------------


def legal_give_up(game: Tables, state: State) -> list[int]:
    """Offer every own city for its stone. Rule: A05-R39, A06-R39."""
    cities = state.cities[state.turn]
    return [game.actions.give_up + region for region in range(game.size) if cities >> region & 1]


def act_give_up(game: Tables, state: State, action: i64) -> None:
    """Clear the site; its temple goes to the bank and brings no general. Then the conquest goes on."""
    bit = BIT[action - game.actions.give_up]
    state.cities[state.turn] &= ~bit
    state.temples &= ~bit
    _conquer(game, state)


def _conquer(game: Tables, state: State) -> None:
    """Remove the defender's pieces, place the stone, charge the losses.

    Rule: A05-186 A05-189 A05-190 A05-202 A05-216, A06-067 A06-084 A06-194 A06-195 A06-196, A2-031 A2-161 A2-R35,
    AD-040 AD-041.
    """
    legions = (state.pending - game.actions.conquer) % (game.actions.cap + 1)
    owner = owner_of(state, state.place)
    losses = losses_due(game, state, state.place, owner)
    if owner != NONE:
        _take_city(game, state, owner)
    if state.temples >> state.place & 1:
        state.temples &= ~BIT[state.place]
        state.generals_due += 1
        # all personages are out: this temple decides the game. Rule: A05-R28, A06-R28
        if game.rules.temple_victory == "all-out" and not any(state.stacks):
            state.end = BY_TEMPLE
            state.winner = state.turn
    state.lose_legions = legions
    state.lose_galleys = losses - legions
    state.phase = LOSE if losses else CONQUEST
    if not losses:  # a leader alone has conquered
        state.pending = state.place = NONE


def _take_city(game: Tables, state: State, owner: i64) -> None:
    """Turn the city over and clear it of the defender's units and rampart.

    Units of third nations stay, and so does the resource of the city. Rule: A05-191 A05-195 A05-196 A05-R38, A06-197
    A06-201 A06-202 A06-R38, A2-160 A2-162 A2-R31 A2-R39 A2-R43, AD-138 AD-139 AD-140 AD-141 AD-168 AD-R33.
    """
    region, bit = state.place, BIT[state.place]
    for army in (2 * owner, 2 * owner + 1):
        lose_units(game, state, army, region, state.units[army * game.size + region])
    state.cities[owner] &= ~bit
    state.cities[state.turn] |= bit
    if game.barracks:
        state.ramparts &= ~bit
        state.tally[LOST] = 1
        state.tally[FORTRESSES] = 0
