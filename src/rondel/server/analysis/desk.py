"""Positions that are looked at beside a table: the better turn of a review, and those of the analysis board."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.game import Seat
from rondel.server.analysis.thinking import tell
from rondel.server.core import views
from rondel.server.core.match import Match
from rondel.server.wire.bodies import Replay
from rondel.server.wire.messages import Update, encode


def stretch_of(match: Match, step: int, seat: Seat, actions: Sequence[int]) -> bytes:
    """Play other decisions from a moment of a game on, as a seat sees them: a stretch of a replay."""
    state = match.state_at(step).copy()
    first = view = views.view_of(match, state, seat)
    updates = []
    for line, action in zip(tell(match, state, actions, seat, step), actions, strict=False):
        state = state.apply(action)
        after, at = views.view_of(match, state, seat), line.step + 1
        turn = views.turn_of(state)
        updates.append(Update(seq=0, rev=0, step=at, patch=views.changes(view, after), turn=turn, log=[line]))
        view = after
    return encode(Replay(step, match.step, dict(first), updates, views.target_of(match)))
