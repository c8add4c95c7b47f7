"""A conquest carried out: the city changes hands, and the losses are charged."""

from __future__ import annotations

from rondel.antike.parts.ramparts import destroy_rampart
from rondel.antike.phases.strength import losses_due, owner_of
from rondel.antike.rules import UNIT_KINDS
from rondel.antike.state import BY_TEMPLE, CONQUEST, FORTRESSES, GIVE_UP, LOSE, LOST, MANEUVER, NONE, State
from rondel.antike.tables import Tables
from rondel.antike.units import lose_units
from rondel.native import i64
from rondel.tables import BIT, bit_count


def begin_capture(game: Tables, state: State) -> None:
    """Carry out the pending conquest; a nation without a stone gives up a city first. Rule: A05-192, A06-199."""
    taking = owner_of(state, state.place) != NONE  # a neutral temple leaves no city
    if taking and bit_count(state.cities[state.turn]) >= game.stones:
        state.phase = GIVE_UP
    else:
        _conquer(game, state)


def legal_give_up(game: Tables, state: State) -> list[int]:
    """Offer every own city for its stone. Rule: A05-R39, A06-R39."""
    cities = state.cities[state.turn]
    return [game.actions.give_up + region for region in range(game.size) if cities >> region & 1]


def act_give_up(game: Tables, state: State, action: i64) -> None:
    """Clear the site; its temple goes to the bank and brings no general. Then the conquest goes on."""
    region = action - game.actions.give_up
    state.cities[state.turn] &= ~BIT[region]
    state.temples &= ~BIT[region]
    destroy_rampart(state, region)
    _conquer(game, state)


def conquest_phase(game: Tables) -> i64:
    """Give the phase after a conquest: the separate conquest phase, where the rulebook has one. Rule: A06-165."""
    return CONQUEST if game.rules.maneuver_phases else MANEUVER


def _conquer(game: Tables, state: State) -> None:
    """Remove the defender's pieces, place the stone, charge the losses.

    Rule: A05-186 A05-189 A05-190 A05-202 A05-216, A06-067 A06-084 A06-194 A06-195 A06-196, A2-031 A2-161 A2-R35,
    AD-040 AD-041.
    """
    legions = (state.pending - game.actions.conquer) % (game.actions.cap + 1)
    owner = owner_of(state, state.place)
    losses = losses_due(game, state, state.place, owner)
    if game.announces:
        state.tally[FORTRESSES] = 0
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
    state.phase = LOSE if losses else conquest_phase(game)
    if not losses:  # a leader conquered alone
        state.pending = state.place = NONE


def _take_city(game: Tables, state: State, owner: i64) -> None:
    """Turn the city over and clear it of the defender's units and rampart.

    Rule: A05-191 A05-195 A05-196 A05-R38, A06-197 A06-201 A06-202 A06-R38, A2-160 A2-162 A2-R31 A2-R39 A2-R43,
    AD-138 AD-139 AD-140 AD-141 AD-168 AD-R33.
    """
    region, bit = state.place, BIT[state.place]
    for army in (UNIT_KINDS * owner, UNIT_KINDS * owner + 1):
        lose_units(game, state, army, region, state.units[army * game.size + region])
    state.cities[owner] &= ~bit
    state.cities[state.turn] |= bit
    destroy_rampart(state, region)
    if game.has_chance:
        state.tally[LOST] = 1
