"""Marks for turns by how much win chance they lost; with more players, smaller losses count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rondel.study.weigh import Way, gap

#: losses from which a turn is an inaccuracy, a mistake, a blunder, by number of players
THRESHOLDS: Final[Mapping[int, tuple[float, float, float]]] = {
    2: (0.05, 0.10, 0.15),
    3: (0.045, 0.09, 0.135),
    4: (0.04, 0.08, 0.12),
    5: (0.035, 0.07, 0.105),
    6: (0.03, 0.06, 0.09),
}
KINDS: Final = ("inaccuracy", "mistake", "blunder")
#: a mark needs a loss of this many standard errors
SURE: Final = 2.0
#: turns that differ by less than this count as equal
EQUAL: Final = 0.01
#: mean losses, in win chance, up to which a seat's play has a grade; the last has no limit
GRADES: Final = ((0.005, "superb"), (0.012, "strong"), (0.025, "solid"), (0.05, "casual"), (1.0, "learning"))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of a turn."""

    loss: float
    error: float
    mark: str  # of KINDS, missed-win, good-find, or nothing
    real: bool  # whether there was a real choice


def judge(ways: list[Way], played: Way, players: int, first_guess: Way) -> Verdict:
    """Judge a turn among the ways it was compared with, best first.

    A forced turn, or one whose ways are as good as equal, does not count. A missed win always
    does. A find is the best way by an inaccuracy or more, and not the one that looks best at first sight.
    """
    best = ways[0]
    if played.wins:
        return Verdict(0.0, 0.0, "", len(ways) > 1)
    if best.wins:
        return Verdict(1.0 - played.value, 0.0, "missed-win", True)
    others = [way for way in ways if way is not played]
    if not others:
        return Verdict(0.0, 0.0, "", False)
    rival = max(others, key=lambda way: (way.value, len(way.trials)))
    ahead, error = gap(rival, played)
    real = ways[0].value - ways[-1].value >= EQUAL
    limits = THRESHOLDS[min(6, max(2, players))]
    if ahead <= 0:
        find = -ahead >= limits[0] and -ahead >= SURE * error and played is not first_guess
        return Verdict(0.0, error, "good-find" if find else "", real)
    reached = [kind for kind, limit in zip(KINDS, limits, strict=True) if ahead >= limit]
    sure = ahead >= SURE * error
    return Verdict(ahead, error, reached[-1] if reached and sure else "", real)


def grade(loss: float) -> str:
    """Name a mean loss."""
    return next(name for limit, name in GRADES if loss <= limit or limit == 1.0)
