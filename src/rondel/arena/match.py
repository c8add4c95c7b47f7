"""One game between bots. If a bot fails, a random decision replaces its own, and the failure is reported."""

from __future__ import annotations

import signal
import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from random import Random
from types import FrameType
from typing import Final, SupportsIndex

from rondel.arena.command import PREFIX, CommandBot
from rondel.bots.base import Bot
from rondel.bots.knowledge import evaluator_for
from rondel.bots.noisy import NoisyBot
from rondel.bots.registry import make_bot
from rondel.errors import RondelError
from rondel.game import CHANCE, Action, Game, JsonDict, JsonObject, Seat, State
from rondel.record import Record, start_record
from rondel.registry import make
from rondel.simulate import CAPPED, choose

#: the noise of the opening turns, which are the same for all rotations of a set-up
LIVELY: Final = 0.30
#: seconds for formatting an error that a bot raised, and how many characters of it are kept
TELLING: Final = 1.0
LONGEST: Final = 300
#: how a game between two ends when the program at one seat is gone
FORFEIT: Final = "forfeit"


@dataclass(frozen=True, slots=True)
class Table:
    """What a run of games is about: the game, the bots in their first order, the limits."""

    game: str
    players: int
    board: str | JsonObject
    options: Mapping[str, int]
    bots: tuple[str, ...]
    seed: int = 0
    limit: float = 60.0  # seconds for one decision
    cap: int = 20_000  # decisions in a game
    openings: int = 0  # opening turns that a noisy bot plays for all seats, so that games differ

    def make_game(self) -> Game:
        """Make the game."""
        return make(self.game, self.players, self.board, self.options)

    def seating(self, number: int) -> list[str]:
        """Give the bots by seat in a game: each set-up is played once in every rotation."""
        turn = number % self.players
        return [self.bots[(seat - turn) % self.players] for seat in range(self.players)]

    def seed_of(self, number: int) -> int:
        """Give the seed of a game; all rotations of a set-up share it."""
        return self.seed + number // self.players

    def as_json(self) -> JsonDict:
        """Give the head line of a result file."""
        return {
            "arena": 1, "game": self.game, "players": self.players, "board": self.board, "options": dict(self.options),
            "bots": list(self.bots), "seed": self.seed, "limit": self.limit, "cap": self.cap,
            "openings": self.openings,
        }  # fmt: skip


@dataclass(slots=True)
class Clock:
    """How long a seat thought: decisions, seconds in all, the longest decision."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """Note one decision."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)


@dataclass(slots=True)
class Outcome:
    """How one game went."""

    number: int
    seed: int
    bots: list[str]
    winner: int  # seat, -1 for none
    end: str
    turns: int
    actions: list[int]
    points: list[float]
    clocks: list[Clock]
    failures: list[JsonDict] = field(default_factory=list)
    marks: JsonDict = field(default_factory=dict)  # what the view tells of the winner
    forfeited: set[Seat] = field(default_factory=set)  # seats whose program is gone: they cannot win any more

    def as_json(self) -> JsonDict:
        """Give one line of a result file."""
        return {
            "number": self.number, "seed": self.seed, "bots": self.bots, "winner": self.winner, "end": self.end,
            "turns": self.turns, "points": self.points, "marks": self.marks, "failures": self.failures,
            "decisions": [clock.decisions for clock in self.clocks],
            "seconds": [round(clock.seconds, 4) for clock in self.clocks],
            "longest": [round(clock.longest, 4) for clock in self.clocks],
            "actions": self.actions,
        }  # fmt: skip


class TooLate(BaseException):
    """A bot thought longer than the limit. A bot that catches every Exception does not catch this one."""


def try_bots(table: Table) -> None:
    """Make every bot of a table once, so that a faulty one is reported before any game."""
    game = table.make_game()
    for name in dict.fromkeys(table.bots):
        _dismiss([_make(name, game, 0, table.limit)])


