"""A position of an Antike game: small ints, bytes and bit masks, cheap to copy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Final

from rondel.antike.lexicon import Lexicon
from rondel.antike.rules import GOOD_KINDS, PERSONAGE_KINDS, UNIT_KINDS
from rondel.antike.tables import Tables
from rondel.errors import IllegalMove, RondelError
from rondel.game import CHANCE, TERMINAL, JsonDict, JsonObject, News, Parts, Way, read_back
from rondel.native import i64, vec
from rondel.tables import frozen, numbers, packed, smalls

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

# What `tally` counts in the turn under way: each place belongs to one part, and is zero where that is not in play.
READY: Final = 0  # legions and galleys that were in the barracks when the turn began and still wait there
LEADER_READY: Final = 2  # 1 while the leader can be set up: it was off the board when the turn began
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

#: legal actions in ascending order
Options = list[int] | tuple[int, ...]


class BaseGame(Tables, ABC):
    """What a state asks of its game: the contract of `rondel.game`, fulfilled by the engine."""

    lexicon: Lexicon
    citations: Mapping[str, str]
    hidden = False  # A05-R41, A06-R41, A2-R40, AD-R13: hands were taken face up, and piles have no order yet

    @property
    def id(self) -> str:
        """The rulebook's id."""
        return self.rules.id

    @property
    def num_actions(self) -> int:
        """One more than the highest action id."""
        return self.actions.count

    def nation_name(self, state: State, nation: int) -> str:
        """Give the name of a nation by its place in seat order."""
        number = state.seating[nation]
        return self.board.nations[number - 1] if number else f"seat {nation}"

    def region_names(self, mask: int) -> str:
        """List the regions of a bit mask by name."""
        return ", ".join(region.name for place, region in enumerate(self.board.regions) if mask >> place & 1)

    def illegal(self, code: str, message: str, key: str = "") -> IllegalMove:
        """Build a refusal with the ledger id of the rule behind it."""
        return IllegalMove(code, message, self.citations[key or code])

    @abstractmethod
    def new(self, seed: int = 0) -> State:
        """Give the position before the first decision."""

    @abstractmethod
    def header(self, state: State) -> JsonDict:
        """Give what names this game."""

    @abstractmethod
    def board_entry(self) -> str | JsonDict:
        """Give the board as positions and records name it."""

    @abstractmethod
    def opening(self, header: JsonObject) -> State:
        """Give the first state that a record's header describes."""

    @abstractmethod
    def advance(self, state: State, action: int) -> None:
        """Play a legal action in place."""

    @abstractmethod
    def playout(self, state: State, rng: Random, cap: int) -> int:
        """Play random decisions in place."""

    @abstractmethod
    def settled(self, state: State) -> State:
        """Take forced steps until there is something to decide."""

    @abstractmethod
    def options(self, state: State) -> Sequence[int]:
        """Recompute the legal actions."""

    @abstractmethod
    def read(self, position: JsonObject) -> State:
        """Build the state a position object describes."""

    @abstractmethod
    def view(self, state: State) -> JsonDict:
        """Write a state as a position object."""

    @abstractmethod
    def check(self, state: State) -> None:
        """Raise AssertionError if the position contradicts itself."""

    @abstractmethod
    def action_text(self, state: State, action: int) -> str:
        """Write a legal action the way a person would type it."""

    @abstractmethod
    def price_text(self, state: State, action: int) -> str:
        """Write what an action costs."""

    @abstractmethod
    def continuation(self, state: State, action: int) -> str:
        """Give the payment that completes a purchase."""

    @abstractmethod
    def parts(self, state: State, action: int) -> Parts:
        """Take an action apart for a page that does not know the rules."""

    @abstractmethod
    def buying(self, state: State) -> Parts:
        """Take apart the purchase that is being paid for."""

    @abstractmethod
    def outlook(self, state: State, action: int) -> Parts:
        """Say how a legal purchase would be paid, and what a wedge brings."""

    @abstractmethod
    def ahead(self, state: State) -> Sequence[int]:
        """Give the decision that ends this step of the turn, if the next one leaves something to choose."""

    @abstractmethod
    def clause(self, state: State, action: int) -> str:
        """Give the ledger clause that an action rests on."""

    @abstractmethod
    def who(self, state: State) -> str:
        """Name the nation that decides."""

    @abstractmethod
    def owed(self, state: State) -> str:
        """Write the price of the payment under way."""

    @abstractmethod
    def ways(self, state: State, action: int) -> Sequence[Way]:
        """List the ways to pay for an action."""

    @abstractmethod
    def sides(self, state: State) -> Sequence[str]:
        """Name the nations of each seat."""

    @abstractmethod
    def merit(self, state: State) -> Sequence[int]:
        """Give for each seat what it has to show."""

    @abstractmethod
    def facts(self, state: State, place: str, seat: int) -> Sequence[Parts]:
        """Tell a seat what there is to know about a place."""

    @abstractmethod
    def public(self, state: State) -> JsonObject:
        """Give the position as somebody without a seat sees it."""

    @abstractmethod
    def reads(self, state: State, action: int, seat: int) -> bool:
        """Say whether a seat may know an action."""

    @abstractmethod
    def news(self, before: State, action: int, after: State, seat: int) -> tuple[News, ...]:
        """Tell what an action brought about."""

    @abstractmethod
    def parse_action(self, state: State, text: str) -> int:
        """Read the exact text of one action."""

    @abstractmethod
    def parse(self, state: State, text: str) -> list[int]:
        """Read a typed move as the actions it stands for."""

    @abstractmethod
    def prompt(self, state: State) -> str:
        """Say in words who must decide what."""

    @abstractmethod
    def show(self, state: State, seat: int = CHANCE) -> str:
        """Draw the position as readable text."""

    @abstractmethod
    def why_not(self, state: State, move: str | int) -> RondelError | None:
        """Say why a move cannot be played now."""

    @abstractmethod
    def refusal(self, state: State, action: int) -> IllegalMove:
        """Say why an action is not legal."""


