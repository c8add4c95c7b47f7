"""Which moments within a turn can be: what each phase needs of the state's open questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike import battle, movement
from rondel.antike.rules import GALLEY, LEGION
from rondel.antike.state import (
    ANSWER,
    ARMING,
    CITY,
    EXTRA,
    FOUNDING,
    GIVE_UP,
    JOIN,
    KNOWHOW,
    LOSE,
    MANEUVER,
    NATION,
    NONE,
    OVER,
    PAY,
    RONDEL,
    SUBSTITUTE,
    TEMPLE,
    State,
)

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame

#: the phase in which each purchase is chosen
_CHOSEN_IN = {"wedge": RONDEL, "temple": TEMPLE, "arm": ARMING, "learn": KNOWHOW, "found": FOUNDING}


def fault(game: AntikeGame, state: State) -> str:
    """Say what makes the moment impossible; empty if nothing does."""
    return _leftovers(game, state) or _needs(game, state)


def _leftovers(game: AntikeGame, state: State) -> str:
    """Find open questions that do not belong to the phase."""
    phase = state.phase
    if (state.pending != NONE) != (phase in (PAY, JOIN, LOSE, GIVE_UP)):
        return "a pending move belongs to the phases pay, join, lose and give-up, and to them only"
    if (state.place != NONE) != (phase in (JOIN, ANSWER, LOSE, GIVE_UP)):
        return "a place belongs to the phases join, answer, lose and give-up, and to them only"
    if state.asked != NONE and phase not in (ANSWER, LOSE, SUBSTITUTE):
        return "nobody can be asked in this phase"
    if state.actor != state.turn and phase not in (NATION, CITY, ANSWER, SUBSTITUTE, OVER):
        return "the nation on turn must decide in this phase"
    if state.extra_due and phase not in (PAY, KNOWHOW, FOUNDING, EXTRA):
        return "no extra personage can be due now"
    if any(state.spent) and phase in (
        NATION,
        CITY,
        SUBSTITUTE,
        RONDEL,
        TEMPLE,
        KNOWHOW,
        FOUNDING,
        EXTRA,
        OVER,
    ):
        return "units have acted or were placed, but no maneuver or arming is under way"
    return ""


def _needs(game: AntikeGame, state: State) -> str:
    """Find what the phase lacks."""
    check = {
        PAY: _pay, JOIN: _join, ANSWER: _answer, LOSE: _lose, GIVE_UP: _give_up, SUBSTITUTE: _substitute,
        CITY: _city, EXTRA: _extra,
    }.get(state.phase)  # fmt: skip
    return check(game, state) if check else ""


def _pay(game: AntikeGame, state: State) -> str:
    kind, _ = game.actions.split(state.pending)
    if kind not in _CHOSEN_IN:
        return "only a purchase can be paid for"
    before = state.copy()
    before.phase, before.pending = _CHOSEN_IN[kind], NONE
    return "" if state.pending in game.options(before) else "the pending purchase is not open to the nation"


def _join(game: AntikeGame, state: State) -> str:
    kind, place = game.actions.split(state.pending)
    if kind != "move":
        return "units can only join a move"
    target = game.actions.crossings[game.actions.decode_move(place)[0]][2]
    if target != state.place or not movement.answerable(game, state, target):
        return "nobody could answer the entry"
    return ""


def _answer(game: AntikeGame, state: State) -> str:
    if state.asked in (NONE, state.turn) or state.actor != state.asked:
        return "the nation asked must be another than the one on turn, and must be the one to act"
    if not (battle.can_demand(state, state.asked, LEGION) or battle.can_demand(state, state.asked, GALLEY)):
        return "the nation asked has nothing to fight with there"
    return ""


def _lose(game: AntikeGame, state: State) -> str:
    kind, _ = game.actions.split(state.pending)
    if kind not in ("fight", "conquer"):
        return "losses come from a fight or a conquest"
    for unit, number in ((LEGION, state.lose_legions), (GALLEY, state.lose_galleys)):
        if sum(battle.losable(game, state, unit)) < number:
            return "more units must be lost than are there"
    return ""


def _give_up(game: AntikeGame, state: State) -> str:
    before = state.copy()
    before.phase, before.pending, before.place = MANEUVER, NONE, NONE
    if state.pending not in game.options(before):
        return "the pending conquest is not open to the nation"
    region = (state.pending - game.actions.conquer) // (game.actions.cap + 1)
    if region != state.place or state.cities[state.turn].bit_count() < game.rules.stones:
        return "a city is given up only for a conquest without a stone left"
    return ""


def _substitute(game: AntikeGame, state: State) -> str:
    if state.goods[4 * game.nations + 3]:
        return "while the bank has coins nobody takes a resource instead"
    if state.asked != state.actor or (game.rules.coin_timing == "turn" and state.actor != state.turn):
        return "the nation that takes must be the one asked"
    return ""


def _city(game: AntikeGame, state: State) -> str:
    if game.rules.start_cities == "card":
        return "start cities are on the nation cards in this game"
    wanted = 1 if game.rules.start_cities == "one" else 3
    steps = [(nation - state.start) % game.nations for nation in range(game.nations)]
    passed = sum(cities.bit_count() for cities in state.cities)
    for nation, cities in enumerate(state.cities):
        if cities.bit_count() != (passed + game.nations - 1 - steps[nation]) // game.nations:
            return "start cities are chosen in turn order"
    if steps[state.actor] != passed % game.nations or passed >= wanted * game.nations:
        return "another nation chooses its start city now"
    return ""


def _extra(game: AntikeGame, state: State) -> str:
    if not state.extra_due or not any(state.stacks):
        return "no extra personage is due"
    return ""
