"""Chooses puzzles for the package from several files: judged again, no two alike, at least half of them hard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from rondel.errors import RondelError
from rondel.game import State
from rondel.study.puzzles.find import BEFORE, BLIND, LEAD, LONG, SURE, TRIES, kin
from rondel.study.puzzles.goals import achieved, judge
from rondel.study.puzzles.puzzle import Moves, Puzzle, actions_of
from rondel.study.puzzles.turns import Turns, first_legal


@dataclass(frozen=True, slots=True)
class Sifted:
    """The puzzles that were kept, in their order, and why others were not: how many for each reason."""

    kept: list[Puzzle]
    dropped: Counter[str]


def sift(puzzles: Iterable[Puzzle], unwanted: Collection[str] = ()) -> Sifted:
    """Sift puzzles of one rulebook; of two that are alike the first is kept, and none of those whose id is unwanted."""
    kept: list[Puzzle] = []
    dropped: Counter[str] = Counter()
    known: set[str] = set()
    for puzzle in puzzles:
        state = puzzle.state()
        alike = kin(state, puzzle.goal, puzzle.solution)
        reason = "unwanted" if puzzle.id in unwanted else "alike" if alike in known else fault(puzzle, state)
        if reason:
            dropped[reason] += 1
        else:
            known.add(alike)
            kept.append(replace(puzzle, also=_also(puzzle, state)))
    level = _level(kept)
    dropped["easy"] += len(kept) - len(level)
    return Sifted(level, +dropped)


def fault(puzzle: Puzzle, state: State) -> str:
    """Say in a word why a position is not a puzzle after all; empty if it is one."""
    turns, seat = Turns(state.game), state.turn_of
    if len(puzzle.solution) > LONG:
        return "long"
    if puzzle.before > BEFORE or puzzle.lead < max(LEAD, SURE * puzzle.error):
        return "unsure"
    if not _solves(turns, state, puzzle, puzzle.solution):
        return "wrong"
    if achieved(turns, first_legal(state), seat, puzzle.goal).solved:
        return "first"
    return "blind" if puzzle.goal == "win" and turns.wild(state, TRIES)[1] > BLIND else ""


def _also(puzzle: Puzzle, state: State) -> tuple[Moves, ...]:
    """Give those of the other solutions that still solve the puzzle."""
    turns = Turns(state.game)
    others = dict.fromkeys(moves for moves in puzzle.also if moves != puzzle.solution)
    return tuple(moves for moves in others if _solves(turns, state, puzzle, moves))


def _solves(turns: Turns, state: State, puzzle: Puzzle, moves: Moves) -> bool:
    try:
        return judge(turns, state, puzzle.goal, actions_of(state, moves)).solved
    except RondelError:  # a move that the rules do not allow, or a turn that is not over
        return False


def _level(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Leave out so many of those that the bot of one turn solves that they are half at most: the least clear first."""
    easy = sorted((puzzle for puzzle in puzzles if puzzle.greedy), key=lambda puzzle: -puzzle.lead)
    spare = {puzzle.id for puzzle in easy[len(puzzles) - len(easy) :]}
    return [puzzle for puzzle in puzzles if puzzle.id not in spare]
