"""Moves the sites until their Voronoi cells have the wanted borders, of the wanted types."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import numpy as np
from scipy.spatial import Voronoi

from tools.boards.atlas import Floats
from tools.boards.spec import BOTH, LAND, SEA, Spec
from tools.boards.warp import Raster, Spline

#: shortest border that a player sees at once, and the shortest land or sea part of a combined one, in frame units
SHORTEST = 80.0
PART = 40.0
SAMPLES = 11


@dataclass
class Edges:
    """The inner edges of a Voronoi diagram: pairs (n, 2), end points (n, 2, 2), lengths (n)."""

    pairs: np.ndarray
    ends: Floats
    lengths: Floats


def edges_of(sites: Floats, frame: tuple[int, int]) -> Edges:
    """Cut the frame into cells; mirrored sites make the frame itself the outer edge."""
    n = len(sites)
    mirrored = [sites]
    for axis, side in ((0, 0.0), (0, float(frame[0])), (1, 0.0), (1, float(frame[1]))):
        near = sites[np.abs(sites[:, axis] - side) < 900].copy()
        near[:, axis] = 2 * side - near[:, axis]
        mirrored.append(near)
    diagram = Voronoi(np.concatenate(mirrored))
    inner = (diagram.ridge_points < n).all(axis=1)
    pairs = np.sort(diagram.ridge_points[inner], axis=1)
    corners = np.array([diagram.ridge_vertices[i] for i in np.flatnonzero(inner)])
    ends = diagram.vertices[corners]
    return Edges(pairs, ends, np.hypot(*(ends[:, 0] - ends[:, 1]).T))


class Judge:
    """Says how far a placing of the sites is from the board that is wanted."""

    def __init__(self, spec: Spec, real: Floats, home: Floats, raster: Raster) -> None:
        n = len(real)
        self.spec, self.real, self.home, self.raster = spec, real, home, raster
        self.want = np.full((n, n), -1 if spec.exact else 0)
        self.type = np.zeros((n, n), dtype=int)
        self._kinds(n)
        for (a, b), kind in spec.wanted.items():
            self.want[a, b] = 1
            self.type[a, b] = kind or self.type[a, b]
        for (a, b), kind in spec.typed.items():
            self.type[a, b] = kind
        for a, b in spec.apart:
            self.want[a, b] = -1
        self.wanted = np.argwhere(self.want == 1)
        self.weight = dict(spec.data["make"].get("weights", {}))
        self.strict = 1.0
        self.close, self.heading = _compass(home)

    def _kinds(self, n: int) -> None:
        kinds = self.spec.kinds
        for a in range(n):
            for b in range(a + 1, n):
                pair = {kinds[a], kinds[b]}
                if {"land", "sea"} <= pair:
                    self.want[a, b] = -1
                elif "land" in pair or "sea" in pair:
                    self.type[a, b] = LAND if "land" in pair else SEA

    def land_lengths(self, sites: Floats, edges: Edges) -> Floats:
        """Give for each edge the length that runs over land, by the warped coast."""
        spline = Spline(sites, self.real, float(self.weight.get("stiff", 0.01)))
        steps = (np.arange(SAMPLES) + 0.5) / SAMPLES
        points = edges.ends[:, None, 0] + (edges.ends[:, 1] - edges.ends[:, 0])[:, None] * steps[None, :, None]
        land = self.raster(spline(points.reshape(-1, 2))).reshape(-1, SAMPLES)
        answer: Floats = land.mean(axis=1) * edges.lengths
        return answer

    def cost(self, sites: Floats) -> float:
        """Give the whole cost; zero would be perfect."""
        edges = edges_of(sites, self.spec.frame)
        answer = (
            self.strict * self._graph_cost(sites, edges) + self._room_cost(sites, edges) + self._compass_cost(sites)
        )
        answer += float(self.weight.get("type", 1.0)) * self._type_cost(sites, edges)
        return answer

    def _graph_cost(self, sites: Floats, edges: Edges) -> float:
        want = self.want[edges.pairs[:, 0], edges.pairs[:, 1]]
        short = np.clip(1 - edges.lengths / SHORTEST, 0, 1)
        answer = 6 * (short[want == 1] ** 1.5).sum() + (4 + edges.lengths[want == -1] / 40).sum()
        # a free border must be long enough to see or not be there: its worst length is half-way
        answer += 3 * np.minimum(short[want == 0], 1 - short[want == 0] + 0.15).sum()
        present = np.zeros_like(self.want)
        present[edges.pairs[:, 0], edges.pairs[:, 1]] = 1
        for a, b in self.wanted:
            if not present[a, b]:
                answer += 8 + np.hypot(*(sites[a] - sites[b])) / 100
        if not self.spec.exact:
            degree = np.bincount(edges.pairs[edges.lengths > SHORTEST / 2].ravel(), minlength=len(sites))
            answer += 5 * (np.clip(3 - degree, 0, None) + np.clip(degree - 6, 0, None)).sum()
        return float(answer)

    def _type_cost(self, sites: Floats, edges: Edges) -> float:
        land = self.land_lengths(sites, edges)
        sea = edges.lengths - land
        kind = self.type[edges.pairs[:, 0], edges.pairs[:, 1]]
        answer = np.clip(sea[kind == LAND] / SHORTEST, 0, 1.5).sum()
        answer += np.clip(land[kind == SEA] / SHORTEST, 0, 1.5).sum()
        both = kind == BOTH
        answer += (np.clip(1 - land[both] / PART, 0, 1) + np.clip(1 - sea[both] / PART, 0, 1)).sum()
        if self.spec.targets:
            answer += self._count_cost(kind, land, sea, edges)
        return float(answer)

    def _count_cost(self, kind: np.ndarray, land: Floats, sea: Floats, edges: Edges) -> float:
        natural = np.where(land < PART, SEA, np.where(sea < PART, LAND, BOTH))
        kind = np.where(kind > 0, kind, natural)[edges.lengths > SHORTEST / 2]
        counts = {"land": (kind == LAND).sum(), "sea": (kind == SEA).sum(), "both": (kind == BOTH).sum()}
        off = sum(max(0, abs(counts[name] - goal) - 1) for name, goal in self.spec.targets.items())
        return float(self.weight.get("count", 0.5)) * float(off)

    def _room_cost(self, sites: Floats, edges: Edges) -> float:
        frame = np.array(self.spec.frame)
        margin = np.minimum(sites, frame - sites).min(axis=1)
        gap = np.hypot(*(sites[edges.pairs[:, 0]] - sites[edges.pairs[:, 1]]).T)
        answer = (
            6 * np.clip(1 - margin / 110, 0, None).sum() + 8 * (np.clip(1 - gap / self._room(), 0, None) ** 1.5).sum()
        )
        moved = ((sites - self.home) ** 2).sum(axis=1) / 300**2
        return float(answer + float(self.weight.get("home", 0.12)) * moved.sum())

    def _compass_cost(self, sites: Floats) -> float:
        """Punish a city that has left its side of a near city: a map may stretch, but not swap its places."""
        line = sites[self.close[:, 1]] - sites[self.close[:, 0]]
        line = line / (np.hypot(*line.T)[:, None] + 1e-9)
        turned = np.clip(0.75 - (line * self.heading).sum(axis=1), 0, None)
        return float(self.weight.get("compass", 0.7)) * float((turned**1.5).sum())

    def _room(self) -> float:
        return float(self.weight.get("room", 210.0))


def _compass(home: Floats) -> tuple[np.ndarray, Floats]:
    """List each site's six nearest sites, shape (n, 2), and the directions to them."""
    apart = np.hypot(*(home[:, None] - home[None, :]).transpose(2, 0, 1))
    nearest = np.argsort(apart, axis=1)[:, 1:7]
    pairs = np.array([(i, j) for i, row in enumerate(nearest) for j in row])
    line = home[pairs[:, 1]] - home[pairs[:, 0]]
    return pairs, line / np.hypot(*line.T)[:, None]


