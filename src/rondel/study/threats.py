"""Threats: what each other seat would do if it were its turn now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rondel.bots.plan import still
from rondel.errors import PositionError, RondelError
from rondel.family import Family
from rondel.game import TERMINAL, Seat, State
from rondel.registry import family_of
from rondel.study.review import Line, line
from rondel.study.weigh import Scales, Way

#: trials of each turn: a threat is looked at more briefly than one's own turn
TRIALS: Final = 8


@dataclass(frozen=True, slots=True)
class Threat:
    """The best turn of a seat from a position, with the position in which that seat begins it."""

    seat: Seat
    before: State
    line: Line


def threats(state: State, scales: Scales, most: int = TRIALS) -> Iterator[Threat | None]:
    """Give the best turn of each seat that is not on turn, in turn order, with pauses in which there is nothing yet."""
    family = family_of(state.game)
    if family is None or family.turned is None:
        raise RondelError("not_now", f"Nobody has said how a turn begins in {state.game.id}, so threats are not known.")
    if state.to_act == TERMINAL:
        raise RondelError("over", "The game is over; nobody threatens anything.")
    for step in range(1, state.game.seats):
        seat = (state.turn_of + step) % state.game.seats
        before = _begun(family, state, seat)
        if before is None or not still(before, seat) or not scales.evaluator.settled(before):
            continue  # something else comes before their turn
        ways: list[Way] = []
        for tried, ways in enumerate(scales.deepen(before, seat)):  # noqa: B007
            if tried >= most:
                break
            yield None
        yield Threat(seat, before, line(before, ways[0], scales))


def _begun(family: Family, state: State, seat: Seat) -> State | None:
    """Let the turn of a seat begin; None before the first turn, while nations are still chosen."""
    assert family.turned is not None
    try:
        return family.turned(state, seat)
    except PositionError:
        return None
