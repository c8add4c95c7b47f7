"""Announced conquests in positions, moves and refusals, and the part itself."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.announced.rules import act_charge, act_fortress, legal_charge, legal_fortress
from rondel.antike.parts.events.rules import in_hand
from rondel.antike.parts.part import ACTING, OUTSIDE_MANEUVER, ActionWords, Finder, Part
from rondel.antike.phases import strength
from rondel.antike.state import CHARGE, FORTRESS, FORTRESSES, GIVE_UP, MANEUVER, NONE, BaseGame, State
from rondel.antike.text.phrases import region_name
from rondel.antike.text.reasons import no_conquest
from rondel.antike.text.values import mask_of, names_of
from rondel.antike.text.words import reads_place
from rondel.game import JsonDict, JsonObject, News


def announced_first(game: BaseGame, state: State, region: int, action: int) -> list[int]:
    """Put the announcement before a conquest that needs one; the losses follow later if it can be answered."""
    if not game.rules.declared or state.phase == CHARGE:
        return [action]
    owner = strength.owner_of(state, region)
    choice = len(strength.splits(game, state, region, owner)) > 1 and not in_hand(game, state, owner, "fortress")
    return [game.actions.declare + region, *([action] if choice else [])]


def _ask_fortress(game: BaseGame, state: State) -> str:
    actor, place = game.nation_name(state, state.actor), region_name(game, state.place)
    return f"{actor}: play a fortress for {place}, or let it be conquered"


# ---- in positions ----------------------------------------------------------------------------------------------------


def _write(game: BaseGame, state: State) -> JsonDict:
    return {"saved": names_of(game, state.failed)} if state.failed else {}


def _read(game: BaseGame, state: State, data: JsonObject, find: Finder) -> None:
    state.failed = mask_of(game, data.get("saved", []), "saved")


def _moment(game: BaseGame, state: State) -> str:
    if state.failed and state.phase not in ACTING:
        return OUTSIDE_MANEUVER
    if state.tally[FORTRESSES] and state.phase not in (FORTRESS, CHARGE, GIVE_UP):
        return "fortresses belong to an announced conquest"
    return ""


def _needs_fortress(game: BaseGame, state: State) -> str:
    owner = strength.owner_of(state, state.place)
    if owner < 0 or state.actor != owner or not in_hand(game, state, owner, "fortress"):
        return "only a defender with a fortress answers an announced conquest"
    return _declared(game, state)


def _declared(game: BaseGame, state: State) -> str:
    """Check an announced conquest: it was possible before the fortresses played since."""
    if not game.rules.declared:
        return "conquests are not announced in this rulebook"
    before = state.copy()
    before.phase, before.pending, before.place, before.actor = MANEUVER, NONE, NONE, state.turn
    before.tally[FORTRESSES] = 0
    if state.pending not in game.options(before) or game.actions.split(state.pending) != ("declare", state.place):
        return "the announced conquest is not open to the nation"
    return ""


def _needs_charge(game: BaseGame, state: State) -> str:
    return _declared(game, state) or ("" if game.options(state) else "the attack is too weak for the fortresses")


def _news(game: BaseGame, before: State, action: int, after: State) -> list[News]:
    """Tell of a conquest that is announced and waits for its answer, and of a city that a fortress has saved."""
    kind, place = game.actions.split(action)
    found: list[News] = []
    if kind == "declare" and after.phase in (FORTRESS, CHARGE):
        found.append(_about(game, before, "announced", before.turn, place))
    if before.phase == FORTRESS and after.phase not in (FORTRESS, CHARGE):
        owner = strength.owner_of(before, before.place)
        if strength.owner_of(after, before.place) == owner:  # `failed` is cleared where the turn ends with it
            found.append(_about(game, before, "saved", owner, before.place))
    return found


def _about(game: BaseGame, state: State, kind: str, nation: int, region: int) -> News:
    return {"kind": kind, "nation": game.nation_name(state, nation), "region": region_name(game, region)}


ANNOUNCED: Final = Part(
    name="announced conquests",
    axis="declared",
    in_play=lambda rules: rules.declared,
    handlers={FORTRESS: (legal_fortress, act_fortress), CHARGE: (legal_charge, act_charge)},
    prompts={
        "fortress": "play a fortress or let the city be conquered",
        "charge": "choose which units are lost",
    },
    questions={FORTRESS: _ask_fortress},
    needs={FORTRESS: _needs_fortress, CHARGE: _needs_charge},
    takes={
        "maneuver": ("declare",), "conquest": ("declare",), "fortress": ("done", "play"), "charge": ("conquer",),
    },
    actions={
        "declare": ActionWords(
            verbs=("declare",),
            read=reads_place("declare"),
            write=lambda game, state, place: region_name(game, place),
            take_apart=lambda game, state, place: {"region": place},
            why_not=no_conquest,
        ),
    },
    clauses="""
now:declare  AD-124
saved        AD-R14
""",
    counts={FORTRESSES: "fortresses"},
    keys=("saved",),
    write=_write,
    read=_read,
    moment=_moment,
    news=_news,
)  # fmt: skip
