"""The maneuver: units cross borders, alone or in groups, and each entry may be answered."""

from __future__ import annotations

from typing import Final

from rondel.antike.actions import DONE, ENTER, Actions
from rondel.antike.parts.leaders.rules import leader_targets, leader_type, move_leader
from rondel.antike.parts.trade import act_aside, aside
from rondel.antike.phases.battle import collide, fight, fights, next_answer, open_answers
from rondel.antike.phases.conquest import conquests, declare, end_maneuver
from rondel.antike.rules import GALLEY, LEGION, UNIT_KINDS
from rondel.antike.state import CONQUEST, CROSSED, EXTRA_LEFT, JOIN, LEADER_USED, MARCHES, State
from rondel.antike.tables import Tables
from rondel.antike.units import add_units, lose_units, reach_of, remove_units, stir
from rondel.native import i64
from rondel.tables import BIT


def legal_maneuver(game: Tables, state: State) -> list[int]:
    """Offer every move, battle and conquest open to the nation on turn, in any order.

    Single steps of different units may alternate. Rule: A05-155 A05-156 A05-R29 A05-R46, A06-171 A06-R29.
    """
    options = [DONE]
    moved = state.stirred != 0
    _moves(game, state, LEGION, moved, options)
    _moves(game, state, GALLEY, moved, options)
    if game.leaders:
        options += [game.actions.march + region for region in leader_targets(game, state)]
    fights(game, state, options)
    conquests(game, state, options)
    if game.has_chance or game.rates[state.knowhow[state.turn]]:
        aside(game, state, options)
    return options


def _moves(game: Tables, state: State, kind: i64, moved: bool, options: list[int]) -> None:
    """Add each group of like units with each border it can cross.

    Foreign units do not close a province. Rule: A05-162 A05-163 A05-164 A05-165 A05-167 A05-R29, A06-172 A06-173
    A06-174 A06-175 A06-R29, A2-139 A2-140, AD-125 AD-126.
    """
    army = UNIT_KINDS * state.turn + kind
    stacks = state.where[army]
    if not stacks:
        return
    actions, units, spent, base = game.actions, state.units, state.spent, army * game.size
    kept, step = actions.kept, actions.cap + 1
    first, once, later = kind * game.size, game.first_rows[kind], game.later_rows
    own = game.reach[game.charts * kind + state.knowhow[state.turn]]
    reach = own
    if game.has_chance:
        reach += state.tally[MARCHES + kind]
    used: i64 = 0
    while stacks:
        bit: int = stacks & -stacks
        stacks ^= bit
        region: i64 = bit.bit_length() - 1
        fresh = units[base + region]
        if moved:
            place = once + region
            used = spent[place]
            fresh -= used
            if reach == 1:
                used = 0  # they go no further
            else:
                late: i64 = 0
                for row in later:
                    late += spent[place + row]
                fresh -= late
                if reach > own or (late and reach > 2):
                    options += _mixed(game, state, kind, region, fresh)
                    continue
        if fresh or used:
            listed = ((first + region) * step + fresh) * step + used
            options += kept[listed] or _keep(actions, listed, kind, region, [fresh, used])


def _keep(actions: Actions, listed: i64, kind: i64, region: i64, counts: list[int]) -> tuple[int, ...]:
    """Work out the list of a region and cache it."""
    found = actions.groups(kind, region, counts)
    actions.kept[listed] = found
    return found


def most_actions(game: Tables, state: State, kind: i64) -> i64:
    """Give the actions a unit of the nation on turn can have, including those of cards. Rule: A06-166, AD-127."""
    reach = reach_of(game, state, kind)
    return reach + state.tally[MARCHES + kind] if game.has_chance else reach


def _mixed(game: Tables, state: State, kind: i64, region: i64, fresh: i64) -> tuple[int, ...]:
    """Give the groups out of a region some of whose units may have used several actions; `fresh` have used none."""
    own, most, rows = reach_of(game, state, kind), most_actions(game, state, kind), game.spent_rows[kind]
    # what the list depends on, six bits a number
    key: i64 = (((most * 2 + kind) << 6) + region << 6) + fresh
    for used in range(1, most):
        count = state.spent[rows[used - 1] + region]
        if count and used >= own:  # actions beyond the unit's own are those of the cards
            count = min(count, state.tally[EXTRA_LEFT + kind])
        key = (key << 6) + count
    found = game.actions.mixed.get(key)
    return _mix(game.actions, key, most, kind, region) if found is None else found


#: how many lists of mixed groups are cached at most
_MOST_KEPT: Final = 50_000


def _mix(actions: Actions, key: i64, most: i64, kind: i64, region: i64) -> tuple[int, ...]:
    """Work out the list of a mixed region and cache it."""
    found = actions.groups(kind, region, [key >> 6 * (most - 1 - used) & 63 for used in range(most)])
    if len(actions.mixed) >= _MOST_KEPT:
        actions.mixed.clear()
    actions.mixed[key] = found
    return found


