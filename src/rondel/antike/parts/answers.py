"""Answers one by one: after each entry the nations there are asked in an order the nation on turn chooses."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import ActionWords, Finder, Part
from rondel.antike.phases.battle import act_ask, legal_ask, unheard
from rondel.antike.state import ANSWER, ASK, NONE, BaseGame, State
from rondel.antike.text.phrases import either, named
from rondel.antike.text.values import sequence
from rondel.antike.text.words import Reading, read_nation
from rondel.errors import IllegalMove
from rondel.game import JsonDict, JsonObject


def _read_ask(game: BaseGame, state: State, found: Reading) -> None:
    found.actions.append(game.actions.ask + read_nation(game, state, found))


def _no_ask(game: BaseGame, state: State, nation: int) -> IllegalMove:
    able = either([named(game, state, other) for other in unheard(game, state)])
    words = f"The {game.nation_name(state, nation)} cannot answer this entry; ask {able}."
    return game.illegal("not_offered", words, key="offer-ask")


# ---- in positions ----------------------------------------------------------------------------------------------------


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


def entry_fault(game: BaseGame, state: State) -> str:
    """Find what is impossible about a pending entry to which nations answer one by one."""
    kind, place = game.actions.split(state.pending)
    if kind != "move" or game.rules.entry != "each":
        return "an answer follows a move"
    crossing, used, number = game.actions.decode_move(place)
    unit, _, target = game.actions.crossings[crossing]
    if target != state.place or state.spent[(game.actions.levels * unit + used) * game.size + target] < number:
        return "the units that moved are not marked as used"
    return ""


def _needs_ask(game: BaseGame, state: State) -> str:
    found = entry_fault(game, state)
    if not found and (len(unheard(game, state)) < 2 or state.asked != NONE):
        found = "somebody is asked only if several nations can answer"
    return found


ANSWERS: Final = Part(
    name="answers one by one",
    axis="entry",
    in_play=lambda rules: rules.entry == "each",
    handlers={ASK: (legal_ask, act_ask)},
    prompts={"ask": "say which nation answers first"},
    needs={ASK: _needs_ask},
    takes={"ask": ("ask",)},
    actions={
        "ask": ActionWords(
            verbs=("ask",),
            read=_read_ask,
            write=lambda game, state, place: game.nation_name(state, place),
            take_apart=lambda game, state, place: {"nation": place},
            why_not=_no_ask,
        ),
    },
    clauses="""
now:ask    A05-R32  A06-R32  A2-R29  AD-128
offer-ask  A2-R29
""",
    keys=("heard",),
    write=_write,
    read=_read,
    moment=_moment,
)
