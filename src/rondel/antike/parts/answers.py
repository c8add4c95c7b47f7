"""Answers one by one: after each entry the nations there are asked in an order the nation on turn chooses."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import Finder, Part
from rondel.antike.phases.battle import act_ask, legal_ask
from rondel.antike.state import ANSWER, ASK, BaseGame, State
from rondel.antike.text.values import sequence
from rondel.game import JsonDict, JsonObject


def _write(game: BaseGame, state: State) -> JsonDict:
    names = [game.nation_name(state, nation) for nation in range(game.nations) if state.heard >> nation & 1]
    return {"heard": names} if names else {}


def _read(game: BaseGame, state: State, data: JsonObject, find: Finder) -> None:
    for name in sequence(data.get("heard", []), "heard"):
        state.heard |= 1 << find(name)


def _moment(game: BaseGame, state: State) -> str:
    if state.heard and state.phase not in (ASK, ANSWER):
        return "nations can have kept the peace only while others are asked"
    return ""


ANSWERS: Final = Part(
    name="answers one by one",
    axis="entry",
    in_play=lambda rules: rules.entry == "each",
    handlers={ASK: (legal_ask, act_ask)},
    prompts={"ask": "say which nation answers first"},
    takes={"ask": ("ask",)},
    keys=("heard",),
    write=_write,
    read=_read,
    moment=_moment,
)
