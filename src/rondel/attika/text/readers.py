"""Readers for the values of a position object; each refuses what is impossible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from rondel.attika.tiles import Hex
from rondel.errors import PositionError
from rondel.game import JsonObject


def bad(message: str, rule: str = "") -> NoReturn:
    """Refuse a position."""
    raise PositionError("bad_position", f"The position is impossible: {message}.", rule)


def known(entry: JsonObject, keys: set[str]) -> None:
    """Refuse unknown keys."""
    for key in entry:
        if key not in keys:
            bad(f"{key!r} is not a key; the keys are {', '.join(sorted(keys))}")


def whole(value: object, what: str, most: int) -> int:
    """Read a whole number from 0 up."""
    if not isinstance(value, int) or not 0 <= value <= most:
        bad(f"{what} must be a number from 0 to {most}, not {value!r}")
    return int(value)


def counts(value: object, names: Sequence[str], what: str, most: int = 60) -> list[int]:
    """Read an object of names and numbers."""
    if not isinstance(value, Mapping):
        bad(f"{what} must be an object of names and numbers, not {value!r}")
    for name in value:
        if name not in names:
            bad(f"{what} has the unknown name {name!r}; the names are {', '.join(names)}")
    return [whole(value.get(name, 0), f"{name} in {what}", most) for name in names]


def read_hex(text: object, what: str) -> Hex:
    """Read a place on the grid."""
    parts = text.split(",") if isinstance(text, str) else []
    if len(parts) != 2 or not all(part.removeprefix("-").isdecimal() and len(part) < 6 for part in parts):
        bad(f"{what} must be a place such as 3,-1, not {text!r}")
    return int(parts[0]), int(parts[1])


def one_of(value: object, names: Sequence[str], what: str) -> int:
    """Read a name as its place in a list."""
    if value not in names:
        bad(f"{what} must be one of {', '.join(name for name in names if name)}, not {value!r}")
    return names.index(str(value))
