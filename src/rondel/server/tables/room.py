"""A table that is open in this process: its match, its viewers, and what they were last sent."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, cast

from msgspec import Raw
from msgspec.structs import replace

from rondel.game import TERMINAL, JsonObject
from rondel.record import result_of
from rondel.server.core import views
from rondel.server.core.match import LONGEST, Draft, Match
from rondel.server.people.reports import line_of
from rondel.server.tables.tidings import Tidings
from rondel.server.wire.events import (
    Answered,
    AnyEvent,
    Asked,
    Ended,
    Flagged,
    Ordered,
    Orders,
    Played,
    Said,
    Sat,
    Started,
    Undone,
)
from rondel.server.wire.messages import (
    Ahead,
    Change,
    ChatLine,
    Chatted,
    Group,
    LogLine,
    Renamed,
    Requested,
    SeatInfo,
    TableChanged,
    TableInfo,
    Thinking,
    Update,
    Welcome,
    encode,
)
from rondel.server.wire.messages import Ordered as OrderedMessage

T = TypeVar("T")
#: seconds between two messages about who is here
PRESENCE = 0.25
#: seconds after which somebody who polled has gone
POLLING = 30.0
#: decisions before the end of what a table can hold at which its players are told
NEAR = 500
#: how many lines of the log a welcome carries
TAIL = 40
#: how many lines of the chat are kept, and how many characters of them a welcome carries
TALK = 200
TALK_SENT = 4_000


def _written(rows: list[T]) -> list[T]:
    """Give rows as they are sent: as objects, those of thousands of tables would make collections of garbage slow."""
    return cast(list[T], Raw(encode(rows))) if rows else []


@dataclass(frozen=True, slots=True)
class Kept:
    """What of a table's own row in the database is written only when it must be."""

    status: str
    updated: int
    due: bool  # whether it is to be looked after at some time


class Viewer(Protocol):
    """Somebody connected to a table."""

    player: str
    audience: int

    def send(self, message: bytes) -> None:
        """Queue a message."""
        ...


