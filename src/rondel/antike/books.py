"""The Antike rulebooks as the rest of the program knows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from rondel.antike.engine import AntikeGame
from rondel.antike.line import read_line, write_line
from rondel.antike.rules import ABOUT, Rules
from rondel.antike.state import END_REASONS, State
from rondel.antike.variants import OPTIONS, PRESETS, SETUPS, make_rules
from rondel.boards.reader import load_board, read_board
from rondel.boards.schema import Board
from rondel.book import Book
from rondel.draw.chart import draw_board
from rondel.errors import RondelError

PLAYERS: Final = (2, 3, 4, 5, 6)
BOARDS: Final = ("east", "west", "aegean-mini")


def _build(rules: Rules, players: int, board: Any, options: Mapping[str, int]) -> AntikeGame:
    """Make a game of a rulebook on a stock board or one given inline."""
    if isinstance(board, str):
        return _stock_game(rules.id, players, board or BOARDS[0], tuple(options.items()))
    made = board if isinstance(board, Board) else read_board(board)
    return AntikeGame(make_rules(rules.id, options, players), made, players, options)


@lru_cache(maxsize=64)
def _stock_game(book_id: str, players: int, board: str, options: tuple[tuple[str, int], ...]) -> AntikeGame:
    chosen = dict(options)
    return AntikeGame(make_rules(book_id, chosen, players), load_board(board), players, chosen)


def _count_players(position: Mapping[str, Any]) -> int:
    """Take the number of nations listed, but for two: they may be led by two players or be two of four."""
    nations = position.get("nations", {})
    return len(nations) if isinstance(nations, Mapping) and len(nations) in PLAYERS[1:] else 4


def _seat(game: AntikeGame, names: Sequence[str], start: str, seed: int) -> State:
    if game.rules.distribution == "choose":
        raise RondelError("bad_request", "With the option choose the nations are chosen in play.")
    nations = [game.board.nations[game.lexicon.nations.find(name)] for name in names]
    first = game.board.nations[game.lexicon.nations.find(start)] if start else nations[0]
    return game.seated(nations, first)


def _draw(game: AntikeGame, view: Mapping[str, Any], width: int, dark: bool) -> str:
    return draw_board(game.board, width=width, dark=dark, position={**view, "target": game.target})


def _axes(rules: Rules) -> dict[str, Any]:
    """Give the rule axes of a rulebook by name, without what merely names it."""
    names = [field.name for field in fields(rules) if field.name not in ("id", "title", "year", "version")]
    return {name: getattr(rules, name) for name in names}


def _book(rules: Rules) -> Book:
    return Book(
        id=rules.id, title=rules.title, year=rules.year, players=PLAYERS, default_players=4, boards=BOARDS,
        options=OPTIONS[rules.id], ends=END_REASONS[1:], axes=_axes(rules), about=ABOUT,
        setups=tuple(setup for setup in SETUPS if setup[0] == rules.id),
        build=lambda players, board, options: _build(rules, players, board, options),
        count_players=_count_players, seat=_seat, write_line=write_line, read_line=read_line, draw=_draw,
    )  # fmt: skip


BOOKS: Final = tuple(_book(rules) for rules in PRESETS.values())
