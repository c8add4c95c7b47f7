"""Writing one position as a row of numbers: what the rows of all families share.

A row is all tables of an observation one after another, in words of 32 bits. What a word means is up to the tables of
words that the row is written by: the bits of a `float32`, or a small number. So the same code writes both, and NumPy
reads the row without a copy.
"""

from __future__ import annotations

from typing import Final

from rondel.native import i32, i64, vec
from rondel.tables import bit_count

#: higher counts are written as this one; at every scale it is above the ceiling
TOP: Final = 2047


def put(row: vec[i32], place: i64, words: vec[i32], count: i64) -> None:
    """Write a count by the words of its scale; a row begins with zeros, so zero is left alone."""
    if count > 0:
        row[place] = words[count] if count < TOP else words[TOP]


def put_flags(row: vec[i32], place: i64, one: i32, mask: i64) -> None:
    """Write the bits of a mask side by side."""
    while mask:
        low = mask & -mask
        row[place + bit_count(low - 1)] = one
        mask ^= low


def put_column(row: vec[i32], place: i64, width: i64, one: i32, mask: i64) -> None:
    """Write the bits of a mask below each other, in a table that is so wide."""
    while mask:
        low = mask & -mask
        row[place + bit_count(low - 1) * width] = one
        mask ^= low