class State:
    """One position. Nations are numbered by seat order; `x * size + y` indexes flat tables.

    A `spent` table serves the nation on turn only: in a maneuver it counts, for each kind of unit, number of actions
    used (from one on) and region, the units there; in arming it counts the units placed in each region. Tables that
    change seldom (`seating`, `knowhow`, `earned`, `extra`, `stacks`, `rondel`) are shared by copies: who changes one
    gives the state a new table.
    """

    __slots__ = (
        "actor", "asked", "barracks", "barred", "bellona", "cards", "cities", "earned", "end", "extra", "extra_due",
        "failed", "game", "generals_due", "goods", "heard", "kinds", "knowhow", "leaders", "learned", "levied",
        "lose_galleys", "lose_legions", "options", "pending", "phase", "place", "ramparts", "rondel", "round",
        "scholars_due", "seating", "spent", "stacks", "start", "stirred", "tally", "temples", "turn",
        "units", "where", "winner",
    )  # fmt: skip

    game: BaseGame
    phase: i64
    turn: i64  # nation on turn
    actor: i64  # nation that decides
    start: i64  # starting nation
    round: i64
    seating: vec[i64]  # nation by seat order -> the board's number of it, plus one
    cities: vec[i64]  # bit masks of regions
    kinds: tuple[int, ...]  # bit masks of regions: what a city there yields, by resource
    temples: i64  # bit mask of regions; those without a city are neutral
    ramparts: i64  # bit mask of regions
    units: vec[i64]  # [nation][kind][region]
    where: vec[i64]  # bit masks of regions that hold units, [nation][kind]
    spent: vec[i64]  # see above; the game's blank table until something is spent
    stirred: i64  # 1 if `spent` is a table of this state's own
    goods: vec[i64]  # [nation][good], the bank last
    knowhow: vec[i64]  # bit masks over the chart
    earned: vec[i64]  # [nation][personage], won by their own criterion
    extra: vec[i64]  # 1 + the personage won for all know-hows, 0 for none
    stacks: vec[i64]
    rondel: vec[i64]  # 1 + the wedge, 0 before the first turn
    scholars_due: i64
    generals_due: i64
    extra_due: i64
    learned: i64  # know-hows of this turn where they open no trade yet, as bits
    barred: i64  # resources just received in trade, as bits
    bellona: i64  # the nation with the Bellona card
    levied: i64  # 1 once the free unit of Bellona is set up
    pending: i64  # the action that a sub-decision belongs to
    place: i64  # the region of an entry or loss
    asked: i64  # the nation whose answer is open
    heard: i64  # nations that keep the peace after this entry, as bits
    failed: i64  # cities that a fortress has saved in this maneuver, as bits
    barracks: vec[i64]  # [nation][kind] units that wait to be set up
    leaders: vec[i64]  # [nation] 1 + the place of the special unit, 0 off the board
    cards: vec[i64]  # [row][event]
    tally: vec[i64]  # what parts count in the turn under way, see above
    lose_legions: i64
    lose_galleys: i64
    winner: i64
    end: i64
    options: Options

    def __init__(self, game: BaseGame, other: State | None = None) -> None:
        self.game = game
        if other is not None:
            self.phase, self.turn, self.actor = other.phase, other.turn, other.actor
            self.start, self.round, self.seating = other.start, other.round, other.seating
            self.cities, self.kinds, self.temples = other.cities[:], other.kinds, other.temples
            self.ramparts, self.units, self.where = other.ramparts, other.units[:], other.where[:]
            self.spent = other.spent[:] if other.stirred else other.spent
            self.stirred, self.goods, self.knowhow = other.stirred, other.goods[:], other.knowhow
            self.earned, self.extra, self.stacks = other.earned, other.extra, other.stacks
            self.rondel, self.scholars_due, self.generals_due = other.rondel, other.scholars_due, other.generals_due
            self.extra_due, self.learned, self.barred = other.extra_due, other.learned, other.barred
            self.bellona, self.levied, self.pending = other.bellona, other.levied, other.pending
            self.place, self.asked, self.heard = other.place, other.asked, other.heard
            self.failed, self.lose_legions, self.lose_galleys = other.failed, other.lose_legions, other.lose_galleys
            if game.counts:  # every part with a table of its own counts something
                self.tally, self.cards, self.barracks = other.tally[:], other.cards[:], other.barracks[:]
                self.leaders = other.leaders[:] if game.leaders else other.leaders
            else:
                self.tally, self.cards, self.barracks = other.tally, other.cards, other.barracks
                self.leaders = other.leaders
            self.winner, self.end, self.options = other.winner, other.end, other.options
            return
        nations, size = game.nations, game.size
        self.phase = NATION
        self.turn = self.actor = self.start = self.round = 0
        self.seating = smalls([0] * nations)
        self.cities = numbers([0] * nations)
        self.kinds = game.printed_kinds
        self.temples = self.ramparts = 0
        self.units = smalls([0] * (UNIT_KINDS * nations * size))
        self.where = numbers([0] * (UNIT_KINDS * nations))
        self.spent = game.unspent
        self.stirred = 0
        self.goods = numbers([0] * (GOOD_KINDS * (nations + 1)))
        self.knowhow = smalls([0] * nations)
        self.earned = smalls([0] * (PERSONAGE_KINDS * nations))
        self.extra = smalls([0] * nations)
        self.stacks = smalls(game.rules.personages)
        self.rondel = smalls([0] * nations)
        self.scholars_due = self.generals_due = self.extra_due = self.learned = self.barred = 0
        self.bellona = NONE
        self.levied = 0
        self.pending = self.place = self.asked = NONE
        self.heard = self.failed = 0
        self.barracks = smalls([0] * (UNIT_KINDS * nations if game.barracks else 0))
        self.leaders = smalls([0] * (nations if game.leaders else 0))
        self.cards = smalls([0] * (len(game.rules.events) * (HANDS + nations)))
        self.tally = smalls([0] * (TALLY if game.counts else 0))
        self.lose_legions = self.lose_galleys = 0
        self.winner = NONE
        self.end = GOING_ON
        self.options = ()

    def copy(self) -> State:
        """Give an independent copy; the option list is shared because nobody changes it."""
        return State(self.game, self)

    def key(self) -> Hashable:
        """Give a value that is equal exactly for equal positions."""
        return (
            self.phase, self.turn, self.actor, self.start, self.round, frozen(self.seating), tuple(self.cities),
            self.kinds, self.temples, self.ramparts, packed(self.units), packed(self.spent), tuple(self.goods),
            frozen(self.knowhow), frozen(self.earned), frozen(self.extra), frozen(self.rondel), self.scholars_due,
            self.generals_due, self.extra_due, self.learned, self.barred, self.bellona, self.levied, self.pending,
            self.place, self.asked, self.heard, self.failed, frozen(self.barracks), frozen(self.leaders),
            frozen(self.cards), frozen(self.tally), self.lose_legions, self.lose_galleys, self.winner, self.end,
        )  # fmt: skip

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return read_back, (self.game, self.view(CHANCE))

    def purse(self, nation: i64) -> vec[i64]:
        """Give the marble, iron, gold and coins of a nation; the bank comes after the last."""
        return self.goods[GOOD_KINDS * nation : GOOD_KINDS * (nation + 1)]

    def won(self, nation: i64) -> vec[i64]:
        """Give the personages that a nation has won by their own criterion, by kind."""
        return self.earned[PERSONAGE_KINDS * nation : PERSONAGE_KINDS * (nation + 1)]

    def waiting(self, nation: i64) -> vec[i64]:
        """Give the legions and galleys in the barracks of a nation."""
        return self.barracks[UNIT_KINDS * nation : UNIT_KINDS * (nation + 1)]

    def army(self, nation: i64, kind: i64) -> vec[i64]:
        """Give the units of a kind of a nation by region."""
        first = (UNIT_KINDS * nation + kind) * self.game.size
        return self.units[first : first + self.game.size]

    @property
    def to_act(self) -> int:
        """The seat that must decide now, CHANCE or TERMINAL.

        Two nations of one player are strangers to each other: nothing but this and `returns` knows who leads whom.
        Rule: A05-056 A05-057 A05-R05, A06-057 A06-R05.
        """
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
        left: list[int] = [self.cards[action - self.game.actions.draw] for action in self.options]
        return [(action, count / sum(left)) for action, count in zip(self.options, left, strict=True)]

    def view(self, seat: int) -> JsonObject:
        """Give the position object: everything is open. Rule: A05-030 A05-R41, A06-030 A06-R41, A2-R40, AD-R13."""
        return self.game.view(self)

    def redeal(self, seat: int, rng: Random) -> State:
        """Give a copy: only the order of the pile is hidden, and it is drawn when needed. Rule: A06-R41, AD-R13."""
        return self.copy()

    def returns(self) -> tuple[float, ...]:
        """Give 1 to the winner's seat and share -1 among the others; all zero without a winner.

        Rule: A05-058, A06-058.
        """
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
        self.game.check(self)
