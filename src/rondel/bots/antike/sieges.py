"""Marches that pay off only at their end: enough units gather at a foreign city to conquer it."""

from __future__ import annotations

from typing import Final

from rondel.antike.phases.strength import active_units, defence, owner_of
from rondel.antike.rules import GALLEY, LEGION, UNIT_KINDS
from rondel.antike.state import State
from rondel.bots.antike.features import cover, cover_of
from rondel.bots.antike.tables import Tables
from rondel.tables import bit_count

#: sieges considered in one turn
MOST_SIEGES: Final = 4


def sieges(tables: Tables, state: State, few: bool) -> list[list[int]]:
    """Give the move lists of sieges that need at least one march, temples first; with `few`, temples alone."""
    game, turn = tables.game, state.turn
    reached = cover(tables, state, turn)
    found: list[tuple[int, list[int]]] = []
    for other, cities in enumerate(state.cities):
        if other == turn or bit_count(cities) <= 1:
            continue
        targets: int = cities & reached & state.temples if few else cities & reached
        while targets:
            bit = targets & -targets
            targets ^= bit
            region = bit.bit_length() - 1
            need = defence(game, state, region, other)
            moves = march(tables, state, region, need)
            if len(moves) > 1 or (moves and need > 1):  # a single step of one unit is a candidate anyway
                found.append((need - (10 if state.temples & bit else 0), moves))
    if game.neutral:
        found += _neutral(tables, state, reached)
    found.sort(key=lambda entry: entry[0])
    return [moves for _, moves in found[:MOST_SIEGES]]


def _neutral(tables: Tables, state: State, reached: int) -> list[tuple[int, list[int]]]:
    """Give the sieges of neutral temples."""
    targets: int = tables.game.neutral & state.temples & reached
    found = []
    for cities in state.cities:
        targets &= ~cities
    while targets:
        bit = targets & -targets
        targets ^= bit
        region = bit.bit_length() - 1
        need = defence(tables.game, state, region, -1)
        moves = march(tables, state, region, need)
        if moves:
            found.append((need - 10, moves))
    return found


def with_cards(tables: Tables, state: State) -> list[list[int]]:
    """Give the sieges that a card makes possible: a longer way, or a rampart that falls."""
    game, actions = tables.game, tables.game.actions
    found: list[list[int]] = []
    for action in state.options:
        if not actions.play <= action < actions.trade:
            continue
        if action >= actions.quake:
            region = action - actions.quake
            targets, kind, less = [(region, owner_of(state, region))], -1, 1
        else:
            event = game.rules.events[action - actions.play]
            if event.effect != "march":
                continue
            targets, kind, less = _prey(tables, state, event.kind), event.kind, 0
        for region, other in targets:
            if other >= 0 and other != state.turn and bit_count(state.cities[other]) > 1:
                moves = march(tables, state, region, defence(game, state, region, other) - less, kind)
                if moves or less:
                    found.append([action, *moves])
    return found[:MOST_SIEGES]


def _prey(tables: Tables, state: State, kind: int) -> list[tuple[int, int]]:
    """Give the foreign cities, with their owners, that units of a kind reach with one step more; temples first."""
    steps = min(3, tables.marches[kind][state.knowhow[state.turn]] + 1)
    reached = cover_of(state.where[UNIT_KINDS * state.turn + kind], tables.near[kind][steps])
    found: list[tuple[int, int, int]] = []
    for other, cities in enumerate(state.cities):
        targets: int = cities & reached if other != state.turn else 0
        while targets:
            bit = targets & -targets
            targets ^= bit
            found.append((0 if state.temples & bit else 1, bit.bit_length() - 1, other))
    found.sort()
    return [(region, other) for _, region, other in found]


def march(tables: Tables, state: State, region: int, need: int, longer: int = -1) -> list[int]:
    """Bring enough units with an action left to a region; empty if there are too few, or enough already.

    Units of the kind `longer` may go one step more.
    """
    game = tables.game
    missing = need - active_units(game, state, LEGION, region) - active_units(game, state, GALLEY, region)
    moves: list[int] = []
    if missing <= 0:
        return moves
    for kind in (LEGION, GALLEY):
        most = tables.marches[kind][state.knowhow[state.turn]] + (kind == longer)
        for steps in range(1, min(3, most) + 1):
            missing = _gather(tables, state, kind, region, steps, missing, moves)
            if missing <= 0:
                return moves
    return []


def _gather(tables: Tables, state: State, kind: int, region: int, steps: int, missing: int, moves: list[int]) -> int:
    """Add the moves of fresh units exactly that many steps away; give what is still missing."""
    size, army = tables.size, UNIT_KINDS * state.turn + kind
    stacks: int = state.where[army] & tables.near[kind][steps][region] & ~tables.near[kind][steps - 1][region]
    while stacks and missing > 0:
        bit = stacks & -stacks
        stacks ^= bit
        origin = bit.bit_length() - 1
        fresh = state.units[army * size + origin]
        for row in tables.game.spent_rows[kind]:
            fresh -= state.spent[row + origin]
        count = min(missing, fresh)
        if count > 0:
            _walk(tables, kind, origin, region, steps, count, moves)
            missing -= count
    return missing


def _walk(tables: Tables, kind: int, origin: int, region: int, steps: int, count: int, moves: list[int]) -> None:
    """Add one group's moves along a shortest way."""
    actions, here = tables.game.actions, origin
    for used in range(steps):
        closer = tables.beside[kind][here] & tables.near[kind][steps - used - 1][region]
        there = (closer & -closer).bit_length() - 1
        crossing = actions.crossing_of[kind, here, there]
        moves.append(actions.move + (actions.levels * crossing + used) * actions.cap + count - 1)
        here = there