class Room:
    """A table in memory. Everything here is derived from the match; nothing is kept that is not in the log."""

    def __init__(self, table: str, match: Match, links: dict[int, str], created: int) -> None:
        self.id = table
        self.match = match
        self.links = links
        self.created = created
        self.updated = created
        self.viewers: set[Viewer] = set()
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()  # set and replaced at every event, for those who poll
        self.used = 0.0
        self.since = time.monotonic()  # when it was opened here
        self.left: dict[str, float] = {}  # when players went away who had been here
        self.gone: dict[str, int] = {}  # since when players have not been here, in milliseconds since 1970
        self.parted: set[str] = set()  # who has gone since that was last written down
        self.elsewhere: frozenset[str] = frozenset()  # who is here in another process
        self.trust: dict[str, tuple[int, int]] = {}  # of the latest games of players: how many finished, of how many
        self.tidings = Tidings(match.setup.seats)
        self.polled: dict[str, float] = {}  # when players last asked or polled without a connection
        self._pushed, self._pushing = 0.0, False
        self.thinking = -1  # the revision a bot is thinking about; -1 if none is
        self.kept: Kept | None = None  # what this process has written; None if another one may have written since
        self.snapshot = 0  # how many events the last snapshot holds
        self.owed = created  # since when the present decision is owed
        self.chat: deque[ChatLine] = deque(maxlen=TALK)
        self.names: dict[str, str] = {}  # names that the host has replaced, by player
        self.unveiled: dict[str, int] = {}  # at a shared screen: the seat whose player has drawn the curtain away
        self._views: dict[int, JsonObject] = {}
        self._tails: dict[int, deque[LogLine]] = {}
        self._choices: tuple[int, list[Group], list[Ahead]] = (-1, [], [])

    # ---- audiences -----------------------------------------------------------------------------------------------

    def audience_of(self, player: str) -> int:
        """Give the seat whose view a player gets: of several seats, the one that decides."""
        mine = self.match.seats_of(player)
        if not mine:
            return views.WATCHER
        to_act = self.match.state.to_act
        if self._is_shared(mine):
            return to_act if to_act in mine and self.unveiled.get(player) == to_act else views.WATCHER
        return to_act if to_act in mine else mine[0]

    def _is_shared(self, mine: Sequence[int]) -> bool:
        """Say whether several people with secrets sit at one screen."""
        return self.match.setup.curtain and self.match.hidden and len(mine) > 1

    def is_veiled(self, player: str) -> bool:
        """Say whether the curtain hides what a player's seat has to decide."""
        mine = self.match.seats_of(player)
        hides = self._is_shared(mine) and self.match.state.to_act in mine
        return hides and self.audience_of(player) == views.WATCHER

    def unveil(self, player: str, seat: int, welcome: Welcome) -> None:
        """Show a seat that decides to the screen at which its player sits now."""
        self.unveiled[player] = seat
        for viewer in self.viewers:
            if viewer.player == player:
                viewer.audience = self.audience_of(player)
                viewer.send(encode(welcome))

    def veil(self, player: str) -> None:
        """Draw the curtain: somebody has come to the screen."""
        self.unveiled.pop(player, None)

    def _key(self, audience: int) -> int:
        """Without hidden parts everybody sees the same."""
        return audience if self.match.hidden else views.WATCHER

    def view(self, audience: int) -> JsonObject:
        """Give an audience's view of the present position."""
        key = self._key(audience)
        if key not in self._views:
            self._views[key] = views.view_of(self.match, self.match.state, key)
        return self._views[key]

    def tail(self, audience: int) -> list[LogLine]:
        """Give the end of the log for an audience."""
        key = self._key(audience)
        if key not in self._tails:
            step = self.match.step
            self._tails[key] = deque(views.log_lines(self.match, key, max(0, step - TAIL), step), TAIL)
        return list(self._tails[key])

    def choices(self, player: str) -> tuple[list[Group], list[Ahead]]:
        """Give the legal decisions, and those of later steps, if the player has to decide."""
        match = self.match
        seat = match.state.to_act
        if seat < 0 or not self._decides(player, seat):  # most who look on: asked first, and for each of them
            return [], []
        if match.status != "playing" or match.paused or self.is_veiled(player):
            return [], []
        if self._choices[0] != match.rev:
            self._choices = match.rev, _written(views.groups_of(match.state)), _written(views.ahead_of(match.state))
        return self._choices[1:]

    def _decides(self, player: str, seat: int) -> bool:
        chair = self.match.chairs[seat]
        return bool(player) and chair.player == player and not chair.automatic

    # ---- messages ------------------------------------------------------------------------------------------------

    def info(self, player: str = "") -> TableInfo:
        """Describe the table."""
        info = info_of(self.id, self.match, self.created, self.updated, player)
        return shown(replace(info, seats=[self._present(seat) for seat in info.seats]), self.names)

    def _present(self, seat: SeatInfo) -> SeatInfo:
        """Say of a seat's player whether they are here, or since when not; before the game how reliable they are."""
        player = seat.chair.player
        if not player:
            return seat
        kept, played = self.trust.get(player, (0, 0)) if not self.match.started else (0, 0)
        online = self.is_here(player)
        return replace(seat, online=online, away=0 if online else self.gone.get(player, 0), kept=kept, played=played)

    def come(self, viewer: Viewer) -> None:
        """Let somebody look."""
        self.viewers.add(viewer)
        self.left.pop(viewer.player, None)
        self.gone.pop(viewer.player, None)
        self._push_soon()

    def go(self, viewer: Viewer) -> None:
        """Take note that somebody has gone."""
        self.viewers.discard(viewer)
        self.used = time.monotonic()
        if self.match.seats_of(viewer.player):
            self.left[viewer.player] = self.used
            self.gone[viewer.player] = time.time_ns() // 1_000_000
            self.parted.add(viewer.player)
        self._push_soon()

    def meet(self, elsewhere: Mapping[str, int], recent: int) -> None:
        """Take note of when other processes saw players here; `recent` and later means that they still are."""
        here = frozenset(player for player, seen in elsewhere.items() if seen >= recent)
        self.gone.update({player: seen for player, seen in elsewhere.items() if seen > self.gone.get(player, 0)})
        if here != self.elsewhere:
            self.elsewhere = here
            self._push_soon()

    def heard(self, player: str) -> None:
        """Take note that somebody who is not connected asks or polls."""
        if self.match.seats_of(player):
            self.polled[player] = time.monotonic()

    def is_here(self, player: str) -> bool:
        """Say whether a player looks on: connected here or to another process, or polling."""
        if player in self.elsewhere or any(viewer.player == player for viewer in self.viewers):
            return bool(player)
        return time.monotonic() - self.polled.get(player, -POLLING) < POLLING

    def players_here(self) -> set[str]:
        """List the players who look on in this process."""
        return {chair.player for chair in self.match.chairs if self.is_here(chair.player)} - self.elsewhere | {
            viewer.player for viewer in self.viewers if self.match.seats_of(viewer.player)
        }

    def bot(self) -> Thinking | None:
        """Say which bot owes a decision; None if none does."""
        match = self.match
        seat = match.state.to_act
        if match.status != "playing" or match.paused or seat < 0 or not match.chairs[seat].automatic:
            return None
        return Thinking(seat, match.chairs[seat].automatic, self.owed)

    def absence(self, player: str) -> float:
        """Say for how many seconds a player has not been here."""
        if any(viewer.player == player for viewer in self.viewers):
            return 0.0
        return time.monotonic() - max(self.left.get(player, self.since), self.polled.get(player, self.since))

    def orders_of(self, player: str) -> dict[int, Orders]:
        """Give a player's standing orders, by seat."""
        return {seat: self.match.orders[seat] for seat in self.match.seats_of(player)}

    def watchers(self) -> int:
        """Count those who look on without a seat."""
        return sum(1 for viewer in self.viewers if not self.match.seats_of(viewer.player))

    def hears_all(self, player: str) -> bool:
        """Say whether somebody reads the spectators' chat too: players do when the game is over."""
        return self.match.status == "over" or not self.match.seats_of(player)

    def chat_of(self, player: str) -> list[ChatLine]:
        """Give the lines of chat at hand that somebody reads."""
        return list(self.chat) if self.hears_all(player) else [line for line in self.chat if line.seat >= 0]

    def rename(self, player: str, name: str) -> None:
        """Show somebody under another name from now on, in what was said before too."""
        lines = [replace(line, name=name) if line.player == player else line for line in self.chat]
        if lines != list(self.chat) or self.match.seats_of(player):
            self.chat = deque(lines, TALK)
            self.broadcast(encode(Renamed(player=player, name=name)))

    def latest_chat(self, player: str = "") -> list[ChatLine]:
        """Give the end of the chat, as much as a welcome carries; the rest is asked for."""
        found: list[ChatLine] = []
        size = 0
        for line in reversed(self.chat_of(player)):
            size += len(line.text)
            if found and (size > TALK_SENT or len(found) == TAIL):
                break
            found.append(line)
        return found[::-1]

    def welcome(self, player: str, now: int, note: str = "", seen: int = 0, re: int = 0) -> Welcome:
        """Tell somebody everything about the table that they may know."""
        match = self.match
        audience, chat = self.audience_of(player), self.latest_chat(player)
        choices, ahead = self.choices(player)
        return Welcome(
            re=re, table=self.info(player), seq=match.seq, rev=match.rev, step=match.step,
            view=dict(self.view(audience)), turn=views.present_turn(match), log=self.tail(audience),
            chat=chat, earlier=len(chat) < len(self.chat_of(player)), you=match.seats_of(player),
            watchers=self.watchers(),
            choices=choices, ahead=ahead, clock=views.clock_face(match, now), undo=views.undo_offer(match, player),
            request=views.request_of(match), orders=self.orders_of(player), note=note, seen=seen,
            thinking=self.bot(), target=views.target_of(match),
        )  # fmt: skip

    # ---- going on ------------------------------------------------------------------------------------------------

    def replay(self, events: Sequence[AnyEvent], first: int = 1) -> None:
        """Restore what the log holds besides the match: the chat, and who came and went."""
        self.chat.extend(self._lines(events, first))

    def _lines(self, events: Sequence[AnyEvent], first: int) -> list[ChatLine]:
        """Write the lines that events bring to the chat; each event is asked about once, in its order."""
        found = [
            line_of(seq, event, self.names) if isinstance(event, Said) else self.tidings.line(seq, event)
            for seq, event in enumerate(events, first)
        ]
        return [line for line in found if line is not None]

    def adopt(self, draft: Draft, now: int) -> None:
        """Adopt a written draft and send every viewer what is new for them."""
        old = {viewer.audience: self.view(viewer.audience) for viewer in self.viewers}
        first = self.match.seq + 1
        moved = any(isinstance(event, Played | Undone | Flagged | Ended) for event in draft.events)
        begin = min([self.match.step, *(event.step for event in draft.events if isinstance(event, Undone))])
        cut = begin if any(isinstance(event, Undone) for event in draft.events) else -1
        lines = self._new_lines(draft.after, begin) if moved else {}
        self.match.adopt(draft.after)
        to_act = self.match.state.to_act
        self.unveiled = {player: seat for player, seat in self.unveiled.items() if seat == to_act}
        self.updated = now
        if moved or any(isinstance(event, Sat | Started) for event in draft.events):
            self.owed = now
        said = self._lines(draft.events, first)
        self.chat.extend(said)
        if moved:
            self._views.clear()
            self._keep_tails(cut, lines)
            self._push_updates(old, cut, lines, now)
        self._push_others(draft.events, said)
        self.changed.set()
        self.changed = asyncio.Event()

    def _new_lines(self, after: Match, begin: int) -> dict[int, list[LogLine]]:
        """Write the decisions from a step on for every audience that looks, or will: some have several seats."""
        keys = {self._key(viewer.audience) for viewer in self.viewers} | set(self._tails)
        keys |= {self._key(seat) for viewer in self.viewers for seat in self.match.seats_of(viewer.player)}
        if self.match.setup.curtain:
            keys.add(self._key(views.WATCHER))
        states = [self.match.state_at(begin)]
        for step in range(begin, after.step - 1):
            states.append(states[-1].copy())
            states[-1].advance(after.plies[step].event.action)
        states.append(after.state)
        return {
            key: [
                views.log_line(after, states[step - begin], after.plies[step], step, key, states[step - begin + 1])
                for step in range(begin, after.step)
            ]
            for key in keys
        }

    def _keep_tails(self, cut: int, lines: Mapping[int, Sequence[LogLine]]) -> None:
        if cut >= 0:
            self._tails.clear()
        for key, tail in self._tails.items():
            tail.extend(lines.get(key, ()))

    def _push_updates(
        self, old: Mapping[int, JsonObject], cut: int, lines: Mapping[int, list[LogLine]], now: int
    ) -> None:
        """Send each player what changed; those who see and may do the same get the same bytes."""
        match, thinking = self.match, self.bot()
        turn, clock = views.present_turn(match), views.clock_face(match, now)
        patches: dict[tuple[int, int], list[Change]] = {}
        made: dict[tuple[str, int], bytes] = {}
        for viewer in self.viewers:
            was, audience = viewer.audience, self.audience_of(viewer.player)
            player = viewer.player if audience != views.WATCHER else ""
            message = made.get((player, was))
            if message is None:
                pair = self._key(was), self._key(audience)
                if pair not in patches:
                    patches[pair] = views.changes(old[was], self.view(audience))
                choices, ahead = self.choices(player)
                message = made[player, was] = encode(
                    Update(
                        seq=match.seq, rev=match.rev, step=match.step, patch=patches[pair], turn=turn,
                        log=lines.get(pair[1], []), cut=cut, choices=choices, ahead=ahead, clock=clock,
                        undo=views.undo_offer(match, player), thinking=thinking,
                    )
                )  # fmt: skip
            viewer.audience = audience
            viewer.send(message)

    def _push_others(self, events: Sequence[AnyEvent], said: Sequence[ChatLine]) -> None:
        """Send what is not a change of the position."""
        for line in said:
            self._push_line(line)
        for event in events:
            if isinstance(event, Ordered):
                self._push_orders(event.seat)
        kinds = {type(event) for event in events}
        if kinds & {Asked, Answered}:
            self.broadcast(encode(Requested(request=views.request_of(self.match))))
        if kinds - {Asked, Answered, Ordered, Said, Played, Undone}:
            self.push_table()

    def _push_line(self, line: ChatLine) -> None:
        message = encode(Chatted(line=line))
        for viewer in list(self.viewers):
            if line.seat >= 0 or self.hears_all(viewer.player):
                viewer.send(message)

    def _push_orders(self, seat: int) -> None:
        player = self.match.chairs[seat].player
        message = encode(OrderedMessage(orders=self.orders_of(player)))
        for viewer in self.viewers:
            if viewer.player == player:
                viewer.send(message)

    def _push_soon(self) -> None:
        """Tell who is here: at once, but with many comings and goings only now and then."""
        wait = self._pushed + PRESENCE - time.monotonic()
        if wait <= 0:
            self.push_table()
        elif not self._pushing:
            self._pushing = True
            asyncio.get_running_loop().call_later(wait, self.push_table)

    def push_table(self) -> None:
        """Tell everybody about seats and presence; those who only look on get the same bytes."""
        self._pushed, self._pushing = time.monotonic(), False
        watchers, clock = self.watchers(), views.clock_face(self.match, time.time_ns() // 1_000_000)
        made: dict[str, bytes] = {}
        for viewer in list(self.viewers):
            yours = self.match.seats_of(viewer.player)
            player = viewer.player if yours else ""
            if player not in made:
                info = self.info(player)
                changed = TableChanged(table=info, you=yours, watchers=watchers, thinking=self.bot(), clock=clock)
                made[player] = encode(changed)
            viewer.send(made[player])

    def broadcast(self, message: bytes) -> None:
        """Send the same to everybody."""
        for viewer in list(self.viewers):
            viewer.send(message)


def shown(info: TableInfo, names: Mapping[str, str]) -> TableInfo:
    """Give a table as everybody sees it: with the names that the host has replaced."""
    if not names or not any(seat.chair.player in names for seat in info.seats):
        return info
    seats = [
        replace(seat, chair=replace(seat.chair, name=names.get(seat.chair.player, seat.chair.name)))
        for seat in info.seats
    ]
    return replace(info, seats=seats)


def info_of(table: str, match: Match, created: int, updated: int, player: str = "") -> TableInfo:
    """Describe a table, for everybody or for a player; who is here, only the room knows."""
    setup, header = match.setup, match.setup.header
    board = header.get("board", "")
    result = views.names_of_winners(match) if match.decided else result_of(match.state) if match.over else ""
    return TableInfo(
        id=table, status=match.status, game=str(header["game"]), title=setup.title,
        board=board if isinstance(board, str) else "own",
        seats=[SeatInfo(seat, chair) for seat, chair in enumerate(match.chairs)], pace=setup.pace, host=setup.host,
        created=created, updated=updated, step=match.step, listed=setup.listed,
        to_act=TERMINAL if match.over else match.state.to_act, options=dict(header.get("options", {})),
        result=result, winners=match.winners(), next=match.next,
        yours=match.seats_of(player), rated=setup.rated, hints=match.helps(player),
        curtain=setup.curtain, watchers=setup.watchers, absent=setup.absent, reliable=setup.reliable,
        vote=views.vote_of(match), paused=match.paused, ending=match.ending and not match.over,
        reminded=match.reminded == match.rev,
        left=LONGEST - match.step if match.step > LONGEST - NEAR else None,
    )  # fmt: skip
