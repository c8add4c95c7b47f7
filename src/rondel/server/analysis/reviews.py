"""Reviews of finished games: made on demand, and stored once for all who may see the game.

Each address has its own queue, so nobody waits for the long games of others.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from msgspec.json import Decoder
from sqlalchemy import Connection, delete, insert, select, update

from rondel.errors import RondelError
from rondel.game import Seat, State
from rondel.server.analysis import progress, thinking
from rondel.server.analysis.analyst import Analyst, Lost
from rondel.server.core.match import Match
from rondel.server.limits import Limiter
from rondel.server.store.schema import reviews
from rondel.server.store.storage import TROUBLES
from rondel.server.tables.hub import Hub, clock_ms
from rondel.server.tables.room import Room
from rondel.server.wire.messages import encode
from rondel.server.wire.refusal import Refusal
from rondel.server.wire.study import Review, ReviewState, ReviewTurn, Tried
from rondel.study.review import VERSION

log = logging.getLogger("rondel.reviews")
K = TypeVar("K")
V = TypeVar("V")
#: the longest game that is reviewed, in decisions: twice what a game of six takes
LONGEST: Final = 4_000
#: reviews that may wait for one address, and in all; reviews made at the same time, each for another address
EACH, ALL, TOGETHER = 3, 40, 4
#: milliseconds between two notes of how far a review is, and for which such a note holds
NOTE, HOLDS = 2_000, 60_000
#: reviews in memory, and games whose marks are
KEPT, MARKED = 32, 1_000

_reviews: Decoder[Review] = Decoder(Review)


@dataclass(slots=True)
class Progress:
    """How far a review is."""

    address: str
    done: int = 0
    total: int = 0
    working: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A finished review in memory, and as it is sent."""

    review: Review
    body: bytes


class Reviews:
    """The reviews of a server."""

    def __init__(self, hub: Hub, analyst: Analyst, engine: str, most: int) -> None:
        self.hub = hub
        self.analyst = analyst
        self.engine, self.most = engine, most
        self.by_player, self.by_address = Limiter(10 / 3600, 6), Limiter(40 / 3600, 20)
        self.by_try = Limiter(0.5, 10)
        self._under_way: dict[str, Progress] = {}
        self._failed: set[str] = set()
        self._together = asyncio.Semaphore(TOGETHER)
        self._turns: dict[str, asyncio.Lock] = {}  # by address
        self._kept: dict[str, Kept] = {}
        self._marks: dict[tuple[str, str, int], str] = {}

    async def told(self, room: Room) -> bytes:
        """Give the review of a game as it is sent, or how far it is."""
        found = await self._found(room)
        if found:  # encoded once, because it is long and anybody may ask for it
            return b'{"status":"done","review":%b}' % found.body
        return encode(await self.state(room))

    async def _found(self, room: Room) -> Kept | None:
        match = need_over(room)
        if match.step > LONGEST:
            return None
        mark = self._mark(room.id, match)
        return self._kept.get(mark) or await self._stored(mark)

    async def state(self, room: Room) -> ReviewState:
        """Say how far the review of a game is."""
        if found := await self._found(room):
            return ReviewState("done", review=found.review)
        if room.match.step > LONGEST:
            return ReviewState("none")
        mark = self._mark(room.id, room.match)
        if progress := self._under_way.get(mark):
            return ReviewState("working" if progress.working else "waiting", progress.done, progress.total)
        row = await self.hub.storage.read(partial(find_row, mark=mark, now=clock_ms()))
        if row:
            return ReviewState("working", *row)
        return ReviewState("failed" if mark in self._failed else "none")

    async def begin(self, room: Room, player: str, address: str) -> ReviewState:
        """Have a game reviewed, unless it is already."""
        now = await self.state(room)
        if now.status not in ("none", "failed"):
            return now
        match = room.match.fork()
        if match.step > LONGEST:
            raise Refusal("too_long", f"A game of more than {LONGEST} decisions is not reviewed.")
        mark = self._mark(room.id, match)
        if mark in self._under_way:  # somebody else has asked while we looked
            return ReviewState("waiting")
        if len(self._under_way) >= ALL:
            raise Refusal("busy", "Many games are waiting to be reviewed. Try again in a few minutes.")
        if sum(progress.address == address for progress in self._under_way.values()) >= EACH:
            raise Refusal("too_fast", "Wait until the reviews you asked for are done.")
        self.by_player.check(player)
        self.by_address.check(address)
        self._under_way[mark] = Progress(address)
        self._failed.discard(mark)
        self.hub.spawn(self._make(mark, room.id, match))
        return ReviewState("waiting")

    async def turn(self, room: Room, step: int) -> ReviewTurn:
        """Give a reviewed turn."""
        review = (await self.state(room)).review
        found = next((turn for turn in review.turns if turn.step == step), None) if review else None
        if found is None or found.best is None:
            raise Refusal("not_found", "The review found nothing better there.")
        return found

    async def judge(self, room: Room, step: int, actions: Sequence[int], who: str) -> Tried:
        """Compare another way to play a reviewed turn with the best one."""
        turn = await self.turn(room, step)
        best = turn.best
        assert best is not None
        match = room.match.fork()
        await self.hub.offload.run(who, lambda: need_turn(match.state_at(step), turn.seat, actions))
        self.by_try.check(who)
        header, before = dict(match.setup.header), match.actions()[:step]
        told = header, before, turn.seat, best.actions, list(actions), self.engine
        return await self.analyst.first(thinking.tried, *told)

    # ---- making --------------------------------------------------------------------------------------------------

    def _mark(self, table: str, match: Match) -> str:
        """Give the key of a review: the game's decisions, and who judges them."""
        key = table, self.engine, match.rev
        found = self._marks.get(key)
        if found is None:
            told = [self.engine, self.most, VERSION, match.setup.edition, match.setup.header, match.actions()]
            found = hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()[:40]
            _make_room(self._marks, MARKED)
            self._marks[key] = found
        return found

    async def _make(self, mark: str, table: str, match: Match) -> None:
        """Make a review when its turn comes."""
        progress = self._under_way[mark]
        turn = self._turns.setdefault(progress.address, asyncio.Lock())
        try:
            async with turn, self._together:
                progress.working = True
                await self._work(mark, table, match, progress)
        except (Lost, Refusal, RondelError, *TROUBLES) as error:
            log.error("a review failed: %s", error)
            self._failed.add(mark)
            await self.hub.storage.write(partial(forget, mark=mark))
        finally:
            self._under_way.pop(mark, None)
            if all(other.address != progress.address for other in self._under_way.values()):
                self._turns.pop(progress.address, None)

    async def _work(self, mark: str, table: str, match: Match, progress: Progress) -> None:
        await self.hub.storage.write(partial(begin_row, mark=mark, table=table, until=clock_ms() + HOLDS))
        noted = time.monotonic()
        header = dict(match.setup.header)
        async for news in self.analyst.study(thinking.reviewed, header, match.actions(), self.engine, self.most):
            if isinstance(news, bytes):
                review = _reviews.decode(news)
                await self.hub.storage.write(
                    partial(finish, mark=mark, body=zlib.compress(news), table=table, review=review)
                )
                return
            progress.done, progress.total = news
            if 1000 * (time.monotonic() - noted) > NOTE:
                noted = time.monotonic()
                told = partial(note, mark=mark, done=progress.done, total=progress.total, until=clock_ms() + HOLDS)
                await self.hub.storage.write(told)

    async def _stored(self, mark: str) -> Kept | None:
        found = await self.hub.storage.read(partial(find_review, mark=mark))
        if found is not None:
            _make_room(self._kept, KEPT)
            self._kept[mark] = found
        return found


