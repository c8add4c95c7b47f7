"""Clubs and friends: who sees what, who may do what, the club's tables, dates and ladder; a server of one club."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from rondel.server.people import clubs, scores
from rondel.server.people.scores import Entry, Finished
from rondel.server.store import schema
from rondel.server.tables.hub import clock_ms
from tests.server.live import Live, Person, live


def account(server: Live, name: str) -> Person:
    """Give somebody with an account."""
    person = Person(server)
    answer = person.post("/api/account", {"name": name, "password": "correct horse"})
    assert answer.status_code == 200, answer.text
    person.sign(answer)
    return person


def found(owner: Person, **more: Any) -> dict[str, Any]:
    """Make a club."""
    answer = owner.post("/api/clubs", {"name": "Ulm", **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def code(answer: Any) -> str:
    return str(answer.json().get("code", ""))


def test_members_come_by_link_and_roles_say_what_they_may_do(server: Live) -> None:
    ann, ben, cay = (account(server, name) for name in ("Ann", "Ben", "Cay"))
    club = found(ann, about="Every Tuesday")
    path = f"/api/clubs/{club['info']['id']}"
    assert club["info"]["role"] == "owner"
    assert code(ben.post(f"{path}/join")) == "bad_link"
    assert code(ben.post(f"{path}/join", {"token": "wrong"})) == "bad_link"
    joined = ben.post(f"{path}/join", {"token": club["invite"]}).json()
    assert (joined["info"]["role"], joined["info"]["members"]) == ("member", 2)
    assert "invite" not in joined or not joined["invite"]
    assert ben.post(f"{path}/join", {"token": club["invite"]}).json()["info"]["members"] == 2
    # a member decides nothing
    for answer in (
        ben.post(f"{path}/invite"), ben.post(f"{path}/dates", {"at": clock_ms(), "title": "Evening"}),
        ben.call("PATCH", path, {"name": "Mine"}), ben.call("DELETE", f"{path}/members/{ann.id}"),
        ben.call("PUT", f"{path}/members/{ben.id}", {"role": "owner"}),
    ):  # fmt: skip
        assert code(answer) == "not_host"
    # an officer invites and plans, an owner does everything
    assert ann.call("PUT", f"{path}/members/{ben.id}", {"role": "officer"}).status_code == 200
    fresh = ben.post(f"{path}/invite").json()["invite"]
    assert fresh != club["invite"]
    assert code(cay.post(f"{path}/join", {"token": club["invite"]})) == "bad_link"
    assert cay.post(f"{path}/join", {"token": fresh}).status_code == 200
    dated = ben.post(f"{path}/dates", {"at": clock_ms() + 1000, "title": "Evening"}).json()["dates"]
    assert [date["title"] for date in dated] == ["Evening"]
    assert ben.call("DELETE", f"{path}/dates/{dated[0]['id']}").json()["dates"] == []
    assert code(ben.call("DELETE", f"{path}/members/{ann.id}")) == "not_host"
    assert ben.call("DELETE", f"{path}/members/{cay.id}").json()["info"]["members"] == 2
    assert ann.call("PATCH", path, {"name": "Ulm 1", "door": "open"}).json()["info"]["name"] == "Ulm 1"
    assert cay.post(f"{path}/join").status_code == 200
    # somebody must own it; without members it ends
    assert code(ann.post(f"{path}/leave")) == "bad_message"
    assert ann.call("PUT", f"{path}/members/{ben.id}", {"role": "owner"}).status_code == 200
    assert ann.post(f"{path}/leave").json()["mine"] == []
    assert code(ann.post(f"{path}/leave")) == "not_member"
    assert ben.call("DELETE", f"{path}/members/{cay.id}").status_code == 200
    assert ben.post(f"{path}/leave").status_code == 200
    assert code(ben.get(path)) == "unknown_club"


def test_a_private_club_cannot_be_seen_from_outside(server: Live) -> None:
    ann, ben, eve = (account(server, name) for name in ("Ann", "Ben", "Eve"))
    club = found(ann, door="private")
    path, name = f"/api/clubs/{club['info']['id']}", club["info"]["id"]
    assert ben.post(f"{path}/join", {"token": club["invite"]}).status_code == 200
    table = ann.post("/api/tables", {
        "game": "antike-2006", "club": name, "listed": True, "seats": [{"kind": "me"}, {"kind": "open"}],
    }).json()["table"]["id"]  # fmt: skip
    for outsider in (eve, server.guest("Guest"), server.nobody()):
        assert code(outsider.get(path)) == "unknown_club"
        listed = outsider.get("/api/clubs").json()
        assert name not in str(listed)
        for rest in ("", "/log", "/card.png", "/picture", "/record", "/poll", "/chat"):
            assert code(outsider.get(f"/api/tables/{table}{rest}")) == "no_watchers", rest
        assert table not in outsider.get("/api/tables?show=open").text
    assert code(eve.post(f"{path}/join", {"token": "x"})) == "unknown_club"
    assert code(eve.post(f"{path}/leave")) == "not_member"
    assert code(eve.post(f"{path}/dates", {"at": 1, "title": "x"})) == "unknown_club"
    assert code(eve.post("/api/tables", {"game": "attika", "club": name, "seats": [{"kind": "me"}] * 2})) == (
        "unknown_club"
    )
    assert code(eve.post(f"/api/tables/{table}/join", {"seat": 1})) == "unknown_club"
    # members see it, watch it and sit down
    assert [entry["id"] for entry in ben.get(path).json()["tables"]] == [table]
    assert ben.get(f"/api/tables/{table}").status_code == 200
    with ben.sit(table) as page:
        page.until("welcome")
    assert ben.post(f"/api/tables/{table}/join", {"seat": 1}).status_code == 200


def test_tables_of_a_club_that_everybody_sees_are_for_members(server: Live) -> None:
    ann, eve = account(server, "Ann"), account(server, "Eve")
    club = found(ann, door="closed")["info"]["id"]
    made = [
        ann.post("/api/tables", {"game": "antike-2006", "club": club, "listed": listed,
                                 "seats": [{"kind": "me"}, {"kind": "open"}]}).json()["table"]["id"]
        for listed in (False, True)
    ]  # fmt: skip
    assert {entry["id"] for entry in ann.get(f"/api/clubs/{club}").json()["tables"]} == set(made)
    assert [entry["id"] for entry in eve.get(f"/api/clubs/{club}").json()["tables"]] == made[1:]
    assert eve.get(f"/api/tables/{made[1]}").status_code == 200
    assert code(eve.post(f"/api/tables/{made[1]}/join", {"seat": 1})) == "not_member"


def test_the_ladder_counts_the_games_of_the_club(server: Live) -> None:
    ann, ben = account(server, "Ann"), account(server, "Ben")
    club = found(ann)["info"]["id"]
    for table, ranks in (("t1", (1, 2)), ("t2", (1, 2)), ("t3", (2, 1))):
        seats = [
            Entry(seat, who.id, True, 1.0 if rank == 1 else -1.0, rank)
            for seat, (who, rank) in enumerate(zip((ann, ben), ranks, strict=True))
        ]
        game = Finished(table, "attika", seats, clock_ms(), club=club if table != "t2" else "")
        server.site.storage.submit(partial(scores.keep_result, game=game)).result(10)
    ladder = ann.get(f"/api/clubs/{club}").json()["ladder"]
    assert [(row["name"], row["games"], row["wins"], row["points"]) for row in ladder] == [
        ("Ann", 2, 1, 1.0), ("Ben", 2, 1, 1.0),
    ]  # fmt: skip


def test_clubs_are_for_accounts_and_have_limits(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, guest = account(lite, "Ann"), lite.guest("Gil")
    club = found(ann, door="open")["info"]["id"]
    assert code(guest.post("/api/clubs", {"name": "x"})) == "no_account"
    assert code(guest.post(f"/api/clubs/{club}/join")) == "no_account"
    assert code(ann.post("/api/clubs", {"name": " "})) == "bad_message"
    assert code(ann.post("/api/clubs/none/join")) == "unknown_club"
    assert code(ann.call("PUT", f"/api/clubs/{club}/members/{guest.id}", {"role": "owner"})) == "unknown_player"
    monkeypatch.setattr(clubs, "EACH", 1)
    assert code(ann.post("/api/clubs", {"name": "second"})) == "full"
    monkeypatch.setattr(clubs, "DATES", 0)
    assert code(ann.post(f"/api/clubs/{club}/dates", {"at": clock_ms(), "title": "x"})) == "full"
    monkeypatch.setattr(clubs, "MOST", 1)
    assert code(account(lite, "Ben").post(f"/api/clubs/{club}/join")) == "full"


# ---- a server of one club --------------------------------------------------------------------------------------------


def test_a_server_of_one_club_lets_members_in_alone(tmp_path: Path) -> None:
    with live(f"sqlite:///{tmp_path / 'club.db'}", club="Ulm") as server:
        ann, ben, guest = account(server, "Ann"), account(server, "Ben"), server.guest("Gil")
        for outsider in (ann, guest, server.nobody()):
            for path in (
                "/api/tables",
                "/api/clubs",
                "/api/clubs/house",
                "/api/archive",
                f"/api/stats/players/{ann.id}",
            ):
                assert code(outsider.get(path)) == "members_only", path
            assert code(outsider.post("/api/tables", {"game": "attika"})) == "members_only"
        for path in ("/api/games", "/api/about", "/api/rules/attika", "/healthz"):
            assert server.nobody().get(path).status_code == 200, path
        assert ann.get("/api/me").status_code == 200
        # an administrator comes first, and invites the others
        row = update(schema.players).where(schema.players.c.id == ann.id).values(admin=True)
        server.site.storage.submit(lambda connection: connection.execute(row)).result(10)
        server.site.forget(ann.id)
        club = ann.get("/api/clubs/house").json()
        assert (club["info"]["name"], club["info"]["role"], club["info"]["door"]) == ("Ulm", "owner", "private")
        assert (
            ann.call("PATCH", "/api/clubs/house", {"name": "Ulm", "door": "open"}).json()["info"]["door"] == "private"
        )
        assert code(ben.post("/api/clubs/house/join", {"token": "x"})) == "unknown_club"
        assert ben.post("/api/clubs/house/join", {"token": club["invite"]}).status_code == 200
        table = ben.table("me", "open")["table"]["id"]
        with pytest.raises(Exception, match="403"):
            guest.sit(table)
        with ben.sit(table) as page:
            page.until("welcome")


# ---- friends ---------------------------------------------------------------------------------------------------------


def test_following_both_ways_makes_friends(server: Live) -> None:
    ann, ben, cay = server.guest("Ann"), server.guest("Ben"), server.guest("Cay")
    assert code(ann.call("PUT", f"/api/me/follows/{ann.id}", {})) == "bad_message"
    assert code(ann.call("PUT", "/api/me/follows/nobody", {})) == "unknown_player"
    for _ in range(2):
        assert ann.call("PUT", f"/api/me/follows/{ben.id}", {}).status_code == 200
    cay.call("PUT", f"/api/me/follows/{ann.id}", {})
    ben.call("PUT", f"/api/me/follows/{ann.id}", {})
    people = ann.get("/api/me/follows").json()["people"]
    assert [(one["name"], one["following"], one["follower"]) for one in people] == [
        ("Ben", True, True), ("Cay", False, True),
    ]  # fmt: skip
    people = ann.call("DELETE", f"/api/me/follows/{ben.id}").json()["people"]
    assert [one["following"] for one in people] == [False, False]


def test_the_tables_of_those_you_follow_are_shown_if_everybody_sees_them(server: Live) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    ben.table("me", "open")
    listed = ben.table("me", "open", listed=True)["table"]["id"]
    (one,) = ann.call("PUT", f"/api/me/follows/{ben.id}", {}).json()["people"]
    assert [table["id"] for table in one["tables"]] == [listed]
