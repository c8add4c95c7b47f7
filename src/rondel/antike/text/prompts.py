"""What each phase takes and asks for, in words."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.catalogue import PARTS
from rondel.antike.state import ANSWER, OVER, PHASES, BaseGame, State
from rondel.antike.text.phrases import named, region_name

#: the kinds of action each phase takes in all rulebooks, and what must be decided in it
_CORE: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "nation": (("nation",), "choose a nation"),
    "city": (("city",), "choose a start city"),
    "substitute": (("take-good",), "take a resource in place of the coin"),
    "rondel": (("wedge",), "move on the rondel"),
    "pay": (("pay",), "choose how to pay"),
    "temple": (("done", "temple"), "build temples"),
    "arming": (("done", "arm"), "set up units"),
    "know-how": (("done", "learn"), "obtain know-hows"),
    "maneuver": (("done", "move", "fight", "conquer"), "move, fight and conquer"),
    "join": (("enter", "move"), "choose which units cross together"),
    "answer": (("peace", "fight"), "demand a battle or keep the peace"),
    "lose": (("lose",), "choose which unit is lost"),
    "conquest": (("done", "conquer"), "conquer cities"),
    "give-up": (("give-up",), "give up a city for its stone"),
    "founding": (("done", "found"), "found cities"),
    "extra": (("take",), "take a personage"),
}
#: what must be decided in each phase, in words
PROMPTS: Final = {
    **{phase: words for phase, (_, words) in _CORE.items()},
    **{phase: words for part in PARTS for phase, words in part.prompts.items()},
}
#: the kinds of action each phase takes, those of the parts among them
OPEN: Final = {
    phase: (
        *(_CORE[phase][0] if phase in _CORE else ()),
        *(kind for part in PARTS for kind in part.takes.get(phase, ())),
    )
    for phase in PROMPTS
}


#: what is asked in phases that need more than the nation and the prompt
_QUESTIONS: Final = {phase: ask for part in PARTS for phase, ask in part.questions.items()}


def prompt(game: BaseGame, state: State) -> str:
    """Say in words who must decide what; empty when the game is over."""
    if state.phase == OVER:
        return ""
    if state.phase in _QUESTIONS:
        return _QUESTIONS[state.phase](game, state)
    actor = game.nation_name(state, state.actor)
    if state.phase == ANSWER:
        place = region_name(game, state.place)
        return f"{actor}: fight {named(game, state, state.turn)} in {place}, or keep the peace"
    return f"{actor}: {PROMPTS[PHASES[state.phase]]}"
