"""Nobody in: every route and message tried by those who may not, and input made to break things."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from rondel.record import start_record
from rondel.server.app import make_app
from rondel.server.limits import Limiter
from rondel.server.logs import set_up
from rondel.server.wire import messages as msg
from rondel.server.wire.refusal import CODES, Refusal
from tests.server.live import Live, Person, actions_of, live
from tests.server.toys import Cards

#: every route with who may use it: anybody, somebody with a session, a seat's player, any player of the table, the
#: host, an administrator
ROUTES = {
    "GET /api/games": "anybody", "GET /api/games/{game}": "anybody",
    "GET /api/boards/{board}": "anybody", "GET /api/boards/{board}/map.svg": "anybody",
    "GET /api/rules/{game}": "anybody", "GET /api/guide/{game}": "anybody",
    "GET /api/guide/pictures/{name}.svg": "anybody",
    "GET /api/lessons": "anybody", "GET /api/lessons/{game}/{name}": "anybody",
    "GET /healthz": "anybody", "GET /metrics": "anybody",
    "GET /api/me": "session", "POST /api/guest": "anybody", "POST /api/account": "anybody",
    "POST /api/session": "anybody", "DELETE /api/session": "session", "DELETE /api/sessions": "session",
    "PATCH /api/me": "session", "POST /api/password": "session", "GET /api/stats/players/{player}": "anybody",
    "GET /api/stats/bots/{bot}": "anybody", "GET /api/stats/ratings": "anybody", "GET /api/tables": "anybody",
    "GET /api/stats/players/{player}/ratings": "anybody", "GET /api/stats/ratings/{game}": "anybody",
    "GET /api/archive": "anybody", "GET /api/tournaments": "anybody", "GET /api/tournaments/{tournament}": "anybody",
    "POST /api/tournaments": "session", "POST /api/tournaments/{tournament}/enter": "session",
    "POST /api/tournaments/{tournament}/withdraw": "session", "POST /api/tournaments/{tournament}/bots": "session",
    "POST /api/tournaments/{tournament}/start": "session", "POST /api/tournaments/{tournament}/cancel": "session",
    "POST /api/tournaments/{tournament}/entrants": "session", "POST /api/tournaments/{tournament}/result": "session",
    "POST /api/tables": "session", "GET /api/tables/{table}/chat": "watcher",
    "GET /api/tables/{table}/picture": "watcher",
    "GET /api/tables/{table}": "watcher", "POST /api/tables/{table}/join": "session",
    "POST /api/tables/{table}/leave": "seat", "PUT /api/tables/{table}/seats/{seat}": "host",
    "POST /api/tables/{table}/seats/{seat}/link": "seat", "POST /api/tables/{table}/seats/{seat}/standin": "seat",
    "POST /api/tables/{table}/seats/{seat}/back": "seat", "POST /api/tables/{table}/rematch": "seat",
    "POST /api/tables/{table}/invitation": "session", "POST /api/tables/{table}/resign": "seat",
    "POST /api/tables/{table}/seats/{seat}/remind": "player",
    "POST /api/tables/{table}/close": "host", "POST /api/tables/{table}/messages": "watcher",
    "GET /api/tables/{table}/poll": "watcher", "GET /api/tables/{table}/log": "watcher",
    "GET /api/tables/{table}/replay/{step}": "watcher", "GET /api/tables/{table}/replay": "watcher",
    "GET /api/tables/{table}/record": "watcher", "GET /api/tables/{table}/position": "watcher",
    "GET /api/tables/{table}/chances": "watcher", "GET /api/tables/{table}/distances": "watcher",
    "WS /ws/tables/{table}": "watcher",
    "POST /api/reports": "session", "GET /api/me/muted": "session", "PUT /api/me/muted/{player}": "session",
    "DELETE /api/me/muted/{player}": "session", "POST /api/reset": "anybody",
    "GET /api/me/notices": "session", "PUT /api/me/notices": "session", "POST /api/me/pushes": "session",
    "DELETE /api/me/pushes/{push}": "session", "PUT /api/me/hook": "session", "DELETE /api/me/hook": "session",
    "POST /api/me/notices/test": "session", "POST /api/me/mail": "session", "POST /api/mail/confirm": "anybody",
    "POST /api/mail/stop/{token}": "anybody", "POST /api/forgot": "anybody",
    "GET /api/admin/reports": "admin", "GET /api/admin/users": "admin", "GET /api/admin/users/{player}": "admin",
    "GET /api/admin/tables": "admin", "GET /api/admin/audit": "admin",
    "POST /api/admin/users/{player}/{act}": "admin", "POST /api/admin/addresses/{act}": "admin",
    "POST /api/admin/tables/{table}/close": "admin", "POST /api/admin/tables/{table}/kick": "admin",
    "POST /api/admin/reports/{report}/settle": "admin",
    "GET /api/about": "anybody", "GET /api/games/{game}/showcase": "anybody",
    "GET /api/games/{game}/picture.svg": "anybody", "GET /api/tables/{table}/card.png": "watcher",
    "GET /api/clubs": "anybody", "GET /api/clubs/{club}": "anybody", "POST /api/clubs": "session",
    "PATCH /api/clubs/{club}": "session", "POST /api/clubs/{club}/join": "session",
    "POST /api/clubs/{club}/leave": "session", "POST /api/clubs/{club}/invite": "session",
    "PUT /api/clubs/{club}/members/{player}": "session", "DELETE /api/clubs/{club}/members/{player}": "session",
    "POST /api/clubs/{club}/dates": "session", "DELETE /api/clubs/{club}/dates/{date}": "session",
    "POST /api/analysis/open": "session", "POST /api/analysis/play": "session", "POST /api/analysis/ask": "session",
    "POST /api/analysis/lines": "session", "POST /api/analysis/export": "session",
    "GET /api/studies": "session", "POST /api/studies": "session", "GET /api/studies/{study}": "anybody",
    "PUT /api/studies/{study}": "session", "DELETE /api/studies/{study}": "session",
    "GET /api/studies/{study}/picture": "anybody",
    "GET /api/tables/{table}/review": "watcher", "POST /api/tables/{table}/review": "player",
    "GET /api/tables/{table}/review/{step}": "watcher", "POST /api/tables/{table}/review/{step}": "player",
    "GET /api/puzzles": "anybody", "GET /api/puzzles/next": "anybody", "GET /api/puzzles/{puzzle}": "anybody",
    "POST /api/puzzles/{puzzle}": "session",
    "GET /api/openings": "anybody", "GET /api/openings/page": "anybody", "POST /api/openings/find": "session",
    "GET /api/openings/picture": "anybody",
    "PUT /api/me/openings": "session", "GET /api/me/progress": "session",
    "GET /api/me/follows": "session", "PUT /api/me/follows/{player}": "session",
    "DELETE /api/me/follows/{player}": "session",
}  # fmt: skip
BODIES: dict[str, Any] = {
    "POST /api/tournaments": {"name": "Cup", "game": "attika"},
    "POST /api/tournaments/{tournament}/bots": {"bot": "random"},
    "POST /api/tournaments/{tournament}/entrants": {"entrant": 0},
    "POST /api/tournaments/{tournament}/result": {"round": 1, "board": 0, "ranks": [1, 2]},
    "POST /api/tables": {"game": "antike-2006", "seats": [{"kind": "me"}, {"kind": "open"}]},
    "POST /api/tables/{table}/leave": {"seat": 0},
    "POST /api/tables/{table}/invitation": {"token": "x"},
    "POST /api/tables/{table}/resign": {"seat": 0},
    "PUT /api/tables/{table}/seats/{seat}": {"kind": "open"},
    "POST /api/tables/{table}/seats/{seat}/standin": {"bot": "random"},
    "POST /api/tables/{table}/messages": {"type": "ping"},
    "POST /api/password": {"old": "x", "new": "1234567890"},
    "POST /api/reports": {"kind": "player", "table": "x", "why": "x"},
    "PUT /api/me/notices": {"wants": {}},
    "POST /api/me/pushes": {"endpoint": "https://192.0.2.1/", "keys": {"p256dh": "x", "auth": "x"}},
    "PUT /api/me/hook": {"address": "https://192.0.2.1/", "style": "json"},
    "POST /api/me/notices/test": {"channel": "hook"},
    "POST /api/mail/confirm": {"token": "x"},
    "POST /api/forgot": {"name": "Ann"},
    "POST /api/reset": {"token": "x", "password": "1234567890"},
    "POST /api/clubs": {"name": "Club"},
    "PATCH /api/clubs/{club}": {"name": "Club"},
    "PUT /api/clubs/{club}/members/{player}": {"role": "owner"},
    "POST /api/clubs/{club}/dates": {"at": 1, "title": "Evening"},
    "POST /api/tables/{table}/review/{step}": {"actions": [1]},
    "POST /api/analysis/open": {"game": "antike-2006"},
    "POST /api/analysis/play": {"start": {"game": "attika"}, "actions": []},
    "POST /api/analysis/ask": {"start": {"game": "attika"}, "actions": [], "message": {"type": "ping"}},
    "POST /api/analysis/lines": {"start": {"game": "attika"}, "actions": []},
    "POST /api/analysis/export": {"start": {"game": "attika"}, "nodes": []},
    "POST /api/puzzles/{puzzle}": {"actions": []},
    "POST /api/studies": {"title": "x", "start": {"game": "attika"}, "nodes": []},
    "PUT /api/studies/{study}": {"title": "x", "start": {"game": "attika"}, "nodes": []},
    "POST /api/openings/find": {"start": {"game": "attika"}},
    "PUT /api/me/openings": {"shared": False},
    "POST /api/admin/addresses/{act}": {"address": "192.0.2.1"},
    "POST /api/admin/tables/{table}/kick": {"seat": 0},
}


def test_the_list_of_routes_is_complete() -> None:
    paths = make_app().openapi()["paths"]
    found = {f"{method.upper()} {path}" for path, entry in paths.items() for method in entry}
    assert found | {"WS /ws/tables/{table}"} == set(ROUTES)


def two_seats(lite: Live, **more: Any) -> tuple[Person, Person, str]:
    """Give a running table of two, and its players."""
    ann, ben = lite.guest("Ann"), lite.guest("Ben")
    made = ann.table("me", "invited", **more)
    ben.post(f"/api/tables/{made['table']['id']}/join", {"token": made["links"]["1"]})
    return ann, ben, made["table"]["id"]


@pytest.mark.parametrize("route", [route for route in ROUTES if not route.startswith("WS")])
def test_a_route_refuses_whoever_may_not_use_it(lite: Live, route: str) -> None:
    ann, ben, table = two_seats(lite, watchers=False)
    method, _, path = route.partition(" ")
    path = path.format(table=table, seat=0, step=0, board="east", game="antike-2006", player=ann.id, bot="random",
                       act="ban", report="x", name="first", tournament="none", push="x", token="x",
                       club="none", date="x", study="none", puzzle="none")  # fmt: skip
    kind, body = ROUTES[route], BODIES.get(route, {} if method != "GET" else None)
    nobody = lite.nobody().call(method, path, body)
    stranger = lite.guest("Eve").call(method, path, body)
    if kind in ("session", "seat", "player", "host"):
        assert nobody.json()["code"] == "no_session"
    if kind in ("seat", "player", "host"):
        assert stranger.status_code == 403
    if kind in ("seat", "host"):
        assert ben.call(method, path, body).status_code in (403, 409), "the other seat's player"
    if kind == "admin":
        for answer in (nobody, stranger, ann.call(method, path, body)):
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    if kind == "watcher":
        assert {nobody.json()["code"], stranger.json()["code"]} == {"no_watchers"}
    for answer in (nobody, stranger):
        assert answer.status_code < 500
        assert "Traceback" not in answer.text


def decisive(table: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Give a message of each type that would do something if its sender might."""
    rev = table["rev"]
    return {
        "play": {"rev": rev, "actions": [0]}, "undo": {"rev": rev, "step": 0}, "ask": {"what": "undo", "rev": rev},
        "answer": {"yes": True}, "order": {"everywhere": "fight"}, "say": {"text": "hello"}, "note": {"text": "mine"},
        "seen": {"step": 1}, "preview": {"action": 0}, "pays": {"action": 0}, "look": {"place": "0,0"}, "hint": {},
        "unveil": {"seat": 0}, "propose": {"what": "cancel"}, "vote": {"yes": True},
        "texts": {}, "why": {"move": "done"}, "refresh": {}, "ping": {},
    }  # fmt: skip


