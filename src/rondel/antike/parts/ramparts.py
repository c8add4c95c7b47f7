"""Ramparts: personages bring them, marble pays for them, and each adds to the defence of a city."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import Part
from rondel.antike.rules import COIN, GOOD_KINDS, MARBLE, Rules
from rondel.antike.scores import points
from rondel.antike.state import BaseGame, State
from rondel.antike.tables import Tables
from rondel.antike.text.values import bad, mask_of, names_of
from rondel.game import JsonDict, JsonObject
from rondel.native import i64
from rondel.tables import BIT, bit_count


def rampart_sites(game: Tables, state: State, options: list[int]) -> None:
    """Add the cities that can get a rampart. Rule: AD-095 AD-096 AD-097 AD-R18."""
    mine = GOOD_KINDS * state.turn
    wealth = state.goods[mine + MARBLE] + state.goods[mine + COIN]
    if wealth >= game.rules.rampart_price and ramparts_left(game, state, state.turn):
        sites = state.cities[state.turn] & ~state.ramparts
        options += [game.actions.rampart + region for region in range(game.size) if sites >> region & 1]


def ramparts_left(game: Tables, state: State, nation: i64) -> i64:
    """Count the ramparts in a nation's reserve: those its points have brought, less those that stand.

    Rule: AD-076 AD-D10.
    """
    score = points(game, state, nation)
    gained = sum(1 for wanted in game.rules.rampart_points if score >= wanted)
    return gained - bit_count(state.ramparts & state.cities[nation])


def build_rampart(game: Tables, state: State, region: i64) -> None:
    """Put a paid rampart under a city. Rule: AD-095."""
    state.ramparts |= BIT[region]


def destroy_rampart(state: State, region: i64) -> None:
    """Send a rampart back to the reserve of its owner. Rule: AD-141."""
    state.ramparts &= ~BIT[region]


# ---- in positions and texts ------------------------------------------------------------------------------------------


def _write(game: BaseGame, state: State, nation: int) -> JsonDict:
    return {"ramparts": names_of(game, state.ramparts & state.cities[nation])}


def _read(game: BaseGame, state: State, nation: int, entry: JsonObject) -> None:
    mask = mask_of(game, entry.get("ramparts", []), "ramparts")
    if mask & ~state.cities[nation]:
        bad(f"a rampart of {game.nation_name(state, nation)} lies outside their cities")
    state.ramparts |= mask


def _faults(game: BaseGame, state: State) -> list[str]:
    """List nations with more ramparts than their points have brought. Rule: AD-D10."""
    return [
        f"{game.nation_name(state, nation)} have more ramparts than they have gained"
        for nation in range(game.nations)
        if ramparts_left(game, state, nation) < 0
    ]


def _show(game: BaseGame, state: State, nation: int) -> list[str]:
    return [f"  ramparts {ramparts_left(game, state, nation)} in reserve"]


def _misfit(rules: Rules, nations: int) -> str:
    return "" if rules.rampart_points else "Ramparts have a price (rampart_price), but no rampart_points bring any."


RAMPARTS: Final = Part(
    name="ramparts",
    axis="rampart_price",
    in_play=lambda rules: rules.rampart_price > 0,
    details={"rampart_points": ()},
    misfit=_misfit,
    takes={"temple": ("rampart",)},
    nation_keys=("ramparts",),
    write_nation=_write,
    read_nation=_read,
    faults=_faults,
    show_nation=_show,
)
