"""Tables that are worked out once per game to judge positions: who is near, what a wedge is for."""

from __future__ import annotations

from typing import Final

from rondel.antike.rules import GALLEY, LEGION
from rondel.antike.state import BaseGame
from rondel.boards.schema import LAND, SEA

MANEUVER_WEDGE: Final = "maneuver"
#: the purposes of wedges, as places in the table of gains; a wedge of another name gains nothing
PURPOSES: Final = ("marble", "iron", "gold", "temple", "arming", "know-how", MANEUVER_WEDGE)
BUILDING: Final = 3
LEARNING: Final = 5
MOVING: Final = 6
#: what an event card in the hand is worth, by its effect
CARD_WORTH: Final = {
    "fortress": 1.0, "earthquake": 0.4, "burglary": 0.3, "academy": 0.9, "vein": 0.7, "levy": 0.8, "march": 0.5,
    "architect": 1.0, "settlers": 1.0,
}  # fmt: skip
#: what a card with any other effect is worth
USUAL_WORTH: Final = 0.7
#: what the coin of a production adds to the worth of its wedge
COIN_WORTH: Final = 0.06


class Tables:
    """What is worked out once for a game."""

    def __init__(self, game: BaseGame) -> None:
        self.game = game
        self.size: int = game.size
        self.sites: int = sum(1 << place for place, kinds in enumerate(game.site_kinds) if kinds)
        self.beside: tuple[tuple[int, ...], tuple[int, ...]] = (_beside(game, LAND), _beside(game, SEA))
        # near[kind][moves][region]: the regions from which a unit comes there with at most that many moves
        self.near: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            _near(self.beside[kind]) for kind in (LEGION, GALLEY)
        )
        # moves after which a unit can still conquer, by kind and know-how
        spare = 1 if game.spare_action else 0
        self.marches: tuple[tuple[int, ...], ...] = tuple(
            tuple(min(3, reach - spare) for reach in game.reach[first : first + game.charts])
            for first in (0, game.charts)
        )
        self.basic: int = sum(1 << place for place, field in enumerate(game.rules.knowhows) if field.needs < 0)
        self.card_worth: tuple[float, ...] = tuple(
            CARD_WORTH.get(event.effect, USUAL_WORTH) for event in game.rules.events
        )
        self.coin: float = COIN_WORTH if game.rules.coin_timing == "production" else 0.0
        wedges = game.rules.wedges
        # steps_to[stone][wedge]: how far the wedge is; the first choice is as near as can be
        self.steps: tuple[tuple[int, ...], ...] = tuple(
            tuple((wedge - stone) % len(wedges) + 1 if stone else 1 for wedge in range(len(wedges)))
            for stone in range(len(wedges) + 1)
        )
        places = [place for place, name in enumerate(wedges) if name == MANEUVER_WEDGE]
        self.to_maneuver: tuple[int, ...] = tuple(min(row[place] for place in places) for row in self.steps)
        purpose = [PURPOSES.index(name) if name in PURPOSES else len(PURPOSES) for name in wedges]
        # ahead[stone]: the purposes of the wedges that can be reached without paying
        self.ahead: tuple[tuple[int, ...], ...] = tuple(
            tuple(sorted({purpose[place] for place in range(len(wedges)) if row[place] <= game.rules.free_steps}))
            for row in self.steps
        )


def _beside(game: BaseGame, border: int) -> tuple[int, ...]:
    """Give each region's neighbours over borders of a kind as bit masks."""
    return tuple(sum(1 << other for other in game.board.neighbours(region, border)) for region in range(game.size))


def _near(beside: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Give the regions within 0 to 3 moves of each region."""
    layers = [tuple(1 << region for region in range(len(beside)))]
    for _ in range(3):
        layers.append(tuple(spread(mask, beside) for mask in layers[-1]))
    return tuple(layers)


def spread(mask: int, beside: tuple[int, ...]) -> int:
    """Give the regions of a mask and all their neighbors."""
    found = mask
    while mask:
        bit = mask & -mask
        mask ^= bit
        found |= beside[bit.bit_length() - 1]
    return found