def test_every_message_is_refused_from_those_who_may_not(lite: Live) -> None:
    ann, ben, table = two_seats(lite)
    nobody, stranger = lite.nobody(), lite.guest("Eve")
    before = ann.welcome(table)
    tried = decisive(before)
    assert set(tried) == {kind.__struct_config__.tag for kind in msg.ClientMessage.__args__}
    harmless = {"why", "look", "refresh", "ping"}
    for kind, fields in tried.items():
        from_nobody = nobody.message(table, type=kind, **fields)
        from_stranger = stranger.message(table, type=kind, **fields)
        if kind in harmless:
            assert from_nobody["type"] != "refused"
            continue
        assert from_nobody["code"] == "no_session", kind
        if kind != "say":  # spectators may talk
            assert from_stranger["code"] in ("not_seated", "not_your_turn", "nothing_asked"), kind
    after = ann.welcome(table)
    for key in ("rev", "step", "orders", "note"):
        assert after.get(key) == before.get(key)
    assert "note" not in ben.welcome(table)


def test_a_seat_cannot_decide_or_take_back_for_the_other(lite: Live) -> None:
    ann, ben, table = two_seats(lite)
    views = {person: person.welcome(table) for person in (ann, ben)}
    mover = ann if views[ann].get("choices") else ben
    other = ben if mover is ann else ann
    action = actions_of(views[mover]["choices"])[0]
    rev = views[mover]["rev"]
    assert other.message(table, type="play", rev=rev, actions=[action])["code"] == "not_your_turn"
    assert other.message(table, type="play", rev=rev, move="rondel iron")["code"] == "not_your_turn"
    assert other.message(table, type="texts")["code"] == "not_your_turn"
    assert other.message(table, type="preview", action=action)["code"] == "not_your_turn"
    assert other.message(table, type="pays", action=action)["code"] == "not_your_turn"
    assert mover.message(table, type="play", rev=rev, actions=[action])["type"] == "ack"
    rev = mover.welcome(table)["rev"]
    assert other.message(table, type="undo", rev=rev, step=0)["code"] == "nothing_to_undo"
    assert other.message(table, type="ask", what="undo", rev=rev, step=0)["code"] == "nothing_to_undo"


