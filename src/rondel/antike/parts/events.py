"""Event cards: the open display, taking cards, and playing them in one's own turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rondel.antike.actions import DONE
from rondel.antike.goods import take
from rondel.antike.parts.leaders import leader_at, leader_type
from rondel.antike.parts.part import ACTING, CONTRADICTED, OUTSIDE_MANEUVER, Finder, Part
from rondel.antike.parts.ramparts import destroy_rampart
from rondel.antike.phases.turn import begin_round, next_turn
from rondel.antike.rules import COIN, GOLD, GOOD_KINDS, GOODS, UNIT_KINDS, Event, Rules
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
    BaseGame,
    State,
)
from rondel.antike.tables import Tables
from rondel.antike.text.values import bad, counts
from rondel.game import JsonDict, JsonObject
from rondel.native import i64, vec
from rondel.tables import bit_count

#: counts of a turn that last for its maneuver
_OF_MANEUVER: Final = (MARCHES, MARCHES + 1, EXTRA_LEFT, EXTRA_LEFT + 1, CROSSED)
#: how many cards lie open. Rule: AD-024
OPEN_CARDS: Final = 3


def row(game: Tables, state: State, number: i64) -> vec[i64]:
    """Give a row of the cards: how many of each event lie there."""
    width = len(game.rules.events)
    return state.cards[number * width : (number + 1) * width]


def held(game: Tables, state: State, nation: i64, effect: str) -> i64:
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
    """Fill the display, then go on with what is due: the first round, a pick, or the next turn.

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
    """Let whoever lost cities in the maneuver that ends take a card. Rule: AD-R10."""
    if state.tally[LOST]:
        resume(game, state)


def end_marches(state: State) -> None:
    """Forget the cards for longer ways: they last for one maneuver. Rule: AD-R39."""
    for place in _OF_MANEUVER:
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
    if held(game, state, state.turn, "earthquake"):
        base = game.actions.quake
        options += [base + region for region in range(game.size) if state.ramparts >> region & 1]


def can_play(game: Tables, state: State, event: Event) -> bool:
    """Say whether the moment is right for the card and it would change something."""
    return is_time_for(game, state, event) and _MATTERS[event.effect](game, state, event)


def is_time_for(game: Tables, state: State, event: Event) -> bool:
    """Say whether the card may be played at this step at all. Rule: AD-R39."""
    if event.effect == "academy":
        return state.phase == KNOWHOW and not state.learned and not state.tally[RECRUITED]
    if event.effect == "vein":
        return state.phase == FOUNDING and game.rules.wedges[state.rondel[state.turn] - 1] == GOODS[event.good]
    if event.effect == "march":
        return state.phase == MANEUVER and not state.tally[CROSSED]
    return event.effect == "burglary"


def _has_loot(game: Tables, state: State, event: Event) -> bool:
    return state.goods[GOOD_KINDS * rival(game, state) + COIN] > 1


def _has_teacher(game: Tables, state: State, event: Event) -> bool:
    return bool(state.knowhow[rival(game, state)])


def _has_ore(game: Tables, state: State, event: Event) -> bool:
    return True


def _has_marchers(game: Tables, state: State, event: Event) -> bool:
    led = leader_at(game, state, state.turn) and leader_type(state, state.turn) == event.kind
    return bool(led or state.where[UNIT_KINDS * state.turn + event.kind])


#: whether a card would change something. Rule: AD-R40
_MATTERS: Final[dict[str, Callable[[Tables, State, Event], bool]]] = {
    "burglary": _has_loot, "academy": _has_teacher, "vein": _has_ore, "march": _has_marchers,
}  # fmt: skip


def act_play(game: Tables, state: State, place: i64) -> None:
    """Carry out a card at once and discard it."""
    event = game.rules.events[place]
    _EFFECTS[event.effect](game, state, event)
    move_card(game, state, place, HANDS + state.turn, DISCARD)


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


_EFFECTS: Final[dict[str, Callable[[Tables, State, Event], None]]] = {
    "burglary": _burgle, "academy": _study, "vein": _mine, "march": _march,
}  # fmt: skip


def act_quake(game: Tables, state: State, region: i64) -> None:
    """Destroy a rampart of either nation. Rule: AD-R39."""
    destroy_rampart(state, region)
    spend(game, state, state.turn, "earthquake")


# ---- in positions and texts ------------------------------------------------------------------------------------------


def _written(game: BaseGame, state: State, number: int) -> dict[str, int]:
    """Write a row of the cards."""
    return {game.rules.events[place].name: count for place, count in enumerate(row(game, state, number)) if count}


def _write_nation(game: BaseGame, state: State, nation: int) -> JsonDict:
    return {"cards": _written(game, state, HANDS + nation)}


