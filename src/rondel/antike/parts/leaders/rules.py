"""Special units: where they are set up, where they go, and when they fall."""

from __future__ import annotations

from rondel.antike.rules import GALLEY
from rondel.antike.state import EXTRA_LEFT, LEADER_READY, LEADER_USED, MARCHES, State
from rondel.antike.tables import Tables
from rondel.antike.units import reach_of, stir
from rondel.native import i64
from rondel.tables import BIT


def leads(game: Tables, state: State, nation: i64, region: i64) -> bool:
    """Say whether the nation's leader stands in the region."""
    return game.leaders and state.leaders[nation] == region + 1


def leader_type(state: State, nation: i64) -> i64:
    """Give the kind of unit that the nation's leader is like: the board's first nation has the one at sea.

    Rule: AD-163 AD-166 AD-R36.
    """
    return 2 - state.seating[nation]


def leader_at(game: Tables, state: State, nation: i64) -> i64:
    """Give the region of the nation's leader as a mask; empty while it is off the board."""
    if not game.leaders or not state.leaders[nation]:
        return 0
    return BIT[state.leaders[nation] - 1]


def leader_at_sea(game: Tables, state: State, nation: i64) -> i64:
    """Give the region that an admiral holds, as a mask. Rule: AD-R35."""
    return leader_at(game, state, nation) if leader_type(state, nation) == GALLEY else 0


def can_lead(game: Tables, state: State, region: i64) -> bool:
    """Say whether the leader can be set up there: in one's own city with a temple and room. Rule: AD-165 AD-R34."""
    fits = state.cities[state.turn] & state.temples & game.stands[leader_type(state, state.turn)] & BIT[region]
    return bool(state.tally[LEADER_READY] and fits and state.spent[region] < game.temple_units)


def leads_up(game: Tables, state: State, options: list[int]) -> None:
    """Add the places where the leader of the nation on turn can be set up. Rule: AD-165."""
    options += [game.actions.lead + region for region in range(game.size) if can_lead(game, state, region)]


def place_leader(game: Tables, state: State, region: i64, lost: i64) -> None:
    """Set up the paid leader, unless it falls to the enemy's leader there. Rule: AD-R34."""
    stir(state)
    state.spent[region] += 1
    state.tally[LEADER_READY] = 0
    if not lost:
        state.leaders[state.turn] = region + 1


def leader_targets(game: Tables, state: State) -> list[int]:
    """List the regions the leader of the nation on turn can enter. Rule: AD-166."""
    place = state.leaders[state.turn] - 1
    kind = leader_type(state, state.turn)
    used, reach = state.tally[LEADER_USED], reach_of(game, state, kind)
    spare = used < reach + state.tally[MARCHES + kind] and state.tally[EXTRA_LEFT + kind]
    if place < 0 or (used >= reach and not spare):
        return []
    first = game.actions.first[kind * game.size + place : kind * game.size + place + 2]
    return [target for _, _, target in game.actions.crossings[first[0] : first[1]]]


def move_leader(state: State, target: i64, lost: i64) -> None:
    """Move the leader into a region, or off the board if it fell there. Rule: AD-169 AD-R46."""
    state.tally[LEADER_USED] += 1
    state.leaders[state.turn] = 0 if lost else target + 1


def muster_leader(game: Tables, state: State) -> None:
    """Note whether the leader can be set up in the turn that begins. Rule: AD-164 AD-165 AD-R34."""
    state.tally[LEADER_READY] = 0 if state.leaders[state.turn] else 1
