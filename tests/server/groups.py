"""Decisions as tables, read as a page reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rondel.server.core.choices import Part
from rondel.server.wire.messages import Group, Times


def rows_of(group: Group) -> list[dict[str, Part]]:
    """Give the rows of a table as objects, as a page reads them."""
    times = group.times or Times([], [[]])
    return [
        _row(group, {**_zipped(group.fields, cells), **_zipped(times.fields, more)}, place)
        for cells in group.rows
        for place, more in enumerate(times.rows)
    ]


def _zipped(fields: Sequence[str], cells: Sequence[Part]) -> dict[str, Part]:
    """Give the cells of a row by their fields."""
    return dict(zip(fields, cells, strict=True))


def _row(group: Group, cells: dict[str, Part], place: int) -> dict[str, Part]:
    row = {**group.same, **cells}
    row["action"] = cast(int, row["action"]) + place
    return row


def actions_in(groups: list[Group]) -> list[int]:
    """Give the action numbers of groups."""
    found: list[int] = []
    for row in (row for group in groups for row in rows_of(group)):
        first = cast(int, row["action"])
        found += range(first, first + cast(int, row.get("most", 0)) - cast(int, row.get("count", 0)) + 1)
    return sorted(found)
