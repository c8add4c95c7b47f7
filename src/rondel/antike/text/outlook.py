"""What a page shows about a decision before it is made: what a wedge brings, and what can be chosen after it."""

from __future__ import annotations

from typing import Final

from rondel.antike.actions import DONE, Mix
from rondel.antike.goods import pay
from rondel.antike.parts.part import Pieces
from rondel.antike.phases.wheel import enter_wedge
from rondel.antike.state import ARMING, CONQUEST, FOUNDING, KNOWHOW, MANEUVER, TEMPLE, BaseGame, State
from rondel.antike.text.paying import usual_way
from rondel.antike.text.phrases import mix_text

#: the steps of a turn after which more can be chosen in the same turn
_STEPS: Final = (TEMPLE, ARMING, KNOWHOW, MANEUVER, CONQUEST)


def outlook(game: BaseGame, state: State, action: int) -> Pieces:
    """Say which goods a wedge brings at once (`gain`), or that the turn would be over with nothing done (`idle`)."""
    kind, wedge = game.actions.split(action)
    if kind != "wedge":
        return {}
    way = usual_way(game, state, action)
    actions = way or [action]
    after = state.copy()
    if len(actions) > 1:
        pay(game, after, state.turn, actions[1])
    gained = _gained(game, after, wedge)
    if any(gained):
        return {"gain": mix_text(gained)}
    paid = len(actions) > 1 or not way
    if paid and len(game.options(after)) > 1:  # most wedges leave a choice: nothing needs to be played out
        return {}
    end = state
    for step in actions:
        end = end.apply(step)
    return {"idle": 1} if (end.turn, end.round) != (state.turn, state.round) else {}


def _gained(game: BaseGame, after: State, wedge: int) -> Mix:
    """Enter the wedge and count what it alone brings: not what the turns and rounds after it do."""
    before = after.purse(after.turn)
    enter_wedge(game, after, wedge)
    now = after.purse(after.turn)
    return (
        max(0, now[0] - before[0]), max(0, now[1] - before[1]), max(0, now[2] - before[2]), max(0, now[3] - before[3]),
    )  # fmt: skip


def ahead(game: BaseGame, state: State) -> tuple[int, ...]:
    """Give the decision that ends this step of the turn, if the next one leaves something to choose."""
    if state.phase not in _STEPS or DONE not in state.options:
        return ()
    after = state.apply(DONE)
    same = (after.turn, after.actor, after.round) == (state.turn, state.actor, state.round)
    return (DONE,) if same and after.phase in (CONQUEST, FOUNDING) and after.phase != state.phase else ()
