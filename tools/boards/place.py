"""Finds places for cities, names and pieces, so that nothing lies on anything else."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy import ndimage
from shapely import prepare
from shapely.geometry import Polygon, box

from rondel.boards.geometry import MEDALLION, PIECE, TYPE, Box, Label, Place
from rondel.boards.geometry import Line as Drawn
from rondel.boards.geometry import join as join_lines
from rondel.boards.lettering import label_box
from tools.boards import relief
from tools.boards.atlas import Floats, Projection, polygons_of
from tools.boards.field import RIM, STEP, Field, mask
from tools.boards.lines import Line
from tools.boards.mesh import OUTSIDE, Mesh, Point
from tools.boards.phone import phone_labels
from tools.boards.spec import BOTH, LAND, SEA, Spec
from tools.boards.warp import Spline

#: grid of possible places
GRID = 2 * STEP
GAP = 4.0
#: how far the land is drawn beyond the frame
BEYOND = 45


@dataclass
class Draft:
    """A region's place while it is being sought."""

    city: Floats
    label: Label
    box: Box
    legions: list[Floats] = field(default_factory=list)
    galleys: list[Floats] = field(default_factory=list)
    cost: float = 0.0


class Layout:
    """A board with everything placed."""

    def __init__(self, spec: Spec, net: Mesh, ground: Field, drawn: list[Line], sites: Floats, scale: float) -> None:
        self.spec, self.lines, self.scale, self.sites = spec, drawn, scale, sites
        self.outer = net.outer
        # the land goes on behind the frame, so that no shore is drawn along it
        wide, high = spec.frame
        sheet = box(-BEYOND, -BEYOND, wide + BEYOND, high + BEYOND)
        self.land = ground.polygons(spec.speck).intersection(sheet).simplify(0.8)
        self.xs, self.ys = ground.xs[::2], ground.ys[::2]
        self.grid = np.stack(np.meshgrid(self.xs, self.ys), axis=-1)
        height = ground.height[::2, ::2]
        self.on_land: Floats = ndimage.distance_transform_edt(height > 0) * GRID
        self.at_sea: Floats = ndimage.distance_transform_edt(height <= 0) * GRID
        self.shapes = [Polygon(self._ring(region)) for region in range(len(sites))]
        self.boxes: list[Box] = []
        self.drafts: dict[int, Draft] = {}
        self._place_all()
        self.phones = phone_labels(self)
        self.marks: list[tuple[str, int, int, int]] = []

    @property
    def radius(self) -> float:
        """The radius of a medallion with its margin for a temple."""
        return MEDALLION * self.scale * 1.2

    @property
    def piece(self) -> float:
        """The radius of a piece."""
        return PIECE * self.scale

    def _ring(self, region: int) -> tuple[Point, ...]:
        sides = [tuple(line.points) for line in self.lines if region in (line.a, line.b)]
        sides += [(edge.start, edge.end) for edge in self.outer if edge.a == region]
        return join_lines(sides)

    def kinds(self, region: int) -> set[int]:
        """Give the border types of a region."""
        return {line.kind for line in self.lines if region in (line.a, line.b)}

    def _place_all(self) -> None:
        rooms = [self._inside(region).max() for region in range(len(self.shapes))]
        for region in sorted(range(len(rooms)), key=lambda number: rooms[number]):
            draft = self._best(region)
            self.drafts[region] = draft
            self.boxes += [draft.box, *self._circle_boxes(draft)]

    def _circle_boxes(self, draft: Draft) -> list[Box]:
        found = [square(draft.city, self.radius)]
        return found + [square(slot, self.piece) for slot in draft.legions + draft.galleys]

    def _inside(self, region: int) -> Floats:
        cell = mask(self.shapes[region], self.xs, self.ys)
        edge = RIM // GRID + 1
        cell[:edge], cell[-edge:], cell[:, :edge], cell[:, -edge:] = False, False, False, False
        answer: Floats = ndimage.distance_transform_edt(cell) * GRID
        return answer

    def _best(self, region: int) -> Draft:
        view = Window(self, region)
        prepare(self.shapes[region])
        drafts = [d for city in self._cities(region, view) for d in self._labelled(region, city)]
        drafts.sort(key=lambda draft: draft.cost)
        for draft in drafts[:24]:
            self._add_slots(region, draft, view)
        return min(drafts[:24], key=lambda draft: draft.cost)

    def _cities(self, region: int, view: Window) -> list[tuple[Floats, float]]:
        """List good places for the city, each with its cost."""
        away = np.hypot(*(view.grid - self.sites[region]).transpose(2, 0, 1))
        need = self.radius + GAP
        cost = away / 70 + 6 * np.clip(1 - view.inside / need, 0, None)
        if self.spec.data["regions"][self.spec.names[region]].get("resource") != "none":
            cost += 5 * np.clip(1 - view.on_land / (0.9 * MEDALLION * self.scale), 0, None)
        order = np.argsort(np.where(view.inside > 0, cost, 1e9), axis=None)[:900:9]
        return [(view.grid.reshape(-1, 2)[i], float(cost.flat[i])) for i in order]

    def _labelled(self, region: int, city: tuple[Floats, float]) -> list[Draft]:
        name, (point, cost) = self.spec.names[region], city
        if any(touches(square(point, self.radius), other) for other in self.boxes):
            return []
        found = []
        for lines in (1, 2) if " " in name else (1,):
            for label, extra in self._label_places(name, point, lines):
                shape = label_box(name, label)
                if not self._blocked(shape):
                    fit = self._overflow(region, shape)
                    found.append(Draft(point, label, shape, cost=cost + extra + fit))
        return found

    def _label_places(self, name: str, point: Floats, lines: int) -> list[tuple[Label, float]]:
        size = round(TYPE * self.scale)
        left, top, right, bottom = label_box(name, Label(0, 0, lines, size))
        down, side = self.radius + (bottom - top) / 2, self.radius + (right - left) / 2 + GAP
        spots = [(0, down, 0.0), (0, -down, 0.25), (side, 0, 0.5), (-side, 0, 0.5)]
        spots += [(dx, dy, 0.4) for dx in (-0.6 * side, 0.6 * side) for dy in (down, -down)]
        extra = 0.3 if lines == 2 else 0.0
        return [(Label(round(point[0] + x), round(point[1] + y), lines, size), c + extra) for x, y, c in spots]

    def _blocked(self, shape: Box) -> bool:
        wide, high = self.spec.frame
        if shape[0] < 8 or shape[1] < 8 or shape[2] > wide - 8 or shape[3] > high - 8:
            return True
        return any(touches(shape, other) for other in self.boxes)

    def _overflow(self, region: int, shape: Box) -> float:
        outer = box(shape[0] - GAP, shape[1] - GAP, shape[2] + GAP, shape[3] + GAP)
        if self.shapes[region].contains(outer):
            return 0.0
        return 2.5 + 12 * (1 - self.shapes[region].intersection(outer).area / outer.area)

    def _add_slots(self, region: int, draft: Draft, view: Window) -> None:
        kinds = self.kinds(region)
        takes = [bool(kinds & {LAND, BOTH}), bool(kinds & {SEA, BOTH})]
        need = self.piece + GAP
        free = view.free & (view.gap(draft.box) > need) & (view.gap(square(draft.city, self.radius)) > need)
        most = 3 if all(takes) else 5
        if takes[1]:
            draft.galleys = self._slots(draft, free, view, view.at_sea, most)
        if takes[0]:
            draft.legions = self._slots(draft, free, view, view.on_land, most)
        for taken, slots in zip(takes, (draft.legions, draft.galleys), strict=True):
            draft.cost += {0: 12.0, 1: 1.5, 2: 0.4}.get(len(slots), 0.0) if taken else 0.0

    def _slots(self, draft: Draft, free: np.ndarray, view: Window, depth: Floats, most: int) -> list[Floats]:
        """Find places on the right ground, the first one anywhere if need be; `free` shrinks with each."""
        cost = np.hypot(*(view.grid - draft.city).transpose(2, 0, 1)) + 8 * np.clip(self.piece - depth, 0, None)
        found: list[Floats] = []
        while len(found) < most:
            spots = np.where(free & (depth > 0) if found else free, cost, 1e9)
            best = int(spots.argmin())
            if spots.flat[best] >= 1e9:
                break
            point = view.grid.reshape(-1, 2)[best]
            found.append(point)
            free &= np.abs(view.grid - point).max(axis=-1) > 2 * self.piece + GAP
        return found

    def places(self) -> list[Place]:
        """Give the places of all regions."""
        found = []
        for region in range(len(self.shapes)):
            draft = self.drafts[region]
            slots = [tuple((int(x), int(y)) for x, y in group) for group in (draft.legions, draft.galleys)]
            city = (int(draft.city[0]), int(draft.city[1]))
            found.append(Place(city, draft.label, self.phones[region], slots[0], slots[1]))
        return found

    def border_lines(self) -> list[Drawn]:
        """Give the border lines and the frame's stretches."""
        found = [Drawn(line.a, line.b, tuple((land, tuple(p)) for land, p in line.parts)) for line in self.lines]
        return found + [Drawn(edge.a, OUTSIDE, ((False, (edge.start, edge.end)),)) for edge in self.outer]

    def land_rings(self) -> list[list[list[Point]]]:
        """Give the land in whole numbers, largest first."""
        pieces = sorted(polygons_of(self.land), key=lambda piece: -piece.area)
        return [[whole(ring.coords) for ring in (piece.exterior, *piece.interiors)] for piece in pieces]

    def relief(self, warp: Spline, project: Projection) -> None:
        """Scatter mountains, woods and dunes where nothing else stands."""
        self.marks = relief.scatter(self, warp, project)


