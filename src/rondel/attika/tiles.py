"""Board tiles, start layouts and shrines as data, read strictly."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, NoReturn

from rondel.attika.rules import BLANK, KINDS, LETTERS
from rondel.boards.files import read_file
from rondel.boards.reader import BoardFlaw
from rondel.errors import SetupError
from rondel.game import JsonObject
from rondel.names import fault_of_name

Hex = tuple[int, int]

#: the seven spaces of a tile: the middle, then the petals. One turn takes a petal to the next
OFFSETS: Final[tuple[Hex, ...]] = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
PETALS: Final = OFFSETS[1:]
#: tiles that a start layout takes and shrines it has, by players. Rule: AT-012, AT-013
START_TILES: Final = {2: 4, 3: 6, 4: 8}
SHRINES: Final = {2: 2, 3: 3, 4: 4}

STOCK: Final = "flowers"
_FAR: Final = 100
_KEYS: Final = (
    "id", "title", "provenance", "note", "landscapes", "offsets", "rotation", "tiles", "layouts", "costs",
)  # fmt: skip
#: a space without a symbol, for file formats without null
NO_SYMBOL: Final = "-"
#: the most symbols of a cost; a space never sees more of a terrain
MOST_SYMBOLS: Final = 7


@dataclass(frozen=True, slots=True)
class Start:
    """Where the first tiles and the shrines lie, for a number of players. Rule: AT-R02."""

    centres: tuple[Hex, ...]
    shrines: tuple[Hex, ...]
    #: lowest and highest q, lowest and highest r that any tile can come to cover. Rule: AT-R42
    reach: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles with their symbols, and the starts by number of players."""

    id: str
    provenance: str
    note: str
    names: tuple[str, ...]
    symbols: tuple[bytes, ...]  # seven terrains a tile, BLANK for none
    starts: Mapping[int, Start]
    costs: tuple[str, ...]  # by kind: terrain letters, or a number of cards of any kind
    source: JsonObject = field(repr=False, compare=False)


def turned(symbols: bytes, turns: int) -> bytes:
    """Give a tile's symbols in the order of the offsets after this many rotations by sixty degrees."""
    petals = symbols[1:]
    return symbols[:1] + petals[6 - turns :] + petals[: 6 - turns]


@cache
def load_tiles(name: str) -> TileSet:
    """Read a stock set of tiles."""
    if name != STOCK:
        raise SetupError("unknown_board", f"There is no board {name!r} for this game; it has {STOCK}.")
    text = (resources.files("rondel.attika") / "data" / f"{STOCK}.json").read_text(encoding="utf-8")
    return read_tiles(json.loads(text))


def read_tiles_file(path: Path) -> JsonObject:
    """Read a user's own file of tiles, layouts or costs, TOML or JSON; a flaw is named with its line."""
    return read_file(path, read_tiles).source


def read_tiles(data: JsonObject) -> TileSet:
    """Read a set of tiles from its object; refuse what breaks the format.

    Tiles or layouts that are left out are those of the stock set, costs those of the player board.
    """
    if not isinstance(data, Mapping):
        _bad("it is an object of tiles, layouts and costs")
    for key in data:
        if key not in _KEYS:
            _bad(f"{key!r} is not a key; the keys are {', '.join(_KEYS)}", names=(str(key),))
    given = data if "tiles" in data and "layouts" in data else {**load_tiles(STOCK).source, **data}
    tiles, layouts = given.get("tiles"), given.get("layouts")
    if not isinstance(tiles, list) or not isinstance(layouts, Mapping):
        _bad("it needs a list of tiles and layouts by number of players")
    if len(tiles) != 22:
        _bad(f"there are 22 tiles, not {len(tiles)}", "AT-002")
    names = tuple(_name(tile) for tile in tiles)
    if len(set(names)) != len(names):
        _bad("two tiles have the same id")
    return TileSet(
        id=str(given.get("id", STOCK)),
        provenance=str(given.get("provenance", "ours")),
        note=str(given.get("note", "")),
        names=names,
        symbols=tuple(_symbols(tile) for tile in tiles),
        starts={players: _start(layouts, players) for players in START_TILES},
        costs=_costs(data.get("costs", {})),
        source=data,
    )


