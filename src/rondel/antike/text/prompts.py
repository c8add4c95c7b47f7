"""What each phase takes and asks for, in words."""

from __future__ import annotations

from typing import Final

from rondel.antike.state import ANSWER, FORTRESS, OVER, PHASES, TURN_UP, BaseGame, State

#: what can be done besides, at any step of one's own turn
_ASIDE: Final = ("play", "quake", "trade")
#: the kinds of action each phase takes
OPEN: Final = {
    "nation": ("nation",), "city": ("city",), "substitute": ("take-good",), "rondel": ("offer", "wedge", *_ASIDE),
    "pay": ("pay",), "temple": ("done", "temple", "architect", "rampart", *_ASIDE),
    "arming": ("done", "arm", "free", "lead", *_ASIDE), "know-how": ("done", "learn", "recruit", *_ASIDE),
    "maneuver": ("done", "move", "march", "fight", "conquer", "declare", *_ASIDE),
    "join": ("enter", "move"), "answer": ("peace", "fight"), "lose": ("lose",),
    "conquest": ("done", "conquer", "declare", *_ASIDE), "give-up": ("give-up",),
    "founding": ("done", "found", "settle", *_ASIDE), "extra": ("take",), "ask": ("ask",),
    "fortress": ("done", "play"), "charge": ("conquer",), "pick": ("done", "pick"), "turn-up": ("draw",),
    "agree": ("peace", "accept"),
}  # fmt: skip

#: what must be decided in each phase, in words
PROMPTS: Final = {
    "nation": "choose a nation", "city": "choose a start city", "substitute": "take a resource in place of the coin",
    "rondel": "move on the rondel", "pay": "choose how to pay", "temple": "build temples", "arming": "set up units",
    "know-how": "obtain know-hows", "maneuver": "move, fight and conquer", "join": "choose which units cross together",
    "answer": "demand a battle or keep the peace", "lose": "choose which unit is lost", "conquest": "conquer cities",
    "give-up": "give up a city for its stone", "founding": "found cities", "extra": "take a personage",
    "ask": "say which nation answers first", "fortress": "play a fortress or let the city be conquered",
    "charge": "choose which units are lost", "pick": "take an event card", "turn-up": "turn up an event card",
    "agree": "accept the draw or play on",
}  # fmt: skip


def prompt(game: BaseGame, state: State) -> str:
    """Say in words who must decide what; empty when the game is over."""
    if state.phase == OVER:
        return ""
    actor = game.nation_name(state, state.actor)
    if state.phase == TURN_UP:
        return "The next event card is turned up"
    place = game.board.regions[state.place].name if state.place >= 0 else ""
    if state.phase == FORTRESS:
        return f"{actor}: play a fortress for {place}, or let it be conquered"
    if state.phase == ANSWER:
        return f"{actor}: fight {named(game, state, state.turn)} in {place}, or keep the peace"
    return f"{actor}: {PROMPTS[PHASES[state.phase]]}"


def named(game: BaseGame, state: State, nation: int) -> str:
    """Name a nation within a sentence: `the Greeks`; a seat without a nation is called by its number."""
    name = game.nation_name(state, nation)
    return f"the {name}" if state.seating[nation] else name
