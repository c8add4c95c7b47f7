"""The compact form of a position: one line of text.

    antike-2006 east 4 - r3 maneuver turn=Greeks act=Greeks | Greeks c=Ath*,Pel l=Ath:2 s=2.1.3.0 k=wheel w=temple

Sections are divided by `|`: the game and the moment, then a section for each nation in seat order. Names are
shortened to unique beginnings, blanks within values become `_`, a `*` marks a city with a temple.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from rondel.antike.rules import PERSONAGES
from rondel.boards.reader import load_board
from rondel.errors import PositionError
from rondel.game import JsonDict, JsonObject
from rondel.names import fold

_STOCKS = ("marble", "iron", "gold", "coins")
_DUES = ("scholars", "generals", "extra")
_ARMIES = (("l", "legions"), ("g", "galleys"))
#: keys of the moment whose values are lists of names, and those with numbers by name
_LISTS = ("barred", "neutral_temples", "learned", "heard", "saved")
_TABLES = ("placed", "open_cards", "discard", "tally")


def shorten(names: Sequence[str]) -> dict[str, str]:
    """Give each name its shortest unique beginning, of at least three characters."""
    found = {}
    for name in names:
        others = [fold(other) for other in names if other != name]
        plain = name.replace(" ", "_")
        length = min(3, len(plain))
        while length < len(plain) and any(other.startswith(fold(plain[:length])) for other in others):
            length += 1
        found[name] = plain[:length]
    return found


@cache
def _short_names(board: str) -> dict[str, str]:
    return shorten([region.name for region in load_board(board).regions])


def write_line(position: JsonObject) -> str:
    """Write a position object as one line."""
    if not isinstance(position["board"], str):
        raise PositionError("bad_position", "The compact line needs a stock board; write the position as JSON.")
    short = _short_names(position["board"])
    options = ",".join(f"{name}={value}" for name, value in position.get("options", {}).items()) or "-"
    head = [
        position["game"],
        position["board"],
        str(position["players"]),
        options,
        f"r{position['round']}",
        position["phase"],
    ]
    head += _write_moment(position)
    nations = [
        " ".join([name.replace(" ", "_"), *_write_nation(entry, short)]) for name, entry in position["nations"].items()
    ]
    return " | ".join([" ".join(head), *nations])


def _write_moment(position: JsonObject) -> list[str]:
    keys = ("chooser", "start", "turn", "to_act", "place", "asked", "pending", "bellona", "end", "winner")
    found = [f"{key.removeprefix('to_')}={_blanks(position[key])}" for key in keys if key in position]
    for letter, army in _ARMIES:
        if army in position.get("used", {}):
            entries = [
                f"{name.replace(' ', '_')}:{'.'.join(map(str, used))}" for name, used in position["used"][army].items()
            ]
            found.append(f"used-{letter}=" + ",".join(entries))
    if "losses" in position:
        found.append(f"losses={position['losses']['legions']}.{position['losses']['galleys']}")
    if "due" in position:
        found.append("due=" + ".".join(str(position["due"].get(name, 0)) for name in _DUES))
    found += [f"{key}=" + ",".join(_blanks(name) for name in position[key]) for key in _LISTS if key in position]
    found += [f"{key}={_write_counts(position[key])}" for key in _TABLES if key in position]
    if "levied" in position:
        found.append(f"levied={position['levied']}")
    return found


def _blanks(value: object) -> str:
    return str(value).replace(" ", "_")


def _write_counts(counts: Mapping[str, int], short: Mapping[str, str] | None = None) -> str:
    return ",".join(f"{(short or {}).get(name, name).replace(' ', '_')}:{number}" for name, number in counts.items())


def _write_nation(entry: JsonObject, short: Mapping[str, str]) -> list[str]:
    cities = ",".join(short[name] + ("*" if name in entry["temples"] else "") for name in entry["cities"])
    found = [f"c={cities}"]
    found += [f"{letter}={_write_counts(entry[army], short)}" for letter, army in _ARMIES if entry[army]]
    found.append("s=" + ".".join(str(entry[stock]) for stock in _STOCKS))
    if entry["knowhow"]:
        found.append("k=" + ",".join(map(_blanks, entry["knowhow"])))
    if entry["rondel"]:
        found.append(f"w={entry['rondel']}")
    if entry["personages"]:
        found.append("p=" + ".".join(str(entry["personages"].get(name, 0)) for name in PERSONAGES))
    if "extra" in entry:
        found.append(f"x={entry['extra']}")
    return found + _write_camp(entry, short)


def _write_camp(entry: JsonObject, short: Mapping[str, str]) -> list[str]:
    """Write what only some rulebooks have."""
    found = []
    if "produces" in entry:
        found.append("y=" + ",".join(f"{short[name]}:{good}" for name, good in entry["produces"].items()))
    if entry.get("ramparts"):
        found.append("r=" + ",".join(short[name] for name in entry["ramparts"]))
    if "barracks" in entry:
        found.append(f"b={entry['barracks']['legions']}.{entry['barracks']['galleys']}")
    if "leader" in entry:
        found.append(f"o={short[entry['leader']]}")
    if entry.get("cards"):
        found.append("e=" + _write_counts(entry["cards"]))
    return found


def read_line(text: str) -> JsonDict:
    """Read a position object from one line."""
    head, *sections = [section.split() for section in text.strip().split("|")]
    if len(head) < 6:
        _bad("it begins with game, board, players, options, round and phase")
    game, board, players, options, round_, phase, *moment = head
    position: JsonDict = {
        "game": game,
        "board": board,
        "players": _number(players),
        "options": _read_options(options),
        "round": _number(round_.removeprefix("r")),
        "phase": phase,
        "nations": {},
    }
    for word in moment:
        _read_moment(position, word)
    for section in sections:
        if not section:
            _bad("a section is empty")
        name = section[0].replace("_", " ")
        if name in position["nations"]:
            _bad(f"{name} have two sections")
        position["nations"][name] = _read_nation(section[1:])
    return position


def _bad(message: str) -> None:
    raise PositionError("bad_position", f"The compact line cannot be read: {message}.")


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        _bad(f"{text!r} is not a number")
    return int(text)


def _numbers(text: str, count: int) -> list[int]:
    numbers = [_number(part) for part in text.split(".")]
    if len(numbers) != count:
        _bad(f"{text!r} should be {count} numbers with dots between")
    return numbers


def _read_options(text: str) -> dict[str, int]:
    if text == "-":
        return {}
    pairs = [part.partition("=") for part in text.split(",")]
    return {name: _number(value) if mark else 1 for name, mark, value in pairs}


def _counts(text: str) -> dict[str, int]:
    pairs = [part.partition(":") for part in text.split(",") if part]
    return {name.replace("_", " "): _number(number) for name, _, number in pairs}


def _pair(word: str, keys: Sequence[str]) -> tuple[str, str]:
    key, mark, value = word.partition("=")
    if not mark or key not in keys:
        _bad(f"{word!r} is not understood; the keys are {', '.join(keys)}")
    return key, value


def _used(text: str) -> dict[str, list[int]]:
    pairs = [part.partition(":") for part in text.split(",") if part]
    return {name.replace("_", " "): [_number(part) for part in used.split(".")] for name, _, used in pairs}


_MOMENT: dict[str, Callable[[str], tuple[str, object]]] = {
    **{name: lambda value, name=name: (name, value.replace("_", " "))  # type: ignore[misc]
       for name in ("turn", "place", "asked", "pending", "bellona", "end", "winner")},
    **{name: lambda value, name=name: (name, _words(value)) for name in _LISTS},  # type: ignore[misc]
    **{name: lambda value, name=name: (name, _counts(value)) for name in _TABLES},  # type: ignore[misc]
    # before the nations are chosen a seat begins, not a nation
    "start": lambda value: ("start", _number(value) if value.isdecimal() else value.replace("_", " ")),
    "act": lambda value: ("to_act", value.replace("_", " ")),
    "chooser": lambda value: ("chooser", _number(value)),
    "losses": lambda value: ("losses", dict(zip(("legions", "galleys"), _numbers(value, 2), strict=True))),
    "due": lambda value: ("due", dict(zip(_DUES, _numbers(value, 3), strict=True))),
    "levied": lambda value: ("levied", _number(value)),
}  # fmt: skip


def _words(text: str) -> list[str]:
    return [name.replace("_", " ") for name in text.split(",") if name]


def _read_moment(position: JsonDict, word: str) -> None:
    key, value = _pair(word, [*_MOMENT, "used-l", "used-g"])
    if key.startswith("used-"):
        army = dict(_ARMIES)[key[-1]]
        position.setdefault("used", {})[army] = _used(value)
    else:
        name, entry = _MOMENT[key](value)
        position[name] = entry


def _produces(text: str) -> dict[str, str]:
    pairs = [part.partition(":") for part in text.split(",") if part]
    return {name.replace("_", " "): good for name, _, good in pairs}


#: what only some rulebooks have
_CAMP: dict[str, Callable[[str], tuple[str, object]]] = {
    "y": lambda value: ("produces", _produces(value)),
    "r": lambda value: ("ramparts", _words(value)),
    "b": lambda value: ("barracks", dict(zip(("legions", "galleys"), _numbers(value, 2), strict=True))),
    "o": lambda value: ("leader", value.replace("_", " ")),
    "e": lambda value: ("cards", _counts(value)),
}


def _read_nation(words: Sequence[str]) -> JsonDict:
    entry: JsonDict = {}
    for word in words:
        key, value = _pair(word, ("c", "l", "g", "s", "k", "w", "p", "x", *_CAMP))
        if key in _CAMP:
            name, part = _CAMP[key](value)
            entry[name] = part
        elif key == "c":
            names = _words(value)
            entry["cities"] = [name.rstrip("*") for name in names]
            entry["temples"] = [name.rstrip("*") for name in names if name.endswith("*")]
        elif key in dict(_ARMIES):
            entry[dict(_ARMIES)[key]] = _counts(value)
        elif key == "s":
            entry |= dict(zip(_STOCKS, _numbers(value, 4), strict=True))
        elif key == "k":
            entry["knowhow"] = value.replace("_", " ").split(",")
        elif key == "p":
            entry["personages"] = dict(zip(PERSONAGES, _numbers(value, 5), strict=True))
        else:
            entry["rondel" if key == "w" else "extra"] = value
    return entry
