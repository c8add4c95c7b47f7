"""What the analyst works out, step by step: functions of plain values, so that another process can run them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from rondel.bots.plan import still
from rondel.errors import RondelError
from rondel.game import JsonDict, Seat, State
from rondel.record import Record
from rondel.server.core import views
from rondel.server.core.course import Ply
from rondel.server.core.editions import named_game
from rondel.server.core.match import Match, new_setup, open_match
from rondel.server.wire.events import Played
from rondel.server.wire.messages import LogLine, encode
from rondel.server.wire.study import Review, ReviewSeat, ReviewTurn, StudyLine, StudyThreat, Thought, Tried
from rondel.study import review as reviews
from rondel.study.course import course
from rondel.study.marks import EQUAL
from rondel.study.review import Line, Luck, Player, Reviewed
from rondel.study.threats import Threat, threats
from rondel.study.weigh import Scales, Way, gap

#: trials of a turn on the analysis board at most, and seconds between two messages about them
DEEPEST: Final = 400
TELL: Final = 0.5
#: a turn that is tried again is solved if it loses no more than this against the best
SOLVED: Final = 0.04


def match_of(game_header: JsonDict) -> Match:
    """Give a match at its first position, as the ways through a turn are told in its words."""
    record = Record(named_game(game_header), game_header)
    return open_match(new_setup(record, ""), record.game, ())


def tell(match: Match, before: State, actions: Sequence[int], audience: Seat, step: int = 0) -> list[LogLine]:
    """Tell decisions as the log does, as far as the rules allow them in a position."""
    found: list[LogLine] = []
    state = before.copy()
    for number, action in enumerate(actions, step):
        if action not in state.legal():
            break
        after = state.apply(action)
        ply = Ply(Played(0, state.to_act, action, match.game.action_text(state, action)), 0, 0, 0)
        found.append(views.log_line(match, state, ply, number, audience, after))
        state = after
    return found


# ---- reviews ---------------------------------------------------------------------------------------------------------


def reviewed(header: JsonDict, actions: Sequence[int], engine: str, most: int) -> Iterator[tuple[int, int] | bytes]:
    """Review a game; tell how many parts are done, of how many, and in the end the review as it is sent.

    It reports more often than there is progress: other tasks run in between.
    """
    match = match_of(header)
    record = Record(match.game, header, list(actions))
    scales = Scales(match.game, engine, most=most)
    parts = list(course(record, scales.evaluator))
    yield 0, len(parts)
    judged: list[Reviewed | Luck] = []
    for part in parts:
        steps = reviews.weighing(part, scales)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                judged.append(end.value)
                break
            yield len(judged), len(parts)
    yield len(parts), len(parts)
    found = reviews.summed(judged, record, scales)
    begun = {part.step: part.before for part in parts}
    turns = [_turn(match, begun[turn.step], turn) for turn in found.turns]
    seats = [_seat(player) for player in found.seats]
    yield encode(Review(engine, reviews.VERSION, turns, seats, _shares(record.last()), bool(found.draws)))


def _turn(match: Match, before: State, turn: Reviewed) -> ReviewTurn:
    shown = turn.best.actions != turn.played.actions and (bool(turn.mark) or turn.loss >= EQUAL)
    best = _line(match, before, turn.seat, turn.best, turn.step) if shown else None
    return ReviewTurn(
        turn.step, turn.steps, turn.turn, turn.seat, list(turn.chances), turn.loss, turn.error, turn.mark,
        turn.played.value, best,
    )  # fmt: skip


def _line(match: Match, before: State, seat: Seat, line: Line, step: int) -> StudyLine:
    log = tell(match, before, line.actions, seat, step)
    return StudyLine(
        list(line.actions), log, line.value, line.error, list(line.chances), line.reason, list(line.clauses), line.wins
    )


def _seat(player: Player) -> ReviewSeat:
    return ReviewSeat(
        player.seat, player.choices, player.loss, player.grade, player.first, player.three, list(player.phases),
        {str(mark): int(count) for mark, count in player.marks.items()}, player.luck,
        list(player.counts),
    )  # fmt: skip


def _shares(state: State) -> list[float]:
    """Give each seat's share of the win; all the same where nobody has won on the board."""
    won = [1.0 if result > 0 else 0.0 for result in state.returns()]
    return [share / sum(won) for share in won] if any(won) else [1 / len(won)] * len(won)


