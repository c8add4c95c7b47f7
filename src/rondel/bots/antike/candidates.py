"""Which decisions are worth considering, and which need no thought: the filter before planning."""

from __future__ import annotations

from typing import Final

from rondel.antike import state as phases
from rondel.antike.actions import DONE, ENTER
from rondel.antike.rules import CITIZEN, COIN, GALLEY, GOLD, GOOD_KINDS, IRON, MARBLE, PERSONAGE_KINDS, UNIT_KINDS
from rondel.antike.scores import points
from rondel.antike.state import State
from rondel.bots.antike.tables import MANEUVER_WEDGE, Tables
from rondel.tables import bit_count

#: wedges that cost more than this are not considered
DEAREST_WEDGE: Final = (3, 1)
#: how many candidates of a kind: in full, and with `few`
MOST_MOVES: Final = (12, 6)
MOST_SITES: Final = (6, 3)
MOST_ARMS: Final = (8, 4)

#: the good that a trade must bring to be useful in a phase
_WANTED: Final = {phases.TEMPLE: MARBLE, phases.ARMING: IRON, phases.KNOWHOW: GOLD}
#: the good that a wedge spends
_SPARED: Final = {"temple": MARBLE, "arming": IRON, "know-how": GOLD}


def candidates(tables: Tables, state: State, few: bool) -> list[int]:
    """Filter the legal decisions; the end of a step is left out."""
    phase = state.phase
    if phase == phases.RONDEL:
        return _wedges(tables, state, few)
    if phase == phases.MANEUVER:
        return maneuvers(tables, state, few)
    if phase == phases.TEMPLE or phase == phases.FOUNDING:
        return _sites(tables, state, few)
    if phase == phases.ARMING:
        return _arms(tables, state, few)
    if phase == phases.CONQUEST:
        return _conquests(tables, state)
    if phase == phases.KNOWHOW:
        return [action for action in state.options if action != DONE and _useful_trade(tables, state, action)]
    return list(state.options)


def _wedges(tables: Tables, state: State, few: bool) -> list[int]:
    """Keep the wedges that are not too expensive; of several maneuvers, those that cost no more than the nearest."""
    game, stone = tables.game, state.rondel[state.turn]
    first, steps, free = game.actions.wedge, tables.steps[stone], game.rules.free_steps
    most = free + DEAREST_WEDGE[few]
    if tables.game.target - points(game, state, state.turn) <= 1:
        most = len(steps)  # the last personage is worth any price
    nearest = max(free, tables.to_maneuver[stone])
    found: list[int] = []
    for action in state.options:
        wedge = action - first
        if not first <= action < game.actions.pay or steps[wedge] > most:
            continue
        if game.rules.wedges[wedge] != MANEUVER_WEDGE or steps[wedge] <= nearest:
            found.append(action)
    return found + _cards(tables, state) or list(state.options)


def _cards(tables: Tables, state: State) -> list[int]:
    """Give the event cards that can be played now."""
    actions = tables.game.actions
    return [action for action in state.options if actions.play <= action < actions.trade]


def _useful_trade(tables: Tables, state: State, action: int) -> bool:
    """Keep trades only if they bring what the wedge spends; keep everything else."""
    trade = tables.game.actions.trade
    if action < trade:
        return True
    wanted = _WANTED.get(state.phase)
    taken = tables.game.actions.trades[action - trade][2]
    return wanted is not None and taken[wanted] > 0


