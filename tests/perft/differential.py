"""Long comparison of the engine with the simple generator: `python -m tests.perft.differential --games N --seed S`."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import Any

from rondel.antike import variants
from rondel.antike.state import State
from rondel.position import from_position, to_position
from tests.perft.later import later_position
from tests.perft.positions import RICH, random_position
from tests.perft.simple import Simple
from tests.perft.simple import perft as simple_perft
from tests.perft.simple2 import Simple2
from tests.perft.simple_duel import Duel
from tests.support import antike, make

#: book, players, options
Setup = tuple[str, int, dict[str, int]]

SETUPS: tuple[Setup, ...] = (
    *(("antike-2006", players, {}) for players in range(2, 7)),
    *(("antike-2005", players, {}) for players in range(2, 7)),
    ("antike-2006", 2, {"two-colours": 1}),
    ("antike-2006", 2, {"two-colours": 1, "double-goods": 1, "expert": 1, "bank-units": 18}),
    ("antike-2006", 2, {"choose": 1, "first-chooser": 1, "longer-game": 1, "military": 1}),
    ("antike-2006", 3, {"choose": 1, "first-chooser": 2, "target-12": 1}),
    ("antike-2006", 4, {"longer-game": 1, "expert": 1, "round-limit": 60}),
    ("antike-2006", 5, {"bank-units": 20, "military": 1}),
    ("antike-2006", 6, {"choose": 1, "military": 1, "longer-game": 1}),
    ("antike-2005", 2, {"choose": 1, "longer-game": 1, "battle-by-pairs": 1}),
    ("antike-2005", 3, {"coin-by-round": 1, "target-12": 1, "choose": 1, "first-chooser": 1}),
    ("antike-2005", 4, {"coin-by-round": 1, "battle-by-pairs": 1, "bank-units": 18}),
    ("antike-2005", 5, {"longer-game": 1, "round-limit": 40}),
    ("antike-2005", 6, {"bank-units": 18, "choose": 1}),
)
#: the same for the two later rulebooks: what stands for all there, and some options together
LATER_BOARDS = {"antike-2": ("mare-nostrum", "orient"), "antike-duellum": ("rome-carthage", "greece-persia")}
LATER_SETUPS: tuple[Setup, ...] = (
    *(setup for setup in variants.SETUPS if setup[0] in LATER_BOARDS),
    ("antike-2", 2, {"two-players": 1, "choose": 1}),
    ("antike-2", 5, {"choose": 1, "free-cities": 1, "three-each": 1}),
    ("antike-duellum", 2, {"choose": 1, "special-units": 1, "draw-offers": 1, "round-limit": 40}),
)
SIMPLES: dict[str, type[Simple]] = {"antike-2": Simple2, "antike-duellum": Duel}


def read_simple(position: dict[str, Any]) -> Simple:
    """Read a position by the simple generator of its rulebook."""
    return SIMPLES.get(position["game"], Simple).from_position(position)


@dataclass
class Difference:
    """A position in which the two disagree, with what each says."""

    what: str
    position: dict[str, Any]
    move: str
    simple: Any
    engine: Any

    def __str__(self) -> str:
        parts = (f"{self.what} after {self.move!r}", json.dumps(self.position), f"simple: {self.simple}")
        return "\n".join((*parts, f"engine: {self.engine}"))


def texts(state: State) -> dict[str, int]:
    """Give the engine's legal decisions by text."""
    return {state.game.action_text(state, action): action for action in state.legal()}


def compare_moves(state: State, simple: Simple) -> Difference | None:
    """Compare the decisions both see."""
    theirs, mine = set(texts(state)), simple.moves()
    if theirs == mine and len(theirs) == len(state.legal()):
        return None
    return Difference("moves", to_position(state), "", sorted(mine - theirs), sorted(theirs - mine))


def compare_positions(before: State, move: str, after: State, simple: Simple) -> Difference | None:
    """Compare the positions both reach with a decision."""
    theirs, mine = _lasting(to_position(after)), _lasting(simple.to_position())
    if theirs == mine and list(theirs["nations"]) == list(mine["nations"]):
        return None
    keys = sorted(key for key in {*theirs, *mine} if theirs.get(key) != mine.get(key))
    shown = [{key: entry.get(key) for key in keys} for entry in (mine, theirs)]
    return Difference("position", to_position(before), move, *shown)


def _lasting(position: dict[str, Any]) -> dict[str, Any]:
    """Leave out of a finished game what belonged to the turn that ended it: it means nothing any more."""
    over = position["phase"] == "over"
    return {key: value for key, value in position.items() if not (over and key in ("used", "due", "tally"))}


#: how often a kind of decision is played, against 1 for the others
WEIGHTS = {
    "done": 0.3, "trade": 0.3, "move": 2.0, "conquer": 1.5, "declare": 1.5, "enter": 0.5, "offer-draw": 0.1,
    "accept-draw": 0.1,
}  # fmt: skip


def choose(rng: Random, moves: dict[str, int]) -> str:
    """Choose a decision: a kind of decision first, so that rare kinds are not drowned by movement."""
    if rng.random() < 0.2:
        return rng.choice(list(moves))
    kinds = sorted({text.split()[0] for text in moves})
    kind = rng.choices(kinds, [WEIGHTS.get(name, 1.0) for name in kinds])[0]
    fitting = [text for text in moves if text.split()[0] == kind]
    warlike = [text for text in fitting if text.startswith(("rondel maneuver", "rondel arming"))]
    return rng.choice(warlike if warlike and rng.random() < 0.3 else fitting)


