"""Random play and perft for any game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from rondel.game import CHANCE, Game, S, State, draw
from rondel.record import Record, start_record

#: decisions after which a random game is stopped; it is reported as `decision-cap`
DECISION_CAP = 20_000
CAPPED = "decision-cap"


@dataclass(slots=True)
class Tally:
    """The results of random games."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    lengths: list[int] = field(default_factory=list)
    end_reasons: Counter[str] = field(default_factory=Counter)

    def add(self, state: State, decisions: int) -> None:
        """Count one game by its last state and its length."""
        self.games += 1
        self.decisions += decisions
        self.lengths.append(decisions)
        self.end_reasons[state.end_reason() or CAPPED] += 1

    def speed(self) -> int:
        """Give the decisions per second."""
        return round(self.decisions / self.seconds) if self.seconds else 0

    def length(self) -> tuple[int, int, int]:
        """Give the decisions of the shortest game, the median and the longest."""
        lengths = sorted(self.lengths) or [0]
        return lengths[0], lengths[len(lengths) // 2], lengths[-1]

    def as_json(self) -> dict[str, object]:
        """Give the tally as the object that `rondel sim --json` prints."""
        shortest, median, longest = self.length()
        return {
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": self.speed(),
            "length": {"shortest": shortest, "median": median, "longest": longest},
            "end_reasons": dict(sorted(self.end_reasons.items())),
        }


class Violation(Exception):
    """An invariant broke, or a game got stuck; it carries the record that leads there."""

    def __init__(self, message: str, record: Record) -> None:
        super().__init__(message)
        self.record = record


def choose(state: State, rng: Random) -> int:
    """Choose a legal action at random, chance outcomes by their probabilities."""
    if state.to_act == CHANCE:
        return draw(state, rng)
    options = state.legal()
    return options[int(rng.random() * len(options))]


def random_game(game: Game[S], seed: int, cap: int = DECISION_CAP) -> tuple[S, int]:
    """Play one random game in place; give the last state and the number of decisions."""
    rng = Random(seed)
    state = game.new(seed)
    return state, game.playout(state, rng, cap)


def checked_game(game: Game[S], seed: int, cap: int = DECISION_CAP, by_turn: bool = False) -> tuple[S, int]:
    """Play the same random game with every invariant checked after each step, or at each change of turn."""
    rng = Random(seed)
    state = game.new(seed)
    record = start_record(state, seed)
    try:
        state.check()
        while state.legal() and len(record.actions) < cap:
            action = choose(state, rng)
            record.actions.append(action)
            turn = state.turn_of
            state.advance(action)
            if not by_turn or turn != state.turn_of:
                state.check()
        state.check()
        if not state.legal() and not state.end_reason():
            raise AssertionError("nothing can be decided although the game is not over")
    except Exception as error:
        raise Violation(f"{type(error).__name__}: {error}", record) from error
    return state, len(record.actions)


def simulate(
    game: Game[S],
    games: int,
    seed: int,
    check: bool = False,
    cap: int = DECISION_CAP,
    progress: Callable[[Iterator[int]], Iterator[int]] | None = None,
) -> Tally:
    """Play random games with seeds from `seed` on and tally them."""
    tally = Tally()
    run = checked_game if check else random_game
    seeds = iter(range(seed, seed + games))
    for number in progress(seeds) if progress else seeds:
        begin = time.perf_counter()
        state, decisions = run(game, number, cap)
        tally.seconds += time.perf_counter() - begin
        tally.add(state, decisions)
    return tally


def perft(state: State, depth: int) -> int:
    """Count the sequences of `depth` decisions; a game over earlier counts as none."""
    if depth == 0:
        return 1
    options = state.legal()
    if depth == 1:
        return len(options)
    total = 0
    for action in options:
        following = state.copy()
        following.advance(action)
        total += perft(following, depth - 1)
    return total


def divide(state: State, depth: int) -> dict[str, int]:
    """Count the sequences behind each first decision, by its text."""
    return {state.game.action_text(state, action): perft(state.apply(action), depth - 1) for action in state.legal()}
