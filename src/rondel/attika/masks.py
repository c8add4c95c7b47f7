"""Sets of spaces as bits: a few machine words in the compiled build, one number of any size otherwise.

A board has up to 154 spaces. Tables of masks are flat: mask `n` begins at `WORDS * n`. Compiled, the bit of a space is
`BIT_OF[space]` in the word `WORD_OF[space]`; as it is, there is one word, and the first of the two is the bit itself.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import compress
from types import FunctionType
from typing import Final

from rondel.native import i64, vec
from rondel.tables import bit_count, numbers, zeros

#: the most spaces: 22 tiles of seven. Rule: AT-002
MOST_SPACES: Final = 154
#: words of a mask
WORDS: Final = 3
#: spaces of a word: those of eight tiles
SPACES: Final = 56

#: a mask, or a table of them
Mask = vec[i64]


def listed(mask: Mask, values: list[int]) -> list[int]:
    """Give the values of the spaces of a mask in ascending order of the values."""
    found: list[int] = []
    word: i64 = 0
    while word < WORDS:
        bits, place = mask[word], word * SPACES
        while bits:
            if not bits & 255:
                bits >>= 8
                place += 8
                continue
            if bits & 1:
                found.append(values[place])
            bits >>= 1
            place += 1
        word += 1
    found.sort()
    return found


def joined(masks: Mask, number: int = 0) -> int:
    """Give a mask of a table as one number."""
    found, word = 0, WORDS
    while word > 0:
        word -= 1
        part: int = masks[WORDS * number + word]
        found = found << SPACES | part
    return found


def parted(mask: int) -> Mask:
    """Give one number as a mask."""
    found: list[int] = []
    for _ in range(WORDS):
        found.append(mask & ((1 << SPACES) - 1))
        mask >>= SPACES
    return numbers(found)


def size(mask: Mask) -> int:
    """Count the spaces of a mask."""
    found: i64 = 0
    word: i64 = 0
    while word < WORDS:
        found += bit_count(mask[word])
        word += 1
    return found


def common(mask: Mask, masks: Mask, first: i64) -> Mask:
    """Give what a mask shares with one of a table that begins at a place."""
    found = mask[:]
    word: i64 = 0
    while word < WORDS:
        found[word] &= masks[first + word]
        word += 1
    return found


def cells(count: i64) -> vec[i64]:
    """Give a long table of numbers up to 255, all of them 0: eight to a machine word."""
    return zeros(count // 8 + 1)


def cell(table: vec[i64], place: i64) -> i64:
    """Give a number of such a table."""
    return table[place >> 3] >> ((place & 7) << 3) & 255


def mark(table: vec[i64], place: i64, value: i64) -> None:
    """Write a number into such a table."""
    part, shift = place >> 3, (place & 7) << 3
    table[part] ^= (cell(table, place) ^ value) << shift


def some(mask: Mask) -> bool:
    """Say whether there is a space in a mask."""
    word: i64 = 0
    while word < WORDS:
        if mask[word]:
            return True
        word += 1
    return False


def shared(mask: Mask, masks: Mask, first: i64) -> i64:
    """Count the spaces that a mask shares with one of a table that begins at a place."""
    found: i64 = 0
    word: i64 = 0
    while word < WORDS:
        found += bit_count(mask[word] & masks[first + word])
        word += 1
    return found


def frozen(mask: Mask) -> Hashable:
    """Give a mask as a value to compare and to hash."""
    return bytes(mask)


if isinstance(size, FunctionType):  # not compiled
    _DIGITS: Final = bytes.maketrans(b"01", b"\0\1")
    globals().update(
        # the lowest bit is the last digit; a digit of the text becomes 0 or 1 by its code
        listed=lambda mask, values: sorted(compress(values, bin(mask[0])[:1:-1].encode().translate(_DIGITS))),
        joined=lambda masks, number=0: masks[number], parted=lambda mask: [mask], size=lambda mask: mask[0].bit_count(),
        common=lambda mask, masks, first: [mask[0] & masks[first]], some=lambda mask: mask[0] != 0,
        shared=lambda mask, masks, first: (mask[0] & masks[first]).bit_count(), frozen=lambda mask: mask[0],
        cells=bytearray, cell=bytearray.__getitem__, mark=bytearray.__setitem__, WORDS=1, SPACES=MOST_SPACES,
    )  # fmt: skip

#: by space: the word that holds its bit, and the bit
WORD_OF: Final = numbers([space // SPACES for space in range(MOST_SPACES)])
BIT_OF: Final = numbers([1 << space % SPACES for space in range(MOST_SPACES)])
#: masks of one space each
ONES: Final = numbers([part for space in range(MOST_SPACES) for part in parted(1 << space)])
