"""How often each start won when the same bot led every nation, as measured and stored with the boards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from rondel.boards.reader import stock
from rondel.game import JsonDict


@dataclass(frozen=True, slots=True)
class Wins:
    """The games of one board and number of nations."""

    book: str  # the rulebook they were played with
    bot: str
    games: int
    won: dict[str, int]  # by nation


@cache
def _measured() -> JsonDict:
    found: JsonDict = json.loads((stock() / "wins.json").read_text(encoding="utf-8"))
    return found


def wins(board: str, nations: int) -> Wins | None:
    """Give the measured wins for a board and number of nations, if there are any."""
    found = _measured().get(board, {}).get(str(nations))
    return Wins(**found) if found else None
