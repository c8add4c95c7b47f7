"""`rondel board`: list, check, show and compare boards."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rondel.arena.stats import wilson
from rondel.boards import Board, board_ids, load_board, read_board_file
from rondel.boards.check import graph_problems, problems
from rondel.boards.fairness import Outlook, outlooks, spread
from rondel.boards.geometry import has_geometry, read_geometry
from rondel.boards.schema import BORDER_NAMES, NONE, RESOURCES
from rondel.boards.wins import Wins, wins
from rondel.cli.common import add_command, number, print_json
from rondel.draw.board import draw_board
from rondel.draw.png import to_png
from rondel.errors import BoardError
from rondel.game import JsonDict
from rondel.registry import books


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `board` command to the command line."""
    parser = add_command(subparsers, "board", "list, check, show and compare boards")
    commands = parser.add_subparsers(dest="board_command", required=True)
    listing = add_command(commands, "list", "list the boards that come with the package")
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.set_defaults(run=run_list)
    check = add_command(commands, "check", "check a board file of your own")
    check.add_argument("file", type=Path, help="a board file, or the id of a stock board")
    check.add_argument("--json", action="store_true", help="print JSON")
    check.set_defaults(run=run_check)
    _register_show(commands)
    fair = add_command(commands, "fairness", "compare the start cities of a board")
    fair.add_argument("board", help="a board's id or file")
    fair.add_argument("--json", action="store_true", help="print JSON")
    fair.add_argument("--markdown", action="store_true", help="print tables for a document")
    fair.set_defaults(run=run_fairness)


