"""Checks a line of a result file; a damaged one is reported before anything is counted or played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeGuard

from rondel.game import JsonObject

#: far above any real count or time; larger values, such as infinity, cannot be added up
_MOST: Final = 10**15


def wrong_with(row: object) -> str:
    """Say why a value is not a game; empty if it is one."""
    if not isinstance(row, dict):
        return "it is not an object"
    missing = [name for name in _FITS if name not in row]
    if missing:
        return f"it has no {', '.join(missing)}"
    if not _is_names(row["bots"]):
        return "its bots are wrong"
    seats = len(row["bots"])
    wrong = [name for name, fits in _FITS.items() if not fits(row[name], seats)]
    return f"wrong value of {', '.join(wrong)}" if wrong else ""


def _is_whole(value: object, low: int = 0) -> TypeGuard[int]:
    return type(value) is int and low <= value < _MOST


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -_MOST < value < _MOST


def _is_names(value: object) -> bool:
    return (
        isinstance(value, list) and bool(value) and all(isinstance(name, str) and name.isprintable() for name in value)
    )


def _is_seat(value: object, seats: int) -> bool:
    return _is_whole(value) and value < seats


def _by_seat(value: object, seats: int) -> bool:
    """Tell a list of one number a seat."""
    return isinstance(value, list) and len(value) == seats and all(map(_is_number, value))


def _is_failures(value: object, seats: int) -> bool:
    return isinstance(value, list) and all(isinstance(entry, dict) and _is_failure(entry, seats) for entry in value)


def _is_failure(entry: JsonObject, seats: int) -> bool:
    words = isinstance(entry.get("bot"), str) and isinstance(entry.get("why"), str)
    return words and _is_seat(entry.get("seat"), seats) and _is_whole(entry.get("decision"))


#: what each part of a game must be, by the number of seats
_FITS: Final[Mapping[str, Callable[[object, int], bool]]] = {
    "number": lambda value, seats: _is_whole(value),
    "seed": lambda value, seats: type(value) is int,
    "bots": lambda value, seats: _is_names(value),
    "winner": lambda value, seats: _is_whole(value, -1) and value < seats,
    "end": lambda value, seats: isinstance(value, str),
    "turns": lambda value, seats: _is_whole(value),
    "points": _by_seat,
    "marks": lambda value, seats: isinstance(value, dict) and all(map(_is_whole, value.values())),
    "failures": _is_failures,
    "decisions": _by_seat,
    "seconds": _by_seat,
    "longest": _by_seat,
    "actions": lambda value, seats: isinstance(value, list) and all(map(_is_whole, value)),
}
