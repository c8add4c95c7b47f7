"""Fitting a net to samples: cross-entropy by Adam, written once for NumPy and for PyTorch (on a GPU as well).

The net has two layers, so its gradient is written out: the same lines run on arrays of NumPy and on tensors, and where
PyTorch is missing nothing is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from math import cos, pi
from typing import Any, Final

import numpy as np

from rondel.bots.net import parameter_counts
from tools.learn.samples import Array

#: of Adam
MEMORY: Final = (0.9, 0.999)
TINY: Final = 1e-8


@dataclass(slots=True)
class Group:
    """Positions with the same numbers of sides and seats."""

    rows: Array  # [position, side, input]
    base: Array  # [position, side]
    target: Array  # [position, seat]
    weight: Array  # [position]

    def __len__(self) -> int:
        return len(self.base)


@dataclass(slots=True)
class Shape:
    """How large a net is."""

    inputs: int
    width: int = 32
    second: int = 16

    def split(self, flat: Any) -> list[Any]:
        """Give the parts of a net's numbers as tables."""
        width, second = self.width, self.second
        shapes = ((self.inputs, width), (width,), *((width, second),) * 3, (second,), (second,))
        parts, start = [], 0
        for count, shape in zip(parameter_counts(self.inputs, width, second), shapes, strict=True):
            parts.append(flat[start : start + count].reshape(shape))
            start += count
        return parts


def gathered(groups: Sequence[Group]) -> Group:
    """Put groups of the same shape together."""
    return Group(*(np.concatenate([getattr(group, entry.name) for group in groups]) for entry in fields(Group)))


def fresh(shape: Shape, seed: int) -> Array:
    """Give a net that adds nothing yet: random units, zero output weights."""
    rng = np.random.default_rng(seed)
    first, bias, own, mean, most, second, read = shape.split(
        np.zeros(sum(parameter_counts(shape.inputs, shape.width, shape.second)), np.float32)
    )
    first = rng.normal(0.0, 0.7 / np.sqrt(12.0), first.shape)
    own = rng.normal(0.0, np.sqrt(2.0 / (3 * shape.width)), own.shape)
    mean = rng.normal(0.0, np.sqrt(2.0 / (3 * shape.width)), mean.shape)
    most = rng.normal(0.0, np.sqrt(2.0 / (3 * shape.width)), most.shape)
    return np.concatenate([part.ravel() for part in (first, bias, own, mean, most, second, read)]).astype(np.float32)


class Arrays:
    """Where the numbers are: NumPy, or PyTorch on a device."""

    def __init__(self, device: str = "numpy") -> None:
        self.device = device
        self.lib: Any = np
        if device != "numpy":
            import torch

            self.lib = torch

    def put(self, array: Array) -> Any:
        """Bring an array there as float32."""
        made = np.ascontiguousarray(array, dtype=np.float32)
        return made if self.lib is np else self.lib.from_numpy(made).to(self.device)

    def hold(self, group: Group) -> Group:
        """Bring a group there as it is, once for a whole fit."""
        if self.lib is np:
            return group
        arrays = (group.rows, group.base, group.target, group.weight)
        return Group(*(self.lib.from_numpy(np.ascontiguousarray(array)).to(self.device) for array in arrays))

    def take(self, group: Group, chosen: Any) -> tuple[Any, ...]:
        """Give some positions of a group that is held, as float32."""
        arrays = (group.rows, group.base, group.target, group.weight)
        if self.lib is np:
            return tuple(array[chosen].astype(np.float32) for array in arrays)
        if not isinstance(chosen, slice):
            chosen = self.lib.from_numpy(chosen).to(self.device)
        return tuple(array[chosen].float() for array in arrays)

    def get(self, array: Any) -> Array:
        """Bring an array back."""
        return np.array(array if self.lib is np else array.cpu().numpy())


def judged(lib: Any, parts: Sequence[Any], rows: Any) -> tuple[Any, ...]:
    """Give what the net adds to each side's score, and the steps towards it."""
    first, bias, own, mean, most, second, read = parts
    units = (rows @ first + bias).clip(0)
    sides = rows.shape[1]
    total = units.sum(1)[:, None, :]
    others = (total - units) / max(1, sides - 1)
    high = lib.stack([_most(lib, units, side) for side in range(sides)], 1)
    hidden = (units @ own + others @ mean + high @ most + second).clip(0)
    return hidden @ read, hidden, units, others, high


def _most(lib: Any, units: Any, side: int) -> Any:
    found = units[:, side] * 0
    for other in range(units.shape[1]):
        if other != side:
            found = lib.maximum(found, units[:, other])
    return found


def chances(lib: Any, scores: Any, seats: int) -> tuple[Any, Any]:
    """Give each side's and each seat's chance; the sides of a seat add up."""
    shares = lib.exp(scores - scores.max() if scores.shape[0] == 0 else scores - _top(lib, scores)[:, None])
    shares = shares / shares.sum(1)[:, None]
    count = scores.shape[1]
    by_seat = lib.stack([sum(shares[:, side] for side in range(seat, count, seats)) for seat in range(seats)], 1)
    return shares, by_seat.clip(1e-7)


def _top(lib: Any, scores: Any) -> Any:
    found = scores[:, 0]
    for side in range(1, scores.shape[1]):
        found = lib.maximum(found, scores[:, side])
    return found


