"""Laying a board tile: where, and how turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.attika.actions import TURN
from rondel.attika.masks import BIT_OF, WORD_OF, WORDS
from rondel.attika.phases.turn import go_on
from rondel.attika.state import NO_COLONY, ROTATE, State
from rondel.attika.symbols import look_around
from rondel.attika.tables import NONE, K, Tables
from rondel.attika.tiles import turned
from rondel.native import i64
from rondel.tables import longer

_TURNS: Final = tuple(range(TURN, TURN + 6))


def legal_place(game: Tables, state: State) -> tuple[int, ...]:
    """Offer every place where the tile fits, by its middle. Rule: AT-072, AT-074, AT-R23, AT-R24."""
    return state.layout.places


def act_place(game: Tables, state: State, action: int) -> None:
    """Choose the place; the tile can still be turned."""
    state.site, state.phase = action, ROTATE


def legal_rotate(game: Tables, state: State) -> tuple[int, ...]:
    """Offer the six ways to turn the tile; it covers the same spaces in all of them."""
    return _TURNS


def act_rotate(game: Tables, state: State, action: int) -> None:
    """Lay the tile. Rule: AT-071."""
    centre = state.site
    lay(game, state, state.tile, centre, action - TURN)
    state.tile = state.site = NONE
    go_on(game, state)


def lay(game: Tables, state: State, tile: i64, centre: i64, turns: i64) -> None:
    """Add a tile's seven spaces to the board. Rule: AT-073, AT-075."""
    first = len(state.ground)
    state.layout = state.layout.extended(game.window.hex(centre))
    state.placed = (*state.placed, (tile, centre, turns))
    _spread(state, turned(game.tiles.symbols[tile], turns))
    near, built = state.layout.near, state.built
    space: i64 = first
    while space < first + 7:
        word, bit = WORD_OF[space], BIT_OF[space]
        for other in near[space]:
            code = built[other]
            if code:
                state.nests[WORDS * (code - 1) + word] |= bit
                state.beside[WORDS * ((code - 1) // K) + word] |= bit
        space += 1


def lay_start(game: Tables, state: State, tiles: Sequence[tuple[int, int]]) -> None:
    """Lay the first tiles, each with its turns, on the places of the start layout in order. Rule: AT-012, AT-R36."""
    centres = [game.window.action(centre) for centre in game.start.centres]
    state.placed = tuple((tile, centre, turns) for (tile, turns), centre in zip(tiles, centres, strict=True))
    state.tiles_left ^= sum(1 << tile for tile, _ in tiles)
    _spread(state, b"".join(turned(game.tiles.symbols[tile], turns) for tile, turns in tiles))


def _spread(state: State, symbols: bytes) -> None:
    """Make room for new spaces with these symbols."""
    state.own()
    first = len(state.ground)
    state.ground += symbols
    count: i64 = len(symbols)
    state.built = longer(state.built, count, 0)
    state.label = longer(state.label, count, NO_COLONY)
    state.touch = longer(state.touch, count, 0)
    space: i64 = first
    while space < first + count:
        state.free[WORD_OF[space]] |= BIT_OF[space]
        space += 1
    look_around(state, first)
