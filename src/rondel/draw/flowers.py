"""A position of a game on hexagonal tiles as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def draw_flowers(view: Mapping[str, Any], symbols: Mapping[str, bytes], width: int = 1600, dark: bool = False) -> str:
    """Draw the board and what each player has."""
    return ""
