"""The values of a position object, read one by one and refused with a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from rondel.antike.state import BaseGame
from rondel.errors import PositionError
from rondel.game import JsonObject
from rondel.names import Names

_COUNT = 1_000_000_000


def bad(message: str) -> NoReturn:
    """Refuse the position."""
    raise PositionError("bad_position", f"The position is impossible: {message}.")


def known(given: JsonObject, keys: set[str], where: str) -> None:
    """Refuse unknown keys."""
    unknown = sorted(str(key) for key in given if key not in keys)
    if unknown:
        bad(f"{where} has no key {unknown[0]!r}; the keys are {', '.join(sorted(keys))}")


def table(value: object, what: str) -> JsonObject:
    """Read an object."""
    if not isinstance(value, Mapping):
        bad(f"{what} must be an object")
    return value


def sequence(value: object, what: str) -> Sequence[object]:
    """Read a list."""
    if not isinstance(value, list):
        bad(f"{what} must be a list")
    return value


def amount(value: object, what: str) -> int:
    """Read a number that is not negative."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _COUNT:
        bad(f"{what} must be a number from 0 to {_COUNT}, not {value!r}")
    return value


def choice(data: JsonObject, key: str, allowed: Sequence[str], default: str) -> str:
    """Read one of the allowed words."""
    value = data.get(key, default)
    if value not in allowed:
        bad(f"{key} must be one of {', '.join(entry for entry in allowed if entry)}, not {value!r}")
    return str(value)


def find(names: Names, value: object) -> int:
    """Read a name."""
    if not isinstance(value, str):
        bad(f"{value!r} is not the name of a {names.what}")
    return names.find(value)


def counts(names: Names, value: object, what: str) -> dict[int, int]:
    """Read numbers by name, each name once."""
    found: dict[int, int] = {}
    for name, given in table(value, what).items():
        place = find(names, name)
        if place in found:
            bad(f"{what} name {name} twice")
        found[place] = amount(given, f"{what} of {name}")
    return found


def bits(names: Names, value: object, what: str) -> int:
    """Read a list of names as a bit mask, each name once."""
    mask = 0
    for name in sequence(value, what):
        bit = 1 << find(names, name)
        if mask & bit:
            bad(f"{what} names {name} twice")
        mask |= bit
    return mask


def mask_of(game: BaseGame, value: object, what: str) -> int:
    """Read a list of regions as a bit mask."""
    return bits(game.lexicon.regions, value, what)


def places_of(mask: int) -> list[int]:
    """List the bits that are set in a mask, lowest first."""
    found = []
    while mask:
        rest = mask & (mask - 1)
        found.append((mask ^ rest).bit_length() - 1)
        mask = rest
    return found


def names_of(game: BaseGame, mask: int) -> list[str]:
    """Write a bit mask as a list of regions."""
    regions = game.board.regions
    return [regions[place].name for place in places_of(mask)]
