"""What counts besides the race to the last building: cards, the turn in progress, shrines, groups, colonies."""

from __future__ import annotations

from typing import Final

from rondel.attika.masks import Mask, common, some
from rondel.attika.sites import hand_of
from rondel.attika.state import DRAWING, OPEN, REVEAL, State
from rondel.attika.tables import GROUP_SIZES, MOTHERS, G, K, P
from rondel.bots.attika.links import Link
from rondel.bots.attika.race import DRAW_COST, around, symbols
from rondel.bots.attika.weights import Weights
from rondel.tables import total

#: with this many draws to come that need cards, a large hand is worth less than the actions it cost
DRAWS: Final = 5
#: the chance that a drawn building can be paid on a given space: without cards, more with each card, and at most
FITS: Final = 0.2
FITS_CARD: Final = 0.1
FITS_MOST: Final = 0.75
DRAW_ACTIONS: Final = 2
#: the means are considered for ways of up to this many spaces
LOOK: Final = 4

#: what each number of buildings of a group counts for, on the way to its amphora
PARTS: Final = tuple((*((count / size) ** 2 for count in range(size)), 0.0) for size in GROUP_SIZES)


def hand_worth(cards: int, needed: float, draws: int, weights: Weights) -> float:
    """Give what a number of cards is worth in actions, by how many must be paid and how many draws will need cards."""
    used = min(float(cards), needed)
    worth = weights.first_cards * min(used, 3.0) + weights.more_cards * min(max(used - 3.0, 0.0), 3.0)
    worth += weights.many_cards * min(max(used - 6.0, 0.0), 4.0) + weights.heap * max(used - 10.0, 0.0)
    want = min(1.0, draws / DRAWS)
    return want * worth + (1.0 - want) * used + weights.spare_card * (cards - used)


def left_over(state: State) -> float:
    """Give what is left of a turn in actions, for the player on turn once it is clear what the turn is for."""
    if state.mode == OPEN:
        return 0.0
    first = P * state.turn
    each = DRAW_COST if state.mode == DRAWING and total(state.piles, first, first + P) else 1.0
    return each * int(state.left)


def assets(state: State, seat: int, weights: Weights) -> float:
    """Give what a seat has besides its way to the last building, in actions: amphorae, groups, few colonies."""
    groups, rewarded, first = 0.0, state.rewarded[seat], G * seat
    for group, parts in enumerate(PARTS):
        if not rewarded >> group & 1:
            groups += parts[state.complete[first + group]]
    return (
        weights.amphora * int(state.amphorae[seat])
        + weights.group * groups
        - weights.colony * max(0, int(state.colonies[seat]) - 1)
    )


def way_worth(state: State, seat: int, link: Link, free: Mask, builds: int, weights: Weights) -> float:
    """Give what a seat's way between two shrines is worth in scores, by how many builds come before anybody else's."""
    distance, way = link
    if distance >= len(weights.way):
        return 0.0
    ready = readiness(state, seat, distance, way, free, weights) if distance <= LOOK else 0.5
    worth = weights.way[distance] * (weights.unready + (1.0 - weights.unready) * ready)
    return worth + weights.at_once * ready if distance <= builds else worth


def readiness(state: State, seat: int, distance: int, way: Mask, free: Mask, weights: Weights) -> float:
    """Say from 0 to 1 how well a seat can fill all spaces of a way: with what is stored, or with what it will draw."""
    cards = sum(hand_of(state, seat))
    by_draws = drawn_link(state, seat, distance, cards)
    if seat == state.turn and state.mode == DRAWING:
        return by_draws
    prices: list[float] = []
    for kind in range(K):
        count = int(state.stored[K * seat + kind])
        if count:
            mother = MOTHERS[kind]
            gratis = mother >= 0 and some(common(way, around(state, seat, mother, free), 0))
            prices += [0.0 if gratis else weights.symbol * symbols(state, kind, way)] * count
    if len(prices) < distance:
        return max(by_draws, 0.15 * len(prices) / distance)
    spare = cards - sum(sorted(prices)[:distance], 0.0)
    return max(by_draws, min(1.0, max(0.0, 0.6 + 0.25 * spare)))


def drawn_link(state: State, seat: int, distance: int, cards: int) -> float:
    """Give the chance that buildings drawn in one turn fill a way: each must be paid for on its space."""
    if not total(state.piles, P * seat, P * seat + P):
        return 0.0
    draws = int(state.amphorae[seat]) + DRAW_ACTIONS
    if seat == state.turn and state.mode == DRAWING:
        draws = int(state.amphorae[seat]) + int(state.left) + int(state.phase == REVEAL)
    fits = min(FITS_MOST, FITS + FITS_CARD * cards)
    if distance > draws or distance > 2:
        return 0.0
    missed = (1.0 - fits) ** draws
    return 1.0 - missed if distance == 1 else max(0.0, 1.0 - missed - draws * fits * (1.0 - fits) ** (draws - 1))
