"""Positions saved along a game, so that going back replays a few decisions instead of the whole game."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from rondel.game import State

#: decisions between two saved positions
STRETCH = 64


class Marks:
    """Positions by the number of decisions before them.

    Forks of a match share one value: `with_next` and `until` give a new one, and only `fill` changes it, by positions
    that every fork agrees on.
    """

    __slots__ = ("_kept",)

    def __init__(self, steps: tuple[int, ...], states: tuple[State, ...]) -> None:
        self._kept = steps, states

    @property
    def last(self) -> int:
        """How many decisions stand before the last position kept."""
        return self._kept[0][-1]

    def with_next(self, step: int, state: State) -> Marks:
        """Keep one more position, later than all others."""
        steps, states = self._kept
        return Marks((*steps, step), (*states, state.copy()))

    def until(self, step: int) -> Marks:
        """Forget the positions after that many decisions."""
        steps, states = self._kept
        end = bisect_right(steps, step)
        return self if end == len(steps) else Marks(steps[:end], states[:end])

    def nearest(self, step: int) -> tuple[int, State]:
        """Give the last position kept at or before a step."""
        steps, states = self._kept
        place = bisect_right(steps, step) - 1
        return steps[place], states[place]

    def latest(self, count: int) -> list[tuple[int, State]]:
        """Give the last positions kept, in order."""
        steps, states = self._kept
        return list(zip(steps[-count:], states[-count:], strict=True))

    def fill(self, step: int, state: State) -> None:
        """Keep a position computed between two others."""
        steps, states = self._kept
        place = bisect_left(steps, step)
        if place < len(steps) and steps[place] != step:
            # one assignment, because readers in other threads see the old pair or the new one
            self._kept = (*steps[:place], step, *steps[place:]), (*states[:place], state.copy(), *states[place:])
