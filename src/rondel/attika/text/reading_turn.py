"""Reads the moment of a position: the phase, what is under way, and whether that is possible."""

from __future__ import annotations

from rondel.attika.rules import CITIES, PILES, TERRAINS
from rondel.attika.state import (
    BUILDING,
    CARD,
    CHOICE,
    DRAWING,
    DRAWN,
    END_REASONS,
    MODES,
    OPEN,
    OVER,
    PAYING,
    PHASES,
    PLACE,
    REVEAL,
    ROTATE,
    SITE,
    TAKING,
    TILE,
    State,
)
from rondel.attika.tables import CARD_BITS, NUMBER, Tables
from rondel.attika.text.readers import bad, counts, one_of, read_hex, whole
from rondel.game import JsonObject

#: the modes in which each phase can be
_MODES = {
    CHOICE: (OPEN, DRAWING, BUILDING, TAKING), SITE: (BUILDING,), DRAWN: (DRAWING,), PAYING: (DRAWING, BUILDING),
    PLACE: (DRAWING,), ROTATE: (DRAWING,), REVEAL: (DRAWING,), CARD: (DRAWING, BUILDING, TAKING), TILE: (DRAWING,),
    OVER: (OPEN, DRAWING, BUILDING, TAKING),
}  # fmt: skip
#: more actions, cards or void turns than any game has
_MOST = 60


def read_turn(game: Tables, state: State, position: JsonObject) -> None:
    """Read phase, mode and what is under way."""
    state.phase = one_of(position.get("phase", PHASES[CHOICE]), PHASES, "phase")
    usual = MODES[_MODES[state.phase][0]]
    state.mode = one_of(position.get("mode", usual), MODES, "mode")
    if state.mode not in _MODES[state.phase]:
        bad(f"a turn of mode {MODES[state.mode]!r} is never at {PHASES[state.phase]!r}")
    for key in ("left", "voids", "due"):
        setattr(state, key, whole(position.get(key, 0), key, _MOST))
    for key in ("extend", "choosing"):
        setattr(state, key, whole(position.get(key, 0), key, 1))
    _read_acted(game, state, position)
    _read_building(state, position)
    _read_tile(game, state, position)
    _read_end(game, state, position)
    _fits(state)


def _read_acted(game: Tables, state: State, position: JsonObject) -> None:
    """Read whether anything was done in the turn, unless the rest of the position shows it. Rule: AT-R27."""
    sure = _has_acted(game, state)
    state.acted = whole(position.get("acted", int(sure)), "acted", 1)
    if sure and not state.acted and state.mode != TAKING:
        bad("acted is 1 once something was drawn, built or received in the turn", "AT-R27")


def _has_acted(game: Tables, state: State) -> bool:
    """Say whether the moment shows that something was drawn, built or received in the turn."""
    if state.phase == CHOICE:
        usual = game.rules.draw_actions if state.mode == DRAWING else game.rules.build_actions
        return state.mode == TAKING or (state.mode != OPEN and state.left < usual)
    if state.phase in (PAYING, CARD):
        return state.mode == DRAWING or (state.mode == BUILDING and state.phase == CARD)
    return state.phase in (DRAWN, TILE, PLACE, ROTATE)


def _read_building(state: State, position: JsonObject) -> None:
    if "pile" in position:
        state.pile = one_of(position["pile"], PILES, "pile")
    if "pending" in position:
        state.pending = one_of(position["pending"], tuple(NUMBER), "pending")
    if state.phase == PAYING:
        place = read_hex(position.get("site"), "site")
        index = state.layout.index
        if place not in index or state.built[index[place]]:
            bad(f"site {position.get('site')} is no free space")
        state.site = index[place]
        cards = counts(position.get("paid", {}), TERRAINS, "paid", 60)
        state.paid = sum(count << CARD_BITS * terrain for terrain, count in enumerate(cards))
        state.choosing = 1


def _read_tile(game: Tables, state: State, position: JsonObject) -> None:
    if "tile" in position:
        state.tile = one_of(position["tile"], game.tiles.names, "tile")
        if not state.tiles_left >> state.tile & 1:
            bad(f"the tile {position['tile']} lies on the board already")
        state.tiles_left ^= 1 << state.tile
    if state.phase == ROTATE:
        state.site = game.window.action(read_hex(position.get("site"), "site"))
        if state.site not in state.layout.places:
            bad(f"a tile does not fit on {position.get('site')}")


def _read_end(game: Tables, state: State, position: JsonObject) -> None:
    state.end = one_of(position.get("end", ""), END_REASONS, "end")
    if "winner" in position:
        names = tuple(CITIES[city] for city in state.cities)
        state.winner = one_of(position["winner"], names, "winner")
    if (state.winner >= 0) != (END_REASONS[state.end] not in ("", "void")):
        bad("a winner and a reason for winning belong together")


def _fits(state: State) -> None:
    """Refuse counts that no turn reaches."""
    if state.mode == OPEN and (state.left or state.due or state.extend or state.acted):
        bad("a turn that has not begun has nothing left, due or done")
    if state.mode == TAKING and state.left:
        bad("after cards no action is left")
    if (state.due > 0) != (state.phase == CARD):
        bad("cards are due exactly when a card is drawn")
    if state.extend and state.mode != DRAWING:
        bad("a board tile is due only after a building is drawn")
    if state.phase == TILE and not state.tiles_left:
        bad("no board tile is left")
