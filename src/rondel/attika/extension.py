"""Laying a board tile: where, and how turned. Rule: AT-069 to AT-076."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rondel.attika.actions import TURN
from rondel.attika.rules import BLANK
from rondel.attika.state import NO_COLONY, NONE, ROTATE, State
from rondel.attika.tiles import turned
from rondel.attika.turn import go_on

if TYPE_CHECKING:
    from rondel.attika.engine import AttikaGame

_TURNS: Final = tuple(range(TURN, TURN + 6))


def legal_place(game: AttikaGame, state: State) -> tuple[int, ...]:
    """Offer every place where the tile fits, by its middle. Rule: AT-R23, AT-R24."""
    return state.layout.places


def act_place(game: AttikaGame, state: State, action: int) -> None:
    """Choose the place; the tile can still be turned."""
    state.site, state.phase = action, ROTATE


def legal_rotate(game: AttikaGame, state: State) -> tuple[int, ...]:
    """Offer the six ways to turn the tile; it covers the same spaces in all of them."""
    return _TURNS


def act_rotate(game: AttikaGame, state: State, action: int) -> None:
    """Lay the tile."""
    centre = state.site
    lay(game, state, state.tile, centre, action - TURN)
    state.tile = state.site = NONE
    go_on(game, state)


def lay(game: AttikaGame, state: State, tile: int, centre: int, turns: int) -> None:
    """Add a tile's seven spaces to the board. Rule: AT-073, AT-075."""
    state.layout = state.layout.extended(game.window.hex(centre))
    state.placed = (*state.placed, (tile, centre, turns))
    first = len(state.ground)
    state.ground += turned(game.tiles.symbols[tile], turns)
    state.built += bytes(7)
    state.label += bytes((NO_COLONY,)) * 7
    state.touch += bytes(7)
    seen = state.seen
    seen += [0] * 7
    near = state.layout.near
    for space in range(first, first + 7):
        _see(state, seen, space, near[space], first)


def lay_start(game: AttikaGame, state: State, tiles: Sequence[tuple[int, int]]) -> None:
    """Lay the first tiles, each with its turns, on the places of the start layout in order. Rule: AT-012, AT-R36."""
    centres = [game.window.action(centre) for centre in game.start.centres]
    state.placed = tuple((tile, centre, turns) for (tile, turns), centre in zip(tiles, centres, strict=True))
    state.ground = b"".join(turned(game.tiles.symbols[tile], turns) for tile, turns in tiles)
    state.tiles_left ^= sum(1 << tile for tile, _ in tiles)
    size = len(state.ground)
    state.built, state.touch = bytearray(size), bytearray(size)
    state.label = bytearray((NO_COLONY,)) * size
    state.seen = all_seen(state)


def all_seen(state: State) -> list[int]:
    """Work out anew what is seen from each space: its own symbol, and those of the empty spaces beside it."""
    ground, built = state.ground, state.built
    found = []
    for space, near in enumerate(state.layout.near):
        symbols = [ground[space], *(ground[other] for other in near if not built[other])]
        found.append(sum(1 << 3 * symbol for symbol in symbols if symbol != BLANK))
    return found


def _see(state: State, seen: list[int], space: int, near: tuple[int, ...], first: int) -> None:
    """Let a new space see itself and what is there, and the spaces there see it."""
    ground, built = state.ground, state.built
    if ground[space] != BLANK:
        step = 1 << 3 * ground[space]
        seen[space] += step
        for other in near:
            seen[other] += step
    for other in near:
        if other < first and ground[other] != BLANK and not built[other]:
            seen[space] += 1 << 3 * ground[other]
