"""Every environment: rulebook, board, number of players, and the options that open the number."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

from rondel.adapters.common import name_of
from rondel.errors import SetupError
from rondel.registry import BOOKS, make
from rondel.simulate import choose

Case = tuple[str, str, int, dict[str, int]]


def _cases() -> Iterator[Case]:
    for book in BOOKS.values():
        opens = [option.id for option in book.options if len(option.players) == 1 and not option.conflicts]
        for board in book.boards:
            for players in book.players:
                for options in ({}, *({name: 1} for name in opens)):
                    try:
                        make(book.id, players, board, options)
                    except SetupError:
                        continue
                    yield book.id, board, players, options
                    break


CASES: list[Case] = list(_cases())
#: the first environment of each rulebook
FIRST: list[Case] = list({case[0]: case for case in reversed(CASES)}.values())


def long_or(case: Case, long: int, short: int) -> int:
    """Give how long the peers' tests run: short where only board or players differ; `make peers` runs all at length."""
    return long if case in FIRST or "RONDEL_PEERS" in os.environ else short


def case_name(case: Case) -> str:
    book, board, players, _ = case
    return f"{book}-{board}-{players}"


def arguments(case: Case) -> dict[str, Any]:
    """Give the case as the keywords of an environment."""
    _, board, players, options = case
    return {"nations": players, "board": board, **{name_of(name): bool(value) for name, value in options.items()}}


def spiel_name(case: Case, **more: object) -> str:
    """Give the case as a game string of OpenSpiel."""
    settings = {**arguments(case), **more}
    return f"python_rondel_{name_of(case[0])}({','.join(f'{name}={value}' for name, value in settings.items())})"


def walk(game: Any, seed: int, steps: int) -> Iterator[Any]:
    """Give the states of a random game."""
    rng, state = Random(seed), game.new(seed)
    for _ in range(steps):
        yield state
        if not state.legal():
            return
        state = state.apply(choose(state, rng))
