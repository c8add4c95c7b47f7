"""Bots in separate processes, each question with a budget.

A worker builds the position from the record, as the bot's seat may know it (`redeal`), and answers within the budget.
If it is late, fails or dies, `runner` replaces it, and the server plays a random legal move instead.
"""

from __future__ import annotations

import multiprocessing
import secrets
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from rondel.bots.base import Bot, Budget, TimedBot
from rondel.bots.levels import LEVELS
from rondel.bots.registry import added_kinds, make_bot
from rondel.game import Action, Game, JsonDict, Seat, State
from rondel.record import Record
from rondel.server.apart import step_back
from rondel.server.core.editions import named_game

#: bots that are always there
BUILT_IN = ("random",)
#: seconds a worker has to start; they do not count against a bot's budget
START = 60.0
#: how many tables and bots a worker caches
KEPT = 64


@dataclass(frozen=True, slots=True)
class Task:
    """A question to a bot: the game so far, and whose decision it is."""

    table: str
    bot: str
    header: JsonDict
    actions: tuple[int, ...]
    seat: Seat
    rank: bool = False
    share: float = 1.0  # share of its usual time; less while others wait


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision as a bot judges it."""

    action: Action
    value: float
    reason: str


def make_thinker(name: str, game: Game) -> Bot:
    """Make a bot by its name, with a random seed."""
    return make_bot(name, game, secrets.randbits(30))


class Memory:
    """What a worker caches between questions: recent positions and bots."""

    def __init__(self) -> None:
        self._states: OrderedDict[str, tuple[tuple[int, ...], State]] = OrderedDict()
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self._wishes: WeakKeyDictionary[Bot, Budget] = WeakKeyDictionary()

    def answer(self, task: Task) -> Any:
        """Choose an action, or judge all of them."""
        state = self._state(task)
        known = state.redeal(task.seat, Random(secrets.randbits(60)))
        bot = self._bot(task, state.game)
        if task.rank:
            rows = bot.rank(known, task.seat, known.legal()) if task.bot not in BUILT_IN else []
            return [Judged(row.action, row.value, row.reason) for row in rows]
        self._hurry(bot, task.share)
        return bot.choose(known, task.seat, known.legal())

    def _hurry(self, bot: Bot, share: float) -> None:
        """Scale the time of a bot that thinks by the clock."""
        if isinstance(bot, TimedBot):
            wish = self._wishes.setdefault(bot, bot.budget)
            if wish.seconds:
                bot.budget = replace(wish, seconds=share * wish.seconds)

    def _state(self, task: Task) -> State:
        """Give the position, continuing from a cached one of the same game."""
        kept = self._states.pop(task.table, None)
        if kept and task.actions[: len(kept[0])] == kept[0]:
            state, rest = kept[1], task.actions[len(kept[0]) :]
        else:
            state, rest = _first(task), task.actions
        for action in rest:
            state.advance(action)
        self._states[task.table] = task.actions, state
        while len(self._states) > KEPT:
            self._states.popitem(last=False)
        return state.copy()

    def _bot(self, task: Task, game: Game) -> Bot:
        key = task.table, task.seat, task.bot
        bot = self._bots.pop(key, None) or make_thinker(task.bot, game)
        self._bots[key] = bot
        while len(self._bots) > KEPT:
            self._bots.popitem(last=False)
        return bot


def _first(task: Task) -> State:
    game = named_game(task.header)
    return Record(game, task.header).first()


def work(pipe: Connection) -> None:
    """Answer questions until the pipe ends: what a worker process does."""
    step_back()
    memory = Memory()
    with suppress(EOFError, BrokenPipeError):  # the server has gone
        pipe.send("ready")
        while True:
            pipe.send(_answer(memory, pipe.recv()))


def _answer(memory: Memory, task: Task) -> tuple[bool, Any]:
    """Answer, or say what went wrong: the server plays on without this bot."""
    try:
        return True, memory.answer(task)
    except Exception as error:
        return False, f"{type(error).__name__}: {error}"


class Worker:
    """One process, asked through a pipe. Once it has been late or has died, it is not used again."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=work, args=(other,), daemon=True)
        self._process.start()
        other.close()
        if not self._pipe.poll(START):
            self.stop()
            raise TimeoutError("a worker for bots does not start")
        self._pipe.recv()

    def ask(self, task: Task, seconds: float) -> Any:
        """Ask, and wait for the answer; a worker that does not answer in time is ended."""
        try:
            self._pipe.send(task)
            if not self._pipe.poll(seconds):
                raise TimeoutError(f"{task.bot} took longer than {seconds} s")
            good, answer = self._pipe.recv()
        except (OSError, EOFError):  # a TimeoutError is an OSError
            self.stop()
            raise
        if not good:
            raise RuntimeError(answer)
        return answer

    @property
    def lost(self) -> bool:
        """Whether its process has ended."""
        return not self._process.is_alive()

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def installed_bots() -> list[str]:
    """List the bots that people may choose here: one of each built-in sort and level, and those of other packages."""
    return [*BUILT_IN, "greedy", *(f"level:{number}" for number in LEVELS), *added_kinds()]
