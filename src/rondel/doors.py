"""Doors for other packages: what they declare as entry points, and objects named `package.module:Name`."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from typing import Final

#: the groups of entry points: families of games, sorts of bots
GAMES: Final = "rondel.games"
BOTS: Final = "rondel.bots"


def declared(group: str) -> Iterator[tuple[str, object]]:
    """Give what installed packages declare in a group, by name; what cannot be loaded is reported and left out."""
    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
        try:
            yield entry.name, entry.load()
        except Exception as error:  # a faulty package must not stop this one
            refuse(group, f"{entry.name} = {entry.value}", f"{type(error).__name__}: {error}")


def refuse(group: str, what: str, why: str) -> None:
    """Warn that something declared is left out."""
    warnings.warn(f"The entry point {what} of {group} is left out: {why}", RuntimeWarning, stacklevel=2)


def is_reference(text: str) -> bool:
    """Say whether a text names an object of a module: `package.module:Name`, or `module:Name` with a capital letter."""
    module, _, name = text.partition(":")
    named = all(part.isidentifier() for part in module.split(".")) and name.isidentifier()
    return named and ("." in module or not name.islower())


def load(reference: str) -> object:
    """Import the object that a text names."""
    return EntryPoint(name=reference, value=reference, group=BOTS).load()
