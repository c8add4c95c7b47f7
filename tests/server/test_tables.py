"""Tables over the network, on both databases: making, joining, playing, watching, going on after a restart."""

from __future__ import annotations

import time
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy import update as change
from sqlalchemy.exc import SQLAlchemyError

from rondel.server.store.schema import tables
from rondel.server.store.storage import Conflict, Storage, Unwritable
from rondel.server.wire.events import Setup
from rondel.server.wire.events import encode as encode_event
from tests.server.live import Live, Person, Socket, actions_of, live


def step_of(person: Person, table: str) -> int:
    return int(person.get(f"/api/tables/{table}").json()["step"])


def until(test: Any, seconds: float = 10.0) -> None:
    limit = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < limit, "it did not happen in time"
        time.sleep(0.02)


def test_two_people_play_and_a_third_watches(server: Live) -> None:
    ann, ben, eve = server.guest("Ann"), server.guest("Ben"), server.nobody()
    made = ann.table("me", "invited", listed=True)
    table = made["table"]["id"]
    assert made["table"]["status"] == "open"
    joined = ben.post(f"/api/tables/{table}/join", {"token": made["links"]["1"]}).json()
    assert joined["status"] == "playing"
    assert joined["yours"] == [1]
    with ann.sit(table) as one, ben.sit(table) as two, eve.sit(table) as three:
        for page in (one, two, three):
            page.until("welcome")
        assert three.welcome.get("you", []) == []
        for _ in range(12):
            mover, other = (one, two) if one.choices else (two, one)
            assert not other.choices, "only who has to decide is offered something"
            answer = mover.play()
            assert answer["type"] == "ack"
            rev = answer["rev"]
            for page in (other, three):
                page.until("update", lambda message, rev=rev: message["rev"] == rev)  # type: ignore[misc]
            assert one.view == two.view == three.view
        assert all(not message.get("choices") for message in three.seen)
        assert one.view == ann.welcome(table)["view"]


def test_a_person_plays_a_bot_to_the_last_row_of_the_log(server: Live) -> None:
    ann = server.guest()
    table = ann.table("me", "bot random")["table"]["id"]
    with ann.sit(table) as page:
        page.until("welcome")
        for _ in range(15):
            while not page.choices:
                page.until("update")
            assert page.play(-1)["type"] == "ack"
    log = ann.get(f"/api/tables/{table}/log").json()
    assert log["total"] >= 15
    assert {line["seat"] for line in log["lines"]} == {0, 1}
    assert any(line.get("by") == "bot:random" for line in log["lines"])


def test_nothing_is_lost_when_the_server_is_started_again(url: str) -> None:
    with live(url) as first:
        ann = first.guest()
        table = ann.table("me", "me")["table"]["id"]
        for _ in range(10):
            welcome = ann.welcome(table)
            ann.message(table, type="play", rev=welcome["rev"], actions=[actions_of(welcome["choices"])[0]])
        ann.message(table, type="say", text="χαῖρε")
        ann.message(table, type="note", text="attack Pella")
        ann.message(table, type="seen", step=7)
        before = ann.welcome(table)
    with live(url) as second:
        ann.live = second
        again = Person(second)
        again.token = ann.token
        after = again.welcome(table)
        assert (after["note"], after["seen"]) == ("attack Pella", 7)
        for key in ("seq", "rev", "step", "view", "turn", "log", "chat", "choices", "you"):
            assert after[key] == before[key], key


def test_a_message_sent_twice_is_done_once(server: Live) -> None:
    ann = server.guest()
    table = ann.table("me", "me")["table"]["id"]
    welcome = ann.welcome(table)
    message = {"type": "play", "rev": welcome["rev"], "actions": [actions_of(welcome["choices"])[0]], "nonce": "n1"}
    first = ann.message(table, **message)
    again = ann.message(table, **message)
    assert (first["type"], again["type"]) == ("ack", "ack")
    assert again["repeated"] is True
    assert step_of(ann, table) == 1
    other = ann.message(table, **{**message, "nonce": "n2"})
    assert (other["type"], other["code"]) == ("refused", "stale")
    assert step_of(ann, table) == 1