def walk(state: State, rng: Random, decisions: int, every: int = 1) -> Iterator[tuple[State, str, State]]:
    """Play a random game by the engine and give every so many steps of it."""
    for number in range(decisions):
        moves = texts(state)
        if not moves:
            return
        text = choose(rng, moves)
        after = state.apply(moves[text])
        if number % every == 0:
            yield state, text, after
        state = after


def differ(state: State, rng: Random, decisions: int, every: int = 1) -> tuple[Counter[str], Difference | None]:
    """Compare both along one random game; count the decisions compared, by phase."""
    seen: Counter[str] = Counter()
    for before, text, after in walk(state, rng, decisions, every):
        position = to_position(before)
        simple = read_simple(position)
        seen[position["phase"]] += 1
        seen[f"verb {text.split()[0]}"] += 1
        if text.startswith("play"):
            seen[f"card {simple.land.split(text)[1]}"] += 1
        found = compare_moves(before, simple) or compare_positions(before, text, after, simple.play(text))
        if found:
            return seen, found
        if not after.legal():
            seen[f"end {after.end_reason()}"] += 1
    return seen, None


def sweep(state: State, depth: int) -> tuple[Counter[str], Difference | None]:
    """Compare both along every sequence of so many decisions; count them by phase and verb."""
    position = to_position(state)
    simple = read_simple(position)
    seen = Counter({position["phase"]: 1})
    found = compare_moves(state, simple)
    for text, action in texts(state).items() if depth and not found else ():
        after = state.apply(action)
        seen[f"verb {text.split()[0]}"] += 1
        seen[f"end {after.end_reason()}"] += bool(after.end_reason())
        found = compare_positions(state, text, after, simple.play(text))
        if not found:
            counts, found = sweep(after, depth - 1)
            seen += counts
        if found:
            break
    return seen, found


def first_state(seed: int) -> State:
    """Give where the game of that number begins: the start, a position set by hand, or one set at random."""
    book, players, options = SETUPS[seed % len(SETUPS)]
    cycle_number, kind = divmod(seed // len(SETUPS), 3)
    if kind == 0:
        return make(book, players, "", options).new(seed)
    rich = RICH[(cycle_number * len(SETUPS) + seed) % len(RICH)]
    return antike(from_position(rich if kind == 1 else random_position(Random(seed), book, players, options)))


def later_state(seed: int) -> State:
    """Give where the game of that number of a later rulebook begins: the start, or a position set at random."""
    book, players, options = LATER_SETUPS[seed % len(LATER_SETUPS)]
    number, side = divmod(seed // len(LATER_SETUPS), 2)
    board = LATER_BOARDS[book][side]
    if number % 4 == 0:
        start: State = make(book, players, board, options).new(seed)
        return start
    drawn = {name: value for name, value in options.items() if name not in ("choose", "first-chooser")}
    return antike(from_position(later_position(Random(seed), book, players, board, drawn)))


def game(seed: int, decisions: int, every: int, later: bool) -> tuple[Counter[str], Difference | None]:
    """Compare both along the random game of that number."""
    return differ(later_state(seed) if later else first_state(seed), Random(seed), decisions, every)


def divide(state: State, depth: int) -> dict[str, int]:
    """Count the engine's sequences of decisions behind each first one."""
    return {text: perft(state.apply(action), depth - 1) for text, action in texts(state).items()}


def perft(state: State, depth: int) -> int:
    """Count the engine's sequences of so many decisions."""
    if depth == 0:
        return 1
    return sum(perft(state.apply(action), depth - 1) for action in state.legal())


def compare_perft(state: State, depth: int) -> str:
    """Count the sequences of decisions both ways; say by first decision where they differ, nothing if nowhere."""
    simple = read_simple(to_position(state))
    mine = {text: simple_perft(simple.play(text), depth - 1) for text in simple.moves()}
    theirs = divide(state, depth)
    lines = [f"{text}: simple {mine.get(text)}, engine {theirs.get(text)}" for text in sorted({*mine, *theirs})
             if mine.get(text) != theirs.get(text)]  # fmt: skip
    return "\n".join(lines)


def run_games(seeds: range, decisions: int, every: int, jobs: int, later: bool) -> int:
    """Compare both along many games; report each disagreement and what was seen."""
    seen: Counter[str] = Counter()
    bad = 0
    with ProcessPoolExecutor(jobs) as pool:
        results = pool.map(game, seeds, repeat(decisions), repeat(every), repeat(later))
        for seed, (counts, found) in zip(seeds, results, strict=True):
            seen += counts
            if found:
                bad += 1
                sys.stdout.write(f"game {seed}: {found}\n\n")
    sys.stdout.write(f"{len(seeds)} games, {bad} disagreements\n{json.dumps(dict(sorted(seen.items())))}\n")
    return bad


def run_perft(depth: int) -> int:
    """Compare the counts from the start of every set-up; report each disagreement."""
    bad = 0
    for setup in (*SETUPS, *LATER_SETUPS):
        book, players, options = setup
        for board in LATER_BOARDS.get(book, ("",)):
            found = compare_perft(make(book, players, board, options).new(0), depth)
            if found:
                bad += 1
                sys.stdout.write(f"perft {depth} of {setup} on {board}:\n{found}\n\n")
    sys.stdout.write(f"perft {depth} of every set-up, {bad} disagreements\n")
    return bad


def main() -> int:
    """Run many games over all set-ups, then count sequences if a depth is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--decisions", type=int, default=4000)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--later", action="store_true", help="games of Antike II and Duellum")
    parser.add_argument("--perft", type=int, default=0, help="depth from the start of every set-up")
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    bad = run_games(seeds, chosen.decisions, chosen.every, chosen.jobs, chosen.later) if seeds else 0
    if chosen.perft:
        bad += run_perft(chosen.perft)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
