"""A position of an Antike game: small ints, bytes and bit masks, cheap to copy."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rondel.game import CHANCE, TERMINAL

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
ASK: Final = 16  # which of several nations is asked first for its answer
FORTRESS: Final = 17  # does the defender answer a declared conquest with a card?
CHARGE: Final = 18  # which units are lost in a declared conquest
PICK: Final = 19  # which event card the other nation takes
TURN_UP: Final = 20  # chance: which event card comes from the pile
AGREE: Final = 21  # is the offered draw accepted?
OVER: Final = 22
PHASES: Final = (
    "nation", "city", "substitute", "rondel", "pay", "temple", "arming", "know-how", "maneuver", "join", "answer",
    "lose", "conquest", "give-up", "founding", "extra", "ask", "fortress", "charge", "pick", "turn-up", "agree", "over",
)  # fmt: skip

# What `tally` counts in the turn under way, where a rulebook has barracks and event cards.
READY: Final = 0  # legions, galleys and leader that were in the barracks when the turn began and still wait there
LEADER_USED: Final = 3  # actions the leader has used
MARCHES: Final = 4  # cards played for longer ways, of legions and of galleys
EXTRA_LEFT: Final = 6  # crossings that those cards still allow, of legions and of galleys
CROSSED: Final = 8  # 1 once a unit has crossed a border
RECRUITED: Final = 9  # 1 once a unit was recruited
LOST: Final = 10  # 1 once a city was conquered, 2 while the card for it is replaced
PICKS: Final = 11  # event cards the other nation may still take
FORTRESSES: Final = 12  # cards played against the conquest under way
OFFERED: Final = 13  # 1 once a draw was offered
TALLY: Final = 14

# Rows of `cards`, each with one number an event: the pile, the open cards, the discard, then the nations' hands.
PILE: Final = 0
DISPLAY: Final = 1
DISCARD: Final = 2
HANDS: Final = 3

END_REASONS: Final = ("", "personages", "temple", "round-limit", "agreement")
GOING_ON: Final = 0
BY_PERSONAGES: Final = 1
BY_TEMPLE: Final = 2
BY_ROUND_LIMIT: Final = 3
BY_AGREEMENT: Final = 4

#: no region, nation or action
NONE: Final = -1


class State:
    """One position. Nations are numbered by seat order; `x * size + y` indexes flat tables.

    A `spent` table serves the nation on turn only: in a maneuver it counts, for each kind of unit, number of actions
    used (from one on) and region, the units there; in arming it counts the units placed in each region.
    """

    __slots__ = (
        "actor", "asked", "barred", "bellona", "camp", "cards", "cities", "earned", "end", "extra", "extra_due",
        "failed", "game", "generals_due", "goods", "heard", "kinds", "knowhow", "learned", "levied", "lose_galleys",
        "lose_legions", "options", "pending", "phase", "place", "ramparts", "rondel", "round", "scholars_due",
        "seating", "spent", "stacks", "start", "tally", "temples", "turn", "units", "where", "winner",
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
        self.kinds = game.printed_kinds  # bit masks of regions: what a city there yields, by resource
        self.temples = 0  # bit mask of regions; those without a city are neutral
        self.ramparts = 0  # bit mask of regions
        self.units = bytearray(nations * 2 * size)  # [nation][kind][region]
        self.where = [0] * (nations * 2)  # bit masks of regions that hold units, [nation][kind]
        self.spent = bytearray(2 * game.actions.levels * size)
        self.goods = [0] * (4 * nations + 4)  # [nation][good], the bank last
        self.knowhow = bytearray(nations)  # bit masks over the chart
        self.earned = bytearray(5 * nations)  # [nation][personage], won by their own criterion
        self.extra = bytearray(nations)  # 1 + the personage won for all know-hows, 0 for none
        self.stacks = bytearray(game.rules.personages)
        self.rondel = bytearray(nations)  # 1 + the wedge, 0 before the first turn
        self.scholars_due = 0
        self.generals_due = 0
        self.extra_due = 0
        self.learned = 0  # know-hows of this turn where they open no trade yet, as bits
        self.barred = 0  # resources just received in trade, as bits
        self.bellona = NONE  # the nation with the Bellona card
        self.levied = 0  # 1 once the free unit of Bellona is set up
        self.pending = NONE  # the action that a sub-decision belongs to
        self.place = NONE  # the region of an entry or loss
        self.asked = NONE  # the nation whose answer is open
        self.heard = 0  # nations that keep the peace after this entry, as bits
        self.failed = 0  # cities that a fortress has saved in this maneuver, as bits
        self.camp = bytearray(3 * nations if game.barracks else 0)  # [nation] legions, galleys, 1 + the leader's place
        self.cards = bytearray(len(game.rules.events) * (HANDS + nations if game.rules.events else 0))  # [row][event]
        self.tally = bytearray(TALLY if game.barracks else 0)
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
        new.kinds = self.kinds
        new.temples = self.temples
        new.ramparts = self.ramparts
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
        new.learned = self.learned
        new.barred = self.barred
        new.bellona = self.bellona
        new.levied = self.levied
        new.pending = self.pending
        new.place = self.place
        new.asked = self.asked
        new.heard = self.heard
        new.failed = self.failed
        new.camp = self.camp[:]
        new.cards = self.cards[:]
        new.tally = self.tally[:]
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
            self.kinds, self.temples, self.ramparts, bytes(self.units), bytes(self.spent), tuple(self.goods),
            bytes(self.knowhow), bytes(self.earned), bytes(self.extra), bytes(self.rondel), self.scholars_due,
            self.generals_due, self.extra_due, self.learned, self.barred, self.bellona, self.levied, self.pending,
            self.place, self.asked, self.heard, self.failed, bytes(self.camp), bytes(self.cards), bytes(self.tally),
            self.lose_legions, self.lose_galleys, self.winner, self.end,
        )  # fmt: skip

    @property
    def to_act(self) -> int:
        """The seat that must decide now, CHANCE or TERMINAL."""
        if self.phase == TURN_UP:
            return CHANCE
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
        """Give the cards that may be turned up, each as likely as it has copies in the pile. Rule: A06-006, AD-024."""
        if self.phase != TURN_UP:
            return ()
        left = [self.cards[action - self.game.actions.draw] for action in self.options]
        return [(action, count / sum(left)) for action, count in zip(self.options, left, strict=True)]

    def view(self, seat: int) -> Mapping[str, Any]:
        """Give the position object: everything is open. Rule: A05-R41, A06-R41, A2-R40, AD-R13."""
        from rondel.antike.position import position_of

        return position_of(self)

    def redeal(self, seat: int, rng: Random) -> State:
        """Give a copy: only the order of the pile is hidden, and it is drawn when needed. Rule: A06-R41, AD-R13."""
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
