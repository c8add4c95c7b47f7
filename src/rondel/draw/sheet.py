"""What every layer of a drawing needs: the board, its shape, the colours and the size."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from rondel.boards.geometry import Geometry, Ring
from rondel.boards.schema import ANY, NONE, RESOURCES, Board
from rondel.draw.svg import number
from rondel.draw.themes import NationStyle, Theme, nation_style
from rondel.game import JsonObject

#: below this width in pixels the drawing is made for a phone
PHONE_WIDTH = 700


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a drawing is made of: board, shape, colours and size."""

    board: Board
    shape: Geometry
    theme: Theme
    phone: bool
    language: str
    modern: bool = False
    large: bool = True

    @property
    def line(self) -> float:
        """How much wider lines are in a small picture."""
        return 1.9 if self.phone else 1.0

    @property
    def margin(self) -> int:
        """The margin around the map for its frame."""
        return 20 if self.phone else 64

    def kinds(self, region: int) -> set[int]:
        """Give the border types around a region."""
        return {kind for a, b, kind in self.board.borders if region in (a, b)}

    def style(self, nation: str, position: JsonObject) -> tuple[int, NationStyle]:
        """Give a nation's number and style: the board's number, or its place in the position."""
        names = self.board.nations if nation in self.board.nations else tuple(position["nations"])
        number = names.index(nation)
        return number, nation_style(number)


def path_of(points: Ring) -> str:
    """Write points as an open path."""
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def smooth_path(points: Ring) -> str:
    """Write points as an open path without corners; it keeps its ends and stays within the points."""
    if len(points) < 3:
        return path_of(points)
    found = f"M{points[0][0]} {points[0][1]}"
    for (x, y), (u, v) in itertools.pairwise(points):
        found += f"Q{x} {y} {number((x + u) / 2)} {number((y + v) / 2)}"
    return f"{found}L{points[-1][0]} {points[-1][1]}"


def region_id(name: str) -> str:
    """Give the element id of a region."""
    return "region-" + "".join(letter if letter.isalnum() else "-" for letter in name)


def city_symbol(board: Board, region: int) -> str:
    """Give the symbol of a region; empty for land without a city."""
    entry = board.regions[region]
    if entry.resource == NONE:
        return "city-open-sea" if entry.open_sea else ""
    return "city-any" if entry.resource == ANY else f"city-{RESOURCES[entry.resource]}"
