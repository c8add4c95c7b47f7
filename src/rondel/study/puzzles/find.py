"""Is a position a puzzle? Cheap questions come first, so that few positions are weighed.

The goal of a puzzle is exact: a win is a win on the board, and whether the next player can win is tried out turn
by turn. How far the solution is ahead of the best turn that fails is weighed: first with a few trials, then again with
ten times as many, and only the second result counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import log2
from typing import Final

from rondel import compact
from rondel.bots.plan import Line
from rondel.game import Game, Seat, State
from rondel.study.puzzles.goals import achieved, other_answer
from rondel.study.puzzles.puzzle import Goal, Puzzle
from rondel.study.puzzles.themes import theme_of
from rondel.study.puzzles.turns import Turns, first_legal, moves, played, shortened, won
from rondel.study.weigh import Scales, gap

#: how far the solution must be ahead, and what the position may look like at most
LEAD: Final = 0.35
BEFORE: Final = 0.65
#: positions that look lost from the start are left out
HOPELESS: Final = 0.02
#: trials of a turn are twice these: at first, and to check
FIRST, CHECKED = 1, 10
#: a lead is sure if it is so many standard errors
SURE: Final = 2.5
#: of the turns compared, so many may solve it
SHARE: Final = 1 / 2
#: points from winning within which a win is looked for
NEAR: Final = 1
#: random turns in which a win is looked for
TRIES: Final = 80
#: of them, so many may win: a puzzle is not solved by playing anything
BLIND: Final = 1 / 12
#: turns that fail and are weighed against the solution, and other solutions that are told
RIVALS: Final = 2
ALSO: Final = 2
#: moves of a solution at most: longer ones are work, not a puzzle
LONG: Final = 12


@dataclass(frozen=True, slots=True)
class _Found:
    """Turns that achieve a goal, and turns that do not, each the likeliest first."""

    goal: Goal
    good: list[Line]
    bad: list[Line]
    greedy: bool  # whether the likeliest of all achieves it
    solving: int  # how many achieve it, of how many
    turns: int


class Finder:
    """Finds puzzles among the positions of one game."""

    def __init__(self, game: Game, engine: str) -> None:
        self.turns = Turns(game)
        self.quick = Turns(game, few=True)
        self.first = Scales(game, engine, most=FIRST)
        self.check = Scales(game, engine, most=CHECKED)

    def look(self, state: State, known: Container[str] = (), easy: bool = True) -> Puzzle | None:
        """Make a puzzle of a position where a turn begins; None if it is not one, or if a similar one is known already.

        Without `easy`, only those that the bot which sees its own turn alone does not solve.
        """
        seat = state.turn_of
        before = self.check.chances(state, seat)[seat]
        if not HOPELESS < before <= BEFORE:
            return None
        found = self._goal(state, seat)
        if found is None or (found.greedy and not easy):
            return None
        found = replace(found, good=self._solutions(state, found))
        if not found.good or kin(state, found.goal, moves(state, found.good[0].actions)) in known:
            return None
        if achieved(self.turns, first_legal(state), seat, found.goal).solved:
            return None
        if self._lead(self.first, state, seat, found)[0] < LEAD:
            return None
        lead, error = self._lead(self.check, state, seat, found)
        if lead < LEAD or lead < SURE * error:
            return None
        return self._told(state, found, before, lead, error)

    # ---- the goal ----------------------------------------------------------------------------------------------------

    def _goal(self, state: State, seat: Seat) -> _Found | None:
        lines = self.turns.lines(state)
        own, others = self._away(state, seat)
        wild, luck = self.turns.wild(state, TRIES) if own <= NEAR else ([], 0.0)
        if luck > BLIND:
            return None
        if any(won(line.state) == seat for line in lines):
            return self._split("win", lines, seat)
        if wild:
            return _Found("win", wild, lines, False, len(wild), len(wild) + len(lines))
        if self.turns.game.seats == 2 and own <= NEAR and self._may_force(lines, seat):
            return self._split("force", lines, seat)
        if others > NEAR or all(self._does("hold", line, seat) for line in (lines[0], lines[-1])):
            return None
        return self._split("hold", lines, seat)

    def _may_force(self, lines: Sequence[Line], seat: Seat) -> bool:
        """Say whether a turn forces a win: first at a glance, with the likeliest candidates of both, then in full."""
        glance = [line for line in lines if achieved(self.quick, line.state, seat, "force").solved]
        return any(self._does("force", line, seat) for line in glance)

    def _away(self, state: State, seat: Seat) -> tuple[int, int]:
        """Give how far the seat, and the nearest of the others, is from winning by points; 0 where these do not win."""
        away = [max(0, self.turns.game.target - points) for points in self.turns.game.merit(state)]
        if not self.turns.game.target:
            return 0, 0
        return away[seat], min(away[:seat] + away[seat + 1 :])

    def _split(self, goal: Goal, lines: Sequence[Line], seat: Seat) -> _Found | None:
        good, bad = list[Line](), list[Line]()
        for line in lines:
            (good if self._does(goal, line, seat) else bad).append(line)
            if len(good) > SHARE * len(lines):
                return None
        whole = [line for line in good if line.state.turn_of != seat or not line.state.legal()]
        easy = lines[0] in good
        return _Found(goal, whole, bad, easy, len(good), len(lines)) if whole and bad else None

    def _does(self, goal: Goal, line: Line, seat: Seat) -> bool:
        if goal == "win":
            return won(line.state) == seat
        return achieved(self.turns, line.state, seat, goal).solved

    def _solutions(self, state: State, found: _Found) -> list[Line]:
        """Give turns that hold against every answer, without what they do not need; none that is long, none twice."""
        sure = (line for line in found.good if self._holds(state, found.goal, line))
        short = [self.short(state, found.goal, line) for line in islice(sure, 1 + ALSO)]
        told = {moves(state, line.actions): line for line in short if self._holds(state, found.goal, line)}
        return [line for solution, line in told.items() if len(solution) <= LONG]

    def _holds(self, state: State, goal: Goal, line: Line) -> bool:
        return other_answer(self.turns, state, goal, line.actions) is None

    def short(self, state: State, goal: Goal, line: Line) -> Line:
        """Give a turn without what its goal does not need."""
        seat = state.turn_of
        actions = shortened(state, line.actions, lambda after: achieved(self.turns, after, seat, goal).solved)
        return Line(actions, played(state, actions), line.value)

    # ---- the lead ----------------------------------------------------------------------------------------------------

    def _lead(self, scales: Scales, state: State, seat: Seat, found: _Found) -> tuple[float, float]:
        """Give how far the solution is ahead of the best turn that fails, and the standard error."""
        if found.goal == "win":
            ways = scales.compare(state, seat, found.bad[0].actions, found.bad[min(1, len(found.bad) - 1)].actions)
            return min((1.0 - way.value, way.error) for way in ways)
        best = found.good[0].actions
        return min(gap(*scales.compare(state, seat, best, bad.actions)) for bad in found.bad[:RIVALS])

    # ---- what is told ------------------------------------------------------------------------------------------------

    def _told(self, state: State, found: _Found, before: float, lead: float, error: float) -> Puzzle:
        position = compact.to_line(state)
        good, bad = found.good[0], found.bad[0]
        reply = achieved(self.turns, bad.state, state.turn_of, found.goal).reply
        solution = moves(state, good.actions)
        return Puzzle(
            id=hashlib.sha256(position.encode()).hexdigest()[:10],
            position=position,
            goal=found.goal,
            theme=theme_of(state, found.goal, good.actions),
            solution=solution,
            also=tuple(moves(state, line.actions) for line in found.good[1:]),
            wrong=moves(state, bad.actions),
            reply=moves(bad.state, reply.actions) if reply else (),
            before=round(before, 3),
            lead=round(lead, 3),
            error=round(error, 3),
            turns=found.turns,
            greedy=found.greedy,
            rating=_rating(found, len(solution)),
        )


def kin(state: State, goal: Goal, solution: Sequence[str]) -> str:
    """Name what puzzles have in common that are too much alike: who does the same for the same goal, at any price."""
    what = sorted(
        {" ".join(word for word in move.split()[:4] if word.isalpha() and len(word) > 2) for move in solution}
    )
    return f"{state.game.who(state)} {goal} {', '.join(what)}"


#: the first rating of a puzzle, by goal
_WORTH: Final[dict[Goal, int]] = {"win": 1200, "hold": 1450, "force": 1600}


def _rating(found: _Found, length: int) -> int:
    """Guess how hard a puzzle is: longer turns, rarer solutions, and what a bot of one turn does not see are harder."""
    rare = log2(found.turns / found.solving)
    guess = _WORTH[found.goal] + 40 * min(length, 8) + 50 * rare + (0 if found.greedy else 150)
    return 10 * round(guess / 10)
