"""Reads a board from its data and says in plain words what is wrong with it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NoReturn

from rondel.boards.plain import fault_of_data
from rondel.boards.schema import BORDER_NAMES, NONE, RESOURCE_WORDS, RESOURCES, SEA, Board, Region
from rondel.errors import BoardError, SetupError
from rondel.game import JsonObject
from rondel.names import fault_of_name, fault_of_names, fold

_KEYS = {
    "id", "title", "provenance", "sources", "nations", "start_nation", "starts", "targets", "temples", "regions",
    "borders", "geometry",
}  # fmt: skip
_REGION_KEYS = {"resource", "open_sea", "en", "fr", "modern", "lat", "lon"}
_LANGUAGES = {"en", "fr"}
_NATION_KEYS = {"all", "two_players"}
_START_KEYS = {"nation", "provenance"}
#: no edition has more personages
MOST_POINTS = 40


class BoardFlaw(BoardError):
    """A flaw of a board, with the part of the file and the names of the regions or nations it is about."""

    def __init__(self, message: str, names: tuple[str, ...] = (), rule: str = "") -> None:
        super().__init__("bad_board", f"Board: {message}.", rule)
        self.part = ""
        self.names = names


def stock() -> Path:
    """Give the folder of the boards that come with the package."""
    return Path(str(resources.files("rondel.boards") / "data"))


def board_ids() -> list[str]:
    """List the boards that come with the package."""
    return sorted(path.stem for path in stock().glob("*.toml"))


@cache
def load_board(board_id: str) -> Board:
    """Load a stock board by its id."""
    if board_id not in board_ids():
        known = ", ".join(board_ids())
        raise SetupError("unknown_board", f"There is no board {board_id!r}. The boards are: {known}.")
    return read_board(tomllib.loads((stock() / f"{board_id}.toml").read_text(encoding="utf-8")))


def read_board(data: object) -> Board:
    """Build a board from its data. Only stock boards must have all counts and start lines. Rule: A05-R01, A06-R01."""
    table = _table(data, "the board")
    _check_plain(table)
    _known(table, _KEYS)
    with _within("regions"):
        regions = _regions(_table(table.get("regions"), "regions"))
    places = {region.name: number for number, region in enumerate(regions)}
    starts_table = _table(table.get("starts", {}), "starts")
    with _within("nations"):
        nations_table = _table(table.get("nations", {}), "nations")
        _known(nations_table, _NATION_KEYS, "nations: ")
        nations = _nations(nations_table, starts_table)
        numbers = {name: number for number, name in enumerate(nations)}
        pairs = _pairs(nations_table, numbers)
    with _within("borders"):
        borders = _borders(_table(table.get("borders"), "borders"), places)
        _check_seas(regions, borders)
    with _within("starts"):
        starts = _starts(starts_table, places, numbers, regions)
    if 4 in starts and not {nation for pair in pairs for nation in pair} <= set(starts[4]):
        _bad("nations.two_players must name nations of starts.4", "two_players")
    with _within("start_nation"):
        start_nation = _start_nation(_table(table.get("start_nation", {}), "start_nation"), numbers, starts)
    with _within("temples"):
        temples = _temples(_table(table.get("temples", {}), "temples"), places, regions, starts)
    with _within("targets"):
        targets = _targets(_table(table.get("targets", {}), "targets"), starts)
    with _within("sources"):
        sources = _sources(_table(table.get("sources", {}), "sources"))
    return Board(
        id=_text(table, "id"),
        title=_text(table, "title", str(table.get("id", ""))),
        provenance=_text(table, "provenance", "ours"),
        regions=regions,
        borders=borders,
        nations=nations,
        pairs=pairs,
        starts=starts,
        start_nation=start_nation,
        source=dict(table),
        temples=temples,
        targets=targets,
        sources=sources,
    )


@contextmanager
def _within(part: str) -> Iterator[None]:
    """Note which part of the board a flaw is in, so that its line can be found."""
    try:
        yield
    except BoardFlaw as flaw:
        flaw.part = part
        raise


def _bad(message: str, *names: str) -> NoReturn:
    raise BoardFlaw(message, names)


def _check_plain(table: JsonObject) -> None:
    """Refuse data that cannot be written into a record and read back."""
    *path, fault = fault_of_data(table) or ("",)
    if fault:
        with _within(path[0] if len(path) > 1 else ""):
            _bad(f"{'.'.join(path)}: {fault}" if path else fault, *(path[1:] or path))


def _known(table: JsonObject, keys: set[str], where: str = "", *names: str) -> None:
    unknown = sorted(set(table) - keys)
    if unknown:
        _bad(f"{where}unknown key {unknown[0]!r}; the keys are {', '.join(sorted(keys))}", *names, unknown[0])


def _table(value: object, what: str) -> JsonObject:
    if not isinstance(value, Mapping):
        _bad(f"{what} must be a table")
    return value


def _text(table: JsonObject, key: str, default: str = "") -> str:
    value = table.get(key, default)
    if not isinstance(value, str) or not value:
        _bad(f"{key!r} must be a text")
    return value


def _regions(table: JsonObject) -> tuple[Region, ...]:
    if not 2 <= len(table) <= 62:
        _bad(f"it has {len(table)} regions, it needs 2 to 62")
    found = [_region(name, _table(entry, f"region {name}")) for name, entry in table.items()]
    _distinct([region.name for region in found], "region")
    return tuple(found)


def _distinct(names: list[str], what: str) -> None:
    """Refuse names that cannot be typed, or that differ in case and accents only."""
    seen: set[str] = set()
    for name in names:
        if fault_of_name(name):
            _bad(f"the {what} {name!r}: {fault_of_name(name)}", name)
        if fold(name) in seen:
            _bad(f"two {what}s have the name {name!r}", name)
        seen.add(fold(name))
    if fault_of_names(names):
        _bad(f"of the {what}s {fault_of_names(names)}")


def _region(name: str, entry: JsonObject) -> Region:
    _known(entry, _REGION_KEYS, f"region {name}: ", name)
    resource = entry.get("resource")
    if not isinstance(resource, str) or resource not in RESOURCE_WORDS:
        _bad(f"region {name} needs a resource: marble, iron, gold, any or none, not {resource!r}", name)
    open_sea = entry.get("open_sea", False)
    if not isinstance(open_sea, bool):
        _bad(f"region {name}: open_sea is true or false, not {open_sea!r}", name)
    if open_sea and resource != "none":
        _bad(f"region {name} is open sea, so its resource must be none", name)
    modern = entry.get("modern", {})
    if not isinstance(modern, Mapping):
        _bad(f"region {name}: modern must be a table of names by language, not {modern!r}", name)
    _known(modern, _LANGUAGES, f"region {name}, modern: ", name)
    for language, title in [*((key, entry.get(key, "")) for key in ("en", "fr")), *modern.items()]:
        if not isinstance(title, str):
            _bad(f"region {name}: the name in {language!r} must be a text", name)
    for key in ("lat", "lon"):
        if isinstance(entry.get(key, 0), bool) or not isinstance(entry.get(key, 0), int | float):
            _bad(f"region {name}: {key} must be a number, not {entry[key]!r}", name)
    number = RESOURCE_WORDS[resource]
    return Region(name, number, dict(entry), open_sea, entry.get("en", ""), entry.get("fr", ""), modern)


def _check_seas(regions: tuple[Region, ...], borders: tuple[tuple[int, int, int], ...]) -> None:
    for a, b, kind in borders:
        for region in (regions[a], regions[b]):
            if region.open_sea and kind != SEA:
                one, two = regions[a].name, regions[b].name
                _bad(f"{region.name} is open sea, so its border {one}–{two} must be sea", *_written(one, two))


def _borders(table: JsonObject, places: Mapping[str, int]) -> tuple[tuple[int, int, int], ...]:
    found: dict[tuple[int, int], int] = {}
    for kind, pairs in table.items():
        if kind not in BORDER_NAMES:
            _bad(f"border type {kind!r} is not land, sea or both")
        if not isinstance(pairs, list):
            _bad(f"the {kind} borders must be a list of pairs")
        for pair in pairs:
            a, b = _border(pair, places)
            if (a, b) in found:
                _bad(f"the border {pair[0]}–{pair[1]} is listed twice", *_written(*pair))
            found[a, b] = BORDER_NAMES[kind]
    for name, place in places.items():
        if not any(place in pair for pair in found):
            _bad(f"region {name} has no border", name)
    return tuple((a, b, kind) for (a, b), kind in sorted(found.items()))


def _border(pair: object, places: Mapping[str, int]) -> tuple[int, int]:
    if not (isinstance(pair, list) and len(pair) == 2):
        _bad(f"a border must be a pair of regions, not {pair!r}")
    for name in pair:
        if not isinstance(name, str) or name not in places:
            _bad(f"border {pair[0]}–{pair[1]}: there is no region {name!r}", *_written(*map(str, pair)))
    a, b = sorted((places[pair[0]], places[pair[1]]))
    if a == b:
        _bad(f"region {pair[0]} cannot border itself", *_written(*pair))
    return a, b


def _written(one: str, two: str) -> tuple[str, ...]:
    """Give a border as it is written in the file."""
    return f'"{one}", "{two}"', one, two


def _nations(table: JsonObject, starts: JsonObject) -> tuple[str, ...]:
    listed = table.get("all")
    if listed is None:
        listed = list(dict.fromkeys(name for line in starts.values() for name in _table(line, "a start line")))
    if not isinstance(listed, list) or not all(isinstance(name, str) and name for name in listed):
        _bad("nations.all must be a list of names")
    _distinct(listed, "nation")
    return tuple(listed)


def _nation(name: object, numbers: Mapping[str, int], where: str) -> int:
    if not isinstance(name, str) or name not in numbers:
        _bad(f"{where}: there is no nation {name!r}", str(name))
    return numbers[name]


def _pairs(table: JsonObject, numbers: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    listed = table.get("two_players", [])
    if not isinstance(listed, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in listed):
        _bad("nations.two_players must be two pairs of nations")
    found = tuple((_nation(a, numbers, "two_players"), _nation(b, numbers, "two_players")) for a, b in listed)
    flat = [nation for pair in found for nation in pair]
    if len(found) not in (0, 2) or len(set(flat)) != len(flat):
        _bad("nations.two_players must be two pairs of four different nations")
    return found


def _count(key: str, where: str) -> int:
    if key not in ("2", "3", "4", "5", "6"):
        _bad(f"{where}: {key!r} is not a number of nations from 2 to 6")
    return int(key)


def _starts(
    table: JsonObject,
    places: Mapping[str, int],
    numbers: Mapping[str, int],
    regions: tuple[Region, ...],
) -> dict[int, dict[int, tuple[int, int, int]]]:
    found: dict[int, dict[int, tuple[int, int, int]]] = {}
    for key, entries in table.items():
        line: dict[int, tuple[int, int, int]] = {}
        taken: set[int] = set()
        where = f"starts.{key}"
        for name, cities in _table(entries, where).items():
            line[_nation(name, numbers, where)] = triple = _triple(cities, places, regions, f"{where}, {name}")
            if taken & set(triple):
                _bad(f"{where}: two nations start in the same city", *cities)
            taken.update(triple)
        if len(line) != _count(key, "starts"):
            _bad(f"{where} must name {key} nations, not {len(line)}")
        found[int(key)] = line
    return found


def _triple(cities: object, places: Mapping[str, int], regions: tuple[Region, ...], where: str) -> tuple[int, int, int]:
    if not isinstance(cities, list) or len(cities) != 3:
        _bad(f"{where} needs three cities")
    for name, resource in zip(cities, RESOURCES, strict=True):
        if not isinstance(name, str) or name not in places:
            _bad(f"{where}: there is no region {name!r}", str(name))
        if regions[places[name]].resource != RESOURCES.index(resource):
            _bad(f"{where}: {name} should be a {resource} city", *(str(city) for city in cities))
    marble, iron, gold = (places[name] for name in cities)
    return marble, iron, gold


def _start_nation(
    table: JsonObject, numbers: Mapping[str, int], starts: Mapping[int, Mapping[int, object]]
) -> dict[int, int]:
    found = {}
    for key, entry in table.items():
        count, where = _count(key, "start_nation"), f"start_nation.{key}"
        if isinstance(entry, Mapping):
            _known(entry, _START_KEYS, f"{where}: ", key)
        name = entry.get("nation") if isinstance(entry, Mapping) else entry
        found[count] = nation = _nation(name, numbers, where)
        _has_line(count, starts, "start_nation")
        if nation not in starts[count]:
            _bad(f"{where}: {name} is not a nation of starts.{key}", key, str(name))
    return found


def _has_line(count: int, starts: Mapping[int, object], where: str) -> None:
    if count not in starts:
        _bad(f"{where}.{count}: there is no starts.{count}", str(count))


def _targets(table: JsonObject, starts: Mapping[int, object]) -> dict[int, int]:
    """Read the points needed to win on this board, if they differ from the rulebook's."""
    found: dict[int, int] = {}
    for key, points in table.items():
        count = _count(key, "targets")
        if isinstance(points, bool) or not isinstance(points, int) or not 1 <= points <= MOST_POINTS:
            _bad(f"targets.{key} must be a number of points from 1 to {MOST_POINTS}, not {points!r}", key)
        _has_line(count, starts, "targets")
        found[count] = points
    return found


def _temples(
    table: JsonObject,
    places: Mapping[str, int],
    regions: tuple[Region, ...],
    starts: Mapping[int, Mapping[int, tuple[int, int, int]]],
) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for key, names in table.items():
        count, where = _count(key, "temples"), f"temples.{key}"
        if not isinstance(names, list) or len(set(map(str, names))) != len(names):
            _bad(f"{where} must be a list of different regions")
        for name in names:
            if not isinstance(name, str) or name not in places:
                _bad(f"{where}: there is no region {name!r}", str(name))
            if regions[places[name]].resource == NONE:
                _bad(f"{where}: {name} has no city site", name)
            if any(places[name] in triple for triple in starts.get(count, {}).values()):
                _bad(f"{where}: {name} is a start city", name)
        _has_line(count, starts, "temples")
        found[count] = tuple(places[name] for name in names)
    return found


def _sources(table: JsonObject) -> dict[str, str]:
    for part, text in table.items():
        if not isinstance(text, str):
            _bad(f"sources.{part} must be a text", part)
    return dict(table)
