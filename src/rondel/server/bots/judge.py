"""What the bots think of a table: chances over the course of a game, and distances on the board.

Nothing hidden is revealed: a position is judged as the person who asks may know it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rondel.bots.evaluator import Evaluator
from rondel.bots.knowledge import evaluator_for
from rondel.game import CHANCE, State
from rondel.registry import family_of
from rondel.server.core.course import Ply
from rondel.server.core.match import Match, open_match
from rondel.server.core.views import WATCHER
from rondel.server.wire.bodies import Chances, Distance, Distances
from rondel.server.wire.events import Played, Setup
from rondel.server.wire.messages import encode
from rondel.server.wire.refusal import Refusal

#: how many positions of a game are judged
POINTS = 160


def eyes_for(match: Match, audience: int) -> int:
    """Say as whom a game is judged for an audience; refuse spectators of hidden cards."""
    blind = match.hidden and match.status != "over"
    if blind and audience == WATCHER:
        raise Refusal("hidden", "With hidden cards, only players see the chances until the game is over.")
    return audience if blind else WATCHER


def judged(setup: Setup, first: State, actions: Sequence[int], seat: int) -> bytes:
    """Judge a game from its first position and its decisions, as another process receives it."""
    match = open_match(setup, first.game, ())
    match.first = first
    match.plies = [Ply(Played(0, -1, action, ""), 0, 0, 0) for action in actions]
    return encode(course(match, seat))


def course(match: Match, seat: int) -> Chances:
    """Judge a game at evenly spaced moments, as a seat knows it (WATCHER: everything)."""
    wanted = _moments(match.step)
    evaluator = evaluator_for(match.game)
    state = match.first.copy()
    found = Chances([], [])
    for step in range(match.step + 1):
        if step >= wanted[len(found.steps)] and _can_judge(evaluator, state):
            known = state if seat == WATCHER else state.redeal(seat, Random(step))
            found.steps.append(step)
            found.chances.append([round(value, 4) for value in evaluator.chances(known)])
        if len(found.steps) == len(wanted):
            break
        if step < match.step:
            state.advance(match.plies[step].event.action)
    return found


def _moments(steps: int) -> list[int]:
    """Spread the moments to be judged over a game."""
    count = min(POINTS, steps + 1)
    return [round(place * steps / max(1, count - 1)) for place in range(count)]


def _can_judge(evaluator: Evaluator, state: State) -> bool:
    """Say whether the position is settled: no purchase and no draw in progress."""
    return state.to_act != CHANCE and (not state.legal() or evaluator.settled(state))


def distances(match: Match) -> Distances:
    """Say how many spaces each player lacks between two shrines, and where; refuse a game without shrines."""
    family = family_of(match.game)
    if family is None or family.ways is None:
        raise Refusal("not_found", "This game has no shrines.")
    found = family.ways(match.state)
    return Distances(
        [Distance(seat, way.missing, [f"{q},{r}" for q, r in way.spaces]) for seat, way in enumerate(found)]
    )