def _read_nation(game: BaseGame, state: State, nation: int, entry: JsonObject) -> None:
    _read_row(game, state, HANDS + nation, entry.get("cards", {}), "cards")


def _write(game: BaseGame, state: State) -> JsonDict:
    return {"open_cards": _written(game, state, DISPLAY), "discard": _written(game, state, DISCARD)}


def _read(game: BaseGame, state: State, data: JsonObject, find: Finder) -> None:
    _read_row(game, state, DISPLAY, data.get("open_cards", {}), "open_cards")
    _read_row(game, state, DISCARD, data.get("discard", {}), "discard")


def _read_row(game: BaseGame, state: State, which: int, value: object, what: str) -> None:
    """Take the cards of a row from the pile."""
    width = len(game.rules.events)
    for event, number in counts(game.lexicon.events, value, what).items():
        if number > state.cards[PILE * width + event]:
            bad(f"there are not so many cards {game.rules.events[event].name}")
        state.cards[PILE * width + event] -= number
        state.cards[which * width + event] = number


def _faults(game: BaseGame, state: State) -> list[str]:
    """Every event card is in the pile, open, discarded or in a hand. Rule: AD-013."""
    rows = [row(game, state, number) for number in range(HANDS + game.nations)]
    found = [
        f"a card {event.name} was lost or made"
        for place, event in enumerate(game.rules.events)
        if sum(counted[place] for counted in rows) != event.copies
    ]
    if sum(rows[DISPLAY]) > OPEN_CARDS:
        found.append(f"more than {OPEN_CARDS} event cards lie open")
    return found


def _moment(game: BaseGame, state: State) -> str:
    tally, phase = state.tally, state.phase
    if any(tally[place] for place in _OF_MANEUVER) and phase not in ACTING:
        return OUTSIDE_MANEUVER
    if tally[LOST] and phase not in ACTING and phase not in (PICK, TURN_UP):
        return "a lost city belongs to a maneuver and the card for it"
    if tally[PICKS] and phase not in (PICK, TURN_UP):
        return "cards are picked at the end of a turn"
    longest = [0, 0]
    for event in game.rules.events:
        if event.effect == "march":
            longest[event.kind] = max(longest[event.kind], event.amount)
    if any(tally[EXTRA_LEFT + kind] > longest[kind] * tally[MARCHES + kind] for kind in (0, 1)) or tally[CROSSED] > 1:
        return CONTRADICTED
    return ""


def shown(game: BaseGame, state: State, which: int) -> str:
    """List the cards of a row in words."""
    names = [f"{number} {name}" if number > 1 else name for name, number in _written(game, state, which).items()]
    return ", ".join(names) or "none"


def _show(game: BaseGame, state: State, nation: int) -> list[str]:
    return [f"Event cards: {shown(game, state, DISPLAY)} open, {sum(row(game, state, PILE))} in the pile"]


def _show_nation(game: BaseGame, state: State, nation: int) -> list[str]:
    return [f"  cards    {shown(game, state, HANDS + nation)}"]


def _misfit(rules: Rules, nations: int) -> str:
    effects = {event.effect for event in rules.events}
    if nations != 2:
        return f"Event cards (events) name one opponent, and nations makes it {nations}."
    if "fortress" in effects and not rules.declared:
        return "The card fortress (events) answers an announced conquest, which declared=False leaves out."
    if "earthquake" in effects and not rules.rampart_price:
        return "The card earthquake (events) destroys a rampart, which rampart_price=0 leaves out."
    return ""


#: cards that can be played besides, at any step of one's own turn
_ASIDE: Final = ("play", "quake")

EVENTS: Final = Part(
    name="event cards",
    axis="events",
    in_play=lambda rules: bool(rules.events),
    misfit=_misfit,
    handlers={PICK: (legal_pick, act_pick), TURN_UP: (legal_turn_up, act_turn_up)},
    prompts={"pick": "take an event card", "turn-up": "turn up an event card"},
    takes={
        "pick": ("done", "pick"), "turn-up": ("draw",), "rondel": _ASIDE, "temple": ("architect", *_ASIDE),
        "arming": ("free", *_ASIDE), "know-how": _ASIDE, "maneuver": _ASIDE, "conquest": _ASIDE,
        "founding": ("settle", *_ASIDE),
    },
    counts={
        MARCHES: "land marches", MARCHES + 1: "sea marches", EXTRA_LEFT: "land crossings",
        EXTRA_LEFT + 1: "sea crossings", CROSSED: "crossed", LOST: "city lost", PICKS: "picks",
    },
    nation_keys=("cards",),
    keys=("open_cards", "discard"),
    write_nation=_write_nation,
    read_nation=_read_nation,
    write=_write,
    read=_read,
    faults=_faults,
    moment=_moment,
    show=_show,
    show_nation=_show_nation,
)  # fmt: skip
