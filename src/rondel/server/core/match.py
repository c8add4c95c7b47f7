"""The authority over one table, without any input or output: what may happen, and what it leads to.

A command (`play`, `undo`, `sit` …) checks who asks for what and gives the events it stands for; the match itself is
changed by `adopt` alone, after the events are safely written. Time and chance are arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rondel.errors import RondelError
from rondel.game import CHANCE, TERMINAL, Game, State
from rondel.record import RULES_VERSION, Record
from rondel.server.core import orders as standing
from rondel.server.core.clock import Clock
from rondel.server.core.marks import STRETCH, Marks
from rondel.server.core.numbering import numbered
from rondel.server.wire.events import (
    BY_BOT,
    BY_CHANCE,
    BY_ORDER,
    BY_RECORD,
    Answered,
    AnyEvent,
    Asked,
    Chair,
    Closed,
    Followed,
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
Status = Literal["open", "playing", "over", "closed"]

#: decisions that one command may lead to, chance and standing orders included
CHAIN = 500


@dataclass(frozen=True, slots=True)
class Ply:
    """One decision that stands: who made it, how, and in whose turn."""

    event: Played
    seq: int  # the number of its event
    turn: int  # counts the turns; a new one begins whenever it is another seat's turn
    turn_of: int
    earner: int = -1  # the seat to which the decision brought time on its clock, and how many milliseconds
    gained: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """What a command leads to: its events, and the match after them."""

    events: tuple[AnyEvent, ...]
    after: Match


class Match:
    """A table: its setup, its chairs, the decisions that stand and the position they reach."""

    def __init__(self, setup: Setup, game: Game, first: State) -> None:
        self.setup = setup
        self.game = game
        self.first = first
        self.state: State = first.copy()
        self.plies: list[Ply] = []
        self.marks = Marks((0,), (first,))
        self.prefix = 0  # decisions taken over from a record; they cannot be taken back
        self.chairs: list[Chair] = [Chair()] * setup.seats
        self.orders: list[Orders] = [Orders()] * setup.seats
        self.clock = Clock.begin(setup.pace, setup.seats)
        self.request: Asked | None = None
        self.agreed: frozenset[int] = frozenset()
        self.seq = 0
        self.rev = 0
        self.started = False
        self.closed = False
        self.next = ""
        self.deserters: dict[int, str] = {}  # who was the first to leave a seat in play

    # ---- what it is ----------------------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """How many decisions stand."""
        return len(self.plies)

    @property
    def status(self) -> Status:
        """Whether the table waits for players, plays, is over or was closed."""
        if self.closed:
            return "closed"
        if not self.started:
            return "open"
        return "over" if self.state.to_act == TERMINAL else "playing"

    @property
    def hidden(self) -> bool:
        """Whether the game has anything that not everybody may see."""
        return self.game.hidden

    def seats_of(self, player: str) -> list[int]:
        """List the seats that a player holds."""
        return [seat for seat, chair in enumerate(self.chairs) if player and chair.player == player]

    def actions(self) -> list[int]:
        """List the decisions that stand, for a record."""
        return [ply.event.action for ply in self.plies]

    def record(self) -> Record:
        """Give the game so far as a record."""
        return Record(self.game, dict(self.setup.header), self.actions())

    def state_at(self, step: int) -> State:
        """Give the position after so many decisions."""
        if not 0 <= step <= self.step:
            raise Refusal("bad_message", f"The game has {self.step} decisions; {step} is not among them.")
        if step == self.step:
            return self.state
        begin, kept = self.marks.nearest(step)
        state = kept.copy()
        for place in range(begin, step):
            if place % STRETCH == 0:
                self.marks.fill(place, state)
            state.advance(self.plies[place].event.action)
        return state

    # ---- from events to the match --------------------------------------------------------------------------------

    def fork(self) -> Match:
        """Give a copy to try events on."""
        new = Match.__new__(Match)
        new.__dict__.update(self.__dict__)
        new.state = self.state.copy()
        new.plies = self.plies[:]
        new.chairs, new.orders, new.clock = self.chairs[:], self.orders[:], self.clock.copy()
        return new

    def adopt(self, after: Match) -> None:
        """Become the match that a draft leads to."""
        self.__dict__.update(after.__dict__)

    def apply(self, event: AnyEvent) -> None:
        """Take over one event. It was checked when it was made; a decision is checked against the rules again."""
        _APPLY[type(event)](self, event)
        self.seq += 1
        if isinstance(event, Played | Undone):
            self.rev = self.seq

    def _played(self, event: Played) -> None:
        turn, turn_of = self._turn_number(), self.state.turn_of
        action = numbered(self.game, self.state, event, self.setup.actions, self.step)
        self.state.advance(action)
        if action != event.action:
            event = Played(event.at, event.seat, action, event.text, event.by, event.nonce)
        if event.by == BY_RECORD:
            self.prefix = self.step + 1
        self.request = None
        self.clock.pass_to(self._on_the_clock(), event.at)
        earned = self.clock.earned(waits=self.state.to_act == CHANCE, free=event.by == BY_ORDER)
        self.plies.append(Ply(event, self.seq + 1, turn, turn_of, *earned))
        if self.step - self.marks.last >= STRETCH:
            self.marks = self.marks.with_next(self.step, self.state)

    def _turn_number(self) -> int:
        if not self.plies:
            return 0
        last = self.plies[-1]
        return last.turn + (self.state.turn_of != last.turn_of)

    def _wind(self, at: int) -> None:
        """Let the right clock run, when it changed without a decision."""
        self.clock.pass_to(self._on_the_clock(), at)
        self.clock.owner = self.clock.running

    def _on_the_clock(self) -> int:
        """Give the seat that decides, if a person decides there; -1 otherwise."""
        seat = self.state.to_act
        person = self.status == "playing" and seat >= 0 and not self.chairs[seat].automatic
        return seat if person else -1

    def _undone(self, event: Undone) -> None:
        state = self.state_at(event.step).copy()
        for ply in self.plies[event.step :]:
            self.clock.take_back(ply.earner, ply.gained)
        self.plies = self.plies[: event.step]
        self.marks = self.marks.until(event.step)
        self.state = state
        self.request = None
        self._wind(event.at)

    def _sat(self, event: Sat) -> None:
        before, self.chairs[event.seat] = self.chairs[event.seat], event.chair
        if self.started and event.why == "left" and before.kind == "person":
            self.deserters = {event.seat: before.player, **self.deserters}
        if event.why == "back":
            self.clock.grace(event.seat)
        if event.why in ("joined", "left", "swapped"):
            self.orders[event.seat] = Orders()
        self.request = None if event.why == "swapped" else self.request
        self._wind(event.at)

    def _started(self, event: Started) -> None:
        self.started = True
        self._wind(event.at)

    def _asked(self, event: Asked) -> None:
        self.request, self.agreed = event, frozenset((event.seat,))

    def _answered(self, event: Answered) -> None:
        if event.yes:
            self.agreed |= {event.seat}
        else:
            self.request = None

    def _ordered(self, event: Ordered) -> None:
        self.orders[event.seat] = event.orders

    def _followed(self, event: Followed) -> None:
        self.next = event.table

    def _closed(self, event: Closed) -> None:
        self.closed = True
        self.clock.pass_to(-1, event.at)

    def _said(self, event: Said) -> None:
        """Chat changes nothing."""

    # ---- commands ------------------------------------------------------------------------------------------------

    def play(self, player: str, rev: int, actions: Sequence[int], now: int, draw: Draw, nonce: str = "") -> Draft:
        """Let a player decide, all the given decisions or none."""
        self._need_playing()
        self._need_seated(player)
        self._need_fresh(rev)
        trial = Trial(self)
        for action in actions:
            # not past a draw or another seat's answer: whoever could take the rest back would choose among outcomes
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
        self._need_open_table()
        trial = Trial(self)
        trial.add(Sat(now, seat, chair, why))
        if not self.started and all(other.taken for other in trial.match.chairs):
            trial.add(Started(now))
        trial.settle(now, draw)
        return trial.draft()

    def undo(self, player: str, rev: int, step: int, now: int) -> Draft:
        """Take decisions back, as far as a player may alone."""
        self._need_fresh(rev)
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
        trial = Trial(self)
        if asked.what == "undo":
            self._need_fresh(rev)
            seat = self._undoable(player, asked.step)
            asked = Asked(asked.at, seat, "undo", asked.step)
        else:
            asked = self._swap_request(player, asked)
        trial.add(asked)
        trial.grant(asked.at)
        return trial.draft()

    def answer(self, player: str, yes: bool, now: int) -> Draft:
        """Answer the open request for all one's seats; the asking player withdraws it by saying no."""
        if self.request is None:
            raise Refusal("nothing_asked")
        mine = self._need_seated(player)
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
        """Change a seat's standing orders; an open question that they answer is answered."""
        self._need_seat(player, seat)
        trial = Trial(self)
        trial.add(Ordered(now, seat, orders))
        if self.status == "playing":
            trial.settle(now, draw)
        return trial.draft()

    def note(self, event: Said | Followed | Closed) -> Draft:
        """Add an event that changes no position: chat, a rematch, the closing of the table."""
        trial = Trial(self)
        trial.add(event)
        return trial.draft()

    def take_over(self, actions: Iterable[int], now: int) -> Draft:
        """Begin with the decisions of a record."""
        trial = Trial(self)
        for action in actions:
            trial.play(trial.match.state.to_act, action, now, by=BY_RECORD)
        return trial.draft()

    # ---- checks --------------------------------------------------------------------------------------------------

    def _need_open_table(self) -> None:
        if self.closed:
            raise Refusal("closed")

    def _need_playing(self) -> None:
        self._need_open_table()
        if not self.started:
            raise Refusal("not_started")
        if self.state.to_act == TERMINAL:
            raise Refusal("finished")

    def _need_fresh(self, rev: int) -> None:
        if rev != self.rev:
            raise Refusal("stale", f"The table is at revision {self.rev}, the message was for {rev}.")

    def _need_seated(self, player: str) -> list[int]:
        mine = self.seats_of(player)
        if not mine:
            raise Refusal("not_seated")
        return mine

    def _need_seat(self, player: str, seat: int) -> None:
        if seat not in self._need_seated(player):
            raise Refusal("not_your_seat")

    def repeated(self, player: str, nonce: str) -> bool:
        """Say whether a decision of this player with that nonce stands already."""
        mine = self.seats_of(player)
        return bool(nonce) and any(ply.event.nonce == nonce and ply.event.seat in mine for ply in self.plies[-64:])

    # ---- undo ----------------------------------------------------------------------------------------------------

    def _undoable(self, player: str, step: int) -> int:
        """Give the seat whose decision at that step a player wants to take back."""
        self._need_open_table()
        mine = self._need_seated(player)
        if self.status == "over" and self.others(player):
            raise Refusal("finished")  # the result counts
        if not self.prefix <= step < self.step or self.plies[step].event.seat not in mine:
            raise Refusal("nothing_to_undo")
        return self.plies[step].event.seat

    def others(self, player: str) -> list[int]:
        """List the seats at which other persons sit, away or not."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person" and chair.player != player]

    def undo_is_free(self, player: str, step: int) -> bool:
        """Say whether nothing was revealed and nobody else has decided since; against bots alone all is free."""
        if not self.others(player):
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
        self._need_open_table()
        self._need_seat(player, asked.seat)
        if not 0 <= asked.other < len(self.chairs) or asked.other == asked.seat:
            raise Refusal("bad_message", "There is no such seat to swap with.")
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
        """Take an event over."""
        self.match.apply(event)
        self.events.append(event)

    def play(self, seat: int, action: int, now: int, by: str = "", nonce: str = "") -> None:
        """Decide for a seat, if the rules allow it."""
        state, game = self.match.state, self.match.game
        if action not in state.legal():
            error = game.why_not(state, action)
            message, rule, code = (error.message, error.rule, error.code) if error else ("", "", "")
            raise Refusal("illegal", message, rule, code)
        self.add(Played(now, seat, action, game.action_text(state, action), by, nonce))

    def settle(self, now: int, draw: Draw) -> None:
        """Draw what chance decides, and answer what standing orders answer."""
        for _ in range(CHAIN):
            match = self.match
            if match.status != "playing":
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


_APPLY: dict[type[Any], Callable[[Match, Any], None]] = {
    Sat: Match._sat, Started: Match._started, Played: Match._played, Undone: Match._undone, Asked: Match._asked,
    Answered: Match._answered, Ordered: Match._ordered, Said: Match._said, Followed: Match._followed,
    Closed: Match._closed,
}  # fmt: skip


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
        header=dict(record.header), seats=game.seats, host=host, rules=RULES_VERSION, actions=game.num_actions, **more
    )
