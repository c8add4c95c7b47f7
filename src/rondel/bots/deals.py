"""search for games with hidden parts: candidate turns are played on under many deals and compared.

Each trial draws hidden and random things once for all candidates, so that luck does not decide between them (common
random numbers). In a trial every seat follows its planner until the seat's second turn from now has ended; there the
position is judged. A candidate that is significantly behind the leader is dropped, so that the budget goes to the
close ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

from rondel.bots.base import Budget, Choice, Meter
from rondel.bots.beam import beam, varied
from rondel.bots.evaluator import Evaluator
from rondel.bots.plan import Line, Planner, distinct, still
from rondel.bots.turns import TurnBot
from rondel.game import CHANCE, Action, Seat, State, draw

#: how many trials the judgement of a turn's end counts as, unless the judgement says so itself
TRUST: Final = 3.0
#: a candidate is dropped when it is this many standard errors behind, more after few trials, and never before this
#: many trials
BEHIND: Final = 2.4
UNSURE: Final = 2.0
FIRST: Final = 4
#: candidates that look worse than the best by more than this are not tried
FAR_OFF: Final = 0.3
#: candidates raced
WIDTH: Final = 10
#: how many more turns of the seat a trial plays, unless the judgement says so itself
AHEAD: Final = 2
#: turns of all seats after which a trial is cut off
LONGEST: Final = 12


class Candidate:
    """A way to play the turn, and how its trials went."""

    __slots__ = ("line", "results", "trust")

    def __init__(self, line: Line, trust: float = TRUST) -> None:
        self.line = line
        self.trust = trust
        self.results: list[float] = []

    def mean(self) -> float:
        """Give the mean of the trials, the judgement of the turn's end among them."""
        return (sum(self.results) + self.trust * self.line.value) / (len(self.results) + self.trust)

    def behind(self, best: Candidate) -> bool:
        """Say whether the candidate is significantly worse than another, compared trial by trial."""
        gaps = [a - b for a, b in zip(best.results, self.results, strict=True)]
        count = len(gaps)
        mean = sum(gaps) / count
        spread = sum((gap - mean) ** 2 for gap in gaps) / (count - 1)
        return mean > BEHIND * (1.0 + UNSURE / (count - 1)) * sqrt(spread / count) + 1e-9


class DealBot(TurnBot):
    """Looks ahead under many deals."""

    def __init__(
        self, evaluator: Evaluator, budget: Budget, seed: int = 0, width: int = 0, name: str = "search",
        ahead: int = AHEAD, trust: float = TRUST,
    ) -> None:  # fmt: skip
        super().__init__(evaluator, name, seed=seed)
        self.budget = budget
        self.width = width or WIDTH
        self.ahead = ahead
        self.trust = trust

    def find(self, state: State, seat: Seat) -> Line:
        """Race candidates and give the winner."""
        return self._race(state, seat)[0].line

    def weighed(self, state: State, seat: Seat) -> list[tuple[Line, int, float]]:
        """Give the turns that were raced, with trials and worth, the one to play first."""
        return [(one.line, len(one.results), one.mean()) for one in self._race(state, seat)]

    def _race(self, state: State, seat: Seat) -> list[Candidate]:
        """Try the candidates until the budget is spent or one is left; give all, best first."""
        meter = Meter(self.budget)
        lines = self._lines(Planner(self.evaluator, meter), state, seat)
        racing = [Candidate(line, self.trust) for line in lines if line.value > lines[0].value - FAR_OFF]
        rest = [Candidate(line, self.trust) for line in lines[len(racing) :]]
        quick = Planner(self.evaluator, meter, few=True)
        while len(racing) > 1 and racing[0].line.value < 1.0 and not meter.out():
            seed = self._rng.getrandbits(32)
            for candidate in racing:
                value = _trial(quick, candidate.line.state, seat, Random(seed), self.ahead)
                if meter.late():
                    break  # the trial was cut off
                candidate.results.append(value)
                if meter.out():
                    break
            _even(racing)
            racing.sort(key=lambda candidate: -candidate.mean())
            if len(racing[0].results) >= FIRST:
                rest += [one for one in racing[1:] if one.behind(racing[0])]
                racing = [one for one in racing if one is racing[0] or not one.behind(racing[0])]
        return racing + sorted(rest, key=lambda candidate: -candidate.mean())

    def _lines(self, planner: Planner, state: State, seat: Seat) -> list[Line]:
        """Give different ways to play the turn, best first: one for each beginning, then the best of the rest."""
        found = distinct(varied([*planner.lines(state, seat), *beam(planner, state, seat)]), self.width)
        for line in found:
            line.value = self.evaluator.chances(line.state)[seat]
        return sorted(found, key=lambda line: -line.value)

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        """Judge the first decisions of the candidates, by the best of each."""
        if not still(state, seat) or not self.evaluator.settled(state):
            return super().rank(state, seat, legal)
        found: dict[Action, Choice] = {}
        for candidate in self._race(state, seat):
            line = candidate.line
            if line.actions[0] not in found:
                reason = self.evaluator.reason(state, line.state, seat)
                found[line.actions[0]] = Choice(line.actions[0], candidate.mean(), reason)
        return sorted(found.values(), key=lambda choice: -choice.value)


def _even(racing: list[Candidate]) -> None:
    """Drop an unfinished round of trials: candidates are compared trial by trial."""
    count = len(racing[-1].results)
    for candidate in racing:
        del candidate.results[count:]


def _trial(planner: Planner, state: State, seat: Seat, rng: Random, ahead: int) -> float:
    """Play on from the end of a candidate under a deal until the seat has had some turns more; judge that."""
    here = state.redeal(seat, rng) if state.to_act != CHANCE or state.turn_of == seat else state.copy()
    turns, turn, own, had = 0, here.turn_of, here.turn_of == seat, 0
    while here.legal() and turns < LONGEST and not planner.meter.late():
        if here.to_act == CHANCE:
            here.advance(draw(here, rng))
        else:
            _go_on(planner, here)
        if here.turn_of != turn:
            had += turn == seat and not own
            if had >= ahead:
                break
            turn, own = here.turn_of, False
            turns += 1
    planner.meter.spent += 1
    return planner.evaluator.chances(here)[seat]


def _go_on(planner: Planner, state: State) -> None:
    """Play the rest of a turn, up to the next random event, as the planner thinks best."""
    seat = state.to_act
    if not still(state, seat):
        state.advance(planner.answer(state))
    elif not planner.evaluator.settled(state):
        state.advance(planner.evaluator.default(state, planner.few))
    else:
        for action in planner.lines(state, seat)[0].actions:
            state.advance(action)
