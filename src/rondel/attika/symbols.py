"""What is seen from each space: its own symbol and those of empty spaces beside it. Rule: AT-040, AT-041, AT-R11.

It is kept twice, so that nothing has to be searched for: by space, three bits a terrain (`State.seen`), and by number
of symbols, as bits of the spaces that see at least that many (`State.sees`): for each terrain as many levels as a cost
asks for, then five levels for symbols of any terrain, for streets.
"""

from __future__ import annotations

from rondel.attika.rules import BLANK
from rondel.attika.state import State
from rondel.attika.tables import ANY_LEVELS, SYMBOL_BITS, SYMBOL_MASK, T


def symbols_seen(view: int) -> int:
    """Count the symbols of any terrain in what is seen from a space."""
    return (view & 7) + (view >> 3 & 7) + (view >> 6 & 7) + (view >> 9)  # written out, because it is asked so often


def show_symbol(state: State, space: int, terrain: int) -> None:
    """Let a space see one more symbol."""
    view, sees, levels = state.seen[space], state.sees, state.engine.levels
    count, total = view >> SYMBOL_BITS * terrain & SYMBOL_MASK, symbols_seen(view)
    state.seen[space] = view + (1 << SYMBOL_BITS * terrain)
    if count < levels:
        sees[levels * terrain + count] |= 1 << space
    if total < ANY_LEVELS:
        sees[levels * T + total] |= 1 << space


def hide_symbol(state: State, space: int, terrain: int) -> None:
    """Let a space see one symbol less."""
    view = state.seen[space] - (1 << SYMBOL_BITS * terrain)
    sees, levels = state.sees, state.engine.levels
    count, total = view >> SYMBOL_BITS * terrain & SYMBOL_MASK, symbols_seen(view)
    state.seen[space] = view
    if count < levels:
        sees[levels * terrain + count] ^= 1 << space
    if total < ANY_LEVELS:
        sees[levels * T + total] ^= 1 << space


def cover(state: State, space: int) -> None:
    """Take the symbol of a space that was built on from what its neighbours see."""
    terrain = state.ground[space]
    if terrain != BLANK:
        for other in state.layout.near[space]:
            hide_symbol(state, other, terrain)


def look_around(state: State, first: int) -> None:
    """Let the spaces from a number on see and be seen; they are new and empty."""
    ground, built, near = state.ground, state.built, state.layout.near
    state.seen += [0] * (len(ground) - first)
    for space in range(first, len(ground)):
        if ground[space] != BLANK:
            for other in (space, *near[space]):
                show_symbol(state, other, ground[space])
        for other in near[space]:
            if other < first and ground[other] != BLANK and not built[other]:
                show_symbol(state, space, ground[other])


def all_seen(state: State) -> list[int]:
    """Recompute what is seen from each space."""
    ground, built = state.ground, state.built
    found = []
    for space, near in enumerate(state.layout.near):
        symbols = [ground[space], *(ground[other] for other in near if not built[other])]
        found.append(sum(1 << SYMBOL_BITS * symbol for symbol in symbols if symbol != BLANK))
    return found


def all_levels(state: State) -> list[int]:
    """Recompute the levels from what is seen from each space."""
    levels = state.engine.levels
    found = [0] * (levels * T + ANY_LEVELS)
    for space, view in enumerate(state.seen):
        for terrain in range(T):
            for level in range(min(levels, view >> SYMBOL_BITS * terrain & SYMBOL_MASK)):
                found[levels * terrain + level] |= 1 << space
        for level in range(min(ANY_LEVELS, symbols_seen(view))):
            found[levels * T + level] |= 1 << space
    return found