def test_notes_belong_to_their_writer(lite: Live) -> None:
    ann, ben, table = two_seats(lite)
    ann.message(table, type="note", text="secret plan")
    assert "secret plan" not in json.dumps(ben.welcome(table))
    assert "secret plan" not in lite.nobody().get(f"/api/tables/{table}/poll").text
    assert ann.welcome(table)["note"] == "secret plan"


# ---- hidden cards ----------------------------------------------------------------------------------------------------


@pytest.fixture
def hidden(lite: Live, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Person, Person, str]]:
    """Give a running table of the game with hidden cards, with a card drawn by each side."""
    monkeypatch.setattr("rondel.server.core.editions.named_game", lambda header: Cards())
    monkeypatch.setattr("rondel.server.tables.lobby.start_record", lambda state: start_record(Cards().new()))
    monkeypatch.setattr("rondel.server.tables.hub.draw", lambda outcomes: outcomes[0][0])
    ann, ben, table = two_seats(lite)
    for person in (ann, ben):
        rev = person.welcome(table)["rev"]
        assert person.message(table, type="play", rev=rev, actions=[0])["type"] == "ack"
    yield ann, ben, table
    lite.site.hub.rooms.pop(table)


def cards_in(text: str) -> bool:
    return any(card in text for card in ("oak", "corn", "fish"))


