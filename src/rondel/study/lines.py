"""The best turns of a position, compared: for the command line and for programs."""

from __future__ import annotations

import time
from collections.abc import Callable

from rondel.bots.base import Budget
from rondel.errors import RondelError
from rondel.game import CHANCE, TERMINAL, JsonDict, State
from rondel.study.review import Line, line
from rondel.study.threats import TRIALS
from rondel.study.threats import threats as best_of_others
from rondel.study.weigh import Scales


def best_lines(
    state: State, scales: Scales, seconds: float = 0.0, halted: Callable[[], bool] | None = None, threats: bool = False
) -> JsonDict:
    """Compare the good turns of a position, best first; end early after some seconds or when told to.

    Trials are those of the best turn, nodes the positions that were judged to compare the turns. If threats are asked
    for, the best turn of everybody else is told too, as if it were theirs now.
    """
    if state.to_act == TERMINAL:
        raise RondelError("over", "The game is over; there is nothing to decide.")
    if state.to_act == CHANCE:
        raise RondelError("not_now", "A random event comes first: draw it, or play its outcome.")
    if state.turn_of != state.to_act or not scales.evaluator.settled(state):
        raise RondelError("not_now", "Lines begin with a turn; `go` and `rondel hint` rank answers and payments.")
    until = time.monotonic() + seconds if seconds else 0.0

    def over() -> bool:
        return bool(until and time.monotonic() >= until) or (halted is not None and halted())

    budget, before = scales.bot.budget, scales.nodes
    scales.bot.budget = Budget(budget.seconds, budget.nodes, over)
    try:
        for ways in scales.deepen(state, state.to_act):  # noqa: B007
            if over():
                break
    finally:
        scales.bot.budget = budget
    found = [line(state, way, scales) for way in ways]
    told: JsonDict = {
        "bot": scales.engine, "prompt": state.game.prompt(state), "trials": len(ways[0].trials),
        "nodes": scales.nodes - before, "chances": list(found[0].chances), "lines": [_told(way) for way in found],
    }  # fmt: skip
    return {**told, "threats": threats_of(state, scales, over)} if threats else told


def threats_of(state: State, scales: Scales, over: Callable[[], bool]) -> list[JsonDict]:
    """Tell the best turn of everybody else, as if it were theirs now; those found until the time is up."""
    found = []
    for threat in best_of_others(state, scales, min(TRIALS, scales.most)):
        if threat is not None:
            who = threat.before.game.who(threat.before)
            found.append({"seat": threat.seat, "who": who, **_told(threat.line)})
        elif over():
            break
    return found


def _told(way: Line) -> JsonDict:
    return {
        "moves": list(way.moves), "value": way.value, "error": way.error, "chances": list(way.chances),
        "reason": way.reason, "clauses": list(way.clauses), "wins": way.wins,
    }  # fmt: skip
