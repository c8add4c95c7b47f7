"""The founder's choice: which resource a city yields where its site allows several."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import Part
from rondel.antike.rules import GOODS
from rondel.antike.state import BaseGame, State
from rondel.antike.text.values import bad, find, places_of, table
from rondel.game import JsonDict, JsonObject


def kind_of(state: State, region: int) -> int:
    """Give the resource that a city in the region yields."""
    return next(good for good, mask in enumerate(state.kinds) if mask >> region & 1)


def _write(game: BaseGame, state: State, nation: int) -> JsonDict:
    """Write the resources of cities that differ from the one printed at the site. Rule: A2-073 A2-177, AD-065."""
    printed = [mask & named for mask, named in zip(state.kinds, game.printed_kinds, strict=True)]
    other = state.cities[nation] & ~(printed[0] | printed[1] | printed[2])
    if not other:
        return {}
    regions = game.board.regions
    return {"produces": {regions[place].name: GOODS[kind_of(state, place)] for place in places_of(other)}}


def _read(game: BaseGame, state: State, nation: int, entry: JsonObject) -> None:
    kinds = list(state.kinds)
    for name, good in table(entry.get("produces", {}), "produces").items():
        region, resource = find(game.lexicon.regions, name), find(game.lexicon.resources, good)
        bit = 1 << region
        if not state.cities[nation] & bit or resource not in game.site_kinds[region]:
            bad(f"{name} is no city of {game.nation_name(state, nation)} that can yield {GOODS[resource]}")
        kinds = [mask | bit if place == resource else mask & ~bit for place, mask in enumerate(kinds)]
    state.kinds = kinds[0], kinds[1], kinds[2]


SITES: Final = Part(
    name="the founder's choice",
    axis="free_kind",
    in_play=lambda rules: True,  # a board may leave a site open, whatever the rules
    nation_keys=("produces",),
    write_nation=_write,
    read_nation=_read,
)
