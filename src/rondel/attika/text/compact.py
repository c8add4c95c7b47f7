"""The compact form of an Attika position: one line of text.

    attika flowers 2 - turn start=Athens turn=Athens act=Athens tiles=T05:0,0:3/… discard=0.1.0.0 |
    Athens h=2.1.1.0 s=Tower:2,Well b=0,0:Quarry/1,0:Mint p=5.7.7.7 a=1 g=Mint | Sparta h=5 …

Sections are divided by `|`: the game and the moment, then one for each city-state in seat order. A hidden hand is a
number instead of four. Blanks within names become `_`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from rondel.attika.rules import PILES, TERRAINS
from rondel.errors import PositionError
from rondel.game import JsonDict, JsonObject

_TEXTS = ("start", "turn", "mode", "pile", "pending", "tile", "site", "end", "winner")
_NUMBERS = ("left", "acted", "voids", "due", "extend", "choosing")


def write_line(position: JsonObject) -> str:
    """Write a position object as one line."""
    if not isinstance(position["board"], str):
        raise PositionError("bad_position", "The compact line needs the stock tiles; write the position as JSON.")
    options = ",".join(f"{name}={value}" for name, value in position.get("options", {}).items()) or "-"
    head = [position["game"], position["board"], str(position["players"]), options, position["phase"]]
    head += [f"{key}={_blanks(position[key])}" for key in (*_TEXTS, *_NUMBERS) if key in position]
    if "to_act" in position:
        head.append(f"act={position['to_act']}")
    if "paid" in position:
        head.append("paid=" + _cards(position["paid"]))
    head.append("tiles=" + "/".join(f"{name}:{q},{r}:{turns}" for name, q, r, turns in position["tiles"]))
    head.append(f"discard={_cards(position['discard'])}")
    sections = [" ".join([name, *_write_city(entry, "end" in position)]) for name, entry in position["cities"].items()]
    return " | ".join([" ".join(head), *sections])


def _blanks(value: object) -> str:
    return str(value).replace(" ", "_")


def _cards(cards: Mapping[str, int] | int) -> str:
    return str(cards) if isinstance(cards, int) else ".".join(str(cards.get(name, 0)) for name in TERRAINS)


def _write_city(entry: JsonObject, over: bool) -> list[str]:
    found = [f"h={_cards(entry['hand'])}"]
    if entry["stored"]:
        found.append("s=" + ",".join(f"{_blanks(name)}:{count}" for name, count in entry["stored"].items()))
    if entry["buildings"]:
        found.append("b=" + "/".join(f"{place}:{_blanks(name)}" for place, name in entry["buildings"].items()))
    found.append("p=" + ".".join(str(entry["piles"][name]) for name in PILES))
    if entry["amphorae"]:
        found.append(f"a={entry['amphorae']}")
    if entry["rewarded"] or over:
        found.append("g=" + (",".join(entry["rewarded"]) or "-"))
    return found


def read_line(text: str) -> JsonDict:
    """Read a position object from one line."""
    head, *sections = [section.split() for section in text.strip().split("|")]
    if len(head) < 5:
        _bad("it begins with game, board, players, options and phase")
    game, board, players, options, phase, *moment = head
    position: JsonDict = {
        "game": game, "board": board, "players": _number(players), "options": _read_options(options), "phase": phase,
        "cities": {},
    }  # fmt: skip
    for word in moment:
        _read_moment(position, word)
    for section in sections:
        if not section:
            _bad("a section is empty")
        if section[0] in position["cities"]:
            _bad(f"{section[0]} has two sections")
        position["cities"][section[0]] = _read_city(section[1:])
    return position


def _bad(message: str) -> NoReturn:
    raise PositionError("bad_position", f"The compact line cannot be read: {message}.")


def _number(text: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > 9:
        _bad(f"{text!r} is not a number")
    return int(text)


def _read_options(text: str) -> dict[str, int]:
    pairs = [part.partition("=") for part in text.split(",") if text != "-"]
    return {name: _number(value) if mark else 1 for name, mark, value in pairs}


def _read_cards(text: str) -> dict[str, int] | int:
    numbers = [_number(part) for part in text.split(".")]
    if len(numbers) == 1:
        return numbers[0]
    if len(numbers) != len(TERRAINS):
        _bad(f"{text!r} should be four numbers with dots between")
    return dict(zip(TERRAINS, numbers, strict=True))


def _pair(word: str, mark: str = "=") -> tuple[str, str]:
    key, found, value = word.partition(mark)
    if not found:
        _bad(f"{word!r} has no {mark}")
    return key, value


def _read_moment(position: JsonDict, word: str) -> None:
    key, value = _pair(word)
    if key in _TEXTS:
        position[key] = value.replace("_", " ")
    elif key in _NUMBERS:
        position[key] = _number(value)
    elif key in ("discard", "paid"):
        position[key] = _read_cards(value)
    elif key == "act":
        position["to_act"] = value
    elif key == "tiles":
        position["tiles"] = [_read_tile(part) for part in value.split("/")]
    else:
        _bad(f"{word!r} is not understood")


def _read_tile(text: str) -> list[object]:
    parts = text.split(":")
    place = parts[1].split(",") if len(parts) == 3 else []
    if len(place) != 2:
        _bad(f"{text!r} should be a tile, its place and its turns: T05:0,0:3")
    return [parts[0], _number(place[0]), _number(place[1]), _number(parts[2])]


def _read_city(words: Sequence[str]) -> JsonDict:
    entry: JsonDict = {}
    for word in words:
        key, value = _pair(word)
        if key == "h":
            entry["hand"] = _read_cards(value)
        elif key == "s":
            pairs = [_pair(part, ":") for part in value.split(",")]
            entry["stored"] = {name.replace("_", " "): _number(count) for name, count in pairs}
        elif key == "b":
            entry["buildings"] = {
                place: name.replace("_", " ") for place, name in (_pair(part, ":") for part in value.split("/"))
            }
        elif key == "p":
            numbers = [_number(part) for part in value.split(".")]
            entry["piles"] = dict(zip(PILES, numbers, strict=False))
        elif key == "a":
            entry["amphorae"] = _number(value)
        elif key == "g":
            entry["rewarded"] = [] if value == "-" else value.split(",")
        else:
            _bad(f"{word!r} is not understood; the keys are h, s, b, p, a, g")
    return entry
