"""AntikeLearned: the hand-made score of a nation, and what a net has learned to add to it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from rondel.antike import state as phases
from rondel.antike.engine import AntikeGame
from rondel.antike.rules import UNIT_KINDS
from rondel.antike.state import State
from rondel.bots.antike.evaluator import MOST_KEPT, PATIENT, STUCK, AntikeEvaluator
from rondel.bots.antike.features import (
    EXPOSED_CITIES,
    EXPOSED_TEMPLES,
    EXPOSED_TEMPLES_SOON,
    FINISH,
    NEED_1,
    PREY_CITIES,
    PREY_TEMPLES,
    PREY_TEMPLES_SOON,
    READY_CITIES,
    READY_TEMPLES,
    TEMPO,
    general_wins,
    neutral,
    own_row,
    pressure,
    ready,
    soon,
    tempo,
)
from rondel.bots.antike.inputs import (
    ACTING,
    GAME_FIRST,
    LONG,
    OWN_FIRST,
    ROUNDS,
    VERSION,
    acting,
    game_inputs,
    input_names,
    own_inputs,
    rounds_gone,
)
from rondel.bots.antike.weights import Weights
from rondel.bots.net import Net, Units, floats
from rondel.native import vec

#: the inputs that change although a nation's own things stay as they are: a way to win by a temple, whose turn it is,
#: threats, whether the turn is under way, how long the game lasts
MOVING: Final = (FINISH, *range(TEMPO, OWN_FIRST), ACTING, ROUNDS, LONG)
_SHARED: Final = OWN_FIRST - TEMPO + 1  # of these, known to the hand-made score
_ACTING: Final = _SHARED


class Side:
    """A nation's own things, judged: its row weighed early and late, the sums of the net's first layer, its units."""

    __slots__ = ("early", "late", "points", "short", "sums", "tail", "units")

    def __init__(self, row: list[float], early: float, late: float, sums: vec[float]) -> None:
        self.points = row[0]
        self.short = row[NEED_1] > 0.0
        self.early = early
        self.late = late
        self.sums = sums
        self.tail: list[float] = []  # what moved when the units were worked out
        self.units: Units | None = None


class AntikeLearned(AntikeEvaluator):
    """The knowledge of the family, corrected by a net. Without a net it judges as the hand-made score does."""

    def __init__(self, game: AntikeGame, net: Net | None = None, weights: Weights | None = None) -> None:
        super().__init__(game, weights)
        self.net = net
        self.names = input_names(game)
        self.version = VERSION
        self.sides = int(game.nations)
        self._game_inputs = game_inputs(game)
        self._sides: dict[Hashable, Side] = {}

    def scores(self, state: State) -> list[float]:
        """Give each nation's score: the hand-made one and what the net adds."""
        net = self.net
        if net is None:
            return super().scores(state)
        forces = self._numbered(state)
        sides = self._known_sides(state, forces)
        tails = self._tails(state, sides, forces)
        scores = self._by_hand(state, sides, tails)
        learned = net.scores([_units(net, side, tail) for side, tail in zip(sides, tails, strict=True)])
        for nation in range(len(scores)):
            scores[nation] += learned[nation]
        return scores

    def hand_made(self, state: State) -> list[float]:
        """Give each nation's hand-made score, what a net is added to."""
        return super().scores(state)

    def rows(self, state: State) -> list[list[float]]:
        """Give all inputs of each nation, as a net is trained on them."""
        forces = self._numbered(state)
        sides = self._known_sides(state, forces)
        free, known = self.common(state)
        found: list[list[float]] = []
        for nation, tail in enumerate(self._tails(state, sides, forces)):
            row = own_row(self.tables, state, nation, free, known)
            row += own_inputs(self.tables, state, nation, free)
            row += [0.0, 0.0, 0.0, *self._game_inputs]
            for place, value in zip(MOVING, tail, strict=True):
                row[place] += value
            found.append(row)
        return found

    def _numbered(self, state: State) -> list[int]:
        """Number the nations' forces; all is forgotten now and then."""
        if len(self._forces) > MOST_KEPT:
            self._forget()
        return [self._force(state, nation) for nation in range(self.game.nations)]

    def _forget(self) -> None:
        super()._forget()
        self._sides = {}

    def _known_sides(self, state: State, forces: list[int]) -> list[Side]:
        """Give what every nation's own things amount to; cached by those things."""
        free, known = self.common(state)
        land, memo = self._land(state, free, known), self._sides
        found: list[Side] = []
        for nation, force in enumerate(forces):
            key = self._row_key(state, nation, force, land)
            side = memo.get(key)
            if side is None:
                side = memo[key] = self._side(state, nation, free, known)
            found.append(side)
        return found

    def _side(self, state: State, nation: int, free: int, known: int) -> Side:
        row = own_row(self.tables, state, nation, free, known)
        early = late = 0.0
        for place, value in enumerate(row):
            early += self.early[place] * value
            late += self.late[place] * value
        row += own_inputs(self.tables, state, nation, free)
        if self.net is None:
            return Side(row, early, late, floats(()))
        sums = self.net.sums(row)
        for place, value in enumerate(self._game_inputs):
            if value:
                self.net.add(sums, GAME_FIRST + place, value)
        return Side(row, early, late, sums)

    def _tails(self, state: State, sides: list[Side], forces: list[int]) -> list[list[float]]:
        """Give the moving inputs of each nation, in the order of MOVING."""
        nations, tables = self.game.nations, self.tables
        last = [0.0, rounds_gone(state), 1.0 if state.round > STUCK else 0.0]
        tails = [[0.0] * _SHARED + last for _ in range(nations)]
        if acting(state):
            tails[state.turn][_ACTING] = 1.0
        for nation in range(nations):
            tails[nation][1] = tempo(tables, state, nation)
            if state.where[UNIT_KINDS * nation] or state.where[UNIT_KINDS * nation + 1]:
                prey = self._note(state, nation, forces, tails)
                if prey and sides[nation].short and general_wins(tables, state):
                    tails[nation][0] = 1.0
        if state.phase == phases.MANEUVER or state.phase == phases.CONQUEST:
            rich, plain = ready(tables, state)
            tail = tails[state.turn]
            tail[READY_TEMPLES - TEMPO + 1] = rich
            tail[READY_CITIES - TEMPO + 1] = plain
        return tails

    def _note(self, state: State, nation: int, forces: list[int], tails: list[list[float]]) -> bool:
        """Note what a nation threatens, and say whether it could destroy a temple next turn."""
        near, prey = soon(self.tables, state, nation), 0
        mine = tails[nation]
        hunted = (PREY_TEMPLES_SOON if near else PREY_TEMPLES) - TEMPO + 1
        exposed = (EXPOSED_TEMPLES_SOON if near else EXPOSED_TEMPLES) - TEMPO + 1
        if self.game.neutral:
            prey = neutral(self.tables, state, nation)
            mine[hunted] += prey
        for other in range(self.game.nations):
            if other == nation:
                continue
            rich, plain = self._pair(state, nation, other, forces[nation], forces[other])
            if rich:
                prey += rich
                force = pressure(rich)
                tails[other][exposed] += force
                mine[hunted] += force
            if plain:
                tails[other][EXPOSED_CITIES - TEMPO + 1] += 0.5 * plain
                mine[PREY_CITIES - TEMPO + 1] += 0.5 * plain
        return near and prey > 0

    def _by_hand(self, state: State, sides: list[Side], tails: list[list[float]]) -> list[float]:
        """Weigh all by hand."""
        late = min(1.0, max([side.points for side in sides]))
        finish = self.early[FINISH] + late * (self.late[FINISH] - self.early[FINISH])
        weights = [finish] + [a + late * (b - a) for a, b in self._shared]
        scores: list[float] = []
        for nation, side in enumerate(sides):
            score = side.early + late * (side.late - side.early)
            tail = tails[nation]
            for place, weight in enumerate(weights):
                if tail[place]:
                    score += weight * tail[place]
            if state.round > PATIENT:
                score += self.mood(state, nation)
            scores.append(score)
        return scores


def _units(net: Net, side: Side, tail: list[float]) -> Units:
    """Give the units of a nation; the cached ones if nothing has changed."""
    units = side.units
    if units is None or side.tail != tail:
        sums = floats(side.sums)
        for place, value in zip(MOVING, tail, strict=True):
            if value:
                net.add(sums, place, value)
        units = side.units = net.units(sums)
        side.tail = tail
    return units
