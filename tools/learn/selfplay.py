"""One game of a bot against itself, with the positions it went through.

Games begin with turns of a lively player, and now and then a turn is drawn among the good ones, so that no two games
are alike. A bot that judges by a net asks it for positions within turns most of the time, so those are among the
samples; and so are ends of turns that were looked at and not played, with what the search thought of them.
"""

from __future__ import annotations

import gc
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from math import exp
from random import Random
from typing import Final, cast

import numpy as np

from rondel.arena.match import make_openers
from rondel.bots.base import Budget
from rondel.bots.deals import DealBot
from rondel.bots.evaluator import Learner
from rondel.bots.learned import learner_of, make_learned
from rondel.bots.plan import Line, still
from rondel.bots.search import SearchBot
from rondel.bots.turns import remember, sight
from rondel.game import CHANCE, Action, Game, State
from rondel.registry import make
from rondel.simulate import choose
from tools.learn.samples import LOOKED, START, WITHIN, Samples

#: decisions after which an unfinished game is dropped: it has no result to learn from
MOST: Final = 20_000
#: visits from which what the search thinks of a turn is worth learning
SEEN: Final = 3


@dataclass(frozen=True, slots=True)
class Task:
    """A game to play."""

    game: str
    players: int
    generation: int
    seed: int
    nodes: int = 300
    board: str = ""
    options: Mapping[str, int] = field(default_factory=dict)
    openings: int = 12  # at most so many turns of a lively player
    lively: float = 0.08  # so many turns are drawn among the good ones
    within: float = 0.15  # so many positions within turns are kept
    looked: float = 0.25  # so many ends of turns that were looked at are kept


@dataclass(slots=True)
class Played:
    """A game that was played: who won, and its positions; none if it had no end."""

    task: Task
    winner: int
    turns: int
    samples: Samples | None


class _Notes:
    """The positions of a game, while it goes on."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.rows: list[list[list[float]]] = []
        self.base: list[list[float]] = []
        self.value: list[list[float]] = []
        self.kind: list[int] = []
        self.turn: list[int] = []

    def add(self, state: State, value: list[float], kind: int, turn: int) -> None:
        self.rows.append(self.learner.rows(state))
        self.base.append(self.learner.hand_made(state))
        self.value.append(value)
        self.kind.append(kind)
        self.turn.append(turn)

    def close(self, result: list[float], seed: int) -> Samples:
        count = len(self.kind)
        return Samples(
            np.array(self.rows, np.float16),
            np.array(self.base, np.float32),
            np.array(self.value, np.float32),
            np.tile(np.array(result, np.float32), (count, 1)),
            np.array(self.kind, np.uint8),
            np.array(self.turn, np.int32),
            np.full(count, seed, np.int64),
        )


class _Player:
    """A seat: it plans turns as the bot does, and tells what it thought."""

    def __init__(self, game: Game, task: Task, seat: int, rng: Random) -> None:
        seed = 1000 * task.seed + seat
        self.bot = cast(
            "SearchBot | DealBot", make_learned(game, Budget(0.0, task.nodes), seed, 0, task.generation, "learned")
        )
        self.seat = seat
        self.rng = rng
        self.lively = task.lively
        self.plan: dict[Hashable, Action] = {}
        self.thought: list[tuple[Line, int, float]] = []

    def choose(self, state: State) -> Action:
        """Decide; after a search, `thought` holds what was considered."""
        self.thought = []
        evaluator, seat = self.bot.evaluator, self.seat
        planned = self.plan.get(sight(evaluator, state, seat))
        if planned is not None and planned in state.legal():
            return planned
        if not still(state, seat):
            return self.bot.answer(state, seat)
        if not evaluator.settled(state):
            return evaluator.default(state)
        self.thought = self.bot.weighed(state, seat)
        line = self._draw() if self.rng.random() < self.lively else self.thought[0][0]
        self.plan = remember(evaluator, state, seat, line)
        return line.actions[0]

    def _draw(self) -> Line:
        """Draw a line: the worse it looks, the rarer."""
        best = max(worth for _, _, worth in self.thought)
        shares = [exp((worth - best) / 0.03) for _, _, worth in self.thought]
        return self.rng.choices([line for line, _, _ in self.thought], shares)[0]


def play(task: Task) -> Played:
    """Play one game. The memories of bots are large and without cycles, so garbage is looked for between games only."""
    gc.disable()
    try:
        return _play(task)
    finally:
        gc.enable()
        gc.collect()


def _play(task: Task) -> Played:
    game = make(task.game, task.players, task.board, task.options)
    learner, rng = learner_of(game, task.generation), Random(task.seed)
    notes = _Notes(learner)
    players = [_Player(game, task, seat, rng) for seat in range(game.seats)]
    openers = make_openers(game, task.seed)
    state: State = game.new(task.seed)
    lively = rng.randint(0, task.openings)
    turns, turn, decisions, value = 0, -1, 0, [0.0]
    while state.legal() and decisions < MOST:
        decisions += 1
        if state.turn_of != turn:
            turn, turns, value = state.turn_of, turns + 1, []
        if state.to_act == CHANCE:
            action = choose(state, rng)
        elif turns <= lively:
            action = openers[state.to_act].choose(state, state.to_act, state.legal())
        else:
            player = players[state.to_act]
            known = state.redeal(player.seat, rng)
            action = player.choose(known)
            value = _note(notes, known, player, turns, value, task, rng)
        state.advance(action)
    result = state.returns()
    if max(result) <= 0 or not notes.kind:
        return Played(task, -1, turns, None)
    winner = result.index(max(result))
    return Played(task, winner, turns, notes.close([float(seat == winner) for seat in range(game.seats)], task.seed))


def _note(
    notes: _Notes, state: State, player: _Player, turn: int, value: list[float], task: Task, rng: Random
) -> list[float]:
    """Keep a position, and some that were looked at; give what is thought of the turn."""
    learner, seat, thought = notes.learner, player.seat, player.thought
    if thought:
        first = not value
        value = _chances(learner, thought[0], seat)
        notes.add(state, value, START if first else WITHIN, turn)
        for entry in thought:
            end = entry[0].state
            if entry[1] >= SEEN and rng.random() < task.looked and end.legal() and learner.settled(end):
                notes.add(end, _chances(learner, entry, seat), LOOKED, turn)
    elif value and rng.random() < task.within and learner.settled(state):
        notes.add(state, value, WITHIN, turn)
    return value


def _chances(learner: Learner, entry: tuple[Line, int, float], seat: int) -> list[float]:
    """Give every seat's chance: that of the seat as the search thinks, the others' as they are judged."""
    line, _, worth = entry
    values = learner.chances(line.state)
    rest = 1.0 - values[seat]
    scale = (1.0 - worth) / rest if rest > 1e-9 else 0.0
    found = [worth if other == seat else scale * value for other, value in enumerate(values)]
    total = sum(found)
    return [value / total for value in found]
