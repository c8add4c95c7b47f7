"""Statistics of a run: win rates with intervals, lengths, ends, thinking time, failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from rondel.game import JsonDict

#: of the normal distribution, for 95 %
Z95: Final = 1.959964


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Give the Wilson interval of a share.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if not games:
        return 0.0, 1.0
    share = wins / games
    middle = share + z * z / (2 * games)
    margin = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - margin) / scale), min(1.0, (middle + margin) / scale)


@dataclass(slots=True)
class Score:
    """What one bot did, or one seat. A bot on several seats plays several times a game but can win it once."""

    bot: str
    games: int = 0
    seats: int = 0
    wins: int = 0
    points: float = 0.0
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    failures: int = 0

    @property
    def share(self) -> float:
        """The part of its games that the bot won, on whichever seat."""
        return self.wins / self.games if self.games else 0.0

    def as_json(self) -> JsonDict:
        """Give the score of a bot as plain data."""
        return {"bot": self.bot, **self.numbers()}

    def numbers(self) -> JsonDict:
        """Give the score alone."""
        low, high = wilson(self.wins, self.games)
        return {
            "games": self.games, "wins": self.wins, "share": round(self.share, 4),
            "low": round(low, 4), "high": round(high, 4),
            "even": round(self.seats / self.games / self._around, 4) if self.games else 0.0,
            "points": round(self.points / self.seats, 2) if self.seats else 0.0,
            "ms": round(1000 * self.seconds / self.decisions, 2) if self.decisions else 0.0,
            "longest_ms": round(1000 * self.longest, 1), "failures": self.failures,
        }  # fmt: skip

    _around: int = 1


@dataclass(slots=True)
class Summary:
    """What all games of a run come to."""

    games: int
    seats: int
    scores: list[Score]
    places: list[Score] = field(default_factory=list)  # by seat, no matter who sat there
    different: int = 0  # a game that was played again, decision by decision, counts once
    ends: Counter[str] = field(default_factory=Counter)
    turns: list[int] = field(default_factory=list)
    by_seat: list[int] = field(default_factory=list)
    marks: Counter[str] = field(default_factory=Counter)
    failures: list[JsonDict] = field(default_factory=list)

    @property
    def compared(self) -> list[Score]:
        """What a run compares: its bots, or the seats where one bot has them all."""
        return self.places if len(self.scores) == 1 else self.scores

    def as_json(self) -> JsonDict:
        """Give the summary as plain data."""
        turns = sorted(self.turns) or [0]
        return {
            "games": self.games,
            "different_games": self.different,
            "bots": [score.as_json() for score in self.scores],
            "seats": [{"seat": seat, **score.numbers()} for seat, score in enumerate(self.places)],
            "ends": dict(sorted(self.ends.items())),
            "turns": {"shortest": turns[0], "median": turns[len(turns) // 2], "longest": turns[-1]},
            "wins_by_seat": self.by_seat,
            "winners_had": dict(self.marks.most_common()),
            "failures": self.failures,
        }


def summarize(rows: Sequence[JsonDict]) -> Summary:
    """Add up the games of a run."""
    seats = len(rows[0]["bots"]) if rows else 0
    names = list(dict.fromkeys(name for row in rows for name in row["bots"]))
    scores = {name: Score(name, _around=seats) for name in names}
    places = [Score(f"seat {seat + 1}", _around=seats) for seat in range(seats)]
    found = Summary(len(rows), seats, list(scores.values()), places, by_seat=[0] * seats)
    found.different = len({tuple(row["actions"]) for row in rows})
    for row in rows:
        found.ends[row["end"]] += 1
        found.turns.append(row["turns"])
        found.failures += row["failures"]
        if row["winner"] >= 0:
            found.by_seat[row["winner"]] += 1
            found.marks.update(row["marks"])
        _add([scores[name] for name in row["bots"]], row)
        _add(places, row)
    return found


def _add(scores: Sequence[Score], row: JsonDict) -> None:
    """Add a game to the scores by seat; one of several seats counts it once."""
    for score in {id(score): score for score in scores}.values():
        score.games += 1
    if row["winner"] >= 0:
        scores[row["winner"]].wins += 1
    for seat, score in enumerate(scores):
        score.seats += 1
        score.points += row["points"][seat]
        score.decisions += row["decisions"][seat]
        score.seconds += row["seconds"][seat]
        score.longest = max(score.longest, row["longest"][seat])
    for failure in row["failures"]:
        scores[failure["seat"]].failures += 1
