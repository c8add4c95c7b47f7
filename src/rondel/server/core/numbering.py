"""Stored decisions under a program that numbers them differently."""

from __future__ import annotations

from rondel.errors import RondelError
from rondel.game import Action, Game, State
from rondel.server.wire.events import Played
from rondel.server.wire.refusal import Refusal


def numbered(game: Game, state: State, event: Played, actions: int, step: int) -> Action:
    """Give the action of a stored decision: by its number, or by its text if the numbering has changed since.

    `actions` is how many action numbers the game had when the table was made.
    """
    if actions in (0, game.num_actions) and event.action in state.legal():
        return event.action
    try:
        action = game.parse_action(state, event.text)
    except RondelError as error:
        raise Refusal("old_rules", f"Decision {step + 1}, {event.text!r}: {error.message}") from error
    if action not in state.legal():
        raise Refusal("old_rules", f"Decision {step + 1}, {event.text!r}, is no longer allowed.")
    return action
