"""A board's specification: the human part, from which the maker derives borders and geometry."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LAND, SEA, BOTH = 1, 2, 3
KINDS = {"land": LAND, "sea": SEA, "both": BOTH}

FOLDER = Path(__file__).parent / "specs"


@dataclass
class Spec:
    """What is wanted of a board: sites, known borders, targets, and the look of the annealing."""

    id: str
    data: dict[str, Any]
    names: list[str]
    coords: list[tuple[float, float]]  # longitude, latitude
    kinds: list[str]  # land, sea or coast: what the region's borders must be, empty where free
    wanted: dict[tuple[int, int], int] = field(default_factory=dict)  # pair -> type, 0 for any type
    apart: set[tuple[int, int]] = field(default_factory=set)
    typed: dict[tuple[int, int], int] = field(default_factory=dict)  # pair -> its type, should it have a border
    places: dict[int, tuple[float, float]] = field(default_factory=dict)  # printed places in percent
    frame: tuple[int, int] = (3000, 2000)
    exact: bool = False

    def __getattr__(self, name: str) -> Any:
        """Give an entry of the [make] table."""
        make = self.__dict__["data"]["make"]
        if name in make:
            return make[name]
        raise AttributeError(name)

    @property
    def speck(self) -> float:
        """The area in square units under which an island is left out."""
        return float(self.data["make"].get("speck", 90))

    @property
    def targets(self) -> dict[str, int]:
        """Wanted numbers of land, sea and both borders."""
        found: dict[str, int] = self.data.get("targets", {})
        return found


def read_spec(board: str) -> Spec:
    """Read the specification of a board by its id."""
    data = tomllib.loads((FOLDER / f"{board}.toml").read_text(encoding="utf-8"))
    _add_design(board, data)
    regions: dict[str, dict[str, Any]] = data["regions"]
    names = list(regions)
    spec = Spec(
        id=board,
        data=data,
        names=names,
        coords=[(entry["lon"], entry["lat"]) for entry in regions.values()],
        kinds=[entry.get("kind", "") for entry in regions.values()],
        exact=bool(data["make"].get("exact", False)),
    )
    spec.places = {i: (e["x"], e["y"]) for i, e in enumerate(regions.values()) if "x" in e}
    _wishes(spec, data.get("want", {}))
    if "shared" in data["make"]:
        _share(spec, data["make"]["shared"])
    return spec


def _add_design(board: str, data: dict[str, Any]) -> None:
    """Add the resources, start cities and temples that design.py has found."""
    path = FOLDER / "designs" / f"{board}.toml"
    if path.exists():
        design = tomllib.loads(path.read_text(encoding="utf-8"))
        for name, resource in design.pop("resources").items():
            data["regions"][name]["resource"] = resource
        data.update(design)


def _share(spec: Spec, shared: dict[str, Any]) -> None:
    """Take over another board's borders, and where it has none, between the cities that both boards have."""
    model = read_spec(shared["board"])
    names = [shared["alias"].get(name, name) for name in model.names]
    here = [(i, spec.names.index(name)) for i, name in enumerate(names) if name in spec.names]
    free = {ordered(spec.names.index(a), spec.names.index(b)) for a, b in shared["free"]}
    kept = [KINDS[kind] for kind in shared.get("only", KINDS)]
    for i, a in here:
        for j, b in here:
            if i < j and ordered(a, b) not in free:
                kind = model.wanted.get((i, j))
                if kind is None:
                    spec.apart.add(ordered(a, b))
                elif kind in kept:
                    spec.wanted[ordered(a, b)] = kind
                else:
                    spec.typed[ordered(a, b)] = kind


def _wishes(spec: Spec, want: dict[str, list[list[str]]]) -> None:
    for kind, pairs in want.items():
        for a, b in pairs:
            pair = ordered(spec.names.index(a), spec.names.index(b))
            if kind == "apart":
                spec.apart.add(pair)
            elif kind.startswith("maybe_"):
                spec.typed[pair] = KINDS[kind.removeprefix("maybe_")]
            else:
                spec.wanted[pair] = KINDS.get(kind, 0)


def ordered(a: int, b: int) -> tuple[int, int]:
    """Give a pair with the smaller number first."""
    return (a, b) if a < b else (b, a)
