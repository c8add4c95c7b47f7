"""Chances and distances: what the bots think of a table, and nothing that is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rondel.game import CHANCE, draw
from rondel.position import from_position
from rondel.record import start_record
from rondel.registry import make
from rondel.server.bots.judge import POINTS, course, distances, eyes_for
from rondel.server.core.match import Match, new_setup
from rondel.server.core.views import WATCHER
from rondel.server.tables.begin import first_draft
from rondel.server.wire.events import Chair
from rondel.server.wire.refusal import Refusal
from tests.server.live import Live


def played(game_id: str, players: int, most: int = 100_000) -> Match:
    """Give a match at which random players have sat."""
    game = make(game_id, players)
    state, rng = game.new(1), Random(2)
    record = start_record(state)
    while (state.legal() and len(record.actions) < most) or state.to_act == CHANCE:
        action = draw(state, rng) if state.to_act == CHANCE else rng.choice(state.legal())
        record.actions.append(action)
        state = state.apply(action)
    chairs = [Chair("person", f"p{seat}") for seat in range(players)]
    return first_draft(new_setup(record, "p0"), record, chairs, 0).after


@pytest.mark.parametrize(("game", "players"), [("antike-2006", 3), ("antike-duellum", 2), ("attika", 2)])
def test_chances_run_from_the_first_decision_to_the_winner(game: str, players: int) -> None:
    match = played(game, players)
    found = course(match, WATCHER)
    assert found.steps == sorted(set(found.steps))
    assert found.steps[0] <= 5
    assert found.steps[-1] == match.step
    assert POINTS * 0.8 < len(found.steps) <= POINTS
    for row in found.chances:
        assert len(row) == players
        assert sum(row) == pytest.approx(1, abs=0.001)
    returns = match.state.returns()
    assert found.chances[-1][returns.index(max(returns))] == max(found.chances[-1])


class Spy:
    """Judges nothing and remembers what it was shown."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def settled(self, state: Any) -> bool:
        """Take everything as settled."""
        return True

    def chances(self, state: Any) -> list[float]:
        """Give even chances."""
        self.seen.append(state.copy())
        return [0.5, 0.5]


def test_hidden_cards_are_not_judged_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    match, spy = played("attika", 2, 60), Spy()
    monkeypatch.setattr("rondel.server.bots.judge.evaluator_for", lambda game: spy)
    with pytest.raises(Refusal, match="hidden"):
        eyes_for(match, WATCHER)
    told = course(match, eyes_for(match, 0))
    true = [match.state_at(step) for step in told.steps]
    assert [state.view(0) for state in spy.seen] == [state.view(0) for state in true]
    assert [state.view(1) for state in spy.seen] != [state.view(1) for state in true]


def test_what_is_open_is_judged_once_for_everybody() -> None:
    match = played("antike-2006", 3, 40)
    assert {eyes_for(match, audience) for audience in (0, 1, WATCHER)} == {WATCHER}


def test_chances_are_worked_out_once_until_the_game_goes_on(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    person, seen = lite.guest(), list[int]()
    table = person.table("me", "me")["table"]["id"]

    def judged(setup: Any, first: Any, actions: list[int], seat: int) -> bytes:
        seen.append(len(actions))
        return b"{}"

    monkeypatch.setattr("rondel.server.http.routes_judge.judged", judged)
    for _ in range(2):
        assert person.get(f"/api/tables/{table}/chances").text == "{}"
    assert person.message(table, type="play", rev=0, move="rondel iron")["type"] == "ack"
    person.get(f"/api/tables/{table}/chances")
    assert seen == [0, 1]


def test_distances_are_the_missing_spaces_of_each_player() -> None:
    position = {
        "game": "attika", "players": 2, "phase": "turn", "start": "Athens", "turn": "Athens",
        "tiles": [["T05", 0, 0, 0], ["T19", 2, 1, 3], ["T03", -1, 3, 3], ["T09", 1, 4, 3]],
        "cities": {
            "Athens": {"hand": 3, "buildings": {"0,1": "Statue", "1,1": "Capital", "1,2": "Well", "2,3": "Quarry"}},
            "Sparta": {"hand": 3, "buildings": {"-1,3": "Harbour"}},
        },
    }  # fmt: skip
    record = start_record(from_position(position))
    match = first_draft(new_setup(record, "a"), record, [Chair("person", "a"), Chair("person", "b")], 0).after
    athens, sparta = distances(match).distances
    # between the shrines at -2,1 and 3,3 Athens lacks a space at either end
    assert athens.missing == 2
    assert "-1,1" in athens.spaces
    assert set(athens.spaces) - {"-1,1"} in ({"1,3"}, {"2,2"})  # both join the Well and the Quarry
    assert sparta.missing > 3
    assert len(sparta.spaces) == sparta.missing
    assert not set(sparta.spaces) & {"0,1", "1,1", "1,2", "2,3"}


def test_the_routes_tell_them(lite: Live) -> None:
    person = lite.guest()
    table = person.table("me", "me")["table"]["id"]
    found = person.get(f"/api/tables/{table}/chances").json()
    assert found["steps"] == [0]
    assert len(found["chances"][0]) == 2
    nothing = person.get(f"/api/tables/{table}/distances")
    assert nothing.status_code == 404
