"""The contract that every rulebook fulfils: one Game (immutable) and its States.

A caller asks `state.to_act` (a seat, CHANCE or TERMINAL), takes one of `state.legal()` and plays it with
`state.apply(action)` (a new state) or `state.advance(action)` (in place, unchecked, for search). People, bots,
records and random tests differ only in who chooses.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol, Self, cast

from rondel.errors import RondelError
from rondel.native import TypeVar

#: the states of a game; `Game` alone means `Game[State]`
S = TypeVar("S", bound="State", default="State")
#: the states that something is told of, and nothing is given of
Told = TypeVar("Told", bound="State", contravariant=True, default="State")

#: `to_act` when the next decision is a random event
CHANCE: Final = -1
#: `to_act` when the game is over
TERMINAL: Final = -2

#: a decision, numbered from 0 within one game
Action = int
#: a player at the table, numbered from 0
Seat = int
#: an object of JSON, read or to be written: a position, a header, an inline board. Its shape is the rulebook's, which
#: its type is not known further; code that reads one from strangers checks every value
JsonObject = Mapping[str, Any]
JsonDict = dict[str, Any]
#: a way to pay for an action: what goes, as `2 hill 1 mountain`, and the actions to play, that one among them
Way = tuple[str, Sequence[Action]]
#: an action taken apart for a page that does not know the rules: its kind, and places, pieces and amounts by name
Parts = Mapping[str, str | int]
#: one thing that an action brought about: its kind, and who, where, what and how much by name
News = Mapping[str, str | int]


class State(Protocol):
    """A position: everything needed to go on playing, and nothing else."""

    @property
    def game(self) -> Game[Self]:
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

    def view(self, seat: Seat) -> JsonObject:
        """Give what the seat may see, as the position object of the notation; the seat CHANCE sees everything."""
        ...

    def redeal(self, seat: Seat, rng: Random) -> Self:
        """Give a copy in which everything the seat cannot know is redealt."""
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


class Extras(Protocol[Told]):
    """What a game tells of itself for pages, logs and tables. `rondel.defaults` has an answer to each for any game."""

    @property
    def hidden(self) -> bool:
        """Whether some seat may not see everything."""
        ...

    @property
    def target(self) -> int:
        """The points that win; 0 where points do not win."""
        ...

    def parts(self, state: Told, action: Action) -> Parts:
        """Take an action apart for a page that does not know the rules."""
        ...

    def clause(self, state: Told, action: Action) -> str:
        """Give the ledger clause that an action rests on; empty if none is known."""
        ...

    def who(self, state: Told) -> str:
        """Name who decides, as the table calls it: a nation, a city-state, a colour."""
        ...

    def owed(self, state: Told) -> str:
        """Write the price of the payment under way; empty if none is."""
        ...

    def buying(self, state: Told) -> Parts:
        """Take apart the purchase that is being paid for; empty if none is."""
        ...

    def ways(self, state: Told, action: Action) -> Sequence[Way]:
        """List the ways to pay for a legal action, the most sensible first; empty if nothing is paid for it.

        None of them takes more than another one does and something else besides.
        """
        ...

    def sides(self, state: Told) -> Sequence[str]:
        """Name each seat as the table calls it: a nation, a city-state, a colour."""
        ...

    def merit(self, state: Told) -> Sequence[int]:
        """Give for each seat what it has to show; it ranks those who have not won, which the rulebooks leave open."""
        ...

    def facts(self, state: Told, place: str, seat: Seat) -> Sequence[Parts]:
        """Tell a seat what there is to know about a place of the board besides what its view shows."""
        ...

    def outlook(self, state: Told, action: Action) -> Parts:
        """Say what a legal decision brings: `gain`, or `idle` 1 if it ends the turn with nothing done; or nothing."""
        ...

    def ahead(self, state: Told) -> Sequence[Action]:
        """Give the decisions that end this step of a turn, if the seat can choose more in the next; else none."""
        ...

    def public(self, state: Told) -> JsonObject:
        """Give the position as somebody without a seat sees it."""
        ...

    def reads(self, state: Told, action: Action, seat: Seat) -> bool:
        """Say whether a seat (-1: the public) may know an action."""
        ...

    def news(self, before: Told, action: Action, after: Told, seat: Seat) -> tuple[News, ...]:
        """Tell what an action and the forced steps after it brought about, as far as a seat (-1: the public) may know.

        `after` is the state that the action led to from `before`. It costs microseconds: nothing is replayed.
        """
        ...


class Game(Extras[S], Protocol[S]):
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

    @property
    def chosen_options(self) -> Mapping[str, int]:
        """The options it is played with."""
        ...

    def board_entry(self) -> str | JsonObject:
        """Give the board as positions and records name it: the id of a stock board, or the whole board."""
        ...

    def advance(self, state: S, action: Action) -> None:
        """Play a legal action in place; the same as `state.advance`, one call nearer."""
        ...

    def playout(self, state: S, rng: Random, cap: int) -> int:
        """Play random decisions in place until the game is over or this many are played; give their number.

        Each takes one number from the generator, as `rondel.simulate.choose` does.
        """
        ...

    def new(self, seed: int = 0) -> S:
        """Give a first position; the seed settles what the rulebook leaves to the draw before play."""
        ...

    def read(self, position: JsonObject) -> S:
        """Build the state a position object describes."""
        ...

    def header(self, state: S) -> JsonDict:
        """Give what a position or record needs to name this game, and a record to begin at this first state."""
        ...

    def opening(self, header: JsonObject) -> S:
        """Give the first state that a record's header describes."""
        ...

    def action_text(self, state: S, action: Action) -> str:
        """Write a legal action; `parse_action` reads it back in the same state."""
        ...

    def price_text(self, state: S, action: Action) -> str:
        """Write what an action costs; empty if nothing."""
        ...

    def parse_action(self, state: S, text: str) -> Action:
        """Read the exact text of one action."""
        ...

    def parse(self, state: S, text: str) -> list[Action]:
        """Read a typed move as the one or more actions it stands for; refuse what cannot be read."""
        ...

    def prompt(self, state: S) -> str:
        """Say in words who must decide what; empty when the game is over."""
        ...

    def show(self, state: S, seat: Seat = CHANCE) -> str:
        """Draw the position as readable text, as the seat sees it; the seat CHANCE sees everything."""
        ...

    def continuation(self, state: S, action: Action) -> str:
        """Give the words by which the action completes the move before it, empty if it is a separate move."""
        ...

    def why_not(self, state: S, move: str | Action) -> RondelError | None:
        """Say why a move, typed or by number, cannot be played now; None if it can."""
        ...

    def options(self, state: S) -> Sequence[Action]:
        """Recompute the legal actions, which `legal()` has cached."""
        ...


