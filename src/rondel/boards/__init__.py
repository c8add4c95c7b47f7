"""Boards: immutable data with provenance, read from one TOML file each."""

from rondel.boards.reader import board_ids, load_board, read_board
from rondel.boards.schema import BOTH, LAND, SEA, Board, Region

__all__ = ["BOTH", "LAND", "SEA", "Board", "Region", "board_ids", "load_board", "read_board"]
