"""Talk: players and spectators apart, set phrases, reports to the host, muting for oneself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from rondel.server.core.match import Match
from rondel.server.limits import Limiter
from rondel.server.people import reports
from rondel.server.wire.phrases import PHRASES, Phrase
from tests.server.live import Live, Person
from tests.server.test_security import two_seats

ROOT = Path(__file__).parents[2]


def texts(lines: list[dict[str, Any]]) -> list[str]:
    return [line["text"] for line in lines]


def test_players_do_not_read_the_spectators_before_the_end(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, table = two_seats(lite)
    eve, nobody = lite.guest("Eve"), lite.nobody()
    with ann.sit(table) as player, eve.sit(table) as watcher:
        player.until("welcome")
        watcher.until("welcome")
        eve.message(table, type="say", text="Ann should go to marble")
        ben.message(table, type="say", text="hello all")
        assert player.until("chat")["line"]["text"] == "hello all", "and not what the spectator said"
        assert watcher.until("chat")["line"]["text"] == "Ann should go to marble"
        assert watcher.until("chat")["line"]["text"] == "hello all"
    line = eve.get(f"/api/tables/{table}/chat").json()["lines"][0]
    assert (line["seat"], line["player"], line["name"]) == (-1, eve.id, "Eve")
    for person in (ann, ben):
        assert texts(person.welcome(table)["chat"]) == ["hello all"]
        assert texts(person.get(f"/api/tables/{table}/chat").json()["lines"]) == ["hello all"]
    assert len(nobody.get(f"/api/tables/{table}/chat").json()["lines"]) == 2
    # once the game is over, everybody reads everything
    monkeypatch.setattr(Match, "status", "over")
    assert len(ann.welcome(table)["chat"]) == 2


def test_a_welcome_says_whether_there_was_more(lite: Live) -> None:
    ann, _, table = two_seats(lite)
    lite.site.handlers.by_chat = Limiter(1e3, 1e3)
    for _ in range(9):
        ann.message(table, type="say", text="x" * 480)
    welcome = ann.welcome(table)
    assert (len(welcome["chat"]), welcome["earlier"]) == (8, True)
    assert len(ann.get(f"/api/tables/{table}/chat").json()["lines"]) == 9
    other = ann.table("me", "open")["table"]["id"]
    ann.message(other, type="say", text="x" * 480)
    assert "earlier" not in ann.welcome(other)


def test_a_set_phrase_is_sent_as_its_code(lite: Live) -> None:
    ann, ben, table = two_seats(lite)
    assert ann.message(table, type="say", phrase="good_luck")["type"] == "ack"
    (line,) = ben.welcome(table)["chat"]
    assert (line["phrase"], line["text"]) == ("good_luck", PHRASES["good_luck"])
    assert ann.post(f"/api/tables/{table}/messages", {"type": "say", "phrase": "nonsense"}).status_code == 400
    assert ann.message(table, type="say")["code"] == "bad_message"
    lite.site.hub.rooms.pop(table)
    assert ben.welcome(table)["chat"] == [line], "read from the log"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_phrase_has_words_in_every_language(language: str) -> None:
    words = (ROOT / f"client/src/words/{language}/talk.ts").read_text("utf-8")
    assert set(get_args(Phrase)) == set(PHRASES)
    assert set(re.findall(r'"phrase\.(\w+)":', words)) == set(PHRASES)


# ---- reports ---------------------------------------------------------------------------------------------------------


def test_reports_are_kept_with_what_was_said_around_them(lite: Live) -> None:
    ann, ben, table = two_seats(lite)
    for number in range(15):
        said = ann.message(table, type="say", text=f"line {number}")
        if number == 11:
            rude = said["seq"]
        lite.site.handlers.by_chat = Limiter(1e3, 1e3)
    wish = {"kind": "message", "table": table, "seq": rude, "why": "rude"}
    assert ben.post("/api/reports", wish).json() == {"ok": True}
    assert ben.post("/api/reports", wish).json() == {"ok": True}, "the same again changes nothing"
    assert ben.post("/api/reports", {"kind": "name", "table": table, "player": ann.id, "why": "bad"}).json()["ok"]
    found = [one for one in lite.site.office.reports().reports if one.table == table]
    assert sorted(one.kind for one in found) == ["message", "name"]
    (message,) = [one for one in found if one.kind == "message"]
    assert (message.said, message.whom, message.name, message.reporter_name, message.why) == (
        "line 11", ann.id, "Ann", "Ben", "rude")  # fmt: skip
    assert texts([{"text": line.text} for line in message.around]) == [f"line {number}" for number in range(1, 15)]
    assert reports.AROUND == 10


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"kind": "message", "seq": 1, "why": "x"}, "bad_message"),
        ({"kind": "message", "seq": 10**6, "why": "x"}, "bad_message"),
        ({"kind": "player", "player": "nobody", "why": "x"}, "unknown_player"),
        ({"kind": "name", "why": "x"}, "unknown_player"),
        ({"kind": "player", "why": "\u200b"}, "bad_message"),
        ({"kind": "player", "why": "x" * 301}, "bad_message"),
        ({"kind": "nonsense", "why": "x"}, "bad_message"),
    ],
)
def test_a_report_that_cannot_be_is_refused(lite: Live, wish: dict[str, Any], code: str) -> None:
    _, ben, table = two_seats(lite)
    assert ben.post("/api/reports", {"table": table, **wish}).json()["code"] == code


def test_only_those_who_see_a_table_report_about_it(lite: Live) -> None:
    ann, _, table = two_seats(lite, watchers=False)
    wish = {"kind": "player", "table": table, "player": ann.id, "why": "x"}
    assert lite.guest("Eve").post("/api/reports", wish).json()["code"] == "no_watchers"
    assert lite.nobody().post("/api/reports", wish).json()["code"] == "no_session"


def test_reports_are_bounded_in_rate(lite: Live) -> None:
    ann, ben, table = two_seats(lite)
    lite.site.by_report_address = Limiter(1e3, 1e3)
    wish = {"kind": "player", "table": table, "player": ann.id, "why": "x"}
    answers = [ben.post("/api/reports", wish).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]
    lite.site.by_report_address = Limiter(0.0001, 1)
    assert lite.guest("Cay").post("/api/reports", wish).status_code == 200
    assert lite.guest("Dan").post("/api/reports", wish).status_code == 429, "from the same address"
    lite.site.by_report_address = Limiter(1e3, 1e3)


# ---- muting for oneself ----------------------------------------------------------------------------------------------


def test_somebody_is_muted_for_oneself_alone(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = lite.guest("Ann"), lite.guest("Ben")
    assert ann.get("/api/me/muted").json() == {"players": []}
    assert ann.call("PUT", f"/api/me/muted/{ben.id}").json()["players"] == [{"player": ben.id, "name": "Ben"}]
    assert len(ann.call("PUT", f"/api/me/muted/{ben.id}").json()["players"]) == 1
    assert ben.get("/api/me/muted").json() == {"players": []}
    account = Person(lite)
    account.token = ann.token
    account.sign(account.post("/api/account", {"name": f"Kept {ann.id[:8]}", "password": "correct horse"}))
    assert len(account.get("/api/me/muted").json()["players"]) == 1, "kept when a guest makes an account"
    assert account.call("PUT", "/api/me/muted/nobody").json()["code"] == "unknown_player"
    assert account.call("PUT", f"/api/me/muted/{account.id}").json()["code"] == "bad_message"
    monkeypatch.setattr(reports, "MOST", 1)
    assert account.call("PUT", f"/api/me/muted/{lite.guest('Cay').id}").json()["code"] == "full"
    assert account.call("DELETE", f"/api/me/muted/{ben.id}").json() == {"players": []}
