"""The Antike rulebooks, declared for the rest of the program."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from functools import lru_cache
from typing import Final

from rondel.antike.engine import AntikeGame
from rondel.antike.lexicon import wedge_names
from rondel.antike.rules import ABOUT, GOODS, PERSONAGES, UNITS, Rules
from rondel.antike.state import BY_AGREEMENT, BY_TEMPLE, END_REASONS, State
from rondel.antike.tables import count_nations
from rondel.antike.text.compact import read_line, write_line
from rondel.antike.variants import BOARDS, OPTIONS, OURS, PRESETS, SETUPS, make_rules, rules_from
from rondel.boards.reader import load_board, read_board
from rondel.boards.schema import Board
from rondel.book import BoardGiven, Book
from rondel.draw.board import draw_board
from rondel.errors import RondelError, SetupError
from rondel.game import JsonDict, JsonObject
from rondel.jsontext import plain


def _build(rules: Rules, players: int, board: BoardGiven, options: Mapping[str, int]) -> AntikeGame:
    """Make a game of a rulebook on a stock board or one given inline."""
    if isinstance(board, str):
        return _stock_game(rules.id, players, board or BOARDS[rules.id][0], tuple(options.items()))
    made = board if isinstance(board, Board) else read_board(board)
    return AntikeGame(make_rules(rules.id, options, players, made), made, players, options)


@lru_cache(maxsize=64)
def _stock_game(book_id: str, players: int, board: str, options: tuple[tuple[str, int], ...]) -> AntikeGame:
    chosen, made = dict(options), load_board(board)
    return AntikeGame(make_rules(book_id, chosen, players, made), made, players, chosen)


def _edition(game: AntikeGame) -> JsonDict:
    """Give the rules and the board of a game as plain data, and separately what of the board matters in play."""
    board = game.board
    return {
        "rules": plain(asdict(game.rules)),
        "board": plain(dict(board.source)),
        "plays": plain(
            [[(region.name, region.resource, region.open_sea) for region in board.regions], board.borders,
             board.nations, board.pairs, board.starts, board.start_nation, board.temples, board.targets]
        ),
    }  # fmt: skip


def _revive(edition: JsonObject, players: int, options: Mapping[str, int]) -> AntikeGame:
    """Make the game of a stored edition."""
    rules, board = edition.get("rules"), edition.get("board")
    if not isinstance(rules, Mapping) or not isinstance(board, Mapping):
        raise SetupError("bad_setup", "The stored rules cannot be read.")
    return AntikeGame(rules_from(rules), read_board(board), players, options)


def _players(rules: Rules) -> tuple[int, ...]:
    """List the possible numbers of players, including those that an option adds."""
    opened = [number for option in OPTIONS[rules.id] for number in option.opens]
    return tuple(sorted({*rules.players, *opened}))


def _players_on(rules: Rules, board: str) -> tuple[int, ...]:
    """List the numbers of players for which a board has start cities."""
    starts = load_board(board).starts
    return tuple(n for n in _players(rules) if (rules.nations or count_nations(load_board(board), n)) in starts)


def _count_players(rules: Rules, position: JsonObject) -> int:
    """Count the players by the nations listed; two nations may belong to two players, or be two of four."""
    nations = position.get("nations", {})
    named = len(nations) if isinstance(nations, Mapping) else 0
    return named if named in rules.players and named > 2 else _usual(rules)


def _usual(rules: Rules) -> int:
    return 4 if 4 in rules.players else rules.players[0]


def _seat(game: AntikeGame, names: Sequence[str], start: str, seed: int) -> State:
    if game.rules.distribution == "choose":
        raise RondelError("bad_request", "With the option choose the nations are chosen in play.")
    nations = [game.board.nations[game.lexicon.nations.find(name)] for name in names]
    first = game.board.nations[game.lexicon.nations.find(start)] if start else nations[0]
    return game.seated(nations, first)


def _draw(game: AntikeGame, view: JsonObject, width: int, dark: bool) -> str:
    position = {
        **view,
        "target": game.target,
        "wedges": wedge_names(game.rules.wedges),
        "knowhow_order": [field.name for field in game.rules.knowhows],
        "nations": {name: _drawn(game, name, entry) for name, entry in view["nations"].items()},
    }
    return draw_board(game.board, width=width, dark=dark, position=position)


def _drawn(game: AntikeGame, nation: str, entry: JsonObject) -> JsonDict:
    """Give a nation's entry as pictures need it: cities with their resources, the special unit by its title."""
    produces = entry.get("produces", {})
    cities = {name: produces.get(name) for name in entry["cities"]} if produces else entry["cities"]
    drawn = {**entry, "cities": cities}
    if "leader" in entry:
        drawn["special"] = {entry["leader"]: game.rules.leaders[game.board.nations.index(nation)]}
    return drawn


