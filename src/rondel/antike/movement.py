"""The maneuver: units cross borders, alone or in groups, and each entry may be answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.actions import DONE, ENTER
from rondel.antike.battle import fight, fights, next_answer
from rondel.antike.building import add_units, end_action, remove_units
from rondel.antike.conquest import conquests, declare
from rondel.antike.rules import GALLEY, LEGION
from rondel.antike.state import CONQUEST, JOIN, State
from rondel.antike.trade import act_trade, trades

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def legal_maneuver(game: AntikeGame, state: State) -> list[int]:
    """Offer every move, battle and conquest open to the nation on turn, in any order. Rule: A05-156, A06-171."""
    options = [DONE]
    _moves(game, state, LEGION, options)
    _moves(game, state, GALLEY, options)
    fights(game, state, options)
    conquests(game, state, options)
    if state.knowhow[state.turn] == game.full_chart:
        options += trades(game, state)
    return options


def _moves(game: AntikeGame, state: State, kind: int, options: list[int]) -> None:
    """Add each group of like units with each border it can cross. Rule: A05-162 to A05-165, A06-172 to A06-175."""
    army = 2 * state.turn + kind
    stacks = state.where[army]
    if not stacks:
        return
    size, units, spent = game.size, state.units, state.spent
    reach = game.reach[kind][state.knowhow[state.turn]]
    once, twice, thrice = 3 * kind * size, (3 * kind + 1) * size, (3 * kind + 2) * size
    groups, kept, step = game.actions.groups, game.actions.kept, game.actions.cap + 1
    while stacks:
        bit = stacks & -stacks
        stacks ^= bit
        region = bit.bit_length() - 1
        used1, used2 = spent[once + region], spent[twice + region]
        fresh = units[army * size + region] - used1 - used2 - spent[thrice + region]
        if reach < 3:
            used2 = 0
            if reach < 2:
                used1 = 0
        place = 3 * step * (kind * size + region)
        if not used1 and not used2:
            if fresh:
                options += kept[place + fresh] or groups(kind, region, 0, fresh)
        elif not fresh and not used2:
            options += kept[place + step + used1] or groups(kind, region, 1, used1)
        else:
            mixed = [*groups(kind, region, 0, fresh), *groups(kind, region, 1, used1), *groups(kind, region, 2, used2)]
            mixed.sort()
            options += mixed


def act_maneuver(game: AntikeGame, state: State, action: int) -> None:
    """Carry out a move, battle, conquest or trade, or end the phase. Rule: A06-R51."""
    actions = game.actions
    if action >= actions.trade:
        act_trade(game, state, action)
    elif action >= actions.conquer:
        declare(game, state, action)
    elif action >= actions.fight:
        fight(game, state, action)
    elif action >= actions.move:
        cross(game, state, action)
        _entered(game, state, action)
    elif game.rules.maneuver_phases:
        state.phase = CONQUEST
    else:
        end_action(game, state)


def cross(game: AntikeGame, state: State, action: int) -> None:
    """Take a group over a border; its units have used one action more."""
    crossing, used, count = game.actions.decode_move(action - game.actions.move)
    kind, origin, target = game.actions.crossings[crossing]
    army = 2 * state.turn + kind
    remove_units(game, state, army, origin, count)
    add_units(game, state, army, target, count)
    if used:
        state.spent[(3 * kind + used - 1) * game.size + origin] -= count
    state.spent[(3 * kind + used) * game.size + target] += count


def _entered(game: AntikeGame, state: State, action: int) -> None:
    """Let more units join if the entry can be answered, else go on. Rule: A05-R30, A06-R30."""
    target = game.actions.crossings[(action - game.actions.move) // (3 * game.actions.cap)][2]
    if answerable(game, state, target):
        state.place = target
        state.pending = action
        state.phase = JOIN


def answerable(game: AntikeGame, state: State, region: int) -> bool:
    """Say whether a foreign unit there is of a kind that the nation on turn has there. Rule: A05-R35, A06-R35."""
    where, mine, bit = state.where, 2 * state.turn, 1 << region
    for kind in (LEGION, GALLEY):
        if where[mine + kind] & bit:
            for other in range(game.nations):
                if other != state.turn and where[2 * other + kind] & bit:
                    return True
    return False


def legal_join(game: AntikeGame, state: State) -> list[int]:
    """Offer further like units for the group, in ascending order so that no group comes twice."""
    actions = game.actions
    crossing, used, _ = actions.decode_move(state.pending - actions.move)
    kind, origin, target = actions.crossings[crossing]
    options = [ENTER]
    for other in range(kind, 2):
        number = actions.crossing_of.get((other, origin, target))
        if number is None:
            continue
        reach = game.reach[other][state.knowhow[state.turn]]
        for level in range(used + 1 if other == kind else 0, reach):
            there = units_used(game, state, other, origin, level)
            start = actions.move + (3 * number + level) * actions.cap
            options.extend(range(start, start + there))
    return options


def units_used(game: AntikeGame, state: State, kind: int, region: int, used: int) -> int:
    """Count the units of the nation on turn there that have used so many actions."""
    size, spent = game.size, state.spent
    place = 3 * kind * size + region
    if used:
        return spent[place + (used - 1) * size]
    total = state.units[(2 * state.turn + kind) * size + region]
    return total - spent[place] - spent[place + size] - spent[place + 2 * size]


def act_join(game: AntikeGame, state: State, action: int) -> None:
    """Add units to the group, or close it and let the nations there answer."""
    if action == ENTER:
        state.pending = -1
        state.asked = state.turn
        next_answer(game, state)
    else:
        cross(game, state, action)
        state.pending = action
