"""Which buildings and places are worth considering."""

from __future__ import annotations

from typing import Final

from rondel.attika.actions import BUILD, HEX, PAID, PAY
from rondel.attika.layout import RIM
from rondel.attika.phases.building import laid, pending_price
from rondel.attika.price import fewest
from rondel.attika.sites import beside_mother, free_spaces, hand_of
from rondel.attika.state import State
from rondel.attika.tables import MOTHERS, K
from rondel.bots.attika.links import Link
from rondel.bots.attika.race import around, symbols

#: the kinds that make a kind free, turned round: what a kind makes free
CHILDREN: Final = tuple(tuple(child for child in range(K) if MOTHERS[child] == kind) for kind in range(K))
#: the kinds that make others free
PARENTS: Final = tuple(kind for kind in range(K) if CHILDREN[kind])
#: a rival this close to a link is worth blocking
NEAR: Final = 3
#: at most this many buildings that will be free beside another count
MOST_FREE: Final = 3


def best_places(state: State, links: list[Link], free: int, most: int) -> list[int]:
    """Give the likeliest places for the building at hand: cheap, between shrines, with room for what follows."""
    seat, kind, layout = state.turn, state.pending, state.layout
    hand = hand_of(state, seat)
    gratis, beside = beside_mother(state, kind), state.beside[seat]
    bonus = [(way, _pull(distance, seat == other)) for other, (distance, way) in enumerate(links)]
    for other in range(len(links)):
        bonus += _nests(state, other, free, -1.0 if other == seat else 1.0, gratis)
    room = 0.12 * sum(state.unseen[K * seat + child] + state.stored[K * seat + child] for child in CHILDREN[kind])
    rated = []
    for action in state.options:
        if action < HEX:
            continue
        space = layout.spaces[action]
        cost = 0.0
        if not gratis >> space & 1:
            cost = float(fewest(state.engine.price_seen(kind, state.seen[space]), hand))
            if not beside >> space & 1:
                cost += state.colonies[seat] + 0.5 * bool(state.colonies[seat])
        worth = sum(pull for way, pull in bonus if way >> space & 1) - cost
        worth += (room + 0.05) * (layout.touching[space] & free).bit_count()
        rated.append((-worth, action))
    rated.sort()
    return [action for _, action in rated[:most]]


def _nests(state: State, seat: int, free: int, sign: float, gratis: int) -> list[tuple[int, float]]:
    """Give the spaces beside buildings that make others free, and what each is worth in cards to whoever needs it.

    The fewer there are for the buildings still to come, the more each counts, to block a rival or to spare for oneself.
    Spaces on which the building at hand is free itself are there to be used.
    """
    first = K * seat
    found: list[tuple[int, float]] = []
    for kind in PARENTS:
        if state.present[seat] >> kind & 1:
            wanted = sum(state.unseen[first + child] + state.stored[first + child] for child in CHILDREN[kind])
            spaces = around(state, seat, kind, free) if wanted else 0
            if spaces and (sign > 0 or spaces != gratis & spaces):
                share = min(1.0, wanted / spaces.bit_count())
                found.append((spaces, sign * share * min(wanted, MOST_FREE)))
    return found


def _pull(distance: int, own: bool) -> float:
    """Say how many cards a space on a shortest way is worth more than others."""
    if own:
        return 4.0 if distance <= NEAR else 0.8
    return 4.0 if distance <= NEAR else 0.0


def best_spots(state: State, most: int) -> list[int]:
    """Give the likeliest places for a board tile: around one's own buildings and the spaces beside them."""
    layout, mine = state.layout, state.mine[state.turn]
    room = state.beside[state.turn] & free_spaces(state)
    rated = []
    for action in state.options:
        spaces = 0
        for place in layout.window.actions(layout.window.hex(action), RIM):
            if place in layout.spaces:
                spaces |= 1 << layout.spaces[place]
        rated.append((-2 * (spaces & mine).bit_count() - (spaces & room).bit_count(), action))
    rated.sort()
    return [action for _, action in rated[:most]]


def best_builds(state: State, free: int, most: int) -> list[int]:
    """Give the stored buildings that cost least now; those that cost nothing all count as one in the first place."""
    beside = free & state.beside[state.turn] or free
    rated = []
    for action in state.options:
        if BUILD <= action < BUILD + K:
            kind = action - BUILD
            price = 0.0 if beside_mother(state, kind) & free else symbols(state, kind, beside)
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
