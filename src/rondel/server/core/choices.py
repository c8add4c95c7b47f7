"""The legal decisions as tables of parts, so that a page can show them without knowing the rules."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final, cast

from msgspec.structs import replace

from rondel.game import State, Way
from rondel.server.wire.messages import Ahead, Group, Times

Part = str | int
#: from this many rows on, writing them as a product is shorter
MANY: Final = 12


def groups_of(state: State, without: Container[int] = ()) -> list[Group]:
    """List the legal decisions as tables: one for each kind, and one for each unit if there are units.

    Rows with consecutive actions that differ only in the number of units (`count`) become one row, `count` to `most`.
    """
    game = state.game
    tables: dict[tuple[Part, ...], tuple[list[str], list[list[Part]]]] = {}
    for action in state.legal():
        if action in without:
            continue
        parts = {"action": action, **game.parts(state, action)}
        price = game.price_text(state, action)
        if price:
            parts["price"] = price
        parts |= _payment(game.ways(state, action))
        parts.update(game.outlook(state, action))
        kind = parts.pop("kind")
        if "count" in parts:
            parts["most"] = parts["count"]
        names, rows = tables.setdefault((kind, parts.get("unit", ""), *parts), (list(parts), []))
        row = list(parts.values())
        if not ("count" in parts and rows and _joins(rows[-1], row, names)):
            rows.append(row)
    return [group for key, (names, rows) in tables.items() for group in _groups(str(key[0]), names, rows)]


def _payment(ways: Sequence[Way]) -> dict[str, Part]:
    """Give the usual payment for a decision, the decisions it takes, and the number of ways to pay."""
    told: dict[str, Part] = {}
    if ways and len(ways[0][1]) <= 2:
        goods, (_, *then) = ways[0]
        told["pays"] = goods
        if then:
            told["then"] = then[0]
    if len(ways) > 1:
        told["ways"] = len(ways)
    return told


def ahead_of(state: State) -> list[Ahead]:
    """List what can be decided in the later steps of the same turn, by the decisions that lead there.

    What can be decided now as well is left out.
    """
    found: list[Ahead] = []
    lead: list[int] = []
    now, later = state.legal(), state
    while steps := later.game.ahead(later):
        for action in steps:
            later = later.apply(action)
        lead += steps
        found.append(Ahead([*lead], groups_of(later, {*now} - {*steps})))
    return found


def _groups(kind: str, names: list[str], rows: list[list[Part]]) -> list[Group]:
    """Make tables of the rows of a kind: one, or several products if that is shorter."""
    first = next((place for place, name in enumerate(names) if name.startswith("take-")), 0)
    if not first or len(rows) < MANY:
        return [_group(kind, names, some) for some in _alike(names, rows)]
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


def _alike(names: list[str], rows: list[list[Part]]) -> list[list[list[Part]]]:
    """Split many rows by what is paid for them, so that most of their fields are written once."""
    if "pays" not in names or len(rows) < MANY:
        return [rows]
    paid = names.index("pays")
    found: dict[Part, list[list[Part]]] = {}
    for row in rows:
        found.setdefault(row[paid], []).append(row)
    return list(found.values())


def _runs(block: list[list[Part]]) -> Iterator[list[list[Part]]]:
    """Split rows where their action numbers are not consecutive."""
    start = 0
    for place in range(1, len(block) + 1):
        if place == len(block) or block[place][0] != cast(int, block[place - 1][0]) + 1:
            yield block[start:place]
            start = place


def _times(names: list[str], rows: Sequence[Sequence[Part]]) -> Times:
    kept = [place for place in range(len(names)) if any(row[place] for row in rows)]
    return Times([names[place] for place in kept], [[row[place] for place in kept] for row in rows])


def _group(kind: str, names: list[str], rows: list[list[Part]]) -> Group:
    """Make a table; constant columns are written once."""
    if len(rows) == 1:
        return Group(kind, [], [[]], dict(zip(names, rows[0], strict=True)))
    constant = [all(row[place] == rows[0][place] for row in rows) for place in range(len(names))]
    kept = [place for place, same in enumerate(constant) if not same]
    same = {name: rows[0][place] for place, name in enumerate(names) if constant[place]}
    return Group(kind, [names[place] for place in kept], [[row[place] for place in kept] for row in rows], same)


def _joins(last: list[Part], row: list[Part], names: list[str]) -> bool:
    """Extend the last row by this one if they differ only in the number of units, by one."""
    count, most = names.index("count"), names.index("most")
    length = cast(int, last[most]) - cast(int, last[count]) + 1
    same = all(last[place] == row[place] for place in range(1, len(row)) if place not in (count, most))
    if same and row[count] == cast(int, last[most]) + 1 and row[0] == cast(int, last[0]) + length:
        last[most] = row[count]
        return True
    return False
