"""What a net sees of a nation beyond the features of the hand-made score.

The first group follows from the same things as a nation's own row, so that it is kept with it: place on the rondel,
know-hows, personages and what is left of their stacks, goods against prices, land two moves away, temples without
a guard. The second changes from turn to turn. The third is the same throughout a game: numbers of nations, options.
"""

from __future__ import annotations

from typing import Final

from rondel.antike import state as phases
from rondel.antike.engine import AntikeGame
from rondel.antike.rules import COIN, GOLD, GOOD_KINDS, IRON, MARBLE, PERSONAGE_KINDS, UNIT_KINDS
from rondel.antike.state import State
from rondel.antike.variants import OPTIONS
from rondel.bots.antike.features import NAMES
from rondel.bots.antike.tables import Tables
from rondel.tables import bit_count

#: the version of the inputs; a net names the version it is for
VERSION: Final = "antike-1"
#: know-hows and wedges that a net knows
FIELDS: Final = 8
STONES: Final = 9
KINDS: Final = 5

OWN: Final = (
    *(f"stone-{place}" for place in range(STONES)),
    *(f"know-how-{place}" for place in range(FIELDS)),
    *(f"earned-{kind}" for kind in range(KINDS)),
    *(f"stack-{kind}" for kind in range(KINDS)),
    "marble-all", "iron-all", "gold-all", "coins-all", "temple-near", "spare-sites", "reach-land",
    "reach-sea", "bare-temples",
)  # fmt: skip
MOMENT: Final = ("acting", "rounds", "long")
PLAYERS: Final = ("two-nations", "three-nations", "four-nations", "five-nations", "six-nations", "shared")
#: the first place of each group
OWN_FIRST: Final = len(NAMES)
ACTING: Final = OWN_FIRST + len(OWN)
ROUNDS: Final = ACTING + 1
LONG: Final = ACTING + 2
GAME_FIRST: Final = ACTING + len(MOMENT)
#: rounds that are written as 1, and rounds after which a game is long
USUAL: Final = 50.0


def input_names(game: AntikeGame) -> tuple[str, ...]:
    """Name all inputs of a rulebook, in their order."""
    options = OPTIONS[game.id]
    return (*NAMES, *OWN, *MOMENT, *PLAYERS, *(f"option {option.id}" for option in options))


def game_inputs(game: AntikeGame) -> list[float]:
    """Give what is the same throughout a game."""
    found = [1.0 if game.nations == number else 0.0 for number in range(2, 7)]
    found.append(1.0 if game.nations > game.seats else 0.0)
    for option in OPTIONS[game.id]:
        top = option.value[1] if option.value else 1
        found.append(game.chosen_options.get(option.id, 0) / top)
    return found


def own_inputs(tables: Tables, state: State, nation: int, free: int) -> list[float]:
    """Give what follows from the same things as a nation's own row."""
    game = tables.game
    found = [0.0] * (STONES + FIELDS)
    found[min(STONES - 1, state.rondel[nation])] = 1.0
    fields: int = state.knowhow[nation]
    for place in range(FIELDS):
        if fields >> place & 1:
            found[STONES + place] = 1.0
    found += [float(state.earned[PERSONAGE_KINDS * nation + kind]) / 3.0 for kind in range(KINDS)]
    found += [min(float(state.stacks[kind]), 6.0) / 6.0 for kind in range(KINDS)]
    goods = [int(state.goods[GOOD_KINDS * nation + good]) for good in (MARBLE, IRON, GOLD, COIN)]
    found += [min(amount, 20) / 10.0 for amount in goods]
    price = game.rules.temple_price
    found.append((goods[0] + goods[3]) % price / price)
    cities: int = state.cities[nation]
    spare: int = cities & ~state.temples
    found.append(bit_count(spare) / 6.0)
    legions, galleys = state.where[UNIT_KINDS * nation], state.where[UNIT_KINDS * nation + 1]
    found.append(min(bit_count(_two_away(legions, tables.near[0][2]) & free), 8) / 8.0)
    found.append(min(bit_count(_two_away(galleys, tables.near[1][2]) & free), 8) / 8.0)
    bare: int = cities & state.temples & ~legions & ~galleys
    found.append(bit_count(bare) / 4.0)
    return found


def _two_away(units: int, near: tuple[int, ...]) -> int:
    """Give the regions within two moves of any unit."""
    found = 0
    while units:
        bit = units & -units
        units ^= bit
        found |= near[bit.bit_length() - 1]
    return found


def acting(state: State) -> bool:
    """Say whether the nation on turn has chosen its wedge, so that its turn is under way."""
    return not phases.NATION <= state.phase <= phases.RONDEL


def rounds_gone(state: State) -> float:
    """Give how long the game lasts, up to a point."""
    return min(float(state.round), 2.0 * USUAL) / USUAL
