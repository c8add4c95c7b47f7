"""Whole turns, as far as a puzzle needs to know them: does one win, and can the next player win after it?

Wins are found by the planner of the bots with all its candidates, and are exact: a win that needs no draw stands on
the board. That nobody can win is as sure as the planner is thorough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from rondel.bots.base import Budget, Meter
from rondel.bots.evaluator import Evaluator
from rondel.bots.knowledge import evaluator_for
from rondel.bots.plan import Line, Planner, distinct, still
from rondel.game import CHANCE, Action, Game, Seat, State, draw

#: decisions after which an endless turn is dropped
LONGEST: Final = 200
#: draws that are tried for what follows a turn
DRAWS: Final = 8
#: decisions of a random turn at most
LONG: Final = 60


@dataclass(frozen=True, slots=True)
class Reply:
    """How the next player answers a turn: the decisions, draws before them included, and whether they win."""

    actions: tuple[Action, ...]
    after: State
    wins: bool


class Turns:
    """Knows the turns of one game."""

    def __init__(self, game: Game, few: bool = False) -> None:
        self.game = game
        self.evaluator: Evaluator = evaluator_for(game)
        self.planner = Planner(self.evaluator, Meter(Budget()), few)

    def is_start(self, state: State) -> bool:
        """Say whether a turn, or what is left of one after a draw, can be planned from here."""
        return still(state, state.turn_of) and self.evaluator.settled(state)

    def lines(self, state: State) -> list[Line]:
        """Give the turns that end in different positions, the likeliest first."""
        return distinct(self.planner.lines(state, state.turn_of), 1000)

    def wins(self, state: State) -> bool:
        """Say whether the seat whose turn it is can win in it, without a draw."""
        return won(self.planner.lines(state, state.turn_of)[0].state) == state.turn_of

    def wild(self, state: State, tries: int) -> tuple[list[Line], float]:
        """Give wins that the planner may not know, by random turns without draws, cut down to what counts.

        The second value is the share of random turns that win.
        """
        seat, rng, found, count = state.turn_of, Random(0), list[Line](), 0
        for _ in range(tries):
            here, taken = state.copy(), list[Action]()
            while here.legal() and here.turn_of == seat and here.to_act != CHANCE and len(taken) < LONG:
                legal = here.legal()
                taken.append(legal[int(rng.random() * len(legal))])
                here.advance(taken[-1])
            if won(here) == seat:
                count += 1
                actions = shortened(state, taken, lambda after: won(after) == seat)
                found.append(Line(actions, played(state, actions), 1.0))
        return distinct(sorted(found, key=lambda line: len(line.actions)), LONGEST), count / tries

    def onward(self, state: State, seat: Seat, rng: Random) -> tuple[tuple[Action, ...], State]:
        """Play the rest of a seat's turn, and what comes before the next player's decisions; draws are drawn."""
        here, taken = state.copy(), list[Action]()
        while here.legal() and len(taken) < LONGEST and not (here.turn_of != seat and self.is_start(here)):
            if here.to_act == CHANCE:
                actions = [draw(here, rng)]
            elif self.is_start(here):
                actions = self.planner.lines(here, seat)[0].actions
            else:
                actions = [self.planner.answer(here)]
            for action in actions:
                here.advance(action)
            taken += actions
        return tuple(taken), here

    def reply(self, state: State, seat: Seat) -> Reply | None:
        """Give the best reply to a turn of a seat, a win if some draw allows one; None if the game is over."""
        if not state.legal():
            return None
        replies = [self._reply(state, seat, rng) for rng in self.luck(state)]
        return next((reply for reply in replies if reply.wins), replies[0])

    def luck(self, state: State) -> list[Random]:
        """Give the luck under which what follows is tried: several kinds where a draw comes next."""
        return [Random(number) for number in range(DRAWS if state.to_act == CHANCE else 1)]

    def _reply(self, state: State, seat: Seat, rng: Random) -> Reply:
        taken, here = self.onward(state, seat, rng)
        if not here.legal():
            return Reply(taken, here, won(here) not in (-1, seat))
        other = here.turn_of
        line = self.planner.lines(here, other)[0]
        return Reply((*taken, *line.actions), line.state, won(line.state) == other)


def won(state: State) -> Seat:
    """Give the seat that has won, or -1."""
    if state.legal():
        return -1
    results = state.returns()
    return max(range(len(results)), key=lambda seat: results[seat]) if any(results) else -1


def played(state: State, actions: Sequence[Action]) -> State:
    """Give the position after some decisions."""
    here = state.copy()
    for action in actions:
        here.advance(action)
    return here


def shortened(state: State, actions: Sequence[Action], good: Callable[[State], bool]) -> list[Action]:
    """Leave out of a turn what it does not need, a move with its payment at a time, while it stays as good."""
    groups = _moves_of(state, actions)
    for place in range(len(groups) - 1, -1, -1):
        fewer = groups[:place] + groups[place + 1 :]
        after = _playable(state, [action for group in fewer for action in group])
        if after is not None and good(after):
            groups = fewer
    return [action for group in groups for action in group]


def _moves_of(state: State, actions: Sequence[Action]) -> list[list[Action]]:
    """Put every decision of the seat together with what completes it and what others answer."""
    groups: list[list[Action]] = []
    for before, action, _ in steps(state, actions):
        if groups and (before.to_act != state.turn_of or before.game.continuation(before, action)):
            groups[-1].append(action)
        else:
            groups.append([action])
    return groups


def _playable(state: State, actions: Sequence[Action]) -> State | None:
    """Give the position after some decisions, if the rules allow them and the turn is over then."""
    here = state.copy()
    for action in actions:
        if action not in here.legal():
            return None
        here.advance(action)
    return None if here.legal() and here.turn_of == state.turn_of else here


def first_legal(state: State) -> State:
    """Give the position after a turn in which the first legal move is played each time."""
    here, seat, rng = state.copy(), state.turn_of, Random(0)
    for _ in range(LONGEST):
        if not here.legal() or here.turn_of != seat:
            break
        here.advance(draw(here, rng) if here.to_act == CHANCE else here.legal()[0])
    return here


def steps(state: State, actions: Sequence[Action]) -> Iterator[tuple[State, Action, State]]:
    """Give every decision with the positions before and after it."""
    here = state
    for action in actions:
        after = here.apply(action)
        yield here, action, after
        here = after


def moves(state: State, actions: Sequence[Action]) -> tuple[str, ...]:
    """Write decisions as moves, each payment with its purchase."""
    found: list[str] = []
    for before, action, _ in steps(state, actions):
        words = before.game.continuation(before, action) if found else ""
        if words:
            found[-1] += f" {words}"
        else:
            found.append(before.game.action_text(before, action))
    return tuple(found)
