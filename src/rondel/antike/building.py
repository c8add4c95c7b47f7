"""The temple and arming wedges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.actions import DONE
from rondel.antike.rules import COIN, GALLEY, IRON, LEGION, MARBLE
from rondel.antike.state import FOUNDING, State
from rondel.antike.trade import shop, trades

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def legal_temple(game: AntikeGame, state: State) -> list[int]:
    """Offer the nation's cities without temple while marble and the bank's temples last. Rule: A05-107, A06-123."""
    options = [DONE]
    goods, mine = state.goods, 4 * state.turn
    if goods[mine + MARBLE] + goods[mine + COIN] >= game.rules.temple_price and temples_left(game, state):
        sites = state.cities[state.turn] & ~state.temples
        base = game.actions.temple
        options += [base + region for region in range(game.size) if sites >> region & 1]
    if state.knowhow[state.turn] == game.full_chart:
        options += trades(game, state)
    return options


def temples_left(game: AntikeGame, state: State) -> int:
    """Count the temples in the bank. Rule: A05-112, A06-128."""
    return game.rules.temples - state.temples.bit_count()


def act_temple(game: AntikeGame, state: State, action: int) -> None:
    """Choose a site, trade, or end the action."""
    if not shop(game, state, action):
        state.phase = FOUNDING


def legal_arming(game: AntikeGame, state: State) -> list[int]:
    """Offer each new unit that place, border, iron and supply allow. Rule: A05-115, A06-129."""
    options = [DONE]
    nation = state.turn
    goods, mine = state.goods, 4 * nation
    if goods[mine + IRON] + goods[mine + COIN] >= game.rules.unit_price:
        _new_units(game, state, options)
    if state.knowhow[state.turn] == game.full_chart:
        options += trades(game, state)
    return options


def _new_units(game: AntikeGame, state: State, options: list[int]) -> None:
    """Add the units that fit into each city's province. Rule: A05-118 A05-119 A05-123, A06-132 A06-133 A06-137."""
    nation, base, (plain, rich) = state.turn, game.actions.arm, game.rules.places
    legions = game.stands[LEGION] if units_left(game, state, nation, LEGION) else 0
    galleys = game.stands[GALLEY] if units_left(game, state, nation, GALLEY) else 0
    cities = state.cities[nation]
    while cities:
        bit = cities & -cities
        cities ^= bit
        region = bit.bit_length() - 1
        if state.spent[region] < (rich if state.temples & bit else plain):
            if legions & bit:
                options.append(base + 2 * region)
            if galleys & bit:
                options.append(base + 2 * region + 1)


def units_left(game: AntikeGame, state: State, nation: int, kind: int) -> int:
    """Count a nation's units of a kind that are not on the board. Rule: A05-129, A06-141."""
    base = (2 * nation + kind) * game.size
    return game.supply[kind] - sum(state.units[base : base + game.size])


def act_arming(game: AntikeGame, state: State, action: int) -> None:
    """Choose a unit and its place, trade, or end the action."""
    if not shop(game, state, action):
        end_action(game, state)


def place_unit(game: AntikeGame, state: State, place: int) -> None:
    """Set up a paid unit and count it against the limit of its province. Rule: A05-118, A06-132."""
    region, kind = divmod(place, 2)
    add_units(game, state, 2 * state.turn + kind, region, 1)
    state.spent[region] += 1


def add_units(game: AntikeGame, state: State, army: int, region: int, count: int) -> None:
    """Put units on the board; `army` is twice the nation plus the kind."""
    state.units[army * game.size + region] += count
    state.where[army] |= 1 << region


def remove_units(game: AntikeGame, state: State, army: int, region: int, count: int) -> None:
    """Take units off the board, back to their owner's supply. Rule: A05-R19, A06-R19."""
    place = army * game.size + region
    state.units[place] -= count
    if not state.units[place]:
        state.where[army] &= ~(1 << region)


def end_action(game: AntikeGame, state: State) -> None:
    """Close the wedge's action: units stand up again, founding follows."""
    state.spent = bytearray(len(state.spent))
    state.phase = FOUNDING
