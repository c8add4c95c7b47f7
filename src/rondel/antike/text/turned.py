"""The same position with somebody else's turn beginning, as if the others passed: what a seat threatens."""

from __future__ import annotations

from typing import Final

from rondel.antike.state import State
from rondel.antike.text.position import position_of
from rondel.antike.text.reading import read_position
from rondel.game import Seat

#: what of a position lasts from turn to turn
_LASTS: Final[tuple[str, ...]] = (
    "game", "board", "players", "options", "round", "start", "nations", "neutral_temples", "bellona", "open_cards",
    "discard",
)  # fmt: skip


def turned(state: State, seat: Seat) -> State:
    """Let the next turn of a seat begin at once; what was under way is dropped."""
    game, position = state.game, position_of(state)
    order = ((state.turn + step) % game.nations for step in range(game.nations))
    nation = next(nation for nation in order if nation % game.seats == seat)
    lasting = {key: position[key] for key in _LASTS if key in position}
    return read_position(game, {**lasting, "turn": game.nation_name(state, nation)})
