"""The contract that every rulebook fulfils: one Game (immutable) and its States.

A caller asks `state.to_act` (a seat, CHANCE or TERMINAL), takes one of `state.legal()` and plays it with
`state.apply(action)` (a new state) or `state.advance(action)` (in place, unchecked, for search). People, bots,
records and random tests differ only in who chooses.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol, Self

from rondel.errors import RondelError

#: `to_act` when the next decision is a random event
CHANCE: Final = -1
#: `to_act` when the game is over
TERMINAL: Final = -2

#: a decision, numbered from 0 within one game
Action = int
#: a player at the table, numbered from 0
Seat = int


class State(Protocol):
    """A position: everything needed to go on playing, and nothing else."""

    @property
    def game(self) -> Game:
        """The game this is a position of."""
        ...

    @property
    def to_act(self) -> Seat:
        """The seat that must decide now, CHANCE or TERMINAL."""
        ...

    @property
    def turn_of(self) -> Seat:
        """The seat whose turn it is; another seat may have to answer within it."""
        ...

    def legal(self) -> Sequence[Action]:
        """Give the legal actions in ascending order; empty only when the game is over."""
        ...

    def apply(self, action: Action) -> Self:
        """Give the state after the action; refuse an illegal one with IllegalMove."""
        ...

    def advance(self, action: Action) -> None:
        """Play a legal action in place. The caller vouches for the action."""
        ...

    def chance(self) -> Sequence[tuple[Action, float]]:
        """Give the outcomes of the random event with their probabilities; empty unless `to_act` is CHANCE."""
        ...

    def view(self, seat: Seat) -> Mapping[str, Any]:
        """Give what the seat may see, as the position object of the notation; the seat CHANCE sees everything."""
        ...

    def redeal(self, seat: Seat, rng: Random) -> Self:
        """Give a copy in which everything the seat cannot know is dealt anew."""
        ...

    def returns(self) -> tuple[float, ...]:
        """Give each seat's result: they sum to zero; all zero while the game goes on or without a winner."""
        ...

    def end_reason(self) -> str:
        """Say why the game is over; empty while it goes on."""
        ...

    def copy(self) -> Self:
        """Give an independent copy."""
        ...

    def key(self) -> Hashable:
        """Give a value that is equal exactly for equal positions of the same game."""
        ...

    def check(self) -> None:
        """Raise AssertionError if a piece was lost or made, or the position contradicts itself."""
        ...


class Game(Protocol):
    """A rulebook on a board with options and a number of players. Immutable, shared by its states."""

    @property
    def id(self) -> str:
        """The rulebook's id."""
        ...

    @property
    def seats(self) -> int:
        """How many people play."""
        ...

    @property
    def num_actions(self) -> int:
        """One more than the highest action id."""
        ...

    @property
    def has_chance(self) -> bool:
        """Whether play can come to a random event."""
        ...

    def advance(self, state: Any, action: Action) -> None:
        """Play a legal action in place; the same as `state.advance`, one call nearer."""
        ...

    def playout(self, state: Any, rng: Random, cap: int) -> int:
        """Play random decisions in place until the game is over, or so many; give their number.

        Each takes one number from the generator, as `rondel.simulate.choose` does.
        """
        ...

    def new(self, seed: int = 0) -> Any:
        """Give a first position; the seed settles what the rulebook leaves to the draw before play."""
        ...

    def read(self, position: Mapping[str, Any]) -> Any:
        """Build the state a position object describes."""
        ...

    def header(self, state: Any) -> dict[str, Any]:
        """Give what a position or record needs to name this game, and a record to begin at this first state."""
        ...

    def opening(self, header: Mapping[str, Any]) -> Any:
        """Give the first state that a record's header describes."""
        ...

    def action_text(self, state: Any, action: Action) -> str:
        """Write a legal action; `parse_action` reads it back in the same state."""
        ...

    def price_text(self, state: Any, action: Action) -> str:
        """Write what an action costs; empty if nothing."""
        ...

    def parse_action(self, state: Any, text: str) -> Action:
        """Read the exact text of one action."""
        ...

    def parse(self, state: Any, text: str) -> list[Action]:
        """Read a typed move as the one or more actions it stands for; refuse what cannot be read."""
        ...

    def prompt(self, state: Any) -> str:
        """Say in words who must decide what; empty when the game is over."""
        ...

    def show(self, state: Any, seat: Seat = CHANCE) -> str:
        """Draw the position as readable text, as the seat sees it; the seat CHANCE sees everything."""
        ...

    def continuation(self, state: Any, action: Action) -> str:
        """Give the words by which the action completes the move before it, empty if it is a move of its own."""
        ...

    def why_not(self, state: Any, move: str | Action) -> RondelError | None:
        """Say why a move, typed or by number, cannot be played now; None if it can."""
        ...

    def options(self, state: Any) -> Sequence[Action]:
        """Work the legal actions out anew, as `legal()` has them at hand."""
        ...


def draw(state: State, rng: Random) -> Action:
    """Draw an outcome of the random event at hand by its probability."""
    point = rng.random()
    outcomes = state.chance()
    for action, share in outcomes:
        point -= share
        if point < 0:
            return action
    return outcomes[-1][0]  # the shares are rounded, so their sum may fall short of one
