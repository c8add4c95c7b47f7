"""Games that bots play against each other to find positions: sound play, then some noisier turns."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from random import Random
from typing import Final

from rondel.book import Book
from rondel.bots.noisy import NoisyBot
from rondel.game import CHANCE, Game, State, draw
from rondel.record import Record
from rondel.registry import find_book, make
from rondel.study.puzzles.turns import Turns

#: decisions after which a game is dropped
LONGEST: Final = 3000
#: how far below the best line a bot may play, as a share of its value
NOISE: Final = 0.03
#: the last turns of a game, from which it is played on in other ways; how many ways, and for how many turns each
LATE: Final = 16
WAYS: Final = 60
FURTHER: Final = 3
#: how much worse a line must look to be drawn e times less often in a lively turn
LIVELY: Final = 0.15
#: players at a table, so often in six games
PLAYERS: Final = (2, 2, 2, 3, 4, 4)


def setup(book: Book, rng: Random) -> Game:
    """Make a game of a rulebook: often for two players, sometimes for more, on any of its boards."""
    wanted = rng.choice(PLAYERS)
    boards = [board for board in book.boards if wanted in book.players_on(board)] or [""]
    players = wanted if wanted in book.players else book.default_players
    options = [option.id for option in book.options if players in option.opens]
    return make(book.id, players, rng.choice(boards), options[:1])


def positions(book_id: str, seed: str) -> Iterator[State]:
    """Play a game and give the positions in which its late turns begin, and those of other ways to play them."""
    rng = Random(seed)
    game = setup(find_book(book_id), rng)
    turns = Turns(game)
    late = _game(turns, rng)[-LATE:]
    yield from late
    for _ in range(WAYS if late else 0):
        state = rng.choice(late)
        for _ in range(rng.randint(1, FURTHER)):
            state = _next(turns, _lively(turns, state, rng), rng)
            if not state.legal():
                break
        else:
            yield state


def of_record(record: Record) -> Iterator[State]:
    """Give the positions in which the turns of a game begin, and what is left of them after a draw."""
    turns, last = Turns(record.game), CHANCE
    for state in record.states():
        if state.legal() and turns.is_start(state) and last != state.turn_of:
            yield state
            last = state.turn_of
        elif state.to_act == CHANCE:
            last = CHANCE


def _game(turns: Turns, rng: Random) -> list[State]:
    """Play a game; give the positions in which turns begin."""
    state = turns.game.new(rng.getrandbits(32))
    bots = [NoisyBot(turns.evaluator, True, NOISE, rng.getrandbits(32), "") for _ in range(turns.game.seats)]
    starts: list[State] = []
    taken = 0
    last = CHANCE
    while state.legal() and taken < LONGEST:
        if state.to_act == CHANCE:
            action, last = draw(state, rng), CHANCE
        else:
            if turns.is_start(state) and state.turn_of != last:
                starts.append(state.copy())
                last = state.turn_of
            action = bots[state.to_act].choose(state, state.to_act, state.legal())
        state.advance(action)
        taken += 1
    return starts


def _lively(turns: Turns, state: State, rng: Random) -> State:
    """Play a turn that need not be the best; the better it looks, the likelier it is."""
    lines = turns.lines(state)
    shares = [exp((line.value - lines[0].value) / LIVELY) for line in lines]
    return rng.choices(lines, shares)[0].state


def _next(turns: Turns, state: State, rng: Random) -> State:
    """Go on to where the next turn begins, or the rest of this one after a draw."""
    here = state.copy()
    while here.legal() and not turns.is_start(here):
        here.advance(draw(here, rng) if here.to_act == CHANCE else turns.planner.answer(here))
    return here
