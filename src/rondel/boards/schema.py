"""What a board is: regions, typed borders and start cities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rondel.game import JsonObject

#: border types; a combined border is both bits
LAND: Final = 1
SEA: Final = 2
BOTH: Final = 3
BORDER_NAMES: Final = {"land": LAND, "sea": SEA, "both": BOTH}

#: resources, in the order that every list of goods uses; a coin follows as the fourth kind of good
RESOURCES: Final = ("marble", "iron", "gold")
#: a city site whose founder chooses the resource
ANY: Final = 3
#: no city site: open sea, or land without a city
NONE: Final = -1
RESOURCE_WORDS: Final = {"marble": 0, "iron": 1, "gold": 2, "any": ANY, "none": NONE}


@dataclass(frozen=True, slots=True)
class Region:
    """One province, as printed on the board."""

    name: str
    resource: int  # index into RESOURCES, ANY or NONE
    details: JsonObject = field(default_factory=dict, hash=False, compare=False)
    open_sea: bool = False  # carries the galley symbol and counts double as a sailed sea
    en: str = ""
    fr: str = ""
    modern: Mapping[str, str] = field(default_factory=dict, hash=False)  # language -> the place's name today

    def title(self, language: str = "") -> str:
        """Give the name in a language ("en" or "fr"), or in the board's own spelling."""
        return {"en": self.en, "fr": self.fr}.get(language, "") or self.name

    def today(self, language: str = "") -> str:
        """Give the name that the place has today, in a language; the title where none is known."""
        return self.modern.get(language or "en", "") or self.title(language)

    def hint(self, language: str = "") -> str:
        """Give the name in a language, with the name that the place has today where a map would not show it."""
        today = self.modern.get(language or "en", "")
        title = self.title(language)
        return f"{title} ({today})" if today and today != title else title


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
    source: JsonObject = field(repr=False, hash=False, compare=False)  # as read, for inline boards
    temples: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # number of nations -> neutral temples
    targets: Mapping[int, int] = field(default_factory=dict)  # number of nations -> points that win, if its own
    sources: Mapping[str, str] = field(default_factory=dict)  # part of the board -> where it comes from

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
