"""AntikeEvaluator: features weighed into chances of winning, with the filter of decisions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp
from typing import Final
from zlib import crc32

from rondel.antike import state as phases
from rondel.antike.actions import DONE, PEACE
from rondel.antike.parts.shelter import shelter
from rondel.antike.rules import GOOD_KINDS, PERSONAGE_KINDS, UNIT_KINDS
from rondel.antike.state import BaseGame, State
from rondel.bots.antike.book import book_wedge
from rondel.bots.antike.candidates import candidates, citizen_plan, default
from rondel.bots.antike.features import (
    FINISH,
    NAMES,
    NEED_1,
    TEMPO,
    general_wins,
    neutral,
    new_price,
    own_row,
    pressure,
    ready,
    rows_of,
    soon,
    tempo,
    threat,
)
from rondel.bots.antike.sieges import sieges, with_cards
from rondel.bots.antike.tables import Tables, spread
from rondel.bots.antike.trading import exchanges, temples_by_trade
from rondel.bots.antike.weights import Weights, load_weights
from rondel.native import i64
from rondel.tables import frozen, packed, weighed

#: phases within a purchase, a movement or a loss, and before a card is turned up
_BETWEEN: Final = (
    phases.PAY, phases.JOIN, phases.LOSE, phases.GIVE_UP, phases.ASK, phases.CHARGE, phases.TURN_UP,
)  # fmt: skip
#: phases that may be ended without doing anything
_OPEN_END: Final = (
    phases.TEMPLE, phases.ARMING, phases.KNOWHOW, phases.MANEUVER, phases.CONQUEST, phases.FOUNDING, phases.FORTRESS,
)  # fmt: skip
#: what a feature is called in reasons, where its name would not be understood
WORDS: Final = {
    "points": "a personage", "need-1": "one short of the win", "need-2": "two short of the win", "won": "wins",
    "king": "nearer a king", "king-near": "one city short of a king", "citizen": "nearer a citizen",
    "citizen-near": "one temple short of a citizen", "navigator": "nearer a navigator",
    "navigator-near": "one sea short of a navigator", "scholar": "gold for a new know-how",
    "scholar-now": "can buy a new know-how", "science": "gold yields for know-hows",
    "settle": "units on free sites", "frontier": "free sites in reach", "production": "better production",
    "fields": "know-hows",
    "next-best": "a good next wedge", "next-second": "a second good wedge", "finish": "can win next turn",
    "tempo": "turn order", "exposed-temples-soon": "temples safer", "exposed-temples": "temples safer",
    "prey-temples-soon": "temples to take", "prey-temples": "temples to take", "exposed-cities": "cities safer",
    "prey-cities": "cities to take", "ready-temples": "a temple falls", "ready-cities": "a city falls",
    "cards": "event cards", "bellona": "the Bellona card", "pioneers": "units to settle with",
    "balance": "goods for cities", "hoard": "fewer idle goods",
}  # fmt: skip
#: gains in score below this are not given as a reason, and neither are smaller losses of a rival
LEAST_REASON: Final = 0.02
HARM: Final = 0.3
#: a nation's part of the points, its own row weighed early and late, and whether it is one short
Part = tuple[float, float, float, bool]
#: how many judgements are cached before the cache is cleared
MOST_KEPT: Final = 40_000
#: after this many rounds a game counts as stuck, and bots that consider few decisions consider all, to break it open
STUCK: Final = 60
#: after still more rounds a noise is added to the scores, by where a nation's units stand, and it grows with each
#: round. Otherwise two nations that guard everything may wait forever, because moving first looks worse
PATIENT: Final = 90
RESTLESS: Final = 0.02


class AntikeEvaluator:
    """The knowledge of one game of the family."""

    def __init__(self, game: BaseGame, weights: Weights | None = None) -> None:
        self.game = game
        self.deals = False
        self.tables = Tables(game)
        self._coins_first = game.rules.coin_timing != "production"
        self.early, self.late = weights or load_weights(game.rules.id)
        self._shared = list(zip(self.early[TEMPO:], self.late[TEMPO:], strict=True))
        self._forces: dict[Hashable, int] = {}
        self._lands: dict[Hashable, int] = {}
        self._rows: dict[Hashable, Part] = {}
        self._pairs: dict[int, tuple[int, int]] = {}

    def values(self, state: State) -> list[float]:
        """Give each seat's chance to win; a nation's score goes through a soft maximum over all nations."""
        seats = self.game.seats
        if state.phase == phases.OVER:
            share = 1.0 / seats
            return [share + (1.0 - share) * part for part in state.returns()]
        scores = self.scores(state)
        top = max(scores)
        shares = [exp(score - top) for score in scores]
        total = sum(shares)
        if seats == len(shares):
            return [share / total for share in shares]
        found = [0.0] * seats
        for nation, share in enumerate(shares):
            found[nation % seats] += share / total
        return found

    def chances(self, state: State) -> list[float]:
        """Predict what `values` says."""
        return self.values(state)

    def scores(self, state: State) -> list[float]:
        """Weigh each nation's row; the weights move from early to late with the leader's points.

        The same as weighing `rows_of`, but what did not change since an earlier position is not worked out again.
        """
        nations = self.game.nations
        if len(self._forces) > MOST_KEPT:
            self._forget()
        forces = [self._force(state, nation) for nation in range(nations)]
        parts = self._parts(state, forces)
        late = min(1.0, max(part[0] for part in parts))
        weights = [a + late * (b - a) for a, b in self._shared]
        scores = [early + late * (end - early) for _, early, end, _ in parts]
        for nation in range(nations):
            scores[nation] += weights[0] * tempo(self.tables, state, nation)
            if state.where[UNIT_KINDS * nation] or state.where[UNIT_KINDS * nation + 1]:
                prey = self._threats(state, nation, forces, weights, scores)
                if prey and parts[nation][3] and general_wins(self.tables, state):
                    scores[nation] += self.early[FINISH] + late * (self.late[FINISH] - self.early[FINISH])
        if state.phase == phases.MANEUVER or state.phase == phases.CONQUEST:
            rich, plain = ready(self.tables, state)
            scores[state.turn] += weights[7] * rich + weights[8] * plain
        if state.round > PATIENT:
            for nation in range(nations):
                scores[nation] += self.mood(state, nation)
        return scores

    def mood(self, state: State, nation: int) -> float:
        """Give the noise on a nation's score in a long game: the same for the same units in the same round."""
        size = 2 * self.tables.size
        whim = crc32(packed(state.units[nation * size : nation * size + size]), int(state.round)) / 0xFFFFFFFF - 0.5
        return RESTLESS * max(0, int(state.round) - PATIENT) * whim

    def _forget(self) -> None:
        """Clear all caches together: the numbers of forces and lands are keys of the others."""
        self._forces, self._lands, self._rows, self._pairs = {}, {}, {}, {}

    def _force(self, state: State, nation: int) -> int:
        """Number what a nation attacks and defends with; equal forces get equal numbers."""
        size, cities = 2 * self.tables.size, state.cities[nation]
        walls = _walls(self.game, state, nation) if self.game.guarded else 0
        key = (
            nation, packed(state.units[nation * size : nation * size + size]), cities, state.temples & cities,
            state.knowhow[nation], walls,
        )  # fmt: skip
        return self._forces.setdefault(key, len(self._forces))

    def _land(self, state: State, free: int, known: int) -> int:
        """Number what is the same for all nations: free sites, known fields, yields of cities, stacks of personages."""
        return self._lands.setdefault((free, known, state.kinds, frozen(state.stacks)), len(self._lands))

    def _parts(self, state: State, forces: list[int]) -> list[Part]:
        """Give each nation's part of the points and its own row weighed early and late."""
        free, known = self.common(state)
        land, memo = self._land(state, free, known), self._rows
        found: list[Part] = []
        for nation, force in enumerate(forces):
            key = self._row_key(state, nation, force, land)
            part = memo.get(key)
            if part is None:
                row = own_row(self.tables, state, nation, free, known)
                part = row[0], weighed(self.early, row), weighed(self.late, row), row[NEED_1] > 0.0
                memo[key] = part
            found.append(part)
        return found

    def common(self, state: State) -> tuple[int, int]:
        """Give what is the same for all nations: the free sites, and the know-hows that are no longer new."""
        taken = known = 0
        for cities in state.cities:
            taken |= cities
        for fields in state.knowhow:
            known |= fields
        return self.tables.sites & ~taken & ~state.temples, known

    def _row_key(self, state: State, nation: int, force: int, land: int) -> Hashable:
        """Give what a nation's own row depends on; equal keys have equal rows."""
        goods, earned, due = _purpose(state, nation)
        return force, land, goods, earned, due, self._beside(state, nation) if self.game.has_extras else ()

    def _threats(self, state: State, nation: int, forces: list[int], weights: list[float], scores: list[float]) -> bool:
        """Add what a nation threatens to its score, and take it from those it threatens.

        Say whether it could destroy a temple next turn.
        """
        near, prey = soon(self.tables, state, nation), 0
        if self.game.neutral:
            prey = neutral(self.tables, state, nation)
            scores[nation] += prey * weights[3 if near else 4]
        for other in range(self.game.nations):
            if other == nation:
                continue
            rich, plain = self._pair(state, nation, other, forces[nation], forces[other])
            if rich:
                prey += rich
                force = pressure(rich)
                scores[other] += force * weights[1 if near else 2]
                scores[nation] += force * weights[3 if near else 4]
            if plain:
                scores[other] += 0.5 * plain * weights[5]
                scores[nation] += 0.5 * plain * weights[6]
        return near and prey > 0

    def _pair(self, state: State, nation: int, other: int, own: int, alien: int) -> tuple[int, int]:
        """Give what a nation could take from another, cached by their forces."""
        key = own << 24 | alien
        found = self._pairs.get(key)
        if found is None:
            found = self._pairs[key] = threat(self.tables, state, nation, other)
        return found

    def pair(self, state: State, nation: int, other: int) -> tuple[int, int]:
        """Count the cities of another nation that a nation could take: with temple, and without."""
        return self._pair(state, nation, other, self._force(state, nation), self._force(state, other))

    def _beside(self, state: State, nation: int) -> Hashable:
        """Give the state of parts that only some rulebooks have: barracks, ramparts, event cards, Bellona."""
        walls = state.ramparts & state.cities[nation]
        return self._camp(state, nation), walls, self._hand(state, nation), state.bellona == nation

    def _camp(self, state: State, nation: int) -> Hashable:
        """Give the units in barracks and the place of the leader."""
        place: int = state.leaders[nation] if self.game.leaders else 0
        return packed(state.waiting(nation)), place

    def _hand(self, state: State, nation: int) -> Hashable:
        width = len(self.game.rules.events)
        return packed(state.cards[(phases.HANDS + nation) * width : (phases.HANDS + nation + 1) * width])

    def settled(self, state: State) -> bool:
        """Say whether no purchase, movement or loss is under way.

        Nor a good in place of a coin at the start of a turn: the turn is planned from its wedge on.
        """
        if state.phase == phases.SUBSTITUTE and self._coins_first:
            return bool(state.to_act != state.turn)
        return state.phase not in _BETWEEN

    def default(self, state: State, few: bool = False) -> int:
        """Give a sound decision without looking ahead."""
        return default(self.tables, state)

    def candidates(self, state: State, few: bool = False) -> Sequence[int]:
        """Give the decisions worth a look."""
        return candidates(self.tables, state, few and state.round < STUCK)

    def stop(self, state: State) -> int:
        """Give the decision that ends the step, or -1."""
        if state.phase in _OPEN_END:
            return DONE
        return PEACE if state.phase in (phases.ANSWER, phases.AGREE) else -1

    def plans(self, state: State, few: bool = False) -> Sequence[Sequence[int]]:
        """Give the lines whose gain shows at their end: sieges, temples for a citizen, exchanges, first purchases."""
        few = few and state.round < STUCK
        if state.phase == phases.MANEUVER:
            found = sieges(self.tables, state, few)
            return found + with_cards(self.tables, state) if self.game.has_chance else found
        row = citizen_plan(self.tables, state) if state.phase == phases.TEMPLE else []
        found = [row] if row else []
        if few:
            return found
        found += exchanges(self.tables, state)
        if state.phase == phases.TEMPLE:
            found += temples_by_trade(self.tables, state)
        if state.phase == phases.KNOWHOW:
            actions = self.game.actions
            found += [[action] for action in state.options if actions.learn <= action < actions.recruit]
        return found

    def outlook(self, state: State) -> Hashable:
        """Give what a turn depends on: the nation's own things, the free land near, and who threatens whom."""
        nation, size = state.turn, 2 * self.tables.size
        taken = known = 0
        for cities in state.cities:
            taken |= cities
        for fields in state.knowhow:
            known |= fields
        mine, own = state.cities[nation], state.knowhow[nation]
        here = state.where[UNIT_KINDS * nation] | state.where[UNIT_KINDS * nation + 1]
        reach = here | spread(state.where[UNIT_KINDS * nation], self.tables.beside[0])
        reach |= spread(state.where[UNIT_KINDS * nation + 1], self.tables.beside[1])
        rivals = [other for other in range(self.game.nations) if other != nation]
        camp = self._camp(state, nation)
        return (
            nation, state.phase, mine, state.temples & mine, own, new_price(self.tables, own, known),
            tuple(state.purse(nation)), packed(state.units[nation * size : nation * size + size]),
            state.rondel[nation], frozen(state.won(nation)), tuple(map(bool, state.stacks)),
            reach & ~taken, camp, self._hand(state, nation), state.bellona == nation, state.ramparts & mine,
            tuple((self.pair(state, nation, other), self.pair(state, other, nation)[0]) for other in rivals),
        )  # fmt: skip

    def opening(self, state: State) -> int:
        """Give the decision of the opening book, or -1."""
        return book_wedge(self.game, state)

    def reason(self, before: State, after: State, seat: int) -> str:
        """Name the features that changed most in the seat's favour, and whether a rival lost much."""
        nation = before.actor
        rows = list(zip(rows_of(self.tables, before), rows_of(self.tables, after), strict=True))
        late = min(1.0, max(row[0] for row, _ in rows))
        weights = [a + late * (b - a) for a, b in zip(self.early, self.late, strict=True)]
        gains = sorted(
            ((weight * (b - a), name) for weight, a, b, name in zip(weights, *rows[nation], NAMES, strict=True)),
            reverse=True,
        )
        words = [WORDS.get(name, name.replace("-", " ")) for gain, name in gains[:3] if gain > LEAST_REASON]
        losses = [
            weighed(weights, old) - weighed(weights, new)
            for other, (old, new) in enumerate(rows)
            if other % self.game.seats != seat
        ]
        return ", ".join([*words, "weakens a rival"] if max(losses) > HARM else words)


def _purpose(state: State, nation: int) -> tuple[int, int, int]:
    """Give a nation's goods, what it has earned and its place on the wheel, and what is due to it, as three numbers."""
    goods: i64 = 0
    for place in range(GOOD_KINDS * nation, GOOD_KINDS * nation + GOOD_KINDS):
        goods = goods << 12 | state.goods[place]
    earned: i64 = state.rondel[nation] << 8 | state.extra[nation]
    for place in range(PERSONAGE_KINDS * nation, PERSONAGE_KINDS * nation + PERSONAGE_KINDS):
        earned = earned << 8 | state.earned[place]
    if state.turn != nation:
        return goods, earned, -1
    return goods, earned, state.scholars_due << 16 | state.generals_due << 8 | state.extra_due


def _walls(game: BaseGame, state: State, nation: int) -> tuple[int, ...]:
    """Give what a nation's cities have for their defence besides units, temples and know-how."""
    leader: int = state.leaders[nation] if game.leaders else 0
    fortresses: int = state.tally[phases.FORTRESSES] if game.announces else 0
    return state.ramparts & state.cities[nation], leader, fortresses, shelter(game, state, nation)
