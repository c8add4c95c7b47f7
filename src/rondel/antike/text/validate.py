"""Which moments within a turn are possible: what each phase requires of the state."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.answers import entry_fault
from rondel.antike.parts.catalogue import PARTS
from rondel.antike.parts.part import ACTING, CONTRADICTED
from rondel.antike.phases import battle, movement, setup, strength
from rondel.antike.rules import GALLEY, GOOD_KINDS, LEGION
from rondel.antike.state import (
    AGREE,
    ANSWER,
    ARMING,
    ASK,
    BY_TEMPLE,
    CHARGE,
    CITY,
    CONQUEST,
    EXTRA,
    FORTRESS,
    FOUNDING,
    GIVE_UP,
    JOIN,
    KNOWHOW,
    LOSE,
    LOST,
    MANEUVER,
    NATION,
    NONE,
    OVER,
    PAY,
    PHASES,
    PICK,
    RONDEL,
    SUBSTITUTE,
    TEMPLE,
    TURN_UP,
    BaseGame,
    State,
)
from rondel.tables import bit_count

#: the phase in which each purchase is chosen
_CHOSEN_IN = {
    "wedge": RONDEL, "temple": TEMPLE, "architect": TEMPLE, "rampart": TEMPLE, "arm": ARMING, "lead": ARMING,
    "learn": KNOWHOW, "recruit": KNOWHOW, "found": FOUNDING, "settle": FOUNDING,
}  # fmt: skip
_SUB_DECISIONS = (JOIN, ANSWER, ASK, LOSE, GIVE_UP, FORTRESS, CHARGE)
_SETTING_UP = (NATION, CITY)


def fault(game: BaseGame, state: State) -> str:
    """Say what makes the moment impossible; empty if nothing does."""
    return (
        _questions(game, state)
        or _remains(game, state)
        or _parts(game, state)
        or _setting_up(game, state)
        or _needs(game, state)
    )


def _questions(game: BaseGame, state: State) -> str:
    """Find open questions that do not belong to the phase."""
    phase = state.phase
    each = (ANSWER,) if game.rules.entry == "each" else ()
    for name, value, needed in (
        ("pending move", state.pending, (PAY, JOIN, ASK, LOSE, GIVE_UP, FORTRESS, CHARGE, *each)),
        ("place", state.place, _SUB_DECISIONS),
    ):
        if (value != NONE) != (phase in needed):
            return f"the phase {PHASES[phase]} {'needs a' if phase in needed else 'has no'} {name}"
    if state.asked != NONE and phase not in (ANSWER, LOSE, SUBSTITUTE):
        return "nobody can be asked in this phase"
    if state.actor != state.turn and phase not in (
        *_SETTING_UP, ANSWER, SUBSTITUTE, FORTRESS, PICK, TURN_UP, AGREE, OVER,
    ):  # fmt: skip
        return "the nation on turn must decide in this phase"
    return ""


def _remains(game: BaseGame, state: State) -> str:
    """Find leftovers of a turn that the phase cannot have."""
    phase = state.phase
    buying = game.actions.split(state.pending)[0] if phase == PAY else ""
    full = state.knowhow[state.turn] == game.full_chart
    if any(state.spent) and phase not in (*ACTING, ARMING) and buying not in ("arm", "lead"):
        return "units have acted or were placed, but no maneuver or arming is under way"
    late = phase == FOUNDING or buying in ("found", "settle")
    if state.generals_due and phase not in ACTING and not late and not _taking(game, state):
        return "generals are due only in and after a maneuver"
    learning = phase == KNOWHOW or buying in ("learn", "recruit")
    if (state.scholars_due or state.learned) and not learning and not late:
        return "scholars are due only in and after a know-how action"
    if state.extra_due and not (game.rules.extra_personage and full and phase in (PAY, KNOWHOW, FOUNDING, EXTRA)):
        return "no extra personage can be due now"
    return ""


def _taking(game: BaseGame, state: State) -> bool:
    """Say whether the loser of a city takes its card: the maneuver is over then, founding has not begun."""
    return state.phase in (PICK, TURN_UP) and game.has_chance and bool(state.tally[LOST])


def _parts(game: BaseGame, state: State) -> str:
    """Find what a part in play cannot have in this phase, and counts of parts that are not in play."""
    for part in PARTS:
        if part.in_play(game.rules):
            found = part.moment(game, state)
            if found:
                return found
        elif game.counts and any(state.tally[place] for place in part.counts):
            return CONTRADICTED
    return ""


def _setting_up(game: BaseGame, state: State) -> str:
    """Find what cannot be before round 1."""
    if state.phase not in _SETTING_UP:
        return "rounds are counted from 1" if not state.round and state.phase != TURN_UP else ""
    settled = state.temples or (state.phase == NATION and any(state.cities))
    if state.round or settled or any(state.units) or any(state.knowhow) or any(state.earned) or any(state.rondel):
        return "before round 1 there is nothing but start goods and start cities"
    return ""


def _needs(game: BaseGame, state: State) -> str:
    """Find what the phase lacks."""
    check = _NEEDS.get(state.phase)
    return check(game, state) if check else ""


def _pay(game: BaseGame, state: State) -> str:
    kind, _ = game.actions.split(state.pending)
    if kind not in _CHOSEN_IN:
        return "only a purchase can be paid for"
    before = state.copy()
    before.phase, before.pending = _CHOSEN_IN[kind], NONE
    return "" if state.pending in game.options(before) else "the pending purchase is not open to the nation"


def _join(game: BaseGame, state: State) -> str:
    kind, place = game.actions.split(state.pending)
    if kind != "move":
        return "units can only join a move"
    crossing, used, number = game.actions.decode_move(place)
    unit, _, target = game.actions.crossings[crossing]
    if target != state.place or not movement.answerable(game, state, target):
        return "nobody could answer the entry"
    if state.spent[(game.actions.levels * unit + used) * game.size + target] < number:
        return "the units that moved are not marked as used"
    return ""


def _answer(game: BaseGame, state: State) -> str:
    if state.asked in (NONE, state.turn) or state.actor != state.asked:
        return "the nation asked must be another than the one on turn, and must be the one to act"
    if state.pending != NONE:
        unheard = [] if entry_fault(game, state) else battle.unheard(game, state)
        return "" if state.asked in unheard else "the nation asked cannot answer the entry"
    if not (battle.can_demand(state, state.asked, LEGION) or battle.can_demand(state, state.asked, GALLEY)):
        return "the nation asked has nothing to fight with there"
    return ""


def _lose(game: BaseGame, state: State) -> str:
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


def _lose_battle(game: BaseGame, state: State, place: int) -> str:
    region, nation, unit = game.actions.decode_fight(place)
    if region != state.place or state.end or (state.lose_galleys if unit == LEGION else state.lose_legions):
        return "the losses are not those of the battle"
    if (nation == state.turn) != (state.asked != NONE) or state.asked == state.turn:
        return "an answer to the nation on turn has a nation asked, another battle has none"
    return ""


def _lose_conquest(game: BaseGame, state: State, place: int) -> str:
    region, legions = divmod(place, game.actions.cap + 1)
    mine = state.cities[state.turn] >> region & 1 or (game.neutral >> region & 1 and not state.temples >> region & 1)
    if region != state.place or state.lose_legions > legions or not mine:
        return "the losses are not those of the conquest"
    if state.asked != NONE or (state.end and (state.end != BY_TEMPLE or state.winner != state.turn)):
        return "the conquest leaves nobody to ask, and ends the game only for the nation on turn"
    return ""


def _conquest(game: BaseGame, state: State) -> str:
    return "" if game.rules.maneuver_phases else "conquests have no phase of their own in this rulebook"


def _give_up(game: BaseGame, state: State) -> str:
    before = state.copy()
    before.phase, before.pending, before.place = MANEUVER, NONE, NONE
    if not _chosen(game, before, state.pending, state.place):
        return "the pending conquest is not open to the nation"
    region = (state.pending - game.actions.conquer) // (game.actions.cap + 1)
    if region != state.place or bit_count(state.cities[state.turn]) < game.stones:
        return "a city is given up only for a conquest without a stone left"
    return ""


def _chosen(game: BaseGame, before: State, action: int, place: int) -> bool:
    """Say whether a conquest could be chosen, at once or after its announcement."""
    if not game.rules.declared:
        return action in game.options(before)
    owner = strength.owner_of(before, place)
    open_ = game.actions.declare + place in game.options(before)
    return open_ and action in strength.splits(game, before, place, owner)


def _substitute(game: BaseGame, state: State) -> str:
    if state.goods[GOOD_KINDS * game.nations + 3]:
        return "while the bank has coins nobody takes a resource instead"
    if state.asked != state.actor or (game.rules.coin_timing != "round" and state.actor != state.turn):
        return "the nation that takes must be the one asked"
    if game.rules.coin_timing == "round" and state.turn != state.start:
        return "coins are handed out when the turn comes to the starting nation"
    return ""


def _city(game: BaseGame, state: State) -> str:
    if game.rules.start_cities == "card" or state.turn != state.start:
        return "start cities are chosen from the starting nation on, where they are not on the nation cards"
    steps = [(nation - state.start) % game.nations for nation in range(game.nations)]
    passed = sum(bit_count(cities) for cities in state.cities)
    for nation, cities in enumerate(state.cities):
        if bit_count(cities) != (passed + game.nations - 1 - steps[nation]) // game.nations:
            return "start cities are chosen in turn order"
        if cities & ~_choosable(game, state, nation):
            return "a start city is not among those the nation could choose"
    if steps[state.actor] != passed % game.nations or passed >= game.nations * (1 if _one(game) else 3):
        return "another nation chooses its start city now"
    return ""


def _one(game: BaseGame) -> bool:
    return game.rules.start_cities == "one"


def _choosable(game: BaseGame, state: State, nation: int) -> int:
    """Give the cities a nation may have chosen: of its card, or one of each resource."""
    if _one(game):
        return sum(1 << region for region in setup.start_triple(game, state, nation))
    mine = state.cities[nation]
    return sum(mask for mask in game.printed_kinds if bit_count(mine & mask) <= 1) & ~game.neutral


def _extra(game: BaseGame, state: State) -> str:
    return "" if state.extra_due and any(state.stacks) else "no extra personage is due"


_NEEDS: Final = {
    PAY: _pay, JOIN: _join, ANSWER: _answer, LOSE: _lose, CONQUEST: _conquest, GIVE_UP: _give_up,
    SUBSTITUTE: _substitute, CITY: _city, EXTRA: _extra,
    **{phase: check for part in PARTS for phase, check in part.needs.items()},
}  # fmt: skip
