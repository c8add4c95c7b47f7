"""The draws before play as a sequence of random events, and who may see which event.

The engine draws a set-up from a seed. Where every random event is needed with its probability, a deal gives the same
draws one by one: each event depends on the picks before it, and all picks together make the first state.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Generic, Protocol

from rondel.game import CHANCE, Game, JsonObject, S, Seat

#: the outcomes picked so far, in order
Picks = tuple[int, ...]
Outcomes = list[tuple[int, float]]


class Deal(Protocol[S]):
    """The draws before play of one game, and what it tells of random events in play."""

    #: whether some part of a position is hidden from some seat
    hidden: bool
    #: how many draws there are before play, at most
    draws: int
    #: one more than the highest outcome of a draw before play
    top: int
    #: the first action of random events in play, and how many there are
    first_event: int
    events: int

    def outcomes(self, picks: Picks) -> Outcomes:
        """Give the outcomes of the next draw with their probabilities; none when all is drawn."""
        ...

    def text(self, picks: Picks, outcome: int) -> str:
        """Write an outcome of the next draw."""
        ...

    def sees(self, picks: Picks) -> Seat:
        """Give the only seat that sees the outcome of the next draw; CHANCE if all do."""
        ...

    def first_state(self, picks: Picks) -> S:
        """Give the first state once all is drawn."""
        ...

    def sees_event(self, state: S) -> Seat:
        """Give the only seat that sees the outcome of the random event at hand; CHANCE if all do."""
        ...

    def public(self, state: S) -> JsonObject:
        """Give what everybody sees."""
        ...

    def private(self, state: S, seat: Seat) -> str:
        """Write what only the seat sees; empty where nothing is hidden."""
        ...


def even(outcomes: Sequence[int]) -> Outcomes:
    """Give outcomes that are equally likely."""
    return [(outcome, 1 / len(outcomes)) for outcome in outcomes]


def by_count(counts: Mapping[int, int]) -> Outcomes:
    """Give outcomes as likely as there are pieces of each."""
    total = sum(counts.values())
    return [(outcome, count / total) for outcome, count in sorted(counts.items()) if count]


class PlainDeal(Generic[S]):
    """For games that draw nothing before play; random events in play are seen by all, or only by the player on turn."""

    draws = 0
    top = 0
    first_event = 0

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.hidden = game.hidden
        self.events = game.num_actions

    def outcomes(self, picks: Picks) -> Outcomes:
        """Give none."""
        return []

    def text(self, picks: Picks, outcome: int) -> str:
        """Write the number of an outcome; these games have none."""
        return str(outcome)

    def sees(self, picks: Picks) -> Seat:
        """Let all see it."""
        return CHANCE

    def first_state(self, picks: Picks) -> S:
        """Begin."""
        return self.game.new()

    def sees_event(self, state: S) -> Seat:
        """Let only the player on turn see it, if the game hides anything."""
        return state.turn_of if self.hidden else CHANCE

    def public(self, state: S) -> JsonObject:
        """Give what somebody without a seat sees."""
        return self.game.public(state)

    def private(self, state: S, seat: Seat) -> str:
        """Write the seat's view."""
        return json.dumps(state.view(seat)) if self.hidden else ""
