"""The weights by which positions of Attika are judged, in one place, so that two sets can play each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(slots=True)
class Weights:
    """What counts how much. One action is a build, a card, or two thirds of a draw."""

    #: cards that a symbol costs on average: most are matched, some are paid twofold
    symbol: float = 1.15
    #: part of the price that remains to be expected while the mother is on the player board, or in a pile
    mother_stored: float = 0.3
    mother_hidden: float = 0.5
    #: part of a build that a building in a pile will take, if it is not sure to be free, and if it is
    later: float = 0.55
    later_free: float = 0.1
    #: part of its cost that a kind costs as a rule
    usual: float = 0.45
    #: how much the spaces next to a player's buildings count against that rule, early and late
    here: float = 0.1
    here_late: float = 0.8
    #: what a card at hand is worth while there is much to draw: the first three, the next three, the next four, any
    #: more; and a card beyond all that is left to be paid. A large hand costs draws
    first_cards: float = 1.05
    more_cards: float = 0.95
    many_cards: float = 0.7
    heap: float = 0.3
    spare_card: float = 0.02
    #: an empty space within two steps of a player's buildings, and one with a symbol
    room: float = 0.13
    ground: float = 0.17
    #: the board tile that the last building of a pile will bring, to a player without room
    tile: float = 4.0
    #: an amphora, a group all but complete, a colony more
    amphora: float = 1.1
    group: float = 0.7
    colony: float = 1.0
    #: how much being ahead in the race counts; the same lead counts more near the end
    race: float = 12.0
    short: float = 10.0
    #: a turn to the seat that has the next one
    turn: float = 3.0
    #: by the empty spaces between two shrines: none, one, two …, in points of score
    way: tuple[float, ...] = (9.0, 2.4, 1.2, 0.6, 0.3, 0.15, 0.08, 0.04)
    #: part of it without buildings or cards to go the way
    unready: float = 0.4
    #: the next turn, a way no longer than its actions, and the means
    at_once: float = 4.0


_TWO: Final = Weights()
#: with three players and four a lead in the race says less, and a way between two shrines more: nobody alone has to
#: stand in it. Fitted to who won some 1,900 games, then played against each other
_MORE: Final = Weights(
    race=6.0, way=(9.0, 4.2, 3.0, 1.7, 0.3, 0.1, 0.05, 0.02), unready=0.2, at_once=2.2
)  # fmt: skip
#: with two players: the best predictor of who wins between greedy bots, though with it they play worse
_FORETELL: Final = Weights(
    race=7.4, way=(9.0, 2.65, 2.55, 2.1, 1.1, 0.1, 0.1, 0.05), unready=0.18, at_once=2.3, turn=3.3
)  # fmt: skip


def weights_for(seats: int) -> Weights:
    """Give the weights that bots use with this many players."""
    return _TWO if seats == 2 else _MORE


def foretelling(seats: int) -> Weights:
    """Give the weights that best predict the winner with this many players."""
    return _FORETELL if seats == 2 else _MORE
