"""The founder's choice: what a city yields where its site leaves that open."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import Part
from rondel.antike.rules import GOODS
from rondel.antike.state import BaseGame, State
from rondel.antike.text.values import bad, find, table
from rondel.game import JsonDict, JsonObject


def kind_of(state: State, region: int) -> int:
    """Give the resource that a city in the region yields."""
    return next(good for good, mask in enumerate(state.kinds) if mask >> region & 1)


def _write(game: BaseGame, state: State, nation: int) -> JsonDict:
    """Write the resources of cities that yield another than the site names. Rule: A2-073 A2-177, AD-065."""
    chosen = {
        region.name: GOODS[kind_of(state, place)]
        for place, region in enumerate(game.board.regions)
        if state.cities[nation] >> place & 1 and not game.printed_kinds[kind_of(state, place)] >> place & 1
    }
    return {"produces": chosen} if chosen else {}


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
    in_play=lambda rules: True,  # a board may leave a site open by itself
    nation_keys=("produces",),
    write_nation=_write,
    read_nation=_read,
)
