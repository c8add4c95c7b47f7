"""Boards: immutable data with provenance, read from one TOML file each."""

from rondel.boards.files import read_board_file
from rondel.boards.reader import board_ids, load_board, read_board
from rondel.boards.schema import ANY, BOTH, LAND, NONE, SEA, Board, Region

__all__ = [
    "ANY",
    "BOTH",
    "LAND",
    "NONE",
    "SEA",
    "Board",
    "Region",
    "board_ids",
    "load_board",
    "read_board",
    "read_board_file",
]
