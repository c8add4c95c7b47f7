"""Ramparts: personages bring them, marble pays for them, and each adds to the defence of a city."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import ActionWords, Part
from rondel.antike.rules import COIN, GOOD_KINDS, MARBLE, Rules
from rondel.antike.scores import points
from rondel.antike.state import BaseGame, State
from rondel.antike.tables import Tables
from rondel.antike.text.phrases import lacks, region_name
from rondel.antike.text.values import bad, mask_of, names_of
from rondel.antike.text.words import reads_place
from rondel.errors import IllegalMove
from rondel.game import JsonDict, JsonObject, News
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
    """Count the ramparts in a nation's reserve: those its points have brought, minus those on the board.

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


# ---- moves and refusals ----------------------------------------------------------------------------------------------


def _no_rampart(game: BaseGame, state: State, region: int) -> IllegalMove:
    name = region_name(game, region)
    if not state.cities[state.turn] >> region & 1:
        words = f"You can build a town wall only in one of your own cities; {name} is not yours."
        return game.illegal("not_owned", words, key="rampart")
    if state.ramparts >> region & 1:
        return game.illegal("has_rampart", f"{name} already has a town wall.")
    if not ramparts_left(game, state, state.turn):
        return game.illegal("no_rampart", "You have no town wall left to build.")
    return lacks(game, state, MARBLE, game.rules.rampart_price, "rampart")


# ---- in positions ----------------------------------------------------------------------------------------------------


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
    return (
        ""
        if rules.rampart_points
        else "Ramparts have a price (rampart_price), but no points bring any (rampart_points=())."
    )


def _news(game: BaseGame, before: State, action: int, after: State) -> list[News]:
    """Tell of ramparts that were destroyed; one that was built was bought."""
    gone = before.ramparts & ~after.ramparts
    return [
        {"kind": "rampart-lost", "nation": game.nation_name(before, nation), "region": game.board.regions[region].name}
        for nation in range(game.nations if gone else 0)
        for region in range(game.size)
        if gone & before.cities[nation] & BIT[region]
    ]


RAMPARTS: Final = Part(
    name="ramparts",
    axis="rampart_price",
    in_play=lambda rules: rules.rampart_price > 0,
    details={"rampart_points": ()},
    misfit=_misfit,
    takes={"temple": ("rampart",)},
    actions={
        "rampart": ActionWords(
            verbs=("rampart",),
            read=reads_place("rampart"),
            write=lambda game, state, place: region_name(game, place),
            take_apart=lambda game, state, place: {"region": place},
            why_not=_no_rampart,
            tell=lambda game, before, place, after: {"kind": "rampart", "region": region_name(game, place)},
        ),
    },
    clauses="""
now:rampart  AD-088
rampart      AD-095
has_rampart  AD-096
no_rampart   AD-097
""",
    nation_keys=("ramparts",),
    write_nation=_write,
    read_nation=_read,
    faults=_faults,
    show_nation=_show,
    news=_news,
)