def _axes(rules: Rules) -> JsonDict:
    """Give the rule axes of a rulebook by name, without its id and title."""
    names = [field.name for field in fields(rules) if field.name not in ("id", "title", "year", "version")]
    return {name: getattr(rules, name) for name in names}


def _printed(rules: Rules) -> JsonDict:
    """Give the lists that actions refer to and the contents of the box, apart from what options change."""
    told = ("name", "first", "later", "needs", "effect", "level")
    knowhows = [{name: getattr(field, name) for name in told} for field in rules.knowhows]
    counts = zip(PERSONAGES, rules.personages, rules.thresholds, strict=True)
    return {
        "wedges": wedge_names(rules.wedges),
        "goods": list(GOODS),
        "units": list(UNITS),
        "knowhows": knowhows,
        "cards": [{"name": event.name, "copies": event.copies} for event in rules.events],
        "personages": [{"name": name, "count": count, "threshold": each} for name, count, each in counts],
        "leaders": list(rules.leaders),
    }


def _ends(rules: Rules) -> tuple[str, ...]:
    """List the ways in which a game can end, with any options."""
    never = {""}
    if rules.temple_victory == "none":
        never.add(END_REASONS[BY_TEMPLE])
    if not any(option.patch.get("draw_offers") for option in OPTIONS[rules.id]):
        never.add(END_REASONS[BY_AGREEMENT])
    return tuple(reason for reason in END_REASONS if reason not in never)


def _book(rules: Rules) -> Book[AntikeGame]:
    return Book(
        id=rules.id,
        title=rules.title,
        year=rules.year,
        players=_players(rules),
        default_players=_usual(rules),
        boards=BOARDS[rules.id],
        players_on=lambda board: _players_on(rules, board),
        options=OPTIONS[rules.id],
        ours=OURS[rules.id],
        ends=_ends(rules),
        axes=_axes(rules),
        about=ABOUT,
        printed=_printed(rules),
        table="antike",
        setups=tuple(setup for setup in SETUPS if setup[0] == rules.id),
        build=lambda players, board, options: _build(rules, players, board, options),
        count_players=lambda position: _count_players(rules, position),
        seat=_seat,
        write_line=write_line,
        read_line=read_line,
        draw=_draw,
        edition=_edition,
        revive=_revive,
    )


BOOKS: Final[tuple[Book[AntikeGame], ...]] = tuple(_book(rules) for rules in PRESETS.values())


def _reduce(game: AntikeGame) -> tuple[Callable[..., AntikeGame], tuple[object, ...]]:
    """Pickle a game as the call that makes it: its tables and functions cannot be pickled."""
    return _made, (game.id, game.seats, game.board_entry(), dict(game.chosen_options))


def _made(book_id: str, players: int, board: BoardGiven, options: Mapping[str, int]) -> AntikeGame:
    return next(book for book in BOOKS if book.id == book_id).build(players, board, options)


copyreg.pickle(AntikeGame, _reduce)
