"""Where the columns of a row are, and the words that stand for their counts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import prod
from struct import pack, unpack

from rondel.features.rows import TOP
from rondel.features.table import CEILING, Columns, Dtype


class Plan:
    """The plan of a row: all tables one after another, each row by row."""

    def __init__(self, columns: Mapping[str, Columns], shapes: Mapping[str, tuple[int, ...]], dtype: Dtype) -> None:
        self.columns = columns
        self.dtype: Dtype = dtype
        self.starts: dict[str, int] = {}
        size = 0
        for name, shape in shapes.items():
            self.starts[name] = size
            size += prod(shape)
        #: the row of a position in which nothing is
        self.blank = [0] * size

    def place(self, table: str, name: str) -> int:
        """Give the place of a column in the first row of its table."""
        return self.starts[table] + self.columns[table].place(name)

    def width(self, table: str) -> int:
        """Give the columns of a table."""
        return len(self.columns[table].names)

    def words(self, table: str, name: str) -> list[int]:
        """Give the words of a column's counts from 0 on."""
        return self.of_scale(float(self.columns[table].scales[self.columns[table].place(name)]))

    def of_scale(self, scale: float) -> list[int]:
        """Give the words of counts at a scale."""
        return _words(self.dtype, scale)

    def word(self, value: float, unit: float) -> int:
        """Give the word of a number; in `uint8` so many units make 1."""
        return _word(self.dtype, value, unit)

    def fix(self, table: str, row: int, name: str, count: float) -> None:
        """Write what is the same in every position of the game."""
        columns = self.columns[table]
        column = columns.place(name)
        place = self.starts[table] + row * self.width(table) + column
        self.blank[place] = self.word(count / float(columns.scales[column]), float(columns.units[column]))


def _word(dtype: Dtype, value: float, unit: float) -> int:
    if dtype == "uint8":
        return min(255, round(value * unit))
    bits: int = unpack("<i", pack("<f", min(CEILING, value)))[0]
    return bits


@cache
def _words(dtype: Dtype, scale: float) -> list[int]:
    return [_word(dtype, count / scale, scale) for count in range(TOP + 1)]
