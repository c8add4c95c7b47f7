"""What a bot is: given the state as its seat may know it, the legal actions and a budget, it chooses an action."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rondel.game import Action, Seat, State


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one decision: seconds, positions examined, or both; 0 means no limit."""

    seconds: float = 0.0
    nodes: int = 0
    #: called now and then while a bot thinks; true tells it to stop at once
    halted: Callable[[], bool] | None = None


class Meter:
    """A budget that is being spent."""

    __slots__ = ("_clock", "_halted", "_stop", "nodes", "seconds", "spent")

    def __init__(self, budget: Budget) -> None:
        self.nodes = budget.nodes
        self.seconds = budget.seconds
        self.spent = 0
        self._halted = budget.halted
        self._clock = time.perf_counter
        self._stop = time.perf_counter() + budget.seconds if budget.seconds else 0.0

    def out(self) -> bool:
        """Say whether the budget is used up."""
        return bool(self.nodes and self.spent >= self.nodes) or self.late()

    def used(self) -> float:
        """Give the share of the budget that is used up, 0 to 1; a budget without limit stays at 0."""
        nodes = self.spent / self.nodes if self.nodes else 0.0
        time_used = 1.0 - (self._stop - self._clock()) / self.seconds if self.seconds else 0.0
        return min(1.0, max(nodes, time_used))

    def late(self) -> bool:
        """Say whether the time is up; long steps check it so that they end in time."""
        if self._halted is not None and self._halted():
            return True
        return bool(self._stop) and self._clock() >= self._stop


@dataclass(frozen=True, slots=True)
class Choice:
    """One alternative with its worth to the seat that decides, 0 to 1, and why in a few words."""

    action: Action
    value: float
    reason: str = ""


class Chooser(Protocol):
    """The minimum for a bot of another package: it chooses."""

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        """Choose one of the legal actions. What the seat may not know is filled with guesses in the state."""
        ...


@runtime_checkable
class Bot(Chooser, Protocol):
    """A computer player for one seat of one game. It keeps what it planned from decision to decision."""

    @property
    def name(self) -> str:
        """The text that makes this bot, as `rondel bots` explains it."""
        ...

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        """Judge the alternatives, best first; hopeless ones may be left out."""
        ...


@runtime_checkable
class TimedBot(Bot, Protocol):
    """A bot that thinks by a budget, which may be changed between decisions."""

    budget: Budget


@runtime_checkable
class RememberingBot(Bot, Protocol):
    """A bot that can be rebuilt from its name and then continue where another stopped."""

    def memory(self) -> object:
        """Give what it keeps from decision to decision, in plain values that can be copied and written."""
        ...

    def recall(self, memory: object) -> None:
        """Go on with what another bot of the same name kept."""
        ...


class NamedBot:
    """A bot that can only choose, under the name it was asked for; it ranks what it would choose."""

    def __init__(self, chooser: Chooser, name: str) -> None:
        self._chooser = chooser
        self.name = name

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        """Choose as the bot does."""
        return self._chooser.choose(state, seat, legal)

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        """Give the decision it would take; what the others are worth it does not say."""
        return [Choice(self.choose(state, seat, legal), 0.5)]
