"""Standings: points by rank, and what decides between equals.

A game gives each entrant the share of the others that it left behind: 1 for the winner, 0 for the last, half of a share
for each that is level. So tables of three and of four count alike. Equal points are decided by, in this order: the
points in games between them, Sonneborn–Berger (for each opponent left behind its points, half of them for one level),
games won, the opponents' points together (Buchholz), the seeding.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rondel.tournament.tables import Table


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: who sat where, and each seat's rank, 1 for the best. Equal ranks are level."""

    table: Table
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant in the standings."""

    entrant: int
    place: int  # level entrants cannot occur: the seeding decides last
    points: float
    games: int
    between: float
    sonneborn: float
    wins: int
    buchholz: float
    byes: int = 0


def standings(
    entrants: Iterable[int], games: Sequence[Game], byes: Collection[int] | Mapping[int, int] = ()
) -> list[Line]:
    """Put entrants in order. A bye counts as a game won against nobody."""
    rested = byes if isinstance(byes, Mapping) else dict.fromkeys(byes, 1)
    lines = _lines(list(entrants), games, rested)
    lines.sort(key=lambda line: -line.points)
    ordered: list[Line] = []
    for _, level in groupby(lines, key=lambda line: round(line.points, 9)):
        ordered += sorted(_between(list(level), games), key=_order)
    return [replace(line, place=place) for place, line in enumerate(ordered, 1)]


def shares(game: Game) -> tuple[float, ...]:
    """Give each seat the share of the others that it left behind."""
    return tuple(
        sum(_against(rank, other) for at, other in enumerate(game.ranks) if at != seat) / (len(game.ranks) - 1)
        for seat, rank in enumerate(game.ranks)
    )


def _against(rank: int, other: int) -> float:
    return 1.0 if rank < other else 0.5 if rank == other else 0.0


def _lines(entrants: list[int], games: Sequence[Game], byes: Mapping[int, int]) -> list[Line]:
    points = {entrant: float(byes.get(entrant, 0)) for entrant in entrants}
    for game in games:
        for entrant, share in zip(game.table, shares(game), strict=True):
            points[entrant] = points.get(entrant, 0.0) + share
    return [_line(entrant, games, points, byes.get(entrant, 0)) for entrant in entrants]


def _line(entrant: int, games: Sequence[Game], points: Mapping[int, float], byes: int) -> Line:
    own = [(game, game.ranks[game.table.index(entrant)]) for game in games if entrant in game.table]
    others = [
        (points[other], _against(rank, game.ranks[seat]))
        for game, rank in own
        for seat, other in enumerate(game.table)
        if other != entrant
    ]
    return Line(
        entrant=entrant,
        place=0,
        points=points[entrant],
        games=len(own),
        between=0.0,
        sonneborn=sum(worth * result for worth, result in others),
        wins=sum(rank == 1 for _, rank in own),
        buchholz=sum(worth for worth, _ in others),
        byes=byes,
    )


def _between(level: list[Line], games: Sequence[Game]) -> list[Line]:
    """Fill in the points that entrants with equal points took off each other."""
    names = {line.entrant for line in level}
    taken = dict.fromkeys(names, 0.0)
    for game in games:
        met = [(entrant, rank) for entrant, rank in zip(game.table, game.ranks, strict=True) if entrant in names]
        for entrant, rank in met:
            taken[entrant] += sum(_against(rank, other) for name, other in met if name != entrant)
    return [replace(line, between=taken[line.entrant]) for line in level]


def _order(line: Line) -> tuple[float, float, float, float, int]:
    return (-round(line.between, 9), -round(line.sonneborn, 9), -line.wins, -round(line.buchholz, 9), line.entrant)
