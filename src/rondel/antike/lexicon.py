"""The words of an Antike game: every name that can be typed or printed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rondel.antike.rules import GOODS, PERSONAGES, UNITS, Rules
from rondel.boards.schema import Board
from rondel.names import Names

_GOOD_ALIASES = {"coins": 3}
_UNIT_ALIASES = {"legions": 0, "galleys": 1}
_PERSONAGE_ALIASES = {"kings": 0, "scholars": 1, "generals": 2, "citizens": 3, "navigators": 4}
#: the Latin names of the wedges
LATIN = {
    "iron": ("ferrum",), "temple": ("templum",), "gold": ("aurum",), "maneuver": ("movere", "duellum"),
    "arming": ("militia",), "marble": ("marmor",), "know-how": ("scientia",),
}  # fmt: skip


class Lexicon:
    """The names of one game, with the verbs that begin its moves and the kind of action each stands for."""

    def __init__(self, rules: Rules, board: Board, verbs: Mapping[str, str]) -> None:
        self.regions = Names("province", [region.name for region in board.regions])
        self.nations = Names("nation", board.nations)
        self.goods = Names("good", GOODS, _GOOD_ALIASES)
        self.resources = Names("resource", GOODS[:3])
        self.units = Names("kind of unit", UNITS, _UNIT_ALIASES)
        self.personages = Names("personage", PERSONAGES, _PERSONAGE_ALIASES)
        self.knowhows = Names("know-how", [field.name for field in rules.knowhows])
        self.wedges = Names("wedge", wedge_names(rules.wedges), _latin_names(rules.wedges))
        self.events = Names("event card", [event.name for event in rules.events])
        self.leaders = Names("special unit", rules.leaders)
        self.verbs = Names("verb", list(verbs))
        self.verb_kinds = tuple(verbs.values())


@lru_cache(64)
def wedge_names(wedges: tuple[str, ...]) -> tuple[str, ...]:
    """Number wedges of the same name in clockwise order: maneuver1, maneuver2."""
    return tuple(name if wedges.count(name) == 1 else f"{name}{wedges[: place + 1].count(name)}"
                 for place, name in enumerate(wedges))  # fmt: skip


def _latin_names(wedges: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for choice in (0, -1):
        names = wedge_names(tuple(LATIN[name][choice] for name in wedges))
        found |= {name: place for place, name in enumerate(names)}
    return found
