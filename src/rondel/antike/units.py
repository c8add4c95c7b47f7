"""Units on and off the board: setting them up, taking them away, and where the lost ones go."""

from __future__ import annotations

from rondel.antike.state import State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import BIT, total


def add_units(game: Tables, state: State, army: i64, region: i64, count: i64) -> None:
    """Put units on the board; `army` is twice the nation plus the kind."""
    state.units[army * game.size + region] += count
    state.where[army] |= BIT[region]


def remove_units(game: Tables, state: State, army: i64, region: i64, count: i64) -> None:
    """Take units from a region."""
    place = army * game.size + region
    state.units[place] -= count
    if not state.units[place]:
        state.where[army] &= ~BIT[region]


def stir(state: State) -> None:
    """Give the state a table of its own for what is spent."""
    if not state.stirred:
        state.spent = state.spent[:]
        state.stirred = 1


def rest(game: Tables, state: State) -> None:
    """Forget what was spent."""
    state.spent = game.unspent
    state.stirred = 0


def lose_units(game: Tables, state: State, army: i64, region: i64, count: i64) -> None:
    """Take lost units off the board: to the supply, or to the barracks. Rule: A05-R19, A06-R19, A2-145, AD-129."""
    remove_units(game, state, army, region, count)
    if game.barracks:
        state.camp[3 * (army // 2) + army % 2] += count


def units_left(game: Tables, state: State, nation: i64, kind: i64) -> i64:
    """Count a nation's units of a kind in its supply: not on the board, not recruited. Rule: A05-129, A06-141."""
    base = (2 * nation + kind) * game.size
    waiting = state.camp[3 * nation + kind] if game.barracks else 0
    return game.supply[kind] - total(state.units, base, base + game.size) - waiting


def collide(game: Tables, state: State, kind: i64, region: i64, entering: i64) -> i64:
    """Fight like units that meet, one for one, leaders last; give how many of those entering are lost.

    The enemy's losses are carried out, those of the nation on turn are the caller's. Rule: AD-103 AD-128 AD-170.
    """
    lost = 0
    for other in range(game.nations):
        if other == state.turn:
            continue
        pairs = min(entering - lost, state.units[(2 * other + kind) * game.size + region])
        if pairs:
            lose_units(game, state, 2 * other + kind, region, pairs)
            lost += pairs
        if lost < entering and leads(game, state, other, region) and leader_type(state, other) == kind:
            state.camp[3 * other + 2] = 0
            lost += 1
    return lost


def leads(game: Tables, state: State, nation: i64, region: i64) -> bool:
    """Say whether the nation's leader stands in the region."""
    return game.leaders and state.camp[3 * nation + 2] == region + 1


def leader_type(state: State, nation: i64) -> i64:
    """Give the kind of unit that the nation's leader is like: the board's first nation has the one at sea.

    So two special units never meet. Rule: AD-163 AD-166 AD-R36.
    """
    return 2 - state.seating[nation]


def reach_of(game: Tables, state: State, kind: i64) -> i64:
    """Give the actions that know-how allows a unit of the nation on turn.

    Rule: A05-157 A05-158, A06-166 A06-167, A2-141, AD-127.
    """
    return game.reach[kind][state.knowhow[state.turn]]
