"""What is seen from each space: its own symbol and those of empty spaces next to it. Rule: AT-040, AT-041, AT-R11.

It is kept by number of symbols (`State.sees`): for each terrain and each number the spaces that see at least that many,
and then the same for symbols of any terrain, for streets. So the spaces on which a price can be paid are found by
joining masks, and all spaces beside one that is covered are told at once.
"""

from __future__ import annotations

from rondel.attika.masks import BIT_OF, ONES, WORD_OF, WORDS, Mask, common
from rondel.attika.rules import BLANK
from rondel.attika.state import State
from rondel.attika.tables import ANY, LEVELS, T
from rondel.native import i64, vec
from rondel.tables import zeros


def show(sees: vec[i64], terrain: i64, masks: Mask, first: i64) -> None:
    """Let the spaces of a mask, which begins at a place of a table, see one more symbol."""
    _raise(sees, LEVELS * WORDS * terrain, masks, first)
    _raise(sees, ANY, masks, first)


def hide(sees: vec[i64], terrain: i64, masks: Mask, first: i64) -> None:
    """Let them see one symbol less."""
    _lower(sees, LEVELS * WORDS * terrain, masks, first)
    _lower(sees, ANY, masks, first)


def _raise(sees: vec[i64], level: i64, masks: Mask, first: i64) -> None:
    """Add one, from the lowest level on: those that are in a level already go on to the next."""
    word: i64 = 0
    while word < WORDS:
        bits, place = masks[first + word], level + word
        while bits:
            there = sees[place]
            sees[place] = there | bits
            bits &= there
            place += WORDS
        word += 1


def _lower(sees: vec[i64], level: i64, masks: Mask, first: i64) -> None:
    """Take one away, from the lowest level on: those that are not in the next level leave this one."""
    word: i64 = 0
    while word < WORDS:
        bits, place = masks[first + word], level + word
        while bits:
            higher = bits & sees[place + WORDS]
            sees[place] ^= bits ^ higher
            bits = higher
            place += WORDS
        word += 1


def cover(state: State, space: i64) -> None:
    """Take the symbol of a space that was built on from what its neighbors see."""
    terrain: i64 = state.ground[space]
    if terrain != BLANK:
        hide(state.sees, terrain, state.layout.touching, WORDS * space)


def look_around(state: State, first: i64) -> None:
    """Let the spaces from a number on see and be seen; they are new and empty."""
    ground, built, layout, sees = state.ground, state.built, state.layout, state.sees
    near, touching = layout.near, layout.touching
    end: i64 = len(ground)
    fresh = zeros(WORDS)
    older: set[int] = set()
    space = first
    while space < end:
        fresh[WORD_OF[space]] |= BIT_OF[space]
        terrain: i64 = ground[space]
        if terrain != BLANK:
            show(sees, terrain, touching, WORDS * space)
            show(sees, terrain, ONES, WORDS * space)
        if first:
            for other in near[space]:
                if other < first and not built[other] and ground[other] != BLANK:
                    older.add(other)
        space += 1
    for other in older:
        show(sees, ground[other], common(fresh, touching, WORDS * other), 0)


def seen_at(state: State, terrain: i64, space: i64) -> i64:
    """Count the symbols of a terrain seen from a space; the terrain after the last stands for all together."""
    sees, bit = state.sees, BIT_OF[space]
    place = LEVELS * WORDS * terrain + WORD_OF[space]
    found: i64 = 0
    while sees[place] & bit:
        found += 1
        place += WORDS
    return found


def all_levels(state: State) -> vec[i64]:
    """Recompute what is seen from each space."""
    ground, built = state.ground, state.built
    found = zeros(LEVELS * WORDS * (T + 1))
    for space, near in enumerate(state.layout.near):
        symbols = [ground[space], *(ground[other] for other in near if not built[other])]
        for symbol in symbols:
            if symbol != BLANK:
                show(found, symbol, ONES, WORDS * space)
    return found
