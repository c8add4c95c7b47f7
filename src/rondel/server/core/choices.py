"""What can be decided, told without rules: kinds with rows of parts, ready to be lit on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from msgspec.structs import replace

from rondel.game import State
from rondel.server.wire.messages import Group, Times

Part = str | int
#: rows from which on it pays to write them as all with all
MANY: Final = 12


def groups_of(state: State) -> list[Group]:
    """List the legal decisions as tables: one for each kind, and for each unit where there are units.

    Rows that differ only in how many units go (`count`) and have numbers in a row are one row, from `count` to `most`.
    """
    game = state.game
    tables: dict[tuple[Part, ...], tuple[list[str], list[list[Part]]]] = {}
    for action in state.legal():
        parts = {"action": action, **game.parts(state, action)}
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
    return [group for key, (names, rows) in tables.items() for group in _groups(str(key[0]), names, rows)]


def _groups(kind: str, names: list[str], rows: list[list[Part]]) -> list[Group]:
    """Make tables of the rows of a kind: one, or where that is shorter some in which all goes with all."""
    first = next((place for place, name in enumerate(names) if name.startswith("take-")), 0)
    if not first or len(rows) < MANY:
        return [_group(kind, names, rows)]
    blocks: dict[tuple[Part, ...], list[list[Part]]] = {}
    for row in rows:
        blocks.setdefault(tuple(row[1:first]), []).append(row)
    alike: dict[tuple[tuple[Part, ...], ...], list[list[Part]]] = {}
    for block in blocks.values():
        for run in _runs(block):
            alike.setdefault(tuple(tuple(row[first:]) for row in run), []).append(run[0][:first])
    return [
        replace(_group(kind, names[:first], begun), times=_times(names[first:], seconds))
        for seconds, begun in alike.items()
    ]


def _runs(block: list[list[Part]]) -> Iterator[list[list[Part]]]:
    """Cut rows where their action numbers are not in a row."""
    start = 0
    for place in range(1, len(block) + 1):
        if place == len(block) or block[place][0] != cast(int, block[place - 1][0]) + 1:
            yield block[start:place]
            start = place


def _times(names: list[str], rows: Sequence[Sequence[Part]]) -> Times:
    kept = [place for place in range(len(names)) if any(row[place] for row in rows)]
    return Times([names[place] for place in kept], [[row[place] for place in kept] for row in rows])


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
    times = group.times or Times([], [[]])
    return [
        _row(group, {**zip_row(group.fields, cells), **zip_row(times.fields, more)}, place)
        for cells in group.rows
        for place, more in enumerate(times.rows)
    ]


def zip_row(fields: Sequence[str], cells: Sequence[Part]) -> dict[str, Part]:
    """Give the cells of a row by their fields."""
    return dict(zip(fields, cells, strict=True))


def _row(group: Group, cells: dict[str, Part], place: int) -> dict[str, Part]:
    row = {**group.same, **cells}
    row["action"] = cast(int, row["action"]) + place
    return row


def actions_in(groups: list[Group]) -> list[int]:
    """Give back the action numbers that groups stand for."""
    found: list[int] = []
    for row in (row for group in groups for row in rows_of(group)):
        first = cast(int, row["action"])
        found += range(first, first + cast(int, row.get("most", 0)) - cast(int, row.get("count", 0)) + 1)
    return sorted(found)
