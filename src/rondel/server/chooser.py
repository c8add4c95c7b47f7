"""What can be decided, told without rules: kinds with rows of parts, ready to be lit on a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from rondel.game import Game, State
from rondel.server.messages import Group

Part = str | int
Parts = Mapping[str, Part]


class _Telling(Protocol):
    """A game that can take its actions apart and name the clause behind them."""

    def parts(self, state: Any, action: int) -> Parts: ...

    def clause(self, state: Any, action: int) -> str: ...


def parts_of(game: Game, state: State, action: int) -> Parts:
    """Take an action apart; a game that cannot gives its kind and text only."""
    if hasattr(game, "parts"):
        return cast(_Telling, game).parts(state, action)
    text = game.action_text(state, action)
    return {"kind": text.partition(" ")[0], "text": text}


def clause_of(game: Game, state: State, action: int) -> str:
    """Give the clause an action rests on; empty if the game names none."""
    return cast(_Telling, game).clause(state, action) if hasattr(game, "clause") else ""


def groups_of(state: State) -> list[Group]:
    """List the legal decisions as tables: one for each kind with the same fields.

    Rows that differ only in how many units go (`count`) and have numbers in a row are one row, from `count` to `most`.
    """
    game = state.game
    tables: dict[tuple[str, ...], list[list[Part]]] = {}
    for action in state.legal():
        parts = dict(parts_of(game, state, action))
        price = game.price_text(state, action)
        if price:
            parts["price"] = price
        kind = str(parts.pop("kind"))
        if "count" in parts:
            parts["most"] = parts["count"]
        rows = tables.setdefault((kind, "action", *parts), [])
        row = [action, *parts.values()]
        if not ("count" in parts and rows and _joins(rows[-1], row, list(parts))):
            rows.append(row)
    return [Group(kind=key[0], fields=list(key[1:]), rows=rows) for key, rows in tables.items()]


def _joins(last: list[Part], row: list[Part], names: list[str]) -> bool:
    """Lengthen the last row by this one if only the number of units differs, by one."""
    count, most = names.index("count") + 1, names.index("most") + 1
    length = cast(int, last[most]) - cast(int, last[count]) + 1
    same = all(last[place] == row[place] for place in range(1, len(row)) if place not in (count, most))
    if same and row[count] == cast(int, last[most]) + 1 and row[0] == cast(int, last[0]) + length:
        last[most] = row[count]
        return True
    return False


def actions_in(groups: list[Group]) -> list[int]:
    """Give back the action numbers that groups stand for, as a page works them out."""
    found: list[int] = []
    for group in groups:
        for row in group.rows:
            first = cast(int, row[0])
            span = 0
            if "most" in group.fields:
                span = cast(int, row[group.fields.index("most")]) - cast(int, row[group.fields.index("count")])
            found += range(first, first + span + 1)
    return sorted(found)
