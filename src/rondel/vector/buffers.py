"""The arrays of a batch: their shapes, and whether those of a caller fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rondel.features.table import Dtype

Array = NDArray[Any]
Kind = np.dtype[Any]
#: the shape and the type of each array
Layout = Mapping[str, tuple[tuple[int, ...], Kind]]


@dataclass(frozen=True, slots=True)
class Buffers:
    """Everything that a step writes, one row for each game. They are overwritten at every step."""

    #: what the seat that decides sees: all tables in one vector
    observations: Array
    #: for each seat; nothing but zeros until a game ends
    rewards: Array
    terminated: Array
    truncated: Array
    #: the seat that decides; at the end of a game the last one that did
    current_player: Array
    #: the first legal actions, then -1
    legal: Array
    #: how many legal actions there are, which may be more than fit
    count: Array

    def part(self, first: int, end: int) -> Buffers:
        """Give the rows of some games, without copying."""
        return Buffers(**{field.name: getattr(self, field.name)[first:end] for field in fields(self)})


def layout(num_envs: int, seats: int, row: int, most: int, dtype: Dtype) -> Layout:
    """Give the shape and the type of each array."""
    return {
        "observations": ((num_envs, row), np.dtype(dtype)),
        "rewards": ((num_envs, seats), np.dtype(np.float32)),
        "terminated": ((num_envs,), np.dtype(np.bool_)),
        "truncated": ((num_envs,), np.dtype(np.bool_)),
        "current_player": ((num_envs,), np.dtype(np.int64)),
        "legal": ((num_envs, most), np.dtype(np.int64)),
        "count": ((num_envs,), np.dtype(np.int64)),
    }


def prepared(wanted: Layout, given: Mapping[str, Array] | None) -> Buffers:
    """Give the caller's arrays where there are some, else new ones; refuse what does not fit."""
    given = given or {}
    unknown = [name for name in given if name not in wanted]
    if unknown:
        raise ValueError(f"There is no buffer {unknown[0]!r}. The buffers are: {', '.join(wanted)}.")
    return Buffers(**{name: _checked(name, given.get(name), shape, dtype) for name, (shape, dtype) in wanted.items()})


def _checked(name: str, array: Array | None, shape: tuple[int, ...], dtype: Kind) -> Array:
    if array is None:
        return np.zeros(shape, dtype)
    fits = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype
    if not fits or not array.flags.writeable or not array.flags.c_contiguous:
        raise ValueError(f"The buffer {name} is a writable, contiguous array of shape {shape} and type {dtype}.")
    return array
