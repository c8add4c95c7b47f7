"""Several server processes on one PostgreSQL database: any of them serves any table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Barrier, Event, Thread
from typing import Any

import pytest

from rondel.server.people.audit import Actor
from rondel.server.people.presence import keep_presence, last_seen
from rondel.server.tables import hub
from tests.server.live import Live, Person, actions_of, live
from tests.server.test_tables import until


@pytest.fixture
def pair(fresh_postgres: str) -> Iterator[tuple[Live, Live]]:
    with live(fresh_postgres) as one, live(fresh_postgres) as two:
        yield one, two


def elsewhere(person: Person, live: Live) -> Person:
    """Let a person use the other process with the same session."""
    other = Person(live)
    other.token, other.id = person.token, person.id
    return other


def test_players_on_two_processes_play_one_game(pair: tuple[Live, Live]) -> None:
    ann, ben = pair[0].guest("Ann"), pair[1].guest("Ben")
    made = ann.table("me", "invited", listed=True)
    table = made["table"]["id"]
    with ann.sit(table) as one:
        one.until("welcome")
        assert ben.post(f"/api/tables/{table}/join", {"token": made["links"]["1"]}).json()["status"] == "playing"
        one.until("table", lambda message: message["table"]["status"] == "playing")
        one.ask(type="refresh")
        with ben.sit(table) as two:
            two.until("welcome")
            for _ in range(20):
                mover, other = (one, two) if one.choices else (two, one)
                answer = mover.play(-1)
                assert answer["type"] == "ack", answer
                rev = answer["rev"]
                if other.rev != rev:
                    other.until("update", lambda message, rev=rev: message["rev"] == rev)  # type: ignore[misc]
                assert one.view == two.view
            one.ask(type="say", text="well played")
            assert two.until("chat")["line"]["text"] == "well played"


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make calls at the same moment; give their results in order."""
    barrier = Barrier(len(calls))
    found: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        barrier.wait()
        found[place] = call()

    threads = [Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_a_link_works_once_over_all_processes(pair: tuple[Live, Live]) -> None:
    ann = pair[0].guest("Ann")
    made = ann.table("me", "invited", "open")
    table, token = made["table"]["id"], made["links"]["1"]
    rivals = [pair[0].guest("Ben"), pair[1].guest("Cay")]
    for rival in rivals:
        rival.get(f"/api/tables/{table}")  # both processes know the table

    def join(rival: Person) -> Callable[[], int]:
        return lambda: rival.post(f"/api/tables/{table}/join", {"token": token}).status_code

    good, bad = sorted(at_once(*map(join, rivals)))
    assert good == 200
    assert bad in (403, 409)

    def holder() -> str:
        return str(ann.get(f"/api/tables/{table}").json()["seats"][1]["chair"].get("player", ""))

    until(lambda: bool(holder()))  # the news may take a moment from one process to the other
    assert holder() in {rival.id for rival in rivals}


def test_one_decision_is_heard_when_two_processes_are_asked_at_once(pair: tuple[Live, Live]) -> None:
    ann = pair[0].guest("Ann")
    both = [ann, elsewhere(ann, pair[1])]
    table = ann.table("me", "me")["table"]["id"]
    for _ in range(8):
        welcomes = [person.welcome(table) for person in both]
        while welcomes[0]["rev"] != welcomes[1]["rev"]:
            welcomes = [person.welcome(table) for person in both]
        rev, actions = welcomes[0]["rev"], actions_of(welcomes[0]["choices"])

        def decide(person: Person, action: int, rev: int = rev) -> Callable[[], Any]:
            message = {"type": "play", "rev": rev, "actions": [action], "nonce": f"{rev}-{id(person)}"}
            return lambda: person.message(table, **message)

        answers = at_once(decide(both[0], actions[0]), decide(both[1], actions[-1]))
        assert sorted(answer["type"] for answer in answers) == ["ack", "refused"], answers
        assert {answer.get("code") for answer in answers} == {None, "stale"}
    assert ann.get(f"/api/tables/{table}").json()["step"] == 8


def test_what_happens_while_a_process_opens_a_table_is_seen_there(
    pair: tuple[Live, Live], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = pair[0].guest("Ann")
    there = elsewhere(ann, pair[1])
    table = ann.table("me", "me")["table"]["id"]
    welcome = ann.welcome(table)
    reading, heard, build, listen = Event(), Event(), hub.build_room, pair[1].site.hub.heard

    def slowly(*args: Any) -> Any:
        reading.set()  # the log has been read, and does not hold what comes now
        assert heard.wait(10)
        return build(*args)

    async def noted(table: str) -> None:
        heard.set()
        await listen(table)

    monkeypatch.setattr(hub, "build_room", slowly)
    monkeypatch.setattr(pair[1].site.hub, "heard", noted)

    def decide() -> Any:
        assert reading.wait(10)
        return ann.message(table, type="play", rev=welcome["rev"], actions=[actions_of(welcome["choices"])[0]])

    _, answer = at_once(lambda: there.get(f"/api/tables/{table}"), decide)
    assert answer["type"] == "ack"
    until(lambda: there.get(f"/api/tables/{table}").json()["step"] == 1)


def test_a_process_goes_and_the_other_carries_on(fresh_postgres: str) -> None:
    with live(fresh_postgres) as stays:
        with live(fresh_postgres) as goes:
            ann = goes.guest("Ann")
            table = ann.table("me", "me")["table"]["id"]
            welcome = ann.welcome(table)
            ann.message(table, type="play", rev=welcome["rev"], actions=[actions_of(welcome["choices"])[0]])
        there = elsewhere(ann, stays)
        welcome = there.welcome(table)
        assert welcome["step"] == 1
        answer = there.message(table, type="play", rev=welcome["rev"], actions=[actions_of(welcome["choices"])[0]])
        assert answer["type"] == "ack"


def test_bots_move_once_though_two_processes_look_on(pair: tuple[Live, Live]) -> None:
    ann = pair[0].guest("Ann")
    table = ann.table("me", "bot random")["table"]["id"]
    there = elsewhere(ann, pair[1])
    with ann.sit(table) as one, there.sit(table) as two:
        one.until("welcome")
        two.until("welcome")
        for _ in range(5):
            while not one.choices:
                one.until("update")
            assert one.play()["type"] == "ack"
        while not one.choices:
            one.until("update")
        while two.rev != one.rev:
            two.until("update")
        assert one.view == two.view


def test_a_player_at_another_process_is_not_absent(pair: tuple[Live, Live], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rondel.server.tables.attendance.TELL", 100)
    ann, ben = pair[0].guest("Ann"), pair[1].guest("Ben")
    table = ann.table("me", "open")["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    with ben.sit(table) as page:
        page.until("welcome")
        ann.welcome(table)
        room, hub = pair[0].site.hub.rooms[table], pair[0].site.hub
        watching = ann.sit(table)
        room.since -= 1000

        def seen() -> int:
            return hub.storage.read_now(lambda connection: last_seen(connection, [table]))[table][ben.id]

        until(lambda: seen() > 0)
        with watching:
            watching.until("table", lambda message: message["table"]["seats"][1].get("online", False))
        assert room.absence(ben.id) > 900, "this process has never seen him"
        assert ann.post(f"/api/tables/{table}/seats/1/standin", {"bot": "random"}).json()["code"] == "present"
    elsewhere = pair[1].site.hub
    until(lambda: not elsewhere.rooms[table].viewers and not elsewhere.rooms[table].parted)
    elsewhere.attendance._told = 10**15  # he has gone, and nobody says otherwise
    pair[0].site.storage.submit(lambda connection: keep_presence(connection, [(table, ben.id)], 1)).result(10)
    assert ann.post(f"/api/tables/{table}/seats/1/standin", {"bot": "random"}).status_code == 200


def test_what_an_administrator_does_at_one_process_holds_at_the_other(pair: tuple[Live, Live]) -> None:
    boss, ann = pair[0].guest(""), pair[1].guest("Ann")
    boss.sign(boss.post("/api/account", {"name": "Boss", "password": "correct horse battery"}))
    pair[1].site.office.appoint(Actor(), "Boss", True)
    until(lambda: boss.get("/api/admin/audit").status_code == 200)
    table = ann.table("me", "me")["table"]["id"]
    ann.message(table, type="say", text="hello")
    assert boss.post(f"/api/admin/users/{ann.id}/mute", {"why": "rude"}).status_code == 200
    until(lambda: ann.message(table, type="say", text="again").get("code") == "muted")
    with ann.sit(table) as page:
        page.until("welcome")
        boss.post(f"/api/admin/users/{ann.id}/hide", {})
        assert page.until("renamed")["name"].startswith("Guest")
        boss.post(f"/api/admin/users/{ann.id}/ban", {})
        assert page.until("bye")["reason"] == "banned"
        assert page.closes() == 4403
    assert ann.get("/api/me").status_code == 401
    gone = elsewhere(boss, pair[1]).get(f"/api/tables/{table}").json()
    assert [seat["chair"]["kind"] for seat in gone["seats"]] == ["bot", "bot"]


def test_a_vote_is_called_at_one_process_and_decided_at_the_other(pair: tuple[Live, Live]) -> None:
    ann, ben = pair[0].guest("Ann"), pair[1].guest("Ben")
    table = ann.table("me", "open", pace={"kind": "live", "minutes": 30})["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    with ann.sit(table) as page:
        page.until("welcome")
        assert ann.message(table, type="propose", what="pause")["type"] == "ack"
        until(lambda: "vote" in ben.get(f"/api/tables/{table}").json())
        assert ben.message(table, type="vote", yes=True)["type"] == "ack"
        told = page.until("table", lambda message: message["table"].get("paused", 0) > 0)
        assert told["clock"]["running"] == -1
    # both say the same of the table, and so does one that opens it from its log
    for process in pair:
        process.site.hub.rooms.clear()
    seen = [person.get(f"/api/tables/{table}").json()["paused"] for person in (ann, ben)]
    assert seen[0] == seen[1] > 0
    answers = at_once(
        *(lambda one=one: one.message(table, type="propose", what="resume")["type"] for one in (ann, ben))
    )
    assert sorted(answers) == ["ack", "refused"], "one vote at a time, over all processes"
