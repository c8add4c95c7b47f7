"""The puzzles that come with the package, by rulebook."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from rondel.errors import RondelError
from rondel.registry import BOOKS
from rondel.study.puzzles.make import is_mark
from rondel.study.puzzles.puzzle import Puzzle, from_line

#: a prime that no number of puzzles contains, so that all of a rulebook come before one comes again
STRIDE: Final = 7_919


def packed(lines: Sequence[str]) -> bytes:
    """Write a file of `rondel puzzle make` as it stands in the package: the puzzles alone, compressed."""
    kept = [line for line in lines if line.strip() and not is_mark(line)]
    return gzip.compress("".join(f"{line}\n" for line in kept).encode(), mtime=0)


@cache
def puzzles_of(book_id: str) -> Mapping[str, Puzzle]:
    """Give the puzzles of a rulebook by id; none for rulebooks of other packages."""
    file = files("rondel.study.puzzles").joinpath("data", f"{book_id}.jsonl.gz")
    if book_id not in BOOKS or not file.is_file():
        return {}
    text = gzip.decompress(file.read_bytes()).decode()
    return MappingProxyType({puzzle.id: puzzle for puzzle in map(from_line, text.splitlines())})


@cache
def all_puzzles() -> Mapping[str, Puzzle]:
    """Give all puzzles by id."""
    return MappingProxyType({name: puzzle for book in BOOKS for name, puzzle in puzzles_of(book).items()})


def find_puzzle(puzzle_id: str) -> Puzzle:
    """Give the puzzle of that id."""
    found = all_puzzles().get(puzzle_id)
    if found is None:
        raise RondelError("bad_request", f"There is no puzzle {puzzle_id!r}.")
    return found


def daily(day: int) -> Puzzle | None:
    """Give the puzzle of a day, counted from 1 January 1970; the rulebooks take turns."""
    shelves = [list(puzzles_of(book)) for book in BOOKS if puzzles_of(book)]
    if not shelves:
        return None
    times, place = divmod(day, len(shelves))
    shelf = shelves[place]
    return find_puzzle(shelf[times * STRIDE % len(shelf)])
