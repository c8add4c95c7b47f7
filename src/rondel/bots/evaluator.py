"""The seam between planning and knowledge: all that a family of games tells its bots."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final, Protocol

from rondel.antike.engine import AntikeGame
from rondel.attika.engine import AttikaGame
from rondel.bots.antike.evaluator import AntikeEvaluator
from rondel.bots.attika.evaluator import AttikaEvaluator
from rondel.errors import RondelError
from rondel.game import CHANCE, Action, Game, Seat


class Evaluator(Protocol):
    """Knowledge of one game. States are those of the game it was made for."""

    @property
    def deals(self) -> bool:
        """Whether so much is hidden or left to chance that trying many deals is worth more than depth."""
        ...

    def values(self, state: Any) -> list[float]:
        """Give each seat's chance to win as judged from the position alone; they sum to one."""
        ...

    def chances(self, state: Any) -> list[float]:
        """Foretell each seat's chance to win if all go on as planners do: `values`, or what fits the outcome better.

        What foretells best need not be what plans best. Trials under many deals end with this.
        """
        ...

    def settled(self, state: Any) -> bool:
        """Say whether `values` sees the fruit of the last decision; False within a purchase under way."""
        ...

    def default(self, state: Any, few: bool = False) -> Action:
        """Give a sound decision without looking ahead, for the steps between settled positions."""
        ...

    def candidates(self, state: Any, few: bool = False) -> Sequence[Action]:
        """Give the legal decisions worth a look; at least one. An end of the step may be left out.

        With `few`, only the likeliest: for the turns of others in a search.
        """
        ...

    def stop(self, state: Any) -> Action:
        """Give the decision that ends the present step without doing more, or -1 if one must be taken."""
        ...

    def plans(self, state: Any, few: bool = False) -> Sequence[Sequence[Action]]:
        """Give beginnings of lines whose gain shows only at their end, such as a siege."""
        ...

    def opening(self, state: Any) -> Action:
        """Give the decision of the opening book, or -1."""
        ...

    def outlook(self, state: Any) -> Hashable:
        """Give a value that is equal where the seat to act would most likely plan the same turn, or None."""
        ...

    def reason(self, before: Any, after: Any, seat: Seat) -> str:
        """Say in a few words what the seat gains between two positions."""
        ...


class PlainEvaluator:
    """For games that nobody has taught: only the end of the game counts."""

    def __init__(self, game: Game) -> None:
        self.seats = game.seats
        self.deals = False

    def values(self, state: Any) -> list[float]:
        """Give the result, or an even share while the game goes on."""
        share = 1.0 / self.seats
        return [share + (1.0 - share) * part for part in state.returns()]

    def chances(self, state: Any) -> list[float]:
        """Foretell what is judged."""
        return self.values(state)

    def settled(self, state: Any) -> bool:
        """Take every position as settled but a random event."""
        return bool(state.to_act != CHANCE)

    def default(self, state: Any, few: bool = False) -> Action:
        """Give the first legal decision."""
        return int(state.legal()[0])

    def candidates(self, state: Any, few: bool = False) -> Sequence[Action]:
        """Give all legal decisions."""
        return list(state.legal())

    def stop(self, state: Any) -> Action:
        """Know of no decision that only ends a step."""
        return -1

    def plans(self, state: Any, few: bool = False) -> Sequence[Sequence[Action]]:
        """Know of no plans."""
        return ()

    def opening(self, state: Any) -> Action:
        """Know of no openings."""
        return -1

    def outlook(self, state: Any) -> Hashable:
        """Know of no likeness between positions."""
        return None

    def reason(self, before: Any, after: Any, seat: Seat) -> str:
        """Say nothing before the end."""
        return "wins" if after.returns()[seat] > 0 else ""


#: evaluators made so far, with the games they are for, by the games' identity
_MADE: Final[dict[int, tuple[Game, Evaluator]]] = {}
_MOST_MADE: Final = 64


def evaluator_for(game: Game) -> Evaluator:
    """Give the knowledge that fits a game; it is made once and shared by all bots of the game."""
    made = _MADE.get(id(game))
    if made is None:
        if len(_MADE) >= _MOST_MADE:
            _MADE.clear()
        made = _MADE[id(game)] = game, _make(game)
    return made[1]


def _make(game: Game) -> Evaluator:
    if isinstance(game, AntikeGame):
        return AntikeEvaluator(game)
    if isinstance(game, AttikaGame):
        return AttikaEvaluator(game)
    if not isinstance(getattr(game, "seats", None), int):
        raise RondelError("unknown_game", f"The bots cannot play {game!r}: it does not fulfil the contract of games.")
    return PlainEvaluator(game)
