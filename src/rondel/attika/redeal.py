"""Redeals what a seat cannot know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from rondel.attika.phases.building import laid
from rondel.attika.sites import hand_of
from rondel.attika.state import State
from rondel.attika.tables import T
from rondel.tables import put_in, smalls

#: deals tried until one lets the player on turn pay what they have begun to pay
_TRIES = 200


def redeal(state: State, seat: int, rng: Random) -> State:
    """Give a copy with the draw pile and the others' hands redealt from the cards the seat does not see. Rule: AT-R04.

    Only what lies on the table counts, not what a player might remember. A player who has begun to build has shown
    that he can pay; if no deal of many fits that, his hand stays as it is.
    """
    others = [other for other in range(state.engine.seats) if other != seat]
    for _ in range(_TRIES):
        new = _dealt(state, others, rng)
        if _can_go_on(new):
            return new
    return _dealt(state, [other for other in others if other != state.turn], rng)


def _dealt(state: State, others: Sequence[int], rng: Random) -> State:
    """Give a copy with new hands for these seats."""
    new = state.copy()
    pool = _cards(state.deck)
    for other in others:
        pool += _cards(hand_of(state, other))
    pool.sort()  # states that look the same to the seat get the same deal
    rng.shuffle(pool)
    for other in others:
        size = sum(hand_of(state, other))
        cards, pool = pool[:size], pool[size:]
        put_in(new.hands, T * other, [cards.count(terrain) for terrain in range(T)])
    new.deck = smalls([pool.count(terrain) for terrain in range(T)])
    new.options = new.engine.options(new)
    return new


def _cards(counts: Iterable[int]) -> list[int]:
    return [terrain for terrain, count in enumerate(counts) for _ in range(count)]


def _can_go_on(state: State) -> bool:
    """Say whether the player on turn holds what he has laid, and can do what he has begun."""
    hand = hand_of(state, state.turn)
    held = all(card <= count for card, count in zip(laid(state), hand, strict=True))
    return held and bool(state.options)
