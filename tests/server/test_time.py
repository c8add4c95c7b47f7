"""Where a table says that time loses the game: two players end with the flag, more go on with a bot."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.game import TERMINAL
from rondel.server.core import snapshots, views
from rondel.server.core.clock import DAY
from rondel.server.core.course import LOST
from rondel.server.core.match import Match
from rondel.server.people import archive
from rondel.server.people.scores import entries_of
from rondel.server.wire.events import AnyEvent, Chair, Pace, Started
from rondel.server.wire.messages import UndoOffer
from tests.server.live import Live
from tests.server.test_match import refused
from tests.server.toys import antike, move, no_chance


def lost_on_time(match: Match) -> int:
    """Let the running clock run out; give the seat."""
    seat, due = match.state.to_act, match.clock.due()
    assert due is not None
    match.adopt(match.time_is_up("greedy", due, no_chance).after)
    return seat


def test_where_time_loses_a_game_of_two_ends_with_the_flag() -> None:
    match = antike(pace=Pace("live", minutes=1, timeout="loss"))
    move(match, now=2000)
    seat = lost_on_time(match)
    player = match.chairs[seat].player
    assert (match.status, match.flagged) == ("over", (seat,))
    assert match.clock.due() is None
    assert match.returns() == tuple(LOST if place == seat else 1.0 for place in range(2))
    assert [(entry.who, entry.score) for entry in entries_of(match)] == [
        (match.chairs[place].player, match.returns()[place]) for place in range(2)
    ]
    turn = views.present_turn(match)
    assert (turn.to_act, turn.end, turn.result) == (TERMINAL, "time", match.chairs[1 - seat].name)
    refused("finished", match.play, player, match.rev, [match.state.legal()[0]], 99_000, no_chance)
    mover = match.chairs[match.plies[0].event.seat].player
    refused("finished", match.undo, mover, match.rev, 0, 99_000)
    assert views.undo_offer(match, mover) == UndoOffer()


def test_where_time_loses_a_bot_plays_on_for_two_others_who_race_on() -> None:
    match = antike(("ann", "ben", "cay"), pace=Pace("live", minutes=1, timeout="loss"))
    first = lost_on_time(match)
    assert (match.status, match.chairs[first]) == ("playing", Chair("bot", bot="greedy"))
    while match.state.to_act == first:
        match.adopt(match.bot_plays(first, match.rev, match.state.legal()[0], 70_000, no_chance).after)
    second = lost_on_time(match)
    assert (match.status, match.flagged) == ("over", (first, second))
    last = ({0, 1, 2} - {first, second}).pop()
    assert [entry.score > 0 for entry in entries_of(match)] == [seat == last for seat in range(3)]
    assert all(entry.person for entry in entries_of(match)), "the bot takes nobody's place in the result"


def test_a_loss_on_time_is_in_a_snapshot_as_in_the_log() -> None:
    match = antike(pace=Pace("days", days=1, timeout="loss"))
    events = [*match.time_is_up("greedy", 3 * DAY, no_chance).events]
    lost_on_time(match)
    body = snapshots.take(match)
    assert body is not None
    log: list[AnyEvent] = [Started(0)] * (match.seq - len(events)) + events
    assert snapshots.restore(match.setup, match.game, log, body).status == "over"


def test_a_table_lost_on_time_tells_everybody_and_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        ann, ben = live.guest("Ann"), live.guest("Ben")
        pace = {"kind": "live", "minutes": 1, "timeout": "loss"}
        table = ann.table("me", "open", pace=pace)["table"]["id"]
        ben.post(f"/api/tables/{table}/join", {})
        match = live.site.hub.rooms[table].match
        loser = match.state.to_act
        with ann.sit(table) as page:
            page.until("welcome")
            match.clock.left[loser] = 1
            live.site.storage.submit(lambda c: c.exec_driver_sql("UPDATE tables SET due = 1") and None).result(10)
            turn = page.until("update")["turn"]
            told = page.until("table", lambda message: message["table"]["status"] == "over")["table"]
        winner = ("Ann", "Ben")[1 - [ann.id, ben.id].index(match.chairs[loser].player)]
        assert (turn["to_act"], turn["end"], turn["result"], told["result"]) == (TERMINAL, "time", winner, winner)
        found = live.site.storage.read_now(lambda c: archive.profile(c, match.chairs[loser].player, "", "people"))
        assert [(tally.games, tally.wins) for tally in found.tallies] == [(1, 0)]
        assert ann.get(f"/api/tables/{table}/record").status_code == 200
        assert ann.post(f"/api/tables/{table}/rematch").status_code == 200
        live.site.hub.rooms.clear()
        assert ben.get(f"/api/tables/{table}").json()["result"] == winner, "and the same after a restart"


@pytest.mark.parametrize("timeout", ["bot", "loss"])
def test_a_table_says_what_becomes_of_a_seat_whose_time_is_up(tmp_path: Path, timeout: str) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        made = live.guest("Ann").table("me", "open", pace={"kind": "days", "days": 2, "timeout": timeout})
        assert made["table"]["pace"].get("timeout", "bot") == timeout
        wish = {"game": "antike-2006", "pace": {"kind": "none", "timeout": "loss"}}
        assert live.guest("Ben").post("/api/tables", wish).json()["code"] == "bad_message"
