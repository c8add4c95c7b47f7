"""The Bellona card: its holder sets up one unit without paying, then hands it to the right."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import Finder, Part
from rondel.antike.state import ARMING, CITY, NATION, NONE, PAY, BaseGame, State
from rondel.antike.tables import Tables
from rondel.antike.text.values import amount
from rondel.game import JsonDict, JsonObject, News
from rondel.native import i64


def deal_bellona(game: Tables, state: State) -> None:
    """Give the card to the nation that is last in turn order. Rule: A2-054."""
    state.bellona = (state.start - 1) % game.nations


def bellona_units(state: State) -> i64:
    """Count the free units that the card still brings the nation on turn. Rule: A2-055 A2-R14."""
    return 1 - state.levied if state.bellona == state.turn else 0


def pass_bellona(game: Tables, state: State) -> None:
    """Hand the card to the right after the holder's arming, used or not. Rule: A2-056 A2-R13 A2-R14."""
    if state.bellona == state.turn:
        state.bellona = (state.turn - 1) % game.nations
        state.levied = 0


# ---- in positions and texts ------------------------------------------------------------------------------------------


def _write(game: BaseGame, state: State) -> JsonDict:
    found: JsonDict = {}
    if state.bellona != NONE:
        found["bellona"] = game.nation_name(state, state.bellona)
    if state.levied:
        found["levied"] = state.levied
    return found


def _read(game: BaseGame, state: State, data: JsonObject, find: Finder) -> None:
    if state.phase not in (NATION, CITY):
        state.bellona = find(data["bellona"]) if "bellona" in data else (state.start - 1) % game.nations
    state.levied = min(2, amount(data.get("levied", 0), "levied"))


def _faults(game: BaseGame, state: State) -> list[str]:
    held = (state.bellona == NONE) == (state.phase in (NATION, CITY)) and state.levied <= 1
    return [] if held else ["somebody holds the Bellona card from round 1 on where it is in play"]


def _moment(game: BaseGame, state: State) -> str:
    buying = game.actions.split(state.pending)[0] if state.phase == PAY else ""
    if state.levied and (state.bellona != state.turn or (state.phase != ARMING and buying not in ("arm", "lead"))):
        return "only the holder of the Bellona card sets up a free unit"
    return ""


def _show(game: BaseGame, state: State, nation: int) -> list[str]:
    return [f"Bellona: {game.nation_name(state, state.bellona)}"] if state.bellona != NONE else []


def _news(game: BaseGame, before: State, action: int, after: State) -> list[News]:
    if after.bellona in (before.bellona, NONE):
        return []
    return [{"kind": "bellona", "nation": game.nation_name(after, after.bellona)}]


BELLONA: Final = Part(
    name="bellona",
    axis="bellona",
    in_play=lambda rules: rules.bellona,
    takes={"arming": ("free",)},
    keys=("bellona", "levied"),
    absent="the Bellona card is not in play",
    write=_write,
    read=_read,
    faults=_faults,
    moment=_moment,
    show=_show,
    news=_news,
)