def test_hidden_cards_are_shown_to_their_owner_alone(lite: Live, hidden: tuple[Person, Person, str]) -> None:
    ann, ben, table = hidden
    assert cards_in(json.dumps(ann.welcome(table)["view"]["hands"]["seat 0"]))
    assert not cards_in(json.dumps(ann.welcome(table)["view"]["hands"]["seat 1"]))
    eve = lite.guest("Eve")
    for path in ("", "/log", "/replay", "/replay/2", "/replay/4", "/poll"):
        assert not cards_in(eve.get(f"/api/tables/{table}{path}").text), path
        own = ben.get(f"/api/tables/{table}{path}").json()
        assert not cards_in(json.dumps(own.get("view", own).get("hands", {}).get("seat 0", ""))), path
    for path in ("/record", "/position"):
        for person in (ann, ben, eve, lite.nobody()):
            assert person.get(f"/api/tables/{table}{path}").json()["code"] == "hidden"
    source = {"source": {"table": table, "step": 2}, "seats": [{"kind": "me"}] * 2}
    assert ann.post("/api/tables", source).json()["code"] == "hidden"
    assert eve.message(table, type="why", move="show")["code"] == "hidden"


def test_updates_carry_no_hidden_card_to_others(lite: Live, hidden: tuple[Person, Person, str]) -> None:
    ann, ben, table = hidden
    with ann.sit(table) as one, ben.sit(table) as two, lite.nobody().sit(table) as three:
        for page in (one, two, three):
            page.until("welcome")
        one.ask(type="play", rev=one.rev, actions=[0])
        update = one.seen[-2] if one.seen[-1]["type"] == "ack" else one.seen[-1]
        assert cards_in(json.dumps(update))
        for page in (two, three):
            assert not cards_in(json.dumps(page.until("update"))), "the rival's and the public's update"
        assert len(three.view["hands"]["seat 0"]) == 2
        assert three.view["hands"]["seat 0"] == [None, None]


