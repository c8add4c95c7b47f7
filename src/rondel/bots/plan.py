"""Planning of a turn: the chain of small decisions is completed greedily, once for each way it can begin.

A single decision says little: a wedge is worth what you do on it. So every wedge (and every siege) begins a *line*, and
a line is completed step by step with whatever gains most, until nothing gains or the turn is over. The gains found in
one scan are tried again in order before the next scan (most still hold), which saves most of the work.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from rondel.bots.base import Meter
from rondel.bots.evaluator import Evaluator
from rondel.game import CHANCE, TERMINAL, Action, Seat, State

#: decisions after which a line is cut off
LONGEST: Final = 80
#: smaller gains in the chance to win are ignored
LEAST_GAIN: Final = 1e-12


class Line:
    """A way through a turn: all its decisions, answers of others included, and where it ends."""

    __slots__ = ("actions", "state", "value")

    def __init__(self, actions: list[Action], state: State, value: float) -> None:
        self.actions = actions
        self.state = state
        self.value = value


class Planner:
    """Plans turns with the knowledge of one game."""

    __slots__ = ("evaluator", "few", "meter")

    def __init__(self, evaluator: Evaluator, meter: Meter, few: bool = False) -> None:
        self.evaluator = evaluator
        self.meter = meter
        self.few = few  # consider only the most promising candidates

    def value(self, state: State, seat: Seat) -> float:
        """Judge a position for a seat."""
        self.meter.spent += 1
        return self.evaluator.values(state)[seat]

    def lines(self, state: State, seat: Seat) -> list[Line]:
        """Give one or more lines for each way to continue the turn, best first; at least one when time runs out."""
        found: list[Line] = []
        if self.evaluator.stop(state) >= 0:
            self._branches(state, seat, [], found)
        else:
            for action in self.evaluator.candidates(state, self.few):
                child = state.copy()
                child.advance(action)
                actions = [action]
                self.settle(child, seat, actions)
                self._branches(child, seat, actions, found)
                if self.meter.late():
                    break
        found.sort(key=lambda line: -line.value)
        return found

    def _branches(self, state: State, seat: Seat, actions: list[Action], found: list[Line]) -> None:
        """Complete a line, and each plan that could begin here."""
        if still(state, seat):
            for plan in self.evaluator.plans(state, self.few):
                if found and self.meter.late():
                    return
                begun, taken = state.copy(), actions[:]
                if self._follow(begun, seat, plan, taken):
                    self.complete(begun, seat, taken)
                    found.append(Line(taken, begun, self.value(begun, seat)))
        end = state.copy()
        taken = actions[:]
        self.complete(end, seat, taken)
        found.append(Line(taken, end, self.value(end, seat)))

    def _follow(self, state: State, seat: Seat, plan: Sequence[Action], actions: list[Action]) -> bool:
        """Carry out a plan; say whether that worked to the end."""
        for action in plan:
            if not still(state, seat) or action not in state.legal():
                return False
            state.advance(action)
            actions.append(action)
            self.settle(state, seat, actions)
        return True

    def settle(self, state: State, seat: Seat, actions: list[Action]) -> None:
        """Take the steps between settled positions, and let the others answer within the turn."""
        while state.turn_of == seat and state.to_act >= 0:
            if state.to_act != seat:
                action = self.answer(state)
            elif self.evaluator.settled(state):
                return
            else:
                action = self.evaluator.default(state, self.few)
            state.advance(action)
            actions.append(action)

    def answer(self, state: State) -> Action:
        """Choose for the seat that must decide by the position right after each option."""
        seat = state.to_act
        best, chosen = -1.0, state.legal()[0]
        for action in self.evaluator.candidates(state, self.few):
            value = self.answered(state, seat, action).value
            if value > best + LEAST_GAIN:
                best, chosen = value, action
        return chosen

    def answered(self, state: State, seat: Seat, action: Action) -> Line:
        """Judge the position right after a decision."""
        child = state.copy()
        child.advance(action)
        self.between(child)
        return Line([action], child, self.value(child, seat))

    def begun(self, state: State, seat: Seat, action: Action) -> Line:
        """Complete the turn after one decision."""
        end, taken = state.copy(), [action]
        end.advance(action)
        self.settle(end, seat, taken)
        self.complete(end, seat, taken)
        return Line(taken, end, self.value(end, seat))

    def between(self, state: State) -> None:
        """Take the steps between settled positions, whoever takes them, random ones included."""
        while state.to_act != TERMINAL and not self.evaluator.settled(state):
            state.advance(self.evaluator.default(state, self.few))

    def complete(self, state: State, seat: Seat, actions: list[Action]) -> None:
        """Go on with what gains most until the turn is over."""
        while still(state, seat) and len(actions) < LONGEST:
            stop = self.evaluator.stop(state)
            if stop < 0:
                action = self.answer(state)
                state.advance(action)
                actions.append(action)
                self.settle(state, seat, actions)
            elif not self._improve(state, seat, stop, actions):
                state.advance(stop)
                actions.append(stop)
                self.settle(state, seat, actions)

    def _improve(self, state: State, seat: Seat, stop: Action, actions: list[Action]) -> bool:
        """Play what gains within the present step; say whether anything did."""
        gains = self._scan(state, seat)
        played = False
        while gains:
            _, action = gains.pop()
            if played:
                if action not in state.legal():
                    continue
                fresh = self._gains(state, seat, [action])
                if not fresh:
                    continue
                if gains and fresh[0][0] < gains[-1][0]:
                    gains.append(fresh[0])
                    gains.sort()
                    continue
            state.advance(action)
            actions.append(action)
            self.settle(state, seat, actions)
            played = True
            if not still(state, seat) or self.evaluator.stop(state) != stop or len(actions) > LONGEST:
                break
        return played

    def _scan(self, state: State, seat: Seat) -> list[tuple[float, Action]]:
        """Try every candidate; give those that gain, the best last."""
        gains = self._gains(state, seat, self.evaluator.candidates(state, self.few))
        gains.sort()
        return gains

    def _gains(self, state: State, seat: Seat, actions: Sequence[Action]) -> list[tuple[float, Action]]:
        """Give what each action gains over doing nothing, if anything.

        The end of a turn changes all values, for instance by the coins of a new round. So an action that ends the turn
        is compared with continuing without it, any other action with the position as it is.
        """
        now = ended = -1.0
        found: list[tuple[float, Action]] = []
        for action in actions:
            child = state.copy()
            child.advance(action)
            self.settle(child, seat, [])
            if still(child, seat):
                if now < 0.0:
                    now = self.value(state, seat)
                base = now
            else:
                if ended < 0.0:
                    ended = self.begun(state, seat, self.evaluator.stop(state)).value
                base = ended
            gain = self.value(child, seat) - base
            if gain > LEAST_GAIN:
                found.append((gain, action))
        return found


def still(state: State, seat: Seat) -> bool:
    """Say whether the seat decides in its own turn."""
    return state.to_act == seat and state.turn_of == seat and state.to_act != CHANCE


def steps(evaluator: Evaluator, state: State) -> list[Action]:
    """Give the decisions worth considering, including the end of the step."""
    stop = evaluator.stop(state)
    return list(dict.fromkeys([*evaluator.candidates(state), *([stop] if stop >= 0 else [])]))


def distinct(lines: list[Line], width: int) -> list[Line]:
    """Keep the best lines that end in different positions."""
    seen: set[Hashable] = set()
    found: list[Line] = []
    for line in lines:
        key = line.state.key()
        if key not in seen:
            seen.add(key)
            found.append(line)
            if len(found) == width:
                break
    return found
