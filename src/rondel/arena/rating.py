"""Ratings over many result files: a Plackett-Luce model, computed by openskill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rondel.errors import RondelError
from rondel.game import JsonDict


@dataclass(frozen=True, slots=True)
class Rated:
    """A bot's rating: its mean and how sure it is."""

    bot: str
    mu: float
    sigma: float
    games: int
    wins: int


def left_out(rows: Sequence[JsonDict]) -> tuple[int, int]:
    """Count the games that say nothing about ratings: those of one bot against itself, others without a winner."""
    alone = sum(_alone(row) for row in rows)
    return alone, sum(row["winner"] < 0 and not _alone(row) for row in rows)


def _alone(row: JsonDict) -> bool:
    return len(set(row["bots"])) == 1


def rate(rows: Iterable[JsonDict], orders: int = 8, seed: int = 0) -> list[Rated]:
    """Rate all bots of the games, best first; the winner comes before all others, who are equal.

    Games of one bot against itself and games without a winner are left out. The model learns game by game, so the
    order matters a little: a rating is the mean over several orders.
    """
    games = _telling(rows)
    names = sorted({name for row in games for name in row["bots"]})
    model = _model()
    rng = Random(seed)
    learned = [_learned(model, names, rng.sample(games, len(games))) for _ in range(orders)]
    played = {name: sum(name in row["bots"] for row in games) for name in names}
    won = {name: sum(row["bots"][row["winner"]] == name for row in games) for name in names}
    found = [
        Rated(
            name,
            sum(ratings[name].mu for ratings in learned) / orders,
            sum(ratings[name].sigma for ratings in learned) / orders,
            played[name],
            won[name],
        )
        for name in names
    ]
    return sorted(found, key=lambda entry: -entry.mu)


def groups(rows: Iterable[JsonDict]) -> list[list[str]]:
    """Give the bots in groups that met, directly or through others; only ratings within a group can be compared."""
    found: list[set[str]] = []
    for row in _telling(rows):
        met = [group for group in found if not group.isdisjoint(row["bots"])]
        found = [group for group in found if group not in met] + [set(row["bots"]).union(*met)]
    return sorted(sorted(group) for group in found)


def _telling(rows: Iterable[JsonDict]) -> list[JsonDict]:
    return [row for row in rows if row["winner"] >= 0 and not _alone(row)]


def _learned(model: Any, names: Sequence[str], games: Sequence[JsonDict]) -> JsonDict:
    """Give the ratings after the games in this order."""
    ratings = {name: model.rating(name=name) for name in names}
    for row in games:
        _learn(model, ratings, row)
    return ratings


def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise RondelError("bad_request", "Ratings need openskill: pip install 'rondel[rating]'.") from error
    return PlackettLuce()


def _learn(model: Any, ratings: JsonDict, row: JsonDict) -> None:
    """Rate one game: the winner's seat before all others. A bot on several seats moves by what they move together."""
    names: Sequence[str] = row["bots"]
    before = {name: (ratings[name].mu, ratings[name].sigma) for name in names}
    teams = [[model.rating(mu=before[name][0], sigma=before[name][1], name=name)] for name in names]
    rated = model.rate(teams, ranks=[1 if seat == row["winner"] else 2 for seat in range(len(names))])
    for name in set(names):
        own = [team[0] for seat, team in enumerate(rated) if names[seat] == name]
        mu = before[name][0] + sum(entry.mu - before[name][0] for entry in own)
        ratings[name] = model.rating(mu=mu, sigma=min(entry.sigma for entry in own), name=name)
