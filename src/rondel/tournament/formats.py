"""The formats: from what has been played to the next round.

`next_round` is a pure function: the same past gives the same round on every process.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rondel.tournament.designs import finals, round_robin
from rondel.tournament.knockout import bracket, following, rounds_of
from rondel.tournament.seating import seated
from rondel.tournament.standings import Game, Line, standings
from rondel.tournament.swiss import pair_round
from rondel.tournament.tables import SMALLEST, Round, Table, TournamentError, meetings


@dataclass(frozen=True, slots=True)
class Plan:
    """What a tournament plays. `rounds` is asked for by Swiss alone; `smallest` is the smallest table that may be."""

    form: str
    entrants: int
    size: int
    rounds: int = 0
    smallest: int = 0


@dataclass(frozen=True, slots=True)
class Position:
    """What has been played, round by round, who rested in each, and who has withdrawn."""

    rounds: tuple[tuple[Game, ...], ...] = ()
    byes: tuple[tuple[int, ...], ...] = ()
    withdrawn: frozenset[int] = field(default_factory=frozenset)

    @property
    def games(self) -> list[Game]:
        """All games so far."""
        return [game for games in self.rounds for game in games]

    @property
    def tables(self) -> list[Table]:
        """All tables so far."""
        return [game.table for game in self.games]


@dataclass(frozen=True, slots=True)
class Next:
    """The next round, and who rests in it."""

    tables: Round
    byes: tuple[int, ...] = ()


def next_round(plan: Plan, past: Position) -> Next | None:
    """Give the next round, or None when all is played. A `TournamentError` says why a plan cannot be played."""
    try:
        form = FORMATS[plan.form]
    except KeyError:
        raise TournamentError(f"There is no format {plan.form!r}; there are {', '.join(FORMATS)}.") from None
    return form(plan, past)


def table_of(plan: Plan, past: Position) -> list[Line]:
    """Give the standings. A knock-out is ordered by how far each came, then by the standings of its games."""
    byes = Counter(entrant for rested in past.byes for entrant in rested) if plan.form == "swiss" else {}
    lines = standings(range(plan.entrants), past.games, byes)
    if plan.form != "knockout":
        return lines
    lost = _lost(plan, past)
    ordered = sorted(lines, key=lambda line: (_reached(lost[line.entrant]), len(lost[line.entrant]), line.place))
    return [replace(line, place=place) for place, line in enumerate(ordered, 1)]


def _lost(plan: Plan, past: Position) -> dict[int, list[int]]:
    """List the rounds in which each entrant of a knock-out has lost: one, or two with the game for the third place."""
    lost: dict[int, list[int]] = {entrant: [] for entrant in range(plan.entrants)}
    for number, (pairs, games) in enumerate(zip(_brackets(plan, past), past.rounds, strict=False)):
        winners = _winners(pairs, games)
        for loser in _losers(games, winners):
            lost[loser].append(number)
    return lost


def _reached(lost: Sequence[int]) -> float:
    """Give a number by which entrants are ordered: lower for those who came farther, lowest for those still in."""
    return -lost[0] if lost else -math.inf


def _round_robin(plan: Plan, past: Position) -> Next | None:
    schedule = round_robin(plan.entrants, plan.size)
    number = len(past.rounds)
    if number < len(schedule.rounds):
        tables = schedule.rounds[number]
        playing = {entrant for table in tables for entrant in table}
        return Next(tables, tuple(entrant for entrant in range(plan.entrants) if entrant not in playing))
    extra = number - len(schedule.rounds)
    if not schedule.final or extra >= plan.size:
        return None
    first = past.games[: sum(len(games) for games in past.rounds[: len(schedule.rounds)])]
    best = _best_of_pools(schedule.pools, first, plan.size)
    return Next(finals(best)[extra])


def _best_of_pools(pools: Sequence[Sequence[int]], games: Sequence[Game], size: int) -> Table:
    """Choose the finalists: the first of each pool, then the second of each, by points a game."""
    lines = [standings(pool, [game for game in games if game.table[0] in pool]) for pool in pools]
    ordered = sorted(
        (line for pool in lines for line in pool),
        key=lambda line: (line.place, -line.points / max(line.games, 1), line.entrant),
    )
    return tuple(line.entrant for line in ordered[:size])


def _swiss(plan: Plan, past: Position) -> Next | None:
    if len(past.rounds) >= plan.rounds:
        return None
    byes = Counter(entrant for rested in past.byes for entrant in rested)
    lines = standings(range(plan.entrants), past.games, byes)
    order = [line.entrant for line in lines if line.entrant not in past.withdrawn]
    smallest = plan.smallest or max(SMALLEST, plan.size - 1)
    if len(order) < smallest:
        return None
    points = {line.entrant: line.points for line in lines}
    found = pair_round(order, points, meetings(past.tables), byes, plan.size, smallest)
    return Next(tuple(seated(table, past.tables) for table in found.tables), found.byes)


def _knockout(plan: Plan, past: Position) -> Next | None:
    if plan.size != SMALLEST:
        raise TournamentError(f"A knock-out is played by two at a table, not by {plan.size}.")
    if len(past.rounds) >= rounds_of(plan.entrants):
        return None
    pairs = _brackets(plan, past)[-1]
    tables = tuple(seated(pair, past.tables) for pair in pairs if len(pair) == 2)
    return Next(tables, tuple(pair[0] for pair in pairs if len(pair) == 1))


def _brackets(plan: Plan, past: Position) -> list[list[Table]]:
    """Give the pairs of each round so far and of the next; the last round has a game for the third place too."""
    total = rounds_of(plan.entrants)
    found = [bracket(plan.entrants)]
    for number, games in enumerate(past.rounds[: total - 1], 1):
        winners = _winners(found[-1], games)
        losers = _losers(games, winners) if number + 1 == total else []
        found.append([*following(winners), *([tuple(losers)] if len(losers) == 2 else [])])
    return found


def _winners(pairs: Sequence[Table], games: Sequence[Game]) -> list[int]:
    """Say who goes on from each pair: the better rank; if level, the better seeded.

    Withdrawals since make no difference: a bracket is worked out again for every round and must not change.
    """
    ranks: Mapping[int, int] = {
        entrant: rank for game in games for entrant, rank in zip(game.table, game.ranks, strict=True)
    }
    return [min(pair, key=lambda entrant: (ranks.get(entrant, 1), entrant)) for pair in pairs]


def _losers(games: Sequence[Game], winners: Sequence[int]) -> list[int]:
    return [entrant for game in games for entrant in game.table if entrant not in winners]


#: every format by the name under which a tournament asks for it
FORMATS: dict[str, Callable[[Plan, Position], Next | None]] = {
    "round-robin": _round_robin,
    "swiss": _swiss,
    "knockout": _knockout,
}
