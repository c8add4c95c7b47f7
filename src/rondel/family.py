"""A family of games as one value: everything the program needs to play, show, teach and study its rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, NamedTuple, cast

from rondel.book import Book, G
from rondel.bots.evaluator import Evaluator, Learner
from rondel.deal import Deal
from rondel.game import S, Seat

if TYPE_CHECKING:
    from rondel.features.table import Encoder


class Way(NamedTuple):
    """What a player lacks to link two places (-1: no way is left), and one such set of spaces."""

    missing: int
    spaces: list[tuple[int, int]]


@dataclass(frozen=True, kw_only=True)
class Family(Generic[G, S]):
    """Games that share an engine. What is left out has a plain answer for any game."""

    id: str
    #: the rulebooks: how games are made, seated, written and drawn, and what a list of games shows of them
    books: Sequence[Book[G]]
    #: what bots know; without it only the end of the game counts
    evaluator: Callable[[G], Evaluator[S]] | None = None
    #: the same with room for a net that was trained; without it bots that learn play by what they know
    learner: Callable[[G], Learner[S]] | None = None
    #: positions as arrays; without it there are no environments for learners
    encoder: Callable[[G], Encoder[S]] | None = None
    #: draws before play as random events; without it there are none
    deal: Callable[[G], Deal[S]] | None = None
    #: each seat's way between two places that wins, to be shown next to the board; without it there is none
    ways: Callable[[S], list[Way]] | None = None
    #: the same position with the turn of a seat beginning, as if the others passed; without it there are no threats
    turned: Callable[[S, Seat], S] | None = None
    #: which news of a turn tell a plan, by kind, and which parts of them; without any all do
    outline: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def widened(self) -> Family:
        """Give the family as one of which no more is known than the contract; it is handed its own games only."""
        return cast("Family", self)
