"""A table that is open in this process: its match, its viewers, and what they were last sent."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from rondel.game import TERMINAL, JsonObject
from rondel.record import result_of
from rondel.server.core import views
from rondel.server.core.match import LONGEST, Draft, Match
from rondel.server.wire.events import Answered, AnyEvent, Asked, Ordered, Orders, Played, Said, Sat, Started, Undone
from rondel.server.wire.messages import (
    ChatLine,
    Chatted,
    Group,
    LogLine,
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

#: seconds after which somebody who polled has gone
POLLING = 30.0
#: decisions before the end of what a table can hold at which its players are told
NEAR = 500
#: how many lines of the log a welcome carries
TAIL = 60
#: how many lines of the chat are at hand, and how many characters of them a welcome carries
TALK = 200
TALK_SENT = 4_000


class Viewer(Protocol):
    """Somebody connected to a table."""

    player: str
    audience: int

    def send(self, message: bytes) -> None:
        """Queue a message."""
        ...


class Room:
    """A table in memory. Everything here is worked out from the match; nothing is kept that is not in the log."""

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
        self.polled: dict[str, float] = {}  # when players last asked or polled without a connection
        self.thinking = -1  # the revision a bot is thinking about; -1 if none is
        self.snapshot = 0  # how many events the last snapshot holds
        self.owed = created  # since when the present decision is owed
        self.chat: deque[ChatLine] = deque(maxlen=TALK)
        self._views: dict[int, JsonObject] = {}
        self._tails: dict[int, deque[LogLine]] = {}
        self._choices: tuple[int, list[Group]] = (-1, [])

    # ---- audiences -----------------------------------------------------------------------------------------------

    def audience_of(self, player: str) -> int:
        """Give the seat whose view a player gets: of several seats, the one that decides."""
        mine = self.match.seats_of(player)
        if not mine:
            return views.WATCHER
        to_act = self.match.state.to_act
        return to_act if to_act in mine else mine[0]

    def _key(self, audience: int) -> int:
        """In a game without hidden things all see the same."""
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

    def choices(self, player: str) -> list[Group]:
        """Give the legal decisions, if the player has to make one."""
        match = self.match
        seat = match.state.to_act
        if match.status != "playing" or seat < 0 or not self._decides(player, seat):
            return []
        if self._choices[0] != match.rev:
            self._choices = match.rev, views.groups_of(match.state)
        return self._choices[1]

    def _decides(self, player: str, seat: int) -> bool:
        chair = self.match.chairs[seat]
        return bool(player) and chair.player == player and not chair.automatic

    # ---- messages ------------------------------------------------------------------------------------------------

    def info(self, player: str = "") -> TableInfo:
        """Describe the table."""
        online = {viewer.player for viewer in self.viewers if viewer.player}
        return info_of(self.id, self.match, self.created, self.updated, online, player)

    def come(self, viewer: Viewer) -> None:
        """Let somebody look."""
        self.viewers.add(viewer)
        self.left.pop(viewer.player, None)
        self.push_table()

    def go(self, viewer: Viewer) -> None:
        """Take note that somebody has gone."""
        self.viewers.discard(viewer)
        self.left[viewer.player] = self.used = time.monotonic()
        self.push_table()

    def heard(self, player: str) -> None:
        """Take note that somebody who is not connected asks or polls."""
        if self.match.seats_of(player):
            self.polled[player] = time.monotonic()

    def is_here(self, player: str) -> bool:
        """Say whether a player looks on: connected, or polling."""
        if any(viewer.player == player for viewer in self.viewers):
            return bool(player)
        return time.monotonic() - self.polled.get(player, -POLLING) < POLLING

    def players_here(self) -> set[str]:
        """List the players who look on."""
        return {chair.player for chair in self.match.chairs if self.is_here(chair.player)}

    def bot(self) -> Thinking | None:
        """Say which bot owes a decision; None if none does."""
        match = self.match
        seat = match.state.to_act
        if match.status != "playing" or seat < 0 or not match.chairs[seat].automatic:
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

    def latest_chat(self) -> list[ChatLine]:
        """Give the end of the chat, as much as a welcome carries; the rest is asked for."""
        found: list[ChatLine] = []
        size = 0
        for line in reversed(self.chat):
            size += len(line.text)
            if found and (size > TALK_SENT or len(found) == TAIL):
                break
            found.append(line)
        return found[::-1]

    def welcome(self, player: str, now: int, note: str = "", seen: int = 0, re: int = 0) -> Welcome:
        """Tell somebody everything about the table that they may know."""
        match = self.match
        audience = self.audience_of(player)
        return Welcome(
            re=re, table=self.info(player), seq=match.seq, rev=match.rev, step=match.step,
            view=dict(self.view(audience)), turn=views.turn_of(match.state), log=self.tail(audience),
            chat=self.latest_chat(), you=match.seats_of(player), watchers=self.watchers(),
            choices=self.choices(player), clock=views.clock_face(match, now), undo=views.undo_offer(match, player),
            request=views.request_of(match), orders=self.orders_of(player), note=note, seen=seen,
            thinking=self.bot(), target=views.target_of(match),
        )  # fmt: skip

    # ---- going on ------------------------------------------------------------------------------------------------

    def replay(self, events: Sequence[AnyEvent], first: int = 1) -> None:
        """Take over what the log tells beside the match: the chat."""
        for seq, event in enumerate(events, first):
            if isinstance(event, Said):
                self.chat.append(ChatLine(seq, event.seat, event.name, event.text, event.at))

    def adopt(self, draft: Draft, now: int) -> None:
        """Adopt a written draft and send every viewer what is new for them."""
        old = {viewer.audience: self.view(viewer.audience) for viewer in self.viewers}
        first = self.match.seq + 1
        moved = any(isinstance(event, Played | Undone) for event in draft.events)
        begin = min([self.match.step, *(event.step for event in draft.events if isinstance(event, Undone))])
        cut = begin if any(isinstance(event, Undone) for event in draft.events) else -1
        lines = self._new_lines(draft.after, begin) if moved else {}
        self.match.adopt(draft.after)
        self.updated = now
        if moved or any(isinstance(event, Sat | Started) for event in draft.events):
            self.owed = now
        self.replay(draft.events, first)
        if moved:
            self._views.clear()
            self._keep_tails(cut, lines)
            self._push_updates(old, cut, lines, now)
        self._push_others(draft.events, first)
        self.changed.set()
        self.changed = asyncio.Event()

    def _new_lines(self, after: Match, begin: int) -> dict[int, list[LogLine]]:
        """Write the decisions from a step on for every audience that looks, or will: some have several seats."""
        keys = {self._key(viewer.audience) for viewer in self.viewers} | set(self._tails)
        keys |= {self._key(seat) for viewer in self.viewers for seat in self.match.seats_of(viewer.player)}
        first = self.match.state_at(begin)
        found: dict[int, list[LogLine]] = {}
        for key in keys:
            state = first.copy()
            found[key] = []
            for step in range(begin, after.step):
                found[key].append(views.log_line(after, state, after.plies[step], step, key))
                state.advance(after.plies[step].event.action)
        return found

    def _keep_tails(self, cut: int, lines: Mapping[int, Sequence[LogLine]]) -> None:
        if cut >= 0:
            self._tails.clear()
        for key, tail in self._tails.items():
            tail.extend(lines.get(key, ()))

    def _push_updates(
        self, old: Mapping[int, JsonObject], cut: int, lines: Mapping[int, list[LogLine]], now: int
    ) -> None:
        """Send each player what changed; those who see and may do the same get the same bytes."""
        match = self.match
        turn, clock = views.turn_of(match.state), views.clock_face(match, now)
        patches: dict[tuple[int, int], list[Any]] = {}
        made: dict[tuple[str, int], bytes] = {}
        for viewer in self.viewers:
            was, audience = viewer.audience, self.audience_of(viewer.player)
            player = viewer.player if match.seats_of(viewer.player) else ""
            if (player, was) not in made:
                pair = self._key(was), self._key(audience)
                if pair not in patches:
                    patches[pair] = views.changes(old[was], self.view(audience))
                made[player, was] = encode(
                    Update(
                        seq=match.seq, rev=match.rev, step=match.step, patch=patches[pair], turn=turn,
                        log=lines.get(self._key(audience), []), cut=cut, choices=self.choices(player), clock=clock,
                        undo=views.undo_offer(match, player), thinking=self.bot(),
                    )
                )  # fmt: skip
            viewer.audience = audience
            viewer.send(made[player, was])

    def _push_others(self, events: Sequence[AnyEvent], first: int) -> None:
        """Send what is not a change of the position."""
        for seq, event in enumerate(events, first):
            if isinstance(event, Said):
                self.broadcast(encode(Chatted(line=ChatLine(seq, event.seat, event.name, event.text, event.at))))
            elif isinstance(event, Ordered):
                self._push_orders(event.seat)
        kinds = {type(event) for event in events}
        if kinds & {Asked, Answered}:
            self.broadcast(encode(Requested(request=views.request_of(self.match))))
        if kinds - {Asked, Answered, Ordered, Said, Played, Undone}:
            self.push_table()

    def _push_orders(self, seat: int) -> None:
        player = self.match.chairs[seat].player
        message = encode(OrderedMessage(orders=self.orders_of(player)))
        for viewer in self.viewers:
            if viewer.player == player:
                viewer.send(message)

    def push_table(self) -> None:
        """Tell everybody about seats and presence."""
        watchers = self.watchers()
        for viewer in list(self.viewers):
            yours = self.match.seats_of(viewer.player)
            viewer.send(
                encode(TableChanged(table=self.info(viewer.player), you=yours, watchers=watchers, thinking=self.bot()))
            )

    def broadcast(self, message: bytes) -> None:
        """Send the same to everybody."""
        for viewer in list(self.viewers):
            viewer.send(message)


def info_of(
    table: str, match: Match, created: int, updated: int, online: Collection[str] = (), player: str = ""
) -> TableInfo:
    """Describe a table, for everybody or for a player."""
    setup, header = match.setup, match.setup.header
    seats = [
        SeatInfo(seat, chair, bool(chair.player) and chair.player in online) for seat, chair in enumerate(match.chairs)
    ]
    board = header.get("board", "")
    over = match.state.to_act == TERMINAL
    return TableInfo(
        id=table, status=match.status, game=str(header["game"]), title=setup.title,
        board=board if isinstance(board, str) else "own", seats=seats, pace=setup.pace, host=setup.host,
        created=created, updated=updated, step=match.step, to_act=match.state.to_act, listed=setup.listed,
        options=dict(header.get("options", {})), result=result_of(match.state) if over else "", next=match.next,
        yours=match.seats_of(player), rated=setup.rated, hints=match.helps(player),
        left=LONGEST - match.step if match.step > LONGEST - NEAR else None,
    )  # fmt: skip
