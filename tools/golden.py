"""Writes the golden files: finished games, playthroughs, refusals and pictures in text. Tests compare them.

A change in them is a change in behaviour: review the difference before you commit it.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from rondel import record as records
from rondel.antike.engine import AntikeGame
from rondel.attika.actions import HEX, STARTS
from rondel.attika.rules import CITIES, KINDS, TERRAINS
from rondel.attika.state import State as AttikaState
from rondel.attika.tiles import OFFSETS
from rondel.compact import to_line
from rondel.position import from_position
from rondel.registry import BOOKS, SETUPS, make
from rondel.simulate import choose

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
Setup = tuple[str, int, dict[str, int]]
#: the options of which a finished game is kept
_FINISHED = {"round-limit", "two-colours", "military", "two-players", "special-units", "draw-offers"}

#: all personages are out and nobody has won: the next temple destroyed decides
SUDDEN: dict[str, Any] = {
    "players": 6, "turn": "Greeks", "phase": "maneuver", "round": 40,
    "nations": {
        "Greeks": {"legions": {"Ninive": 2}, "galleys": {}, "personages": {"king": 6}},
        "Persians": {"personages": {"scholar": 6}},
        "Arabs": {"personages": {"general": 6}},
        "Phoenicians": {"personages": {"citizen": 6}},
        "Egyptians": {"personages": {"navigator": 5}},
        "Babylonians": {
            "cities": ["Babylon", "Ninive", "Melitene"], "temples": ["Babylon"], "legions": {},
            "personages": {"king": 3, "scholar": 2, "general": 1},
        },
    },
}  # fmt: skip

#: the Romans are one short of victory and no general is left
ONE_SHORT: dict[str, Any] = {
    "players": 4, "turn": "Romans", "phase": "maneuver", "round": 30,
    "nations": {
        "Greeks": {"personages": {"general": 7}},
        "Romans": {"legions": {"Tyros": 4}, "personages": {"king": 8}},
        "Germanic tribes": {},
        "Phoenicians": {"temples": ["Tyros"]},
    },
}  # fmt: skip


def name_of(setup: Setup) -> str:
    """Name a set-up in a file name."""
    book, players, options = setup
    return "-".join([book, str(players), *(f"{name}{value}" for name, value in options.items())])


def walk(state: Any, rng: Random, cap: int) -> Iterator[tuple[Any, int]]:
    """Give the states of a random game with the action taken in each."""
    for _ in range(cap):
        if not state.legal():
            return
        action = choose(state, rng)
        yield state, action
        state = state.apply(action)


def finished_game(setup: Setup) -> str:
    """Give the shortest of some random games, as a record."""
    book, players, options = setup
    game = make(book, players, "", options)
    best: records.Record | None = None
    for seed in range(25):
        state = game.new(seed)
        record = records.start_record(state, seed)
        record.actions = [action for _, action in walk(state, Random(seed), 8000)]
        if record.last().end_reason() and (best is None or len(record.actions) < len(best.actions)):
            best = record
    assert best is not None
    return records.dumps(best)


def temple_game(book: str) -> str:
    """Give a game that the destruction of a temple ends when the personages, or the generals, are out."""
    if book == "antike-2":
        record = records.start_record(from_position({"game": book, **ONE_SHORT}))
        records.play(record, ["conquer Tyros 4 legion"])
        while not record.last().end_reason():
            records.play(record, ["done"])
        return records.dumps(record)
    position = json.loads(json.dumps(SUDDEN))
    position["nations"]["Greeks"]["legions"] = {"Babylon": 3}
    record = records.start_record(from_position({"game": book, **position}))
    records.play(record, ["conquer Babylon 3 legion"])
    return records.dumps(record)


def attika_game(end: str) -> str:
    """Give a game of Attika that ends in the way asked for."""
    first = make("attika", 2).new()
    assert isinstance(first, AttikaState)
    spaces = [f"{q},{r}" for q, r in first.layout.hexes]
    kinds = [kind.name for kind in KINDS for _ in range(kind.count)]
    chain = ["-1,1", "0,1", "1,1", "1,2", "1,3", "2,3"]
    further = [f"{3 + q},{-2 + r}" for q, r in OFFSETS]
    others = [*(place for place in spaces if place not in (*chain, "-1,0")), *further]
    centres = ((0, 0), (2, 1), (-1, 3), (1, 4), (3, -2))
    tiles = [[f"T{number:02}", *centre, 0] for number, centre in enumerate(centres, 1)]
    cards = {"water": 8, "forest": 8, "hill": 8, "mountain": 8}
    athens: dict[str, Any] = {"stored": {"Street": 1}, "hand": cards}
    sparta: dict[str, Any] = {}
    move = "build Street -1,1"
    if end == "shrines":
        athens["buildings"] = dict(zip(chain[1:], kinds, strict=False))
    elif end == "buildings":
        athens["buildings"] = dict(zip([*others, chain[1]], kinds[:29], strict=False))
        move = f"build Street {chain[2]}"
    elif end == "both":
        athens["buildings"] = dict(zip([*chain[1:], *others], kinds[:29], strict=False))
    else:
        # the board is full; the last amphora can only be turned into an action for which there is no space
        ours = ["-1,1", "-1,0", "0,0", "1,0", "0,1", "0,-1"]
        theirs = [place for place in [*spaces, *further] if place not in ours]
        stored = {kind: kinds[6:].count(kind) for kind in kinds[6:]}
        athens = {"buildings": dict(zip(ours, kinds, strict=False)), "stored": stored, "amphorae": 1}
        sparta = {"buildings": dict(zip(theirs, kinds, strict=False)), "stored": {"Street": 1}, "hand": 60}
        move = "cards"
    cities = {"Athens": athens, "Sparta": sparta}
    record = records.start_record(from_position({"game": "attika", "players": 2, "tiles": tiles, "cities": cities}))
    records.play(record, [move])
    return records.dumps(record)


def playthrough(setup: Setup, steps: int = 160) -> str:
    """Give a dump of one seeded game: who decides what, among how many, and a digest of the position."""
    book, players, options = setup
    state = make(book, players, "", options).new(11)
    lines = [to_line(state)]
    for before, action in walk(state, Random(11), steps):
        state = before.apply(action)
        digest = hashlib.sha256(to_line(state).encode()).hexdigest()[:10]
        text = before.game.action_text(before, action)
        lines.append(f"{before.game.prompt(before)} | {len(before.legal())} | {text} | {digest}")
    return "\n".join([*lines, to_line(state)]) + "\n"


def refusals(book: str) -> str:
    """Give examples of every refusal that random actions meet: position, action, code, clause, sentence."""
    found: dict[tuple[str, str, str], str] = {}
    for setup in (setup for setup in SETUPS if setup[0] == book):
        game = make(book, setup[1], "", setup[2])
        for seed in range(2):
            rng = Random(seed)
            for state, _ in walk(game.new(seed), rng, 700):
                _collect(state, rng, found)
    return "".join(found[key] for key in sorted(found))


def _collect(state: Any, rng: Random, found: dict[tuple[str, str, str], str]) -> None:
    for action in _tried(state, rng):
        if action in state.legal():
            continue
        error = state.game.why_not(state, action)
        key = (error.code, error.rule, _shape(state.game, error.message))
        if key not in found:
            entry = {"line": to_line(state), "action": action, **error.as_json()}
            found[key] = json.dumps(entry, ensure_ascii=False) + "\n"


def _tried(state: Any, rng: Random) -> list[int]:
    """Choose an action of each range; of places those on and around the board."""
    if isinstance(state.game, AntikeGame):
        ends = (*state.game.actions.starts, state.game.num_actions)
        # a kind of decision that the rulebook does not know has an empty range
        return [rng.randrange(low, high) for low, high in itertools.pairwise(ends) if low < high]
    places = [*state.layout.actions, *state.layout.places, *map(state.game.window.action, state.game.start.shrines)]
    found = [rng.randrange(low, high) for low, high in itertools.pairwise(STARTS)]
    return [*found, rng.choice(places), rng.randrange(HEX, state.game.num_actions)]


def _shape(game: Any, message: str) -> str:
    """Give a sentence without its names and numbers."""
    if isinstance(game, AntikeGame):
        names = [*(region.name for region in game.board.regions), *game.board.nations]
    else:
        names = [*CITIES, *(kind.name for kind in KINDS), *TERRAINS, "basic", *game.tiles.names]
    for name in names:
        message = message.replace(name, "_")
    return "".join(sign for sign in message if not sign.isdigit())


def pictures(book: str) -> str:
    """Give readable positions along one game, one for each phase met."""
    seen: dict[str, str] = {}
    for setup in (setup for setup in SETUPS if setup[0] == book):
        state = make(book, setup[1], "", setup[2]).new(5)
        for before, _ in walk(state, Random(5), 500):
            seen.setdefault(before.view(0)["phase"], before.game.show(before))
    return "\n\n".join(f"== {phase}\n{seen[phase]}" for phase in sorted(seen)) + "\n"


def files() -> dict[str, Callable[[], str]]:
    """Name the golden files and how each is made."""
    made: dict[str, Callable[[], str]] = {}
    for setup in SETUPS:
        if not setup[2] or _FINISHED & set(setup[2]):
            made[f"games/{name_of(setup)}.game"] = lambda setup=setup: finished_game(setup)  # type: ignore[misc]
        made[f"playthroughs/{name_of(setup)}.txt"] = lambda setup=setup: playthrough(setup)  # type: ignore[misc]
    for book, entry in BOOKS.items():
        if "temple" in entry.ends:
            made[f"games/{book}-temple.game"] = lambda book=book: temple_game(book)  # type: ignore[misc]
    for end in ("buildings", "shrines", "both", "void"):
        made[f"games/attika-2-{end}.game"] = lambda end=end: attika_game(end)  # type: ignore[misc]
    for book in BOOKS:
        made[f"refusals-{book}.jsonl"] = lambda book=book: refusals(book)  # type: ignore[misc]
        made[f"pictures-{book}.txt"] = lambda book=book: pictures(book)  # type: ignore[misc]
    return made


def main() -> None:
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""  # only files with this in their name
    for name, make_text in files().items():
        if wanted not in name:
            continue
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(make_text(), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
