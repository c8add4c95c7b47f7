"""The temple and arming wedges: temples, ramparts, new units."""

from __future__ import annotations

from rondel.antike.actions import DONE
from rondel.antike.parts.events import held, spend
from rondel.antike.parts.trade import aside, shop
from rondel.antike.phases.personages import points
from rondel.antike.rules import COIN, GALLEY, IRON, LEGION, MARBLE
from rondel.antike.state import FOUNDING, READY, State
from rondel.antike.tables import Tables
from rondel.antike.units import add_units, collide, leader_type, lose_units, rest, stir, units_left
from rondel.native import i64
from rondel.tables import BIT, bit_count


def legal_temple(game: Tables, state: State) -> list[int]:
    """Offer what can be built: temples, with and without the architect, and ramparts.

    Rule: A05-107, A06-123, A2-109, AD-088.
    """
    options = [DONE]
    if temples_left(game, state):
        _temples(game, state, game.rules.temple_price, game.actions.temple, options)
        if game.has_chance and held(game, state, state.turn, "architect"):
            _temples(game, state, game.architect_prices[0], game.actions.architect, options)
    if game.rules.rampart_price:
        _ramparts(game, state, options)
    if game.has_chance or game.rates[state.knowhow[state.turn]]:
        aside(game, state, options)
    return options


def _temples(game: Tables, state: State, price: i64, base: i64, options: list[int]) -> None:
    """Add the nation's cities without temple as far as marble and coins reach.

    Rule: A05-108 A05-111 A05-R20, A06-124 A06-127 A06-R20, A2-110 A2-112, AD-093.
    """
    mine = 4 * state.turn
    coins = state.goods[mine + COIN]
    purse = state.goods[mine + MARBLE] + coins - price
    if purse < 0:
        return
    sites: int = state.cities[state.turn] & ~state.temples
    while sites:
        bit = sites & -sites
        sites ^= bit
        region = bit.bit_length() - 1
        if temple_tax(game, state, region) <= min(purse, coins):
            options.append(base + region)


def temple_tax(game: Tables, state: State, region: i64) -> i64:
    """Count the coins due for temples next to a new one. Rule: AD-090 AD-091 AD-R06 AD-R08."""
    return bit_count(game.around[region] & state.temples) if game.rules.neighbour_tax else 0


def temples_left(game: Tables, state: State) -> i64:
    """Count the temples in the bank. Rule: A05-112, A06-128, A2-113, AD-094."""
    return game.rules.temples - bit_count(state.temples)


def _ramparts(game: Tables, state: State, options: list[int]) -> None:
    """Add the cities that can get a rampart. Rule: AD-095 AD-096 AD-097 AD-R18."""
    mine = 4 * state.turn
    if ramparts_left(game, state, state.turn) and state.goods[mine + MARBLE] + state.goods[mine + COIN]:
        sites = state.cities[state.turn] & ~state.ramparts
        options += [game.actions.rampart + region for region in range(game.size) if sites >> region & 1]


def ramparts_left(game: Tables, state: State, nation: i64) -> i64:
    """Count the ramparts in a nation's reserve: those its points have brought, less those that stand. Rule: AD-D10."""
    score = points(game, state, nation)
    gained = sum(1 for wanted in game.rules.rampart_points if score >= wanted)
    return gained - bit_count(state.ramparts & state.cities[nation])


def build_temple(game: Tables, state: State, region: i64) -> None:
    """Set up a paid temple, which triples what its city yields, how it defends itself and what it can set up.

    Rule: A05-109 A05-110, A06-125 A06-126, A2-021 A2-111, AD-033 AD-092.
    """
    state.temples |= BIT[region]


def build_with_architect(game: Tables, state: State, region: i64) -> None:
    """Set up a temple that the architect made cheaper."""
    spend(game, state, state.turn, "architect")
    build_temple(game, state, region)


def build_rampart(game: Tables, state: State, region: i64) -> None:
    """Put a paid rampart under a city."""
    state.ramparts |= BIT[region]


def act_temple(game: Tables, state: State, action: i64) -> None:
    """Choose a site, act aside, or end the action."""
    if not shop(game, state, action):
        state.phase = FOUNDING