def spread(sites: Floats, frame: tuple[int, int], rounds: int) -> Floats:
    """Ease crowded sites apart: each moves part of the way to the middle of its cell, so that no place is swapped."""
    grid = np.stack(np.meshgrid(np.arange(15, frame[0], 30.0), np.arange(15, frame[1], 30.0)), axis=-1).reshape(-1, 2)
    for _ in range(rounds):
        owner = np.argmin(((grid[:, None] - sites[None, :]) ** 2).sum(axis=-1), axis=1)
        count = np.bincount(owner, minlength=len(sites))[:, None]
        total = np.stack([np.bincount(owner, grid[:, axis], minlength=len(sites)) for axis in (0, 1)], axis=1)
        sites = sites + 0.5 * (total / np.maximum(count, 1) - sites)
    return sites


def anneal(judge: Judge, rng: Random, steps: int, start: Floats | None = None) -> Floats:
    """Run plain simulated annealing and give the best placing found."""
    sites = (judge.home if start is None else start).copy()
    cost = best_cost = judge.cost(sites)
    best = sites.copy()
    heat = 0.9 if judge.spec.exact else 0.35
    for step in range(steps):
        left = 1 - step / steps
        trial = _moved(sites, rng, left)
        trial_cost = judge.cost(trial)
        if trial_cost < cost or rng.random() < math.exp((cost - trial_cost) / (heat * left**2 + 1e-6)):
            sites, cost = trial, trial_cost
            if cost < best_cost:
                best, best_cost = sites.copy(), cost
    return best


def polish(judge: Judge, rng: Random, steps: int, sites: Floats) -> Floats:
    """Go downhill only, in small moves, with the graph counting more than everything else."""
    judge.strict = 4.0
    cost = judge.cost(sites)
    for step in range(steps):
        trial = _moved(sites, rng, 0.25 * (1 - step / steps))
        trial_cost = judge.cost(trial)
        if trial_cost < cost:
            sites, cost = trial, trial_cost
    return sites


def _moved(sites: Floats, rng: Random, left: float) -> Floats:
    trial = sites.copy()
    reach = 3 + 120 * left
    trial[rng.randrange(len(sites))] += [rng.gauss(0, reach), rng.gauss(0, reach)]
    return np.clip(trial, 20, None)