def loss_of(arrays: Arrays, shape: Shape, flat: Any, groups: Sequence[Group], scale: float = 1.0) -> float:
    """Give the mean cross-entropy; with a scale of zero that of the hand-made score alone."""
    lib, total, weight = arrays.lib, 0.0, 0.0
    parts = shape.split(flat)
    for group in groups:
        for start in range(0, len(group), 8192):
            rows, base, target, weights = arrays.take(group, slice(start, start + 8192))
            scores = base + scale * judged(lib, parts, rows)[0]
            _, by_seat = chances(lib, scores, target.shape[1])
            total += float(-((target * lib.log(by_seat)).sum(1) * weights).sum())
            weight += float(weights.sum())
    return total / max(weight, 1e-9)


def gradient(lib: Any, parts: Sequence[Any], rows: Any, base: Any, target: Any, weights: Any) -> list[Any]:
    """Give the gradient of the mean cross-entropy, part by part."""
    _, _, own, mean, most, _, read = parts
    added, hidden, units, others, high = judged(lib, parts, rows)
    sides, seats = units.shape[1], target.shape[1]
    shares, by_seat = chances(lib, base + added, seats)
    wanted = lib.stack(
        [target[:, side % seats] * shares[:, side] / by_seat[:, side % seats] for side in range(sides)], 1
    )
    slope = (shares - wanted) * (weights / weights.sum())[:, None]  # of each side's score
    to_hidden = (slope[:, :, None] * read) * (hidden > 0)
    to_others = (to_hidden @ mean.T) / max(1, sides - 1)
    to_units = to_hidden @ own.T + to_others.sum(1)[:, None, :] - to_others
    to_most = to_hidden @ most.T
    for side in range(sides):
        for other in range(sides):
            if other != side:
                holds = (units[:, other] == high[:, side]) * (high[:, side] > 0)
                to_units[:, other] = to_units[:, other] + to_most[:, side] * holds
    to_units = to_units * (units > 0)
    flat_hidden, flat_units = to_hidden.reshape(-1, to_hidden.shape[2]), to_units.reshape(-1, to_units.shape[2])
    width = units.shape[2]
    return [
        rows.reshape(-1, rows.shape[2]).T @ flat_units,
        flat_units.sum(0),
        units.reshape(-1, width).T @ flat_hidden,
        others.reshape(-1, width).T @ flat_hidden,
        high.reshape(-1, width).T @ flat_hidden,
        flat_hidden.sum(0),
        (slope[:, :, None] * hidden).sum(0).sum(0),
    ]


@dataclass(slots=True)
class Fit:
    """The settings of a fit: passes over the samples, step size, weight decay."""

    epochs: int = 6
    batch: int = 1024
    rate: float = 4e-3
    fade: float = 5.0
    seed: int = 0
    device: str = "numpy"
    curve: list[tuple[float, float]] = field(
        default_factory=list
    )  # loss on held-out samples, and that of the hand-made score


def fit(
    shape: Shape, start: Array, train: Sequence[Group], kept: Sequence[Group], how: Fit, say: Callable[[str], None]
) -> Array:
    """Fit a net with a decaying step size; held-out samples show how well it predicts after each epoch."""
    arrays = Arrays(how.device)
    lib, flat = arrays.lib, arrays.put(start)
    slow, fast = flat * 0, flat * 0
    train, kept = [arrays.hold(group) for group in train], [arrays.hold(group) for group in kept]
    by_hand = loss_of(arrays, shape, flat, kept, 0.0)
    begun = loss_of(arrays, shape, flat, kept)
    say(f"  {sum(map(len, train))} samples, weight decay {how.fade:g}")
    say(f"  kept back: by hand {by_hand:.4f}, at the start {begun:.4f}")
    steps = how.epochs * sum(-(-len(group) // how.batch) for group in train)
    step = 0
    for epoch in range(how.epochs):
        for group, chosen in _batches(train, how, epoch):
            step += 1
            rows, base, target, weights = arrays.take(group, chosen)
            parts = gradient(lib, shape.split(flat), rows, base, target, weights)
            slope = lib.concatenate([part.reshape(-1) for part in parts])
            slow = MEMORY[0] * slow + (1 - MEMORY[0]) * slope
            fast = MEMORY[1] * fast + (1 - MEMORY[1]) * slope * slope
            rate = how.rate * 0.5 * (1.0 + cos(pi * step / steps))
            mean, spread = slow / (1 - MEMORY[0] ** step), fast / (1 - MEMORY[1] ** step)
            flat = flat - rate * (mean / (spread**0.5 + TINY) + how.fade * flat)
        loss = loss_of(arrays, shape, flat, kept)
        how.curve.append((loss, by_hand))
        say(f"  epoch {epoch + 1}: {loss:.4f}")
    return arrays.get(flat)


def _batches(groups: Sequence[Group], how: Fit, epoch: int) -> Iterator[tuple[Group, Array]]:
    """Give parts of all groups in a random order."""
    rng = np.random.default_rng((how.seed, epoch))
    found = []
    for group in groups:
        order = rng.permutation(len(group))
        found += [(group, order[start : start + how.batch]) for start in range(0, len(group), how.batch)]
    for place in rng.permutation(len(found)):
        yield found[place]
