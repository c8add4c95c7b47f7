"""Battles: units of the same kind are removed one for one, if either side demands it."""

from __future__ import annotations

from rondel.antike.actions import PEACE
from rondel.antike.parts.leaders.rules import leader_type, leads
from rondel.antike.phases.turn import stop
from rondel.antike.rules import GALLEY, LEGION, UNIT_KINDS
from rondel.antike.state import ANSWER, ASK, CONQUEST, LOSE, MANEUVER, NONE, State
from rondel.antike.tables import Tables
from rondel.antike.units import lose_units, reach_of, rest
from rondel.native import i64
from rondel.tables import BIT


def fights(game: Tables, state: State, options: list[int]) -> None:
    """Add the battles the nation on turn can begin.

    A battle takes no action, so units that have none left may fight. Rule: A05-170 A05-174 A05-175 A05-176, A06-181
    A06-184 A06-186, A2-143 A2-148.
    """
    where, mine, turn, nations = state.where, UNIT_KINDS * state.turn, state.turn, game.nations
    legions: i64 = 0
    galleys: i64 = 0
    for other in range(nations):
        if other != turn:
            legions |= where[UNIT_KINDS * other]
            galleys |= where[UNIT_KINDS * other + 1]
    legions &= where[mine]
    galleys &= where[mine + 1]
    meeting = legions | galleys
    while meeting:
        bit: int = meeting & -meeting
        meeting ^= bit
        first = game.actions.fight + UNIT_KINDS * nations * (bit.bit_length() - 1)
        for army in range(UNIT_KINDS * nations):
            if where[army] & bit and army // UNIT_KINDS != turn:
                if (galleys if army % UNIT_KINDS else legions) & bit:
                    options.append(first + army)


def fight(game: Tables, state: State, action: i64) -> None:
    """Remove units of both sides, one pair or all.

    Rule: A05-171 A05-173 A05-177 A05-R31, A06-182 A06-185 A06-R31, A2-144.
    """
    region, other, kind = game.actions.decode_fight(action - game.actions.fight)
    if other == state.turn:  # a demand by the nation asked
        other = state.asked
    pairs = battle_pairs(game, state, region, other, kind)
    lose_units(game, state, UNIT_KINDS * other + kind, region, pairs)
    if kind == LEGION:
        state.lose_legions = pairs
    else:
        state.lose_galleys = pairs
    state.place = region
    state.pending = action
    state.actor = state.turn
    state.phase = LOSE


def battle_pairs(game: Tables, state: State, region: i64, other: i64, kind: i64) -> i64:
    """Count the pairs that one demand removes."""
    if game.rules.battle_size == "pair":
        return 1
    mine = state.units[(UNIT_KINDS * state.turn + kind) * game.size + region]
    if not game.joint and state.phase == ANSWER:  # only those that entered can be fought
        mine = entering(game, state)[2]
    return min(mine, state.units[(UNIT_KINDS * other + kind) * game.size + region])


def next_answer(game: Tables, state: State) -> None:
    """Ask the next nation that can demand a battle, in turn order, else go on. Rule: A05-R32, A06-209 A06-R32."""
    for step in range((state.asked - state.turn) % game.nations + 1, game.nations):
        nation = (state.turn + step) % game.nations
        if can_demand(state, nation, LEGION) or can_demand(state, nation, GALLEY):
            _ask(state, nation)
            return
    _go_on(state)


def _ask(state: State, nation: i64) -> None:
    state.asked = state.actor = nation
    state.phase = ANSWER


def _go_on(state: State) -> None:
    """Give the nation on turn the next step of its maneuver."""
    state.asked = state.place = state.pending = NONE
    state.heard = 0
    state.actor = state.turn
    state.phase = MANEUVER


def can_demand(state: State, nation: i64, kind: i64) -> bool:
    """Say whether both sides have units of the kind at the place of entry.

    Rule: A05-170 A05-R34 A05-R35, A06-181 A06-R34 A06-R35, A2-143.
    """
    return bool(
        state.where[UNIT_KINDS * nation + kind] & state.where[UNIT_KINDS * state.turn + kind] & BIT[state.place]
    )


def legal_answer(game: Tables, state: State) -> list[int]:
    """Offer peace, or a battle of each kind that both sides have there. Rule: A05-169, A06-180."""
    base = game.actions.fight + UNIT_KINDS * (state.place * game.nations + state.turn)
    kinds = (LEGION, GALLEY) if state.pending == NONE else (entering(game, state)[0],)
    return [PEACE] + [base + kind for kind in kinds if can_demand(state, state.asked, kind)]


def act_answer(game: Tables, state: State, action: i64) -> None:
    """Carry out the demand, or ask the next nation."""
    if game.joint:
        _answer_joint(game, state, action)
    else:
        _answer_each(game, state, action)


def _answer_joint(game: Tables, state: State, action: i64) -> None:
    if action == PEACE:
        next_answer(game, state)
    else:
        fight(game, state, action)


# ---- answers to each entry -------------------------------------------------------------------------------------------


def entering(game: Tables, state: State) -> tuple[i64, i64, i64]:
    """Give kind, actions used and number of the units that have entered and can still be fought."""
    crossing, used, count = game.actions.decode_move(state.pending - game.actions.move)
    return game.actions.kinds[crossing], used + 1, count


def open_answers(game: Tables, state: State, action: i64) -> None:
    """Let the nations with like units at the place of entry answer. Rule: A2-142 A2-R27 A2-R47."""
    crossing = (action - game.actions.move) // (game.actions.levels * game.actions.cap)
    state.place = game.actions.targets[crossing]
    state.pending = action
    _ask_next(game, state)


