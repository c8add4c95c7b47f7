"""What a drawing of hexagonal tiles is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rondel.draw.terrain import Palette
from rondel.draw.themes import NationStyle, Theme, nation_style
from rondel.game import JsonObject

Hex = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Table:
    """What a drawing is made of: the view, the ground of each space, colours and size."""

    view: JsonObject
    ground: Mapping[Hex, int]  # by space; 4 is blank
    theme: Theme
    palette: Palette
    phone: bool

    def style(self, city: str) -> NationStyle:
        """Give a city-state's colours and emblem: those of its place among the four."""
        names = ("Athens", "Sparta", "Corinth", "Thebes")
        return nation_style((0, 1, 2, 4)[names.index(city)])
