"""Positions of self-play on disk: shards of arrays, each with a note on its origin.

A shard holds games of one table. Of every position it has the inputs of all sides, their hand-made scores, what the
search thought of it (`value`, a chance for each seat) and who won in the end (`result`). Positions are of three kinds:
the start of a turn, within a turn, and the end of a turn that was only looked at; the last kind has no result.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

START: Final = 0
WITHIN: Final = 1
LOOKED: Final = 2


@dataclass(slots=True)
class Samples:
    """Positions, one a line of every array."""

    rows: Array  # [position, side, input], halves
    base: Array  # [position, side], hand-made scores
    value: Array  # [position, seat], what the search thought
    result: Array  # [position, seat], 1 for the winner
    kind: Array  # [position]
    turn: Array  # [position], number of the turn within the game
    game: Array  # [position], seed of the game

    def __len__(self) -> int:
        return len(self.kind)

    def part(self, chosen: Array) -> Samples:
        """Give some of the positions."""
        return Samples(*(getattr(self, entry.name)[chosen] for entry in fields(self)))


def joined(parts: Sequence[Samples]) -> Samples:
    """Put samples of the same shape together."""
    return Samples(*(np.concatenate([getattr(part, entry.name) for part in parts]) for entry in fields(Samples)))


def write_shard(path: Path, samples: Samples, note: dict[str, Any]) -> None:
    """Write a shard; an interruption leaves no part of one."""
    part = path.with_suffix(".part")
    arrays = {entry.name: getattr(samples, entry.name) for entry in fields(samples)}
    with part.open("wb") as file:
        np.savez_compressed(file, note=np.array(json.dumps(note)), **arrays)
    part.replace(path)


def read_note(path: Path) -> dict[str, Any]:
    """Read where the positions of a shard come from."""
    with np.load(path) as data:
        found: dict[str, Any] = json.loads(str(data["note"]))
    return found


def read_shard(path: Path) -> Samples:
    """Read a shard."""
    with np.load(path) as data:
        return Samples(*(data[entry.name] for entry in fields(Samples)))


def targets(samples: Samples, result: float, decay: float) -> Array:
    """Give what each position is said to be worth: the result of the game, mixed with what searches thought later.

    A turn's value is carried back from turn to turn: `decay` of what comes later, the rest from the turn's own search.
    The result counts for `result` of the whole; 1 leaves the searches out. What was only looked at has its value.
    """
    found = np.array(samples.value, dtype=np.float32)
    starts = np.flatnonzero(samples.kind == START)
    order = starts[np.lexsort((samples.turn[starts], samples.game[starts]))]
    carried: dict[tuple[int, int], Array] = {}
    later, game = np.zeros(0, np.float32), -1
    for place in order[::-1]:
        if samples.game[place] != game:
            game, later = int(samples.game[place]), samples.result[place].astype(np.float32)
        later = decay * later + (1.0 - decay) * found[place]
        carried[game, int(samples.turn[place])] = later
    for place in np.flatnonzero(samples.kind != LOOKED):
        ahead = carried.get((int(samples.game[place]), int(samples.turn[place])), found[place])
        found[place] = result * samples.result[place] + (1.0 - result) * ahead
    return found
