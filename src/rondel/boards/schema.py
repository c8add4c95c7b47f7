"""What a board is: regions, typed borders, start cities; with the look-up tables the engine walks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

#: border types; a combined border is both bits
LAND: Final = 1
SEA: Final = 2
BOTH: Final = 3
BORDER_NAMES: Final = {"land": LAND, "sea": SEA, "both": BOTH}

#: resources, in the order that every list of goods uses; a coin follows as the fourth kind of good
RESOURCES: Final = ("marble", "iron", "gold")


@dataclass(frozen=True, slots=True)
class Region:
    """One province, as printed on the board."""

    name: str
    resource: int  # index into RESOURCES
    details: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False)


@dataclass(frozen=True, slots=True)
class Board:
    """A map side: data only, checked by the reader. Regions and nations are numbered in file order."""

    id: str
    title: str
    provenance: str
    regions: tuple[Region, ...]
    borders: tuple[tuple[int, int, int], ...]  # a < b, and the type
    nations: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]  # the two players' nations, the starting nation's pair first
    starts: Mapping[int, Mapping[int, tuple[int, int, int]]]  # number of nations -> nation -> marble, iron, gold city
    start_nation: Mapping[int, int]  # number of nations -> nation
    source: Mapping[str, Any] = field(repr=False, hash=False, compare=False)  # as read, for inline boards

    def neighbours(self, region: int, kinds: int = BOTH) -> tuple[int, ...]:
        """Give the regions across borders that have any of the kinds (LAND, SEA or BOTH), in ascending order."""
        found = [b for a, b, t in self.borders if a == region and t & kinds]
        found += [a for a, b, t in self.borders if b == region and t & kinds]
        return tuple(sorted(found))

    def border(self, a: int, b: int) -> int:
        """Give the type of the border between two regions; 0 where there is none."""
        low, high = min(a, b), max(a, b)
        return next((t for x, y, t in self.borders if (x, y) == (low, high)), 0)

    def index(self, name: str) -> int:
        """Give the number of the region of exactly that name."""
        return [region.name for region in self.regions].index(name)
