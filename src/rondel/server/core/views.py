"""What each audience may see: views and their changes, log lines, the question at hand.

An audience is a seat, or WATCHER for everybody who sits at none. A view of the public is what the game says it is
(`game.public(state)`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rondel.game import TERMINAL, JsonDict, JsonObject, State
from rondel.record import result_of
from rondel.server.core import going
from rondel.server.core.choices import ahead_of, groups_of
from rondel.server.core.course import Ply
from rondel.server.core.match import Match
from rondel.server.wire.events import BY_ORDER, Played
from rondel.server.wire.messages import Change, ClockFace, LogLine, Request, Turn, UndoOffer
from rondel.server.wire.table import VoteInfo

#: the audience of people who sit at no seat
WATCHER: Final = -1
_GONE: Final = object()


def view_of(match: Match, state: State, audience: int) -> JsonObject:
    """Give what an audience sees of a position."""
    if not match.hidden:
        return state.view(0)
    if audience >= 0:
        return state.view(audience)
    return match.game.public(state)


def changes(old: JsonObject, new: JsonObject) -> list[Change]:
    """List the changes from one view to another: [keys, value], or [keys] for what was removed.

    What is the same in both becomes one object: views of many tables stay in memory, and little of them is ever new.
    """
    found: list[Change] = []
    _compare(old, new, [], found)
    return found


def _compare(old: JsonObject, new: JsonObject, path: list[str], found: list[Change]) -> None:
    for key, value in new.items():
        before = old.get(key, _GONE)
        if before == value:
            if isinstance(new, dict):
                new[key] = before  # the key is there, so the dictionary may be walked through meanwhile
        elif isinstance(value, Mapping) and isinstance(before, Mapping):
            _compare(before, value, [*path, key], found)
        else:
            found.append([[*path, key], value])
    found += [[[*path, key]] for key in old if key not in new]


def patched(view: JsonObject, patch: Sequence[Change]) -> JsonDict:
    """Apply changes to a view, as a page does."""
    new = _thaw(view)
    for keys, *value in patch:
        target = new
        for key in keys[:-1]:
            target = target[key]
        if value:
            target[keys[-1]] = value[0]
        else:
            del target[keys[-1]]
    return new


def _thaw(view: JsonObject) -> JsonDict:
    return {key: _thaw(value) if isinstance(value, Mapping) else value for key, value in view.items()}


def turn_of(state: State) -> Turn:
    """Say who must decide what, or how the game ended."""
    if state.to_act != TERMINAL:
        game = state.game
        owed, purchase = game.owed(state), dict(game.buying(state))
        return Turn(state.to_act, state.turn_of, game.prompt(state), owed=owed, purchase=purchase)
    return Turn(TERMINAL, state.turn_of, "", state.end_reason(), result_of(state), list(state.returns()))


def present_turn(match: Match) -> Turn:
    """Say who must decide what at a table now, or how its game ended, on the board or by the clock."""
    if match.decided:
        end = match.ended.why if match.ended else "time"
        return Turn(TERMINAL, match.state.turn_of, "", end, names_of_winners(match), list(match.returns()))
    turn = turn_of(match.state)
    return replace(turn, returns=list(match.returns())) if match.flagged and match.over else turn


def names_of_winners(match: Match) -> str:
    """Name the winners of a game that ended off the board; `none` if all are level."""
    return ", ".join(match.chairs[seat].name or match.chairs[seat].bot for seat in match.winners()) or "none"


def vote_of(match: Match) -> VoteInfo | None:
    """Give what is put to the vote, as everybody sees it."""
    asked = match.vote
    if asked is None:
        return None
    seats = [match.seats_of(player)[0] for player in going.voters(match)]
    return VoteInfo(
        asked.what, asked.seat, asked.until, going.needed(match),
        [seat for seat in seats if match.voices.get(seat) is True],
        [seat for seat in seats if match.voices.get(seat) is False],
        [seat for seat in seats if seat not in match.voices],
        asked.other,
    )  # fmt: skip


def target_of(match: Match) -> int:
    """Give the points that win at this table, with its board and options; 0 where points do not win."""
    return match.game.target


def clock_face(match: Match, now: int) -> ClockFace | None:
    """Give the clocks; None at a table without."""
    clock = match.clock
    if clock.pace.kind == "none":
        return None
    return ClockFace(clock.left[:], clock.running, clock.counts_from, now)


def undo_steps(match: Match, player: str) -> tuple[int, int]:
    """Give the steps before a player's last decision and before the turn it belongs to; -1 if there is none.

    Decisions of one message are one.
    """
    mine, plies, prefix = match.seats_of(player), match.plies, match.prefix
    last = len(plies) - 1
    while last >= prefix:
        event = plies[last].event
        if event.seat in mine and _is_own(event, mine):  # most are somebody else's
            break
        last -= 1
    if last < prefix:
        return -1, -1
    nonce = plies[last].event.nonce
    while nonce and last > prefix and plies[last - 1].event.nonce == nonce and _is_own(plies[last - 1].event, mine):
        last -= 1  # one message is taken back as one
    first = begin = last
    while begin > prefix and plies[begin - 1].turn == plies[last].turn:
        begin -= 1
        if _is_own(plies[begin].event, mine):
            first = begin
    return last, first


def _is_own(event: Played, mine: Sequence[int]) -> bool:
    """Say whether a player decided something in person, or by an order."""
    return event.seat in mine and event.by in ("", BY_ORDER)


def undo_offer(match: Match, player: str) -> UndoOffer:
    """Say how far a player may take back, alone or by consent."""
    if match.closed or not match.seats_of(player) or (match.over and (match.decided or match.others(player))):
        return UndoOffer()
    last, begin = undo_steps(match, player)
    if last < 0:
        return UndoOffer()
    if last == begin:
        free = match.undo_is_free(player, last)
        return UndoOffer(last, free, begin, free)
    return UndoOffer(last, match.undo_is_free(player, last), begin, match.undo_is_free(player, begin))


def request_of(match: Match) -> Request | None:
    """Give the open request as everybody sees it."""
    asked = match.request
    if asked is None:
        return None
    return Request(asked.seat, asked.what, match.waiting(), asked.step, asked.other)


def log_lines(match: Match, audience: int, start: int, end: int) -> list[LogLine]:
    """Give the log from one step up to another, as far as the audience may read it."""
    if start >= end:
        return []
    state = match.state_at(start).copy()
    found = []
    for step in range(start, end):
        ply = match.plies[step]
        before = state.copy()
        state.advance(ply.event.action)
        found.append(log_line(match, before, ply, step, audience, state))
    return found


def log_line(match: Match, state: State, ply: Ply, step: int, audience: int, after: State) -> LogLine:
    """Write one decision for an audience: the state it was made in, and the one it led to."""
    event = ply.event
    news = [dict(entry) for entry in match.game.news(state, event.action, after, audience)]
    if not may_read(match, state, event, audience):
        return LogLine(step, event.seat, "", event.at, event.by, news=news)
    rule = match.game.clause(state, event.action)
    parts = dict(match.game.parts(state, event.action))
    parts.pop("text", None)  # the line has it
    who = match.game.who(state) if event.seat >= 0 else ""
    return LogLine(step, event.seat, event.text, event.at, event.by, rule, who, parts, news)


def may_read(match: Match, state: State, event: Played, audience: int) -> bool:
    """Say whether an audience may read a decision in the log.

    Players' decisions are public. The outcome of a random event may be secret; the game says so.
    """
    if not match.hidden or (audience >= 0 and event.seat == audience):
        return True
    return match.game.reads(state, event.action, audience)


__all__ = [
    "WATCHER", "ahead_of", "changes", "clock_face", "groups_of", "log_line", "log_lines", "may_read", "patched",
    "request_of", "turn_of", "undo_offer", "view_of",
]  # fmt: skip
