"""Battles: like units cancel one for one, if either side wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.antike.actions import PEACE
from rondel.antike.building import remove_units
from rondel.antike.rules import GALLEY, LEGION
from rondel.antike.state import ANSWER, CONQUEST, LOSE, MANEUVER, NONE, OVER, State

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame


def fights(game: AntikeGame, state: State, options: list[int]) -> None:
    """Add the battles the nation on turn can begin. Rule: A05-174, A06-184."""
    where, mine = state.where, 2 * state.turn
    legions, galleys = where[mine], where[mine + 1]
    if not legions and not galleys:
        return
    found: list[int] = []
    for other in range(game.nations):
        if other != state.turn:
            both = legions & where[2 * other]
            if both:
                _fights_with(game, other, LEGION, both, found)
            both = galleys & where[2 * other + 1]
            if both:
                _fights_with(game, other, GALLEY, both, found)
    if found:
        found.sort()
        options += found


def _fights_with(game: AntikeGame, other: int, kind: int, regions: int, found: list[int]) -> None:
    while regions:
        bit = regions & -regions
        regions ^= bit
        found.append(game.actions.fight + 2 * ((bit.bit_length() - 1) * game.nations + other) + kind)


def fight(game: AntikeGame, state: State, action: int) -> None:
    """Remove units of both sides, one pair or all. Rule: A05-177 A05-R31, A06-182 A06-R31."""
    region, other, kind = game.actions.decode_fight(action - game.actions.fight)
    if other == state.turn:  # a demand by the nation asked
        other = state.asked
    pairs = battle_pairs(game, state, region, other, kind)
    remove_units(game, state, 2 * other + kind, region, pairs)
    if kind == LEGION:
        state.lose_legions = pairs
    else:
        state.lose_galleys = pairs
    state.place = region
    state.pending = action
    state.actor = state.turn
    state.phase = LOSE


def battle_pairs(game: AntikeGame, state: State, region: int, other: int, kind: int) -> int:
    """Count the pairs that one demand removes."""
    if game.rules.battle_size == "pair":
        return 1
    mine = state.units[(2 * state.turn + kind) * game.size + region]
    return min(mine, state.units[(2 * other + kind) * game.size + region])


def next_answer(game: AntikeGame, state: State) -> None:
    """Ask the next nation that can demand a battle, in turn order, else go on. Rule: A05-R32, A06-R32."""
    for step in range((state.asked - state.turn) % game.nations + 1, game.nations):
        nation = (state.turn + step) % game.nations
        if can_demand(state, nation, LEGION) or can_demand(state, nation, GALLEY):
            state.asked = state.actor = nation
            state.phase = ANSWER
            return
    state.asked = state.place = NONE
    state.actor = state.turn
    state.phase = MANEUVER


def can_demand(state: State, nation: int, kind: int) -> bool:
    """Say whether both sides have units of the kind at the place of entry. Rule: A05-R34 A05-R35, A06-R34 A06-R35."""
    return bool(state.where[2 * nation + kind] & state.where[2 * state.turn + kind] & 1 << state.place)


def legal_answer(game: AntikeGame, state: State) -> list[int]:
    """Offer peace, or a battle of each kind that both sides have there. Rule: A05-169, A06-180."""
    base = game.actions.fight + 2 * (state.place * game.nations + state.turn)
    return [PEACE] + [base + kind for kind in (LEGION, GALLEY) if can_demand(state, state.asked, kind)]


def act_answer(game: AntikeGame, state: State, action: int) -> None:
    """Carry out the demand, or ask the next nation."""
    if action == PEACE:
        next_answer(game, state)
    else:
        fight(game, state, action)


def legal_lose(game: AntikeGame, state: State) -> list[int]:
    """Offer the unlike units among which the owner may choose its loss. Rule: A05-R33, A06-R33."""
    kind = LEGION if state.lose_legions else GALLEY
    number = state.lose_legions or state.lose_galleys
    counts = losable(game, state, kind)
    levels = [used for used, count in enumerate(counts) if count]
    if sum(counts) == number or not _choice_matters(game, state):
        levels = levels[-1:]  # those with the fewest actions left
    return [game.actions.lose + used for used in levels]


def losable(game: AntikeGame, state: State, kind: int) -> list[int]:
    """Count the units that may be lost, by actions used; in a conquest only active ones. Rule: A05-R36, A06-R36."""
    size, spent = game.size, state.spent
    place = 3 * kind * size + state.place
    used = [spent[place], spent[place + size], spent[place + 2 * size]]
    fresh = state.units[(2 * state.turn + kind) * size + state.place] - sum(used)
    counts = [fresh, *used]
    if state.pending >= game.actions.conquer:
        return counts[: game.reach[kind][state.knowhow[state.turn]]]
    return counts


def _choice_matters(game: AntikeGame, state: State) -> bool:
    """Say whether unlike survivors can still act differently: not in a separate conquest phase, not at the end."""
    in_conquest = state.pending >= game.actions.conquer
    return not (state.end or (in_conquest and game.rules.maneuver_phases))


def act_lose(game: AntikeGame, state: State, action: int) -> None:
    """Remove one unit; after the last, go back to where the loss came from."""
    kind = LEGION if state.lose_legions else GALLEY
    used = action - game.actions.lose
    remove_units(game, state, 2 * state.turn + kind, state.place, 1)
    if used:
        state.spent[(3 * kind + used - 1) * game.size + state.place] -= 1
    if kind == LEGION:
        state.lose_legions -= 1
    else:
        state.lose_galleys -= 1
    if not state.lose_legions and not state.lose_galleys:
        _resume(game, state)


def _resume(game: AntikeGame, state: State) -> None:
    conquered = state.pending >= game.actions.conquer
    state.pending = NONE
    if state.end:
        # the game stops here: nothing of the turn stays open
        state.place = NONE
        state.spent = bytearray(len(state.spent))
        state.scholars_due = state.generals_due = 0
        state.phase = OVER
    elif state.asked != NONE:
        state.actor = state.asked
        if can_demand(state, state.asked, LEGION) or can_demand(state, state.asked, GALLEY):
            state.phase = ANSWER
        else:
            next_answer(game, state)
    else:
        state.phase = CONQUEST if conquered and game.rules.maneuver_phases else MANEUVER
        state.place = NONE
