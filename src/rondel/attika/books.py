"""The Attika rulebook, declared for the rest of the program."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import lru_cache
from typing import Final

from rondel.attika.engine import AttikaGame
from rondel.attika.rules import ABOUT, CITIES, GROUPS, KINDS, LETTERS, PILES, TERRAINS
from rondel.attika.state import END_REASONS, State
from rondel.attika.text.compact import read_line, write_line
from rondel.attika.tiles import OFFSETS, STOCK, load_tiles, read_tiles, read_tiles_file
from rondel.attika.variants import ATTIKA, OPTIONS, OURS, SETUPS, make_rules
from rondel.book import BoardGiven, Book
from rondel.draw.hexes import draw_hexes
from rondel.errors import SetupError
from rondel.game import JsonDict, JsonObject
from rondel.jsontext import plain
from rondel.names import Names


def _build(players: int, board: BoardGiven, options: Mapping[str, int]) -> AttikaGame:
    """Make a game with the stock tiles or a set given inline."""
    if isinstance(board, str):
        return _stock_game(players, board or STOCK, tuple(options.items()))
    if not isinstance(board, Mapping):
        raise SetupError("unknown_board", f"{ATTIKA.title} is played on tiles, not on a map; its set is {STOCK}.")
    return AttikaGame(make_rules(options), read_tiles(board), players, options)


@lru_cache(maxsize=32)
def _stock_game(players: int, board: str, options: tuple[tuple[str, int], ...]) -> AttikaGame:
    chosen = dict(options)
    return AttikaGame(make_rules(chosen), load_tiles(board), players, chosen)


def _edition(game: AttikaGame) -> JsonDict:
    """Give the rules, tiles and costs of a game as plain data, and separately what of them matters in play."""
    tiles = game.tiles
    symbols = [list(row) for row in tiles.symbols]
    starts = {number: str(start) for number, start in tiles.starts.items()}
    return {
        "rules": plain(asdict(game.rules)), "board": plain(dict(tiles.source)), "costs": list(tiles.costs),
        "plays": plain([tiles.names, symbols, tiles.costs, starts]),
    }  # fmt: skip


def _revive(edition: JsonObject, players: int, options: Mapping[str, int]) -> AttikaGame:
    """Make the game of a stored edition."""
    rules, board, costs = edition.get("rules"), edition.get("board"), edition.get("costs")
    if not isinstance(rules, Mapping) or not isinstance(board, Mapping) or not isinstance(costs, list):
        raise SetupError("bad_setup", "The stored rules cannot be read.")
    if strange := sorted(set(rules) - {field.name for field in fields(ATTIKA)}):
        raise SetupError("bad_setup", f"This game was begun under rules that this version does not have: {strange[0]}.")
    kept = replace(ATTIKA, **{**rules, "players": tuple(rules.get("players", ATTIKA.players))})
    tiles = replace(read_tiles(board), costs=tuple(str(cost) for cost in costs))
    return AttikaGame(kept, tiles, players, options)


def _count_players(position: JsonObject) -> int:
    cities = position.get("cities", {})
    return len(cities) if isinstance(cities, Mapping) and len(cities) in ATTIKA.players else 4


def _seat(game: AttikaGame, names: Sequence[str], start: str, seed: int) -> State:
    known = Names("city-state", CITIES)
    cities = [CITIES[known.find(name)] for name in names]
    return game.seated(cities, CITIES[known.find(start)] if start else "", seed)


def _draw(game: AttikaGame, view: JsonObject, width: int, dark: bool) -> str:
    symbols = dict(zip(game.tiles.names, game.tiles.symbols, strict=True))
    return draw_hexes(view, symbols, width=width, dark=dark)


def _printed() -> JsonDict:
    """Give the player board, the tiles of the stock set and the lists that actions name."""
    tiles = load_tiles(STOCK)
    return {
        "terrains": list(TERRAINS),
        "piles": list(PILES),
        "groups": list(GROUPS),
        "buildings": [
            {
                "name": kind.name,
                "group": kind.group,
                "cost": kind.cost,
                "mother": kind.mother,
                "count": kind.count,
                "ours": kind.provenance == "ours",
            }
            for kind in KINDS
        ],
        "tiles": [
            {"name": name, "symbols": "".join((*LETTERS, "-")[terrain] for terrain in symbols)}
            for name, symbols in zip(tiles.names, tiles.symbols, strict=True)
        ],
        "spaces": [list(offset) for offset in OFFSETS],
        "amphorae": ATTIKA.amphorae,
        "draws": ATTIKA.draw_actions,
        "builds": ATTIKA.build_actions,
    }


BOOKS: Final[tuple[Book[AttikaGame], ...]] = (
    Book(
        id=ATTIKA.id, title=ATTIKA.title, year=ATTIKA.year, players=ATTIKA.players, default_players=4, boards=(STOCK,),
        players_on=lambda _: ATTIKA.players,
        options=OPTIONS, ours=OURS, ends=END_REASONS[1:], read_board=read_tiles_file,
        axes={
            field.name: getattr(ATTIKA, field.name)
            for field in fields(ATTIKA)
            if field.name not in ("id", "title", "year", "version")
        },
        about=ABOUT, printed=_printed(), table=ATTIKA.id, setups=SETUPS, build=_build,
        count_players=_count_players, seat=_seat,
        write_line=write_line, read_line=read_line, draw=_draw, edition=_edition, revive=_revive,
    ),
)  # fmt: skip


def _reduce(game: AttikaGame) -> tuple[Callable[..., AttikaGame], tuple[object, ...]]:
    """Pickle a game as the call that makes it: its tables and functions cannot be pickled."""
    return _made, (game.id, game.seats, game.board_entry(), dict(game.chosen_options))


def _made(book_id: str, players: int, board: BoardGiven, options: Mapping[str, int]) -> AttikaGame:
    return next(book for book in BOOKS if book.id == book_id).build(players, board, options)


copyreg.pickle(AttikaGame, _reduce)