# ---- links and sessions ----------------------------------------------------------------------------------------------


def test_a_link_works_once_and_for_its_seat_and_table(lite: Live) -> None:
    ann, ben, eve = lite.guest("Ann"), lite.guest("Ben"), lite.guest("Eve")
    first, second = ann.table("me", "invited", "invited"), ann.table("me", "invited", "invited")
    table, token = first["table"]["id"], first["links"]["1"]
    seat, nonce, signature = token.split(".")
    bad = [
        "", "x", "1..", f"2.{nonce}.{signature}", f"1.{nonce}.{signature[:-1]}", f"1.{nonce}", f"1.x.{signature}",
        second["links"]["1"], token + "é", f"{seat}.{nonce}.{signature}.x", "99999999999999999999.a.b", "１.a.b",
    ]  # fmt: skip
    for wrong in bad:
        answer = eve.post(f"/api/tables/{table}/join", {"token": wrong})
        assert answer.status_code in (403, 409), wrong
    assert ben.post(f"/api/tables/{table}/join", {"token": token}).json()["yours"] == [1]
    assert eve.post(f"/api/tables/{table}/join", {"token": token}).json()["code"] == "bad_link"


def test_a_new_link_revokes_the_old_one_and_moves_a_seat_to_another_device(lite: Live) -> None:
    ann, phone = lite.guest("Ann"), lite.guest("Ann on the phone")
    made = ann.table("me", "open")
    table = made["table"]["id"]
    old = ann.post(f"/api/tables/{table}/seats/0/link").json()
    new = ann.post(f"/api/tables/{table}/seats/0/link").json()
    assert phone.post(f"/api/tables/{table}/join", {"token": old["token"]}).json()["code"] == "bad_link"
    assert phone.post(f"/api/tables/{table}/join", {"token": new["token"]}).json()["yours"] == [0]
    assert ann.get(f"/api/tables/{table}").json().get("yours", []) == []
    assert new["path"] == f"/table/{table}#seat={new['token']}"
    assert lite.guest().post(f"/api/tables/{table}/seats/1/link").json()["code"] == "not_host"
    assert ann.post(f"/api/tables/{table}/seats/9/link").json()["code"] == "bad_message"


def test_ids_and_tokens_cannot_be_guessed(lite: Live) -> None:
    people = [lite.guest() for _ in range(20)]
    tables = [people[0].table("me", "invited") for _ in range(20)]
    for values in ([person.token for person in people], [made["table"]["id"] for made in tables],
                   [made["links"]["1"] for made in tables]):  # fmt: skip
        assert len(set(values)) == 20
        assert min(map(len, values)) >= 22, "at least 128 bits"


def test_sign_out_ends_the_session_and_its_connections(lite: Live) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    with ann.sit(table) as page:
        page.until("welcome")
        assert ann.call("DELETE", "/api/session").json() == {"ok": True}
        assert ann.get("/api/me").status_code == 401
        assert page.until("bye")["reason"] == "signed out", "though the page has sent nothing"
        assert page.closes() in (1000, 1001, 1006)


