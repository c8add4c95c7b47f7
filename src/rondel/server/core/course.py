"""What has happened at one table: events in, chairs, decisions, clock and position out. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from rondel.game import CHANCE, TERMINAL, Game, State
from rondel.record import Record
from rondel.server.core.clock import Clock
from rondel.server.core.marks import STRETCH, Marks
from rondel.server.core.numbering import numbered
from rondel.server.wire.events import (
    BY_ORDER,
    BY_RECORD,
    Answered,
    AnyEvent,
    Asked,
    Chair,
    Closed,
    Ended,
    Ending,
    Extended,
    Flagged,
    Followed,
    Forgiven,
    Lapsed,
    Named,
    Ordered,
    Orders,
    Paused,
    Played,
    Proposed,
    Reminded,
    Resumed,
    Said,
    Sat,
    Setup,
    Started,
    Undone,
    Voted,
)
from rondel.server.wire.refusal import Refusal

Status = Literal["open", "playing", "over", "closed"]
#: the result of a seat that left or lost on time: below every result on the board
LOST = -2.0


class Ply(Struct, frozen=True, gc=False):
    """One decision that stands: who made it, how, and in whose turn. There are many, and none leads back to itself."""

    event: Played
    seq: int  # the number of its event
    turn: int  # counts the turns; a new one begins whenever it is another seat's turn
    turn_of: int
    earner: int = -1  # the seat to which the decision brought time on its clock, and how many milliseconds
    gained: int = 0


class Course:
    """A table: its setup, its chairs, the decisions that stand and the position they reach."""

    def __init__(self, setup: Setup, game: Game, first: State) -> None:
        self.setup = setup
        self.game = game
        self.first = first
        self.state: State = first.copy()
        self.plies: list[Ply] = []
        self.marks = Marks((0,), (first,))
        self.prefix = 0  # decisions taken over from a record; they cannot be taken back
        self.chairs: tuple[Chair, ...] = (Chair(),) * setup.seats
        self._holders: tuple[tuple[Chair, ...], dict[str, list[int]]] = (), {}  # chairs, and the seats of each player
        self.orders: list[Orders] = [Orders()] * setup.seats
        self.clock = Clock.begin(setup.pace, setup.seats)
        self.request: Asked | None = None
        self.agreed: frozenset[int] = frozenset()
        self.seq = 0
        self.rev = 0
        self.started = False
        self.closed = False
        self.next = ""
        self.forgiven = 0  # the end of the last outage that was forgiven
        self.flagged: tuple[int, ...] = ()  # seats that lost on time, in their order
        self.deserters: dict[int, str] = {}  # who was the first to leave a seat in play
        self.vote: Proposed | None = None  # what is put to the vote
        self.voices: dict[int, bool] = {}  # who has said what, by seat
        self.failed: dict[str, int] = {}  # when the last vote of a player came to nothing
        self.paused = 0  # until when play rests; 0 if it does not
        self.ending = False  # whether the game ends with this round
        self.ended: Ended | None = None  # how the game ended off the board
        self.reminded = -1  # the revision at which somebody was reminded
        self.kicked: frozenset[str] = frozenset()  # whom the host has sent away

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
        return "over" if self.over else "playing"

    @property
    def over(self) -> bool:
        """Whether the game has ended, on the board or by the clock."""
        return self.state.to_act == TERMINAL or self.decided

    @property
    def decided(self) -> bool:
        """Whether the game ended off the board: by agreement, or because all seats but one have lost on time."""
        return self.ended is not None or 0 < len(self.flagged) >= self.setup.seats - 1

    def returns(self) -> tuple[float, ...]:
        """Give each seat's result; a seat that lost on time is behind all others."""
        board = self._agreed() if self.ended else (1.0,) * self.setup.seats if self.decided else self.state.returns()
        return tuple(LOST if seat in self.flagged else result for seat, result in enumerate(board))

    def _agreed(self) -> tuple[float, ...]:
        """Share the result of a game that ended off the board as on it: 1 to the winner, -1 among the others."""
        seats, winners = self.setup.seats, self.ended.winners if self.ended else []
        if not winners:
            return (0.0,) * seats
        loss = -len(winners) / max(1, seats - len(winners))
        return tuple(1.0 if seat in winners else loss for seat in range(seats))

    def winners(self) -> list[int]:
        """List the seats that have won, when the game is over."""
        return [seat for seat, result in enumerate(self.returns()) if result > 0] if self.over else []

    def is_new_round(self, turn_of: int) -> bool:
        """Say whether the turn has just come from a seat back to the one that began the game."""
        return bool(self.plies) and turn_of != self.state.turn_of == self.plies[0].turn_of

    @property
    def hidden(self) -> bool:
        """Whether the game has anything that not everybody may see."""
        return self.game.hidden

    def seats_of(self, player: str) -> list[int]:
        """List the seats that a player holds."""
        if self._holders[0] is not self.chairs:
            held: dict[str, list[int]] = {}
            for seat, chair in enumerate(self.chairs):
                if chair.player:
                    held.setdefault(chair.player, []).append(seat)
            self._holders = self.chairs, held
        return self._holders[1].get(player, [])[:]

    def actions(self) -> list[int]:
        """List the decisions that stand, for a record."""
        return [ply.event.action for ply in self.plies]

    def record(self) -> Record:
        """Give the game so far as a record."""
        return Record(self.game, dict(self.setup.header), self.actions())

    def state_at(self, step: int) -> State:
        """Give the position after that many decisions."""
        self.need_step(step)
        if step == self.step:
            return self.state
        begin, kept = self.marks.nearest(step)
        state = kept.copy()
        for place in range(begin, step):
            if place % STRETCH == 0:
                self.marks.fill(place, state)
            state.advance(self.plies[place].event.action)
        return state

    def need_step(self, step: int) -> None:
        """Refuse a step that the game has not reached."""
        if not 0 <= step <= self.step:
            raise Refusal("bad_message", f"The game has {self.step} decisions; {step} is not among them.")

    def is_near(self, step: int) -> bool:
        """Say whether the position after that many decisions is found quickly, from one that is kept nearby."""
        return step - self.marks.nearest(step)[0] <= 4 * STRETCH

    # ---- from events to the match --------------------------------------------------------------------------------

    def fork(self) -> Self:
        """Give a copy to try events on."""
        new = type(self).__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.state = self.state.copy()
        new.plies = self.plies[:]
        new.orders, new.clock = self.orders[:], self.clock.copy()
        return new

    def adopt(self, after: Self) -> None:
        """Become the match that a draft leads to."""
        self.__dict__.update(after.__dict__)

    def apply(self, event: AnyEvent, made: bool = False) -> None:
        """Take over one event; a decision that was not just made here is checked against the rules again."""
        if not made and isinstance(event, Played):
            event = numbered(self.game, self.state, event, self.step)
        _APPLY[type(event)](self, event)
        self.seq += 1
        if isinstance(event, Played | Undone | Flagged | Ended):
            self.rev = self.seq

    def _played(self, event: Played) -> None:
        turn, turn_of = self._turn_number(), self.state.turn_of
        self.state.advance(event.action)
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
        """Start the right clock when it changed without a decision; one that is running goes on."""
        if self._on_the_clock() != self.clock.running:
            self.clock.pass_to(self._on_the_clock(), at)
        self.clock.owner = self.clock.running

    def _on_the_clock(self) -> int:
        """Give the seat that decides, if a person decides there; -1 otherwise."""
        seat = self.state.to_act
        if self.paused or self.status != "playing" or seat < 0 or self.chairs[seat].automatic:
            return -1
        return seat

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
        before, chairs = self.chairs[event.seat], self.chairs
        self.chairs = *chairs[: event.seat], event.chair, *chairs[event.seat + 1 :]
        if self.started and before.kind == "person" and event.chair.kind == "bot":
            self.deserters = {event.seat: before.player, **self.deserters}
        if event.why == "kicked":
            self.kicked |= {before.player}
        if event.why == "back":
            self.clock.grace(event.seat)
        if event.why in ("joined", "left", "swapped", "replaced"):
            self.orders[event.seat] = Orders()
        self.request = None if event.why == "swapped" else self.request
        if self.vote is not None and event.seat in (self.vote.seat, self.vote.other):
            self.vote, self.voices = None, {}  # the one who put it to the vote has gone, or it is settled
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
        self.closed, self.vote = True, None
        self.clock.pass_to(-1, event.at)

    def _forgave(self, event: Forgiven) -> None:
        self.clock.forgive(event.ms)
        self.forgiven = event.until

    def _lost(self, event: Flagged) -> None:
        self.flagged += (event.seat,)
        self.request = None
        self._wind(event.at)

    def _said(self, event: Said) -> None:
        """Chat changes nothing."""

    def _proposed(self, event: Proposed) -> None:
        self.vote, self.voices = event, {event.seat: True}

    def _voted(self, event: Voted) -> None:
        self.voices = {**self.voices, event.seat: event.yes}

    def _lapsed(self, event: Lapsed) -> None:
        if self.vote is not None:
            self.failed = {**self.failed, self.chairs[self.vote.seat].player: event.at}
        self.vote, self.voices = None, {}

    def _paused(self, event: Paused) -> None:
        self.vote, self.paused = None, event.until
        self._wind(event.at)

    def _resumed(self, event: Resumed) -> None:
        self.paused = 0
        self.vote = None if self.vote and self.vote.what == "resume" else self.vote
        self._wind(event.at)

    def _extended(self, event: Extended) -> None:
        self.vote = None
        self.clock.add(event.ms)

    def _ending(self, event: Ending) -> None:
        self.vote, self.ending = None, True

    def _ended(self, event: Ended) -> None:
        self.vote, self.request, self.ended = None, None, event
        self.paused = 0
        self._wind(event.at)

    def _reminded(self, event: Reminded) -> None:
        self.reminded = self.rev

    def _named(self, event: Named) -> None:
        self.chairs = tuple(
            replace(chair, name=event.name) if chair.player == event.player else chair for chair in self.chairs
        )


_APPLY: dict[type[Any], Callable[[Course, Any], None]] = {
    Sat: Course._sat, Started: Course._started, Played: Course._played, Undone: Course._undone, Asked: Course._asked,
    Answered: Course._answered, Ordered: Course._ordered, Said: Course._said, Followed: Course._followed,
    Closed: Course._closed, Forgiven: Course._forgave, Flagged: Course._lost, Proposed: Course._proposed,
    Voted: Course._voted, Lapsed: Course._lapsed, Paused: Course._paused, Resumed: Course._resumed,
    Extended: Course._extended, Ending: Course._ending, Ended: Course._ended, Reminded: Course._reminded,
    Named: Course._named,
}  # fmt: skip