def _make(name: str, game: Game, seed: int, limit: float) -> Bot:
    try:
        return CommandBot(name, limit) if name.startswith(PREFIX) else make_bot(name, game, seed)
    except (RondelError, KeyboardInterrupt):
        raise
    except BaseException as error:  # whatever a bot does wrong
        raise RondelError("bad_request", f"The bot {name} cannot be made: {_told(error)}.") from error


def make_openers(game: Game, seed: int) -> list[NoisyBot]:
    """Make the noisy bots that play varied openings, one for each seat."""
    evaluator = evaluator_for(game)
    return [NoisyBot(evaluator, True, LIVELY, 1000 * seed + seat, "opener") for seat in range(game.seats)]


def play_game(table: Table, number: int) -> Outcome:
    """Play one game of a table. A game that breaks is reported: bots can change objects that games share."""
    try:
        return _play(table, number)
    except RondelError:
        raise
    except Exception as error:
        why = f"Game {number} broke, {_told(error)}: did a bot change its game or board, which all games share?"
        raise RondelError("bad_request", why) from error


def _play(table: Table, number: int) -> Outcome:
    """Play one game of a table."""
    game, seed, names = table.make_game(), table.seed_of(number), table.seating(number)
    state: State = game.new(seed)
    # every bot draws from its own generator, so that the play depends on the number of the game alone
    bots: list[Bot] = []
    try:
        for seat, name in enumerate(names):
            bots.append(_make(name, game, 1000 * number + seat, table.limit))
        return _play_on(table, number, state, bots)
    finally:
        _dismiss(bots)


def _dismiss(bots: Sequence[Bot]) -> None:
    """End the programs among the players."""
    for bot in bots:
        if isinstance(bot, CommandBot):
            bot.close()


def _play_on(table: Table, number: int, state: State, bots: Sequence[Bot]) -> Outcome:
    """Play a game to its end."""
    game, seed, names = state.game, table.seed_of(number), table.seating(number)
    openers = make_openers(game, seed)
    dealer, fallback = Random(seed), Random(number)
    outcome = Outcome(number, seed, names, -1, CAPPED, 0, [], [], [Clock() for _ in names])
    turn = -1
    while state.legal() and len(outcome.actions) < table.cap:
        if state.turn_of != turn:
            turn = state.turn_of
            outcome.turns += 1
        if state.to_act == CHANCE:
            action = choose(state, dealer)
        elif outcome.turns <= table.openings:
            action = openers[state.to_act].choose(state, state.to_act, state.legal())
        else:
            state, action = _decide(state, bots[state.to_act], table.limit, outcome, fallback)
        if outcome.forfeited and game.seats == 2:
            break
        outcome.actions.append(action)
        state.advance(action)
    _close(outcome, state)
    return outcome


def _decide(state: State, bot: Bot, limit: float, outcome: Outcome, fallback: Random) -> tuple[State, Action]:
    """Ask a bot, showing only what its seat may know; if it fails, draw a decision and note why.

    Returns the state with the decision: the same state, or a rebuilt one if the bot changed it.
    """
    seat, legal, key = state.to_act, tuple(state.legal()), state.key()
    known = state.redeal(seat, fallback)
    begin = time.perf_counter()
    action, problem = _ask(bot, known, seat, legal, limit)
    seconds = time.perf_counter() - begin
    outcome.clocks[seat].add(seconds)
    if not problem and seconds > limit:  # it caught the alarm, or there was none
        problem = _late(limit)
    if _harmed(state, key, legal):  # copies of a state share what the rules never change in place
        problem = problem or "changed the position it was given"
        state = _replay(state.game, outcome)
    if problem:
        name = outcome.bots[seat]
        if seat not in outcome.forfeited:  # told once
            outcome.failures.append({"seat": seat, "bot": name, "decision": len(outcome.actions), "why": problem})
        if isinstance(bot, CommandBot) and bot.gone:
            outcome.forfeited.add(seat)
        action = choose(state, fallback)
    return state, action