def test_accounts_sign_in_change_the_password_and_sign_out_everywhere(lite: Live) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    registration = {"name": "Άννα", "password": "correct horse battery", "email": "ann@example.org"}
    guest_token = ann.token
    ann.sign(ann.post("/api/account", registration))
    me = ann.get("/api/me").json()
    assert (me["name"], me["guest"], me["email"]) == ("Άννα", False, "ann@example.org")
    assert [entry["id"] for entry in ann.get("/api/tables?show=mine").json()["tables"]] == [table]
    old = Person(lite)
    old.token = guest_token
    assert old.get("/api/me").status_code == 401, "the guest's session ended"
    assert ann.post("/api/account", registration).json()["code"] == "started"
    assert lite.guest().post("/api/account", {**registration, "name": "ΆΝΝΑ"}).json()["code"] == "name_taken"
    other = Person(lite)
    for wrong in (
        {"name": "Άννα", "password": "wrong"},
        {"name": "zoe", "password": "x"},
        {"name": "\u200b", "password": "x"},
    ):
        assert other.post("/api/session", wrong).json()["code"] == "bad_login"
    other.sign(other.post("/api/session", {"name": "άννα", "password": registration["password"]}))
    assert other.id == ann.id
    assert ann.post("/api/password", {"old": "wrong", "new": "another password"}).json()["code"] == "bad_login"
    changed = ann.post("/api/password", {"old": registration["password"], "new": "another password"})
    assert other.get("/api/me").status_code == 401
    ann.sign(changed)
    assert ann.call("PATCH", "/api/me", {"name": "Zoe"}).json()["code"] == "bad_message"
    assert ann.call("PATCH", "/api/me", {"notify": True, "email": ""}).json()["notify"] is True
    assert ann.call("PATCH", "/api/me", {"email": "a@b\r\nBcc: x@y.z"}).json()["code"] == "bad_message"
    assert ann.call("DELETE", "/api/sessions").json() == {"ok": True}
    assert ann.get("/api/me").status_code == 401


def test_a_guest_changes_the_name(lite: Live) -> None:
    ann = lite.guest("Ann")
    assert ann.call("PATCH", "/api/me", {"name": "  Zoe  "}).json()["name"] == "Zoe"
    assert ann.call("PATCH", "/api/me", {"name": "\u202e"}).json()["code"] == "bad_message"