class Window:
    """The part of the grid around one region, with what is asked of it again and again."""

    def __init__(self, layout: Layout, region: int) -> None:
        inside = layout._inside(region)
        rows, columns = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
        cut = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        self.grid, self.inside = layout.grid[cut], inside[cut]
        self.on_land, self.at_sea = layout.on_land[cut], layout.at_sea[cut]
        need = layout.piece + GAP
        self.free = self.inside > need
        for shape in layout.boxes:
            self.free &= self.gap(shape) > need

    def gap(self, shape: Box) -> Floats:
        """Give each grid point's distance to a box, along the axes."""
        x, y = self.grid[..., 0], self.grid[..., 1]
        answer: Floats = np.maximum.reduce([shape[0] - x, x - shape[2], shape[1] - y, y - shape[3]])
        return answer


def square(point: Floats, radius: float) -> Box:
    """Give the box around a circle."""
    return point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius


def touches(one: Box, two: Box) -> bool:
    """Say whether two boxes overlap or nearly do."""
    return one[0] < two[2] + GAP and two[0] < one[2] + GAP and one[1] < two[3] + GAP and two[1] < one[3] + GAP


def whole(coordinates: object) -> list[Point]:
    """Round a closed ring to whole units, without doubled points and without repeating the first."""
    found: list[Point] = []
    for x, y in np.rint(np.array(coordinates)).astype(int).tolist():
        if not found or found[-1] != (x, y):
            found.append((x, y))
    return found[:-1] if len(found) > 1 and found[0] == found[-1] else found
