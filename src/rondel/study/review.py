"""The review of a game: for every choice the best way to play it, the one that was played, and the difference."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Final, cast

from rondel.game import Action, JsonDict, Seat, State
from rondel.record import Record
from rondel.study.course import Choice, Draw, course
from rondel.study.marks import KINDS, grade, judge
from rondel.study.weigh import Scales, Way

#: raised when reviews of the same game come out differently: stored ones are then made again
VERSION: Final = 1
#: phases of a game, thirds of its turns
PHASES: Final = ("opening", "middle", "end")
#: outcomes of a draw that are looked at
OUTCOMES: Final = 12

#: what a review goes through
Part = Choice | Draw


@dataclass(frozen=True, slots=True)
class Line:
    """A way to play a turn, as it is shown."""

    actions: tuple[Action, ...]
    moves: tuple[str, ...]
    value: float
    error: float
    chances: tuple[float, ...]
    reason: str
    clauses: tuple[str, ...]
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A choice with its verdict."""

    step: int
    steps: int
    turn: int
    seat: Seat
    chances: tuple[float, ...]
    played: Line
    best: Line
    rank: int  # of what was played, 0 for the best
    loss: float
    error: float
    mark: str
    real: bool


@dataclass(frozen=True, slots=True)
class Luck:
    """A draw: how much better it was for the seat than the average draw."""

    step: int
    turn: int
    seat: Seat
    luck: float


@dataclass(frozen=True, slots=True)
class Player:
    """What a review says of one seat."""

    seat: Seat
    choices: int
    loss: float  # the mean over real choices
    grade: str
    first: float  # the share of real choices that were the best
    three: float  # or among the best three
    phases: tuple[float, ...]  # the mean loss in each third of the game
    marks: JsonDict
    luck: float
    counts: tuple[int, ...] = ()  # real choices in each third


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game."""

    version: int
    engine: str
    game: str
    players: int
    turns: tuple[Reviewed, ...]
    draws: tuple[Luck, ...]
    seats: tuple[Player, ...]

    def to_object(self) -> JsonDict:
        """Give it as JSON values."""
        return asdict(self)


def review(record: Record, scales: Scales, watch: Callable[[Sequence[Part]], Iterable[Part]] = iter) -> Review:
    """Review a game; `watch` passes its parts on one by one, and may count them."""
    return summed([weighed(part, scales) for part in watch(list(course(record, scales.evaluator)))], record, scales)


def weighed(part: Part, scales: Scales) -> Reviewed | Luck:
    """Judge one part of a game."""
    steps = weighing(part, scales)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(Reviewed | Luck, end.value)


def weighing(part: Part, scales: Scales) -> Generator[None, None, Reviewed | Luck]:
    """Judge one part of a game, with pauses in which something else can be done."""
    if isinstance(part, Draw):
        return _luck(part, scales)
    return (yield from _reviewed(part, scales))


def summed(parts: Sequence[Reviewed | Luck], record: Record, scales: Scales) -> Review:
    """Put the judged parts of a game together, and sum them up for each seat."""
    turns = [part for part in parts if isinstance(part, Reviewed)]
    draws = [part for part in parts if isinstance(part, Luck)]
    seats = tuple(_player(seat, turns, draws) for seat in range(record.game.seats))
    return Review(VERSION, scales.engine, record.game.id, record.game.seats, tuple(turns), tuple(draws), seats)


def _reviewed(choice: Choice, scales: Scales) -> Generator[None, None, Reviewed]:
    ways: list[Way] = []
    for ways in scales.deepen(choice.before, choice.seat, choice.actions, choice.after):  # noqa: B007
        yield
    played = next(way for way in ways if way.after is choice.after)
    first_guess = max(ways, key=lambda way: way.guess[choice.seat])
    verdict = judge(ways, played, scales.game.seats, first_guess)
    if verdict.mark in KINDS:  # marked turns are judged again, with more trials
        yield from scales.again(choice.before, ways[0], played)
        ways.sort(key=lambda way: -way.value)
        verdict = judge(ways, played, scales.game.seats, first_guess)
    best = ways[0] if verdict.loss > 0 or ways[0].wins else played
    return Reviewed(
        choice.step, len(choice.actions), choice.turn, choice.seat, _rounded(best.chances),
        line(choice.before, played, scales), line(choice.before, best, scales), ways.index(played),
        round(verdict.loss, 4), round(verdict.error, 4), verdict.mark, verdict.real,
    )  # fmt: skip


def line(before: State, way: Way, scales: Scales) -> Line:
    """Tell a way to play a turn."""
    reason = scales.evaluator.reason(before, way.after, way.seat)
    clauses = tuple(dict.fromkeys(_clauses(before, way.actions)))
    return Line(
        way.actions, tuple(moves(before, way.actions)), round(way.value, 4), round(way.error, 4),
        _rounded(way.chances), reason, clauses, way.wins,
    )  # fmt: skip


def moves(before: State, actions: Sequence[Action]) -> list[str]:
    """Write a turn as it is typed; a payment stands with its purchase."""
    found: list[str] = []
    state = before.copy()
    for action in actions:
        more = state.game.continuation(state, action) if found else ""
        if more:
            found[-1] = f"{found[-1]} {more}"
        else:
            found.append(state.game.action_text(state, action))
        state.advance(action)
    return found


def _clauses(before: State, actions: Sequence[Action]) -> Iterator[str]:
    state = before.copy()
    for action in actions:
        clause = state.game.clause(state, action)
        if clause:
            yield clause
        state.advance(action)


def _luck(part: Draw, scales: Scales) -> Luck:
    """Compare what a draw gave with the mean of all it could have given."""
    outcomes = sorted(part.before.chance(), key=lambda outcome: -outcome[1])[:OUTCOMES]
    total = sum(share for _, share in outcomes)
    mean = sum(share * scales.after_draw(part.before, action, part.seat) for action, share in outcomes) / total
    return Luck(
        part.step, part.turn, part.seat, round(scales.after_draw(part.before, part.action, part.seat) - mean, 4)
    )


def _player(seat: Seat, turns: Sequence[Reviewed], draws: Sequence[Luck]) -> Player:
    own = [turn for turn in turns if turn.seat == seat]
    real = [turn for turn in own if turn.real]
    last = 1 + max((turn.turn for turn in turns), default=0)
    thirds: list[list[float]] = [[], [], []]
    for turn in real:
        thirds[min(2, 3 * turn.turn // last)].append(turn.loss)
    marks: dict[str, int] = {}
    for turn in own:
        if turn.mark:
            marks[turn.mark] = marks.get(turn.mark, 0) + 1
    loss = _mean([turn.loss for turn in real])
    first, three = (_mean([turn.rank < count for turn in real]) for count in (1, 3))
    luck = sum(entry.luck for entry in draws if entry.seat == seat)
    return Player(
        seat, len(real), round(loss, 4), grade(loss) if real else "", round(first, 3), round(three, 3),
        tuple(round(_mean(third), 4) for third in thirds), marks, round(luck, 4),
        tuple(len(third) for third in thirds),
    )  # fmt: skip


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _rounded(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(value, 4) for value in values)