def _register_show(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    show = add_command(commands, "show", "describe a board, or draw it")
    show.add_argument("board", help="a board's id or file")
    show.add_argument("--svg", type=Path, metavar="FILE", help="write the map as SVG")
    show.add_argument("--png", type=Path, metavar="FILE", help="write the map as PNG (needs rondel[draw])")
    show.add_argument("--dark", action="store_true", help="draw by lamplight")
    show.add_argument(
        "--width", type=number(200, 10_000), default=1200, metavar="N", help="width in pixels (default 1200)"
    )
    show.add_argument("--language", choices=("en", "fr"), default="", help="names in English or French")
    show.add_argument("--json", action="store_true", help="print the board's data as JSON")
    show.set_defaults(run=run_show)


def _open(word: str) -> Board:
    """Give a stock board by its id, or read a file."""
    return load_board(word) if word in board_ids() or not Path(word).suffix else _own(Path(word))


def _summary(board: Board) -> JsonDict:
    kinds = [border[2] for border in board.borders]
    return {
        "id": board.id,
        "title": board.title,
        "regions": len(board.regions),
        "cities": sum(region.resource != NONE for region in board.regions),
        "borders": {word: kinds.count(kind) for word, kind in BORDER_NAMES.items()},
        "nations": sorted(board.starts),
        "games": [book.id for book in books().values() if board.id in book.boards],
        "provenance": board.provenance,
    }


def run_list(args: argparse.Namespace) -> int:
    """Print the stock boards."""
    rows = [_summary(load_board(board)) for board in board_ids()]
    if args.json:
        print_json(rows)
        return 0
    for row in rows:
        nations = ", ".join(map(str, row["nations"])) or "any"
        games = ", ".join(row["games"])
        print(f"{row['id']:<14} {row['title']:<17} {row['cities']:>3} cities  nations: {nations:<11} for {games}")
        print(f"{'':<14} {row['provenance']}")
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Check a board file and say what is wrong with it."""
    board = load_board(str(args.file)) if str(args.file) in board_ids() else _own(args.file)
    found = graph_problems(board)
    if not found and has_geometry(board):
        with _naming(args.file):
            found = problems(board, read_geometry(board))
    if args.json:
        print_json({**_summary(board), "geometry": has_geometry(board), "problems": found})
        return 1 if found else 0
    for problem in found:
        print(f"{args.file}: {problem}.", file=sys.stderr)
    if not found:
        drawn = "map drawn as played" if has_geometry(board) else "no geometry: it can be played, but not drawn"
        print(f"{board.id}: sound. {len(board.regions)} regions, {len(board.borders)} borders, {drawn}.")
    return 1 if found else 0


def _own(path: Path) -> Board:
    """Read a user's own board; it must not have the id of a stock board, because records would mean that one."""
    board = read_board_file(path)
    if board.id in board_ids() and board != load_board(board.id):
        raise BoardError("bad_board", f"{path}: {board.id} is the id of a board of the package; choose another.")
    return board


@contextmanager
def _naming(path: object) -> Iterator[None]:
    """Put the file's name before an error in its geometry, which is read late."""
    try:
        yield
    except BoardError as error:
        raise BoardError("bad_board", f"{path}: {error.message}") from error


def run_show(args: argparse.Namespace) -> int:
    """Describe a board in words, or draw it."""
    board = _open(args.board)
    if args.json:
        print_json(dict(board.source))
        return 0
    if args.svg is None and args.png is None:
        _describe(board, args.language)
        return 0
    with _naming(args.board):
        svg = draw_board(board, width=args.width, dark=args.dark, language=args.language)
    if args.svg is not None:
        args.svg.write_text(svg, encoding="utf-8")
        print(f"Drawn: {args.svg}")
    if args.png is not None:
        args.png.write_bytes(to_png(svg))
        print(f"Drawn: {args.png}")
    return 0


#: what `board show` says, by language; a board's sources are printed as its file words them
_WORDS = {
    "en": {
        "head": "{} ({}): {} regions, {} of them with a city site.", "borders": "Borders", "land": "land", "sea": "sea",
        "both": "both", "marble": "marble", "iron": "iron", "gold": "gold", "any": "any", "none": "none",
        "open sea": "open sea", "starts": "Start cities, {} nations", "temples": "neutral temples", "first": "begin",
        "target": "{} points win",
    },
    "fr": {
        "head": "{} ({}) : {} régions, dont {} avec un site de cité.", "borders": "Frontières", "land": "terre",
        "sea": "mer", "both": "terre et mer", "marble": "marbre", "iron": "fer", "gold": "or", "any": "au choix",
        "none": "aucune", "open sea": "haute mer", "starts": "Cités de départ, {} nations",
        "temples": "temples neutres", "first": "commencent", "target": "{} points gagnent",
    },
}  # fmt: skip


def _describe(board: Board, language: str) -> None:
    row, words = _summary(board), _WORDS[language or "en"]
    print(words["head"].format(board.title, board.id, row["regions"], row["cities"]))
    print(f"{words['borders']}: " + ", ".join(f"{count} {words[kind]}" for kind, count in row["borders"].items()) + ".")
    for part, source in board.sources.items():
        print(f"{part.replace('_', ' ').capitalize()}: {source}.")
    for count in sorted(board.starts):
        print(_starts(board, count, language))
    for place, region in enumerate(board.regions):
        kind = words["open sea" if region.open_sea else region.details.get("resource", "any")]
        around = []
        for word, border in BORDER_NAMES.items():
            near = [other for other in board.neighbours(place) if board.border(place, other) == border]
            names = ", ".join(board.regions[other].title(language) for other in near)
            around += [f"{words[word]}: {names}"] if names else []
        print(f"  {region.title(language):<18} {kind:<9} {'; '.join(around)}")


def _starts(board: Board, count: int, language: str) -> str:
    """Write a line of start cities, with who begins and where the neutral temples are."""
    words = _WORDS[language or "en"]

    def names(cities: Iterable[int]) -> str:
        return ", ".join(board.regions[city].title(language) for city in cities)

    parts = [f"{board.nations[nation]} {names(triple)}" for nation, triple in board.starts[count].items()]
    if count in board.start_nation:
        parts.append(f"{board.nations[board.start_nation[count]]} {words['first']}")
    if count in board.targets:
        parts.append(words["target"].format(board.targets[count]))
    if count in board.temples:
        parts.append(f"{words['temples']} {names(board.temples[count])}")
    return words["starts"].format(count) + ": " + "; ".join(parts) + "."


def run_fairness(args: argparse.Namespace) -> int:
    """Print what each nation has around its start cities, and how often bots won from there."""
    board = _open(args.board)
    if args.json:
        print_json({str(count): _fairness_json(board, count) for count in sorted(board.starts)})
        return 0
    for count in sorted(board.starts):
        print(f"\n{fairness_title(board, count)}\n")
        print_table(board, count, args.markdown)
    return 0


def fairness_title(board: Board, count: int) -> str:
    """Say what a table of fairness is about."""
    title = f"{count} nations; best room {spread(outlooks(board, count))} times the worst"
    found = wins(board.id, count)
    return f"{title}; {found.games} games of {found.book}, {found.bot} for all" if found else title


def _fairness_json(board: Board, count: int) -> list[JsonDict]:
    found = wins(board.id, count)
    rows = [row.as_json() for row in outlooks(board, count)]
    for row in rows if found else ():
        assert found
        won = found.won[row["nation"]]
        row |= {"bot": found.bot, "games": found.games, "won": won, "interval": wilson(won, found.games)}
    return rows


_HEAD = ("nation", "start cities", *(f"to {word}" for word in RESOURCES), "room", "ports", "seas", "rival")


def _cells(row: Outlook, found: Wins | None) -> tuple[str, ...]:
    nearest = (f"{row.nearest[word]:.2f}" for word in RESOURCES)
    return (
        row.nation,
        ", ".join(row.cities),
        *nearest,
        f"{row.room:.2f}",
        str(row.ports),
        str(row.seas),
        str(row.rival),
        *([_won(found.won[row.nation], found.games)] if found else ()),
    )


def _won(won: int, games: int) -> str:
    low, high = wilson(won, games)
    return f"{won / games:.0%} ({low:.0%} to {high:.0%})"


def print_table(board: Board, count: int, markdown: bool) -> None:
    """Print the outlooks of a number of nations as a table, aligned or as Markdown."""
    found = wins(board.id, count)
    head = (*_HEAD, "won") if found else _HEAD
    table = [head, *(_cells(row, found) for row in outlooks(board, count))]
    widths = [max(len(line[column]) for line in table) for column in range(len(head))]
    for place, line in enumerate(table):
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        print("| " + " | ".join(cells) + " |" if markdown else "  ".join(cells).rstrip())
        if markdown and not place:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