def units_used(game: Tables, state: State, kind: i64, region: i64, used: i64) -> i64:
    """Count the units of the nation on turn there that have used this many actions."""
    size, spent, levels = game.size, state.spent, game.actions.levels
    place = levels * kind * size + region
    if used:
        return spent[place + (used - 1) * size]
    left = state.units[(UNIT_KINDS * state.turn + kind) * size + region]
    for level in range(levels):
        left -= spent[place + level * size]
    return left


def act_maneuver(game: Tables, state: State, action: i64) -> None:
    """Carry out a move, battle, conquest, card or trade, or end the phase.

    Rule: A06-169 A06-R51, A2-138 A2-R30, AD-124 AD-R45.
    """
    actions = game.actions
    if action >= actions.play:
        act_aside(game, state, action)
    elif action >= actions.conquer:
        declare(game, state, action)
    elif action >= actions.fight:
        fight(game, state, action)
    elif action >= actions.march:
        _lead(game, state, action - actions.march)
    elif action >= actions.move:
        target = cross(game, state, action)
        if game.joint:
            _join(game, state, action, target)
        elif game.clashes:
            _clash(game, state, action)
        else:
            open_answers(game, state, action)
    elif game.rules.maneuver_phases:
        state.phase = CONQUEST
    else:
        end_maneuver(game, state)


def cross(game: Tables, state: State, action: i64) -> i64:
    """Take a group over a border; its units have used one action more. Give the region it enters. Rule: A06-177."""
    actions = game.actions
    crossing, used, count = actions.decode_move(action - actions.move)
    kind, origin, target = actions.kinds[crossing], actions.origins[crossing], actions.targets[crossing]
    army = UNIT_KINDS * state.turn + kind
    remove_units(game, state, army, origin, count)
    add_units(game, state, army, target, count)
    row = actions.levels * kind + used
    stir(state)
    if used:
        state.spent[(row - 1) * game.size + origin] -= count
    state.spent[row * game.size + target] += count
    if game.has_chance:
        _mark(game, state, kind, used, count)
    return target


def _mark(game: Tables, state: State, kind: i64, used: i64, count: i64) -> None:
    """Note that units have crossed, and charge crossings beyond their own to the cards."""
    state.tally[CROSSED] = 1
    if used >= reach_of(game, state, kind):
        state.tally[EXTRA_LEFT + kind] -= count


def _lead(game: Tables, state: State, target: i64) -> None:
    """Move the leader; it fights itself where it meets enemies of its kind. Rule: AD-169 AD-R46."""
    kind = leader_type(state, state.turn)
    if game.has_chance:
        _mark(game, state, kind, state.tally[LEADER_USED], 1)
    move_leader(state, target, collide(game, state, kind, target, 1))


# ---- what follows an entry -------------------------------------------------------------------------------------------


def _join(game: Tables, state: State, action: i64, target: i64) -> None:
    """Let more units join if the entry can be answered, else go on. Rule: A05-R30, A06-R30."""
    if answerable(game, state, target):
        state.place = target
        state.pending = action
        state.phase = JOIN


def _clash(game: Tables, state: State, action: i64) -> None:
    """Fight at once whatever enemy of the kind is there. Rule: AD-128 AD-129 AD-130 AD-D07 AD-R22 AD-R23."""
    crossing, used, count = game.actions.decode_move(action - game.actions.move)
    kind, target = game.actions.kinds[crossing], game.actions.targets[crossing]
    lost = collide(game, state, kind, target, count)
    if lost:
        lose_units(game, state, UNIT_KINDS * state.turn + kind, target, lost)
        state.spent[(game.actions.levels * kind + used) * game.size + target] -= lost


def answerable(game: Tables, state: State, region: i64) -> bool:
    """Say whether a foreign unit there is of a kind that the nation on turn has there. Rule: A05-R35, A06-R35."""
    where, mine, bit = state.where, UNIT_KINDS * state.turn, BIT[region]
    for kind in range(2):
        if where[mine + kind] & bit:
            for other in range(game.nations):
                if other != state.turn and where[UNIT_KINDS * other + kind] & bit:
                    return True
    return False


def legal_join(game: Tables, state: State) -> list[int]:
    """Offer further like units for the group, in ascending order so that no group comes twice."""
    actions = game.actions
    crossing, used, _ = actions.decode_move(state.pending - actions.move)
    kind, origin, target = actions.crossings[crossing]
    options = [ENTER]
    for other in range(kind, 2):
        number = actions.crossing_of.get((other, origin, target))
        if number is None:
            continue
        reach = reach_of(game, state, other)
        for level in range(used + 1 if other == kind else 0, reach):
            there = units_used(game, state, other, origin, level)
            if there:
                start = actions.move + (actions.levels * number + level) * actions.cap
                options.extend(range(start, start + there))
    return options


def act_join(game: Tables, state: State, action: i64) -> None:
    """Add units to the group, or close it and let the nations there answer."""
    if action == ENTER:
        state.pending = -1
        state.asked = state.turn
        next_answer(game, state)
    else:
        cross(game, state, action)
        state.pending = action
