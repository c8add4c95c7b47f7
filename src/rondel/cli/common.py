"""What several commands share: game arguments, reading files, printing, progress."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from rondel import record as records
from rondel.compact import loads
from rondel.errors import RondelError, SetupError
from rondel.game import Game
from rondel.registry import find_book, make

T = TypeVar("T")


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str
) -> argparse.ArgumentParser:
    """Add a command whose help begins with the sentence that the list of commands has for it."""
    return commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a game."""
    parser.add_argument("game", metavar="GAME", help="rulebook, as `rondel games` lists them")
    parser.add_argument(
        "--nations", "--players", dest="players", type=int, default=None, metavar="N",
        help="number of players, as `rondel games` lists it (default 4, or what the rulebook has)",
    )  # fmt: skip
    parser.add_argument("--board", default="", metavar="B", help="a stock board's id, or a board file (.toml, .json)")
    parser.add_argument(
        "--option",
        "-o",
        action="append",
        default=[],
        metavar="NAME[=N]",
        help="an option of the rulebook; may be repeated",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the switch for JSON output."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def game_from(args: argparse.Namespace) -> Game:
    """Make the game that the arguments name."""
    options = {}
    for text in args.option:
        name, mark, value = text.partition("=")
        if mark and not (value.isdecimal() and len(value) <= 9):
            raise SetupError("bad_option", f"The option {name} takes a number of at most nine digits, not {value!r}.")
        options[name] = int(value) if mark else 1
    if args.board.endswith((".toml", ".json")):
        return make(args.game, args.players, find_book(args.game).read_board(Path(args.board)), options)
    return make(args.game, args.players, args.board, options)


def read_text(name: str) -> str:
    """Read a file, or standard input for `-`."""
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RondelError("bad_request", f"{name} is not a text in UTF-8: {error}.") from error


def read_record(name: str) -> records.Record:
    """Read a record, or begin one at a position; the text shows which it is."""
    text = read_text(name).removeprefix("\ufeff")
    start = text.lstrip()
    while start.startswith(";"):
        start = start.partition("\n")[2].lstrip()
    if start.startswith("[") or (start.startswith("{") and '"moves"' in start):
        return records.loads(text)
    return records.start_record(loads(text))


def number(low: int, high: int = 999_999_999) -> Callable[[str], int]:
    """Give a parser for numbers within bounds, for arguments."""

    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > 9 or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"it must be a number from {low} to {high}, not {text!r}")
        return int(text)

    return read


def print_json(value: object) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def progress(items: Iterable[T], total: int, label: str, done: int = 0) -> Iterator[T]:
    """Report progress on standard error: a bar on a terminal, otherwise a line every minute.

    `done` of the total were finished before.
    """
    if not sys.stderr.isatty():
        return _lines(items, total, label, done, 60.0)
    try:
        from tqdm import tqdm
    except ImportError:
        print(f"{label}: {done} of {total}", file=sys.stderr)
        return _lines(items, total, label, done, 10.0)
    bar = tqdm(
        items, total=total, initial=done, desc=label, file=sys.stderr, leave=False, ncols=_columns(),
        bar_format="{desc}: {n_fmt} of {total_fmt} |{bar}| time left {remaining}",
    )  # fmt: skip
    return iter(bar)


def _lines(items: Iterable[T], total: int, label: str, done: int, every: float) -> Iterator[T]:
    """Report in whole lines, this many seconds apart; short work prints nothing."""
    begin = told = time.monotonic()
    for place, item in enumerate(items, 1):
        yield item
        now = time.monotonic()
        if now - told >= every and done + place < total:
            minutes = (now - begin) / 60
            left = minutes / place * (total - done - place)
            rate = place / minutes
            told = now
            print(f"{label}: {done + place} of {total}, {rate:.1f} a minute, {left:.0f} min left", file=sys.stderr)


def _columns() -> int:
    """Give the width of the terminal; without this, one that reports none (as under `script`) would get no bar."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
