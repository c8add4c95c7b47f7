"""AttikaLearned: two races weighed by hand, and what a net learned to add to each seat's score.

The net judges where trials end and which turns are worth one. Turns are still planned with the hand-made weights, which
is quick: a trial asks for hundreds of judgements on its way, and for one at its end.

A row tells of a seat what the position says of it. Bots judge positions whose hidden hands were dealt anew, so the
cards of others in a row are a guess like any other, and those of the seat itself are the true ones.
"""

from __future__ import annotations

from typing import Final

from rondel.attika import state as phases
from rondel.attika.engine import AttikaGame
from rondel.attika.masks import Mask, shared, some
from rondel.attika.rules import KINDS, TERRAINS
from rondel.attika.sites import hand_of
from rondel.attika.state import BUILDING, DRAWING, OPEN, State
from rondel.attika.tables import MOTHERS, G, K, P
from rondel.attika.variants import OPTIONS
from rondel.bots.attika.evaluator import AttikaEvaluator, after
from rondel.bots.attika.features import LOOK, PARTS, assets, left_over, readiness
from rondel.bots.attika.race import MOST, around, near_by, symbols
from rondel.bots.attika.weights import Weights, foretelling
from rondel.bots.net import Net
from rondel.tables import total

#: the version of the inputs; a net names the version it is for
VERSION: Final = "attika-2"
#: a way between shrines that is this long or longer counts as none
FAR: Final = 6
#: cards of a terrain that are written as 1
MANY: Final = 5.0
_NAMES: Final = (
    "score", "actions", "actions-late", "cards", "draws", "hand", "hand-rich", "spare-cards", "assets", "amphorae",
    "colonies", "built", "stored", "hidden", "last-pile", "ready", "builds", "at-once", "left", "on-turn", "drawing",
    "building", "reveal",
    *(f"way-{number}" for number in range(FAR + 1)), *(f"wait-{number}" for number in range(4)),
    *(f"group-{number}" for number in range(len(PARTS))), "room",
    *(f"cards-{terrain}" for terrain in TERRAINS), *(f"pile-{number}" for number in range(P)),
    "stored-free", "stored-cheap", "stored-price",
    *(f"stored {kind.name}" for kind in KINDS), *(f"hidden {kind.name}" for kind in KINDS),
    "two-seats", "three-seats", "four-seats",
)  # fmt: skip


def input_names() -> tuple[str, ...]:
    """Name all inputs, in their order."""
    return (*_NAMES, *(f"option {option.id}" for option in OPTIONS))