def _ask(bot: Bot, known: State, seat: Seat, legal: Sequence[Action], limit: float) -> tuple[Action, str]:
    """Give what a bot chooses, and what is wrong with it, if anything."""
    try:
        with _Alarm(limit):
            return _read(bot.choose(known, seat, legal), legal)
    except KeyboardInterrupt:
        raise
    except TooLate:
        return -1, _late(limit)
    except BaseException as error:  # whatever a bot does wrong, the game goes on
        return -1, _told(error)


def _read(answer: object, legal: Sequence[Action]) -> tuple[Action, str]:
    """Read an answer, once: 3.0 equals 3 but is not a decision; another library's integer is."""
    if isinstance(answer, SupportsIndex):
        action = int(index(answer))
        if action in legal:
            return action, ""
    return -1, _short(f"illegal action {answer!r}")


def _late(limit: float) -> str:
    return f"thought longer than {limit:g} s"


def _told(error: BaseException) -> str:
    """Format an error, by its name alone if that fails or takes long."""
    name = type(error).__name__
    try:
        with _Alarm(TELLING):
            return _short(f"{name}: {error}")
    except KeyboardInterrupt:
        raise
    except BaseException:
        return name


def _short(text: str) -> str:
    """Cut a bot's text to one line that any terminal can show."""
    line = "".join(sign if sign.isprintable() else " " for sign in text[:LONGEST])
    return line + "…" if len(text) > LONGEST else line


def _harmed(state: State, key: Hashable, legal: Sequence[Action]) -> bool:
    """Say whether a state is no longer what it was."""
    try:
        return tuple(state.legal()) != legal or state.key() != key
    except Exception:
        return True


def _replay(game: Game, outcome: Outcome) -> State:
    """Give the state that the decisions so far lead to."""
    state: State = game.new(outcome.seed)
    for action in outcome.actions:
        state.advance(action)
    return state


class _Alarm:
    """Raise TooLate in the running code after this many seconds, where the system supports it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._set = False

    def __enter__(self) -> None:
        try:
            signal.signal(signal.SIGALRM, _ring)
            signal.setitimer(signal.ITIMER_REAL, self.seconds)
            self._set = True
        except (ValueError, AttributeError):
            pass  # not the main thread, or no such signal: a bot's own budget must do

    def __exit__(self, *_: object) -> None:
        if self._set:
            signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(number: int, frame: FrameType | None) -> None:
    raise TooLate


def _close(outcome: Outcome, state: State) -> None:
    """Note how the game ended, and from the public view what each seat had."""
    outcome.end = state.end_reason() or (FORFEIT if outcome.forfeited and state.game.seats == 2 else CAPPED)
    returns = state.returns()
    if outcome.end == FORFEIT:
        outcome.winner = 1 - min(outcome.forfeited)
    elif max(returns) > 0 and returns.index(max(returns)) not in outcome.forfeited:
        outcome.winner = returns.index(max(returns))
    points = [0.0] * state.game.seats
    for entry in _parties(state):
        points[entry["seat"]] = max(points[entry["seat"]], float(entry.get("points", 0)))
        if entry["seat"] == outcome.winner and points[entry["seat"]] == entry.get("points"):
            outcome.marks = dict(entry.get("personages", {}))
    outcome.points = points


def _parties(state: State) -> list[JsonObject]:
    """Give the view's entries that belong to a seat, whatever the game calls them."""
    groups = [value for value in state.view(0).values() if isinstance(value, Mapping)]
    return [
        entry
        for group in groups
        for entry in group.values()
        if isinstance(entry, Mapping) and isinstance(entry.get("seat"), int)
    ]


def record_of(table: Table, outcome: Outcome) -> Record:
    """Give the record of a game that was played."""
    state = table.make_game().new(outcome.seed)
    record = start_record(state, outcome.seed)
    record.actions = list(outcome.actions)
    return record
