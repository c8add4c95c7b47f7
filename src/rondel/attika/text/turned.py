"""The same position with somebody else's turn beginning, as if the others passed: what a seat threatens."""

from __future__ import annotations

from typing import Final

from rondel.attika.rules import KINDS
from rondel.attika.state import State
from rondel.attika.tables import NONE
from rondel.attika.text.position import position_of
from rondel.attika.text.reading import read_position
from rondel.game import CHANCE, Seat

#: what of a position and of a city-state lasts from turn to turn; the rest follows from it
_LASTS: Final[tuple[str, ...]] = ("game", "board", "players", "options", "start", "discard", "tiles")
_CITY_LASTS: Final[tuple[str, ...]] = ("hand", "stored", "buildings", "piles", "amphorae")


def turned(state: State, seat: Seat) -> State:
    """Let a turn of a seat begin at once; what was drawn goes to the player board, a tile back to the bag."""
    position = position_of(state, CHANCE)
    cities = {name: {key: city[key] for key in _CITY_LASTS} for name, city in position["cities"].items()}
    if state.pending != NONE and state.pile != NONE:
        stored, kind = cities[position["turn"]]["stored"], KINDS[state.pending].name
        stored[kind] = stored.get(kind, 0) + 1
    lasting = {key: position[key] for key in _LASTS if key in position}
    return read_position(state.engine, {**lasting, "turn": state.city_name(seat), "cities": cities})
