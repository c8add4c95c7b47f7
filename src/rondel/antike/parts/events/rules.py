"""What event cards do: the open display, taking cards, and playing them in one's own turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rondel.antike.actions import DONE
from rondel.antike.goods import take
from rondel.antike.parts.leaders.rules import leader_at, leader_type
from rondel.antike.parts.ramparts import destroy_rampart
from rondel.antike.phases.turn import begin_round, next_turn
from rondel.antike.rules import COIN, GOLD, GOOD_KINDS, GOODS, UNIT_KINDS, Event
from rondel.antike.state import (
    CROSSED,
    DISCARD,
    DISPLAY,
    EXTRA_LEFT,
    FOUNDING,
    HANDS,
    KNOWHOW,
    LOST,
    MANEUVER,
    MARCHES,
    PICK,
    PICKS,
    PILE,
    RECRUITED,
    TURN_UP,
    State,
)
from rondel.antike.tables import Tables
from rondel.native import i64, vec
from rondel.tables import bit_count

#: counts that last as long as the turn's maneuver
OF_MANEUVER: Final = (MARCHES, MARCHES + 1, EXTRA_LEFT, EXTRA_LEFT + 1, CROSSED)
#: how many cards lie open. Rule: AD-024
OPEN_CARDS: Final = 3


def row(game: Tables, state: State, number: i64) -> vec[i64]:
    """Give a row of the cards: how many of each event lie there."""
    width = len(game.rules.events)
    return state.cards[number * width : (number + 1) * width]


def in_hand(game: Tables, state: State, nation: i64, effect: str) -> i64:
    """Count the cards of an effect in a nation's hand."""
    if not game.has_chance or effect not in game.event_of:
        return 0
    return state.cards[(HANDS + nation) * len(game.rules.events) + game.event_of[effect]]


def move_card(game: Tables, state: State, event: i64, origin: i64, target: i64) -> None:
    """Move one card from row to row."""
    width = len(game.rules.events)
    state.cards[origin * width + event] -= 1
    state.cards[target * width + event] += 1


def spend(game: Tables, state: State, nation: i64, effect: str) -> None:
    """Discard a card that was played. Rule: AD-160."""
    move_card(game, state, game.event_of[effect], HANDS + nation, DISCARD)


def rival(game: Tables, state: State) -> i64:
    """Give the nation opposite the one on turn."""
    return (state.turn + 1) % game.nations


# ---- taking cards ----------------------------------------------------------------------------------------------------


def resume(game: Tables, state: State) -> None:
    """Fill the display, then continue with what comes next: the first round, a pick, or the next turn.

    Without event cards it opens the first round. Rule: AD-R41 AD-R44.
    """
    if not game.has_chance:
        begin_round(game, state)
    elif _short(game, state):
        state.phase = TURN_UP
    elif not state.round:
        begin_round(game, state)
    elif state.tally[LOST]:
        _pick_for_cities(game, state)
    elif state.tally[PICKS]:
        _pick_for_personages(game, state)
    else:
        next_turn(game, state)


def _short(game: Tables, state: State) -> bool:
    """Say whether a card must be turned up; an empty pile is refilled from the discard. Rule: AD-154 AD-161."""
    if sum(row(game, state, DISPLAY)) >= OPEN_CARDS:
        return False
    if not any(row(game, state, PILE)):
        width = len(game.rules.events)
        for event in range(width):
            state.cards[event] = state.cards[DISCARD * width + event]
            state.cards[DISCARD * width + event] = 0
    return any(row(game, state, PILE))


def pick_for_lost_cities(game: Tables, state: State) -> None:
    """Let the nation that lost cities in this maneuver take a card. Rule: AD-R10."""
    if state.tally[LOST]:
        resume(game, state)


def end_marches(state: State) -> None:
    """Forget the cards for extra crossings: they last for one maneuver. Rule: AD-R39."""
    for place in OF_MANEUVER:
        state.tally[place] = 0


def _pick_for_cities(game: Tables, state: State) -> None:
    """Let the loser of cities take one card for all of them, then go on to founding. Rule: AD-142 AD-187 AD-R10."""
    if state.tally[LOST] == 1 and any(row(game, state, DISPLAY)):
        state.actor = rival(game, state)
        state.phase = PICK
    else:
        state.tally[LOST] = 0
        state.actor = state.turn
        state.phase = FOUNDING


def _pick_for_personages(game: Tables, state: State) -> None:
    """Offer the other nation a card, or none if none lies open. Rule: AD-074 AD-R12."""
    if any(row(game, state, DISPLAY)):
        state.actor = rival(game, state)
        state.phase = PICK
    else:
        next_turn(game, state)


def legal_pick(game: Tables, state: State) -> list[int]:
    """Offer the open cards; a card for a personage may be declined. Rule: AD-155 AD-R11."""
    options = [] if state.tally[LOST] else [DONE]
    return options + [game.actions.pick + event for event, count in enumerate(row(game, state, DISPLAY)) if count]


