"""Checks that a board is plain data: only what can be written as JSON and read back."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterable, Mapping
from typing import Final

#: how deeply a board's tables and lists may be nested, and how large a number may be
DEEPEST: Final = 8
LARGEST: Final = 10**9

#: characters that no page or picture may contain: control characters and lone surrogates
_FOREIGN = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_WORDS: Final = {
    datetime.datetime: "a date", datetime.date: "a date", datetime.time: "a time", type(None): "null",
    bytes: "a row of bytes", tuple: "a tuple", set: "a set",
}  # fmt: skip


def fault_of_data(data: object) -> tuple[str, ...]:
    """Say what is wrong with the data and where, as a path of keys; empty if all of it is plain."""
    # a work list instead of recursion, so that no data is nested too deeply for it
    left: list[tuple[tuple[str, ...], object]] = [((), data)]
    while left:
        path, value = left.pop()
        fault = _fault(value) or (f"it is nested more than {DEEPEST} tables deep" if len(path) > DEEPEST else "")
        if fault:
            return *path, fault
        left += [((*path, str(key)), entry) for key, entry in _entries(value)]
    return ()


def _entries(value: object) -> list[tuple[object, object]]:
    """List the entries of a table or list that need a closer look; plain texts, most of a board, are skipped."""
    if isinstance(value, Mapping):
        pairs: Iterable[tuple[object, object]] = value.items()
    elif isinstance(value, list):
        pairs = enumerate(value, 1)
    else:
        return []
    return [(key, entry) for key, entry in pairs if not (isinstance(entry, str) and entry.isprintable())]


def _fault(value: object) -> str:
    if isinstance(value, Mapping):
        return next((f for f in map(_fault_of_key, value) if f), "")
    if isinstance(value, str):
        return "a text must not contain control characters or lone surrogates" if _FOREIGN.search(value) else ""
    if isinstance(value, bool | list):
        return ""
    if isinstance(value, int | float):
        return _fault_of_number(value)
    return f"{_WORDS.get(type(value), f'a Python {type(value).__name__}')} cannot be part of a board"


def _fault_of_key(key: object) -> str:
    if not isinstance(key, str):
        return f"a key is a text, not a Python {type(key).__name__}"
    return "a key must not contain control characters or lone surrogates" if _FOREIGN.search(key) else ""


def _fault_of_number(value: float) -> str:
    if abs(value) <= LARGEST:
        return ""
    if isinstance(value, int) or math.isfinite(value):
        return f"a number is at most {LARGEST}"
    return f"{value} cannot be part of a board"
