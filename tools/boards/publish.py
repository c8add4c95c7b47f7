"""Brings the documents up to date: pictures of all boards and of a position, fairness tables in docs/boards.md."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from PIL import Image

from rondel import record as records
from rondel.boards import Board, board_ids, load_board
from rondel.cli.board import fairness_title, print_table
from rondel.draw.board import draw_board
from rondel.draw.png import to_png
from rondel.position import to_position

IMAGES = Path("docs/img")
PAGE = Path("docs/boards.md")
BEGIN, END = "<!-- fairness: begin -->", "<!-- fairness: end -->"
#: width of the small pictures, and their number of colours
SMALL = 800
COLOURS = 256
#: the game whose position is shown, and the round
GAME = Path("tests/golden/games/antike-2006-6.game")
ROUND = 65


def pictures(board: Board) -> None:
    """Draw a board by day and by lamplight as SVG, and small as PNG."""
    (IMAGES / f"{board.id}.svg").write_text(draw_board(board), encoding="utf-8")
    for name, dark in ((board.id, False), (f"{board.id}-dark", True)):
        _save(draw_board(board, width=SMALL, dark=dark), name)


def position_picture() -> None:
    """Draw a position of a finished golden game, from a late round."""
    game = records.loads(GAME.read_text(encoding="utf-8"))
    positions = (to_position(state) for state in game.states())
    position = next(position for position in positions if position["round"] == ROUND)
    _save(draw_board(load_board(position["board"]), width=1400, position=position), "position")


def _save(svg: str, name: str) -> None:
    picture = Image.open(io.BytesIO(to_png(svg))).convert("RGB")
    # the octree keeps the few pixels of the borders in their colours; a second pass dithers the wide shades
    palette = picture.quantize(COLOURS, Image.Quantize.FASTOCTREE)
    small = picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
    small.save(IMAGES / f"{name}.png", optimize=True)


def fairness_text() -> str:
    """Write the fairness tables of all boards."""
    parts = []
    for board in map(load_board, board_ids()):
        parts.append(f"### {board.title}\n")
        for count in sorted(board.starts):
            table = io.StringIO()
            with contextlib.redirect_stdout(table):
                print_table(board, count, markdown=True)
            parts.append(f"{fairness_title(board, count)}\n\n{table.getvalue()}")
    return "\n".join(parts)


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for board in map(load_board, board_ids()):
        pictures(board)
    position_picture()
    head, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    tail = rest.split(END)[1]
    PAGE.write_text(f"{head}{BEGIN}\n\n{fairness_text()}\n{END}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
