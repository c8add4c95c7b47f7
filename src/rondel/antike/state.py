"""A position of an Antike game: small ints, bytes and bit masks, cheap to copy."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rondel.game import TERMINAL

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame

# Phases: which handler is asked. The order is that of the handlers in engine.py.
NATION: Final = 0  # choose a nation
CITY: Final = 1  # choose a start city
SUBSTITUTE: Final = 2  # take a unit where the bank has no coin
RONDEL: Final = 3
PAY: Final = 4  # how to pay for the pending purchase
TEMPLE: Final = 5
ARMING: Final = 6
KNOWHOW: Final = 7
MANEUVER: Final = 8
JOIN: Final = 9  # do more units cross the same border together?
ANSWER: Final = 10  # does the nation asked demand a battle?
LOSE: Final = 11  # which of unlike units is lost
CONQUEST: Final = 12
GIVE_UP: Final = 13  # which city gives its stone
FOUNDING: Final = 14
EXTRA: Final = 15  # which stack gives the extra personage
OVER: Final = 16
PHASES: Final = (
    "nation", "city", "substitute", "rondel", "pay", "temple", "arming", "know-how", "maneuver", "join", "answer",
    "lose", "conquest", "give-up", "founding", "extra", "over",
)  # fmt: skip

END_REASONS: Final = ("", "personages", "temple", "round-limit")
GOING_ON: Final = 0
BY_PERSONAGES: Final = 1
BY_TEMPLE: Final = 2
BY_ROUND_LIMIT: Final = 3

#: no region, nation or action
NONE: Final = -1


class State:
    """One position. Nations are numbered by seat order; `x * size + y` indexes flat tables.

    A `spent` table serves the nation on turn only: in a maneuver it counts, for each kind of unit and region, the
    units that have used one, two or three actions; in arming it counts the units placed in each region.
    """

    __slots__ = (
        "actor", "asked", "barred", "cities", "earned", "end", "extra", "extra_due", "game", "generals_due", "goods",
        "knowhow", "lose_galleys", "lose_legions", "options", "pending", "phase", "place", "rondel", "round",
        "scholars_due", "seating", "spent", "stacks", "start", "temples", "turn", "units", "where", "winner",
    )  # fmt: skip

    def __init__(self, game: AntikeGame) -> None:
        nations, size = game.nations, game.size
        self.game = game
        self.phase = NATION
        self.turn = 0  # nation on turn
        self.actor = 0  # nation that decides
        self.start = 0  # starting nation
        self.round = 0
        self.seating = bytearray(nations)  # nation by seat order -> the board's number of it, plus one
        self.cities = [0] * nations  # bit masks of regions
        self.temples = 0  # bit mask of regions
        self.units = bytearray(nations * 2 * size)  # [nation][kind][region]
        self.where = [0] * (nations * 2)  # bit masks of regions that hold units, [nation][kind]
        self.spent = bytearray(6 * size)
        self.goods = [0] * (4 * nations + 4)  # [nation][good], the bank last
        self.knowhow = bytearray(nations)  # bit masks over the chart
        self.earned = bytearray(5 * nations)  # [nation][personage], won by their own criterion
        self.extra = bytearray(nations)  # 1 + the personage won for all know-hows, 0 for none
        self.stacks = bytearray(game.rules.personages)
        self.rondel = bytearray(nations)  # 1 + the wedge, 0 before the first turn
        self.scholars_due = 0
        self.generals_due = 0
        self.extra_due = 0
        self.barred = 0  # resources just received in trade, as bits
        self.pending = NONE  # the action that a sub-decision belongs to
        self.place = NONE  # the region of an entry or loss
        self.asked = NONE  # the nation whose answer is open
        self.lose_legions = 0
        self.lose_galleys = 0
        self.winner = NONE
        self.end = GOING_ON
        self.options: Sequence[int] = ()

    def copy(self) -> State:
        """Give an independent copy; the option list is shared because nobody changes it."""
        new = State.__new__(State)
        new.game = self.game
        new.phase = self.phase
        new.turn = self.turn
        new.actor = self.actor
        new.start = self.start
        new.round = self.round
        new.seating = self.seating  # never changed in place
        new.cities = self.cities[:]
        new.temples = self.temples
        new.units = self.units[:]
        new.where = self.where[:]
        new.spent = self.spent[:]
        new.goods = self.goods[:]
        new.knowhow = self.knowhow[:]
        new.earned = self.earned[:]
        new.extra = self.extra[:]
        new.stacks = self.stacks[:]
        new.rondel = self.rondel[:]
        new.scholars_due = self.scholars_due
        new.generals_due = self.generals_due
        new.extra_due = self.extra_due
        new.barred = self.barred
        new.pending = self.pending
        new.place = self.place
        new.asked = self.asked
        new.lose_legions = self.lose_legions
        new.lose_galleys = self.lose_galleys
        new.winner = self.winner
        new.end = self.end
        new.options = self.options
        return new

    def key(self) -> Hashable:
        """Give a value that is equal exactly for equal positions."""
        return (
            self.phase, self.turn, self.actor, self.start, self.round, bytes(self.seating), tuple(self.cities),
            self.temples, bytes(self.units), bytes(self.spent), tuple(self.goods), bytes(self.knowhow),
            bytes(self.earned), bytes(self.extra), bytes(self.rondel), self.scholars_due, self.generals_due,
            self.extra_due, self.barred, self.pending, self.place, self.asked, self.lose_legions, self.lose_galleys,
            self.winner, self.end,
        )  # fmt: skip

    @property
    def to_act(self) -> int:
        """The seat that must decide now, or TERMINAL."""
        return TERMINAL if self.phase == OVER else self.actor % self.game.seats

    @property
    def turn_of(self) -> int:
        """The seat whose turn it is."""
        return self.turn % self.game.seats

    def legal(self) -> Sequence[int]:
        """Give the legal actions in ascending order; empty only when the game is over."""
        return self.options

    def apply(self, action: int) -> State:
        """Give the state after the action; refuse an illegal one with the reason."""
        if action not in self.options:
            raise self.game.refusal(self, action)
        new = self.copy()
        self.game.advance(new, action)
        return new

    def advance(self, action: int) -> None:
        """Play a legal action in place, unchecked."""
        self.game.advance(self, action)

    def chance(self) -> Sequence[tuple[int, float]]:
        """Give no outcomes: once play has begun nothing is random. Rule: A05-006, A06-006."""
        return ()

    def view(self, seat: int) -> Mapping[str, Any]:
        """Give the position object: everything is open. Rule: A05-R41, A06-R41."""
        from rondel.antike.position import position_of

        return position_of(self)

    def redeal(self, seat: int, rng: Random) -> State:
        """Give a copy: nothing is hidden. Rule: A05-R41, A06-R41."""
        return self.copy()

    def returns(self) -> tuple[float, ...]:
        """Give 1 to the winner's seat and share -1 among the others; all zero without a winner."""
        seats = self.game.seats
        if self.winner == NONE:
            return (0.0,) * seats
        won = self.winner % seats
        return tuple(1.0 if seat == won else -1.0 / (seats - 1) for seat in range(seats))

    def end_reason(self) -> str:
        """Say why the game is over; empty while it goes on."""
        return END_REASONS[self.end]

    def check(self) -> None:
        """Raise AssertionError if a piece was lost or made, or the position contradicts itself."""
        from rondel.antike.check import check

        check(self)
