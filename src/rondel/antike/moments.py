"""Which moments within a turn can be: what each phase needs of the state's open questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike import battle, movement, setup
from rondel.antike.rules import GALLEY, LEGION
from rondel.antike.state import (
    ANSWER,
    ARMING,
    BY_TEMPLE,
    CITY,
    CONQUEST,
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
_SUB_DECISIONS = (JOIN, ANSWER, LOSE, GIVE_UP)
#: phases in which units of the nation on turn may have acted
_ACTING = (MANEUVER, *_SUB_DECISIONS, CONQUEST)
_SETTING_UP = (NATION, CITY)


def fault(game: AntikeGame, state: State) -> str:
    """Say what makes the moment impossible; empty if nothing does."""
    return _questions(state) or _remains(game, state) or _setting_up(game, state) or _needs(game, state)


def _questions(state: State) -> str:
    """Find open questions that do not belong to the phase."""
    phase = state.phase
    if (state.pending != NONE) != (phase in (PAY, JOIN, LOSE, GIVE_UP)):
        return "the phases pay, join, lose and give-up need a pending move, and no other phase has one"
    if (state.place != NONE) != (phase in _SUB_DECISIONS):
        return "the phases join, answer, lose and give-up need a place, and no other phase has one"
    if state.asked != NONE and phase not in (ANSWER, LOSE, SUBSTITUTE):
        return "nobody can be asked in this phase"
    if state.actor != state.turn and phase not in (*_SETTING_UP, ANSWER, SUBSTITUTE, OVER):
        return "the nation on turn must decide in this phase"
    return ""


def _remains(game: AntikeGame, state: State) -> str:
    """Find remains of a turn that the phase cannot have."""
    phase = state.phase
    buying = game.actions.split(state.pending)[0] if phase == PAY else ""
    full = state.knowhow[state.turn] == game.full_chart
    if any(state.spent) and phase not in (*_ACTING, ARMING) and buying != "arm":
        return "units have acted or were placed, but no maneuver or arming is under way"
    if state.generals_due and phase not in (*_ACTING, FOUNDING) and buying != "found":
        return "generals are due only in and after a maneuver"
    if state.scholars_due and phase not in (KNOWHOW, FOUNDING) and buying not in ("learn", "found"):
        return "scholars are due only in and after a know-how action"
    if state.extra_due and not (game.rules.extra_personage and full and phase in (PAY, KNOWHOW, FOUNDING, EXTRA)):
        return "no extra personage can be due now"
    if state.barred and not (game.trade_bars and full):
        return "nothing can be barred from trade"
    return ""


def _setting_up(game: AntikeGame, state: State) -> str:
    """Find what cannot be before round 1."""
    if state.phase not in _SETTING_UP:
        return "rounds are counted from 1" if not state.round else ""
    if state.round or any(state.units) or any(state.knowhow) or any(state.earned) or any(state.rondel):
        return "before round 1 there is nothing but start goods and start cities"
    return ""


def _needs(game: AntikeGame, state: State) -> str:
    """Find what the phase lacks."""
    check = {
        PAY: _pay, JOIN: _join, ANSWER: _answer, LOSE: _lose, CONQUEST: _conquest, GIVE_UP: _give_up,
        SUBSTITUTE: _substitute, CITY: _city, EXTRA: _extra,
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
    crossing, used, number = game.actions.decode_move(place)
    unit, _, target = game.actions.crossings[crossing]
    if target != state.place or not movement.answerable(game, state, target):
        return "nobody could answer the entry"
    if state.spent[(3 * unit + used) * game.size + target] < number:
        return "the units that moved are not marked as used"
    return ""


def _answer(game: AntikeGame, state: State) -> str:
    if state.asked in (NONE, state.turn) or state.actor != state.asked:
        return "the nation asked must be another than the one on turn, and must be the one to act"
    if not (battle.can_demand(state, state.asked, LEGION) or battle.can_demand(state, state.asked, GALLEY)):
        return "the nation asked has nothing to fight with there"
    return ""


def _lose(game: AntikeGame, state: State) -> str:
    kind, place = game.actions.split(state.pending)
    if kind == "fight":
        found = _lose_battle(game, state, place)
    elif kind == "conquer":
        found = _lose_conquest(game, state, place)
    else:
        return "losses come from a fight or a conquest"
    for unit, number in ((LEGION, state.lose_legions), (GALLEY, state.lose_galleys)):
        if sum(battle.losable(game, state, unit)) < number:
            return "more units must be lost than are there"
    return found


def _lose_battle(game: AntikeGame, state: State, place: int) -> str:
    region, nation, unit = game.actions.decode_fight(place)
    if region != state.place or state.end or (state.lose_galleys if unit == LEGION else state.lose_legions):
        return "the losses are not those of the battle"
    if (nation == state.turn) != (state.asked != NONE) or state.asked == state.turn:
        return "an answer to the nation on turn has a nation asked, another battle has none"
    return ""


def _lose_conquest(game: AntikeGame, state: State, place: int) -> str:
    region, legions = divmod(place, game.actions.cap + 1)
    if region != state.place or state.lose_legions > legions or not state.cities[state.turn] >> region & 1:
        return "the losses are not those of the conquest"
    if state.asked != NONE or (state.end and (state.end != BY_TEMPLE or state.winner != state.turn)):
        return "the conquest leaves nobody to ask, and ends the game only for the nation on turn"
    return ""


def _conquest(game: AntikeGame, state: State) -> str:
    return "" if game.rules.maneuver_phases else "conquests have no phase of their own in this rulebook"


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
    if game.rules.coin_timing == "round" and state.turn != state.start:
        return "coins are handed out when the turn comes to the starting nation"
    return ""


def _city(game: AntikeGame, state: State) -> str:
    if game.rules.start_cities == "card" or state.turn != state.start:
        return "start cities are chosen from the starting nation on, where they are not on the nation cards"
    steps = [(nation - state.start) % game.nations for nation in range(game.nations)]
    passed = sum(cities.bit_count() for cities in state.cities)
    for nation, cities in enumerate(state.cities):
        if cities.bit_count() != (passed + game.nations - 1 - steps[nation]) // game.nations:
            return "start cities are chosen in turn order"
        if cities & ~_choosable(game, state, nation):
            return "a start city is not among those the nation could choose"
    if steps[state.actor] != passed % game.nations or passed >= game.nations * (1 if _one(game) else 3):
        return "another nation chooses its start city now"
    return ""


def _one(game: AntikeGame) -> bool:
    return game.rules.start_cities == "one"


def _choosable(game: AntikeGame, state: State, nation: int) -> int:
    """Give the cities a nation may have chosen: of its card, or one of each resource."""
    if _one(game):
        return sum(1 << region for region in setup.start_triple(game, state, nation))
    mine = state.cities[nation]
    return sum(mask for mask in game.resource_masks if (mine & mask).bit_count() <= 1)


def _extra(game: AntikeGame, state: State) -> str:
    return "" if state.extra_due and any(state.stacks) else "no extra personage is due"
