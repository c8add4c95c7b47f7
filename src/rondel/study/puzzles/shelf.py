"""The puzzles that come with the package, by rulebook."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from rondel.errors import RondelError
from rondel.registry import BOOKS
from rondel.study.puzzles.make import is_mark
from rondel.study.puzzles.puzzle import Puzzle, from_line

#: how a compressed file begins
GZIP: Final = b"\x1f\x8b"
#: a prime that no number of puzzles contains, so that all of a rulebook come before one comes again
STRIDE: Final = 7_919


def packed(puzzles: Sequence[Puzzle]) -> bytes:
    """Write puzzles as they stand in the package: a line each, compressed."""
    return gzip.compress("".join(f"{puzzle.to_line()}\n" for puzzle in puzzles).encode(), mtime=0)


def unpacked(data: bytes) -> list[Puzzle]:
    """Read a file of `rondel puzzle make`, or one of the package."""
    try:
        text = (gzip.decompress(data) if data.startswith(GZIP) else data).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise RondelError("bad_request", f"The file of puzzles cannot be read: {error}.") from error
    return [from_line(line) for line in text.splitlines() if line.strip() and not is_mark(line)]


@cache
def puzzles_of(book_id: str) -> Mapping[str, Puzzle]:
    """Give the puzzles of a rulebook by id; none for rulebooks of other packages."""
    file = files("rondel.study.puzzles").joinpath("data", f"{book_id}.jsonl.gz")
    if book_id not in BOOKS or not file.is_file():
        return {}
    return MappingProxyType({puzzle.id: puzzle for puzzle in unpacked(file.read_bytes())})


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
