"""Games between levels: played, reviewed, some of them twice, and with blunders planted into them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random

from rondel.arena.match import Table, play_game, record_of
from rondel.game import CHANCE, JsonDict, State, draw
from rondel.record import Record
from rondel.study.course import Choice, course
from rondel.study.marks import THRESHOLDS
from rondel.study.review import Review, Reviewed, review, weighed
from rondel.study.weigh import ENGINE, MOST, Scales

LEVELS = (1, 2, 3, 4, 5)
#: levels that think for a time are given so many positions instead: the same games on any machine, however busy
POSITIONS = {4: 1000, 5: 4000}
#: of so many games two are reviewed a second time, with other deals: one for those who fit, one for those who report
AGAIN = 8
#: a position is won from this chance on, times the seats over two
WON = 0.7
#: random ways to play a turn of which the worst is planted
TRIED = 16


def seated(number: int, players: int) -> tuple[str, ...]:
    """Give the levels of a game, so that each meets each and sits everywhere; an even game has those of the next."""
    number //= 2
    if players == 2:
        pairs = [(one, other) for one in LEVELS for other in LEVELS if one != other]
        chosen: Sequence[int] = pairs[(7 * number) % len(pairs)]
    else:
        chosen = [LEVELS[(number * 2 + seat * (1 + number % 2)) % len(LEVELS)] for seat in range(players)]
    return tuple(f"level:{level}" + (f",nodes={POSITIONS[level]}" if level in POSITIONS else "") for level in chosen)


def played(book: str, players: int, number: int) -> tuple[Record, list[int]]:
    """Play a game between levels."""
    table = Table(book, players, "", {}, seated(number, players), seed=1000 + number)
    outcome = play_game(table, 0)
    return record_of(table, outcome), [int(name[len("level:")]) for name in outcome.bots]


def examined(book: str, players: int, number: int, engine: str = ENGINE, most: int = MOST) -> JsonDict:
    """Play and review a game; plant blunders into it; now and then review it again with other luck."""
    record, levels = played(book, players, number)
    scales = Scales(record.game, engine, most=most)
    began = time.process_time()
    found = review(record, scales)
    spent = time.process_time() - began
    row: JsonDict = {
        "book": book, "players": players, "number": number, "levels": levels, "seconds": round(spent, 1),
        "turns": [[turn.seat, turn.loss, turn.error, turn.mark, turn.real] for turn in found.turns],
        "rounds": round((1 + found.turns[-1].turn) / players, 1), "planted": list(_planted(record, found, scales)),
    }  # fmt: skip
    if number % AGAIN < 2:
        second = review(record, Scales(record.game, engine, most=most, luck="again "))
        row["again"] = [[turn.seat, turn.loss, turn.error, turn.mark, turn.real] for turn in second.turns]
    return row


def _planted(record: Record, found: Review, scales: Scales) -> Iterator[JsonDict]:
    """Replace the winning turn, and one good turn of a won position, by bad ones; tell how they are marked."""
    rng = Random(f"plant {found.game} {len(record.actions)}")
    choices = {part.step: part for part in course(record, scales.evaluator) if isinstance(part, Choice)}
    won = [turn for turn in found.turns if turn.real and not turn.best.wins and turn.best.value >= _won(found.players)]
    wins = [turn for turn in found.turns if turn.best.wins]
    rng.shuffle(won)
    for kind, turns in (("win", wins[-1:]), ("won", won)):
        for turn in turns:
            spoiled, chance = _spoiled(choices[turn.step], turn, scales, rng)
            if spoiled is None:
                continue
            judged = weighed(spoiled, scales)
            assert isinstance(judged, Reviewed)
            yield {
                "kind": kind, "value": turn.best.value, "looks": round(turn.best.value - chance, 4),
                "loss": judged.loss, "error": judged.error, "mark": judged.mark,
            }  # fmt: skip
            break


def _won(players: int) -> float:
    return WON * 2 / players if players > 2 else WON


def _spoiled(choice: Choice, turn: Reviewed, scales: Scales, rng: Random) -> tuple[Choice | None, float]:
    """Play the turn at random many times and take the way that looks worst, if it looks worse by a blunder.

    Its chance at first sight is told too.
    """
    worst, least = None, turn.best.value - THRESHOLDS[min(6, scales.game.seats)][2]
    for _ in range(TRIED):
        actions, after = _at_random(choice.before, rng)
        chance = scales.chances(after, choice.seat)[choice.seat]
        if after.legal() and chance <= least:
            worst, least = Choice(choice.step, choice.turn, choice.seat, choice.before, actions, after), chance
    return worst, least


def _at_random(before: State, rng: Random) -> tuple[tuple[int, ...], State]:
    state, actions = before, list[int]()
    while state.legal() and state.turn_of == before.turn_of and (state.to_act != CHANCE or not actions):
        action = draw(state, rng) if state.to_act == CHANCE else rng.choice(state.legal())
        actions.append(action)
        state = state.apply(action)
    return tuple(actions), state
