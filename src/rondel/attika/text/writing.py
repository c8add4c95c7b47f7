"""Actions as text."""

from __future__ import annotations

from collections.abc import Callable

from rondel.attika.actions import HEX, split
from rondel.attika.price import price_text
from rondel.attika.rules import KINDS, PILES, TERRAINS
from rondel.attika.sites import price_of
from rondel.attika.state import DRAWN, PAYING, PLACE, ROTATE, SITE, State
from rondel.attika.tables import Tables
from rondel.attika.text.position import hex_text

#: the words of actions without a place or a name
WORDS = {
    "end": "end", "cards": "cards", "amphora-draw": "amphora draw", "amphora-build": "amphora build",
    "amphora-card": "amphora card", "store": "store", "choose": "choose cards", "paid": "paid",
}  # fmt: skip


def action_text(game: Tables, state: State, action: int) -> str:
    """Write one action. The text read back in the same state gives the same action."""
    kind, place = split(action)
    return WORDS[kind] if kind in WORDS else _WRITERS[kind](game, state, place)


def _hex(game: Tables, state: State, place: int) -> str:
    where = hex_text(game.window.hex(HEX + place))
    if state.phase == PLACE:
        return f"place {where}"
    return f"build {KINDS[state.pending].name} at {where}" if state.phase == DRAWN else f"at {where}"


_WRITERS: dict[str, Callable[[Tables, State, int], str]] = {
    "pay": lambda game, state, place: f"pay {TERRAINS[place]}",
    "turn": lambda game, state, place: f"turn {place}",
    "draw": lambda game, state, place: f"draw {PILES[place]}",
    "build": lambda game, state, place: f"build {KINDS[place].name}",
    "reveal": lambda game, state, place: f"reveal {KINDS[place].name}",
    "card": lambda game, state, place: f"card {TERRAINS[place]}",
    "tile": lambda game, state, place: f"tile {game.tiles.names[place]}",
    "hex": _hex,
}


def continuation(game: Tables, state: State, action: int) -> str:
    """Write what completes the move before it: the space of a stored building, its payment, a tile's turns."""
    if state.phase == SITE:
        return "choosing cards" if split(action)[0] == "choose" else action_text(game, state, action)
    if state.phase == PAYING:
        return action_text(game, state, action).replace("pay ", "laying ")
    return action_text(game, state, action) if state.phase == ROTATE else ""


def price_of_action(game: Tables, state: State, action: int) -> str:
    """Write what building on a space costs; empty if nothing, or if it is no building."""
    if split(action)[0] != "hex" or state.phase not in (SITE, DRAWN):
        return ""
    return price_text(price_of(state, state.pending, state.layout.spaces[action]))
