"""Thin-plate splines between the real map and the drawn one, and a raster of the land to ask quickly."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw
from shapely.geometry.base import BaseGeometry

from tools.boards.atlas import Floats, polygons_of


class Spline:
    """A smooth map of the plane that takes the given points to the given targets."""

    def __init__(self, source: Floats, target: Floats, stiffness: float = 0.0) -> None:
        self.source = source / 1000
        n = len(source)
        system = np.zeros((n + 3, n + 3))
        system[:n, :n] = _kernel(self.source, self.source) + stiffness * np.eye(n)
        system[:n, n] = system[n, :n] = 1
        system[:n, n + 1 :] = self.source
        system[n + 1 :, :n] = self.source.T
        right = np.zeros((n + 3, 2))
        right[:n] = target
        self.weights = np.linalg.solve(system, right)

    def __call__(self, points: Floats) -> Floats:
        """Map points of shape (n, 2)."""
        small = points / 1000
        n = len(self.source)
        answer: Floats = (
            _kernel(small, self.source) @ self.weights[:n] + self.weights[n] + small @ self.weights[n + 1 :]
        )
        return answer


def _kernel(a: Floats, b: Floats) -> Floats:
    square = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=-1)
    answer: Floats = 0.5 * square * np.log(square + 1e-12)
    return answer


class Raster:
    """A picture of the land in which a point is looked up at once."""

    def __init__(self, land: BaseGeometry, frame: tuple[int, int], margin: float = 900, step: float = 3) -> None:
        self.margin, self.step = margin, step
        size = tuple(int((side + 2 * margin) / step) for side in frame)
        image = Image.new("1", (size[0], size[1]))
        pen = ImageDraw.Draw(image)
        for polygon in sorted(polygons_of(land), key=lambda part: -part.area):
            pen.polygon([self._pixel(point) for point in polygon.exterior.coords], fill=1)
            for hole in polygon.interiors:
                pen.polygon([self._pixel(point) for point in hole.coords], fill=0)
        self.cells = np.array(image, dtype=bool)

    def _pixel(self, point: tuple[float, ...]) -> tuple[float, float]:
        return (point[0] + self.margin) / self.step, (point[1] + self.margin) / self.step

    def __call__(self, points: Floats) -> Floats:
        """Say for each point of shape (n, 2) whether it lies on land, as 0 or 1."""
        column = np.clip((points[:, 0] + self.margin) / self.step, 0, self.cells.shape[1] - 1).astype(int)
        row = np.clip((points[:, 1] + self.margin) / self.step, 0, self.cells.shape[0] - 1).astype(int)
        answer: Floats = self.cells[row, column].astype(float)
        return answer