def unheard(game: Tables, state: State) -> list[int]:
    """List the nations that can still demand a battle against the units that entered. Rule: A2-R29."""
    kind = entering(game, state)[0]
    others = [nation for nation in range(game.nations) if nation != state.turn and not state.heard >> nation & 1]
    return [nation for nation in others if can_demand(state, nation, kind)]


def _ask_next(game: Tables, state: State) -> None:
    """Ask the only nation left, let the nation on turn name one of several, or go on."""
    left = unheard(game, state)
    if not left:
        _go_on(state)
    elif len(left) == 1:
        _ask(state, left[0])
    else:
        state.asked = NONE
        state.actor = state.turn
        state.phase = ASK


def legal_ask(game: Tables, state: State) -> list[int]:
    """Offer the nations that can answer. Rule: A2-146 A2-R29."""
    return [game.actions.ask + nation for nation in unheard(game, state)]


def act_ask(game: Tables, state: State, action: i64) -> None:
    """Ask the nation named."""
    _ask(state, action - game.actions.ask)


def _answer_each(game: Tables, state: State, action: i64) -> None:
    """Note the peace, or remove units of the nation asked and as many of those that entered.

    Rule: A2-R28 A2-144 A2-R26.
    """
    if action == PEACE:
        state.heard |= BIT[state.asked]
    else:
        kind, used, count = entering(game, state)
        pairs = battle_pairs(game, state, state.place, state.asked, kind)
        lose_units(game, state, UNIT_KINDS * state.asked + kind, state.place, pairs)
        lose_units(game, state, UNIT_KINDS * state.turn + kind, state.place, pairs)
        state.spent[(game.actions.levels * kind + used - 1) * game.size + state.place] -= pairs
        if count == pairs:
            _go_on(state)
            return
        state.pending -= pairs  # the same move with fewer units
    _ask_next(game, state)


# ---- battles without asking ------------------------------------------------------------------------------------------


def collide(game: Tables, state: State, kind: i64, region: i64, entering: i64) -> i64:
    """Fight like units that meet, one for one, in turn order, leaders last; give how many of those entering are lost.

    The enemy's losses are carried out, those of the nation on turn are the caller's. Rule: AD-103 AD-128 AD-170.
    """
    lost: i64 = 0
    for step in range(1, game.nations):
        other = (state.turn + step) % game.nations
        pairs = min(entering - lost, state.units[(UNIT_KINDS * other + kind) * game.size + region])
        if pairs:
            lose_units(game, state, UNIT_KINDS * other + kind, region, pairs)
            lost += pairs
        if lost < entering and leads(game, state, other, region) and leader_type(state, other) == kind:
            state.leaders[other] = 0
            lost += 1
    return lost


# ---- losses ----------------------------------------------------------------------------------------------------------


def legal_lose(game: Tables, state: State) -> list[int]:
    """Offer the unlike units among which the owner may choose its loss. Rule: A05-R33, A06-R33."""
    kind = LEGION if state.lose_legions else GALLEY
    number = state.lose_legions or state.lose_galleys
    counts = losable(game, state, kind)
    options: list[int] = []
    for used, count in enumerate(counts):
        if count:
            number -= count
            options.append(game.actions.lose + used)
    if not number or (len(options) > 1 and not _choice_matters(game, state)):
        return options[-1:]  # those with the fewest actions left
    return options


def losable(game: Tables, state: State, kind: i64) -> list[int]:
    """Count the units that may be lost, by actions used; in a conquest only active ones. Rule: A05-R36, A06-R36."""
    size, levels = game.size, game.actions.levels
    place = levels * kind * size + state.place
    counts: list[int] = [state.units[(UNIT_KINDS * state.turn + kind) * size + state.place]]
    for level in range(levels):
        used = state.spent[place + level * size]
        counts[0] -= used
        counts.append(used)
    if state.pending >= game.actions.conquer and game.rules.spare_action:
        return counts[: reach_of(game, state, kind)]
    return counts


def _choice_matters(game: Tables, state: State) -> bool:
    """Say whether unlike survivors can still act differently: not in a separate conquest phase, not at the end."""
    in_conquest = state.pending >= game.actions.conquer
    return not (state.end or (in_conquest and game.rules.maneuver_phases))


def act_lose(game: Tables, state: State, action: i64) -> None:
    """Remove one unit; after the last, go back to where the loss came from."""
    kind = LEGION if state.lose_legions else GALLEY
    used = action - game.actions.lose
    lose_units(game, state, UNIT_KINDS * state.turn + kind, state.place, 1)
    if used:
        state.spent[(game.actions.levels * kind + used - 1) * game.size + state.place] -= 1
    if kind == LEGION:
        state.lose_legions -= 1
    else:
        state.lose_galleys -= 1
    if not state.lose_legions and not state.lose_galleys:
        _resume(game, state)


def _resume(game: Tables, state: State) -> None:
    conquered = state.pending >= game.actions.conquer
    state.pending = NONE
    if state.end:
        # the game stops here: nothing of the turn stays open
        state.place = NONE
        rest(game, state)
        state.scholars_due = state.generals_due = 0
        stop(state, state.end)
    elif state.asked != NONE:
        state.actor = state.asked
        if can_demand(state, state.asked, LEGION) or can_demand(state, state.asked, GALLEY):
            state.phase = ANSWER
        else:
            next_answer(game, state)
    else:
        state.phase = CONQUEST if conquered and game.rules.maneuver_phases else MANEUVER
        state.place = NONE
