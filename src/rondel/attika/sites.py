"""Where a building can be placed and paid, and which stored buildings can be built: the engine's busiest part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rondel.attika.actions import BUILD, CHOOSE
from rondel.attika.price import LAYING, has_choice, mothers, price_of, price_seen
from rondel.attika.state import K, State, T

if TYPE_CHECKING:
    from rondel.attika.engine import AttikaGame


def hand_of(state: State, seat: int) -> bytearray:
    """Give a seat's cards by terrain."""
    return state.hands[T * seat : T * seat + T]


def sites(state: State, kind: int) -> list[int]:
    """List the free spaces on which the player on turn can pay for a kind, as actions. Rule: AT-038, AT-R33."""
    turn, built, seen = state.turn, state.built, state.seen
    hand = hand_of(state, turn)
    most, extra, mine = sum(hand), state.colonies[turn], state.mine[turn]
    free = mothers(state, kind)
    water, forest, hill, mountain = LAYING[hand[0]], LAYING[hand[1]], LAYING[hand[2]], LAYING[hand[3]]
    known: dict[int, int] = {}
    found = []
    for action, space, near in state.layout.rows:
        if built[space]:
            continue
        view = seen[space]
        if view in known:
            cards = known[view]
        else:
            (w, f, h, m), other = price_seen(kind, view)
            cards = known[view] = water[w] + forest[f] + hill[h] + mountain[m] + other
        if cards <= most if near & mine else cards + extra <= most:
            found.append(action)
        elif near & free:
            found.append(action)
    return found


def with_choice(game: AttikaGame, state: State, kind: int, found: list[int]) -> list[int]:
    """Put the choice of cards before spaces, if on one of them the cards can be chosen. Rule: AT-R45."""
    if not state.choosing and any_choice(game, state, kind, found):
        return [CHOOSE, *found]
    return found


def any_choice(game: AttikaGame, state: State, kind: int, found: Sequence[int]) -> bool:
    """Say whether on one of the spaces there is more than one way to pay."""
    hand = hand_of(state, state.turn)
    index, window = state.layout.index, game.window
    return any(has_choice(price_of(state, kind, index[window.hex(action)]), hand) for action in found)


def buildable(state: State) -> list[int]:
    """List the stored kinds that can be placed and paid somewhere, as actions. Rule: AT-030, AT-R06, AT-R33."""
    turn = state.turn
    stored = state.stored[K * turn : K * turn + K]
    if not any(stored):
        return []
    beside, apart, empty = _views(state)
    hand = hand_of(state, turn)
    most = sum(hand)
    rest = most - state.colonies[turn]
    tables = (LAYING[hand[0]], LAYING[hand[1]], LAYING[hand[2]], LAYING[hand[3]])
    return [
        BUILD + kind
        for kind, count in enumerate(stored)
        if count
        and (
            _reaches(kind, beside, most, tables)
            or (rest >= 0 and _reaches(kind, apart, rest, tables))
            or _beside_mother(state, kind, empty)
        )
    ]


def _views(state: State) -> tuple[set[int], set[int], int]:
    """Give what free spaces beside own buildings see, what the others see, and the free spaces as bits."""
    built, seen, mine = state.built, state.seen, state.mine[state.turn]
    beside, apart, empty = set(), set(), 0
    for _, space, near in state.layout.rows:
        if not built[space]:
            empty |= 1 << space
            if near & mine:
                beside.add(seen[space])
            else:
                apart.add(seen[space])
    return beside, apart, empty


def _reaches(kind: int, views: set[int], most: int, tables: Sequence[Sequence[int]]) -> bool:
    """Say whether on a space with one of these views so many cards pay for a kind."""
    water, forest, hill, mountain = tables
    for view in views:
        (w, f, h, m), other = price_seen(kind, view)
        if water[w] + forest[f] + hill[h] + mountain[m] + other <= most:
            return True
    return False


def _beside_mother(state: State, kind: int, empty: int) -> bool:
    """Say whether a free space touches a mother of the kind."""
    free, touching = mothers(state, kind), state.layout.touching
    while free:
        space = (free & -free).bit_length() - 1
        if touching[space] & empty:
            return True
        free &= free - 1
    return False
