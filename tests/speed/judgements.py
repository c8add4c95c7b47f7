"""What nets with made-up numbers say of positions of random games, as JSON: two builds that agree print the same."""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

from rondel.bots.learned import learner_of
from rondel.bots.net import Net
from rondel.registry import make
from rondel.simulate import choose
from tests.bots.nets import made_up

TABLES = (
    ("antike-2006", 2),
    ("antike-2006", 6),
    ("antike-2005", 4),
    ("antike-2", 3),
    ("antike-duellum", 2),
    ("attika", 3),
)


def judgements(book: str, players: int, decisions: int) -> list[list[float]]:
    game = make(book, players)
    learner: Any = learner_of(game)
    learner.net = Net(*made_up(game), learner.sides)
    state: Any = game.new(3)
    rng, found = Random(3), []
    for _ in range(decisions):
        if not state.legal():
            break
        if state.to_act >= 0 and 0 not in getattr(state, "seating", ()):
            found += [learner.scores(state), learner.values(state), learner.chances(state)]
        state.advance(choose(state, rng))
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps({f"{book} {players}": judgements(book, players, 600) for book, players in TABLES}))
