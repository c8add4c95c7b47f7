"""Stored decisions under a program that may number them differently: the text of a decision decides."""

from __future__ import annotations

from rondel.errors import RondelError
from rondel.game import Game, State
from rondel.server.wire.events import Played
from rondel.server.wire.refusal import Refusal


def numbered(game: Game, state: State, event: Played, step: int) -> Played:
    """Give a stored decision with the number that this program gives its text; refuse one that it does not allow."""
    if event.action in state.legal() and game.action_text(state, event.action) == event.text:
        return event
    try:
        action = game.parse_action(state, event.text)
    except RondelError as error:
        raise Refusal("old_rules", f"Decision {step + 1}, {event.text!r}: {error.message}") from error
    if action not in state.legal():
        raise Refusal("old_rules", f"Decision {step + 1}, {event.text!r}, is no longer allowed.")
    return Played(event.at, event.seat, action, event.text, event.by, event.nonce)