def _sites(tables: Tables, state: State, few: bool) -> list[int]:
    """Choose temple or city sites by what the nation lacks and by how safe they are."""
    game, actions = tables.game, tables.game.actions
    mine = state.cities[state.turn]
    have = [bit_count(mine & mask) for mask in state.kinds]
    alien = 0
    for nation in range(game.nations):
        if nation != state.turn:
            alien |= state.where[UNIT_KINDS * nation] | state.where[UNIT_KINDS * nation + 1]
    scored: list[tuple[float, int]] = []
    rest: list[int] = []
    for action in state.options:
        if action == DONE:
            continue
        if action >= actions.play:
            if _useful_trade(tables, state, action):
                rest.append(action)
            continue
        if action >= actions.found:
            region, good = divmod(action - (actions.settle if action >= actions.settle else actions.found), 3)
        else:
            start = next(first for first in (actions.rampart, actions.architect, actions.temple) if action >= first)
            region = action - start
            good = next((kind for kind in range(3) if state.kinds[kind] >> region & 1), 0)
        near = tables.near[0][1][region] | tables.near[1][1][region]
        scored.append((have[good] * 0.3 + bit_count(near & alien) * 0.4, action))
    scored.sort()
    return [action for _, action in scored[: MOST_SITES[few]]] + rest[:3]


def temples_lacking(tables: Tables, state: State) -> int:
    """Count the temples up to the next citizen of the nation on turn; none if no citizen is left."""
    turn = state.turn
    have = bit_count(state.cities[turn] & state.temples)
    need = tables.game.thresholds[CITIZEN] * (state.earned[PERSONAGE_KINDS * turn + CITIZEN] + 1) - have
    return need if state.stacks[CITIZEN] else 0


def citizen_plan(tables: Tables, state: State) -> list[int]:
    """Give the temples that together bring the next citizen, where a single one would only be a target; or nothing."""
    game, turn = tables.game, state.turn
    first, goods = game.actions.temple, state.purse(turn)
    need = temples_lacking(tables, state)
    if need < 2 or need * game.rules.temple_price > goods[MARBLE] + goods[COIN]:
        return []
    sites = [action for action in _sites(tables, state, False) if first <= action < first + game.size]
    return sites[:need] if len(sites) >= need else []


def _arms(tables: Tables, state: State, few: bool) -> list[int]:
    """Choose new units by the free land and sea around their province, and by need of guards."""
    game, base = tables.game, tables.game.actions.arm
    taken = 0
    for cities in state.cities:
        taken |= cities
    free = tables.sites & ~taken & ~state.temples
    own_galleys = state.where[UNIT_KINDS * state.turn + GALLEY]
    own = state.where[UNIT_KINDS * state.turn] | own_galleys
    scored: list[tuple[float, int]] = []
    rest: list[int] = []
    for action in state.options:
        if action >= game.actions.free:
            if action < game.actions.trade or _useful_trade(tables, state, action):
                rest.append(action)
        elif action != DONE:
            region, kind = divmod(action - base, 2)
            beside = tables.beside[kind][region]
            worth = bit_count(beside & free & ~own) + 0.5 * bool(state.temples >> region & 1)
            if kind == GALLEY:
                worth += 0.7 * (not own_galleys >> region & 1) + 0.2 * bit_count(beside & ~own_galleys)
            scored.append((-worth, action))
    scored.sort()
    return [action for _, action in scored[: MOST_ARMS[few]]] + rest[:6]


def _conquests(tables: Tables, state: State) -> list[int]:
    """Keep the two outer splits of the losses for each city."""
    actions = tables.game.actions
    width = actions.cap + 1
    ends: dict[int, tuple[int, int]] = {}
    for action in state.options:
        if actions.conquer <= action < actions.declare:
            region = (action - actions.conquer) // width
            low, _ = ends.get(region, (action, action))
            ends[region] = (low, action)
    found = [action for low, high in ends.values() for action in ((low, high) if low != high else (low,))]
    return found + [action for action in state.options if actions.declare <= action < actions.found]


def maneuvers(tables: Tables, state: State, few: bool) -> list[int]:
    """Keep moves with a purpose, all battles, and conquests that leave room for more movement."""
    actions = tables.game.actions
    found = _moves(tables, state, few)
    options = state.options
    found += [action for action in options if actions.march <= action < actions.fight] + _cards(tables, state)
    battles = [action for action in options if actions.fight <= action < actions.conquer]
    found += battles[: MOST_SITES[few]]
    if not tables.game.rules.maneuver_phases:
        found += _conquests(tables, state)
    return found


