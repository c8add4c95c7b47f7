"""Cleans up after bending: no slivers of land, no puddles, land under every city, water for every galley."""

from __future__ import annotations

import numpy as np
from scipy import ndimage
from shapely.geometry import LineString
from shapely.ops import unary_union

from tools.boards.atlas import Floats
from tools.boards.field import RIM, STEP, Field, mask
from tools.boards.mesh import Mesh
from tools.boards.shore import WIDTH, Profile

Mask = np.ndarray


class Cells:
    """Each region's grid points, with the distance to its outline and the points near its land and sea borders."""

    def __init__(self, field: Field, mesh: Mesh, profiles: list[Profile], count: int) -> None:
        self.field = field
        self.masks: list[Mask] = [mask(mesh.cell(region), field.xs, field.ys) for region in range(count)]
        self.inside: list[Floats] = [ndimage.distance_transform_edt(cell) * STEP for cell in self.masks]
        self.land_near = [self._near(profiles, region, True) for region in range(count)]
        self.sea_near = [self._near(profiles, region, False) for region in range(count)]

    def _near(self, profiles: list[Profile], region: int, land: bool) -> Mask:
        lines = []
        for item in profiles:
            if region in (item.edge.a, item.edge.b):
                start, end = np.array(item.edge.start, float), np.array(item.edge.end, float)
                along = (end - start) / item.edge.length
                # a part's outermost points belong to the shore, not to the part
                lines += [
                    LineString([start + along * (low + 8), start + along * (high - 8)])
                    for low, high, is_land in item.parts
                    if is_land == land
                ]
        if not lines:
            return np.zeros_like(self.masks[region])
        return mask(unary_union(lines).buffer(2.5 * STEP), self.field.xs, self.field.ys)

    def distance(self, point: Floats) -> Floats:
        """Give every grid point's distance to a point."""
        x, y = np.meshgrid(self.field.xs, self.field.ys)
        answer: Floats = np.hypot(x - point[0], y - point[1])
        return answer


def tidy(cells: Cells, sites: Floats, cities: list[bool]) -> None:
    """Sink land that belongs to nothing, fill water that leads nowhere, region by region."""
    for region in range(len(sites)):
        _sink(cells, region, sites[region], cities[region])
        _fill(cells, region)


def _sink(cells: Cells, region: int, site: Floats, city: bool) -> None:
    height, cell = cells.field.height, cells.masks[region]
    parts, count = ndimage.label(cell & (height > 0))
    if not count:
        return
    far = cells.distance(site)
    home = int(parts.flat[np.where(parts > 0, far, 1e9).argmin()]) if city else 0
    for part in range(1, count + 1):
        here = parts == part
        island = cells.inside[region][here].min() > 1.5 * WIDTH
        if part != home and not island and not (here & cells.land_near[region]).any():
            height[here] = -8.0


def _fill(cells: Cells, region: int) -> None:
    height, cell = cells.field.height, cells.masks[region]
    parts, count = ndimage.label(cell & (height <= 0))
    rim = np.zeros_like(cell)
    edge = RIM // STEP + 2
    rim[:edge], rim[-edge:], rim[:, :edge], rim[:, -edge:] = True, True, True, True
    for part in range(1, count + 1):
        here = parts == part
        if not (here & cells.sea_near[region]).any() and not ((here & rim).any() and here.sum() * STEP**2 > 6000):
            height[here] = 8.0


#: spits and inlets narrower than this, in units, would only be spikes on the map
SPIKE = 14.0


def smooth(field: Field) -> None:
    """Take spits of land off and fill narrow inlets; an island keeps its shape however small it is."""
    for land in (True, False):
        here = field.height > 0 if land else field.height <= 0
        thin = here & ~_opened(here, SPIKE / 2 / STEP)
        parts, count = ndimage.label(thin)
        rooted = set(np.unique(parts[ndimage.binary_dilation(here & ~thin)]).tolist()) - {0}
        spikes = np.isin(parts, list(rooted)) if count else thin
        field.height[spikes] = -4.0 if land else 4.0


def trim(field: Field, least: float = 36.0) -> None:
    """Clear land or sea that only just reaches into the frame: it would look like a flaw of the frame itself."""
    inset = np.minimum.outer(
        np.minimum(field.ys, field.frame[1] - field.ys), np.minimum(field.xs, field.frame[0] - field.xs)
    )
    for land in (True, False):
        parts, count = ndimage.label(((field.height > 0) == land) & (inset >= 0))
        deep = ndimage.maximum(inset, parts, range(1, count + 1))
        shallow = [part + 1 for part, depth in enumerate(deep) if depth < least]
        field.height[np.isin(parts, shallow)] = -8.0 if land else 8.0


def extend(field: Field) -> None:
    """Carry the ground at the frame straight on beyond it, so that no shore runs along the frame."""
    # the outermost grid points belong to no region and are never tidied
    edge = RIM // STEP + 2
    rows, columns = (np.clip(np.arange(size), edge, size - 1 - edge) for size in field.height.shape)
    field.height = field.height[np.ix_(rows, columns)]


def _opened(shape: Mask, radius: float) -> Mask:
    """Keep what a disc of that radius can reach without leaving the shape."""
    core = ndimage.distance_transform_edt(shape) > radius
    answer: Mask = (ndimage.distance_transform_edt(~core) <= radius) & shape
    return answer


def ground(cells: Cells, sites: Floats, cities: list[bool], radius: float) -> None:
    """Give every city enough land to stand on, at its site if it can be."""
    for region, site in enumerate(sites):
        if not cities[region]:
            continue
        land = cells.masks[region] & (cells.field.height > 0)
        room = np.minimum(ndimage.distance_transform_edt(land) * STEP, cells.inside[region])
        near = np.where(room > radius, cells.distance(site), 1e9)
        if near.min() > 130:
            cells.field.blob(_inner_point(cells, region, site, 1.3 * radius + WIDTH), 1.5 * radius, True)


def water(cells: Cells, sites: Floats, takes_galleys: list[bool], radius: float) -> None:
    """Give every region with a sea border water enough for a galley."""
    for region, site in enumerate(sites):
        if not takes_galleys[region]:
            continue
        sea = cells.masks[region] & (cells.field.height <= 0)
        room = np.minimum(ndimage.distance_transform_edt(sea) * STEP, cells.inside[region])
        if room.max() < radius + 4:
            spot = _bay(cells, region, site, radius + 6)
            if spot is not None:
                cells.field.blob(spot, 1.35 * radius, False)


def _bay(cells: Cells, region: int, site: Floats, depth: float) -> Floats | None:
    near = cells.sea_near[region]
    to_sea = ndimage.distance_transform_edt(~near) * STEP
    right = cells.masks[region] & (cells.inside[region] > depth)
    if not right.any():
        return None
    cost = np.where(right, to_sea - 0.3 * np.minimum(cells.distance(site), 200), 1e9)
    return _grid_point(cells.field, int(cost.argmin()))


def _inner_point(cells: Cells, region: int, site: Floats, depth: float) -> Floats:
    inside = cells.inside[region]
    deep = inside >= min(depth, 0.9 * inside.max())
    return _grid_point(cells.field, int(np.where(deep, cells.distance(site), 1e9).argmin()))


def _grid_point(field: Field, flat: int) -> Floats:
    row, column = divmod(flat, len(field.xs))
    return np.array([field.xs[column], field.ys[row]])
