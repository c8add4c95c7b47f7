"""Before the first turn: tiles, buildings, cards, first player."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rondel.attika.phases.extension import lay_start
from rondel.attika.rules import KINDS
from rondel.attika.state import Engine, State
from rondel.attika.tables import BASICS, OTHERS, K, P, T, Tables
from rondel.tables import put_in, smalls

#: a tile and how often it is turned
Laid = tuple[int, int]
#: a player's first buildings (the first is basic) and cards by terrain
Dealt = tuple[Sequence[int], Sequence[int]]


def first_state(game: Engine, rng: Random, start: int | None = None) -> State:
    """Deal everything that is dealt before play. Rule: AT-018, AT-019, AT-R03, AT-R36."""
    tiles = rng.sample(range(game.rules.board_tiles), len(game.start.centres))
    laid = [(tile, rng.randrange(6)) for tile in tiles]
    first = rng.randrange(game.seats) if start is None else start
    pack = [terrain for terrain in range(T) for _ in range(game.rules.cards_of_a_terrain)]
    rng.shuffle(pack)
    dealt = []
    for seat in range(game.seats):
        size = hand_size(game, first, seat)
        hand, pack = pack[:size], pack[size:]
        dealt.append((_first_buildings(rng), [hand.count(terrain) for terrain in range(T)]))
    return deal(game, laid, dealt, first)


def _first_buildings(rng: Random) -> list[int]:
    """Draw the top of each of the four piles. Rule: AT-016, AT-017, AT-R01."""
    others = [kind for kind in OTHERS for _ in range(KINDS[kind].count)]
    return [rng.choice(BASICS), *rng.sample(others, P - 1)]


def hand_size(game: Tables, start: int, seat: int) -> int:
    """Give the cards of a seat: one more for each step from the first player to the left. Rule: AT-020, AT-D03."""
    return game.rules.first_hand + (seat - start) % game.seats


def deal(game: Engine, laid: Sequence[Laid], dealt: Sequence[Dealt], start: int) -> State:
    """Give the first position with these tiles, buildings and cards.

    What is dealt is taken from piles that are high enough, so it never brings a board tile. Rule: AT-015, AT-R30.
    """
    state = game.blank.copy()
    state.start = state.turn = start
    lay_start(game, state, laid)
    state.deck = smalls([game.rules.cards_of_a_terrain] * T)
    for seat, (kinds, hand) in enumerate(dealt):
        put_in(state.unseen, K * seat, [kind.count for kind in KINDS])
        for kind in kinds:
            state.unseen[K * seat + kind] -= 1
            state.stored[K * seat + kind] += 1
        put_in(state.piles, P * seat, (5, 7, 7, 7))  # Rule: AT-D01
        for terrain, count in enumerate(hand):
            state.hands[T * seat + terrain] = count
            state.deck[terrain] -= count
    return state
