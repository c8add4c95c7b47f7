"""Positions of Attika as rows of numbers, compiled: what `AttikaEncoder` puts into arrays."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.attika.phases.building import laid
from rondel.attika.rules import BLANK
from rondel.attika.state import PAYING, ROTATE, Engine, State
from rondel.attika.tables import NONE, G, K, P, T
from rondel.features.plan import Plan
from rondel.features.rows import put, put_flags
from rondel.native import i32, i64, vec
from rondel.tables import words


class AttikaRows:
    """Writes positions of one game; places and words of the columns are those of its plan."""

    engine: Engine
    seats: i64
    blank: vec[i32]
    one: i32

    def __init__(self, engine: Engine, plan: Plan, symbols: Sequence[bytes]) -> None:
        """Take the symbols of each board tile."""
        self.engine = engine
        self.seats = engine.seats
        self.left: i64 = engine.window.left
        self.low: i64 = engine.window.low
        self.symbols = tuple(symbols)
        self.blank = words(plan.blank)
        self.one = plan.word(1.0, 1.0)
        self._place_spaces(plan)
        self._place_players(plan)
        self._place_moment(plan)

    def _place_spaces(self, plan: Plan) -> None:
        window = self.engine.window
        self.width: i64 = plan.width("regions")
        self.shrine: i64 = plan.place("regions", "beside shrine 0")
        self.q_words: vec[i32] = words(plan.words("regions", "q"))
        self.r_words: vec[i32] = words(plan.words("regions", "r"))
        # the middle of a tile is told as a fraction of the window
        self.q_parts: vec[i32] = words([plan.word(q / window.width, 255.0) for q in range(window.width)])
        self.r_parts: vec[i32] = words([plan.word(r / window.height, 255.0) for r in range(window.height)])

    def _place_players(self, plan: Plan) -> None:
        self.player: i64 = plan.place("players", "mine")
        self.span: i64 = plan.width("players")
        self.ones: vec[i32] = words(plan.of_scale(1.0))
        self.threes: vec[i32] = words(plan.of_scale(3.0))
        self.fours: vec[i32] = words(plan.of_scale(4.0))
        self.eights: vec[i32] = words(plan.of_scale(8.0))
        self.tens: vec[i32] = words(plan.of_scale(10.0))

    def _place_moment(self, plan: Plan) -> None:
        self.phase: i64 = plan.place("global", "phase turn")
        self.mode: i64 = plan.place("global", "mode draw")
        self.counts: i64 = plan.place("global", "actions left")
        self.pile: i64 = plan.place("global", "pile drawn from basic")
        self.tile: i64 = plan.place("global", "tile in hand 0 water")
        self.middle: i64 = plan.place("global", "middle q")
        self.stack: i64 = plan.place("global", "tile in the stack 0")
        self.fifteens: vec[i32] = words(plan.of_scale(15.0))
        self.sixties: vec[i32] = words(plan.of_scale(60.0))

    def row(self, state: State, seat: i64, hands: i64) -> vec[i32]:
        """Give a fresh row as a seat sees it; of the hands, those of the seats in the mask are open."""
        row = self.blank[:]
        self._spaces(row, state, seat)
        place: i64 = 0
        while place < self.seats:
            other = (seat + place) % self.seats
            self._player(row, state, seat, self.player + place * self.span, other, hands >> other & 1 != 0)
            place += 1
        self._moment(row, state)
        self._tile(row, state)
        self._cards(row, state)
        return row

    def _spaces(self, row: vec[i32], state: State, seat: i64) -> None:
        """Write each space on the board: where it lies, its landscape, what stands on it, the shrines next to it."""
        one, width, layout = self.one, self.width, state.layout
        ground, built, shrines = state.ground, state.built, layout.shrine_bits
        at: i64 = 0
        space = 0
        for q, r in layout.hexes:
            row[at] = one
            put(row, at + 1, self.q_words, i64(q) - self.left)
            put(row, at + 2, self.r_words, i64(r) - self.low)
            terrain: i64 = ground[space]
            row[at + 4 + terrain] = one
            code: i64 = built[space]
            if code:
                self._building(row, at + 5 + BLANK, seat, code - 1)
            beside: i64 = shrines[space]
            if beside:
                put_flags(row, at + self.shrine, one, beside)
            at += width
            space += 1
        if state.phase == PAYING:
            row[3 + i64(state.site) * width] = one

    def _building(self, row: vec[i32], at: i64, seat: i64, code: i64) -> None:
        """Write whose building it is, counted from the seat on, and which."""
        owner = (code // K - seat) % self.seats
        row[at + owner] = self.one
        row[at + self.seats + code % K] = self.one

    def _player(self, row: vec[i32], state: State, seat: i64, at: i64, other: i64, shown: bool) -> None:
        """Write what a player has; the cards by terrain only if the hand is shown."""
        one = self.one
        if other == seat:
            row[at] = one
        if other == state.turn:
            row[at + 1] = one
        if other == state.start:
            row[at + 2] = one
        terrain: i64 = 0
        cards: i64 = 0
        while terrain < T:
            count: i64 = state.hands[T * other + terrain]
            cards += count
            if shown:
                put(row, at + 4 + terrain, self.fours, count)
            terrain += 1
        put(row, at + 3, self.eights, cards)
        at += 4 + T
        _run(row, at, self.ones, state.stored, K * other, K)
        _run(row, at + K, self.ones, state.unseen, K * other, K)
        at += 2 * K
        _run(row, at, self.eights, state.piles, P * other, P)
        put(row, at + P, self.fours, state.amphorae[other])
        at += P + 1
        put_flags(row, at, one, state.rewarded[other])
        _run(row, at + G, self.tens, state.complete, G * other, G)
        put(row, at + 2 * G, self.fours, state.colonies[other])
        row[at + 2 * G + 1 + state.cities[other]] = one

    def _moment(self, row: vec[i32], state: State) -> None:
        """Write the phase, what the turn is used for, and what is due."""
        one, at = self.one, self.counts
        row[self.phase + state.phase] = one
        if state.mode:
            row[self.mode + state.mode - 1] = one
        put(row, at, self.threes, state.left)
        put(row, at + 1, self.ones, state.acted)
        put(row, at + 2, self.fours, state.voids)
        put(row, at + 3, self.fours, state.due)
        put(row, at + 4, self.ones, state.extend)
        put(row, at + 5, self.ones, state.choosing)
        if state.pile != NONE:
            row[self.pile + state.pile] = one
        if state.pending != NONE:
            row[self.pile + P + state.pending] = one

    def _tile(self, row: vec[i32], state: State) -> None:
        """Write the board tile to be laid, and where its middle goes once that is settled."""
        if state.tile != NONE:
            at = self.tile
            for symbol in self.symbols[state.tile]:
                row[at + symbol] = self.one
                at += BLANK + 1
        if state.phase == ROTATE:
            q, r = self.engine.window.hex(state.site)
            row[self.middle] = self.q_parts[i64(q) - self.left]
            row[self.middle + 1] = self.r_parts[i64(r) - self.low]

    def _cards(self, row: vec[i32], state: State) -> None:
        """Write the cards laid for a price, draw pile and discard, and what is left in the box."""
        at = self.middle + 2
        if state.phase == PAYING:
            terrain: i64 = 0
            for count in laid(state):
                put(row, at + terrain, self.fours, count)
                terrain += 1
        put(row, at + T, self.sixties, sum(state.deck))
        _run(row, at + T + 1, self.fifteens, state.discard, 0, T)
        put(row, at + 2 * T + 1, self.fifteens, self.engine.rules.amphorae - sum(state.amphorae))
        put_flags(row, self.stack, self.one, state.tiles_left)


def _run(row: vec[i32], at: i64, words: vec[i32], table: vec[i64], first: i64, count: i64) -> None:
    """Write a part of a table side by side."""
    place: i64 = 0
    while place < count:
        found: i64 = table[first + place]
        put(row, at + place, words, found)
        place += 1
