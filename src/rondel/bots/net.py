"""A small net that corrects the hand-made score: how it is stored, and how it judges a position.

Every side (a nation, or a seat where there are no nations) has a row of inputs. A first layer turns each row into
`width` units; a second one sees a side's own units with the mean and the maximum of the others' units; what comes out
is added to the side's hand-made score. So one net serves any number of sides, in any order.

Weights are data: a JSON file with a head that says which games they come from, and the numbers as float32. Whoever
judges many positions keeps the sums of the first layer and adds what changed (`Net.sums`, `Net.add`), and keeps the
units of sides that did not change at all.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from operator import mul
from pathlib import Path
from types import FunctionType
from typing import Final

from rondel.errors import RondelError
from rondel.game import JsonObject
from rondel.native import i64, vec

#: the version of the file format and of the computation
FORMAT: Final = 1
#: the folder of nets that are not in the package, as `RULEBOOK-GENERATION.json`: those of a training that is under way
FOLDER: Final = "RONDEL_NETS"


def floats(values: Iterable[float]) -> vec[float]:
    """Give a table of floating point numbers."""
    return vec[float](values)


def add_scaled(target: vec[float], start: i64, source: vec[float], first: i64, count: i64, scale: float) -> None:
    """Add a part of one table, times a number, to a part of another."""
    end = first + count
    while first < end:
        target[start] += scale * source[first]
        start += 1
        first += 1


def _add_scaled(target: list[float], start: int, source: list[float], first: int, count: int, scale: float) -> None:
    """Do what `add_scaled` does, as plain Python does it fastest."""
    end = start + count
    target[start:end] = [a + scale * b for a, b in zip(target[start:end], source[first : first + count], strict=True)]


#: plain Python multiplies whole rows, the compiled build goes number by number and skips zeros
PLAIN: Final = isinstance(floats, FunctionType)
if PLAIN:
    globals().update(floats=list, add_scaled=_add_scaled)


class Units:
    """A side as the first layer sees it: its units, and what they alone bring to the second layer."""

    __slots__ = ("own", "values")

    def __init__(self, values: vec[float], own: vec[float]) -> None:
        self.values = values
        self.own = own


class Net:
    """The numbers of one net, ready to judge positions with that many sides."""

    __slots__ = (
        "_alone", "_bias", "_first", "_mean", "_most", "_own", "_read", "_rows", "_second", "_share", "head", "inputs",
        "second", "sides", "width",
    )  # fmt: skip

    def __init__(self, head: JsonObject, numbers: Sequence[float], sides: int) -> None:
        self.head = head
        self.inputs = len(head["inputs"])
        self.sides = sides
        self.width: i64 = head["width"]
        self.second: i64 = head["second"]
        counts = parameter_counts(self.inputs, head["width"], head["second"])
        if sum(counts) != len(numbers):
            raise RondelError("bad_request", f"A net of this shape has {sum(counts)} weights, not {len(numbers)}.")
        parts: list[vec[float]] = []
        start = 0
        for count in counts:
            parts.append(floats(numbers[start : start + count]))
            start += count
        self._first, self._bias, self._own, self._mean, self._most, self._second, self._read = parts
        # the mean of the others is the sum of all less one's own units: the latter go with what one's own bring
        self._share = 1.0 / max(1, sides - 1)
        self._alone = floats([own - self._share * mean for own, mean in zip(self._own, self._mean, strict=True)])
        # for plain Python: what each unit of the second layer takes of own units, of the sum of all, of the most
        self._rows = [
            [list(part)[place :: head["second"]] for part in (self._alone, self._mean, self._most)]
            for place in range(head["second"])
        ]

    def numbers(self) -> list[float]:
        """Give all numbers in the order in which they are stored."""
        parts = (self._first, self._bias, self._own, self._mean, self._most, self._second, self._read)
        return [number for part in parts for number in part]

    def sums(self, row: Sequence[float]) -> vec[float]:
        """Give the sums of the first layer for a row of inputs."""
        sums = floats(self._bias)
        for place, value in enumerate(row):
            if value:
                self.add(sums, place, value)
        return sums

    def add(self, sums: vec[float], place: i64, value: float) -> None:
        """Add one input to the sums."""
        add_scaled(sums, 0, self._first, place * self.width, self.width, value)

    def units(self, sums: vec[float]) -> Units:
        """Give the units of a side; the sums are used up."""
        if PLAIN:
            values = floats([max(0.0, value) for value in sums])
            return Units(values, floats([sum(map(mul, row[0], values)) for row in self._rows]))
        width, second, alone = self.width, self.second, self._alone
        own = floats([0.0] * second)
        place: i64 = 0
        while place < width:
            value = sums[place]
            if value > 0.0:
                add_scaled(own, 0, alone, place * second, second, value)
            else:
                sums[place] = 0.0
            place += 1
        return Units(sums, own)

    def scores(self, sides: list[Units]) -> list[float]:
        """Give what the net adds to the score of each side."""
        return self._plain_scores(sides) if PLAIN else self._fast_scores(sides)

    def _fast_scores(self, sides: list[Units]) -> list[float]:
        width, second = self.width, self.second
        crowd = floats(self._second)  # what is the same for all sides
        hidden = floats([0.0] * (len(sides) * second))
        place: i64 = 0
        while place < width:
            total = top = next_top = 0.0
            holder: i64 = 0
            number: i64 = 0
            for side in sides:
                value = side.values[place]
                if value > 0.0:
                    total += value
                    if value > top:
                        next_top, top, holder = top, value, number
                    elif value > next_top:
                        next_top = value
                number += 1
            if total > 0.0:
                first = place * second
                add_scaled(crowd, 0, self._mean, first, second, self._share * total)
                add_scaled(crowd, 0, self._most, first, second, top)
                # the side with the most of all sees the most of the others
                add_scaled(hidden, holder * second, self._most, first, second, next_top - top)
            place += 1
        return [self._told(side, hidden, number * second, crowd) for number, side in enumerate(sides)]

    def _told(self, side: Units, hidden: vec[float], first: i64, crowd: vec[float]) -> float:
        """Add up the second layer of one side."""
        own, read, second = side.own, self._read, self.second
        total = 0.0
        place: i64 = 0
        while place < second:
            value = own[place] + hidden[first + place] + crowd[place]
            if value > 0.0:
                total += value * read[place]
            place += 1
        return total

    def _plain_scores(self, sides: list[Units]) -> list[float]:
        total = [self._share * sum(column) for column in zip(*(side.values for side in sides), strict=True)]
        common = [bias + sum(map(mul, row[1], total)) for bias, row in zip(self._second, self._rows, strict=True)]
        found: list[float] = []
        for side in sides:
            others = [other.values for other in sides if other is not side] or [floats([0.0] * self.width)]
            most = [max(column) for column in zip(*others, strict=True)]
            score = 0.0
            for place, row in enumerate(self._rows):
                value = common[place] + side.own[place] + sum(map(mul, row[2], most))
                if value > 0.0:
                    score += value * self._read[place]
            found.append(score)
        return found


def parameter_counts(inputs: int, width: int, second: int) -> tuple[int, ...]:
    """Give how many numbers each part of a net has, in the order in which they are stored.

    First layer by input and unit, its bias; second layer for own units, for the mean and for the maximum of the
    others', by unit; its bias; what is read from it.
    """
    return inputs * width, width, width * second, width * second, width * second, second, second


def pack_net(head: JsonObject, numbers: Sequence[float]) -> str:
    """Write a net as text."""
    data = array("f", numbers)
    if sys.byteorder == "big":
        data.byteswap()
    return json.dumps({"rondel-net": FORMAT, **head, "weights": base64.b64encode(data.tobytes()).decode("ascii")})


def read_net(text: str, sides: int) -> Net:
    """Read a net that `pack_net` wrote, for positions with that many sides."""
    try:
        head = json.loads(text)
        data = array("f", base64.b64decode(head.pop("weights")))
        made = head.pop("rondel-net")
        inputs, width, second = head["inputs"], head["width"], head["second"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RondelError("bad_request", "This is not the file of a net.") from error
    if made != FORMAT or not (isinstance(inputs, list) and isinstance(width, int) and isinstance(second, int)):
        raise RondelError("bad_request", f"This net is of version {made!r}; this program reads version {FORMAT}.")
    if sys.byteorder == "big":
        data.byteswap()
    return Net(head, data.tolist(), sides)


def load_nets(book: str, generation: int, inputs: Sequence[str], sides: int) -> list[Net]:
    """Give the nets of a rulebook: those in the package (generation 0), each for other tables, or one of a training."""
    nets = [
        read_net(text, sides) for text in _texts(book, generation, os.environ.get(FOLDER, "") if generation else "")
    ]
    for net in nets:
        if net.head["inputs"] != list(inputs):
            version = net.head.get("version")
            raise RondelError(
                "bad_request", f"The net of {book} is for other inputs than this program has ({version})."
            )
    return nets


@lru_cache(maxsize=64)
def _texts(book: str, generation: int, folder: str) -> tuple[str, ...]:
    if not generation:
        return tuple(path.read_text(encoding="utf-8") for path in shipped(book))
    path = Path(folder or ".") / f"{book}-{generation}.json"
    if not path.is_file():
        raise RondelError("bad_option", f"There is no {path.name} in the folder that {FOLDER} names.")
    return (path.read_text(encoding="utf-8"),)


def shipped(book: str) -> list[Traversable]:
    """List the files of a rulebook's nets in the package: `RULEBOOK.json`, and `RULEBOOK.NAME.json` for more tables."""
    folder = files("rondel.bots").joinpath("data", "learned")
    found = [path for path in folder.iterdir() if path.name.endswith(".json") and path.name.split(".")[0] == book]
    return sorted(found, key=lambda path: path.name)