def legal_arming(game: Tables, state: State) -> list[int]:
    """Offer each new unit that place, border, iron and supply allow. Rule: A05-115, A06-129, A2-095, AD-099."""
    options = [DONE]
    goods, mine = state.goods, 4 * state.turn
    iron = goods[mine + IRON] + goods[mine + COIN]
    if iron >= game.rules.unit_price:
        _new_units(game, state, game.actions.arm, options)
    if game.free_cards and free_units(game, state):
        _new_units(game, state, game.actions.free, options)
    if game.leaders and iron >= game.rules.leader_price:
        options += [game.actions.lead + region for region in range(game.size) if can_lead(game, state, region)]
    if game.has_chance or game.rates[state.knowhow[state.turn]]:
        aside(game, state, options)
    return options


def free_units(game: Tables, state: State) -> i64:
    """Count the units that can be set up without paying: by the Bellona card or levies. Rule: A2-055 A2-R14."""
    if state.bellona == state.turn:
        return 1 - state.levied
    return held(game, state, state.turn, "levy")


def _new_units(game: Tables, state: State, base: i64, options: list[int]) -> None:
    """Add the units that fit into each city's province.

    Units that stand there already, own or foreign, change nothing: only new ones are counted. Rule: A05-117 A05-118
    A05-119 A05-120 A05-121 A05-122 A05-123 A05-168 A05-R21, A06-131 A06-132 A06-133 A06-134 A06-135 A06-136 A06-137
    A06-142 A06-179 A06-R21, A2-097 A2-099 A2-147, AD-101 AD-102 AD-131.
    """
    plain, rich = game.rules.places
    legions = game.stands[LEGION] if available(game, state, LEGION) else 0
    galleys = game.stands[GALLEY] if available(game, state, GALLEY) else 0
    cities: int = state.cities[state.turn]
    while cities:
        bit = cities & -cities
        cities ^= bit
        region = bit.bit_length() - 1
        if state.spent[region] < (rich if state.temples & bit else plain):
            if legions & bit:
                options.append(base + 2 * region)
            if galleys & bit:
                options.append(base + 2 * region + 1)


def available(game: Tables, state: State, kind: i64) -> i64:
    """Count the units the nation on turn can set up now. Rule: A05-129, A06-141, A2-014, AD-100."""
    return state.tally[READY + kind] if game.barracks else units_left(game, state, state.turn, kind)


def can_lead(game: Tables, state: State, region: i64) -> bool:
    """Say whether the leader can be set up there: in an own city with temple that has room. Rule: AD-165 AD-R34."""
    bit = BIT[region]
    fits = state.cities[state.turn] & state.temples & game.stands[leader_type(state, state.turn)] & bit
    return bool(state.tally[READY + 2] and fits and state.spent[region] < game.rules.places[1])


def act_arming(game: Tables, state: State, action: i64) -> None:
    """Choose a unit and its place, act aside, or end the action."""
    actions = game.actions
    if actions.free <= action < actions.lead:
        if state.bellona == state.turn:
            state.levied = 1
        else:
            spend(game, state, state.turn, "levy")
        place_unit(game, state, action - actions.free)
    elif not shop(game, state, action):
        _pass_bellona(game, state)
        end_action(game, state)


def _pass_bellona(game: Tables, state: State) -> None:
    """Hand the Bellona card to the right after the holder's arming, used or not. Rule: A2-056 A2-R13 A2-R14."""
    if state.bellona == state.turn:
        state.bellona = (state.turn - 1) % game.nations
        state.levied = 0


def place_unit(game: Tables, state: State, place: i64) -> None:
    """Set up a unit and count it against the limit of its province.

    Rule: A05-118, A06-132, A2-098 A2-100 A2-108, AD-R19.
    """
    region, kind = place // 2, place % 2
    army = 2 * state.turn + kind
    add_units(game, state, army, region, 1)
    stir(state)
    state.spent[region] += 1
    if game.barracks:
        state.camp[3 * state.turn + kind] -= 1
        state.tally[READY + kind] -= 1
        # enemies of its kind are fought at once. Rule: AD-103 AD-104 AD-R21
        lose_units(game, state, army, region, collide(game, state, kind, region, 1))


def place_leader(game: Tables, state: State, region: i64) -> None:
    """Set up the paid leader, which fights at once where it must. Rule: AD-R34."""
    stir(state)
    state.spent[region] += 1
    state.tally[READY + 2] = 0
    if not collide(game, state, leader_type(state, state.turn), region, 1):
        state.camp[3 * state.turn + 2] = region + 1


def end_action(game: Tables, state: State) -> None:
    """Close the wedge's action: units stand up again, founding follows.

    So new units never move in the turn in which they are set up. Rule: A2-R44.
    """
    rest(game, state)
    state.phase = FOUNDING
