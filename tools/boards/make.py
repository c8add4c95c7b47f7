"""Makes board files: `python -m tools.boards.make east west` or without names all of them.

The annealed sites are kept with the specifications, so that a change of the drawing alone takes seconds and gives
the same graph everywhere. They are searched for again when the wishes change, or with --again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from random import Random

try:
    import numpy as np

    from tools.boards import anneal, clean, lines, mesh, place, shore, write
    from tools.boards.atlas import Floats, projection, real_land
    from tools.boards.field import Field
    from tools.boards.warp import Raster, Spline
except ModuleNotFoundError as error:
    raise SystemExit(f"The board maker lacks {error.name}: pip install 'rondel[boards]'") from error
from tools.boards.spec import FOLDER, LAND, Spec, read_spec

OUT = Path("src/rondel/boards/data")
WORK = Path("out")
SITES = FOLDER / "sites"


def _homes(spec: Spec, real: Floats) -> Floats:
    home = real.copy()
    for region, (x, y) in spec.places.items():
        home[region] = [x / 100 * spec.frame[0], y / 100 * spec.frame[1]]
    home = np.clip(home, 60, np.array(spec.frame) - 60)
    if "like" in spec.data["make"]:
        return _like(spec, home)
    return home if spec.exact else anneal.spread(home, spec.frame, 6)


def _like(spec: Spec, home: Floats) -> Floats:
    """Start from the finished places of another board, for the cities that both have."""
    model = read_spec(spec.like)
    sites = _sites(model, _judge(model))
    for region, name in enumerate(spec.names):
        if name in model.names:
            home[region] = sites[model.names.index(name)]
    return home


def _judge(spec: Spec) -> anneal.Judge:
    coords = np.array(spec.coords)
    real = projection(spec)(coords[:, 0], coords[:, 1])
    raster = Raster(real_land(spec, WORK / "atlas"), spec.frame)
    return anneal.Judge(spec, real, _homes(spec, real), raster)


def wishes(spec: Spec, judge: anneal.Judge) -> str:
    """Hash everything the annealing aims at: stored sites are valid as long as this stays the same."""
    asked = (sorted(spec.wanted.items()), sorted(spec.typed.items()), sorted(spec.apart), spec.kinds, spec.coords)
    homes = np.rint(judge.home).astype(int).tolist()
    text = json.dumps([spec.data["make"], spec.targets, homes]) + repr(asked)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _sites(spec: Spec, judge: anneal.Judge, again: bool = False) -> Floats:
    """Take the stored sites, or anneal them again if the specification has changed."""
    kept, asked = SITES / f"{spec.id}.json", wishes(spec, judge)
    if kept.exists() and not again:
        found = json.loads(kept.read_text(encoding="utf-8"))
        if found["wishes"] == asked:
            return np.array(found["sites"])
    print(f"{spec.id}: annealing, some minutes")
    rng = Random(spec.seed)
    sites = anneal.polish(judge, rng, spec.steps // 4, anneal.anneal(judge, rng, spec.steps))
    rows = ",\n  ".join(json.dumps(site) for site in sites.tolist())
    kept.write_text(f'{{"wishes": "{asked}", "sites": [\n  {rows}\n]}}\n', encoding="utf-8")
    return sites


def _scale(spec: Spec) -> float:
    """Give the size of type and pieces: the fewer the regions, the larger."""
    room = spec.frame[0] * spec.frame[1] / len(spec.names)
    return float(round(min(1.6, max(1.0, (room / 120_000) ** 0.5)), 2))


def make(spec: Spec, again: bool = False) -> str:
    """Make one board and give the text of its file."""
    judge = _judge(spec)
    sites, real = _sites(spec, judge, again), judge.real
    net = mesh.build(sites, spec.frame)
    field = Field(spec.frame, spec.seed)
    field.fill(Spline(sites, real, 0.01), judge.raster)
    for word, patches in spec.data.get("shore", {}).items():
        for x, y, radius in patches:
            field.blob(np.array([x, y], float), radius, word == "land")
    kinds = shore.kinds_of_edges(net, field, judge.type)
    drawn = _shape(spec, sites, net, field, kinds)
    board = place.Layout(spec, net, field, drawn, sites, _scale(spec))
    board.relief(Spline(real, sites, 0.01), projection(spec))
    return write.text(spec, board)


def _shape(spec: Spec, sites: Floats, net: mesh.Mesh, field: Field, kinds: list[int]) -> list[lines.Line]:
    """Bend the shore to the border types and draw the border lines."""
    count, scale = len(sites), _scale(spec)
    touching = [{k for e, k in zip(net.inner, kinds, strict=True) if region in (e.a, e.b)} for region in range(count)]
    entries = [spec.data["regions"][name] for name in spec.names]
    cities = [entry.get("resource") != "none" for entry in entries]
    islands = [city or bool(entry.get("island")) for city, entry in zip(cities, entries, strict=True)]
    for region in range(count):
        if touching[region] == {LAND}:
            field.area(net.cell(region), 12)
    junctions = shore.junction_kinds(net, kinds, field)
    profiles = [shore.profile(field, e, k, junctions) for e, k in zip(net.inner, kinds, strict=True)]
    shore.bend(field, profiles, junctions)
    cells = clean.Cells(field, net, profiles, count)
    clean.tidy(cells, sites, islands)
    clean.ground(cells, sites, cities, 30 * scale)
    clean.water(cells, sites, [touching[region] != {LAND} for region in range(count)], 25 * scale)
    shore.bend(field, profiles, junctions)
    clean.smooth(field)
    clean.trim(field)
    clean.tidy(cells, sites, islands)
    # what the clearing took from a border is given back
    shore.bend(field, profiles, junctions)
    clean.extend(field)
    rng = Random(spec.seed)
    return [lines.draw(field, item, rng) for item in profiles]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", help="ids; all boards if none is given")
    parser.add_argument("--again", action="store_true", help="search for the sites again even if nothing has changed")
    args = parser.parse_args()
    for board in args.boards or sorted(path.stem for path in FOLDER.glob("*.toml")):
        text = make(read_spec(board), args.again)
        (OUT / f"{board}.toml").write_text(text, encoding="utf-8")
        print(f"{board}: {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