# ---- the analysis board ----------------------------------------------------------------------------------------------


def lines(
    header: JsonDict, actions: Sequence[int], width: int, seconds: float, engine: str, threatened: bool = False,
    most: int = DEEPEST,
) -> Iterator[bytes]:  # fmt: skip
    """Look for the best turns in a position; tell what is known by now as often as it changes.

    Threats come after a first look at the turns, which is then deepened.
    """
    match = match_of(header)
    state = Record(match.game, header, list(actions)).last()
    seat, end = state.to_act, time.monotonic() + seconds
    if not state.legal() or seat < 0:
        yield encode(Thought(seat, 0, _shares(state), []))
        return
    scales = Scales(match.game, engine, width=width, most=most)
    planned = still(state, seat) and scales.evaluator.settled(state)
    deeper = scales.deepen(state, seat) if planned else iter(())
    ways, step = next(deeper, []), len(actions)
    ranked = None if planned else _ranked(match, state, scales, width, step)
    known: list[StudyThreat] = []

    def thought() -> bytes:
        return encode(replace(ranked or _thought(match, state, seat, ways, scales, step), threats=known))

    yield thought()
    for threat in _threats(match, state, scales, step) if threatened else ():
        if threat is not None:
            known.append(threat)
            yield thought()
        elif time.monotonic() > end:
            break
        else:
            yield b""
    told = time.monotonic()
    for ways in deeper:  # noqa: B007
        if time.monotonic() > end:
            break
        if time.monotonic() - told > TELL:
            told = time.monotonic()
            yield thought()
        else:
            yield b""
    yield thought()


def _threats(match: Match, state: State, scales: Scales, step: int) -> Iterator[StudyThreat | None]:
    """Give the best turn of everybody else, as if it were theirs now; nothing while it is worked out."""
    try:
        for threat in threats(state, scales):
            yield None if threat is None else _threat(match, threat, step)
    except RondelError:
        return  # a game that has none


def _threat(match: Match, threat: Threat, step: int) -> StudyThreat:
    return StudyThreat(threat.seat, _line(match, threat.before, threat.seat, threat.line, step))


def _thought(match: Match, state: State, seat: Seat, ways: Sequence[Way], scales: Scales, step: int) -> Thought:
    found = [_line(match, state, seat, reviews.line(state, way, scales), step) for way in ways]
    chances = list(found[0].chances) if found else scales.chances(state, seat)
    return Thought(seat, len(ways[0].trials) if ways else 0, chances, found)


def _ranked(match: Match, state: State, scales: Scales, width: int, step: int) -> Thought:
    """Judge the decisions of a step inside a turn, or of an answer to somebody else, one by one."""
    seat = state.to_act
    known = state.redeal(seat, Random(0))
    rows = scales.bot.rank(known, seat, known.legal())[:width]
    found = [
        StudyLine(
            [row.action], tell(match, state, [row.action], seat, step), round(row.value, 4), 0.0, [], row.reason,
            [clause for clause in [match.game.clause(state, row.action)] if clause],
        )
        for row in rows
    ]  # fmt: skip
    return Thought(seat, 0, [round(share, 4) for share in scales.chances(state, seat)], found)


def tried(
    header: JsonDict, actions: Sequence[int], seat: Seat, best: Sequence[int], other: Sequence[int], engine: str
) -> Iterator[Tried]:
    """Compare a turn with the best one that a review knows, under the same luck."""
    record = Record(named_game(header), header, list(actions))
    scales = Scales(record.game, engine)
    better, worse = scales.compare(record.last(), seat, best, other)
    loss, error = gap(better, worse)
    if worse.wins:
        loss = 0.0
    loss = max(0.0, loss)
    solved = worse.wins if better.wins else loss <= SOLVED  # a win that is there has to be found
    yield Tried(round(worse.value, 4), round(better.value, 4), round(loss, 4), round(error, 4), solved)
