"""A position in numbers, a row for each nation: what it has, what it can do next, whom it threatens.

The rows are weighed by `weights.py`. A nation on turn is seen as if its turn ended now: personages it has earned count.
"""

from __future__ import annotations

from typing import Final

from rondel.antike.goods import purse_of
from rondel.antike.phases.personages import sailed
from rondel.antike.phases.strength import active_units, defence
from rondel.antike.rules import (
    CITIZEN,
    GALLEY,
    GENERAL,
    GOLD,
    IRON,
    KING,
    LEGION,
    MARBLE,
    NAVIGATOR,
    UNIT_KINDS,
)
from rondel.antike.state import CONQUEST, HANDS, MANEUVER, OVER, State
from rondel.bots.antike.tables import BUILDING, LEARNING, MOVING, Tables
from rondel.native import i64, vec
from rondel.tables import bit_count, total

NAMES: Final = (
    "points", "need-1", "need-2", "won", "king", "king-near", "citizen", "citizen-near", "navigator",
    "navigator-near", "scholar", "scholar-now", "science", "cities", "temples", "yield-marble", "yield-iron",
    "yield-gold", "marble", "iron", "gold", "coins", "legions", "galleys", "settle", "frontier", "legion-actions",
    "galley-actions", "production", "defence", "fields", "next-best", "next-second", "finish", "cards", "ramparts",
    "bellona", "pioneers", "balance", "hoard", "tempo",
    "exposed-temples-soon", "exposed-temples", "prey-temples-soon", "prey-temples", "exposed-cities", "prey-cities",
    "ready-temples", "ready-cities",
)  # fmt: skip
NEED_1: Final = 1
KING_NEAR: Final = 5
CITIZEN_NEAR: Final = 7
NAVIGATOR_NEAR: Final = 9
SCHOLAR_NOW: Final = 11
LEGIONS: Final = 22
SETTLE: Final = 24
FRONTIER: Final = 25
FINISH: Final = 33
TEMPO: Final = 40
EXPOSED_TEMPLES_SOON: Final = 41
EXPOSED_TEMPLES: Final = 42
PREY_TEMPLES_SOON: Final = 43
PREY_TEMPLES: Final = 44
EXPOSED_CITIES: Final = 45
PREY_CITIES: Final = 46
READY_TEMPLES: Final = 47
READY_CITIES: Final = 48
_TAIL: Final = [0.0] * 9
#: how much a unit in the barracks counts, compared with one on the board
IN_BARRACKS: Final = 0.5
#: the first units, which settle the land, count more than later ones
PIONEERS: Final = 4.0
_NOBODY: Final = [0, 0]
#: how much each further temple in reach of the same army counts, compared with the first
MORE_PREY: Final = 0.3
#: foundings considered in one turn
MOST_FOUNDINGS: Final = 4


def rows_of(tables: Tables, state: State) -> list[list[float]]:
    """Describe every nation."""
    taken = known = 0
    for cities in state.cities:
        taken |= cities
    for fields in state.knowhow:
        known |= fields
    free = tables.sites & ~taken & ~state.temples
    nations = tables.game.nations
    rows = [own_row(tables, state, nation, free, known) for nation in range(nations)]
    for nation in range(nations):
        rows[nation][TEMPO] = tempo(tables, state, nation)
        if tables.game.neutral:
            near = soon(tables, state, nation)
            rows[nation][PREY_TEMPLES_SOON if near else PREY_TEMPLES] += neutral(tables, state, nation)
        for other in range(nations):
            if other != nation:
                _note(rows, nation, other, threat(tables, state, nation, other), soon(tables, state, nation))
        if rows[nation][NEED_1] and rows[nation][PREY_TEMPLES_SOON] and general_wins(tables, state):
            rows[nation][FINISH] += 1.0
    if state.phase == MANEUVER or state.phase == CONQUEST:
        rows[state.turn][READY_TEMPLES], rows[state.turn][READY_CITIES] = ready(tables, state)
    return rows


def _note(rows: list[list[float]], nation: int, other: int, found: tuple[int, int], near: bool) -> None:
    temples, cities = pressure(found[0]), found[1]
    rows[other][EXPOSED_TEMPLES_SOON if near else EXPOSED_TEMPLES] += temples
    rows[nation][PREY_TEMPLES_SOON if near else PREY_TEMPLES] += temples
    rows[other][EXPOSED_CITIES] += 0.5 * cities
    rows[nation][PREY_CITIES] += 0.5 * cities


def pressure(count: int) -> float:
    """Weigh the temples that one army could take: it spends itself on the first."""
    return float(count) if count < 2 else 1.0 + MORE_PREY * min(count - 1, 3)


