"""How strong an attack and a city are, and what a conquest costs."""

from __future__ import annotations

from rondel.antike.parts.leaders.rules import leads
from rondel.antike.parts.shelter import shelter
from rondel.antike.rules import GALLEY, LEGION, UNIT_KINDS
from rondel.antike.state import FORTRESSES, NONE, State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import bit_count


def owner_of(state: State, region: i64) -> i64:
    """Give the nation whose city stands in the region, or -1."""
    for nation, cities in enumerate(state.cities):
        if cities >> region & 1:
            return nation
    return NONE


def defence(game: Tables, state: State, region: i64, owner: i64) -> i64:
    """Give the defense strength of the owner's city, or of a neutral temple.

    Rule: A05-182 A05-183 A05-184 A05-196 A05-R38, A06-190 A06-191 A06-192 A06-202 A06-R38, A2-154 A2-155 A2-156
    A2-157 A2-163 A2-R31, AD-133 AD-134 AD-135 AD-136.
    """
    walls = game.temple_defence if state.temples >> region & 1 else game.plain_defence
    if owner < 0:
        return walls
    army = UNIT_KINDS * owner * game.size + region
    units = state.units[army] + state.units[army + game.size]
    strength = walls + units + game.defence_bonus[state.knowhow[owner]]
    return strength + _guard(game, state, region, owner) if game.guarded else strength


def _guard(game: Tables, state: State, region: i64, owner: i64) -> i64:
    """Count what shelter, ramparts, leaders and fortresses add.

    Rule: A2-156, AD-033 AD-135 AD-157 AD-167 AD-R33.
    """
    found = state.ramparts >> region & 1
    if game.rules.sheltered:
        found += shelter(game, state, owner)
    if game.leaders:
        found += leads(game, state, owner, region)
    if game.announces:
        found += state.tally[FORTRESSES]
    return found


def active_units(game: Tables, state: State, kind: i64, region: i64) -> i64:
    """Count the units of the nation on turn there that can conquer.

    Rule: A05-155 A05-159 A05-179, A06-168 A06-188, A2-180, AD-179.
    """
    units = state.units[(UNIT_KINDS * state.turn + kind) * game.size + region]
    if not game.spare_action or not state.stirred:
        return units
    reach = game.reach[game.charts * kind + state.knowhow[state.turn]]
    if not game.has_chance:
        return units - state.spent[game.first_rows[kind] + (reach - 1) * game.size + region]
    for row in game.spent_rows[kind][reach - 1 :]:  # cards let units go beyond their own actions
        units -= state.spent[row + region]
    return units


def attackers(game: Tables, state: State, region: i64) -> i64:
    """Give the strength of the nation on turn in a region, its leader included. Rule: AD-132 AD-167 AD-R31 AD-R32."""
    units = active_units(game, state, LEGION, region) + active_units(game, state, GALLEY, region)
    if not leads(game, state, state.turn, region):
        return units
    return units + 1 if units or game.rules.leader_alone else 0


def losses_due(game: Tables, state: State, region: i64, other: i64) -> i64:
    """Count the units a conquest costs; a leader there pays one without being lost.

    No unit need be left over. Rule: A05-188 A05-R49 A05-R50, A06-194 A06-198, A2-158, AD-R31.
    """
    return defence(game, state, region, other) - leads(game, state, state.turn, region)


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
        if attackers(game, state, region) < losses:
            return 0, 0
        losses -= leads(game, state, state.turn, region)
    mine = UNIT_KINDS * state.turn * game.size + region
    if state.units[mine] + state.units[mine + game.size] < losses:
        return 0, 0
    legions = active_units(game, state, LEGION, region)
    galleys = active_units(game, state, GALLEY, region)
    if legions + galleys < losses:
        return 0, 0
    start = game.actions.conquer + region * (game.actions.cap + 1)
    return start + max(0, losses - galleys), start + min(legions, losses) + 1


def has_stone(game: Tables, state: State) -> bool:
    """Say whether the nation on turn can mark another city. Rule: A05-192, A06-199, A2-R33."""
    return game.rules.stone_exchange or bit_count(state.cities[state.turn]) < game.stones


def is_last(game: Tables, state: State, nation: i64) -> bool:
    """Say whether a nation has one city left, which is safe. Rule: A05-180 A05-R37, A06-200 A06-R37, A2-R32, AD-R25."""
    return game.rules.last_city_safe and bit_count(state.cities[nation]) <= 1
