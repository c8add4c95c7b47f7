"""AttikaEvaluator: two races, for all buildings and for two shrines, turned into chances of winning."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp, log
from typing import Final

from rondel.attika import state as phases
from rondel.attika.actions import AMPHORA_BUILD, AMPHORA_DRAW, CARDS, DRAW, STORE
from rondel.attika.engine import AttikaGame
from rondel.attika.layout import widened
from rondel.attika.masks import WORDS, Mask, common, frozen, shared, some
from rondel.attika.phases.drawing import in_pile
from rondel.attika.sites import gratis_spaces, hand_of
from rondel.attika.state import BUILDING, DRAWING, OPEN, State
from rondel.attika.tables import K, P
from rondel.bots.attika.features import assets, hand_worth, left_over, way_worth
from rondel.bots.attika.linking import builds_left, link_now
from rondel.bots.attika.links import MOST_SEATS, Link, entries, link
from rondel.bots.attika.places import NEAR, best_builds, best_places, best_spots, default_card
from rondel.bots.attika.race import Outlook, drawn, outlook
from rondel.bots.attika.weights import Weights, foretelling, weights_for
from rondel.tables import packed, translated

#: decided by `default`: which cards, where a tile goes, how it is turned
_BETWEEN: Final = (phases.PAYING, phases.PLACE, phases.ROTATE)
#: how many judgements are cached before the cache is cleared
MOST_KEPT: Final = 40_000
#: no lead counts as certain while the game goes on, so a win always looks better
DOUBT: Final = 0.01
#: buildings and places considered: usually, and with `few`
BUILDS: Final = (5, 2)
PLACES: Final = (4, 2)
#: places considered for a board tile with `few`, of about forty
SPOTS: Final = 4
#: keeps the buildings of one seat in `State.built`
_OWN: Final = tuple(
    bytes(code if K * seat < code <= K * seat + K else 0 for code in range(256)) for seat in range(MOST_SEATS)
)


class AttikaEvaluator:
    """The knowledge of one game of Attika."""

    def __init__(self, game: AttikaGame, weights: Weights | None = None) -> None:
        self.game = game
        self.deals = True  # hands are hidden and every draw is luck
        self.weights = weights or weights_for(game.seats)
        fitted = weights or foretelling(game.seats)
        self._teller = self if fitted is self.weights else AttikaEvaluator(game, fitted)
        self._races: dict[Hashable, Outlook] = {}
        self._draws: dict[Hashable, float] = {}
        self._links: dict[Hashable, Link] = {}
        self._zones: dict[Hashable, Mask] = {}

    # ---- judging ----

    def values(self, state: State) -> list[float]:
        """Give each seat's chance to win; with a building in hand, as it is on the best place for it."""
        if state.phase == phases.SITE:
            return max(
                (self.values(after(state, place)) for place in self._places(state, False)), key=lambda v: v[state.turn]
            )
        seats = self.game.seats
        if state.phase == phases.OVER:
            share = 1.0 / seats
            return [share + (1.0 - share) * part for part in state.returns()]
        scores = self.scores(state)
        top = max(scores)
        shares = [exp(score - top) for score in scores]
        total = sum(shares) / (1.0 - DOUBT)
        return [DOUBT / seats + share / total for share in shares]

    def chances(self, state: State) -> list[float]:
        """Predict each seat's chance to win between greedy players, with the weights fitted to that."""
        return self._teller.values(state)

    def scores(self, state: State) -> list[float]:
        """Weigh each seat's two races."""
        free = state.free
        return [self._score(state, seat, free) for seat in range(self.game.seats)]

    def _score(self, state: State, seat: int, free: Mask) -> float:
        lag = self._lag(state, seat)
        actions, cards, draws = self._race(state, seat, free)
        hand = sum(hand_of(state, seat))
        weights = self.weights
        ahead = assets(state, seat, weights) + weights.turn * (1.0 - lag / self.game.seats)
        if seat == state.turn:
            ahead += left_over(state)
            hand += int(state.due)
            if state.phase == phases.REVEAL:
                ahead += self._draw(state, free, hand)
        actions += cards - hand_worth(hand, cards, draws, weights) - ahead
        actions = _above_zero(actions)
        way = way_worth(state, seat, self._link(state, seat), free, self._builds(state, seat, lag), weights)
        return way - weights.race * log(weights.short + actions)

    def _builds(self, state: State, seat: int, lag: int) -> int:
        """Count the builds a seat has before any other, in its turn under way or if the next one is its own."""
        if seat == state.turn and state.mode == BUILDING:
            return state.left and state.left + state.amphorae[seat]
        if seat == state.turn and state.mode == DRAWING:
            return state.left + state.amphorae[seat] + (state.phase == phases.REVEAL)
        return self.game.rules.build_actions + state.amphorae[seat] if lag == 0 else 0

    def _lag(self, state: State, seat: int) -> int:
        """Count the turns of others before the seat's next one; a turn under way is as good as over."""
        return (seat - state.turn - (state.mode != OPEN)) % self.game.seats

    def _race(self, state: State, seat: int, free: Mask) -> Outlook:
        """Estimate the way to the last building; kept while nothing near the seat's buildings changes."""
        memo = self._races
        if len(memo) > MOST_KEPT:
            memo.clear()
        key = self._race_key(state, seat, free)
        found = memo.get(key)
        if found is None:
            found = memo[key] = outlook(state, seat, free, self._zone(state, seat), self.weights)
        return found

    def _race_key(self, state: State, seat: int, free: Mask) -> Hashable:
        first = K * seat
        if shared(free, state.beside, WORDS * seat):
            free = common(free, self._zone(state, seat), 0)  # else every empty space counts
        pending = state.pending if seat == state.turn and state.pile >= 0 else -1
        return (
            seat, state.layout.trail, state.ground, translated(state.built, _OWN[seat]), frozen(free),
            packed(state.stored[first : first + K]), packed(state.piles[P * seat : P * seat + P]), pending,
        )  # fmt: skip

    def _draw(self, state: State, free: Mask, cards: int) -> float:
        """Estimate the draw under way; kept like the race."""
        seat, memo = state.turn, self._draws
        if len(memo) > MOST_KEPT:
            memo.clear()
        key = self._race_key(state, seat, free), state.pile, cards
        found = memo.get(key)
        if found is None:
            found = memo[key] = drawn(state, seat, free, in_pile(state.pile), cards, self.weights)
        return found

    def _zone(self, state: State, seat: int) -> Mask:
        """Give the spaces whose symbols can matter for what the seat builds next to its own."""
        beside = state.beside[WORDS * seat : WORDS * seat + WORDS]
        key = state.layout.trail, frozen(beside)
        found = self._zones.get(key)
        if found is None:
            if len(self._zones) > MOST_KEPT:
                self._zones.clear()
            found = self._zones[key] = widened(state.layout, beside)
        return found

    def _link(self, state: State, seat: int) -> Link:
        memo = self._links
        if len(memo) > MOST_KEPT:
            memo.clear()
        entry = entries(state, seat)
        key = state.layout.trail, entry
        found = memo.get(key)
        if found is None:
            found = memo[key] = link(state.layout, entry)
        return found

    # ---- choosing ----

    def settled(self, state: State) -> bool:
        """Say whether no payment is under way and no board tile is in hand."""
        return state.phase not in _BETWEEN

    def default(self, state: State, few: bool = False) -> int:
        """Lay a fitting card, or the tile where it does most for the seat."""
        if state.phase == phases.PAYING:
            return default_card(state)
        if state.phase not in _BETWEEN:
            return int(state.options[0])
        options = best_spots(state, SPOTS) if few and state.phase == phases.PLACE else state.options
        return max(options, key=lambda action: (self._laid(state, action), -action))

    def _laid(self, state: State, action: int) -> float:
        """Judge a place for a tile with any turn, or a turn."""
        child = state.copy()
        child.advance(action)
        if child.phase == phases.ROTATE:
            child.advance(child.options[0])
        return self.values(child)[state.turn]

    def candidates(self, state: State, few: bool = False) -> Sequence[int]:
        """Give the cheapest buildings, the likeliest places, a pile of each sort, cards, and amphorae if useful."""
        if state.phase == phases.CHOICE:
            return self._turn(state, few)
        if state.phase in (phases.SITE, phases.DRAWN):
            return self._places(state, few) or state.options[:1]
        return list(state.options)

    def _turn(self, state: State, few: bool) -> list[int]:
        options = state.options
        free = state.free
        found = self._winning(state)[:1] + best_builds(state, free, BUILDS[few]) + _piles(state)
        if state.mode == OPEN:
            found.append(CARDS)
        elif not state.left:
            found += self._amphorae(state)
        return [action for action in dict.fromkeys(found) if action in options] or [options[0]]

    def _winning(self, state: State) -> list[int]:
        """Give the decisions by which the player on turn links two shrines in this turn, or none."""
        if state.mode not in (OPEN, BUILDING):
            return []
        distance, way = self._link(state, state.turn)
        return link_now(state, way) if distance <= builds_left(state) else []

    def _amphorae(self, state: State) -> list[int]:
        """Return an amphora to draw, or to build where two shrines are near or something costs nothing."""
        seat = state.turn
        if not state.amphorae[seat]:
            return []
        useful = self._link(state, seat)[0] <= NEAR or any(
            state.stored[K * seat + kind] and some(gratis_spaces(state, kind)) for kind in range(K)
        )
        return [AMPHORA_DRAW, AMPHORA_BUILD] if useful else [AMPHORA_DRAW]

    def _places(self, state: State, few: bool) -> list[int]:
        links = [self._link(state, seat) for seat in range(self.game.seats)]
        return best_places(state, links, state.free, PLACES[few])

    def stop(self, state: State) -> int:
        """Give the end of the turn or the cards for what is left of it; the player board for a drawn building."""
        if state.phase == phases.DRAWN:
            return STORE
        if state.phase == phases.CHOICE and state.mode != OPEN:
            return int(state.options[0])
        return -1

    def plans(self, state: State, few: bool = False) -> Sequence[Sequence[int]]:
        """Give the way to link two shrines in this turn, and the places of a drawn building for a search to compare."""
        if state.phase == phases.DRAWN:
            return () if few else [(place,) for place in self._places(state, few)]
        winning = self._winning(state) if state.phase in (phases.CHOICE, phases.SITE) else ()
        return [winning] if winning else ()

    def opening(self, state: State) -> int:
        """There are no openings."""
        return -1

    def outlook(self, state: State) -> Hashable:
        """No two positions are considered alike: a plan depends on too much of the board."""
        return None

    def reason(self, before: State, after: State, seat: int) -> str:
        """Say what changed in the seat's favour."""
        if after.winner == seat:
            return "wins"
        old, new = self._facts(before, seat), self._facts(after, seat)
        return ", ".join(words for words, a, b in zip(_WORDS, old, new, strict=True) if b > a + 0.05)

    def _facts(self, state: State, seat: int) -> list[float]:
        links = [self._link(state, other)[0] for other in range(self.game.seats)]
        rivals = [distance for other, distance in enumerate(links) if other != seat]
        cards = sum(hand_of(state, seat)) + (int(state.due) if seat == state.turn else 0)
        race = sum(self._race(state, seat, state.free)[:2])
        draws = state.phase == phases.REVEAL
        return [
            -links[seat],
            min(rivals),
            state.owned(seat).bit_count(),
            -race,
            draws,
            cards,
            int(state.amphorae[seat]),
        ]


_WORDS: Final = (
    "nearer two shrines", "in a rival's way", "builds", "nearer the last building", "a new building", "cards",
    "an amphora",
)  # fmt: skip


def after(state: State, action: int) -> State:
    """Give the position after a decision."""
    child = state.copy()
    child.advance(action)
    return child


def _above_zero(actions: float) -> float:
    """Map numbers to positive ones without making two of them equal."""
    return actions if actions > 2.0 else 2.0 * exp(actions / 2.0 - 1.0)


def _piles(state: State) -> list[int]:
    """Give the basic pile and the lowest of the others; those are equally likely to hold any building."""
    first = P * state.turn
    others = [(state.piles[first + pile], DRAW + pile) for pile in range(1, P) if state.piles[first + pile]]
    return [DRAW, *([min(others)[1]] if others else [])]
