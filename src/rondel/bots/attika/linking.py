"""Whether the player on turn can link two shrines at once: which building goes on which space of the way."""

from __future__ import annotations

from typing import Final

from rondel.attika.actions import AMPHORA_BUILD, BUILD
from rondel.attika.masks import Mask, joined
from rondel.attika.price import fewest
from rondel.attika.sites import hand_of, price_of
from rondel.attika.state import BUILDING, State
from rondel.attika.tables import NONE, K

#: no way longer than this is tried
LONGEST: Final = 5


def builds_left(state: State) -> int:
    """Count the builds of the player on turn, amphorae included; a building in hand counts."""
    seat = state.turn
    left = int(state.left) if state.mode == BUILDING else int(state.engine.rules.build_actions)
    return left + int(state.amphorae[seat]) + int(state.pending != NONE)


def link_now(state: State, way: Mask) -> list[int]:
    """Give the decisions that fill all spaces of a way in this turn, the cheapest found; none if it cannot be done.

    Prices are those of the board as it is, so a plan may cost more than it seemed to.
    """
    spaces = _in_order(state, joined(way))
    if not spaces or len(spaces) > min(LONGEST, builds_left(state)):
        return []
    chosen = _assigned(state, spaces)
    return _decisions(state, spaces, chosen) if chosen else []


def _in_order(state: State, way: int) -> list[int]:
    """Give the spaces of a way so that each touches own buildings or one before it, if there is such an order."""
    found: list[int] = []
    beside, rest = joined(state.beside, state.turn), way
    while rest:
        pick = rest & beside or rest
        space = pick.bit_length() - 1
        found.append(space)
        rest ^= 1 << space
        beside |= state.layout.beside(space)
    return found


def _assigned(state: State, spaces: list[int]) -> list[int]:
    """Choose a kind for each space, so that all can be paid; the building in hand is one of them."""
    seat, hand = state.turn, hand_of(state, state.turn)
    cards = sum(hand)
    counts = [int(count) for count in state.stored[K * seat : K * seat + K]]
    prices: list[list[tuple[int, int]]] = []
    for space in spaces:
        row = [(fewest(price_of(state, kind, space), hand), kind) for kind in range(K) if counts[kind]]
        prices.append(sorted(row))
    best: list[int] = []
    least = cards + 1
    stack: list[tuple[int, int, list[int]]] = [(0, 0, [])]
    while stack:
        place, paid, kinds = stack.pop()
        if paid >= least:
            continue
        if place == len(spaces):
            if state.pending == NONE or state.pending in kinds:
                best, least = kinds, paid
            continue
        for price, kind in reversed(prices[place][:6]):
            if paid + price < least and kinds.count(kind) < counts[kind]:
                stack.append((place + 1, paid + price, [*kinds, kind]))
    return best


def _decisions(state: State, spaces: list[int], kinds: list[int]) -> list[int]:
    """Write the builds down, the building in hand first, with an amphora before each build beyond the actions."""
    pairs = list(zip(kinds, spaces, strict=True))
    found: list[int] = []
    left = int(state.left) if state.mode == BUILDING else int(state.engine.rules.build_actions)
    if state.pending != NONE:
        place = kinds.index(state.pending)
        found.append(state.layout.actions[pairs.pop(place)[1]])
    for kind, space in pairs:
        if left == 0:
            found.append(AMPHORA_BUILD)
            left += 1
        found += [BUILD + kind, state.layout.actions[space]]
        left -= 1
    return found
