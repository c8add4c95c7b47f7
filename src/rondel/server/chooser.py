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

    def who(self, state: Any) -> str: ...


def parts_of(game: Game, state: State, action: int) -> Parts:
    """Take an action apart; a game that cannot gives its kind and text only."""
    text = game.action_text(state, action)
    if not hasattr(game, "parts"):
        return {"kind": text.partition(" ")[0], "text": text}
    parts = cast(_Telling, game).parts(state, action)
    if len(parts) > 1 or " " not in text:
        return parts
    return {**parts, "text": text}  # a kind that nobody has taken apart yet


def clause_of(game: Game, state: State, action: int) -> str:
    """Give the clause an action rests on; empty if the game names none."""
    return cast(_Telling, game).clause(state, action) if hasattr(game, "clause") else ""


def who_of(game: Game, state: State) -> str:
    """Name who decides, as the table calls it (a nation); empty if the game has no such names."""
    return cast(_Telling, game).who(state) if hasattr(game, "who") else ""


def groups_of(state: State) -> list[Group]:
    """List the legal decisions as tables: one for each kind, and for each unit where there are units.

    Rows that differ only in how many units go (`count`) and have numbers in a row are one row, from `count` to `most`.
    """
    game = state.game
    tables: dict[tuple[Part, ...], tuple[list[str], list[list[Part]]]] = {}
    for action in state.legal():
        parts = {"action": action, **parts_of(game, state, action)}
        price = game.price_text(state, action)
        if price:
            parts["price"] = price
        kind = parts.pop("kind")
        if "count" in parts:
            parts["most"] = parts["count"]
        names, rows = tables.setdefault((kind, parts.get("unit", ""), *parts), (list(parts), []))
        row = list(parts.values())
        if not ("count" in parts and rows and _joins(rows[-1], row, names)):
            rows.append(row)
    return [_group(str(key[0]), names, rows) for key, (names, rows) in tables.items()]


def _group(kind: str, names: list[str], rows: list[list[Part]]) -> Group:
    """Make a table, with the columns that never change written once."""
    if len(rows) == 1:
        return Group(kind, [], [[]], dict(zip(names, rows[0], strict=True)))
    constant = [all(row[place] == rows[0][place] for row in rows) for place in range(len(names))]
    kept = [place for place, same in enumerate(constant) if not same]
    same = {name: rows[0][place] for place, name in enumerate(names) if constant[place]}
    return Group(kind, [names[place] for place in kept], [[row[place] for place in kept] for row in rows], same)


def _joins(last: list[Part], row: list[Part], names: list[str]) -> bool:
    """Lengthen the last row by this one if only the number of units differs, by one."""
    count, most = names.index("count"), names.index("most")
    length = cast(int, last[most]) - cast(int, last[count]) + 1
    same = all(last[place] == row[place] for place in range(1, len(row)) if place not in (count, most))
    if same and row[count] == cast(int, last[most]) + 1 and row[0] == cast(int, last[0]) + length:
        last[most] = row[count]
        return True
    return False


def rows_of(group: Group) -> list[dict[str, Part]]:
    """Give the rows of a table as objects, as a page reads them."""
    return [{**group.same, **dict(zip(group.fields, row, strict=True))} for row in group.rows]


def actions_in(groups: list[Group]) -> list[int]:
    """Give back the action numbers that groups stand for."""
    found: list[int] = []
    for row in (row for group in groups for row in rows_of(group)):
        first = cast(int, row["action"])
        found += range(first, first + cast(int, row.get("most", 0)) - cast(int, row.get("count", 0)) + 1)
    return sorted(found)
