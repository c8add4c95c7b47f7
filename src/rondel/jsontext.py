"""Reads JSON from untrusted sources: anything wrong with it raises a ValueError with one sentence."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def read_json(text: str) -> object:
    """Read a JSON value; refuse NaN, infinities, overlong numbers and very deep nesting."""
    try:
        value: object = json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    return value


def plain(value: object) -> Any:
    """Give a value as JSON would hand it back: tuples are lists, keys are texts."""
    return json.loads(json.dumps(value))
