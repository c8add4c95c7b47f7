"""Units on and off the board: setting them up, taking them away, and where the lost ones go."""

from __future__ import annotations

from rondel.antike.rules import UNIT_KINDS
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
    """Give the state its own table of spent actions."""
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
        state.barracks[army] += count


def units_left(game: Tables, state: State, nation: i64, kind: i64) -> i64:
    """Count a nation's units of a kind in its supply: not on the board, not recruited. Rule: A05-129, A06-141."""
    base = (UNIT_KINDS * nation + kind) * game.size
    waiting = state.barracks[UNIT_KINDS * nation + kind] if game.barracks else 0
    return game.supply[kind] - total(state.units, base, base + game.size) - waiting


def reach_of(game: Tables, state: State, kind: i64) -> i64:
    """Give the actions that know-how allows a unit of the nation on turn.

    Rule: A05-157 A05-158, A06-166 A06-167, A2-141, AD-127.
    """
    return game.reach[game.charts * kind + state.knowhow[state.turn]]