def general_wins(tables: Tables, state: State) -> bool:
    """Say whether a destroyed temple wins for a nation one short."""
    return bool(state.stacks[GENERAL]) or tables.game.rules.temple_victory == "one-short"


def tempo(tables: Tables, state: State, nation: int) -> float:
    """Give how long a nation waits for its turn, as a part of a round."""
    wait: int = (nation - state.turn) % tables.game.nations
    return wait / int(tables.game.nations)


def soon(tables: Tables, state: State, nation: int) -> bool:
    """Say whether a nation comes to a maneuver next turn without paying."""
    return tables.to_maneuver[state.rondel[nation]] <= tables.game.rules.free_steps


def own_row(tables: Tables, state: State, nation: int, free: int, known: int) -> list[float]:
    """Describe one nation, apart from threats."""
    game = tables.game
    won = state.won(nation)
    cities = state.cities[nation]
    number = bit_count(cities)
    temples = bit_count(cities & state.temples)
    seas = _seas(tables, state, nation)
    points = sum(won) + won[GENERAL] * (game.rules.general_points - 1) + (1 if state.extra[nation] else 0)
    if state.turn == nation and state.phase != OVER:
        points += _due(tables, state, won, number, temples, seas)
    row = _standing(tables, state, points)
    row += _progress(tables, state, won, number, temples, seas)
    marble, iron, gold, coins = _purse(state, nation)
    mine: int = state.knowhow[nation]
    yields = _yields(tables, state, cities, mine)
    price = new_price(tables, mine, known)
    purse = gold + coins
    row.append(min(1.0, purse / price) if price else 0.0)
    row.append(1.0 if price and purse >= price else 0.0)
    row.append((len(game.rules.knowhows) - bit_count(known)) * yields[GOLD] / 20.0)
    row.append(number / 10.0)
    row.append(temples / 6.0)
    row += [min(amount, 12) / 6.0 for amount in yields]
    row += [min(marble, 10) / 10.0, min(iron, 10) / 10.0, min(gold, 12) / 10.0, min(coins, 6) / 10.0]
    row += _army(tables, state, nation, free)
    foundings = affordable(marble, iron, gold, coins)
    row[SETTLE] = min(row[SETTLE], foundings) / 3.0
    row.append(float(game.reach[mine] - 1))
    row.append(float(game.reach[game.charts + mine] - 1))
    row.append(float(game.production_bonus[mine]))
    row.append(float(game.defence_bonus[mine]))
    row.append(bit_count(mine) / 8.0)
    built = min((marble + coins) // game.rules.temple_price, number - temples)
    armed = _armed(tables, state, nation, iron, coins, number + 2 * temples)
    coin = tables.coin
    learned = 1.0 if price and purse >= price else 0.25 if known & ~mine and purse >= 3 else 0.0
    settled = 0.2 * min(row[FRONTIER] * 4.0, foundings)
    gains = (
        0.06 * yields[MARBLE] + coin, 0.06 * yields[IRON] + coin, 0.06 * yields[GOLD] + coin, 0.4 * min(built, 2),
        0.08 * armed, learned, settled, 0.0,
    )  # fmt: skip
    ahead = tables.ahead[state.rondel[nation]]
    row += _two_best(gains, ahead)
    row.append(_finish(row, ahead, built, foundings) if row[NEED_1] else 0.0)
    row.append(_hand(tables, state, nation) if tables.card_worth else 0.0)
    row.append(bit_count(state.ramparts & cities) / 6.0)
    row.append(1.0 if state.bellona == nation else 0.0)
    row.append(min(10.0 * (row[LEGIONS] + row[LEGIONS + 1]), PIONEERS) / PIONEERS)
    row.append(foundings / MOST_FOUNDINGS)
    row.append((min(max(marble, 5), 10) + min(max(iron, 5), 10) + min(max(gold, 5), 12)) / 10.0 - 1.5)
    row += _TAIL
    return row


def _two_best(gains: tuple[float, ...], ahead: tuple[int, ...]) -> list[float]:
    """Give the best and the second best use of the wedges ahead."""
    best = second = 0.0
    for purpose in ahead:
        gain = gains[purpose]
        if gain > best:
            best, second = gain, best
        elif gain > second:
            second = gain
    return [best, second]


def _seas(tables: Tables, state: State, nation: int) -> int:
    """Count the seas a nation holds towards a navigator; an open sea counts twice."""
    seas = sailed(tables.game, state, nation) if tables.game.leaders else state.where[UNIT_KINDS * nation + 1]
    return bit_count(seas) + bit_count(seas & tables.game.open_seas)


def _armed(tables: Tables, state: State, nation: int, iron: int, coins: int, room: int) -> float:
    """Give the units that an arming would bring, counted in those that cost one iron."""
    price = tables.game.rules.unit_price
    units = min((iron + coins / 2) / price, room)
    if tables.game.barracks:
        waiting: int = state.barracks[UNIT_KINDS * nation] + state.barracks[UNIT_KINDS * nation + 1]
        units = min(units, float(waiting))
    return price * (units + (state.bellona == nation))


def _hand(tables: Tables, state: State, nation: int) -> float:
    """Add up what the event cards in a hand are worth."""
    first = (HANDS + nation) * len(tables.card_worth)
    found = 0.0
    for place, worth in enumerate(tables.card_worth):
        count: int = state.cards[first + place]
        if count:
            found += worth * count
    return found


def _finish(row: list[float], ahead: tuple[int, ...], built: int, foundings: int) -> float:
    """Count the ways to win next turn, up to two, for a nation that lacks one personage."""
    ways = 0
    if row[SCHOLAR_NOW] and LEARNING in ahead:
        ways += 1
    if row[CITIZEN_NEAR] and built and BUILDING in ahead:
        ways += 1
    if row[NAVIGATOR_NEAR] and MOVING in ahead:
        ways += 1
    if row[KING_NEAR] and foundings and (row[SETTLE] or (row[FRONTIER] and MOVING in ahead)):
        ways += 1
    return float(min(2, ways))


def _due(tables: Tables, state: State, won: vec[i64], number: int, temples: int, seas: int) -> int:
    """Count the points that the nation on turn gets if it ends its turn now; `won` is brought up to date."""
    per, stacks = tables.game.thresholds, state.stacks
    kings = min(stacks[KING], max(0, number // per[KING] - won[KING]))
    citizens = min(stacks[CITIZEN], max(0, temples // per[CITIZEN] - won[CITIZEN]))
    navigators = min(stacks[NAVIGATOR], max(0, seas // per[NAVIGATOR] - won[NAVIGATOR]))
    generals = min(stacks[GENERAL], state.generals_due) * tables.game.rules.general_points
    won[KING] += kings
    won[CITIZEN] += citizens
    won[NAVIGATOR] += navigators
    return kings + citizens + navigators + generals + min(stacks[1], state.scholars_due) + state.extra_due


def _standing(tables: Tables, state: State, points: int) -> list[float]:
    need = tables.game.target - points
    return [
        points / tables.game.target,
        1.0 if need == 1 else 0.0,
        1.0 if need == 2 else 0.0,
        1.0 if need <= 0 else 0.0,
    ]


def _progress(tables: Tables, state: State, won: vec[i64], number: int, temples: int, seas: int) -> list[float]:
    """Tell how far the next king, citizen and navigator are, while their stacks last."""
    found: list[float] = []
    for kind, count in ((KING, number), (CITIZEN, temples), (NAVIGATOR, seas)):
        per: int = tables.game.thresholds[kind]
        ahead = count - per * won[kind]
        if not state.stacks[kind]:
            found += (0.0, 0.0)
        else:
            found.append(max(-0.5, ahead / per))
            found.append(1.0 if ahead >= per - 1 else 0.0)
    return found


def _purse(state: State, nation: int) -> tuple[int, int, int, int]:
    return purse_of(state, nation)


def _yields(tables: Tables, state: State, cities: int, mine: int) -> list[int]:
    """Give what each production wedge brings."""
    plain, rich = tables.game.rules.city_yield
    bonus, temples = tables.game.production_bonus[mine], state.temples
    found: list[int] = []
    for mask in state.kinds:
        there = cities & mask
        with_temple = bit_count(there & temples)
        found.append(plain * bit_count(there) + (rich - plain) * with_temple + bonus)
    return found


def new_price(tables: Tables, mine: int, known: int) -> int:
    """Give the price of the cheapest field that is new to all and prepared; 0 if there is none."""
    best = 0
    for place, field in enumerate(tables.game.rules.knowhows):
        if not known >> place & 1 and (field.needs < 0 or mine >> field.needs & 1) and (not best or field.first < best):
            best = field.first
    return best


def _army(tables: Tables, state: State, nation: int, free: int) -> list[float]:
    """Count units, free sites they stand on and free sites one move away. Units in barracks count for less."""
    size, where = tables.size, state.where
    first = UNIT_KINDS * nation * size
    legions, galleys = where[UNIT_KINDS * nation], where[UNIT_KINDS * nation + 1]
    here = legions | galleys
    reach = _spread(legions, tables.beside[0]) | _spread(galleys, tables.beside[1])
    waiting: list[int] = list(state.waiting(nation)) if tables.game.barracks else _NOBODY
    return [
        (total(state.units, first, first + size) + IN_BARRACKS * waiting[0]) / 10.0,
        (total(state.units, first + size, first + 2 * size) + IN_BARRACKS * waiting[1]) / 10.0,
        float(bit_count(here & free)),
        min(bit_count(reach & free & ~here), 8) / 4.0,
    ]


def _spread(mask: int, beside: tuple[int, ...]) -> int:
    found = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        found |= beside[bit.bit_length() - 1]
    return found


def affordable(marble: int, iron: int, gold: int, coins: int) -> int:
    """Count the cities that these goods found, up to a few."""
    for number in range(1, MOST_FOUNDINGS + 1):
        if max(0, number - marble) + max(0, number - iron) + max(0, number - gold) > coins:
            return number - 1
    return MOST_FOUNDINGS


def threat(tables: Tables, state: State, nation: int, other: int) -> tuple[int, int]:
    """Count the cities of another nation that a nation could conquer in one maneuver: with temple, and without."""
    cities = state.cities[other]
    legions, galleys = state.where[UNIT_KINDS * nation], state.where[UNIT_KINDS * nation + 1]
    if bit_count(cities) <= 1 or not (legions or galleys):
        return 0, 0
    game = tables.game
    targets: int = cities & cover(tables, state, nation)
    rich = plain = 0
    while targets:
        bit = targets & -targets
        targets ^= bit
        region = bit.bit_length() - 1
        if strength(tables, state, nation, region) >= defence(game, state, region, other):
            if state.temples & bit:
                rich += 1
            else:
                plain += 1
    return rich, plain


def neutral(tables: Tables, state: State, nation: int) -> int:
    """Count the neutral temples that a nation could destroy in one maneuver."""
    temples: int = tables.game.neutral & state.temples
    for cities in state.cities:
        temples &= ~cities
    targets: int = temples & cover(tables, state, nation) if temples else 0
    found = 0
    while targets:
        bit = targets & -targets
        targets ^= bit
        region = bit.bit_length() - 1
        found += strength(tables, state, nation, region) >= defence(tables.game, state, region, -1)
    return found


def cover(tables: Tables, state: State, nation: int) -> int:
    """Give the regions that a nation's units can come to and still conquer."""
    mine = state.knowhow[nation]
    found = cover_of(state.where[UNIT_KINDS * nation], tables.near[0][tables.marches[0][mine]])
    return found | cover_of(state.where[UNIT_KINDS * nation + 1], tables.near[1][tables.marches[1][mine]])


def cover_of(stacks: int, near: tuple[int, ...]) -> int:
    """Give the regions that units can come to with an action left."""
    found = 0
    while stacks:
        bit = stacks & -stacks
        stacks ^= bit
        found |= near[bit.bit_length() - 1]
    return found


def strength(tables: Tables, state: State, nation: int, region: int) -> int:
    """Count the units of a nation that could join a conquest there in one maneuver."""
    total, size, mine = 0, tables.size, state.knowhow[nation]
    for kind in (0, 1):
        army = UNIT_KINDS * nation + kind
        near: int = state.where[army] & tables.near[kind][tables.marches[kind][mine]][region]
        first = army * size - 1
        while near:
            bit = near & -near
            near ^= bit
            total += state.units[first + bit.bit_length()]
    return total


def ready(tables: Tables, state: State) -> tuple[float, float]:
    """Count the conquests that the nation on turn can carry out at once: with temple, and without."""
    mine = UNIT_KINDS * state.turn
    there = state.where[mine] | state.where[mine + 1]
    rich = plain = 0.0
    free = tables.game.neutral & state.temples & there
    for other, cities in enumerate(state.cities):
        free &= ~cities
        if other == state.turn or bit_count(cities) <= 1:
            continue
        taken = _takable(tables, state, other, cities & there)
        rich += bit_count(taken & state.temples)
        plain += bit_count(taken & ~state.temples)
    return (rich + bit_count(_takable(tables, state, -1, free)) if free else rich), plain


def _takable(tables: Tables, state: State, other: int, targets: int) -> int:
    """Give the cities among these that the units there can conquer at once."""
    found = 0
    while targets:
        bit = targets & -targets
        targets ^= bit
        region = bit.bit_length() - 1
        force = active_units(tables.game, state, LEGION, region) + active_units(tables.game, state, GALLEY, region)
        if force >= defence(tables.game, state, region, other):
            found |= bit
    return found
