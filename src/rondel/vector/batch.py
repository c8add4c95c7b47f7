"""Many games of one kind in step, without NumPy: the loop that the compiled build compiles.

A game shows the seat that decides: its observation as a row of words, its legal actions in a row of fixed length, and
how many there are. When a game is over, the seat is the one that decided last (or would be next, if the game was cut
off), and there are no legal actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from rondel.game import CHANCE, TERMINAL, Game, State, draw
from rondel.native import i64, vec
from rondel.tables import longs
from rondel.vector.ending import Ending

if TYPE_CHECKING:
    from rondel.bots.base import Chooser
    from rondel.features.table import Rows

#: what happens to a game that is over: a new one at the next step, at once, or when `reset` is called
NEXT_STEP: Final = 0
SAME_STEP: Final = 1
DISABLED: Final = 2

#: what stands in a row of legal actions after the last of them
NOTHING: Final = -1

#: makes the bots of one game from its seed: one for each seat, None where the caller decides
Seating = Callable[[int], "Sequence[Chooser | None]"]


class Batch:
    """Games side by side, each with its own generator: the same seed gives the same game, whatever the others do."""

    game: Game
    rows: Rows
    size: i64
    cap: i64
    most: i64
    autoreset: i64
    row_size: i64
    current: vec[i64]
    count: vec[i64]
    legal: vec[i64]
    decisions: vec[i64]
    over: vec[i64]

    def __init__(
        self, game: Game, rows: Rows, row_size: int, size: int, cap: int, most: int, autoreset: int,
        seating: Seating | None,
    ) -> None:  # fmt: skip
        self.game, self.rows, self.row_size = game, rows, row_size
        self.size, self.cap, self.most, self.autoreset = size, cap, most, autoreset
        self.seating = seating
        self.states: list[State] = [game.new()] * size
        self.rngs: list[Random] = [Random(0)] * size
        self.bots: list[Sequence[Chooser | None]] = [()] * size
        self.current = longs([0] * size)
        self.count = longs([0] * size)
        self.legal = longs([NOTHING] * (size * most))
        self.decisions = longs([0] * size)
        self.over = longs([1] * size)

    def seed(self, number: int, seed: int) -> None:
        """Give a game its generator."""
        self.rngs[number] = Random(seed)

    def begin(self, number: i64) -> None:
        """Begin a new game and play to the first decision of the caller."""
        rng = self.rngs[number]
        state = self.game.new(rng.getrandbits(32))
        self.states[number] = state
        self.decisions[number] = 0
        self.over[number] = 0
        if self.seating is not None:
            self.bots[number] = self.seating(rng.getrandbits(32))
        self._go_on(number, state, rng, False)

    def illegal(self, actions: Sequence[int]) -> int:
        """Give the number of the first game whose action is not legal; -1 if all are. Nothing is played."""
        number: i64 = 0
        for action in actions:
            if not self.over[number] and action not in self.states[number].legal():
                return number
            number += 1
        return -1

    def step(self, actions: Sequence[int], target: memoryview | None) -> list[Ending]:
        """Play a legal action in each game, begin new games where that is due, and show all; give those that ended.

        Rows are written to the target, one after another; without a target they are not made.
        """
        ended: list[Ending] = []
        number: i64 = 0
        for action in actions:
            if not self.over[number]:
                state = self.states[number]
                state.advance(action)
                self.decisions[number] += 1
                self._go_on(number, state, self.rngs[number], True)
                if self.over[number]:
                    ended.append(self._ending(number, state, target is not None))
                    if self.autoreset == SAME_STEP:
                        self.begin(number)
            elif self.autoreset == NEXT_STEP:
                self.begin(number)
            self._list(number)
            if target is not None:
                self.show(number, target)
            number += 1
        return ended

    def show_all(self, target: memoryview | None) -> None:
        """Show every game as it is."""
        number: i64 = 0
        while number < self.size:
            self._list(number)
            if target is not None:
                self.show(number, target)
            number += 1

    def show(self, number: i64, target: memoryview) -> None:
        """Write the observation of the seat that decides."""
        first = number * self.row_size
        target[first : first + self.row_size] = self._row(number)  # type: ignore[call-overload]  # any buffer will do

    def _row(self, number: i64) -> object:
        seat = self.current[number]
        return self.rows.row(self.states[number], seat, 1 << int(seat))

    def _ending(self, number: i64, state: State, shown: bool) -> Ending:
        cut = self.over[number] == 2
        row = self._row(number) if shown and self.autoreset == SAME_STEP else None
        returns = (0.0,) * self.game.seats if cut else state.returns()
        return Ending(number, returns, cut, state.end_reason(), self.current[number], row)

    def _go_on(self, number: i64, state: State, rng: Random, capped: bool) -> None:
        """Play random events and bots until the caller must decide or the game is over."""
        bots = self.bots[number]
        while True:
            seat = state.to_act
            if seat == CHANCE:
                state.advance(draw(state, rng))
            elif seat == TERMINAL:
                self.over[number] = 1
                return
            else:
                bot = bots[seat] if bots else None
                cut = capped and self.decisions[number] >= self.cap
                if bot is None or cut:
                    self.current[number] = seat
                    if cut:
                        self.over[number] = 2
                    return
                state.advance(bot.choose(state.redeal(seat, rng), seat, state.legal()))
                self.decisions[number] += 1

    def _list(self, number: i64) -> None:
        """Write the legal actions of a game, as many as fit, and how many there are."""
        first = number * self.most
        place: i64 = 0
        count: i64 = 0
        if not self.over[number]:
            options = self.states[number].legal()
            count = len(options)
            for action in options:
                if place == self.most:
                    break
                self.legal[first + place] = action
                place += 1
        before = min(self.count[number], self.most)
        while place < before:
            self.legal[first + place] = NOTHING
            place += 1
        self.count[number] = count
