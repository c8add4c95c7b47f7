"""The opening book: the wedges of the shortest way to the first personages, by start (`tools/bots/openings.py`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

from rondel.antike import state as phases
from rondel.antike.lexicon import wedge_names
from rondel.antike.state import BaseGame, State

#: turns for which the book is followed; after that the opponents matter more than the shortest way
BOOK_TURNS: Final = 6

#: board -> number of nations -> nation -> wedges
Book = Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]]


@lru_cache(maxsize=1)
def load_book() -> Book:
    """Read the book."""
    text = files("rondel.bots.antike").joinpath("data", "openings.json").read_text(encoding="utf-8")
    book: Book = json.loads(text)
    return book


def book_wedge(game: BaseGame, state: State) -> int:
    """Give the action of the book for a nation that has followed it so far, or -1."""
    turn = state.round - 1
    if state.phase != phases.RONDEL or not 0 <= turn < BOOK_TURNS or game.rules.start_cities != "card":
        return -1
    name = game.nation_name(state, state.turn)
    wedges = load_book().get(game.board.id, {}).get(str(game.nations), {}).get(name, ())
    if turn >= len(wedges):
        return -1
    names = wedge_names(game.rules.wedges)
    stone = state.rondel[state.turn]
    here = names[stone - 1] if stone else ""
    if wedges[turn] not in names or here != (wedges[turn - 1] if turn else ""):
        return -1
    action = game.actions.wedge + names.index(wedges[turn])
    return action if action in state.options else -1
