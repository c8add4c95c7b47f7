"""Tells plain data, which a board is made of, from what cannot be written down and read back as JSON."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Mapping
from typing import Any, Final

#: how deep a board's tables and lists may lie in each other, and how large a number may be: more has no meaning here
DEEPEST: Final = 8
LARGEST: Final = 10**9

#: signs that no page or picture may hold: control signs and halves of surrogate pairs
_FOREIGN = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_WORDS: Final = {
    datetime.datetime: "a date", datetime.date: "a date", datetime.time: "a time", type(None): "null",
    bytes: "a row of bytes", tuple: "a tuple", set: "a set",
}  # fmt: skip


def fault_of_data(data: object) -> tuple[str, ...]:
    """Give what is wrong with the data, after the path of the keys that lead there; empty if all of it is plain."""
    # a list of what is left to do, not calls within calls: no data is too deep for it
    left: list[tuple[tuple[str, ...], object]] = [((), data)]
    while left:
        path, value = left.pop()
        fault = _fault(value) or (f"it lies more than {DEEPEST} tables deep" if len(path) > DEEPEST else "")
        if fault:
            return *path, fault
        left += [((*path, str(key)), entry) for key, entry in _entries(value)]
    return ()


def _entries(value: object) -> list[tuple[Any, object]]:
    """List what a table or list holds, except plain texts: they are most of a board, and quickly told."""
    if isinstance(value, Mapping):
        pairs: Any = value.items()
    elif isinstance(value, list):
        pairs = enumerate(value, 1)
    else:
        return []
    return [(key, entry) for key, entry in pairs if not (isinstance(entry, str) and entry.isprintable())]


def _fault(value: object) -> str:
    if isinstance(value, Mapping):
        return next((f for f in map(_fault_of_key, value) if f), "")
    if isinstance(value, str):
        return "a text has no control signs and no half signs" if _FOREIGN.search(value) else ""
    if isinstance(value, bool | list):
        return ""
    if isinstance(value, int | float):
        return _fault_of_number(value)
    return f"{_WORDS.get(type(value), f'a Python {type(value).__name__}')} is no value of a board"


def _fault_of_key(key: object) -> str:
    if not isinstance(key, str):
        return f"a key is a text, not a Python {type(key).__name__}"
    return "a key has no control signs and no half signs" if _FOREIGN.search(key) else ""


def _fault_of_number(value: float) -> str:
    if abs(value) <= LARGEST:
        return ""
    if isinstance(value, int) or math.isfinite(value):
        return f"a number is at most {LARGEST}"
    return f"{value} is no value of a board"
