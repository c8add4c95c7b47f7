"""Writes a made board as the TOML file that the package reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rondel.boards.geometry import FRAME, Label, Line, Place, write_path
from tools.boards.mesh import OUTSIDE
from tools.boards.place import Layout
from tools.boards.spec import KINDS, Spec

#: what a region's line in the file holds, in this order
_REGION_KEYS = ("resource", "open_sea", "en", "fr", "modern", "lat", "lon")


def text(spec: Spec, board: Layout) -> str:
    """Give the whole file."""
    parts = [
        _head(spec),
        _table("nations", spec.data["nations"]),
        _table("start_nation", spec.data.get("start_nation", {})),
        *(_table(f"starts.{count}", line) for count, line in spec.data.get("starts", {}).items()),
        _table("targets", spec.data.get("targets", {})),
        _table("temples", spec.data.get("temples", {})),
        _table("sources", spec.data["sources"]),
        _regions(spec),
        _borders(spec, board),
        _geometry(spec, board),
    ]
    whole = "\n".join(part for part in parts if part)
    for name, clauses in spec.data.get("clauses", {}).items():
        whole = whole.replace(f"[{name}]\n", f"[{name}]\n# {clauses}\n", 1)
    return whole


def _head(spec: Spec) -> str:
    made = f"# Made by `python -m tools.boards.make {spec.id}` from tools/boards/specs/{spec.id}.toml.\n"
    return made + "".join(f"{key} = {_value(spec.data[key])}\n" for key in ("id", "title", "provenance"))


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if name.isalnum() and name.isascii() else json.dumps(name, ensure_ascii=False)


def _table(name: str, table: Mapping[str, Any]) -> str:
    if not table:
        return ""
    return f"[{name}]\n" + "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _regions(spec: Spec) -> str:
    rows = {}
    for name, entry in spec.data["regions"].items():
        full = {"resource": "any", **entry}
        rows[name] = {key: full[key] for key in _REGION_KEYS if key in full}
    return _table("regions", rows)


def _borders(spec: Spec, board: Layout) -> str:
    rows = ["[borders]"]
    for kind, number in KINDS.items():
        pairs = sorted((spec.names[line.a], spec.names[line.b]) for line in board.lines if line.kind == number)
        rows += [f"{kind} = [", *(f"  {_value(sorted(pair))}," for pair in pairs), "]"]
    return "\n".join(rows) + "\n"


def _geometry(spec: Spec, board: Layout) -> str:
    rings = board.land_rings()
    rows = ["[geometry]", f"frame = {_value(list(spec.frame))}", f"scale = {board.scale}", "land = ["]
    rows += ["  '" + "".join(write_path(ring) + "z" for ring in polygon) + "'," for polygon in rings]
    rows += ["]", "borders = ["]
    rows += [f"  '{_line(spec, line)}'," for line in board.border_lines()]
    rows += ["]", "relief = '" + " ".join(f"{k} {x} {y} {size}" for k, x, y, size in board.marks) + "'", ""]
    rows += ["[geometry.places]"]
    rows += [f"{_key(name)} = '{_place(place)}'" for name, place in zip(spec.names, board.places(), strict=True)]
    return "\n".join(rows) + "\n"


def _line(spec: Spec, line: Line) -> str:
    other = FRAME if line.b == OUTSIDE else spec.names[line.b]
    word = {True: "land", False: "edge" if line.b == OUTSIDE else "sea"}
    parts = [f"{word[land]} {write_path(points)}" for land, points in line.parts]
    return "|".join([spec.names[line.a], other, *parts])


def _place(place: Place) -> str:
    def pairs(points: tuple[tuple[int, int], ...]) -> str:
        return " ".join(f"{x} {y}" for x, y in points)

    def label(item: Label) -> str:
        return f"{item.x} {item.y} {item.lines} {item.size}"

    rows = [f"city {pairs((place.city,))}", f"label {label(place.label)}", f"phone {label(place.phone)}"]
    rows += [f"legions {pairs(place.legions)}"] if place.legions else []
    rows += [f"galleys {pairs(place.galleys)}"] if place.galleys else []
    return "; ".join(rows)
