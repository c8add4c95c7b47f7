"""The names of the regions: at a desk each is written larger than its board has it, as far as there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rondel.boards.geometry import MEDALLION, PIECE, Box, Geometry, Label, Place, Point
from rondel.boards.lettering import LEADING, label_box, split_name, text_width
from rondel.boards.schema import NONE, SEA, Board
from rondel.draw.sheet import Sheet
from rondel.draw.svg import Value, group, number, words

#: how much larger names become at a desk at most, in so many steps
MOST = 1.36
STEPS = 12
#: how near to the edge of the map a name comes
EDGE = 4
#: the blank between two names side by side, in parts of the type size
BLANK = 0.25


def draw_names(sheet: Sheet, pieces: bool = False) -> str:
    """Write the names; with pieces drawn over them, none at a desk comes to lie where pieces stand."""
    labels = tuple(place.phone if sheet.phone else place.label for place in sheet.shape.places)
    if sheet.large and not sheet.phone:
        labels = desk_labels(sheet.board, sheet.shape, pieces)
    return group(
        "".join(_name(sheet, region, label) for region, label in enumerate(labels)),
        text_rendering="geometricPrecision",
    )


def desk_labels(board: Board, shape: Geometry, pieces: bool = False) -> tuple[Label, ...]:
    """Give where and how large the names stand at a desk."""
    names = tuple(entry.name for entry in board.regions)
    return _grown(names, shape.places, shape.frame, shape.scale, pieces)


@lru_cache(maxsize=32)
def _grown(
    names: tuple[str, ...], places: tuple[Place, ...], frame: Point, scale: float, pieces: bool
) -> tuple[Label, ...]:
    """Let all names grow in step, each until it would touch a city, a name, the edge or a place for pieces.

    Where pieces lie under the names, a name that has no other room may reach over a place for them.
    """
    labels = [place.label for place in places]
    taken = [label_box(name, label) for name, label in zip(names, labels, strict=True)]
    cities = [_square(place.city, MEDALLION * scale) for place in places]
    slots = [_square(at, PIECE * scale) for place in places for at in (*place.legions, *place.galleys)]
    growing = list(range(len(places)))
    for step in range(1, STEPS + 1):
        for region in tuple(growing):
            size = round(places[region].label.size * (1 + (MOST - 1) * step / STEPS))
            others = [*cities, *(_apart(box, size) for box in (*taken[:region], *taken[region + 1 :]))]
            larger = _larger(names[region], labels[region], places[region].city, size)
            free = [(label, box) for label, box in larger if _inside(box, frame) and not _hits(box, others)]
            clear = [(label, box) for label, box in free if not _hits(box, slots)]
            found = clear if clear or pieces else free
            if found:
                labels[region], taken[region] = found[0]
            else:
                growing.remove(region)  # the others only grow, too: there will be no more room
    return tuple(labels)


def _larger(name: str, label: Label, city: Point, size: int) -> Iterator[tuple[Label, Box]]:
    """Give a label in a larger size with its box: first where it grows away from its city, then all ways around."""
    left, top, right, bottom = label_box(name, label)
    grown = label_box(name, Label(label.x, label.y, label.lines, size))
    wide, high = (grown[2] - grown[0] - right + left) / 2, (grown[3] - grown[1] - bottom + top) / 2
    away = 1 if label.y > city[1] else -1
    for down in (away, 0, -away):
        for side in (0, 1, -1):
            found = Label(round(label.x + side * wide), round(label.y + down * high), label.lines, size)
            yield found, label_box(name, found)


def _apart(shape: Box, size: int) -> Box:
    return shape[0] - BLANK * size, shape[1], shape[2] + BLANK * size, shape[3]


def _inside(shape: Box, frame: Point) -> bool:
    return min(shape[:2]) >= EDGE and shape[2] <= frame[0] - EDGE and shape[3] <= frame[1] - EDGE


def _hits(shape: Box, others: Sequence[Box]) -> bool:
    left, top, right, bottom = shape
    return any(left < box[2] and box[0] < right and top < box[3] and box[1] < bottom for box in others)


def _square(point: Point, radius: float) -> Box:
    return point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius


def _name(sheet: Sheet, region: int, label: Label) -> str:
    entry = sheet.board.regions[region]
    water = sheet.kinds(region) == {SEA} and entry.resource == NONE
    look = {
        "fill": sheet.theme.sea_name if water else sheet.theme.name,
        "font_style": "italic" if entry.resource == NONE else None,
        "font_weight": "600",
    }
    halo = sheet.theme.sea_halo if water else sheet.theme.halo
    title = entry.today(sheet.language) if sheet.modern else entry.title(sheet.language)
    return _lettered(_fitted(title, entry.name, label), label, look, halo)


def _fitted(text: str, name: str, label: Label) -> list[tuple[str, float]]:
    """Break a name into rows with their type size; a translation fits into the space of the printed name."""
    left, _, right, _ = label_box(name, label)
    rows = split_name(text, label.lines)
    widest = max(text_width(row, label.size) for row in rows)
    size = label.size * min(1.0, (right - left) / widest)
    return [(row, size) for row in rows]


def _lettered(rows: list[tuple[str, float]], label: Label, look: dict[str, str | None], halo: str) -> str:
    """Write a name twice, first as a halo. Its width is fixed, so that no font makes it overlap others."""
    step = label.size * LEADING
    top = label.y - step * (len(rows) - 1) / 2 + 0.33 * label.size
    found = ""
    for halo_pass in (True, False):
        for row, (text, size) in enumerate(rows):
            colours: dict[str, Value | None] = {**look, "fill": halo} if halo_pass else {**look}
            # a hair around the letters themselves: a face of one weight is read on a map as well
            extra: dict[str, Value | None] = {
                "stroke": colours["fill"], "stroke_width": size * (0.2 if halo_pass else 0.035),
                "stroke_linejoin": "round",
            }  # fmt: skip
            found += words(
                text, label.x, top + row * step, size, textLength=number(text_width(text, size)),
                lengthAdjust="spacingAndGlyphs", **colours, **extra,
            )  # fmt: skip
    return found