# ---- other sites -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "good"),
    [
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://127.0.0.1:1"}, False),
        ({"Origin": "http://[bad"}, False),
        ({"Origin": "file://127.0.0.1"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({}, False),
        ({"Origin": "SELF"}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
    ],
)
def test_a_cookie_counts_only_from_our_own_pages(lite: Live, headers: dict[str, str], good: bool) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    sent = {name: lite.base if value == "SELF" else value for name, value in headers.items()}
    browser = Person(lite)
    browser.client.cookies.set("rondel", ann.token)
    answer = browser.client.post(f"/api/tables/{table}/messages", json={"type": "say", "text": "hi"}, headers=sent)
    assert (answer.status_code == 200) is good, answer.text
    for path in (f"/api/tables/{table}/rematch", f"/api/tables/{table}/seats/0/link", f"/api/tables/{table}/close"):
        refused = browser.client.post(path, headers=sent).json().get("code") == "bad_origin"
        assert refused is not good
    page = browser.sit(table, Cookie=f"rondel={ann.token}", **sent)
    first = page.next()
    assert (first["type"] == "welcome") is good
    page.__exit__()


def test_a_form_of_another_site_is_not_json(lite: Live) -> None:
    answer = lite.nobody().client.post("/api/guest", content=b'{"name":"x"}', headers={"Content-Type": "text/plain"})
    assert answer.json()["code"] == "bad_message"


def test_the_site_says_which_origins_it_has(tmp_path: Any) -> None:
    more = {"site": "https://rondel.example/", "origins": "https://club.example"}
    with live(f"sqlite:///{tmp_path / 'x.db'}", **more) as server:
        ann = server.nobody()
        for origin, good in (
            ("https://rondel.example", True), ("https://club.example", True), (server.base, False),
            ("http://rondel.example", False),
        ):  # fmt: skip
            answer = ann.client.post("/api/guest", json={}, headers={"Origin": origin})
            assert (answer.status_code == 200) is good, origin
        cookie = ann.client.post("/api/guest", json={}, headers={"Origin": "https://club.example"}).headers[
            "set-cookie"
        ]
        assert {"HttpOnly", "Secure", "SameSite=lax"} <= set(cookie.split("; "))


def test_answers_carry_safe_headers(lite: Live) -> None:
    for path in ("/", "/api/games", "/nothing", "/table/x"):
        headers = lite.nobody().get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
    assert lite.nobody().get("/api/games").headers["cache-control"] == "no-store"


# ---- broken input ----------------------------------------------------------------------------------------------------

BROKEN = [
    b"", b"{", b"null", b"[]", b"1", b'"x"', b"\xff\xfe", b'{"type":"play"', b'{"type":"nothing"}', b'{"type":1}',
    b'{"type":"play","rev":-1}', b'{"type":"play","rev":1e400}', b'{"type":"play","rev":99999999999999999999999}',
    b'{"type":"play","actions":[1.5]}', b'{"type":"play","actions":["1"]}', b'{"type":"play","extra":1}',
    b'{"type":"say","text":"\\ud800"}', b'{"type":"say","text":null}', b'{"type":"order","regions":{"x":"fight"}}',
    b'{"type":"order","regions":{"1":"burn"}}', b'{"type":"play","actions":[' + b"1," * 70 + b"1]}",
    b"[" * 100_000, b'{"type":"note","text":"' + b"x" * 15_000 + b'"}', b'{"type":"play","rev":NaN}',
    b'{"type":"undo","step":1,"step":2,"rev":0}', b'{"type":"why","move":"' + "é".encode() * 101 + b'"}',
]  # fmt: skip


@pytest.mark.parametrize("body", BROKEN, ids=lambda body: body[:30].decode("latin-1"))
def test_broken_messages_are_refused_and_change_nothing(lite: Live, body: bytes) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    headers = {**ann.headers, "Content-Type": "application/json"}
    answer = ann.client.post(f"/api/tables/{table}/messages", content=body, headers=headers)
    assert answer.status_code in (200, 400, 413)
    assert answer.json().get("code") in CODES
    with ann.sit(table) as page:
        page.until("welcome")
        page.socket.send(body.decode("utf-8", "replace"))
        if len(body) < 16_000:
            assert page.until("refused")["code"] in CODES
            page.socket.send(body)
            assert page.until("refused")["code"] in CODES
        else:
            assert page.closes() == 1009
    assert ann.get(f"/api/tables/{table}").json()["step"] == 0


TRICKS = ["\u202e\u202d", "\u200b" * 10, "\x00\x01", "Ann\n\nBen", "𝔸𝕟𝕟", "a\u0301" * 50, "<script>alert(1)</script>",
          "'; DROP TABLE events; --", "${jndi}", "\U0001f468\u200d\U0001f469\u200d\U0001f467"]  # fmt: skip


@pytest.mark.parametrize("text", TRICKS)
def test_tricks_with_text_end_nowhere(lite: Live, text: str) -> None:
    guest = lite.nobody().post("/api/guest", {"name": text})
    assert guest.status_code in (200, 400)
    ann = lite.guest("Ann")
    table = ann.table("me", "me", title=text[:80])["table"]["id"]
    assert ann.message(table, type="say", text=text)["type"] in ("ack", "refused")
    assert ann.message(table, type="note", text=text)["type"] == "ack"
    assert ann.message(table, type="why", move=text[:100])["type"] == "reason"
    welcome = ann.welcome(table)
    assert welcome["note"] == text
    shown = json.dumps([welcome["chat"], welcome["table"]["title"], guest.text], ensure_ascii=False)
    assert not set(shown) & set("\u202e\u202d\u200b\x00\x01")


@pytest.mark.parametrize(
    "path",
    ["/../../etc/passwd", "/assets/../../app.py", "/assets/%2e%2e/%2e%2e/settings.py", "/%2e%2e/%2e%2e/etc/passwd",
     "/api/boards/..%2f..%2fetc", "/api/boards/%00", "/api/rules/../../etc/passwd", "/api/guide/..%2f..%2fetc%2fpasswd",
     "/api/guide/pictures/..%2fantike-2.svg", "/api/guide/pictures/%00.svg", "/api/tables/%ff",
     "/api/tables/" + "x" * 5000, "/table/../../../etc/passwd", "//etc/passwd"],
)  # fmt: skip
def test_paths_lead_nowhere_else(lite: Live, path: str) -> None:
    answer = lite.nobody().client.get(path)
    assert answer.status_code in (200, 400, 404, 414)
    assert "root:" not in answer.text
    assert "import" not in answer.text


def test_a_body_may_be_no_larger_than_allowed(lite: Live) -> None:
    ann = lite.guest()
    headers = {**ann.headers, "Content-Type": "application/json"}
    assert ann.client.post("/api/guest", content=b" " * 70_000, headers=headers).json()["code"] == "too_large"

    def parts() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    assert ann.client.post("/api/guest", content=parts(), headers=headers).json()["code"] == "too_large"
    big = json.dumps({"record": "x" * 1_200_000})
    assert ann.client.post("/api/tables", content=big, headers=headers).json()["code"] == "too_large"


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"game": "chess"}, "no game"),
        ({"game": "antike-2006", "seats": [{"kind": "me"}] * 9}, "players"),
        ({"game": "antike-2006", "board": "mars", "seats": [{"kind": "me"}] * 2}, "board"),
        ({"game": "antike-2006", "options": {"x": 1}, "seats": [{"kind": "me"}] * 2}, "option"),
        ({"game": "antike-2006", "seats": [{"kind": "bot", "bot": "search:time=9999s"}] * 2}, "no bot"),
        ({"game": "antike-2006", "seats": [{"kind": "me"}] * 2, "pace": {"kind": "live"}}, "pace"),
        ({"game": "antike-2006", "seats": [{"kind": "me"}] * 2, "pace": {"kind": "days", "days": 99}}, "pace"),
        ({"record": "nonsense", "seats": [{"kind": "me"}] * 2}, "game"),
        ({"source": {"table": "x", "step": 1}}, "no such table"),
    ],
)
def test_a_table_that_cannot_be_is_not_made(lite: Live, wish: dict[str, Any], words: str) -> None:
    answer = lite.guest().post("/api/tables", wish)
    assert answer.status_code in (400, 404)
    assert words in answer.json()["message"].lower()


