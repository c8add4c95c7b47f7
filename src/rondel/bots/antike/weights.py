"""The weights of the features, early and late in a game; set by hand and by matches (`tools/bots/tune.py`)."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Final

from rondel.bots.antike.features import NAMES

#: early and late weights, in the order of NAMES
Weights = tuple[list[float], list[float]]

_FILE: Final = "weights.json"


@lru_cache(maxsize=16)
def load_weights(book: str) -> Weights:
    """Read the weights of a rulebook: those of the family, and its own where it has any."""
    text = files("rondel.bots.antike").joinpath("data", _FILE).read_text(encoding="utf-8")
    data = json.loads(text)
    table: dict[str, list[float]] = {**data["family"], **data.get(book, {})}
    return [float(table[name][0]) for name in NAMES], [float(table[name][1]) for name in NAMES]
