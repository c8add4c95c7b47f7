"""What the tests of Antike II share: a small board with every kind of border and site, and positions on it."""

from __future__ import annotations

from collections import deque
from typing import Any

from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import Board
from rondel.position import to_position
from tests.support import POOR, at

BOOK = "antike-2"
WEDGES = ("iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2")
TECHNOLOGIES = ["strata", "navigatio", "mercatura", "commercium", "metallum", "moneta", "regnum", "res publica"]

#: three personages: the nation's cities no longer have the one more defence of the weak
OLD = {"personages": {"king": 1, "scholar": 1, "citizen": 1}}
RICH = {"marble": 20, "iron": 20, "gold": 20, "coins": 0}

_KINDS = {
    "marble": ("Alba", "Delos", "Gades", "Kition", "Nola", "Saguntum"),
    "iron": ("Brixia", "Elis", "Hispalis", "Lixus", "Ostia", "Rhegium", "Ulia"),
    "gold": ("Capua", "Faleria", "Ilerda", "Malaca", "Pisae", "Templa"),
    "any": ("Quiza",),
    "none": ("Vastum",),
}
SEAS = ("Mare Album", "Mare Caesium", "Mare Fuscum", "Mare Nigrum")
_THREE = {
    "Reds": ["Alba", "Brixia", "Capua"],
    "Blues": ["Delos", "Elis", "Faleria"],
    "Greens": ["Gades", "Hispalis", "Ilerda"],
}

#: Saguntum has land borders only, Rhegium sea borders only; Vastum is land without a city, the seas are open
ISLES: dict[str, Any] = {
    "id": "isles",
    "nations": {"all": ["Reds", "Blues", "Greens", "Blacks"]},
    "starts": {"3": _THREE, "4": {**_THREE, "Blacks": ["Kition", "Lixus", "Malaca"]}},
    "temples": {"3": ["Templa", "Ulia"], "4": ["Templa", "Ulia"]},
    "regions": {
        **{name: {"resource": kind} for kind, names in _KINDS.items() for name in names},
        **{name: {"resource": "none", "open_sea": True} for name in SEAS},
    },
    "borders": {
        "land": [
            ["Alba", "Saguntum"], ["Saguntum", "Delos"], ["Delos", "Nola"], ["Alba", "Vastum"], ["Vastum", "Gades"],
        ],
        "sea": [
            ["Brixia", "Mare Album"], ["Mare Album", "Elis"], ["Elis", "Rhegium"], ["Rhegium", "Mare Album"],
            ["Rhegium", "Capua"], ["Mare Album", "Mare Caesium"], ["Mare Caesium", "Mare Fuscum"],
            ["Mare Fuscum", "Mare Nigrum"], ["Mare Caesium", "Hispalis"], ["Mare Fuscum", "Lixus"],
            ["Mare Nigrum", "Pisae"],
        ],
        "both": [
            ["Alba", "Brixia"], ["Brixia", "Capua"], ["Delos", "Elis"], ["Elis", "Faleria"], ["Capua", "Faleria"],
            ["Capua", "Ilerda"], ["Nola", "Ostia"], ["Ostia", "Pisae"], ["Pisae", "Quiza"], ["Quiza", "Templa"],
            ["Templa", "Ulia"], ["Ulia", "Gades"], ["Gades", "Hispalis"], ["Hispalis", "Ilerda"], ["Kition", "Lixus"],
            ["Lixus", "Malaca"], ["Malaca", "Alba"], ["Kition", "Pisae"],
        ],
    },
}  # fmt: skip


def isles(**position: Any) -> State:
    """Set up a position of three nations on the small board: Reds, Blues, Greens."""
    return at(BOOK, **{"board": ISLES, "players": 3, "turn": "Reds", **position})


def moving(nations: dict[str, Any], turn: str = "Reds", **more: Any) -> State:
    """Give a nation without goods a MOVERE on the small board."""
    nations = {name: {**POOR, **entry} for name, entry in nations.items()}
    return isles(turn=turn, phase="maneuver", nations=nations, **more)


def west(**position: Any) -> State:
    """Set up a position on Mare Nostrum without neutral temples."""
    return at(BOOK, **{"board": "mare-nostrum", "players": 4, "neutral_temples": [], **position})


def sites(count: int, skip: tuple[str, ...] = ()) -> list[str]:
    """List so many city sites of Mare Nostrum; every nation keeps its gold city, and some can be skipped."""
    board = load_board("mare-nostrum")
    kept = {gold for _, _, gold in board.starts[4].values()}
    places = [place for place, region in enumerate(board.regions) if region.resource >= 0 and place not in kept]
    return [name for name in (board.regions[place].name for place in places) if name not in skip][:count]


def bank(state: State) -> dict[str, Any]:
    """Give the bank's entry in the position object."""
    entry: dict[str, Any] = to_position(state)["bank"]
    return entry


def bellona(state: State) -> str:
    """Give the nation that holds the Bellona card."""
    return str(to_position(state)["bellona"])


def reach(board: Board, origin: str, kind: int, steps: int) -> set[str]:
    """Give the regions that are at most so many borders of the kind away, the origin excepted."""
    found = {board.index(origin): 0}
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for other in board.neighbours(here, kind):
            if other not in found and found[here] < steps:
                found[other] = found[here] + 1
                queue.append(other)
    return {board.regions[place].name for place in found} - {origin}


def route(board: Board, origin: str, target: str, kind: int) -> list[str]:
    """Give a shortest way over borders of the kind, from the origin on."""
    ways = deque([[origin]])
    while ways[0][-1] != target:
        way = ways.popleft()
        nexts = [board.regions[place].name for place in board.neighbours(board.index(way[-1]), kind)]
        ways.extend([*way, name] for name in nexts if name not in way)
    return ways[0]
