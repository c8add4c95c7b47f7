"""Names for phone width: much larger type, free to leave their region, but never on a name or a city."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapely.geometry import box

from rondel.boards.geometry import MEDALLION, PHONE, Box, Label
from rondel.boards.lettering import label_box

if TYPE_CHECKING:
    from tools.boards.place import Layout

#: type sizes to try at scale 1, the best first
SIZES = (66, 62, 56, 50, 45, 41)
ROUNDS = 30

Choice = tuple[Label, Box, float]


def phone_labels(layout: Layout) -> list[Label]:
    """Let every name pick its best place given the others, again and again, until nobody wants to move."""
    count = len(layout.shapes)
    choices = [_choices(layout, region) for region in range(count)]
    picked = [min(options, key=lambda option: option[2]) for options in choices]
    for _ in range(ROUNDS):
        before = list(picked)
        for region in range(count):
            others = [picked[other][1] for other in range(count) if other != region]
            picked[region] = min(choices[region], key=lambda option: option[2] + 20 * _clashes(option[1], others))
        if picked == before:
            break
    return [label for label, _, _ in picked]


def _clashes(shape: Box, others: list[Box]) -> float:
    return sum(_shared(shape, other) for other in others)


def _shared(one: Box, two: Box) -> float:
    """Give 1 for touching boxes and more the more they overlap."""
    wide = min(one[2], two[2]) - max(one[0], two[0]) + 6
    high = min(one[3], two[3]) - max(one[1], two[1]) + 4
    return 1 + wide * high / 10_000 if wide > 0 and high > 0 else 0.0


def _choices(layout: Layout, region: int) -> list[Choice]:
    name, draft = layout.spec.names[region], layout.drafts[region]
    radius = MEDALLION * layout.scale * PHONE
    cities = [_square(other.city[0], other.city[1], radius) for other in layout.drafts.values()]
    found: list[Choice] = []
    for rank, size in enumerate(SIZES):
        for lines in (1, 2) if " " in name else (1,):
            for label in _around(name, (draft.city[0], draft.city[1]), lines, round(size * layout.scale), radius):
                shape = label_box(name, label)
                if _in_frame(layout, shape):
                    cost = 1.5 * rank + 20 * _clashes(shape, cities) + _outside(layout, region, shape)
                    found.append((label, shape, cost))
    return found


def _around(name: str, city: tuple[float, float], lines: int, size: int, radius: float) -> list[Label]:
    left, top, right, bottom = label_box(name, Label(0, 0, lines, size))
    wide, high = (right - left) / 2, (bottom - top) / 2
    spots = []
    for step in (3, 25):
        down, side = radius + high + step, radius + wide + 5 + step
        spots += [(share * (wide + radius), sign * down) for share in (-1, -0.5, 0, 0.5, 1) for sign in (1, -1)]
        spots += [(sign * side, share * (high + radius)) for share in (-0.7, -0.35, 0, 0.35, 0.7) for sign in (1, -1)]
    return [Label(round(city[0] + x), round(city[1] + y), lines, size) for x, y in spots]


def _square(x: float, y: float, radius: float) -> Box:
    return x - radius, y - radius, x + radius, y + radius


def _in_frame(layout: Layout, shape: Box) -> bool:
    wide, high = layout.spec.frame
    return shape[0] >= 4 and shape[1] >= 4 and shape[2] <= wide - 4 and shape[3] <= high - 4


def _outside(layout: Layout, region: int, shape: Box) -> float:
    area = box(*shape)
    return 3.0 * float(1 - layout.shapes[region].intersection(area).area / area.area)
