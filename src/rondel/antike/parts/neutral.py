"""Neutral temples: they are on the board from the start, block their city site, and can be destroyed."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import Finder, Part
from rondel.antike.state import CITY, NATION, BaseGame, State
from rondel.antike.tables import Tables
from rondel.antike.text.phrases import region_name
from rondel.antike.text.values import bad, mask_of, names_of
from rondel.errors import IllegalMove
from rondel.game import JsonDict, JsonObject


def lay_out_temples(game: Tables, state: State) -> None:
    """Put the neutral temples on the board. Rule: A2-030 A2-R36."""
    state.temples |= game.neutral


def neutral_targets(game: Tables, state: State) -> int:
    """Give the neutral temples that stand: those without a city. Rule: A2-163."""
    found: int = state.temples & game.neutral
    for cities in state.cities:
        found &= ~cities
    return found


# ---- refusals, and in positions --------------------------------------------------------------------------------------


def barred_site(game: BaseGame, state: State, region: int) -> IllegalMove | None:
    """Refuse a city where a neutral temple stands; None if none does."""
    if not state.temples >> region & 1:
        return None
    return game.illegal("neutral_temple", f"The neutral temple in {region_name(game, region)} must be destroyed first.")


def _taken(state: State) -> int:
    taken = 0
    for cities in state.cities:
        taken |= cities
    return taken


def _write(game: BaseGame, state: State) -> JsonDict:
    return {"neutral_temples": names_of(game, state.temples & ~_taken(state))} if game.neutral else {}


def _read(game: BaseGame, state: State, data: JsonObject, find: Finder) -> None:
    """Read the neutral temples; left out, those of the board stand where nobody has founded."""
    if "neutral_temples" not in data:
        state.temples |= 0 if state.phase in (NATION, CITY) else game.neutral & ~_taken(state)
        return
    standing = mask_of(game, data["neutral_temples"], "neutral_temples")
    if standing & _taken(state):
        bad(f"a neutral temple cannot stand in the city of {game.region_names(standing & _taken(state))}")
    state.temples |= standing


def _show(game: BaseGame, state: State, nation: int) -> list[str]:
    standing = neutral_targets(game, state)
    return [f"Neutral temples: {game.region_names(standing)}"] if standing else []


NEUTRAL: Final = Part(
    name="neutral temples",
    axis="neutral_temples",
    in_play=lambda rules: rules.neutral_temples,
    keys=("neutral_temples",),
    clauses="""
neutral_temple  A2-077
""",
    absent="there are no neutral temples in this game",
    write=_write,
    read=_read,
    show=_show,
)
