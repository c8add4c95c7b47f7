"""The arming wedge: new units, paid and free, and special units."""

from __future__ import annotations

from rondel.antike.actions import DONE
from rondel.antike.parts.barracks import leave_barracks
from rondel.antike.parts.bellona import bellona_units, pass_bellona
from rondel.antike.parts.events.rules import in_hand, spend
from rondel.antike.parts.leaders.rules import leader_type, leads_up, place_leader
from rondel.antike.parts.trade import aside, shop
from rondel.antike.phases.battle import collide
from rondel.antike.rules import COIN, GALLEY, GOOD_KINDS, IRON, LEGION, UNIT_KINDS
from rondel.antike.state import FOUNDING, READY, State
from rondel.antike.tables import Tables
from rondel.antike.units import add_units, lose_units, rest, stir, units_left
from rondel.native import i64


def legal_arming(game: Tables, state: State) -> list[int]:
    """Offer each new unit that place, border, iron and supply allow. Rule: A05-115, A06-129, A2-095, AD-099."""
    options = [DONE]
    goods, mine = state.goods, GOOD_KINDS * state.turn
    iron = goods[mine + IRON] + goods[mine + COIN]
    if iron >= game.rules.unit_price:
        _new_units(game, state, game.actions.arm, options)
    if game.free_units and free_units(game, state):
        _new_units(game, state, game.actions.free, options)
    if game.leaders and iron >= game.rules.leader_price:
        leads_up(game, state, options)
    if game.has_chance or game.rates[state.knowhow[state.turn]]:
        aside(game, state, options)
    return options


def free_units(game: Tables, state: State) -> i64:
    """Count the units that can be set up without paying: by the Bellona card and by levies.

    Rule: A2-055 A2-R14, AD-R39.
    """
    return bellona_units(state) + in_hand(game, state, state.turn, "levy")


def _new_units(game: Tables, state: State, base: i64, options: list[int]) -> None:
    """Add the units that fit into each city's province.

    Units that stand there already, own or foreign, change nothing: only new ones are counted. Rule: A05-117 A05-118
    A05-119 A05-120 A05-121 A05-122 A05-123 A05-168 A05-R21, A06-131 A06-132 A06-133 A06-134 A06-135 A06-136 A06-137
    A06-142 A06-179 A06-R21, A2-097 A2-099 A2-147, AD-101 AD-102 AD-131.
    """
    plain, rich = game.plain_units, game.temple_units
    legions: i64 = game.stands[LEGION] if available(game, state, LEGION) else 0
    galleys: i64 = game.stands[GALLEY] if available(game, state, GALLEY) else 0
    placing, first = game.actions.placing, 2 * (base - game.actions.arm)
    cities = state.cities[state.turn] & (legions | galleys)
    while cities:
        bit: int = cities & -cities
        cities ^= bit
        region: i64 = bit.bit_length() - 1
        if state.spent[region] < (rich if state.temples >> region & 1 else plain):
            options += placing[first + 4 * region + (legions >> region & 1) + 2 * (galleys >> region & 1)]


def available(game: Tables, state: State, kind: i64) -> i64:
    """Count the units the nation on turn can set up now. Rule: A05-129, A06-141, A2-014, AD-100."""
    return state.tally[READY + kind] if game.barracks else units_left(game, state, state.turn, kind)


def act_arming(game: Tables, state: State, action: i64) -> None:
    """Choose a unit and its place, act aside, or end the action."""
    actions = game.actions
    if actions.free <= action < actions.lead:
        if bellona_units(state):  # the Bellona card goes first: it is passed on anyway, while a levy can be kept
            state.levied = 1
        else:
            spend(game, state, state.turn, "levy")
        place_unit(game, state, action - actions.free)
    elif not shop(game, state, action):
        pass_bellona(game, state)
        end_action(game, state)


def place_unit(game: Tables, state: State, place: i64) -> None:
    """Set up a unit and count it against the limit of its province.

    Rule: A05-118, A06-132, A2-098 A2-100 A2-108, AD-R19.
    """
    region, kind = place // UNIT_KINDS, place % UNIT_KINDS
    army = UNIT_KINDS * state.turn + kind
    add_units(game, state, army, region, 1)
    stir(state)
    state.spent[region] += 1
    if game.barracks:
        leave_barracks(state, kind)
    if game.clashes:
        # enemies of its kind are fought at once. Rule: AD-103 AD-104 AD-R21
        lose_units(game, state, army, region, collide(game, state, kind, region, 1))


def set_up_leader(game: Tables, state: State, region: i64) -> None:
    """Set up the paid leader, which fights at once where it must. Rule: AD-R34."""
    place_leader(game, state, region, collide(game, state, leader_type(state, state.turn), region, 1))


def end_action(game: Tables, state: State) -> None:
    """Close the wedge's action: units stand up again, founding follows.

    So new units never move in the turn in which they are set up. Rule: A2-R44.
    """
    rest(game, state)
    state.phase = FOUNDING
