"""Prints the record of a game in its middle, played by planning bots: for pictures of the page."""

from __future__ import annotations

import argparse
from random import Random

from rondel.bots.registry import make_bot
from rondel.game import CHANCE, State, draw
from rondel.record import Record, dumps, start_record
from rondel.registry import make


def play_to_middle(game_id: str, players: int, decisions: int, seed: int) -> Record:
    """Play this many decisions, then continue until the first seat begins a turn."""
    game = make(game_id, players)
    state: State = game.new(seed)
    record, rng, bot = start_record(state), Random(seed), make_bot("greedy", game, seed)
    while state.legal() and not (len(record.actions) >= decisions and begins_turn(state)):
        legal = state.legal()
        action = draw(state, rng) if state.to_act == CHANCE else bot.choose(state, state.to_act, legal)
        record.actions.append(action)
        state = state.apply(action)
    return record


def begins_turn(state: State) -> bool:
    """Say whether the first seat chooses what its turn will be."""
    return state.to_act == state.turn_of == 0 and state.view(0)["phase"] in ("rondel", "turn")


def main() -> None:
    """Print a record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--decisions", type=int, default=220)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(dumps(play_to_middle(args.game, args.players, args.decisions, args.seed)), end="")


if __name__ == "__main__":
    main()
