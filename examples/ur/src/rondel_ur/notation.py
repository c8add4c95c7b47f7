"""Positions as objects and as one line: `ur ur 2 move turn=White throw=3 | White 3 on=1.5 off=2 | Black 7`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

from rondel.errors import PositionError
from rondel.game import JsonDict, JsonObject

SIDES: Final = ("White", "Black")
PIECES: Final = 7
#: the place after the last square
HOME: Final = 15

Places = list[list[int]]


def position_of(on: Sequence[Sequence[int]], turn: int, throw: int, winner: int) -> JsonDict:
    """Write a position as an object."""
    found: JsonDict = {"game": "ur", "board": "ur", "players": 2, "turn": SIDES[turn]}
    found["phase"] = "over" if winner >= 0 else "throw" if throw < 0 else "move"
    if winner >= 0:
        found |= {"winner": SIDES[winner], "end": "home"}
    else:
        found["to_act"] = "chance" if throw < 0 else SIDES[turn]
    if throw >= 0:
        found["throw"] = throw
    found["sides"] = {
        side: {
            "seat": seat,
            "hand": on[seat][0],
            "on": [place for place in range(1, HOME) if on[seat][place]],
            "points": on[seat][HOME],
        }
        for seat, side in enumerate(SIDES)
    }
    return found


def read_position(data: JsonObject) -> tuple[Places, int, int]:
    """Read where the pieces are, whose turn it is and the throw; what is left out is as at the start."""
    sides = data.get("sides", {})
    if not isinstance(sides, Mapping) or not set(sides) <= set(SIDES):
        _bad("`sides` has White and Black")
    on = [_places(sides.get(side, {})) for side in SIDES]
    if any(on[0][place] and on[1][place] for place in range(5, 13)):
        _bad("two pieces stand on one square")
    turn, throw = data.get("turn", SIDES[0]), data.get("throw", -1)
    if turn not in SIDES or not isinstance(throw, int) or throw not in range(-1, 5):
        _bad("`turn` is White or Black, `throw` a number from 0 to 4")
    if all(places[HOME] == PIECES for places in on):
        _bad("both sides cannot be home")
    return on, SIDES.index(turn), throw


def _places(entry: object) -> list[int]:
    if not isinstance(entry, Mapping):
        _bad("a side has `hand`, `on` and `points`")
    on, home = entry.get("on", []), entry.get("points", 0)
    squares = [place for place in on if isinstance(place, int) and 0 < place < HOME] if isinstance(on, list) else []
    hand = entry.get("hand", PIECES - len(squares) - home) if isinstance(home, int) else -1
    if squares != on or len(set(squares)) != len(squares) or not isinstance(hand, int) or min(hand, home) < 0:
        _bad("`on` lists squares from 1 to 14, `hand` and `points` are numbers")
    if hand + len(squares) + home != PIECES:
        _bad(f"a side has {PIECES} pieces, not {hand + len(squares) + home}")
    return [hand, *[int(place in squares) for place in range(1, HOME)], home]


def _bad(why: str) -> NoReturn:
    raise PositionError("bad_position", f"The position is impossible: {why}.")


def write_line(view: JsonObject) -> str:
    """Write a position object as one line."""
    head = f"ur ur 2 {view['phase']} turn={view['turn']}" + (f" throw={view['throw']}" if "throw" in view else "")
    sides = [
        f"{side} {entry['hand']} on={'.'.join(map(str, entry['on'])) or '-'} off={entry['points']}"
        for side, entry in view["sides"].items()
    ]
    return " | ".join([head, *sides])


def read_line(text: str) -> JsonDict:
    """Read one line as a position object."""
    head, *sides = (part.split() for part in text.split("|"))
    try:
        found: JsonDict = dict(word.split("=") for word in head[4:])
        if "throw" in found:
            found["throw"] = int(found["throw"])
        entries = {name: (int(hand), dict(word.split("=") for word in words)) for name, hand, *words in sides}
        found["sides"] = {
            name: {"hand": hand, "on": _squares(words.get("on", "-")), "points": int(words.get("off", 0))}
            for name, (hand, words) in entries.items()
        }
    except ValueError as error:
        raise PositionError("bad_position", f"The line cannot be read: {error}.") from error
    return {"game": "ur", "board": "ur", "players": 2, **found}


def _squares(text: str) -> list[int]:
    return [] if text == "-" else [int(place) for place in text.split(".")]
