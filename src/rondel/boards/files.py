"""Reads a user's own board file and names the line of what is wrong with it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rondel.boards.locate import line_of
from rondel.boards.reader import BoardFlaw, read_board
from rondel.boards.schema import Board
from rondel.errors import BoardError
from rondel.game import JsonDict

T = TypeVar("T")

#: a longer file is not a board; the boards of the package have some ten thousand characters
MOST_SIGNS = 2_000_000
#: a dotted key of many parts keeps the TOML parser busy for minutes; boards need at most three
MOST_PARTS = 20

_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS}}}")


def read_board_file(path: Path) -> Board:
    """Read a user's own board file, TOML or JSON; a flaw is named with its line."""
    return read_file(path, read_board)


def read_file(path: Path, read: Callable[[JsonDict], T]) -> T:
    """Read a file of board data by a reader that raises `BoardFlaw`; a flaw is named with its line."""
    try:
        # some editors begin a file with a byte order mark
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MOST_SIGNS + 1)
    except OSError as error:
        raise BoardError("bad_board", f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BoardError("bad_board", f"{path} is not a text in UTF-8: {error}.") from error
    if len(text) > MOST_SIGNS:
        raise BoardError("bad_board", f"{path} has more than {MOST_SIGNS} characters, so it is not a board.")
    kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
    try:
        return read(json.loads(text, object_pairs_hook=_once) if kind == "JSON" else _toml(text))
    except BoardFlaw as error:
        line = line_of(error.part, error.names, text)
        place = f"{path}, line {line}" if line else str(path)
        raise BoardError("bad_board", f"{place}: {error.message}", error.rule) from error
    except (ValueError, RecursionError) as error:
        raise BoardError("bad_board", f"{path} is not valid {kind}: {error}.") from error


def _once(pairs: list[tuple[str, object]]) -> JsonDict:
    """Turn a JSON object into a table; refuse a key that occurs twice, because json keeps only the last."""
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BoardFlaw(f"the key {twice!r} occurs twice", (twice,))
    return table


def _toml(text: str) -> JsonDict:
    long = _LONG_KEY.search(text)
    if long:
        line = text.count("\n", 0, long.start()) + 1
        raise ValueError(f"line {line} has a key of more than {MOST_PARTS} parts")
    return tomllib.loads(text)
