"""What turns are worth, compared under the same luck.

A search names the turns worth comparing; the one that was played joins them. Each is then played on many times: every
seat goes on with one of its good turns, drawn by how good they look, and hidden and random things are dealt again for
each trial, in the same way for all turns that are compared. So luck does not decide between them, and a difference has
a standard error. The position after the seat's next turns is judged as in a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt
from random import Random
from typing import Final

from rondel.bots.base import Budget, Meter
from rondel.bots.deals import DealBot
from rondel.bots.plan import Line, Planner, distinct, still
from rondel.bots.registry import make_bot
from rondel.bots.search import SearchBot
from rondel.errors import RondelError
from rondel.game import CHANCE, Action, Game, Seat, State, draw

#: the bot that proposes turns, with a fixed number of positions so that the same position gives the same answer
ENGINE: Final = "learned:nodes=200"
#: turns compared, the one that was played besides
WIDTH: Final = 4
#: trials of each: first so many, then more for those that are close, up to the most
FIRST: Final = 6
MOST: Final = 24
#: a turn is given up when it is so many standard errors behind the best
BEHIND: Final = 2.5
#: how much worse a turn must look to be drawn e times as rarely in a trial
LIVELY: Final = 0.02
#: own turns that a trial goes on for: about four turns of all seats together
HORIZON: Final = 4
#: turns of all seats after which a trial is judged as it stands
LONGEST: Final = 12


@dataclass(slots=True)
class Way:
    """A way to play a turn, with what came of its trials for every seat."""

    actions: tuple[Action, ...]
    after: State
    guess: list[float]  # the chances of all seats right after it, as judged without looking ahead
    seat: Seat
    trials: list[list[float]] = field(default_factory=list)

    @property
    def chances(self) -> list[float]:
        """The chances of all seats: the mean of the trials, or the guess where the game is over or none was needed."""
        if not self.trials:
            return self.guess
        return [sum(column) / len(self.trials) for column in zip(*self.trials, strict=True)]

    @property
    def value(self) -> float:
        """The chance of the seat that plays it."""
        return self.chances[self.seat]

    @property
    def error(self) -> float:
        """The standard error of the value."""
        own = [trial[self.seat] for trial in self.trials]
        return _error(own)

    @property
    def wins(self) -> bool:
        """Whether the turn wins the game."""
        return self.after.to_act < 0 and not self.after.legal() and self.after.returns()[self.seat] > 0


def gap(better: Way, worse: Way) -> tuple[float, float]:
    """Give how much better one way is than another, and the standard error, over the trials both have."""
    seat = better.seat
    pairs = list(zip(better.trials, worse.trials, strict=False))
    if not pairs:
        return better.value - worse.value, 0.0
    gaps = [one[seat] - other[seat] for one, other in pairs]
    return sum(gaps) / len(gaps), _error(gaps)


def _error(values: Sequence[float]) -> float:
    count = len(values)
    if count < 2:
        return 0.0
    mean = sum(values) / count
    return sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


class Scales:
    """Weighs the turns of one game; the same position gives the same answer."""

    def __init__(self, game: Game, engine: str = ENGINE, width: int = WIDTH, most: int = MOST, luck: str = "") -> None:
        bot = make_bot(engine, game)
        if not isinstance(bot, SearchBot | DealBot):
            raise RondelError("bad_option", f"{engine} does not look ahead; reviews need search or learned.")
        self.engine = engine
        self.game = game
        self.bot = bot
        self.evaluator = bot.evaluator
        self.width = width
        self.most = most
        self.luck = luck  # another word gives other deals, to see how much of a review is chance
        self._planner = Planner(self.evaluator, Meter(Budget()), few=True)

    @property
    def nodes(self) -> int:
        """How many positions were judged to compare turns."""
        return self._planner.meter.spent

    def chances(self, state: State, seat: Seat) -> list[float]:
        """Judge a position as a seat may know it, without looking ahead."""
        return self.evaluator.chances(state.redeal(seat, self._luck(state, seat, 0)))

    def after_draw(self, state: State, action: Action, seat: Seat) -> float:
        """Judge a position after a draw for a seat; what else is hidden is dealt in the same way for all draws."""
        here = state.apply(action)
        self._planner.between(here)
        return self.evaluator.chances(here.redeal(seat, self._luck(state, seat, 4)))[seat]

    def weigh(self, state: State, seat: Seat, played: tuple[Action, ...] = (), after: State | None = None) -> list[Way]:
        """Compare the good turns from a position, and the one that was played; best first."""
        ways: list[Way] = []
        for ways in self.deepen(state, seat, played, after):  # noqa: B007
            pass
        return ways

    def deepen(
        self, state: State, seat: Seat, played: tuple[Action, ...] = (), after: State | None = None
    ) -> Iterator[list[Way]]:
        """Compare the good turns from a position; yield them, best first, after each round of trials."""
        known = state.redeal(seat, self._luck(state, seat, 1))
        ways = self._ways(known, seat, played, after)
        yield sorted(ways, key=lambda way: (-way.wins, -way.value))
        if len(ways) < 2 or any(way.wins for way in ways):
            return
        racing = list(ways)
        luck = self._luck(state, seat, 2)
        for _ in range(self.most):
            deal = luck.random()
            for way in racing:
                way.trials.append(self._trial(way.after, seat, Random(deal)))
            yield sorted(ways, key=lambda way: -way.value)
            if len(racing[0].trials) >= FIRST:
                best = max(racing, key=lambda way: way.value)
                racing = [way for way in racing if way is best or not _behind(best, way)]
                if len(racing) == 1:
                    break

    def compare(self, state: State, seat: Seat, one: Sequence[Action], other: Sequence[Action]) -> tuple[Way, Way]:
        """Compare two ways to play a turn under the same luck."""
        known = state.redeal(seat, self._luck(state, seat, 1))
        ways = self._way(known, seat, one), self._way(known, seat, other)
        if not any(way.wins for way in ways):
            self.look_again(state, *ways)
        return ways

    def _way(self, state: State, seat: Seat, actions: Sequence[Action]) -> Way:
        after = state.copy()
        for action in actions:
            after.advance(action)
        return Way(tuple(actions), after, self._guess(after), seat)

    def look_again(self, state: State, better: Way, worse: Way) -> None:
        """Compare two ways once more, with more trials that go on for longer; these replace the earlier ones."""
        for _ in self.again(state, better, worse):
            pass

    def again(self, state: State, better: Way, worse: Way) -> Iterator[None]:
        """Compare two ways once more, a trial at a time."""
        better.trials.clear()
        worse.trials.clear()
        luck = self._luck(state, better.seat, 5)
        for _ in range(2 * self.most):
            deal = luck.random()
            for way in (better, worse):
                way.trials.append(self._trial(way.after, way.seat, Random(deal), 2 * HORIZON))
            yield

    def _ways(self, state: State, seat: Seat, played: tuple[Action, ...], after: State | None) -> list[Way]:
        """Give the turns to compare; the one that was played stands for every other that ends in the same position."""
        self.bot.recall(({}, self._luck(state, seat, 3).getstate()))
        lines = [line for line, _, _ in self.bot.weighed(state, seat)]
        if after is not None:
            here = Line(list(played), after, 1.0)
            same = self._sight(after, seat)
            lines = [here, *(line for line in lines if self._sight(line.state, seat) != same)]
        found = distinct(lines, self.width + (after is not None))
        return [Way(tuple(line.actions), line.state, self._guess(line.state), seat) for line in found]

    def _luck(self, state: State, seat: Seat, use: int) -> Random:
        """Give the same luck for positions that look the same to a seat."""
        return Random(f"{self.luck}{use} {state.view(seat)!r}")

    def _sight(self, state: State, seat: Seat) -> object:
        return repr(state.view(seat)) if self.evaluator.deals else state.key()

    def _guess(self, state: State) -> list[float]:
        here = state.copy()
        self._planner.between(here)
        return self.evaluator.chances(here)

    def _trial(self, state: State, seat: Seat, rng: Random, horizon: int = HORIZON) -> list[float]:
        """Play on from the end of a turn under one deal until the seat has had its next turns; judge that."""
        here = state.redeal(seat, rng) if state.to_act != CHANCE or state.turn_of == seat else state.copy()
        left = max(1, horizon // len(here.returns()))
        turn, turns = here.turn_of, 0
        while here.legal() and turns < LONGEST:
            self._go_on(here, rng)
            if here.turn_of != turn:
                left -= turn == seat and turns > 0
                turn, turns = here.turn_of, turns + 1
                if not left:
                    break
        self._planner.between(here)
        return self.evaluator.chances(here)

    def _go_on(self, state: State, rng: Random) -> None:
        """Take the next draw, answer or turn of a trial."""
        seat = state.to_act
        if seat == CHANCE:
            state.advance(draw(state, rng))
        elif not still(state, seat):
            state.advance(self._planner.answer(state))
        elif not self.evaluator.settled(state):
            state.advance(self.evaluator.default(state, True))
        else:
            for action in _drawn(self._planner.lines(state, seat), rng).actions:
                state.advance(action)


def _drawn(lines: list[Line], rng: Random) -> Line:
    """Draw a turn: the worse it looks, the rarer."""
    top = lines[0].value
    if top >= 1.0:
        return lines[0]  # everybody takes a win they see
    shares = [exp((line.value - top) / LIVELY) for line in lines]
    return rng.choices(lines, shares)[0]


def _behind(best: Way, way: Way) -> bool:
    mean, error = gap(best, way)
    return mean > BEHIND * error + 1e-9
