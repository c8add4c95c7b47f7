"""The authority over one table, without any input or output: what may happen, and what it leads to.

A command (`play`, `undo`, `sit` …) checks who asks for what and returns the events that follow; only `adopt` changes
the match, after the events are written. Time and chance are arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rondel.errors import RondelError
from rondel.game import CHANCE, Game
from rondel.record import RULES_VERSION, Record
from rondel.server.core import orders as standing
from rondel.server.core.course import Course
from rondel.server.core.editions import edition_of
from rondel.server.wire.events import (
    BY_BOT,
    BY_CHANCE,
    BY_ORDER,
    BY_RECORD,
    Answered,
    AnyEvent,
    Asked,
    Chair,
    ChairKind,
    Closed,
    Ended,
    Flagged,
    Followed,
    Forgiven,
    Named,
    Ordered,
    Orders,
    Played,
    Said,
    Sat,
    Setup,
    Started,
    Undone,
)
from rondel.server.wire.refusal import Refusal

#: chooses one of the outcomes of a random event
Draw = Callable[[Sequence[tuple[int, float]]], int]

#: decisions that a table can hold, and events: chat and what was taken back among them
LONGEST = 20_000
MOST_EVENTS = 80_000
#: events after which nobody talks, asks or gives orders any more, and after which nobody takes back: the rest is for
#: play, so that a losing player cannot fill the table up
TALK_UNTIL = 30_000
UNDO_UNTIL = MOST_EVENTS - LONGEST
#: the most decisions one command may lead to, including random events and standing orders
CHAIN = 500


@dataclass(frozen=True, slots=True)
class Draft:
    """What a command leads to: its events, and the match after them."""

    events: tuple[AnyEvent, ...]
    after: Match


class Match(Course):
    """A table, and what people may do at it."""

    # ---- commands ------------------------------------------------------------------------------------------------

    def play(self, player: str, rev: int, actions: Sequence[int], now: int, draw: Draw, nonce: str = "") -> Draft:
        """Let a player decide, all the given decisions or none."""
        self._need_playing()
        self.need_seated(player)
        self._need_fresh(rev)
        trial = Trial(self)
        for action in actions:
            # stop at a draw or another seat's answer, or a player could take the rest back and choose among outcomes
            seat = trial.match.state.to_act
            if seat < 0 or trial.match.chairs[seat].player != player or trial.match.chairs[seat].automatic:
                raise Refusal("not_your_turn")
            trial.play(seat, action, now, nonce=nonce)
        trial.settle(now, draw)
        return trial.draft()

    def bot_plays(self, seat: int, rev: int, action: int, now: int, draw: Draw) -> Draft:
        """Let the bot of a chair decide."""
        self._need_playing()
        self._need_fresh(rev)
        if self.state.to_act != seat or not self.chairs[seat].automatic:
            raise Refusal("not_your_turn")
        trial = Trial(self)
        trial.play(seat, action, now, by=f"{BY_BOT}:{self.chairs[seat].automatic}")
        trial.settle(now, draw)
        return trial.draft()

    def parse(self, text: str) -> list[int]:
        """Read a typed move as decisions."""
        try:
            return self.game.parse(self.state, text)
        except RondelError as error:
            raise Refusal("illegal", error.message, error.rule, error.code) from error

    def sit(self, seat: int, chair: Chair, why: str, now: int, draw: Draw) -> Draft:
        """Seat somebody; with the last chair taken, play begins."""
        self.need_open_table()
        trial = Trial(self)
        trial.add(Sat(now, seat, chair, why))
        if not self.started and all(other.taken for other in trial.match.chairs):
            trial.add(Started(now))
        trial.settle(now, draw)
        return trial.draft()

    def depart(self, seat: int, bot: str, now: int, draw: Draw, why: str = "left") -> Draft:
        """Let a seat's player go: the seat becomes free before the game, and a bot's for good during it."""
        kept: ChairKind = "invited" if seat in self.setup.reserved else "open"
        return self.sit(seat, Chair("bot", bot=bot) if self.started else Chair(kept), why, now, draw)

    def undo(self, player: str, rev: int, step: int, now: int) -> Draft:
        """Take back decisions, as far as a player may without consent."""
        self._need_fresh(rev)
        self.need_place(UNDO_UNTIL)
        seat = self._undoable(player, step)
        if not self.undo_is_free(player, step):
            raise Refusal("needs_consent")
        trial = Trial(self)
        trial.add(Undone(now, seat, step))
        return trial.draft()

    def ask(self, player: str, asked: Asked, rev: int) -> Draft:
        """Ask the others; a request that nobody must answer is granted at once."""
        if self.request is not None:
            raise Refusal("already_asked")
        self.need_place(TALK_UNTIL)
        trial = Trial(self)
        if asked.what == "swap" and self.setup.strict:
            raise Refusal("rated")
        if asked.what == "undo":
            self._need_fresh(rev)
            if self.setup.strict and not self.others(player):
                raise Refusal("needs_consent", "Nobody is left here who could agree.")
            seat = self._undoable(player, asked.step)
            asked = Asked(asked.at, seat, "undo", asked.step)
        else:
            asked = self._swap_request(player, asked)
        trial.add(asked)
        trial.grant(asked.at)
        return trial.draft()

    def answer(self, player: str, yes: bool, now: int) -> Draft:
        """Answer the open request for all seats of a player; the one who asked withdraws it by saying no."""
        if self.request is None:
            raise Refusal("nothing_asked")
        mine = self.need_seated(player)
        waiting = [seat for seat in self.waiting() if seat in mine]
        if not yes and self.request.seat in mine:
            waiting = [self.request.seat]
        if not waiting:
            raise Refusal("nothing_asked", "Your answer is not asked for.")
        trial = Trial(self)
        for seat in waiting if yes else waiting[:1]:
            trial.add(Answered(now, seat, yes))
        trial.grant(now)
        return trial.draft()

    def order(self, player: str, seat: int, orders: Orders, now: int, draw: Draw) -> Draft:
        """Change a seat's standing orders; if they answer the open question, it is answered."""
        self.need_open_table()
        self.need_place(TALK_UNTIL)
        self._need_seat(player, seat)
        trial = Trial(self)
        trial.add(Ordered(now, seat, orders))
        if self.status == "playing":
            trial.settle(now, draw)
        return trial.draft()

    def note(self, event: Said | Followed | Closed | Named) -> Draft:
        """Add an event that changes no position: chat, a rematch, a new name, the closing of the table."""
        self.need_open_table()
        if isinstance(event, Said):
            self.need_place(TALK_UNTIL)
        trial = Trial(self)
        trial.add(event)
        return trial.draft()

    def forgive(self, outages: Sequence[tuple[int, int]], now: int) -> Draft:
        """Do not charge the time in which the server was down; each outage once."""
        trial = Trial(self)
        fresh = [(begin, end) for begin, end in outages if end > self.forgiven]
        if self.status == "playing" and (ms := self.clock.downtime(fresh)):
            trial.add(Forgiven(now, ms, max(end for _, end in fresh)))
        return trial.draft()

    def time_is_up(self, bot: str, now: int, draw: Draw) -> Draft:
        """Hand the seat whose time is up to a bot: for good at a live table, until its player returns at days.

        Where time loses the game, the seat has lost; a bot plays on if two or more others are still in the race.
        """
        seat = self.clock.expired(now)
        if seat < 0 or self.status != "playing":
            return Draft((), self)
        if self.setup.pace.timeout == "loss":
            return self._lose_on_time(seat, bot, now, draw)
        chair = self.chairs[seat]
        live = self.setup.pace.kind == "live"
        after = Chair("bot", bot=bot) if live else Chair(chair.kind, chair.player, chair.name, bot)
        return self.sit(seat, after, "clock", now, draw)

    def _lose_on_time(self, seat: int, bot: str, now: int, draw: Draw) -> Draft:
        trial = Trial(self)
        trial.add(Flagged(now, seat))
        if not trial.match.decided:
            trial.add(Sat(now, seat, Chair("bot", bot=bot), "clock"))
            trial.settle(now, draw)
        return trial.draft()

    # ---- checks --------------------------------------------------------------------------------------------------

    def need_open_table(self) -> None:
        """Refuse a table that was closed or holds no more."""
        if self.closed:
            raise Refusal("closed")
        if self.seq >= MOST_EVENTS:
            raise Refusal("too_long")

    def need_place(self, events: int) -> None:
        """Refuse what would leave too little place for play."""
        if self.seq >= events:
            raise Refusal("too_long")

    def _need_playing(self) -> None:
        self.need_open_table()
        if not self.started:
            raise Refusal("not_started")
        if self.over:
            raise Refusal("finished")
        if self.paused:
            raise Refusal("paused")
        if self.step >= LONGEST:
            raise Refusal("too_long")

    def _need_fresh(self, rev: int) -> None:
        if rev != self.rev:
            raise Refusal("stale", f"The table is at revision {self.rev}, the message was for {rev}.")

    def need_seated(self, player: str) -> list[int]:
        """Give the seats of a player; refuse somebody who has none."""
        mine = self.seats_of(player)
        if not mine:
            raise Refusal("not_seated")
        return mine

    def _need_seat(self, player: str, seat: int) -> None:
        if seat not in self.need_seated(player):
            raise Refusal("not_your_seat")

    def repeated(self, player: str, nonce: str) -> bool:
        """Say whether a decision of this player with that nonce stands already."""
        if not nonce:
            return False
        seats = [ply.event.seat for ply in self.plies[-64:] if ply.event.nonce == nonce]
        return bool(seats) and any(seat in self.seats_of(player) for seat in seats)

    # ---- undo ----------------------------------------------------------------------------------------------------

    def _undoable(self, player: str, step: int) -> int:
        """Give the seat whose decision at that step a player wants to take back."""
        self.need_open_table()
        mine = self.need_seated(player)
        if self.decided or (self.status == "over" and self.others(player)):
            raise Refusal("finished")  # the result counts
        if not self.prefix <= step < self.step or self.plies[step].event.seat not in mine:
            raise Refusal("nothing_to_undo")
        return self.plies[step].event.seat

    def helps(self, player: str) -> bool:
        """Say whether hints and chances are given to somebody: alone against bots, after the game, or by agreement."""
        if self.status == "over":
            return True
        return not self.setup.strict and (self.setup.hints or not self.others(player))

    def others(self, player: str) -> list[int]:
        """List the seats at which other persons sit, away or not."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person" and chair.player != player]

    def undo_is_free(self, player: str, step: int) -> bool:
        """Say whether nothing was revealed and nobody else has decided since; else it is free against bots for fun."""
        if not self.others(player) and not self.setup.strict:
            return True
        mine = self.seats_of(player)
        return all(ply.event.seat in mine for ply in self.plies[step:])

    # ---- requests ------------------------------------------------------------------------------------------------

    def waiting(self) -> list[int]:
        """List the seats whose answer to the open request is still missing."""
        if self.request is None:
            return []
        asking = self.chairs[self.request.seat].player
        asked = self.others(asking)
        if self.request.what == "swap" and not self.started:
            asked = [seat for seat in asked if seat == self.request.other]
        return [seat for seat in asked if seat not in self.agreed]

    def _swap_request(self, player: str, asked: Asked) -> Asked:
        self.need_open_table()
        self._need_seat(player, asked.seat)
        if not 0 <= asked.other < len(self.chairs) or asked.other == asked.seat:
            raise Refusal("bad_message", "There is no such seat to swap with.")
        if {asked.seat, asked.other} & set(self.deserters):  # whose result it is must stay clear
            raise Refusal("not_allowed", "A seat that somebody has left is not swapped.")
        return asked


class Trial:
    """A copy of a match on which a command is tried, with the events it leads to."""

    def __init__(self, match: Match) -> None:
        self.match = match.fork()
        self.events: list[AnyEvent] = []

    def draft(self) -> Draft:
        """Give the events and the match after them."""
        return Draft(tuple(self.events), self.match)

    def add(self, event: AnyEvent) -> None:
        """Take over an event that was just made."""
        self.match.apply(event, made=True)
        self.events.append(event)

    def play(self, seat: int, action: int, now: int, by: str = "", nonce: str = "") -> None:
        """Decide for a seat, if the rules allow it; with the last turn of the round a game may end by agreement."""
        state, game = self.match.state, self.match.game
        if action not in state.legal():
            error = game.why_not(state, action)
            message, rule, code = (error.message, error.rule, error.code) if error else ("", "", "")
            raise Refusal("illegal", message, rule, code)
        turn_of = state.turn_of
        self.add(Played(now, seat, action, game.action_text(state, action), by, nonce))
        if self.match.ending and not self.match.over and self.match.is_new_round(turn_of):
            self.add(Ended(now, "agreement", leaders(self.match)))

    def take_over(self, actions: Iterable[int], now: int) -> None:
        """Take over the decisions of a record."""
        for action in actions:
            self.play(self.match.state.to_act, action, now, by=BY_RECORD)

    def settle(self, now: int, draw: Draw) -> None:
        """Draw what chance decides, and answer what standing orders answer."""
        for _ in range(CHAIN):
            match = self.match
            if match.status != "playing" or match.paused:
                return
            seat = match.state.to_act
            if seat == CHANCE:
                self.play(CHANCE, draw(match.state.chance()), now, by=BY_CHANCE)
                continue
            action = standing.answer(match.state, match.orders[seat], match.chairs[seat])
            if action is None:
                return
            self.play(seat, action, now, by=BY_ORDER)

    def grant(self, now: int) -> None:
        """Carry the open request out once everybody who must has agreed."""
        request = self.match.request
        if request is None or self.match.waiting():
            return
        if request.what == "undo":
            self.add(Undone(now, request.seat, request.step))
            return
        chairs = self.match.chairs[request.seat], self.match.chairs[request.other]
        self.add(Sat(now, request.other, chairs[0], "swapped"))
        self.add(Sat(now, request.seat, chairs[1], "swapped"))


def leaders(match: Course) -> list[int]:
    """List the seats that have most to show; none if all have the same."""
    merit = match.game.merit(match.state)
    ahead = [seat for seat, shown in enumerate(merit) if shown == max(merit) and seat not in match.flagged]
    return ahead if len(ahead) < len(merit) else []


def open_match(setup: Setup, game: Game, events: Iterable[AnyEvent]) -> Match:
    """Build a match from its log."""
    match = Match(setup, game, Record(game, dict(setup.header)).first())
    for event in events:
        match.apply(event)
    return match


def new_setup(record: Record, host: str, **more: Any) -> Setup:
    """Describe a table that plays the game a record begins."""
    game = record.game
    return Setup(
        header=dict(record.header), seats=game.seats, host=host, rules=RULES_VERSION, actions=game.num_actions,
        edition=edition_of(game)[0], **more,
    )  # fmt: skip