def test_two_pages_that_decide_at_once_are_not_both_heard(server: Live) -> None:
    ann = server.guest()
    table = ann.table("me", "me")["table"]["id"]
    with ann.sit(table) as one, ann.sit(table) as two:
        one.until("welcome")
        two.until("welcome")
        action = actions_of(one.choices)[0]
        for page in (one, two):
            page.send(type="play", rev=page.rev, actions=[action], nonce=str(id(page)))
        answers = []
        for page in (one, two):
            while "re" not in (message := page.next()):
                pass
            answers.append(message["type"])
    assert sorted(answers) == ["ack", "refused"]
    assert step_of(ann, table) == 1


def test_the_long_poll_waits_for_the_next_event(server: Live) -> None:
    ann = server.guest()
    table = ann.table("me", "me")["table"]["id"]
    seq = ann.welcome(table)["seq"]
    assert ann.get(f"/api/tables/{table}/poll?seq={seq}&wait=0.1").status_code == 204
    ann.message(table, type="say", text="hello")
    found = ann.get(f"/api/tables/{table}/poll?seq={seq}&wait=5").json()
    assert found["seq"] == seq + 1
    assert found["chat"][-1]["text"] == "hello"


def test_undo_by_consent_reaches_all_pages(server: Live) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    made = ann.table("me", "invited")
    table = made["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {"token": made["links"]["1"]})
    with ann.sit(table) as one, ben.sit(table) as two:
        one.until("welcome")
        two.until("welcome")
        first = one if one.choices else two
        second = two if first is one else one
        before = dict(first.view)
        first.play()
        while not second.choices:
            second.until("update")
        second.play()
        answer = first.ask(type="undo", rev=first.rev, step=0)
        if answer["code"] == "stale":
            answer = first.ask(type="undo", rev=first.rev, step=0)
        assert answer["code"] == "needs_consent"
        assert first.ask(type="ask", what="undo", rev=first.rev, step=0)["type"] == "ack"
        asked = second.until("request", lambda message: bool(message["request"]))
        assert asked["request"]["waiting"] == [second.welcome["you"][0]]
        assert second.ask(type="answer", yes=True)["type"] == "ack"
        while first.seen[-1]["type"] != "update" or first.seen[-1]["step"] != 0:
            first.next()
        assert first.seen[-1]["cut"] == 0
        assert first.view == before
        assert first.choices


def test_a_free_undo_and_a_preview(server: Live) -> None:
    ann = server.guest()
    table = ann.table("me", "me")["table"]["id"]
    with ann.sit(table) as page:
        page.until("welcome")
        before = page.welcome["view"]["round"], page.welcome["step"]
        action = actions_of(page.choices)[0]
        preview = page.ask(type="preview", action=action)
        assert preview["patch"]
        assert step_of(ann, table) == 0
        shown = ann.welcome(table)["view"]
        page.play()
        from tests.server.live import patch

        patch(shown, preview["patch"])
        assert shown == page.view
        assert page.ask(type="undo", rev=page.rev, step=0)["type"] == "ack"
        assert (page.view["round"], step_of(ann, table)) == before


def test_why_texts_and_notes(server: Live) -> None:
    ann = server.guest()
    table = ann.table("me", "me")["table"]["id"]
    reason = ann.message(table, type="why", move="temple Pella")
    assert (reason["legal"], reason["code"]) == (False, "not_now")
    assert reason["rule"].startswith("A06-")
    assert ann.message(table, type="why", move="rondel iron")["legal"] is True
    assert ann.message(table, type="why", move="zzz")["code"]
    assert ann.message(table, type="why", action=1)["legal"] is False
    rows = ann.message(table, type="texts")["rows"]
    assert rows[0]["text"] == "rondel iron"
    assert ann.message(table, type="hint")["type"] == "hinted"
    assert ann.message(table, type="ping")["now"] > 1_700_000_000_000
    refused = ann.message(table, type="preview", action=1)
    assert (refused["code"], refused["detail"]) == ("illegal", "not_now")


def test_orders_are_kept_and_told_to_their_seat_alone(server: Live) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    made = ann.table("me", "invited")
    table = made["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {"token": made["links"]["1"]})
    with ann.sit(table) as one, ben.sit(table) as two:
        one.until("welcome")
        two.until("welcome")
        assert one.ask(type="order", everywhere="peace", regions={"3": "fight"})["type"] == "ack"
        two.ask(type="ping")
        assert not any(message["type"] == "orders" for message in two.seen)
        assert ann.welcome(table)["orders"] == {"0": {"everywhere": "peace", "regions": {"3": "fight"}}}
        assert "peace" not in str(ben.welcome(table)["orders"])
        assert ben.message(table, type="order", everywhere="fight", seat=0)["code"] == "not_your_seat"


def test_leaving_standing_in_and_coming_back(server: Live) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    made = ann.table("me", "open", "open")
    table = made["table"]["id"]
    assert ben.post(f"/api/tables/{table}/join", {}).json()["yours"] == [1]
    assert ben.post(f"/api/tables/{table}/leave", {"seat": 1}).json().get("yours", []) == []
    ben.post(f"/api/tables/{table}/join", {"seat": 2})
    assert (
        ann.call("PUT", f"/api/tables/{table}/seats/1", {"kind": "bot", "bot": "random"}).json()["status"] == "playing"
    )
    assert ann.call("PUT", f"/api/tables/{table}/seats/1", {"kind": "open"}).json()["code"] == "started"
    assert ann.post(f"/api/tables/{table}/seats/2/standin", {"bot": "random"}).json()["code"] == "present"
    server.site.tables.absence = 0.0
    away = ann.post(f"/api/tables/{table}/seats/2/standin", {"bot": "random"}).json()
    assert away["seats"][2]["chair"]["bot"] == server.site.hub.standin
    back = ben.post(f"/api/tables/{table}/seats/2/back").json()
    assert "bot" not in back["seats"][2]["chair"]
    with ben.sit(table) as page:
        page.until("welcome")
        server.site.tables.absence = 1e-9
        assert ann.post(f"/api/tables/{table}/seats/2/standin", {"bot": "random"}).json()["code"] == "present"
    left = ben.post(f"/api/tables/{table}/leave", {"seat": 2}).json()
    assert left["seats"][2]["chair"]["kind"] == "bot"


def test_swapping_before_the_game(server: Live) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    table = ann.table("me", "open", "open", "invited")["table"]["id"]
    assert ann.message(table, type="ask", what="swap", other=1)["type"] == "ack"
    assert ann.get(f"/api/tables/{table}").json()["yours"] == [1]
    ben.post(f"/api/tables/{table}/join", {"seat": 0})
    ben.message(table, type="ask", what="swap", other=1)
    assert ben.get(f"/api/tables/{table}").json()["yours"] == [0]
    ann.message(table, type="answer", yes=True)
    assert ben.get(f"/api/tables/{table}").json()["yours"] == [1]


def play_out(person: Person, table: str, seed: int = 1) -> None:
    """Play a table where one person has all seats to its end, quickly."""
    room = person.live.site.hub.rooms[table]
    from random import Random

    rng = Random(seed)
    state, actions = room.match.state.copy(), []
    while state.legal():
        actions.append(state.legal()[int(rng.random() * len(state.legal()))])
        state.advance(actions[-1])
    for start in range(0, len(actions), 64):
        rev = person.welcome(table)["rev"] if start else room.match.rev
        answer = person.message(table, type="play", rev=rev, actions=actions[start : start + 64])
        assert answer["type"] == "ack", answer


def test_a_finished_game_is_replayed_rematched_and_counted(server: Live) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    made = ann.table("me", "me", "me", listed=True, title="Three hands")
    table = made["table"]["id"]
    ann.welcome(table)
    play_out(ann, table)
    info = ben.get(f"/api/tables/{table}").json()
    assert info["status"] == "over"
    assert info["result"]
    total = info["step"]
    last = ben.get(f"/api/tables/{table}/replay/{total}").json()
    assert last["turn"]["end"]
    middle = total // 2
    stretch = ben.get(f"/api/tables/{table}/replay?from={middle}&to={middle + 30}").json()
    from tests.server.live import patch

    view = stretch["view"]
    for update in stretch["updates"]:
        patch(view, update["patch"])
    assert view == ben.get(f"/api/tables/{table}/replay/{middle + 30}").json()["view"]
    assert ben.get(f"/api/tables/{table}/replay/{total + 1}").status_code == 400
    record = ben.get(f"/api/tables/{table}/record").text
    imported = ben.post("/api/tables", {"record": record, "seats": [{"kind": "me"}] * 3}).json()
    assert imported["table"]["step"] == total
    assert imported["table"]["status"] == "over"
    onward = ben.post("/api/tables", {"source": {"table": table, "step": 10}, "seats": [{"kind": "me"}] * 3}).json()
    assert onward["table"]["step"] == 10
    assert onward["table"]["status"] == "playing"
    assert ben.message(onward["table"]["id"], type="undo", rev=99, step=3)["code"] == "stale"
    assert ben.post(f"/api/tables/{table}/rematch").json()["code"] == "not_seated"
    again = ann.post(f"/api/tables/{table}/rematch").json()
    assert again["table"]["status"] == "playing"
    assert ann.get(f"/api/tables/{table}").json()["next"] == again["table"]["id"]
    assert ann.post(f"/api/tables/{table}/rematch").json()["table"]["id"] == again["table"]["id"]
    stats = ben.get(f"/api/stats/players/{ann.id}").json()
    assert [(tally["games"], tally["wins"]) for tally in stats["tallies"]] == [(3, 1)]
    assert ben.get("/api/stats/ratings").json() == {"people": [], "bots": []}, "a game against oneself is not rated"
    listed = ben.get("/api/tables?show=over").json()["tables"]
    assert [entry["title"] for entry in listed] == ["Three hands"]


def test_lists_show_what_is_listed_and_what_is_mine(server: Live) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    hidden = ann.table("me", "open")["table"]["id"]
    shown = [ann.table("me", "open", listed=True)["table"]["id"] for _ in range(31)]
    page = ben.get("/api/tables?show=open").json()
    assert len(page["tables"]) == 30
    rest = ben.get(f"/api/tables?show=open&after={page['more']}").json()
    found = [entry["id"] for entry in page["tables"] + rest["tables"]]
    assert sorted(found) == sorted(shown)
    assert rest["more"] == ""
    mine = ann.get("/api/tables?show=mine").json()["tables"]
    assert {entry["id"] for entry in mine} >= {hidden} or ann.get("/api/tables?show=mine").json()["more"]
    assert ben.get("/api/tables?show=mine").json()["tables"] == []


def test_a_closed_table_is_gone(server: Live) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    table = ann.table("me", "open", listed=True)["table"]["id"]
    assert ben.post(f"/api/tables/{table}/close").json()["code"] == "not_host"
    assert ann.post(f"/api/tables/{table}/close").json()["status"] == "closed"
    assert ben.get("/api/tables?show=open").json()["tables"] == []
    assert ben.post(f"/api/tables/{table}/join", {}).json()["code"] == "closed"
    two = ann.table("me", "open")["table"]["id"]
    ben.post(f"/api/tables/{two}/join", {})
    assert ann.post(f"/api/tables/{two}/close").json()["code"] == "started"


def test_a_clock_that_runs_out_gives_the_seat_to_a_bot(server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rondel.server.core.clock._full", lambda pace: 50 if pace.kind != "none" else 0)
    ann, ben = server.guest("Ann"), server.guest("Ben")
    made = ann.table("me", "open", pace={"kind": "live", "minutes": 1})
    table = made["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    until(lambda: any(seat["chair"].get("bot") for seat in ann.get(f"/api/tables/{table}").json()["seats"]))
    until(lambda: step_of(ann, table) > 3)


def test_a_table_that_cannot_be_opened_keeps_no_other_waiting(url: str) -> None:
    with live(url) as first:
        ann = first.guest()
        bad, good = (ann.table("bot random", "bot random")["table"]["id"] for _ in range(2))
        until(lambda: step_of(ann, good) > 2)
    storage = Storage(url)
    lost = encode_event(Setup(header={"game": "senet"}, seats=2, host=ann.id))
    storage.submit(lambda c: c.execute(change(tables).where(tables.c.id == bad).values(setup=lost)) and None).result(9)
    storage.submit(lambda c: c.execute(change(tables).values(due=1)) and None).result(9)
    storage.close()
    with live(url) as second:
        again = Person(second)
        again.token = ann.token
        before = step_of(again, good)
        until(lambda: step_of(again, good) > before)
        assert again.get(f"/api/tables/{bad}").json()["code"] == "old_rules"

        def due() -> int:
            query = select(tables.c.due).where(tables.c.id == bad)
            return second.site.storage.read_now(lambda connection: connection.execute(query).scalar_one() or 0)

        until(lambda: due() > 10**12)  # it is put off


def test_bots_alone_play_on_after_a_restart(url: str) -> None:
    with live(url) as first:
        ann = first.guest()
        table = ann.table("bot random", "bot random")["table"]["id"]
        until(lambda: step_of(ann, table) > 5)
    with live(url) as second:
        again = Person(second)
        again.token = ann.token
        before = step_of(again, table)
        until(lambda: step_of(again, table) > before)


def test_a_page_that_does_not_read_is_let_go(lite: Live) -> None:
    ann = lite.guest()
    table = ann.table("me", "me")["table"]["id"]
    socket: Socket = ann.sit(table)
    socket.until("welcome")
    room = lite.site.hub.rooms[table]
    (viewer,) = room.viewers
    assert viewer.player == ann.id
    for _ in range(2000):
        viewer.send(b"x" * 4000)
    until(lambda: not room.viewers)
    socket.__exit__()


@pytest.mark.parametrize(("trouble", "code"), [(Unwritable("disk"), "busy"), (Conflict(), "stale")])
def test_trouble_with_the_database_is_told_and_survived(
    lite: Live, monkeypatch: pytest.MonkeyPatch, trouble: Exception, code: str
) -> None:
    ann = lite.guest()
    table = ann.table("me", "me")["table"]["id"]
    with ann.sit(table) as page:
        page.until("welcome")
        with monkeypatch.context() as broken:

            async def fail(work: Any) -> None:
                raise trouble

            broken.setattr(lite.site.storage, "write", fail)
            assert page.play()["code"] == code
            assert page.ask(type="note", text="x")["code"] == code
            answer = ann.post("/api/tables", {"game": "antike-2006", "seats": [{"kind": "me"}] * 2})
            assert (answer.status_code, answer.json()["code"]) == ({"busy": 503, "stale": 409}[code], code)
        assert step_of(ann, table) == 0
        assert page.play()["type"] == "ack"
    with monkeypatch.context() as broken:

        async def blind(work: Any) -> None:
            raise SQLAlchemyError

        broken.setattr(lite.site.storage, "read", blind)
        assert ann.get("/healthz").status_code == 503


def test_a_replay_says_the_points_that_win_at_its_table(server: Live) -> None:
    ann = server.guest("Ann")
    small = ann.table("me", "me", "me", board="aegean-mini")["table"]["id"]
    longer = ann.table("me", "me", "me", options={"target-12": 1})["table"]["id"]
    usual = ann.table("me", "me", "me")["table"]["id"]
    targets = [ann.get(f"/api/tables/{table}/replay").json().get("target") for table in (small, usual, longer)]
    assert targets == [ann.welcome(table)["target"] for table in (small, usual, longer)]
    assert targets[0] < targets[1] < targets[2]
