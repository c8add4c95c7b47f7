"""Tactical puzzles: a position, the decisions that are right, and what the turn must have come to."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from rondel.bots.base import Bot
from rondel.bots.registry import make_bot
from rondel.position import from_position, to_position

FOLDER = Path(__file__).parent / "puzzles"


def files() -> list[Path]:
    return sorted(FOLDER.rglob("*.json"))


def solve(path: Path, bot_name: str) -> list[str]:
    """Let a bot decide; give what is wrong with its decisions."""
    puzzle = json.loads(path.read_text(encoding="utf-8"))
    state: Any = from_position(puzzle["position"])
    bot = make_bot(bot_name, state.game)
    seat = state.to_act
    first = state.game.action_text(state, bot.choose(state.redeal(seat, Random(0)), seat, state.legal()))
    wrong = [f"decided {first!r}"] if "accept" in puzzle and first not in puzzle["accept"] else []
    if "reach" in puzzle:
        wrong += _missing(puzzle["reach"], _turn(state, bot))
    return wrong


def _turn(state: Any, bot: Bot) -> dict[str, Any]:
    """Play the seat's turn to its end; the others keep the peace. Give the position reached."""
    seat = state.to_act
    while state.legal() and state.turn_of == seat:
        action = state.legal()[0]
        if state.to_act == seat:
            action = bot.choose(state.redeal(seat, Random(0)), seat, state.legal())
        state = state.apply(action)
    return to_position(state)


def _missing(reach: dict[str, Any], position: dict[str, Any]) -> list[str]:
    wrong = []
    if "winner" in reach and position.get("winner") != reach["winner"]:
        wrong.append(f"no win, but {position.get('winner')}")
    if "nation" in reach:
        wrong += _missing_of_nation(reach, position["nations"][reach["nation"]])
    if "city" in reach:
        wrong += _missing_of_city(reach, position["cities"][reach["city"]])
    return wrong


def _missing_of_nation(reach: dict[str, Any], entry: dict[str, Any]) -> list[str]:
    """Compare a nation of Antike: enough personages, units and cities, and of some goods no more than so many."""
    wrong = []
    for kind, count in reach.get("personages", {}).items():
        if entry["personages"].get(kind, 0) < count:
            wrong.append(f"{kind}: {entry['personages'].get(kind, 0)}, not {count}")
    for place, count in reach.get("units", {}).items():
        if entry["legions"].get(place, 0) + entry["galleys"].get(place, 0) < count:
            wrong.append(f"no unit in {place}")
    for good, count in reach.get("most", {}).items():
        if entry[good] > count:
            wrong.append(f"{good}: {entry[good]}, not at most {count}")
    if len(entry["cities"]) < reach.get("cities", 0):
        wrong.append(f"{len(entry['cities'])} cities")
    return wrong


def _missing_of_city(reach: dict[str, Any], entry: dict[str, Any]) -> list[str]:
    """Compare a city-state of Attika: a building on one of the places, enough buildings, cards and
    amphorae, few colonies."""
    stands, built = set(reach.get("stands", [])), entry["buildings"]
    wrong = [f"nothing stands on {sorted(stands)}"] if stands and not stands & set(built) else []
    if len(built) < reach.get("buildings", 0):
        wrong.append(f"{len(built)} buildings")
    if sum(entry["hand"].values()) < reach.get("cards", 0):
        wrong.append(f"{entry['hand']} left")
    if entry["amphorae"] < reach.get("amphorae", 0):
        wrong.append(f"{entry['amphorae']} amphorae")
    if entry["colonies"] > reach.get("colonies", 99):
        wrong.append(f"{entry['colonies']} colonies")
    return wrong
