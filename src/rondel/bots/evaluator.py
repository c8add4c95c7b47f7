"""The interface between planning and knowledge: everything a family of games tells its bots."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from rondel.bots.net import Net
from rondel.game import CHANCE, Action, Game, S, Seat, State, Told


class Evaluator(Protocol[Told]):
    """Knowledge of one game. States are those of the game it was made for."""

    @property
    def deals(self) -> bool:
        """Whether so much is hidden or random that sampling many deals is worth more than searching deeper."""
        ...

    def values(self, state: Told) -> list[float]:
        """Give each seat's chance to win as judged from the position alone; they sum to one."""
        ...

    def chances(self, state: Told) -> list[float]:
        """Predict each seat's chance to win if everyone plays on as planners do: `values`, or a better predictor.

        The best predictor need not be the best planner. Trials under many deals are judged by this.
        """
        ...

    def settled(self, state: Told) -> bool:
        """Say whether `values` already reflects the last decision; False in the middle of a purchase."""
        ...

    def default(self, state: Told, few: bool = False) -> Action:
        """Give a sound decision without looking ahead, for the steps between settled positions."""
        ...

    def candidates(self, state: Told, few: bool = False) -> Sequence[Action]:
        """Give the legal decisions worth considering, at least one. The end of the step may be left out.

        With `few`, only the most promising: for the other seats' turns in a search.
        """
        ...

    def stop(self, state: Told) -> Action:
        """Give the decision that ends the present step without doing more, or -1 if one must be taken."""
        ...

    def plans(self, state: Told, few: bool = False) -> Sequence[Sequence[Action]]:
        """Give beginnings of lines that pay off only at their end, such as a siege."""
        ...

    def opening(self, state: Told) -> Action:
        """Give the decision of the opening book, or -1."""
        ...

    def outlook(self, state: Told) -> Hashable:
        """Give a key shared by positions in which the seat to act would most likely plan the same turn, or None."""
        ...

    def reason(self, before: Told, after: Told, seat: Seat) -> str:
        """Say in a few words what the seat gains between two positions."""
        ...


class Learner(Evaluator[Told], Protocol[Told]):
    """Knowledge with room for a net, which adds to the hand-made scores what it learned."""

    #: the inputs of a side in their order, and what this list of them is called
    names: tuple[str, ...]
    version: str
    #: how many sides are judged: nations, or seats where there are no nations
    sides: int
    net: Net | None

    def rows(self, state: Told) -> list[list[float]]:
        """Give all inputs of each side."""
        ...

    def hand_made(self, state: Told) -> list[float]:
        """Give each side's hand-made score, what the net is added to."""
        ...


class PlainEvaluator:
    """For games without knowledge of their own: only the end of the game counts."""

    def __init__(self, game: Game[S]) -> None:
        self.seats = game.seats
        self.deals = False

    def values(self, state: State) -> list[float]:
        """Give the result, or an even share while the game goes on."""
        share = 1.0 / self.seats
        return [share + (1.0 - share) * part for part in state.returns()]

    def chances(self, state: State) -> list[float]:
        """Predict what `values` says."""
        return self.values(state)

    def settled(self, state: State) -> bool:
        """Treat every position as settled except before a random event."""
        return state.to_act != CHANCE

    def default(self, state: State, few: bool = False) -> Action:
        """Give the first legal decision."""
        return state.legal()[0]

    def candidates(self, state: State, few: bool = False) -> Sequence[Action]:
        """Give all legal decisions."""
        return list(state.legal())

    def stop(self, state: State) -> Action:
        """No decision only ends a step."""
        return -1

    def plans(self, state: State, few: bool = False) -> Sequence[Sequence[Action]]:
        """There are no plans."""
        return ()

    def opening(self, state: State) -> Action:
        """There are no openings."""
        return -1

    def outlook(self, state: State) -> Hashable:
        """No two positions are considered alike."""
        return None

    def reason(self, before: State, after: State, seat: Seat) -> str:
        """Say nothing before the end."""
        return "wins" if after.returns()[seat] > 0 else ""
