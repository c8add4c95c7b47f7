"""Knock-out between two: a bracket by seeding, byes for the best, a game for the third place.

If a game is level, the better seeded goes on.
"""

from __future__ import annotations

from collections.abc import Sequence


def bracket(entrants: int) -> list[tuple[int, ...]]:
    """Give the first round in the order of the bracket: pairs, and single entrants who have a bye."""
    slots = [0]
    while len(slots) < entrants:
        size = 2 * len(slots)
        slots = [seed for slot in slots for seed in (slot, size - 1 - slot)]
    pairs = zip(slots[::2], slots[1::2], strict=True) if len(slots) > 1 else ()
    return [tuple(seed for seed in pair if seed < entrants) for pair in pairs]


def following(winners: Sequence[int]) -> list[tuple[int, ...]]:
    """Give the next round for the winners in the order of the bracket."""
    return [tuple(winners[at : at + 2]) for at in range(0, len(winners), 2)]


def rounds_of(entrants: int) -> int:
    """Count the rounds down to the final."""
    return (entrants - 1).bit_length()
