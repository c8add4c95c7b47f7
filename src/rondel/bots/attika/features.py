"""What counts beside the way to the last building: cards, what is under way, shrines, groups, colonies."""

from __future__ import annotations

from typing import Final

from rondel.attika.building import ALL, GROUP_SIZES
from rondel.attika.price import MOTHERS
from rondel.attika.rules import BASIC
from rondel.attika.sites import hand_of
from rondel.attika.state import DRAWING, OPEN, REVEAL, G, K, P, State
from rondel.bots.attika.links import Link
from rondel.bots.attika.race import DRAW_COST, SYMBOL, around, symbols

#: what a card more is worth in actions, up to so many cards: the first ones let a player build what he draws
HAND: Final = ((5, 1.15), (10, 0.95), (16, 0.6), (60, 0.15))
#: worth of so many empty spaces between two shrines, in the measure of scores
WAY: Final = (9.0, 2.4, 1.2, 0.6, 0.3, 0.15, 0.08, 0.04)
#: part of it without buildings or cards to go the way
UNREADY: Final = 0.4
#: what it is worth to have the next turn, a way no longer than its actions, and the means
AT_ONCE: Final = 4.0
#: up to so many spaces the means are looked at
LOOK: Final = 4
#: worth of an amphora, of a group all but complete, and cost of a colony more, in actions
AMPHORA: Final = 0.9
GROUP: Final = 0.7
COLONY: Final = 0.3
#: a building on the board beyond what it saves: to have built is better than to be able to
BUILT: Final = 0.35
#: a draw on its way: some buildings are built at once, without a build action; basic ones make others free
AT_HAND: Final = 0.5
BASIC_DRAW: Final = 0.4


def hand_worth(cards: int) -> float:
    """Give what so many cards are worth in actions."""
    worth, low = 0.0, 0
    for high, each in HAND:
        worth += each * max(0, min(cards, high) - low)
        low = high
    return worth


def under_way(state: State) -> float:
    """Give what is left of a turn in actions, for the player on turn once it is clear what the turn is for."""
    if state.mode == OPEN:
        return 0.0
    first = P * state.turn
    each = DRAW_COST if state.mode == DRAWING and any(state.piles[first : first + P]) else 1.0
    found = each * state.left + state.due
    if state.phase == REVEAL:
        cards = sum(hand_of(state, state.turn))
        found += DRAW_COST + AT_HAND * min(1.0, cards / 4) + BASIC_DRAW * (state.pile == BASIC)
    return found


def assets(state: State, seat: int) -> float:
    """Give what a seat has beside its way to the last building, in actions: cards, amphorae, groups, few colonies."""
    complete = bytes(state.complete[G * seat : G * seat + G])
    groups = sum(
        (count / size) ** 2
        for group, (count, size) in enumerate(zip(complete, GROUP_SIZES, strict=True))
        if not state.rewarded[seat] >> group & 1 and count < size
    )
    found = AMPHORA * state.amphorae[seat] + GROUP * groups - BUILT * (ALL - sum(complete))
    return found - COLONY * max(0, state.colonies[seat] - 1)


def way_worth(state: State, seat: int, link: Link, free: int, builds: int) -> float:
    """Give what a seat's way between two shrines is worth in scores, with so many builds before any other."""
    distance, way = link
    if distance >= len(WAY):
        return 0.0
    ready = readiness(state, seat, distance, way, free) if distance <= LOOK else 0.5
    worth = WAY[distance] * (UNREADY + (1.0 - UNREADY) * ready)
    return worth + AT_ONCE * ready if distance <= builds else worth


def readiness(state: State, seat: int, distance: int, way: int, free: int) -> float:
    """Say from 0 to 1 how well a seat can pay for buildings on all spaces of a way."""
    prices: list[float] = []
    for kind in range(K):
        count = state.stored[K * seat + kind]
        if count:
            mother = MOTHERS[kind]
            gratis = mother >= 0 and around(state, seat, mother, free) & way
            prices += [0.0 if gratis else SYMBOL * symbols(state, kind, way)] * count
    if len(prices) < distance:
        return 0.15 * len(prices) / distance
    spare = sum(hand_of(state, seat)) - sum(sorted(prices)[:distance], 0.0)
    return min(1.0, max(0.0, 0.6 + 0.25 * spare))
