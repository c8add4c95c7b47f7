"""Whole games of every rulebook as pages see them: messages stay small and true, and late games open quickly."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rondel.bots.registry import make_bot
from rondel.record import start_record
from rondel.registry import BOOKS, make
from rondel.server.core import views
from rondel.server.core.choices import groups_of
from rondel.server.core.match import Match, new_setup, open_match
from rondel.server.store.storage import Storage, create_table, load_table
from rondel.server.tables.hub import build_room
from rondel.server.tables.room import Room
from rondel.server.wire.events import AnyEvent, Chair, Pace, Sat, Started
from rondel.server.wire.events import encode as encode_event
from rondel.server.wire.messages import encode
from tests.server.groups import actions_in
from tests.server.live import patch

#: a game that random players have not ended by then is late enough
LATE = 1500
#: greedy bots have built most of what they will build by then, and each of their decisions takes long to find
BUILT = 700
NAME = "A name as long as one can choose"


@dataclass(eq=False)
class Page:
    """Somebody who looks on, and keeps the view by the updates alone."""

    player: str
    audience: int
    view: dict[str, Any]
    largest: int = 0
    updates: list[dict[str, Any]] = field(default_factory=list)

    def send(self, message: bytes) -> None:
        update = json.loads(message)
        assert update["type"] == "update"
        self.largest = max(self.largest, len(message))
        patch(self.view, update["patch"])
        self.updates[:] = [update]


class Table:
    """A table with live clocks at which everybody looks on, players with long names and a spectator."""

    def __init__(self, book: str, seed: int, greedy: bool) -> None:
        players = BOOKS[book].players[-1]
        self.game = make(book, players)
        self.names = [f"{place}{21 * '-'}" for place in range(players)]
        self.rng = Random(seed)
        self.bots = [make_bot("greedy", self.game, seat) for seat in range(players)] if greedy else []
        self.now = 1_700_000_000_000
        self.match = self._seated(seed)
        self.room = Room("t", self.match, {}, self.now)
        self.pages = [self._page(name) for name in (*self.names, "")]
        self.room.viewers = set(self.pages)

    def _seated(self, seed: int) -> Match:
        setup = new_setup(start_record(self.game.new(seed)), self.names[0], pace=Pace("live", 30, 10))
        match = open_match(setup, self.game, ())
        for seat, name in enumerate(self.names):
            match.adopt(match.sit(seat, Chair("person", name, NAME), "joined", self.now, self.draw).after)
        return match

    def _page(self, name: str) -> Page:
        audience = self.room.audience_of(name)
        return Page(name, audience, json.loads(encode(dict(self.room.view(audience)))))

    def draw(self, outcomes: Sequence[tuple[int, float]]) -> int:
        actions, shares = zip(*outcomes, strict=True)
        return int(self.rng.choices(actions, shares)[0])

    def move(self) -> None:
        state, self.now = self.match.state, self.now + 1234
        seat, legal = state.to_act, state.legal()
        if self.bots and self.rng.random() < 0.97:  # now and then something else, so that rare positions come about
            action = self.bots[seat].choose(state.redeal(seat, self.rng), seat, legal)
        else:
            action = self.rng.choice(list(legal))
        draft = self.match.play(self.names[seat], self.match.rev, [action], self.now, self.draw, 22 * "n")
        self.room.adopt(draft, self.now)

    def check(self) -> None:
        """Compare what pages hold with what is."""
        for page in self.pages:
            assert page.view == json.loads(encode(dict(self.room.view(page.audience))))
        if self.match.status == "playing":
            groups = groups_of(self.match.state)
            assert actions_in(groups) == sorted(self.match.state.legal())


@pytest.mark.parametrize("greedy", [False, True], ids=["random", "greedy"])
@pytest.mark.parametrize("book", BOOKS)
def test_whole_games_fit_into_small_messages(book: str, greedy: bool) -> None:
    async def play() -> None:
        table = Table(book, 2, greedy)
        while table.match.status == "playing" and table.match.step < (BUILT if greedy else LATE):
            table.move()
            if not table.match.step % 7:
                table.check()
        table.check()
        views = [len(encode(dict(table.room.view(page.audience)))) for page in table.pages]
        welcomes = [len(encode(table.room.welcome(page.player, table.now))) for page in table.pages]
        assert max(page.largest for page in table.pages) < 3500, "of 4 kB"
        assert max(views) < 10_000, "of 20 kB"
        assert max(welcomes) < 18_000, "of 20 kB, with forty lines of log"

    asyncio.run(play())


@pytest.mark.parametrize("book", BOOKS)
def test_a_late_game_opens_quickly(book: str, tmp_path: Path) -> None:
    match = asyncio.run(late_game(book))
    events: list[AnyEvent] = [*(Sat(1, seat, chair) for seat, chair in enumerate(match.chairs)), Started(1),
              *(ply.event for ply in match.plies)]  # fmt: skip
    storage = Storage(f"sqlite:///{tmp_path / 'x.db'}")
    row = {"id": "late", "host": "ann", "status": "playing", "listed": False, "created": 1, "updated": 1,
           "seq": len(events), "setup": encode_event(match.setup), "summary": b"{}", "links": b"{}",
           "due": None}  # fmt: skip
    storage.submit(lambda c: create_table(c, row, ["ann"] * match.setup.seats, events)).result(10)

    async def open_it() -> float:
        begin = time.process_time()
        saved = storage.read_now(lambda connection: load_table(connection, "late"))
        assert saved is not None
        room = build_room("late", saved)
        welcomes = [room.welcome(name, 5) for name in (match.chairs[0].player, "")]
        spent = time.process_time() - begin
        assert [welcome.step for welcome in welcomes] == [match.step] * 2
        return spent

    tracer = sys.gettrace()
    sys.settrace(None)  # measured as it runs for people, not while coverage counts lines
    try:
        spent = min(asyncio.run(open_it()) for _ in range(5))
    finally:
        sys.settrace(tracer)
    storage.close()
    assert spent < 0.075, "processor time to read, replay and show a late game to a player and a spectator"


async def late_game(book: str) -> Match:
    """Give a game of 1,500 decisions; in Attika, where none is so long, one that has gone to its end."""
    for seed in range(40):
        table = Table(book, seed, greedy=False)
        table.room.viewers = set()
        while table.match.status == "playing" and table.match.step < LATE:
            table.move()
        if table.match.step >= (LATE if book != "attika" else 650):
            return table.match
    raise AssertionError("no game is long enough")


def test_the_log_tells_every_decision_of_a_game_to_its_player() -> None:
    match = asyncio.run(late_game("attika"))
    for seat in range(match.setup.seats):
        lines = views.log_lines(match, seat, 0, match.step)
        assert all(line.text for line in lines if line.seat == seat)
        assert all(line.rule.startswith("AT-") for line in lines if line.text)
