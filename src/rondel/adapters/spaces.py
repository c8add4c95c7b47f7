"""Spaces of observations, for the adapters that have them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gymnasium import spaces

from rondel.features import CEILING, Encoder


def observation_space(encoder: Encoder, flattened: bool, actions: int) -> spaces.Dict:
    """Give the space of observations with their mask of so many actions."""
    boxes = spaces.Dict({name: _box(shape) for name, shape in encoder.shapes.items()})
    size = sum(int(np.prod(shape)) for shape in encoder.shapes.values())
    return spaces.Dict(
        {
            "observation": _box((size,)) if flattened else boxes,
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def _box(shape: Sequence[int]) -> spaces.Box:
    return spaces.Box(0.0, CEILING, tuple(shape), np.float32)
