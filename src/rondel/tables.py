"""Tables of numbers, in the form that is fastest in the current build.

| function | compiled | as it is |
| --- | --- | --- |
| `smalls(values)`: each at most 255 | machine integers | `bytearray` |
| `numbers(values)`: of any size | machine integers | `list` |
| `longs(values)`: of 64 bits, for NumPy to read | machine integers | `array` |
| `words(values)`: of 32 bits, for NumPy to read | machine words | `array` |
| `zeros(count)`: of any size, all 0 to begin with | machine integers | `list` |
| `total(table, first, end)`: a part of a small table, summed up | a loop | `sum` |
| `frozen(table)`: a small table as a value to compare and to hash | `tuple` | `tuple` |
| `packed(table)`: the same for a long table | `bytes` | `bytes` |
| `bit_count(mask)`: how many bits are set | arithmetic | `int.bit_count` |
| `filled(table, first, end)`: which places of a part are not 0 | a loop | `compress` |
| `longer(table, count, value)`: a small table with more places | a loop | `+` |
| `renamed(table, old, new)`: a small table with a number replaced | a loop, in place | `replace` |
| `translated(table, values)`: the values of a small table's numbers | a loop | `translate` |
| `weighed(weights, values)`: the sum of their products | a loop | `sum` |

The functions below are for the compiled build; at the end plain Python replaces them with its own types and methods.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable
from itertools import compress
from types import FunctionType
from typing import Final

from rondel.native import append, i32, i64, u8, vec


def smalls(values: Iterable[int]) -> vec[i64]:
    """Give a table of numbers up to 255."""
    return vec[i64](values)


def numbers(values: Iterable[int]) -> vec[i64]:
    """Give a table of numbers of any size."""
    return vec[i64](values)


def longs(values: Iterable[int]) -> vec[i64]:
    """Give a table of numbers of 64 bits; NumPy reads it without a copy."""
    return vec[i64](values)


def words(values: Iterable[int]) -> vec[i32]:
    """Give a table of numbers of 32 bits; NumPy reads it without a copy."""
    return vec[i32]([i32(value) for value in values])


def zeros(count: i64) -> vec[i64]:
    """Give a table of numbers of any size, all of them 0."""
    return vec[i64]([0] * count)


def frozen(table: vec[i64]) -> Hashable:
    """Give a small table as a value to compare and to hash."""
    return tuple(table)


def total(table: vec[i64], first: i64, end: i64) -> int:
    """Sum up a part of a table."""
    found: i64 = 0
    while first < end:
        found += table[first]
        first += 1
    return found


def packed(table: vec[i64]) -> bytes:
    """Give a long table of small numbers as a value to compare and to hash."""
    found = vec[u8]([0] * len(table))
    place: i64 = 0
    for number in table:
        small: int = number
        found[place] = small
        place += 1
    return bytes(found)


def filled(table: vec[i64], first: i64, end: i64) -> list[int]:
    """List the places of a part that are not 0, counted from its first."""
    found: list[int] = []
    place = first
    while place < end:
        if table[place]:
            found.append(place - first)
        place += 1
    return found


def longer(table: vec[i64], count: i64, value: i64) -> vec[i64]:
    """Give a small table with so many more places."""
    while count > 0:
        table = append(table, value)
        count -= 1
    return table


def renamed(table: vec[i64], old: i64, new: i64) -> vec[i64]:
    """Give a small table with one number in place of another; it may be the same table."""
    place: i64 = 0
    size: i64 = len(table)
    while place < size:
        if table[place] == old:
            table[place] = new
        place += 1
    return table


def translated(table: vec[i64], values: bytes) -> bytes:
    """Give the value that stands for each number of a small table."""
    found = vec[u8]([0] * len(table))
    place: i64 = 0
    for number in table:
        value: int = values[number]
        found[place] = u8(value)
        place += 1
    return bytes(found)


def weighed(weights: list[float], values: list[float]) -> float:
    """Multiply each value by its weight and sum up."""
    found = 0.0
    place: i64 = 0
    size: i64 = len(values)
    while place < size:
        found += weights[place] * values[place]
        place += 1
    return found


def put_in(table: vec[i64], first: i64, values: Iterable[int]) -> None:
    """Write numbers into a small table from a place on."""
    for value in values:
        table[first] = value
        first += 1


def bit_count(mask: i64) -> int:
    """Count the bits that are set in a mask of at most 62."""
    # a bit less than the 64 of such a pattern: mypyc keeps larger numbers as objects
    mask -= mask >> 1 & 0x1555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127


_PLACES: Final = range(256)

if isinstance(bit_count, FunctionType):  # not compiled
    globals().update(
        smalls=bytearray, numbers=list, frozen=tuple, packed=bytes, bit_count=int.bit_count,
        total=lambda table, first, end: sum(table[first:end]), words=lambda values: array("i", values),
        longs=lambda values: array("q", values), zeros=lambda count: [0] * count,
        filled=lambda table, first, end: list(compress(_PLACES, table[first:end])),
        longer=lambda table, count, value: table + bytes((value,)) * count,
        renamed=lambda table, old, new: table.replace(bytes((old,)), bytes((new,))),
        translated=lambda table, values: bytes(table.translate(values)),
        weighed=lambda weights, values: sum(map(float.__mul__, weights, values)),
    )  # fmt: skip

#: masks of one bit. Do not shift by a machine integer instead: mypyc shifts a literal as a C `int` of 32 bits
BIT: Final = numbers([1 << place for place in range(62)])
