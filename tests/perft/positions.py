"""Positions that random games from the start seldom reach: a dozen set by hand, and any number at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rondel.boards.reader import load_board
from tests.perft.simple import (
    CHART,
    COLUMNS,
    GOODS,
    KINDS,
    STACKS,
    WEDGES,
    Book,
    Nation,
    make_land,
    plural,
    read_book,
)

BOOKS = ("antike-2006", "antike-2005")
LAND = make_land(load_board("east"))
REGIONS = list(LAND.resource)
#: where galleys and legions can be
SEAS, PLAINS = (
    [region for region in REGIONS if any(kind in crossing for crossing in LAND.borders[region].values())]
    for kind in ("galley", "legion")
)
ALL = list(CHART)
#: the order of play with two players
PAIRS = ("Phoenicians", "Greeks", "Persians", "Arabs")
NATIONS = ("Greeks", "Persians", "Arabs", "Phoenicians", "Egyptians", "Babylonians")

Position = dict[str, Any]


def _set(book: str, nations: Position, **rest: Any) -> Position:
    return {"game": book, "board": "east", "players": len(nations), **rest, "nations": nations}


def _crowd(book: str) -> Position:
    """Units of all nations around one sea; nobody knows anything."""
    nations = {
        "Greeks": {"galleys": {"Knossos": 3, "Sparta": 2}, "legions": {"Athen": 3}, "rondel": "gold", "iron": 5},
        "Persians": {"galleys": {"Knossos": 2, "Paphos": 3}, "legions": {"Tyros": 2}, "rondel": "gold"},
        "Arabs": {"galleys": {"Knossos": 1, "Paphos": 1}, "legions": {"Athen": 1, "Tyros": 2}, "rondel": "gold"},
        "Phoenicians": {"galleys": {"Paphos": 4, "Knossos": 4}, "legions": {"Tyros": 1}, "rondel": "gold"},
    }
    return _set(book, nations, round=9)


def _movers(book: str) -> Position:
    """Unlike units in the middle of a maneuver, foreign units beside them."""
    nations = {
        "Greeks": {
            "cities": ["Pella"],
            "legions": {"Pella": 6, "Tomis": 3},
            "galleys": {"Athen": 6, "Bycantium": 3},
            "knowhow": ["wheel", "sailing", "roads", "navigation"],
            "rondel": "maneuver1",
        },
        "Persians": {
            "cities": ["Bycantium", "Susa", "Tomis"],
            "legions": {"Pella": 2, "Bycantium": 2},
            "galleys": {"Bycantium": 3, "Athen": 1},
        },
        "Arabs": {
            "cities": ["Saba", "Sparta"],
            "legions": {"Tomis": 2, "Bycantium": 1},
            "galleys": {"Bycantium": 1, "Sparta": 2},
        },
    }
    used = {
        "legions": {"Pella": [2, 1, 1], "Tomis": [1, 1, 0]},
        "galleys": {"Athen": [1, 2, 1], "Bycantium": [1, 1, 0]},
    }
    return _set(book, nations, round=12, phase="maneuver", turn="Greeks", used=used)


def _siege(book: str) -> Position:
    """Unlike active units that can conquer with legions and galleys in many ways, more than once."""
    nations = {
        "Greeks": {
            "cities": ["Pella"],
            "legions": {"Tyros": 5, "Antiochia": 4},
            "galleys": {"Tyros": 5, "Antiochia": 3},
            "knowhow": ["wheel", "sailing", "roads", "navigation"],
            "rondel": "maneuver2",
        },
        "Persians": {"cities": ["Tyros", "Susa"], "temples": ["Tyros"], "legions": {"Tyros": 1}},
        "Arabs": {
            "cities": ["Antiochia", "Saba"],
            "temples": ["Antiochia"],
            "galleys": {"Antiochia": 1, "Tyros": 1},
            "knowhow": ["monarchy"],
        },
    }
    used = {
        "legions": {"Tyros": [2, 1, 1], "Antiochia": [1, 1, 0]},
        "galleys": {"Tyros": [1, 2, 0], "Antiochia": [1, 1, 1]},
    }
    return _set(book, nations, round=20, phase="maneuver", turn="Greeks", used=used)


def _rich_siege(book: str) -> Position:
    """The same with all stones on the board."""
    found = _siege(book)
    free = [region for region in REGIONS if region not in ("Tyros", "Antiochia", "Susa", "Saba")]
    found["nations"]["Greeks"] |= {"cities": free[:25], "temples": free[:3]}
    return found


def _trader(book: str) -> Position:
    """All eight know-hows, goods of all kinds, units at hand."""
    nations = {
        "Greeks": {
            "marble": 4, "iron": 3, "gold": 2, "coins": 1,
            "knowhow": ALL,
            "legions": {"Pella": 2},
            "galleys": {"Sparta": 2, "Knossos": 2},
            "personages": {"scholar": 4},
            "rondel": "maneuver1",
        },
        "Persians": {"galleys": {"Knossos": 1}, "knowhow": ["monarchy", "democracy"], "rondel": "iron"},
        "Arabs": {"rondel": "gold"},
        "Phoenicians": {"knowhow": ALL, "personages": {"scholar": 4}, "marble": 3, "gold": 3, "rondel": "marble"},
    }  # fmt: skip
    return _set(book, nations, round=30, turn="Greeks")


def _no_coins(book: str) -> Position:
    """The bank has two coins, and few units with a limit."""
    nations = {
        "Greeks": {"coins": 10, "marble": 8, "iron": 6, "gold": 5, "rondel": "temple"},
        "Persians": {"coins": 10, "marble": 8, "iron": 5, "gold": 6, "rondel": "arming"},
        "Arabs": {"coins": 8, "marble": 3, "iron": 8, "gold": 8, "rondel": "know-how"},
    }
    return _set(book, nations, round=15, options={"bank-units": 20}, start="Greeks", turn="Arabs")


def _all_stones(book: str) -> Position:
    """The nation on turn has 25 cities and stands before others."""
    spare = [region for region in REGIONS if region not in ("Tyros", "Paphos", "Susa", "Saba")]
    nations = {
        "Greeks": {
            "cities": spare[:25],
            "temples": spare[:4],
            "legions": {"Tyros": 5, "Susa": 3},
            "galleys": {"Paphos": 4, "Tyros": 2},
            "knowhow": ["wheel", "sailing"],
            "personages": {"king": 4, "citizen": 1},
            "rondel": "gold",
        },
        "Persians": {"cities": ["Tyros", "Susa", *spare[25:30]], "temples": ["Tyros"], "legions": {"Tyros": 1}},
        "Arabs": {"cities": ["Paphos", "Saba", *spare[30:35]], "galleys": {"Paphos": 1}},
    }
    return _set(book, nations, round=40, turn="Greeks")


def _no_temples(book: str) -> Position:
    """Nineteen temples stand, and one nation has all its units out."""
    nations = {
        "Greeks": {"cities": REGIONS[:10], "temples": REGIONS[:9], "marble": 12, "iron": 9, "rondel": "iron"},
        "Persians": {"cities": REGIONS[10:20], "temples": REGIONS[10:17], "marble": 11, "rondel": "iron"},
        "Arabs": {"cities": REGIONS[20:30], "temples": REGIONS[20:23], "marble": 6, "rondel": "maneuver2"},
    }
    nations["Greeks"] |= {"legions": {PLAINS[0]: 16, PLAINS[20]: 1}, "galleys": {SEAS[0]: 9, SEAS[-1]: 7}}
    for name in nations:
        nations[name] |= {"personages": {"king": 2, "citizen": 3 if name == "Greeks" else 1}}
    return _set(book, nations, round=25, turn="Greeks")


def _last_stack(book: str, left: int) -> Position:
    """Six nations, all personages out or all but one, temples within reach: the next temple may win."""
    cards: tuple[dict[str, int], ...] = (
        {"king": 6}, {"scholar": 6}, {"general": 6}, {"citizen": 6}, {"navigator": 5},
        {"king": 3, "scholar": 2, "general": 1 - left},
    )  # fmt: skip
    nations = {
        name: {
            "cities": REGIONS[8 * place : 8 * place + 8],
            "temples": REGIONS[8 * place : 8 * place + 3],
            "legions": dict.fromkeys(PLAINS[place::11], 3),
            "galleys": dict.fromkeys(SEAS[place::9], 3),
            "knowhow": ALL[:4],
            "rondel": "gold",
            "personages": cards[place],
        }
        for place, name in enumerate(NATIONS)
    }
    return _set(book, nations, round=50)


def _sudden(book: str) -> Position:
    """All personages are out, and unlike units stand before a temple."""
    found = _last_stack(book, left=0)
    for entry in found["nations"].values():
        for kind in KINDS:
            entry[plural(kind)].pop("Berenice", None)
    found["nations"]["Greeks"] |= {"legions": {"Berenice": 6}, "galleys": {"Berenice": 6}, "rondel": "maneuver1"}
    used = {"legions": {"Berenice": [1, 1, 0]}, "galleys": {"Berenice": [2, 0, 0]}}
    return {**found, "phase": "maneuver", "turn": "Greeks", "used": used}


def _eighth(book: str) -> Position:
    """The eighth know-how is within reach while the fullest stacks are equal."""
    nations = {
        "Greeks": {
            "knowhow": [name for name in ALL if name != "democracy"],
            "gold": 10, "coins": 5, "iron": 4, "marble": 4,
            "personages": {"king": 4, "scholar": 3, "general": 1},
            "rondel": "know-how",
            "galleys": {"Sparta": 2},
        },
        "Persians": {"personages": {"king": 0, "general": 2, "citizen": 1}, "knowhow": ALL, "rondel": "iron",
                     "extra": "king" if book == "antike-2006" else None},
        "Arabs": {"personages": {"scholar": 5}, "gold": 8, "rondel": "gold"},
    }  # fmt: skip
    return _set(book, nations, round=33, turn="Greeks", phase="know-how")


def _sailors(book: str) -> Position:
    """Galleys in thirteen seas, five cities short of nothing: awards fall due."""
    nations = {
        "Greeks": {
            "cities": ["Pella", "Athen", "Sparta", "Dyrrhachion"],
            "temples": ["Pella", "Athen"],
            "galleys": dict.fromkeys(SEAS[:13], 1),
            "knowhow": ["sailing", "navigation"],
            "marble": 9, "iron": 4, "gold": 4, "coins": 2,
            "rondel": "iron",
        },
        "Persians": {"galleys": dict.fromkeys(SEAS[6:12], 2), "rondel": "gold"},
        "Arabs": {"galleys": dict.fromkeys(SEAS[10:20], 1), "knowhow": ["sailing"], "rondel": "marble"},
        "Phoenicians": {"cities": ["Tyros"], "legions": {"Tyros": 1}},
    }  # fmt: skip
    return _set(book, nations, round=18, turn="Greeks")


def _generals(book: str) -> Position:
    """Close to the target of the military variation, or of the usual game; the last round runs."""
    options = {"military": 1, "round-limit": 31} if book == "antike-2006" else {"round-limit": 31}
    nations = {
        name: {
            "cities": REGIONS[12 * place : 12 * place + 9],
            "temples": REGIONS[12 * place : 12 * place + 4],
            "legions": dict.fromkeys(PLAINS[5 + 2 * place :: 12], 4),
            "galleys": dict.fromkeys(SEAS[3 + place :: 9], 4),
            "knowhow": ["wheel", "sailing"],
            "personages": {"king": 1, "citizen": 1, "general": 2, "scholar": 1},
            "rondel": "gold",
        }
        for place, name in enumerate(NATIONS[:3])
    }
    return _set(book, nations, round=30, options=options)


def _two_colours() -> Position:
    """Two nations with double material."""
    nations = {
        "Greeks": {
            "cities": REGIONS[:30], "temples": REGIONS[:6], "legions": {PLAINS[-3]: 20, PLAINS[-8]: 10},
            "galleys": {SEAS[-2]: 20, SEAS[4]: 9}, "knowhow": ["wheel", "roads"], "rondel": "gold",
            "personages": {"king": 6, "citizen": 2},
        },
        "Persians": {
            "cities": REGIONS[30:48], "temples": REGIONS[40:48], "legions": {PLAINS[-3]: 5, PLAINS[2]: 9},
            "galleys": {SEAS[-2]: 5, SEAS[1]: 9}, "knowhow": ALL[:4], "rondel": "gold",
            "personages": {"king": 3, "citizen": 2, "general": 4},
        },
    }  # fmt: skip
    return _set("antike-2006", nations, round=44, options={"two-colours": 1})


_BOTH = (
    _crowd, _movers, _siege, _rich_siege, _trader, _no_coins, _all_stones, _no_temples, _sudden, _eighth, _sailors,
    _generals,
)  # fmt: skip
RICH: tuple[Position, ...] = (
    *(make(book) for make in _BOTH for book in BOOKS),
    *(_last_stack(book, left) for left in (0, 1) for book in BOOKS),
    _two_colours(),
)


# ---- at random -----------------------------------------------------------------------------------------------


def random_position(rng: Random, book: str, players: int, options: Mapping[str, int]) -> Position:
    """Draw a late position of a set-up: at the beginning of a turn, or in the middle of a maneuver."""
    rules = read_book(book, players, options)
    names = PAIRS if players == 2 and rules.line == 4 else NATIONS[: rules.line]
    nations = _random_nations(rng, rules, names)
    turn = rng.choice(names)
    found = {
        "game": book,
        "board": "east",
        "players": players,
        "options": {key: value for key, value in options.items() if key != "round-limit"},
        "round": 30,
        "turn": turn,
        "nations": nations,
    }
    if rng.random() < 0.6:
        nations[turn]["rondel"] = "maneuver1"
        found |= {"phase": "maneuver", "used": _random_used(rng, nations[turn])}
    return found


def _random_nations(rng: Random, rules: Book, names: tuple[str, ...]) -> Position:
    """Share out regions, temples, goods and cards; units crowd in a few regions."""
    regions = rng.sample(REGIONS, len(REGIONS))
    hot = rng.sample(REGIONS, rng.randint(3, 14))
    stacks, temples = dict(STACKS), 20
    stock = dict.fromkeys(GOODS, rules.bank_units or 10**9) | {"coin": 30}
    nations: Position = {}
    for name in names:
        cities = [regions.pop() for _ in range(rng.randint(1, min(rules.stones, 50 // len(names))))]
        built = cities[: rng.randint(0, min(len(cities), temples, 9))]
        temples -= len(built)
        nations[name] = {
            "cities": cities,
            "temples": built,
            **_random_goods(rng, stock),
            **{plural(kind): _random_units(rng, kind, hot, rules.units) for kind in KINDS},
            "knowhow": _random_knowhow(rng),
            "rondel": rng.choice((*WEDGES, "gold", "gold", "marble", "marble")),
            "personages": _random_cards(rng, stacks, rules.target - 1, rules.general),
        }
    return nations


def _random_used(rng: Random, entry: Position) -> Position:
    """Let some units of the nation on turn have used actions."""
    found: Position = {}
    nation = Nation.read({"seat": 0, **entry})
    for kind in KINDS:
        places: dict[str, list[int]] = {}
        for region, number in nation.units[kind].items():
            most = 1 + nation.level("wheel" if kind == "legion" else "sailing")
            levels = [rng.randint(0, most) for _ in range(number)]
            if any(levels):
                places[region] = [levels.count(level) for level in (1, 2, 3)]
        found[plural(kind)] = places
    return found


def _random_goods(rng: Random, stock: dict[str, int]) -> dict[str, int]:
    found = {}
    for good in GOODS:
        wanted = rng.choice((0, 3, 6, 15)) if good == "coin" else rng.choice((0, 1, 2, 3, 5, 9))
        amount = min(stock[good], wanted)
        stock[good] -= amount
        found["coins" if good == "coin" else good] = amount
    return found


def _random_units(rng: Random, kind: str, hot: list[str], supply: int) -> dict[str, int]:
    found: dict[str, int] = {}
    fitting = [region for region in hot if region in (SEAS if kind == "galley" else PLAINS)]
    for region in fitting:
        number = min(rng.choice((0, 0, 1, 1, 2, 4)), supply)
        supply -= number
        if number:
            found[region] = number
    return found


def _random_knowhow(rng: Random) -> list[str]:
    share = rng.choice((0.1, 0.5, 0.9, 1.0))
    basic = [name for name in COLUMNS if rng.random() < share]
    return basic + [COLUMNS[name] for name in basic if rng.random() < share]


def _random_cards(rng: Random, stacks: dict[str, int], most: int, general: int) -> dict[str, int]:
    found: dict[str, int] = {}
    points = rng.randint(max(0, most - 3), most)
    for _ in range(points // general):
        kind = rng.choice(list(STACKS))
        if stacks[kind]:
            stacks[kind] -= 1
            found[kind] = found.get(kind, 0) + 1
    return found
