"""Land as a height field over the frame: above zero is land. The field is bent until the shore suits the borders."""

from __future__ import annotations

import itertools

import contourpy
import numpy as np
from scipy import ndimage
from shapely import contains_xy
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.boards.atlas import Floats
from tools.boards.warp import Raster, Spline

STEP = 3
#: the field reaches this far beyond the frame, so that the coast is cut cleanly by it
RIM = 60


class Field:
    """Signed distances to the shore on a grid of STEP units."""

    def __init__(self, frame: tuple[int, int], seed: int) -> None:
        self.frame = frame
        self.xs = np.arange(-RIM, frame[0] + RIM + 1, STEP, dtype=float)
        self.ys = np.arange(-RIM, frame[1] + RIM + 1, STEP, dtype=float)
        self.height: Floats = np.zeros((len(self.ys), len(self.xs)))
        self.noise = fractal((len(self.ys), len(self.xs)), seed)

    def fill(self, spline: Spline, raster: Raster) -> None:
        """Take the height from the real map through the inverse warp."""
        depth = ndimage.distance_transform_edt(raster.cells) - ndimage.distance_transform_edt(~raster.cells)
        depth = depth * raster.step
        for row, y in enumerate(self.ys):
            points = np.stack([self.xs, np.full_like(self.xs, y)], axis=1)
            where = (spline(points) + raster.margin) / raster.step
            self.height[row] = ndimage.map_coordinates(depth, [where[:, 1], where[:, 0]], order=1, mode="nearest")

    def at(self, points: Floats) -> Floats:
        """Read the height at points of shape (n, 2)."""
        where = [(points[:, 1] + RIM) / STEP, (points[:, 0] + RIM) / STEP]
        answer: Floats = ndimage.map_coordinates(self.height, where, order=1, mode="nearest")
        return answer

    def _window(self, points: Floats, reach: float) -> tuple[slice, slice]:
        low, high = points.min(axis=0) - reach, points.max(axis=0) + reach
        rows = slice(max(0, int((low[1] + RIM) / STEP)), max(0, int((high[1] + RIM) / STEP) + 2))
        columns = slice(max(0, int((low[0] + RIM) / STEP)), max(0, int((high[0] + RIM) / STEP) + 2))
        return rows, columns

    def band(self, start: Floats, end: Floats, width: float, land: bool, taper: tuple[bool, bool]) -> None:
        """Lay a band of land or sea along a segment, with a ragged edge; a tapered end runs out to nothing."""
        window = self._window(np.stack([start, end]), 3 * width)
        x, y = np.meshgrid(self.xs[window[1]], self.ys[window[0]])
        along, length = end - start, float(np.hypot(*(end - start))) or 1.0
        t = ((x - start[0]) * along[0] + (y - start[1]) * along[1]) / length
        s = np.clip(t, 0, length)
        distance = np.hypot(x - start[0] - along[0] / length * s, y - start[1] - along[1] / length * s)
        wide = width * (1 + 0.9 * self.noise[window])
        if taper[0]:
            wide = wide * np.clip(s / (2.2 * width), 0.02, 1)
        if taper[1]:
            wide = wide * np.clip((length - s) / (2.2 * width), 0.02, 1)
        self._press(window, wide - distance, land)

    def blob(self, centre: Floats, radius: float, land: bool) -> None:
        """Lay a ragged patch of land or sea around a point."""
        window = self._window(centre[None, :], 2 * radius)
        x, y = np.meshgrid(self.xs[window[1]], self.ys[window[0]])
        distance = np.hypot(x - centre[0], y - centre[1])
        self._press(window, radius * (1 + 0.6 * self.noise[window]) - distance, land)

    def area(self, cell: Polygon, floor: float) -> None:
        """Raise a whole cell to land."""
        inside = mask(cell, self.xs, self.ys)
        self.height[inside] = np.maximum(self.height[inside], floor)

    def _press(self, window: tuple[slice, slice], shape: Floats, land: bool) -> None:
        old = self.height[window]
        self.height[window] = np.maximum(old, shape) if land else np.minimum(old, -shape)

    def polygons(self, speck: float) -> BaseGeometry:
        """Trace the shore, without specks of land or water."""
        maker = contourpy.contour_generator(self.xs, self.ys, self.height, fill_type=contourpy.FillType.OuterOffset)
        points, offsets, *_ = maker.filled(0, 1e9)
        found = []
        for ring_points, ring_offsets in zip(points, offsets, strict=True):
            assert ring_points is not None
            assert ring_offsets is not None
            rings = [ring_points[i:j] for i, j in itertools.pairwise(ring_offsets.tolist())]
            shell = Polygon(rings[0])
            if shell.area > speck:
                holes = [ring for ring in rings[1:] if Polygon(ring).area > 3 * speck]
                found.append(Polygon(rings[0], holes).buffer(0))
        return unary_union(found)


def mask(cell: BaseGeometry, xs: Floats, ys: Floats) -> np.ndarray:
    """Say which grid points lie in a cell."""
    x, y = np.meshgrid(xs, ys)
    answer: np.ndarray = contains_xy(cell, x, y)
    return answer


def fractal(shape: tuple[int, int], seed: int) -> Floats:
    """Make smooth noise between about -1 and 1 with detail at several scales."""
    rng = np.random.default_rng(seed)
    total: Floats = np.zeros(shape)
    for cells, weight in ((14, 0.5), (7, 0.35), (3.5, 0.2)):
        small = rng.standard_normal((int(shape[0] / cells) + 3, int(shape[1] / cells) + 3))
        zoomed = ndimage.zoom(small, cells, order=3)[: shape[0], : shape[1]]
        total += weight * zoomed
    return np.clip(total, -1, 1)
