"""Coming and going in play: votes of the players, resigning, reminding. Commands as in `match`, time as an argument.

There is one kind of vote. Two thirds pass it; of two players both must agree, and at a rated table everybody. It ends
when it is decided or its time is up, and a player whose vote failed waits before the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rondel.server.core.clock import DAY
from rondel.server.core.match import TALK_UNTIL, Draft, Draw, Match, Trial
from rondel.server.wire.events import (
    AnyEvent,
    Chair,
    Closed,
    Ended,
    Ending,
    Extended,
    Lapsed,
    Matter,
    Paused,
    Proposed,
    Reminded,
    Resumed,
    Sat,
    Voted,
)
from rondel.server.wire.refusal import Refusal

MINUTE = 60_000
#: how long a vote is open, and how long a pause lasts at most: at a table with days, and at any other
OPEN = {True: 3 * DAY, False: 10 * MINUTE}
LONGEST_PAUSE = {True: 14 * DAY, False: DAY}
#: how long somebody whose vote failed must wait before calling the next
REST = 10 * MINUTE
#: what a vote adds to every clock of a live table; with days it is the time for one decision
MORE_TIME = 10 * MINUTE
#: votes that take a seat from its player
ABOUT_A_SEAT = ("standin", "replace", "free")

Outcome = Literal["open", "passed", "failed"]


# ---- voting ----------------------------------------------------------------------------------------------------------


def propose(
    match: Match, player: str, what: Matter, other: int, now: int, draw: Draw, standin: str, away: bool = False
) -> Draft:
    """Put something to the vote; `away` says whether the player of the seat `other` has been away long enough."""
    _need_play(match)
    mine = match.need_seated(player)
    match.need_place(TALK_UNTIL)
    if match.vote is not None and now < match.vote.until:
        raise Refusal("already_asked")
    if now < match.failed.get(player, -REST) + REST:
        raise Refusal("too_fast", "Your last vote failed; wait ten minutes before the next.")
    _need_sense(match, what)
    if what in ABOUT_A_SEAT:
        _need_vacant(match, what, other, mine, away)
    elif what == "concede" and (not 0 <= other < len(match.chairs) or other in mine):
        raise Refusal("bad_message", "Name the seat that wins.")
    trial = Trial(match)
    trial.add(Proposed(now, mine[0], what, now + OPEN[_is_slow(match)], other))
    _decide(trial, now, draw, standin)
    return trial.draft()


def vote(match: Match, player: str, yes: bool, now: int, draw: Draw, standin: str) -> Draft:
    """Vote yes or no; the player who called the vote withdraws it by voting no."""
    match.need_open_table()
    mine = match.need_seated(player)
    asked = match.vote
    if asked is None or now >= asked.until or player not in voters(match):
        raise Refusal("nothing_asked")
    seat = mine[0]
    if match.voices.get(seat) == yes:
        raise Refusal("unchanged")
    trial = Trial(match)
    trial.add(Voted(now, seat, yes))
    if asked.seat in mine:
        trial.add(Lapsed(now))
    else:
        _decide(trial, now, draw, standin)
    return trial.draft()


def voters(match: Match) -> list[str]:
    """List the players who decide the open vote: everybody but the one it is about."""
    if match.vote is None:
        return []
    about = match.vote.other
    people = [chair.player for seat, chair in enumerate(match.chairs) if chair.kind == "person" and seat != about]
    if about >= 0:
        people = [player for player in people if player != match.chairs[about].player]
    return list(dict.fromkeys(people))


def needed(match: Match) -> int:
    """Say how many must agree."""
    count = len(voters(match))
    return count if count <= 2 or match.setup.strict else -(-2 * count // 3)


def outcome(match: Match) -> Outcome:
    """Say how the open vote stands."""
    said = {match.chairs[seat].player: yes for seat, yes in match.voices.items()}
    people, enough = voters(match), needed(match)
    if sum(said.get(player, False) for player in people) >= max(1, enough):
        return "passed"
    refused = sum(not said.get(player, True) for player in people)
    return "failed" if len(people) - refused < max(1, enough) else "open"


def _decide(trial: Trial, now: int, draw: Draw, standin: str) -> None:
    """Carry out the open vote once it has passed; end it once it cannot pass."""
    found = outcome(trial.match)
    if found == "failed":
        trial.add(Lapsed(now))
    elif found == "passed":
        for event in _carried_out(trial.match, now, standin):
            trial.add(event)
        trial.settle(now, draw)


def _carried_out(match: Match, now: int, standin: str) -> list[AnyEvent]:
    """List the events that a vote which has passed leads to."""
    asked = match.vote
    assert asked is not None
    slow = _is_slow(match)
    there = match.chairs[max(0, asked.other)]
    made: dict[Matter, Callable[[], AnyEvent]] = {
        "pause": lambda: Paused(now, now + LONGEST_PAUSE[slow]),
        "resume": lambda: Resumed(now),
        "extend": lambda: Extended(now, match.setup.pace.days * DAY if slow else MORE_TIME),
        "standin": lambda: Sat(now, asked.other, Chair("person", there.player, there.name, standin), "away"),
        "replace": lambda: Sat(now, asked.other, Chair("bot", bot=standin), "replaced"),
        "free": lambda: Sat(now, asked.other, Chair("bot", bot=standin, free=True), "replaced"),
        "cancel": lambda: Closed(now, "cancelled"),
        "end": lambda: Ending(now),
        "concede": lambda: Ended(now, "conceded", [asked.other]),
    }
    return [made[asked.what]()]


def overdue(match: Match, now: int) -> Draft:
    """End a vote or a pause whose time is up."""
    trial = Trial(match)
    if not match.closed:
        if match.vote is not None and now >= match.vote.until:
            trial.add(Lapsed(now))
        if match.paused and now >= match.paused:
            trial.add(Resumed(now))
    return trial.draft()


def next_due(match: Match) -> int | None:
    """Say when a vote or a pause is over; None if there is none."""
    times = [time for time in (match.vote.until if match.vote else 0, match.paused) if time]
    return min(times, default=None)


# ---- alone -----------------------------------------------------------------------------------------------------------


def resign(match: Match, player: str, now: int) -> Draft:
    """Give up a game of two: the other has won."""
    _need_play(match)
    mine = match.need_seated(player)
    if len(match.chairs) != 2 or len(mine) != 1:
        raise Refusal("bad_message", "Only a game of two can be resigned; leave the seat, or put it to the vote.")
    trial = Trial(match)
    trial.add(Ended(now, "resigned", [1 - mine[0]]))
    return trial.draft()


def remind(match: Match, player: str, seat: int, now: int) -> Draft:
    """Note that the player of a seat is reminded of the decision they owe; once for each decision."""
    _need_play(match)
    mine = match.need_seated(player)
    match.need_place(TALK_UNTIL)
    if seat in mine or match.state.to_act != seat or match.chairs[seat].automatic:
        raise Refusal("not_your_turn", "That seat owes no decision.")
    if match.reminded == match.rev:
        raise Refusal("unchanged", "They have been reminded of this decision already.")
    trial = Trial(match)
    trial.add(Reminded(now, seat))
    return trial.draft()


# ---- checks ----------------------------------------------------------------------------------------------------------


def _is_slow(match: Match) -> bool:
    return match.setup.pace.kind == "days"


def _need_play(match: Match) -> None:
    match.need_open_table()
    if not match.started:
        raise Refusal("not_started")
    if match.over:
        raise Refusal("finished")


def _need_sense(match: Match, what: Matter) -> None:
    """Refuse what is already so, or impossible."""
    so_already = {"pause": bool(match.paused), "resume": not match.paused, "end": match.ending}
    if so_already.get(what, False):
        raise Refusal("unchanged")
    if what == "extend" and match.setup.pace.kind == "none":
        raise Refusal("bad_message", "This table has no clocks.")


def _need_vacant(match: Match, what: Matter, seat: int, mine: list[int], away: bool) -> None:
    """Refuse to take a seat from somebody who is here, at a rated table, or where the table's rule is to wait."""
    if match.setup.strict:
        raise Refusal("rated", "No bot stands in at a rated or tournament table; whoever leaves has lost.")
    if not 0 <= seat < len(match.chairs) or seat in mine:
        raise Refusal("bad_message", "There is no such seat to decide about.")
    chair = match.chairs[seat]
    if chair.kind == "bot":  # a seat that somebody has left can be opened to others
        if what != "free" or chair.free or seat not in match.deserters:
            raise Refusal("unchanged")
        return
    if match.setup.absent == "wait":
        raise Refusal("not_allowed", "At this table everybody waits for those who are away.")
    if what == "standin" and chair.bot:
        raise Refusal("unchanged")
    if not away:
        raise Refusal("present")
