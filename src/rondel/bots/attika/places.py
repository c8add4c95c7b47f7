"""Which buildings and places are worth considering."""

from __future__ import annotations

from typing import Final

from rondel.attika.actions import BUILD, HEX, PAID, PAY
from rondel.attika.layout import RIM
from rondel.attika.masks import BIT_OF, WORD_OF, WORDS, Mask, common, shared, size, some
from rondel.attika.phases.building import laid, pending_price
from rondel.attika.price import fewest
from rondel.attika.sites import gratis_spaces, ground_price, hand_of
from rondel.attika.state import State
from rondel.attika.tables import MOTHERS, K
from rondel.bots.attika.links import Link
from rondel.bots.attika.race import around, near_by, symbols
from rondel.native import i64
from rondel.tables import BIT

#: the kinds that make a kind free, turned round: what a kind makes free
CHILDREN: Final = tuple(tuple(child for child in range(K) if MOTHERS[child] == kind) for kind in range(K))
#: the kinds that make others free
PARENTS: Final = tuple(kind for kind in range(K) if CHILDREN[kind])
#: a rival this close to a link is worth blocking
NEAR: Final = 3
#: at most this many buildings that will be free next to another count
MOST_FREE: Final = 3


def best_places(state: State, links: list[Link], free: Mask, most: int) -> list[int]:
    """Give the likeliest places for the building at hand: cheap, between shrines, with room for what follows."""
    seat, kind, layout = state.turn, state.pending, state.layout
    hand = hand_of(state, seat)
    gratis, beside = gratis_spaces(state, kind), state.beside
    bonus = [(way, _pull(distance, seat == other)) for other, (distance, way) in enumerate(links)]
    for other in range(len(links)):
        bonus += _nests(state, other, free, -1.0 if other == seat else 1.0, gratis)
    room = 0.12 * _to_come(state, seat, kind)
    rated = []
    for action in state.options:
        if action < HEX:
            continue
        space = layout.space(action)
        word, bit = WORD_OF[space], BIT_OF[space]
        cost = 0.0
        if not gratis[word] & bit:
            cost = float(fewest(ground_price(state, kind, space), hand))
            if not beside[WORDS * seat + word] & bit:
                cost += int(state.colonies[seat]) + 0.5 * bool(state.colonies[seat])
        worth = 0.0
        for way, pull in bonus:
            if way[word] & bit:
                worth += pull
        worth -= cost
        worth += (room + 0.05) * int(shared(free, layout.touching, WORDS * space))
        rated.append((-worth, action))
    rated.sort()
    return [action for _, action in rated[:most]]


def _nests(state: State, seat: int, free: Mask, sign: float, gratis: Mask) -> list[tuple[Mask, float]]:
    """Give the spaces next to buildings that make others free, and what each is worth in cards to those who need it.

    The fewer there are for the buildings still to come, the more each counts, to block a rival or to spare for oneself.
    Spaces on which the building at hand is free itself are there to be used.
    """
    found: list[tuple[Mask, float]] = []
    for kind in PARENTS:
        if state.present[seat] & BIT[kind]:
            wanted = _to_come(state, seat, kind)
            spaces = around(state, seat, kind, free)
            room = int(size(spaces)) if wanted else 0
            if room and (sign > 0 or room != shared(gratis, spaces, 0)):
                share = min(1.0, wanted / room)
                found.append((spaces, sign * share * min(wanted, MOST_FREE)))
    return found


def _to_come(state: State, seat: i64, kind: int) -> int:
    """Count the buildings of a seat not yet on the board that a kind makes free."""
    first, found = K * seat, 0
    for child in CHILDREN[kind]:
        found += state.unseen[first + child] + state.stored[first + child]
    return found


def _pull(distance: int, own: bool) -> float:
    """Say how many cards a space on a shortest way is worth more than others."""
    if own:
        return 4.0 if distance <= NEAR else 0.8
    return 4.0 if distance <= NEAR else 0.0


def best_spots(state: State, most: int) -> list[int]:
    """Give the likeliest places for a board tile: around one's own buildings and the spaces next to them."""
    layout, mine, first = state.layout, state.mine, WORDS * state.turn
    room = common(state.free, state.beside, first)
    rated = []
    for action in state.options:
        worth = 0
        for place in layout.window.actions(layout.window.hex(action), RIM):
            space = layout.space(place)
            if space >= 0:
                word, bit = WORD_OF[space], BIT_OF[space]
                if mine[first + word] & bit:
                    worth += 2
                elif room[word] & bit:
                    worth += 1
        rated.append((-worth, action))
    rated.sort()
    return [action for _, action in rated[:most]]


def best_builds(state: State, free: Mask, most: int) -> list[int]:
    """Give the stored buildings that cost least now; those that cost nothing all count as one in the first place."""
    beside = near_by(state, state.turn, free)
    rated = []
    for action in state.options:
        if BUILD <= action < BUILD + K:
            kind = action - BUILD
            price = 0.0 if some(gratis_spaces(state, kind)) else symbols(state, kind, beside)
            rated.append((price - 0.2 * len(CHILDREN[kind]), action))
    rated.sort()
    return [action for _, action in rated[:most]]


def default_card(state: State) -> int:
    """Lay a card that the price asks for, end the payment where it is enough, else lay any."""
    if PAID in state.options:
        return PAID
    need, cards = pending_price(state)[0], laid(state)
    wanted = [action for action in state.options if cards[action - PAY] < need[action - PAY]]
    return int((wanted or state.options)[0])