def widened(game: Game[S]) -> Game:
    """Give a game typed by the contract alone; callers hand it only its own states."""
    return cast("Game", game)


def read_back(game: Game[S], position: JsonObject) -> S:
    """Give the state that was written as a position of a game; pickled states are read this way."""
    return game.read(position)


def why_not_typed(game: Game[S], state: S, text: str) -> RondelError | None:
    """Say why a typed move, of one action or several, cannot be played now; None if it can."""
    try:
        for action in game.parse(state, text):
            state = state.apply(action)
    except RondelError as error:
        return error
    return None


def ranks(results: Sequence[float], merit: Sequence[int]) -> tuple[int, ...]:
    """Give each seat's rank, 1 for the best: by result, then by what it has to show.

    Rulebooks name a winner alone; the order of the others is our own, for tournaments and ratings. Equals share a
    rank; without a winner all are level.
    """
    if not any(results):
        return (1,) * len(results)
    order = list(zip(results, merit, strict=True))
    return tuple(1 + sum(other > own for other in order) for own in order)


def draw(state: State, rng: Random) -> Action:
    """Draw an outcome of the random event at hand by its probability."""
    return pick(state.chance(), rng)


def pick(outcomes: Sequence[tuple[Action, float]], rng: Random) -> Action:
    """Draw one of the outcomes by its probability."""
    point = rng.random()
    for action, share in outcomes:
        point -= share
        if point < 0:
            return action
    return outcomes[-1][0]  # the shares are rounded, so their sum may fall short of one
