"""Barracks: units are recruited for gold, wait there, and only those that waited can be set up."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.part import CONTRADICTED, ActionWords, Part
from rondel.antike.rules import COIN, GOLD, UNIT_KINDS, UNITS
from rondel.antike.state import READY, RECRUITED, BaseGame, State
from rondel.antike.tables import Tables
from rondel.antike.text.phrases import lacks, stock
from rondel.antike.text.values import amount, known, table
from rondel.antike.text.words import Reading, read_number, read_unit
from rondel.antike.units import units_left
from rondel.errors import IllegalMove, NotationError
from rondel.game import JsonDict, JsonObject
from rondel.names import count
from rondel.native import i64


def recruits(game: Tables, state: State, purse: i64, options: list[int]) -> None:
    """Add the units that gold and supply allow to recruit. Rule: AD-123 AD-181."""
    for kind, price in enumerate(game.rules.recruit_prices or ()):
        if price <= purse and units_left(game, state, state.turn, kind):
            options.append(game.actions.recruit + kind)


def recruit(game: Tables, state: State, kind: i64) -> None:
    """Move a paid unit from the supply to the barracks; it cannot be set up in this turn. Rule: AD-123 AD-R27."""
    state.barracks[UNIT_KINDS * state.turn + kind] += 1
    state.tally[RECRUITED] = 1


def muster(game: Tables, state: State) -> None:
    """Note which units are in the barracks as the turn begins: only those can be set up this turn.

    Rule: AD-100 AD-R19.
    """
    state.tally[READY] = state.barracks[UNIT_KINDS * state.turn]
    state.tally[READY + 1] = state.barracks[UNIT_KINDS * state.turn + 1]


def leave_barracks(state: State, kind: i64) -> None:
    """Take a unit out of the barracks to set it up. Rule: AD-100."""
    state.barracks[UNIT_KINDS * state.turn + kind] -= 1
    state.tally[READY + kind] -= 1


# ---- moves and refusals ----------------------------------------------------------------------------------------------


def _read_recruit(game: BaseGame, state: State, found: Reading) -> None:
    if read_number(found) != 1:
        raise NotationError("bad_text", "Units are recruited one at a time; repeat `recruit` for each.")
    found.actions.append(game.actions.recruit + read_unit(game, found))


def _no_recruit(game: BaseGame, state: State, kind: int) -> IllegalMove:
    assert game.rules.recruit_prices is not None
    price = game.rules.recruit_prices[kind]
    if stock(state, GOLD) + stock(state, COIN) >= price:
        return game.illegal("no_reserve", f"You have no {UNITS[kind]} left to recruit.")
    return lacks(game, state, GOLD, price, "recruit")


# ---- in positions ----------------------------------------------------------------------------------------------------


def _write(game: BaseGame, state: State, nation: int) -> JsonDict:
    return {"barracks": dict(zip(("legions", "galleys"), state.waiting(nation), strict=True))}


def _read(game: BaseGame, state: State, nation: int, entry: JsonObject) -> None:
    """Read the units that wait; left out, those of the start. Rule: AD-019."""
    waiting = table(entry.get("barracks", {}), "barracks")
    known(waiting, {"legions", "galleys"}, "barracks")
    for kind, army in enumerate(("legions", "galleys")):
        number = amount(waiting.get(army, game.rules.start_barracks), f"{army} in the barracks")
        state.barracks[UNIT_KINDS * nation + kind] = min(255, number)


def _moment(game: BaseGame, state: State) -> str:
    first = UNIT_KINDS * state.turn
    if any(state.tally[READY + kind] > state.barracks[first + kind] for kind in (0, 1)):
        return "more units are ready than wait in the barracks"
    return CONTRADICTED if state.tally[RECRUITED] > 1 else ""


def _show(game: BaseGame, state: State, nation: int) -> list[str]:
    legions, galleys = state.barracks[UNIT_KINDS * nation], state.barracks[UNIT_KINDS * nation + 1]
    return [f"  barracks {count(legions, 'legion')}, {count(galleys, 'galley')}"]


BARRACKS: Final = Part(
    name="barracks",
    axis="recruit_prices",
    in_play=lambda rules: rules.recruit_prices is not None,
    details={"start_barracks": 0},
    takes={"know-how": ("recruit",)},
    actions={
        "recruit": ActionWords(
            verbs=("recruit",),
            read=_read_recruit,
            write=lambda game, state, place: UNITS[place],
            take_apart=lambda game, state, place: {"unit": UNITS[place]},
            why_not=_no_recruit,
            tell=lambda game, before, place, after: {"kind": "recruited", "unit": UNITS[place]},
        ),
    },
    clauses="""
now:recruit  AD-110
recruit      AD-123
no_reserve   AD-181
""",
    counts={READY: "ready legions", READY + 1: "ready galleys", RECRUITED: "recruited"},
    nation_keys=("barracks",),
    write_nation=_write,
    read_nation=_read,
    moment=_moment,
    show_nation=_show,
)
