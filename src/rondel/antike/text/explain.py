"""Why an action is not legal now: one sentence, a closed code, and the ledger clause."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.catalogue import ACTIONS, PARTS
from rondel.antike.parts.part import Reason
from rondel.antike.state import OVER, PHASES, TURN_UP, BaseGame, State
from rondel.antike.text.phrases import named
from rondel.antike.text.prompts import OPEN, PROMPTS
from rondel.antike.text.reasons import REASONS
from rondel.errors import IllegalMove

_REASONS: Final[dict[str, Reason]] = {
    **REASONS,
    **{kind: words.why_not for kind, words in ACTIONS.items() if words.why_not},
    **{kind: reason for part in PARTS for kind, reason in part.refuses.items()},
}


def refusal(game: BaseGame, state: State, action: int) -> IllegalMove:
    """Say why an action is not legal."""
    if not 0 <= action < game.actions.count:
        return IllegalMove("not_offered", f"There is no action {action}.")
    if state.phase == OVER:
        return game.illegal("over", f"The game is over ({state.end_reason()}).")
    kind, place = game.actions.split(action)
    if state.phase == TURN_UP and kind != "draw":
        return game.illegal("not_now", "Not now: an event card is turned up first.", key=f"now:{kind}")
    if kind not in OPEN[PHASES[state.phase]]:
        actor = named(game, state, state.actor)
        ending = " or say `done`" if "done" in OPEN[PHASES[state.phase]] else ""
        message = f"Not now: {actor} must {PROMPTS[PHASES[state.phase]]}{ending} first."
        return game.illegal("not_now", message, key=f"now:{kind}")
    return _REASONS[kind](game, state, place)