def _moves(tables: Tables, state: State, few: bool) -> list[int]:
    actions, turn, size = tables.game.actions, state.turn, tables.size
    taken = 0
    for cities in state.cities:
        taken |= cities
    free = tables.sites & ~taken & ~state.temples
    mine = state.cities[turn]
    prey = taken & ~mine & state.temples
    home = mine & state.temples
    own_galleys = state.where[UNIT_KINDS * turn + GALLEY]
    own = state.where[UNIT_KINDS * turn] | own_galleys
    scored: list[tuple[float, int]] = []
    last = (-1, -1)
    for action in reversed(state.options):  # the largest group of each crossing first
        if not actions.move <= action < actions.march:
            continue
        place: int = action - actions.move
        rest, count = divmod(place, int(actions.cap))
        first = last[0] != rest
        last = (rest, count)
        if count and not first:
            continue
        kind, origin, target = actions.crossings[rest // actions.levels]
        bit = 1 << target
        worth = _worth(tables, kind, target, free & ~own, prey, home, own_galleys, taken & ~mine)
        there: int = state.units[(UNIT_KINDS * turn + kind) * size + origin]
        left = there - count - 1
        if not left:
            worth -= 1.5 * bool(free >> origin & 1) + 0.8 * bool(home >> origin & 1)
            if kind == GALLEY:
                worth -= 0.9
        if count and not (prey | home) & bit and not (taken & ~mine) & bit:
            worth -= 1.0  # large groups are useful only for fighting and guarding
        scored.append((-worth, action))
    scored.sort()
    return [action for _, action in scored[: MOST_MOVES[few]]]


def _worth(
    tables: Tables, kind: int, target: int, free: int, prey: int, home: int, own_galleys: int, alien: int
) -> float:
    bit = 1 << target
    worth = 3.0 if free & bit else 0.0
    if kind == GALLEY and not own_galleys & bit:
        worth += 1.5
    if prey & bit:
        worth += 1.5
    elif alien & bit:
        worth += 0.5
    if home & bit:
        worth += 0.6
    return worth + 0.2 * min(3, bit_count(tables.beside[kind][target] & free))


def default(tables: Tables, state: State) -> int:
    """Decide a step that needs no thought: the cheapest payment, a plain entry, the least useful loss.

    A good in place of a coin is the scarcest one.
    """
    phase, options = state.phase, state.options
    if phase == phases.PAY:
        return _payment(tables, state)
    if phase == phases.JOIN:
        return ENTER
    if phase == phases.LOSE:
        return options[-1]
    if phase == phases.GIVE_UP:
        return _poorest(tables, state)
    if phase == phases.SUBSTITUTE:
        return _scarcest(tables, state)
    return options[0]


def _payment(tables: Tables, state: State) -> int:
    """Pay without coins where possible; on the rondel spare what the wedge is for, then what is scarce."""
    options, actions = state.options, tables.game.actions
    if state.pending >= actions.pay:
        return options[0]  # payments are listed with the fewest coins first
    goods: list[int] = list(state.purse(state.turn))
    spared = _SPARED.get(tables.game.rules.wedges[state.pending - actions.wedge], -1)
    worth = [1.0 + 1.0 / (1 + amount) + (4.0 if good == spared else 0.0) for good, amount in enumerate(goods)]
    worth.append(2.5)
    mixes, first = actions.mixes, actions.pay
    return min(options, key=lambda action: sum(map(float.__mul__, map(float, mixes[action - first]), worth)))


def _scarcest(tables: Tables, state: State) -> int:
    """Take the good of which the nation has least."""
    first, base = GOOD_KINDS * state.turn, tables.game.actions.take_good
    return min(state.options, key=lambda action: (state.goods[first + action - base], action))


def _poorest(tables: Tables, state: State) -> int:
    base = tables.game.actions.give_up
    return min(state.options, key=lambda action: (state.temples >> (action - base) & 1, action))
