"""Random events: the building, the card and the board tile that are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.attika.actions import CARD as CARD_OF
from rondel.attika.actions import REVEAL as REVEAL_OF
from rondel.attika.actions import TILE as TILE_OF
from rondel.attika.phases.turn import go_on
from rondel.attika.rules import BASIC
from rondel.attika.state import CARD, DRAWN, PLACE, REVEAL, State
from rondel.attika.tables import BASICS, OTHERS, K, P, T, Tables
from rondel.tables import BIT, total

#: the cards that can be drawn, by the terrains in the draw pile as bits
_CARDS: Final = tuple(tuple(CARD_OF + terrain for terrain in range(T) if mask >> terrain & 1) for mask in range(16))


def in_pile(pile: int) -> tuple[int, ...]:
    """Give the kinds a pile can hold. Rule: AT-016."""
    return BASICS if pile == BASIC else OTHERS


def legal_reveal(game: Tables, state: State) -> list[int]:
    """List the kinds that can come from the pile drawn from."""
    unseen, first = state.unseen, K * state.turn
    return [REVEAL_OF + kind for kind in in_pile(state.pile) if unseen[first + kind]]


def act_reveal(game: Tables, state: State, action: int) -> None:
    """Show the building drawn; the last one of a pile brings a board tile. Rule: AT-026, AT-069."""
    kind = action - REVEAL_OF
    state.unseen[K * state.turn + kind] -= 1
    pile = P * state.turn + state.pile
    state.piles[pile] -= 1
    state.extend = int(not state.piles[pile])
    state.acted = 1
    state.pending, state.phase = kind, DRAWN


def legal_card(game: Tables, state: State) -> Sequence[int]:
    """List the terrains in the draw pile."""
    deck = state.deck
    mask = 0
    if deck[0]:
        mask = 1
    if deck[1]:
        mask += 2
    if deck[2]:
        mask += 4
    if deck[3]:
        mask += 8
    return _CARDS[mask]


def act_card(game: Tables, state: State, action: int) -> None:
    """Give the player on turn the card drawn; a hand has no limit. Rule: AT-034, AT-R28."""
    terrain = action - CARD_OF
    state.deck[terrain] -= 1
    state.hands[T * state.turn + terrain] += 1
    state.acted = 1
    state.due -= 1
    go_on(game, state)


def legal_tile(game: Tables, state: State) -> list[int]:
    """List the board tiles in the stack."""
    left, found, action = state.tiles_left, [], TILE_OF
    while left:
        if left & 1:
            found.append(action)
        left >>= 1
        action += 1
    return found


def act_tile(game: Tables, state: State, action: int) -> None:
    """Show the board tile drawn. Rule: AT-071."""
    state.tile = action - TILE_OF
    state.tiles_left ^= BIT[state.tile]
    state.phase = PLACE


def event(state: State, point: float) -> int:
    """Give the outcome that a number between 0 and 1 falls on, as `rondel.game.draw` does with `outcomes`."""
    options = state.options
    if state.phase == CARD:
        table, first = state.deck, -CARD_OF
    elif state.phase == REVEAL:
        table, first = state.unseen, K * state.turn - REVEAL_OF
    else:
        share = 1 / len(options)
        for action in options:
            point -= share
            if point < 0:
                return action
        return options[-1]
    count = 0
    for action in options:
        count += table[first + action]
    for action in options:
        point -= int(table[first + action]) / count
        if point < 0:
            return action
    return options[-1]


def outcomes(state: State) -> Sequence[tuple[int, float]]:
    """Give the outcomes of the draw at hand with their probabilities.

    The three piles of eight were dealt from one shuffle, so each holds any of the kinds not yet seen with the same
    probability, however many each pile has left.
    """
    if state.phase == CARD:
        deck = state.deck
        count = int(total(deck, 0, T))
        return [(action, int(deck[action - CARD_OF]) / count) for action in state.options]
    if state.phase == REVEAL:
        unseen, first = state.unseen, K * state.turn - REVEAL_OF
        count = sum([int(unseen[first + action]) for action in state.options])
        return [(action, int(unseen[first + action]) / count) for action in state.options]
    share = 1 / len(state.options)
    return [(action, share) for action in state.options]
