"""How balanced the starting positions of a board are: what each nation has around it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final

from rondel.boards.schema import ANY, LAND, NONE, RESOURCES, SEA, Board
from rondel.game import JsonDict

#: how many of the nearest free cities of each kind are averaged
NEAREST: Final = 3
#: what a free city counts by its distance in borders; farther ones count nothing
WORTH: Final = {1: 1.0, 2: 0.6, 3: 0.3, 4: 0.15}


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one nation sees from its start cities."""

    nation: str
    cities: tuple[str, str, str]
    nearest: dict[str, float]  # resource -> mean distance to the three nearest free cities that can yield it
    room: float  # worth of the free cities within four borders, shared with rivals equally near or nearer
    ports: int  # start cities with a sea border
    seas: int  # regions a galley can reach with one move from them
    rival: int  # borders to the nearest start city of another nation

    def as_json(self) -> JsonDict:
        """Give the row as plain data."""
        return asdict(self)


def distances(board: Board, kinds: int = LAND | SEA) -> list[list[int]]:
    """Count the borders between all pairs of regions; an unreachable pair counts as many as there are regions."""
    near = [board.neighbours(region, kinds) for region in range(len(board.regions))]
    return [_walk(near, start) for start in range(len(near))]


def _walk(near: list[tuple[int, ...]], start: int) -> list[int]:
    found = [len(near)] * len(near)
    found[start] = 0
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in near[here]:
            if found[there] == len(near):
                found[there] = found[here] + 1
                queue.append(there)
    return found


def outlooks(board: Board, nations: int) -> list[Outlook]:
    """Compare the nations of one line of start cities."""
    line = board.starts[nations]
    far = distances(board)
    taken = {city for triple in line.values() for city in triple}
    away = {nation: [min(far[city][r] for city in triple) for r in range(len(far))] for nation, triple in line.items()}
    free = [r for r, region in enumerate(board.regions) if region.resource != NONE and r not in taken]
    return [_outlook(board, nation, triple, away, free, far) for nation, triple in line.items()]


def _outlook(
    board: Board,
    nation: int,
    triple: tuple[int, int, int],
    away: dict[int, list[int]],
    free: list[int],
    far: list[list[int]],
) -> Outlook:
    rivals = [other for other in away if other != nation]
    ports = [city for city in triple if board.neighbours(city, SEA)]
    names = tuple(board.regions[city].name for city in triple)
    return Outlook(
        nation=board.nations[nation],
        cities=(names[0], names[1], names[2]),
        nearest={word: _mean_nearest(board, away[nation], free, kind) for kind, word in enumerate(RESOURCES)},
        room=round(sum(_share(away, nation, rivals, city) for city in free), 2),
        ports=len(ports),
        seas=len({there for city in ports for there in (city, *board.neighbours(city, SEA))}),
        rival=min(min(far[city][other] for city in triple for other in _cities(board, away, r)) for r in rivals),
    )


def _cities(board: Board, away: dict[int, list[int]], nation: int) -> Iterable[int]:
    return (region for region, distance in enumerate(away[nation]) if distance == 0)


def _mean_nearest(board: Board, away: list[int], free: list[int], kind: int) -> float:
    found = sorted(away[city] for city in free if board.regions[city].resource in (kind, ANY))[:NEAREST]
    return round(sum(found) / len(found), 2) if found else float(len(away))


def _share(away: dict[int, list[int]], nation: int, rivals: list[int], city: int) -> float:
    """Give what a free city is worth to a nation: shared with rivals just as near, nothing if one is nearer."""
    here = away[nation][city]
    others = [away[rival][city] for rival in rivals]
    if any(distance < here for distance in others):
        return 0.0
    return WORTH.get(here, 0.0) / (1 + others.count(here))


def spread(rows: list[Outlook]) -> float:
    """Give the best nation's room as a multiple of the worst's."""
    worst = min(row.room for row in rows)
    return round(max(row.room for row in rows) / worst, 2) if worst else float("inf")


def gap(rows: list[Outlook]) -> float:
    """Give the largest difference between two nations in the distance to free cities of a kind."""
    return max(
        max(row.nearest[kind] for row in rows) - min(row.nearest[kind] for row in rows) for kind in rows[0].nearest
    )