# ---- limits ----------------------------------------------------------------------------------------------------------


def test_whoever_is_too_fast_is_slowed_down(tmp_path: Any) -> None:
    limits = {"moves_per_second": 5, "logins_per_minute": 3, "guests_per_minute": 4, "tables_per_minute": 2}
    with live(f"sqlite:///{tmp_path / 'x.db'}", **limits, connections=1) as server:
        ann = server.guest()
        table = ann.table("me", "me")["table"]["id"]
        server.site.by_player = Limiter(0.001, 9)  # a slow machine must not refill it meanwhile
        answers = [ann.message(table, type="ping").get("type") for _ in range(12)]
        assert answers[:9] == ["pong"] * 9
        last = ann.post(f"/api/tables/{table}/messages", {"type": "ping"})
        assert last.status_code == 429
        assert last.headers["retry-after"] == "1"
        with ann.sit(table) as page:
            page.until("welcome")
            for _ in range(80):
                page.send(type="ping")
            assert page.until("refused")["code"] == "too_fast"
            assert page.until("bye")["reason"] == "too many refused messages"
            with ann.sit(table) as second:
                assert second.next()["code"] == "busy", "one connection in all is allowed"
        server.site.addresses["127.0.0.1"] += 10**6
        with ann.sit(table) as third:
            assert third.next()["code"] == "too_fast", "too many from one address"
        server.site.addresses.clear()
        for _ in range(10):
            server.site.handlers.by_chat.check("x")
        with pytest.raises(Refusal):
            server.site.handlers.by_chat.check("x")
        ann.table("me", "me")
        assert ann.post("/api/tables", {}).json()["code"] == "too_fast"
        logins = [server.nobody().post("/api/session", {"name": "ann", "password": "x"}).status_code for _ in range(4)]
        assert logins == [401, 401, 401, 429]
        guests = [server.nobody().post("/api/guest", {}).status_code for _ in range(4)]
        assert guests == [200, 200, 200, 429]


# ---- logs ------------------------------------------------------------------------------------------------------------


def test_no_secret_comes_into_the_log(lite: Live) -> None:
    stream = io.StringIO()
    root = logging.getLogger()
    before = root.handlers[:], root.level
    set_up("debug", stream)
    for client in ("httpx", "httpcore", "websockets"):  # the tests' own side of the wire
        logging.getLogger(client).setLevel(logging.WARNING)
    try:
        ann, ben, table = two_seats(lite)
        link = ann.post(f"/api/tables/{table}/seats/0/link").json()["token"]
        ann.post("/api/account", {"name": "Logged", "password": "correct horse battery"})
        ben.get(f"/api/tables/{table}/poll?seq=-1")
        with ben.sit(table) as page:
            page.until("welcome")
            page.ask(type="note", text="a private note")
    finally:
        root.handlers[:], level = before
        root.setLevel(level)
    text = stream.getvalue()
    lines = [json.loads(line) for line in text.splitlines()]
    assert any(line.get("route") == "/api/tables/{table}/poll" for line in lines)
    for secret in (ann.token, ben.token, link, table, "correct horse battery", "a private note"):
        assert secret not in text