def _bad(message: str, rule: str = "", names: tuple[str, ...] = ()) -> NoReturn:
    raise BoardFlaw(message, names, rule)


def _costs(given: object) -> tuple[str, ...]:
    """Read the costs by kind: those that are our own design can be replaced, the printed ones stand. Rule: AT-011."""
    if not isinstance(given, Mapping):
        _bad("costs must be an object of buildings and terrain letters")
    own = own_costs()
    for name in given:
        if name not in own:
            _bad(f"costs can be given for {', '.join(own)}, not for {name!r}", "AT-011", (str(name),))
    return tuple(_cost(kind.name, given[kind.name]) if kind.name in given else _ordered(kind.cost) for kind in KINDS)


def own_costs() -> list[str]:
    """List the buildings whose costs are our own design."""
    return [kind.name for kind in KINDS if kind.provenance == "ours"]


def _ordered(cost: str) -> str:
    """Give a cost with its letters in the order of the terrains; a number of cards of any kind as it is."""
    return cost if cost.isdecimal() else "".join(sorted(cost, key=LETTERS.index))


def _cost(name: str, cost: object) -> str:
    """Read a cost: terrain letters in any order."""
    if not isinstance(cost, str) or not 0 < len(cost) <= MOST_SYMBOLS:
        _bad(f"the cost of the {name} is one to {MOST_SYMBOLS} of the letters {LETTERS}, not {cost!r}", names=(name,))
    for letter in cost:
        if letter not in LETTERS:
            _bad(f"the cost of the {name} has {letter!r}, which is none of {LETTERS}", names=(name,))
    return _ordered(cost)


def _name(tile: object) -> str:
    name = tile.get("id") if isinstance(tile, Mapping) else None
    if fault_of_name(name):
        _bad(f"a tile has the id {name!r}: {fault_of_name(name)}")
    return str(name)


def _symbols(tile: JsonObject) -> bytes:
    hexes = tile.get("hexes")
    allowed = (None, NO_SYMBOL, *LETTERS)
    if not isinstance(hexes, list) or len(hexes) != 7 or any(symbol not in allowed for symbol in hexes):
        _bad(f"tile {tile['id']} needs seven entries, each null, {NO_SYMBOL} or one of {', '.join(LETTERS)}")
    return bytes(BLANK if symbol in (None, NO_SYMBOL) else LETTERS.index(symbol) for symbol in hexes)


def _start(layouts: JsonObject, players: int) -> Start:
    entry = layouts.get(str(players))
    if not isinstance(entry, Mapping):
        _bad(f"there is no layout for {players} players")
    centres, shrines = (_hexes(entry.get(key), key) for key in ("centres", "shrines"))
    if (len(centres), len(shrines)) != (START_TILES[players], SHRINES[players]):
        _bad(f"{players} players have {START_TILES[players]} tiles and {SHRINES[players]} shrines", "AT-012")
    covered = [(q + dq, r + dr) for q, r in centres for dq, dr in OFFSETS]
    if len({*covered, *shrines}) != len(covered) + len(shrines):
        _bad(f"tiles and shrines overlap in the layout for {players} players", "AT-R02")
    return Start(centres, shrines, _reach(covered, shrines, players))


def _hexes(value: object, what: str) -> tuple[Hex, ...]:
    if not isinstance(value, list) or not all(_is_hex(entry) for entry in value):
        _bad(f"{what} are pairs of numbers q and r between -{_FAR} and {_FAR}")
    return tuple((entry[0], entry[1]) for entry in value)


def _is_hex(entry: object) -> bool:
    return (
        isinstance(entry, list)
        and len(entry) == 2
        and all(isinstance(number, int) and not isinstance(number, bool) and abs(number) <= _FAR for number in entry)
    )


def _reach(covered: Sequence[Hex], shrines: Sequence[Hex], players: int) -> tuple[int, int, int, int]:
    """Give the window that no tile can leave: each later tile reaches three spaces further out. Rule: AT-R42.

    Each pile brings one tile, while the stack lasts. Rule: AT-D02.
    """
    later = min(4 * players, 22 - START_TILES[players])
    hexes = (*covered, *shrines)
    columns, rows = [q for q, _ in hexes], [r for _, r in hexes]
    step = 3 * later
    return min(columns) - step, max(columns) + step, min(rows) - step, max(rows) + step
