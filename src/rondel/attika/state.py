"""A position of Attika: small ints, bytes and bit masks over the spaces, cheap to copy.

Piles are kept as what they can still hold, not in an order: what comes next is a random event with its probabilities,
and nothing that nobody knows is fixed beforehand. So the only thing hidden from a seat is what others hold.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Final

from rondel.attika.layout import Layout
from rondel.attika.masks import WORDS, Mask, joined
from rondel.attika.rules import CITIES
from rondel.attika.tables import ANY, LEVELS, NONE, G, K, P, T, Tables
from rondel.errors import IllegalMove
from rondel.game import CHANCE, TERMINAL, Game, JsonObject, read_back
from rondel.native import i64, vec
from rondel.tables import packed, smalls, zeros

# Phases: which handler is asked. The order is that of the handlers in engine.py.
CHOICE: Final = 0  # what to do in the turn
SITE: Final = 1  # where to build the stored building
DRAWN: Final = 2  # where to put the drawn building
PAYING: Final = 3  # which cards pay
PLACE: Final = 4  # where the board tile goes
ROTATE: Final = 5  # how it is turned
REVEAL: Final = 6  # chance: which building is drawn
CARD: Final = 7  # chance: which card is drawn
TILE: Final = 8  # chance: which board tile is drawn
OVER: Final = 9
PHASES: Final = ("turn", "site", "drawn", "pay", "place", "rotate", "reveal", "card", "tile", "over")

# What a turn is used for. Rule: AT-R05
OPEN: Final = 0
DRAWING: Final = 1
BUILDING: Final = 2
TAKING: Final = 3  # the card phase
MODES: Final = ("", "draw", "build", "cards")

END_REASONS: Final = ("", "buildings", "shrines", "both", "void")
GOING_ON: Final = 0
BY_BUILDINGS: Final = 1
BY_SHRINES: Final = 2
BY_BOTH: Final = 3
BY_VOID: Final = 4

#: a space that belongs to no colony
NO_COLONY: Final = 255


class Engine(Tables, ABC):
    """What a state asks of its game: the tables, the steps of play, and what is worked out from a whole position."""

    blank: State  # nothing is laid or dealt yet

    @property
    @abstractmethod
    def game(self) -> Game[State]:
        """The game as the rest of the program knows it."""

    @abstractmethod
    def advance(self, state: State, action: int) -> None:
        """Play a legal action in place, and every forced step after it."""

    @abstractmethod
    def step(self, state: State, action: int) -> None:
        """Play a legal action in place without the forced steps after it; the options are not noted."""

    @abstractmethod
    def settled(self, state: State) -> State:
        """Take forced steps until there is something to decide, and note the options."""

    @abstractmethod
    def options(self, state: State) -> Sequence[int]:
        """Recompute the legal actions, which `legal()` has cached."""

    @abstractmethod
    def outcomes(self, state: State) -> Sequence[tuple[int, float]]:
        """Give the outcomes of the draw at hand with their probabilities."""

    @abstractmethod
    def refusal(self, state: State, action: int) -> IllegalMove:
        """Say why an action that is not among the options is not."""

    @abstractmethod
    def view(self, state: State, seat: int) -> JsonObject:
        """Give the position object as a seat sees it."""

    @abstractmethod
    def redeal(self, state: State, seat: int, rng: Random) -> State:
        """Give a copy in which what the seat does not see is redealt."""

    @abstractmethod
    def check(self, state: State) -> None:
        """Raise AssertionError if a piece was lost or made, or the position contradicts itself."""


class State:
    """One position. `seat * size + place` indexes flat tables; spaces are numbered by the layout."""

    __slots__ = (
        "acted", "amphorae", "beside", "built", "choosing", "cities", "colonies", "complete", "deck",
        "discard", "due", "end", "engine", "extend", "free", "ground", "hands", "label", "layout", "left", "mine",
        "mode", "nests", "options", "paid", "pending", "phase", "pile", "piles", "placed", "present", "rewarded",
        "sees", "shared", "site", "start", "stored", "tile", "tiles_left", "touch", "turn", "unseen", "voids", "winner",
    )  # fmt: skip

    engine: Engine
    phase: i64
    turn: i64
    start: i64
    cities: tuple[int, ...]  # the city-state of each seat
    # the board; masks are those of `masks.py`, in tables
    layout: Layout
    placed: tuple[tuple[int, int, int], ...]  # tile, action of its middle, turns
    tiles_left: i64  # bits
    ground: bytes  # terrain by space
    built: vec[i64]  # 1 + seat * K + kind by space, 0 for empty
    free: Mask  # the spaces without a building
    sees: Mask  # the spaces that see that many symbols, see symbols.py
    label: vec[i64]  # colony by space: the number of one of its spaces
    touch: vec[i64]  # shrines that a colony touches as bits, by its label
    mine: Mask  # the spaces built on, by seat
    beside: Mask  # the spaces that touch those
    nests: Mask  # the spaces that touch a building of a kind, [seat][kind]
    present: vec[i64]  # bits of the kinds on the board
    colonies: vec[i64]
    complete: vec[i64]  # buildings of each group on the board
    shared: i64  # 1 if another state may use the same tables of the board
    # what each player has
    hands: vec[i64]
    stored: vec[i64]
    unseen: vec[i64]  # kinds still in the piles
    piles: vec[i64]
    amphorae: vec[i64]
    rewarded: vec[i64]  # groups that have earned their amphora, as bits
    # cards
    deck: vec[i64]
    discard: vec[i64]
    # the turn
    mode: i64
    left: i64  # actions
    acted: i64  # whether anything was drawn, built or received. Rule: AT-R27
    voids: i64  # void turns just before this one
    pile: i64  # the pile drawn from
    pending: i64  # the kind to be built or stored
    choosing: i64  # whether the cards of the payment are chosen
    site: i64  # the space to be paid for, or the action of a tile's middle
    paid: i64  # cards laid so far, six bits a terrain
    due: i64  # cards to be drawn
    extend: i64  # whether a board tile is due
    tile: i64
    winner: i64
    end: i64
    options: Sequence[int]

    def __init__(self, engine: Engine, other: State | None = None) -> None:
        self.engine = engine
        if other is not None:
            self.phase, self.turn, self.start = other.phase, other.turn, other.start
            self.cities, self.layout, self.placed = other.cities, other.layout, other.placed
            self.tiles_left, self.ground, self.built = other.tiles_left, other.ground, other.built
            self.free, self.sees, self.label = other.free, other.sees, other.label
            self.touch, self.mine, self.beside = other.touch, other.mine, other.beside
            self.nests, self.present, self.colonies = other.nests, other.present, other.colonies
            self.complete = other.complete
            self.shared = other.shared = 1
            self.hands, self.stored, self.unseen = other.hands[:], other.stored[:], other.unseen[:]
            self.piles, self.amphorae, self.rewarded = other.piles[:], other.amphorae[:], other.rewarded[:]
            self.deck, self.discard, self.mode = other.deck[:], other.discard[:], other.mode
            self.left, self.acted, self.voids = other.left, other.acted, other.voids
            self.pile, self.pending, self.choosing = other.pile, other.pending, other.choosing
            self.site, self.paid, self.due = other.site, other.paid, other.due
            self.extend, self.tile, self.winner = other.extend, other.tile, other.winner
            self.end, self.options = other.end, other.options
            return
        seats = engine.seats
        self.phase = CHOICE
        self.turn = self.start = 0
        self.cities = tuple(range(seats))
        self.layout = engine.start_layout
        self.placed = ()
        self.tiles_left = (1 << engine.rules.board_tiles) - 1
        self.ground = b""
        self.built = smalls([])
        self.free = zeros(WORDS)
        self.sees = zeros(ANY + LEVELS * WORDS)
        self.label = smalls([])
        self.touch = smalls([])
        self.mine = zeros(WORDS * seats)
        self.beside = zeros(WORDS * seats)
        self.nests = zeros(WORDS * K * seats)
        self.shared = 0
        self.present = zeros(seats)
        self.colonies = smalls([0] * seats)
        self.hands = smalls([0] * (T * seats))
        self.stored = smalls([0] * (K * seats))
        self.unseen = smalls([0] * (K * seats))
        self.piles = smalls([0] * (P * seats))
        self.complete = smalls([0] * (G * seats))
        self.amphorae = smalls([0] * seats)
        self.rewarded = smalls([0] * seats)
        self.deck = smalls([0] * T)
        self.discard = smalls([0] * T)
        self.mode = OPEN
        self.left = self.acted = self.voids = 0
        self.pile = self.pending = NONE
        self.choosing = 0
        self.site = NONE
        self.paid = self.due = self.extend = 0
        self.tile = self.winner = NONE
        self.end = GOING_ON
        self.options = ()

    def copy(self) -> State:
        """Give an independent copy; the tables of the board are shared until one of the two builds."""
        return State(self.engine, self)

    def own(self) -> None:
        """Take tables of the board that no other state uses, before they change."""
        if self.shared:
            self.built, self.free, self.sees, self.label = self.built[:], self.free[:], self.sees[:], self.label[:]
            self.touch, self.mine, self.beside = self.touch[:], self.mine[:], self.beside[:]
            self.nests, self.present, self.colonies = self.nests[:], self.present[:], self.colonies[:]
            self.complete = self.complete[:]
            self.shared = 0

    def key(self) -> Hashable:
        """Give a value that is equal exactly for equal positions; colonies and what is seen follow from the rest."""
        return (
            self.phase, self.turn, self.start, self.cities, self.placed, packed(self.built), packed(self.hands),
            packed(self.stored), packed(self.unseen), packed(self.piles), packed(self.amphorae), packed(self.rewarded),
            packed(self.deck), packed(self.discard), self.mode, self.left, self.acted, self.voids, self.pile,
            self.pending, self.choosing, self.site, self.paid, self.due, self.extend, self.tile, self.winner, self.end,
        )  # fmt: skip

    @property
    def game(self) -> Game[State]:
        """The game this is a position of."""
        return self.engine.game

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return read_back, (self.game, self.view(CHANCE))

    def owned(self, seat: int) -> int:
        """Give the spaces that a seat has built on as one number."""
        return joined(self.mine, seat)

    @property
    def to_act(self) -> int:
        """The seat that must decide now, CHANCE or TERMINAL."""
        if self.phase < REVEAL:
            return self.turn
        return CHANCE if self.phase < OVER else TERMINAL

    @property
    def turn_of(self) -> int:
        """The seat whose turn it is."""
        return self.turn

    def city_name(self, seat: int) -> str:
        """Give the city-state of a seat."""
        return CITIES[self.cities[seat]]

    def legal(self) -> Sequence[int]:
        """Give the legal actions in ascending order; empty only when the game is over."""
        return self.options

    def apply(self, action: int) -> State:
        """Give the state after the action; refuse an illegal one with the reason."""
        if action not in self.options:
            raise self.engine.refusal(self, action)
        new = self.copy()
        self.engine.advance(new, action)
        return new

    def advance(self, action: int) -> None:
        """Play a legal action in place, unchecked."""
        self.engine.advance(self, action)

    def chance(self) -> Sequence[tuple[int, float]]:
        """Give the outcomes of the draw with their probabilities; empty unless it is for chance to decide."""
        return self.engine.outcomes(self) if REVEAL <= self.phase < OVER else ()

    def view(self, seat: int) -> JsonObject:
        """Give the position object without the hands of others and the make-up of the draw pile. Rule: AT-R04."""
        return self.engine.view(self, seat)

    def redeal(self, seat: int, rng: Random) -> State:
        """Give a copy in which the draw pile and the others' hands are redealt from what the seat does not see."""
        return self.engine.redeal(self, seat, rng)

    def returns(self) -> tuple[float, ...]:
        """Give 1 to the winner and share -1 among the others; all zero without a winner."""
        seats = self.engine.seats
        if self.winner == NONE:
            return (0.0,) * seats
        return tuple(1.0 if seat == self.winner else -1.0 / (seats - 1) for seat in range(seats))

    def end_reason(self) -> str:
        """Say why the game is over; empty while it goes on. Rule: AT-R39."""
        return END_REASONS[self.end]

    def check(self) -> None:
        """Raise AssertionError if a piece was lost or made, or the position contradicts itself."""
        self.engine.check(self)