class AttikaLearned(AttikaEvaluator):
    """The knowledge of Attika; its chances are corrected by a net. Without a net they are the fitted ones."""

    def __init__(self, game: AttikaGame, net: Net | None = None, weights: Weights | None = None) -> None:
        super().__init__(game, weights or foretelling(game.seats))
        self._planner = AttikaEvaluator(game, weights)
        self.net = net
        self.names = input_names()
        self.version = VERSION
        self.sides = int(game.seats)
        found = [1.0 if game.seats == number else 0.0 for number in (2, 3, 4)]
        for option in OPTIONS:
            top = option.value[1] if option.value else 1
            found.append(game.chosen_options.get(option.id, 0) / top)
        self._game_inputs = found

    def values(self, state: State) -> list[float]:
        """Judge as the hand-made weights do, by which turns are planned."""
        return self._planner.values(state)

    def chances(self, state: State) -> list[float]:
        """Predict with the net; with a building in hand, as it is on the best place for it."""
        if state.phase == phases.SITE:
            ends = [self.chances(after(state, place)) for place in self._places(state, False)]
            return max(ends, key=lambda found: found[state.turn])
        return super().values(state)

    def scores(self, state: State) -> list[float]:
        """Give each seat's score: the hand-made one and what the net adds."""
        scores = super().scores(state)
        net = self.net
        if net is None:
            return scores
        learned = net.scores([net.units(net.sums(row)) for row in self._rows(state, scores)])
        return [score + more for score, more in zip(scores, learned, strict=True)]

    def hand_made(self, state: State) -> list[float]:
        """Give each seat's hand-made score, what a net is added to."""
        return super().scores(state)

    def rows(self, state: State) -> list[list[float]]:
        """Give all inputs of each seat, as a net is trained on them."""
        return self._rows(state, super().scores(state))

    def _rows(self, state: State, scores: list[float]) -> list[list[float]]:
        free = state.free
        mean = sum(scores) / len(scores)
        return [[(scores[seat] - mean) / 10.0, *self._row(state, seat, free)] for seat in range(len(scores))]

    def _row(self, state: State, seat: int, free: Mask) -> list[float]:
        lag, mine = self._lag(state, seat), seat == state.turn
        actions, cards, draws = self._race(state, seat, free)
        distance, way = self._link(state, seat)
        builds = self._builds(state, seat, lag)
        held = hand_of(state, seat)
        hand = sum(held) + (int(state.due) if mine else 0)
        ready = readiness(state, seat, distance, way, free, self.weights) if distance <= LOOK else 0.0
        piles = [int(pile) for pile in state.piles[P * seat : P * seat + P]]
        built = int(total(state.complete, G * seat, G * seat + G))
        found = [
            actions / 40.0, max(0.0, 20.0 - actions) / 20.0, cards / 20.0, draws / 20.0, min(hand, 12) / 6.0,
            1.0 if hand > 6 else 0.0, max(0.0, hand - cards) / 6.0, assets(state, seat, self.weights) / 3.0,
            int(state.amphorae[seat]) / 3.0, int(state.colonies[seat]) / 4.0, built / 30.0,
            int(total(state.stored, K * seat, K * seat + K)) / 10.0,
            int(total(state.unseen, K * seat, K * seat + K)) / 20.0,
            min([pile for pile in piles if pile], default=0) / 8.0, ready, builds / 3.0,
            1.0 if distance <= builds else 0.0,
        ]  # fmt: skip
        found += _moment(state) if mine else [0.0] * 5
        found += [1.0 if min(distance, FAR) == number else 0.0 for number in range(FAR + 1)]
        found += [1.0 if lag == number else 0.0 for number in range(4)]
        found += _groups(state, seat)
        found.append(min(int(shared(free, self._zone(state, seat), 0)), 20) / 20.0)
        found += [min(int(count) / MANY, 1.0) for count in held]
        found += [pile / 8.0 for pile in piles]
        found += _stored(state, seat, free, hand)
        first = K * seat
        found += [int(count) / 2.0 for count in state.stored[first : first + K]]
        found += [int(count) / 2.0 for count in state.unseen[first : first + K]]
        return found + self._game_inputs


def _stored(state: State, seat: int, free: Mask, hand: int) -> list[float]:
    """Tell how many buildings on the player board are free, how many the hand could pay, and the lowest price."""
    near = near_by(state, seat, free)
    gratis, cheap, lowest = 0, 0, MOST
    for kind in range(K):
        count = int(state.stored[K * seat + kind])
        if not count:
            continue
        mother = MOTHERS[kind]
        if mother >= 0 and some(around(state, seat, mother, free)):
            gratis += count
            continue
        price = symbols(state, kind, near)
        lowest = min(lowest, price)
        cheap += count if price <= hand else 0
    return [gratis / 4.0, cheap / 4.0, lowest / MOST]


def _moment(state: State) -> list[float]:
    """Tell of the turn under way."""
    left = left_over(state)
    return [
        left / 3.0, 1.0 if state.mode == OPEN else 0.0, 1.0 if state.mode == DRAWING else 0.0,
        1.0 if state.mode == BUILDING else 0.0, 1.0 if state.phase == phases.REVEAL else 0.0,
    ]  # fmt: skip


def _groups(state: State, seat: int) -> list[float]:
    """Tell how far each group without its amphora is."""
    first, rewarded = len(PARTS) * seat, int(state.rewarded[seat])
    return [0.0 if rewarded >> group & 1 else parts[state.complete[first + group]] for group, parts in enumerate(PARTS)]