def act_pick(game: Tables, state: State, action: i64) -> None:
    """Take the card, or decline it."""
    if action != DONE:
        move_card(game, state, action - game.actions.pick, DISPLAY, HANDS + state.actor)
    if state.tally[LOST]:
        state.tally[LOST] = 2
    else:
        state.tally[PICKS] -= 1
    resume(game, state)


def legal_turn_up(game: Tables, state: State) -> list[int]:
    """List the cards that may come from the pile."""
    return [game.actions.draw + event for event, count in enumerate(row(game, state, PILE)) if count]


def act_turn_up(game: Tables, state: State, action: i64) -> None:
    """Lay the card open."""
    move_card(game, state, action - game.actions.draw, PILE, DISPLAY)
    resume(game, state)


# ---- playing cards ---------------------------------------------------------------------------------------------------


def plays(game: Tables, state: State, options: list[int]) -> None:
    """Add the cards the nation on turn can play now. Rule: AD-156 AD-R38 AD-R40."""
    hand = row(game, state, HANDS + state.turn)
    if not any(hand):
        return
    for place, count in enumerate(hand):
        if count and can_play(game, state, game.rules.events[place]):
            options.append(game.actions.play + place)
    if in_hand(game, state, state.turn, "earthquake"):
        base = game.actions.quake
        options += [base + region for region in range(game.size) if state.ramparts >> region & 1]


def can_play(game: Tables, state: State, event: Event) -> bool:
    """Say whether the card can be played now and would change something. Rule: AD-R40."""
    return is_time_for(game, state, event) and PLAYED[event.effect].matters(game, state, event)


def is_time_for(game: Tables, state: State, event: Event) -> bool:
    """Say whether the card may be played at this step at all. Rule: AD-R39."""
    return event.effect in PLAYED and PLAYED[event.effect].is_time(game, state, event)


def act_play(game: Tables, state: State, place: i64) -> None:
    """Carry out a card at once and discard it."""
    event = game.rules.events[place]
    PLAYED[event.effect].act(game, state, event)
    move_card(game, state, place, HANDS + state.turn, DISCARD)


def _always(game: Tables, state: State, event: Event) -> bool:
    return True


def _has_loot(game: Tables, state: State, event: Event) -> bool:
    return state.goods[GOOD_KINDS * rival(game, state) + COIN] > 1


def _has_teacher(game: Tables, state: State, event: Event) -> bool:
    return bool(state.knowhow[rival(game, state)])


def _has_marchers(game: Tables, state: State, event: Event) -> bool:
    led = leader_at(game, state, state.turn) and leader_type(state, state.turn) == event.kind
    return bool(led or state.where[UNIT_KINDS * state.turn + event.kind])


def _may_study(game: Tables, state: State, event: Event) -> bool:
    return state.phase == KNOWHOW and not state.learned and not state.tally[RECRUITED]


def _may_mine(game: Tables, state: State, event: Event) -> bool:
    return state.phase == FOUNDING and game.rules.wedges[state.rondel[state.turn] - 1] == GOODS[event.good]


def _may_march(game: Tables, state: State, event: Event) -> bool:
    return state.phase == MANEUVER and not state.tally[CROSSED]


def _burgle(game: Tables, state: State, event: Event) -> None:
    """Take half of the other nation's coins, rounded down, to the bank."""
    purse = GOOD_KINDS * rival(game, state) + COIN
    loot = state.goods[purse] // 2
    state.goods[purse] -= loot
    state.goods[GOOD_KINDS * game.nations + COIN] += loot


def _study(game: Tables, state: State, event: Event) -> None:
    """Take a gold for each knowledge of the other nation."""
    take(game, state, state.turn, GOLD, bit_count(state.knowhow[rival(game, state)]))


def _mine(game: Tables, state: State, event: Event) -> None:
    take(game, state, state.turn, event.good, event.amount)


def _march(game: Tables, state: State, event: Event) -> None:
    """Allow extra crossings in this maneuver."""
    state.tally[MARCHES + event.kind] += 1
    state.tally[EXTRA_LEFT + event.kind] += event.amount


@dataclass(frozen=True)
class Played:
    """An effect that is a separate decision: when it can be played, whether it would change something, what it does."""

    is_time: Callable[[Tables, State, Event], bool]
    matters: Callable[[Tables, State, Event], bool]
    act: Callable[[Tables, State, Event], None]


#: the effects that are decisions of their own; the others belong to another decision, such as building
PLAYED: Final[dict[str, Played]] = {
    "burglary": Played(_always, _has_loot, _burgle),
    "academy": Played(_may_study, _has_teacher, _study),
    "vein": Played(_may_mine, _always, _mine),
    "march": Played(_may_march, _has_marchers, _march),
}


def act_quake(game: Tables, state: State, region: i64) -> None:
    """Destroy a rampart of either nation. Rule: AD-R39."""
    destroy_rampart(state, region)
    spend(game, state, state.turn, "earthquake")