def _make_room(kept: dict[K, V], most: int) -> None:
    """Drop the oldest until there is room for one more."""
    while len(kept) >= most:
        del kept[next(iter(kept))]


def need_turn(state: State, seat: Seat, actions: Sequence[int]) -> None:
    """Refuse decisions that are not those of a seat's turn."""
    for action in actions:
        if state.turn_of != seat or action not in state.legal():
            raise Refusal("illegal", "That is not a way to play this turn.")
        state = state.apply(action)


def need_over(room: Room) -> Match:
    """Refuse what is only for finished games."""
    if room.match.status != "over":
        raise Refusal("not_over")
    return room.match


# ---- rows ------------------------------------------------------------------------------------------------------------


def find_review(connection: Connection, mark: str) -> Kept | None:
    """Give a finished review, if there is one."""
    packed = connection.execute(select(reviews.c.body).where(reviews.c.id == mark)).scalar()
    if not packed:
        return None
    body = zlib.decompress(bytes(packed))
    return Kept(_reviews.decode(body), body)


def find_row(connection: Connection, mark: str, now: int) -> tuple[int, int] | None:
    """Say how far another process is with a review."""
    query = select(reviews.c.done, reviews.c.total).where(reviews.c.id == mark, reviews.c.lease > now)
    row = connection.execute(query).first()
    return (row.done, row.total) if row else None


def begin_row(connection: Connection, mark: str, table: str, until: int) -> None:
    """Note that a review is being made; an earlier review of the table by other settings is deleted."""
    connection.execute(delete(reviews).where(reviews.c.table_id == table))
    connection.execute(delete(reviews).where(reviews.c.id == mark))
    connection.execute(insert(reviews).values(id=mark, table_id=table, done=0, total=0, lease=until))


def note(connection: Connection, mark: str, done: int, total: int, until: int) -> None:
    """Note how far a review is."""
    connection.execute(update(reviews).where(reviews.c.id == mark).values(done=done, total=total, lease=until))


def finish(connection: Connection, mark: str, body: bytes, table: str, review: Review) -> None:
    """Store a review, and what it says of everybody who played."""
    connection.execute(update(reviews).where(reviews.c.id == mark).values(body=body, lease=0))
    progress.keep(connection, table, review)


def forget(connection: Connection, mark: str) -> None:
    """Delete a review that failed."""
    connection.execute(delete(reviews).where(reviews.c.id == mark, reviews.c.body.is_(None)))
