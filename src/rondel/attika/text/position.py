"""Positions as JSON objects: what a seat sees, or everything."""

from __future__ import annotations

from collections.abc import Iterable

from rondel.attika.phases.building import laid
from rondel.attika.rules import GROUPS, KINDS, PILES, TERRAINS
from rondel.attika.state import MODES, PAYING, PHASES, ROTATE, State
from rondel.attika.tables import NONE, G, K, P, T, Tables
from rondel.attika.text.deal import header_of
from rondel.attika.tiles import Hex
from rondel.game import CHANCE, JsonDict


def position_of(state: State, seat: int) -> JsonDict:
    """Write a state as a position object as a seat sees it; the seat CHANCE sees everything. Rule: AT-R04.

    What is hidden is written as a number of cards instead of the cards.
    """
    game = state.engine
    header = header_of(game, state)
    position: JsonDict = {key: header[key] for key in ("game", "board", "players", "options") if key in header}
    position["phase"] = PHASES[state.phase]
    position["start"] = state.city_name(state.start)
    position["turn"] = state.city_name(state.turn)
    if not state.end:
        position["to_act"] = "chance" if state.to_act == CHANCE else position["turn"]
    position |= _moment(game, state)
    position["draw pile"] = _cards(state.deck) if seat == CHANCE else sum(state.deck)
    position["discard"] = _cards(state.discard)
    position["amphorae"] = game.rules.amphorae - sum(state.amphorae)
    position["tiles"] = [
        [game.tiles.names[tile], *game.window.hex(centre), turns] for tile, centre, turns in state.placed
    ]
    position["shrines"] = [list(shrine) for shrine in game.start.shrines]
    position["cities"] = {
        state.city_name(other): _city(game, state, other, open_hand=seat in (CHANCE, other))
        for other in range(game.seats)
    }
    return position


def hex_text(place: Hex) -> str:
    """Write a place on the grid: `3,-1`."""
    return f"{place[0]},{place[1]}"


def _cards(counts: Iterable[int]) -> dict[str, int]:
    return {name: count for name, count in zip(TERRAINS, counts, strict=True) if count}


def _kinds(counts: Iterable[int]) -> dict[str, int]:
    return {kind.name: count for kind, count in zip(KINDS, counts, strict=True) if count}


def _city(game: Tables, state: State, seat: int, open_hand: bool) -> JsonDict:
    first = 1 + K * seat
    hand = state.hands[T * seat : T * seat + T]
    return {
        "seat": seat,
        "hand": _cards(hand) if open_hand else sum(hand),
        "stored": _kinds(state.stored[K * seat : K * seat + K]),
        "buildings": {
            hex_text(state.layout.hexes[space]): KINDS[code - first].name
            for space, code in enumerate(state.built)
            if first <= code < first + K
        },
        "piles": dict(zip(PILES, state.piles[P * seat : P * seat + P], strict=True)),
        "amphorae": state.amphorae[seat],
        "rewarded": [GROUPS[group] for group in range(G) if state.rewarded[seat] >> group & 1],
        "colonies": state.colonies[seat],
    }


def _moment(game: Tables, state: State) -> JsonDict:
    """Write what is under way, if anything is."""
    found: JsonDict = {}
    if state.mode:
        found["mode"] = MODES[state.mode]
        found["left"] = state.left
    found |= {key: value for key in ("acted", "voids", "due", "extend", "choosing") if (value := getattr(state, key))}
    if state.pile != NONE:
        found["pile"] = PILES[state.pile]
    if state.pending != NONE:
        found["pending"] = KINDS[state.pending].name
    if state.tile != NONE:
        found["tile"] = game.tiles.names[state.tile]
    if state.phase == PAYING:
        found["site"] = hex_text(state.layout.hexes[state.site])
        found["paid"] = _cards(laid(state))
    if state.phase == ROTATE:
        found["site"] = hex_text(game.window.hex(state.site))
    if state.end:
        found["end"] = state.end_reason()
    if state.winner != NONE:
        found["winner"] = state.city_name(state.winner)
    return found
