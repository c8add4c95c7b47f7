"""Makes puzzles from games; the file grows line by line, and an interrupted run continues."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from rondel.errors import RondelError
from rondel.game import State
from rondel.record import Record
from rondel.registry import ByGame
from rondel.study.puzzles.find import Finder, kin
from rondel.study.puzzles.games import of_record, positions
from rondel.study.puzzles.puzzle import Puzzle, from_line

#: the judge that weighs turns
ENGINE: Final = "search:nodes=50"
#: puzzles of one game at most, because its positions are alike; and such that the bot of one turn solves
EACH, EACH_EASY = 6, 2
#: puzzles that the bot of one turn solves, at most this share
EASY: Final = 0.5
#: the keys of a line that says how many games are done, and of which seed
DONE, SEED = "done", "seed"


class Maker:
    """Makes puzzles of one rulebook. The same seed gives the same puzzles, however often it is interrupted."""

    def __init__(self, book_id: str, count: int, seed: int = 0, engine: str = ENGINE) -> None:
        self.book_id = book_id
        self.count = count
        self.seed = seed
        self.puzzles: list[Puzzle] = []
        self.games = 0
        self._kin: set[str] = set()
        self._finders = ByGame(lambda game: Finder(game, engine))

    @property
    def full(self) -> bool:
        """Whether there are enough."""
        return len(self.puzzles) >= self.count

    def go_on(self, lines: Iterable[str]) -> None:
        """Take over what was made before, of the same rulebook and seed."""
        for line in filter(str.strip, lines):
            if is_mark(line):
                mark = json.loads(line)
                self._same(mark.get(SEED, self.seed) == self.seed)
                self.games = int(mark[DONE])
            else:
                puzzle = from_line(line)
                self._same(puzzle.game == self.book_id)
                self._keep(puzzle)

    @property
    def mark(self) -> str:
        """Say in a line how many games are done, of which seed."""
        return json.dumps({DONE: self.games, SEED: self.seed})

    def _same(self, same: bool) -> None:
        if not same:
            raise RondelError("bad_request", "The file was made of another rulebook or seed; name a new file.")

    def of_bots(self, most: int = 0) -> Iterator[list[Puzzle]]:
        """Play games, so many at most, and look for puzzles until there are enough; give those of each game."""
        while not self.full and (not most or self.games < most):
            states = positions(self.book_id, f"{self.seed} {self.games}")
            found = self._among(states, f"seed {self.seed} game {self.games}")
            self.games += 1
            yield found

    def of_records(self, records: Sequence[Record]) -> Iterator[list[Puzzle]]:
        """Look for puzzles in games that were played."""
        for record in records[self.games :]:
            self.games += 1
            yield self._among(of_record(record), f"record {self.games}")

    def _among(self, states: Iterable[State], origin: str) -> list[Puzzle]:
        found: list[Puzzle] = []
        for state in states:
            if len(found) == EACH or self.full:
                break
            easy = sum(puzzle.greedy for puzzle in found) < EACH_EASY and self._may_be_easy()
            puzzle = self._finders(state.game).look(state, self._kin, easy)
            if puzzle is not None:
                found.append(replace(puzzle, origin=origin))
                self._keep(found[-1])
        return found

    def _may_be_easy(self) -> bool:
        return sum(puzzle.greedy for puzzle in self.puzzles) <= EASY * len(self.puzzles)

    def _keep(self, puzzle: Puzzle) -> None:
        state = puzzle.state()
        self._kin.add(kin(state, puzzle.goal, puzzle.solution))
        self.puzzles.append(puzzle)


def make_file(
    path: Path, maker: Maker, seconds: float = 0.0, records: Sequence[Record] = (), most: int = 0
) -> Iterator[Puzzle]:
    """Write puzzles to a file, continuing where it stopped, until there are enough or time or games run out.

    They come from games of bots, or from the records that are given.
    """
    end = time.monotonic() + seconds if seconds else 0.0
    if path.exists():
        maker.go_on(_whole_lines(path))
    games = maker.of_records(records) if records else maker.of_bots(most)
    with path.open("a", encoding="utf-8") as file:
        for found in games:
            lines = [*(puzzle.to_line() for puzzle in found), maker.mark]
            file.write("".join(f"{line}\n" for line in lines))
            file.flush()
            yield from found
            if end and time.monotonic() > end:
                return


def _whole_lines(path: Path) -> list[str]:
    """Read the lines of a file; a line cut short by a kill is dropped, because its game is played again."""
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return whole.splitlines()


def is_mark(line: str) -> bool:
    """Say whether a line of a file only says how many games are done."""
    return line.startswith(f'{{"{DONE}"')
