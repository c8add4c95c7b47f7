"""Real coastlines: fetches the npm package world-atlas (Natural Earth, public domain), decodes and projects it."""

from __future__ import annotations

import json
import math
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.boards.spec import Spec

Floats = NDArray[np.float64]

PACKAGE = "world-atlas@2.0.2"


def fetch(folder: Path) -> Path:
    """Fetch the package with npm unless it is there already, and give the folder of its files."""
    unpacked = folder / "package"
    if not (unpacked / "land-50m.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", PACKAGE], cwd=folder, check=True, capture_output=True)
        with tarfile.open(next(folder.glob("world-atlas-*.tgz"))) as archive:
            archive.extractall(folder, filter="data")
    return unpacked


def _arcs(topology: dict[str, Any]) -> list[Floats]:
    scale, shift = np.array(topology["transform"]["scale"]), np.array(topology["transform"]["translate"])
    return [np.cumsum(np.array(arc, dtype=float), axis=0) * scale + shift for arc in topology["arcs"]]


def _ring(indices: list[int], arcs: list[Floats]) -> Floats:
    parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in indices]
    return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])


def _polygons(topology: dict[str, Any]) -> list[Polygon]:
    arcs = _arcs(topology)
    found = []
    for geometry in topology["objects"]["land"]["geometries"]:
        for polygon in geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]:
            rings = [_ring(ring, arcs) for ring in polygon]
            found.append(Polygon(rings[0], [ring for ring in rings[1:] if len(ring) > 3]))
    return found


@dataclass(frozen=True)
class Projection:
    """A Lambert conformal conic projection, scaled so that the spec's window fills the frame."""

    cone: float
    factor: float
    middle: float
    scale: tuple[float, float] = (1.0, 1.0)
    shift: tuple[float, float] = (0.0, 0.0)

    def __call__(self, lon: Floats, lat: Floats) -> Floats:
        """Project degrees to frame units, array of shape (n, 2)."""
        radius = self.factor / np.tan(np.pi / 4 + np.radians(lat) / 2) ** self.cone
        angle = self.cone * np.radians(lon - self.middle)
        x, y = radius * np.sin(angle), radius * np.cos(angle)
        return np.stack([x * self.scale[0] + self.shift[0], y * self.scale[1] + self.shift[1]], axis=-1)


def projection(spec: Spec) -> Projection:
    """Build the projection of a board from its window [west, south, east, north]."""
    west, south, east, north = spec.window
    low, high = math.radians(south + (north - south) / 6), math.radians(north - (north - south) / 6)
    tangent = [math.tan(math.pi / 4 + angle / 2) for angle in (low, high)]
    cone = math.log(math.cos(low) / math.cos(high)) / math.log(tangent[1] / tangent[0])
    factor = math.cos(low) * tangent[0] ** cone / cone
    plain = Projection(cone, factor, (west + east) / 2)
    middle = (west + east) / 2
    corners = plain(np.array([west, east, middle, middle]), np.array([south, south, south, north]))
    width = corners[1, 0] - corners[0, 0]
    top, bottom = corners[3, 1], (corners[2, 1] + corners[0, 1]) / 2
    wide, high_ = spec.frame
    scale = (wide / width, high_ / (bottom - top))
    return Projection(cone, factor, middle, scale, (-corners[0, 0] * scale[0], -top * scale[1]))


def real_land(spec: Spec, folder: Path) -> BaseGeometry:
    """Give the real land around the board's window, projected to frame units, without specks."""
    topology = json.loads((fetch(folder) / f"land-{spec.atlas}.json").read_text(encoding="utf-8"))
    west, south, east, north = spec.window
    margin = 0.35 * max(east - west, north - south)
    window = box(west - margin, max(south - margin, -60), east + margin, min(north + margin, 80))
    project = projection(spec)
    pieces = []
    for polygon in _polygons(topology):
        clipped = polygon.buffer(0).intersection(window) if polygon.envelope.intersects(window) else None
        if clipped is not None and not clipped.is_empty:
            pieces += [_projected(part, project) for part in polygons_of(clipped)]
    return unary_union([piece for piece in pieces if piece.area > spec.speck])


def polygons_of(shape: BaseGeometry) -> list[Polygon]:
    """List the polygons of any shape."""
    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [shape]
    return [part for piece in getattr(shape, "geoms", ()) for part in polygons_of(piece)]


def _projected(polygon: Polygon, project: Projection) -> Polygon | MultiPolygon:
    def ring(coordinates: Any) -> Floats:
        points = np.array(coordinates)
        return project(points[:, 0], points[:, 1])

    return Polygon(ring(polygon.exterior.coords), [ring(hole.coords) for hole in polygon.interiors]).buffer(0)
