"""House rights: what administrators do on the command line, and what running servers make of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from rondel.cli.admin import moment
from rondel.cli.main import main
from rondel.server.office.office import Office
from rondel.server.office.who import network_in
from rondel.server.people.audit import Actor
from rondel.server.store import schema
from rondel.server.store.backup import backup, restore
from rondel.server.store.database import upgrade
from rondel.server.store.storage import Storage
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.refusal import Refusal
from tests.server.live import Live, Person, live
from tests.server.test_tables import until

HOST = Actor()


def account(server: Live, name: str, password: str = "correct horse battery") -> Person:
    """Give somebody with an account."""
    person = server.guest("")
    person.sign(person.post("/api/account", {"name": name, "password": password}))
    return person


def admin(database: str, *words: str) -> Any:
    """Run `rondel admin` with JSON; give what it printed."""
    import contextlib
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(["admin", *words, "--json", "--database", database])
    found = json.loads(out.getvalue())
    assert code == (1 if "error" in found else 0), found
    return found


def audit_of(database: str) -> list[tuple[str, str]]:
    return [(line["what"], line.get("label", "")) for line in admin(database, "audit")["lines"]]


# ---- players ---------------------------------------------------------------------------------------------------------


def test_a_ban_ends_sessions_and_sockets_and_gives_seats_up(server: Live) -> None:
    ann, ben = account(server, "Ann"), server.guest("Ben")
    made = ben.table("me", "invited")
    table = made["table"]["id"]
    ann.post(f"/api/tables/{table}/join", {"token": made["links"]["1"]})
    waiting = ann.table("me", "open")["table"]["id"]
    with ann.sit(table) as page, ben.sit(table) as other:
        page.until("welcome")
        other.until("welcome")
        done = admin(server.settings.database, "ban", "ann", "--why", "insults")
        assert done["label"] == "Ann"
        assert done["detail"] == "2"
        assert page.until("bye")["reason"] == "banned"
        assert page.closes() == 4403
        gone = other.until("table", lambda message: message["table"]["seats"][1]["chair"]["kind"] == "bot")
        assert gone["table"]["status"] == "playing", "the bot plays on"
    assert ann.get("/api/me").status_code == 401
    again = server.nobody().post("/api/session", {"name": "Ann", "password": "correct horse battery"})
    assert (again.status_code, again.json()["code"]) == (403, "banned")
    assert ben.get(f"/api/tables/{waiting}").json()["seats"][0]["chair"].get("kind", "open") == "open"
    assert ("ban", "Ann") in audit_of(server.settings.database)
    admin(server.settings.database, "unban", "Ann")
    assert server.nobody().post("/api/session", {"name": "Ann", "password": "correct horse battery"}).status_code == 200
    assert admin(server.settings.database, "unban", "Ann")["error"]["code"] == "unchanged"


def test_a_ban_ends_by_itself(server: Live) -> None:
    account(server, "Ann")
    database = server.settings.database
    admin(database, "ban", "Ann", "--until", "7d")
    shown = admin(database, "users", "ann", "--show", "banned")["users"]
    assert [user["name"] for user in shown] == ["Ann"]
    assert 6 * 86_400_000 < shown[0]["banned"] - clock_ms() <= 7 * 86_400_000
    storage = server.site.storage
    storage.submit(lambda c: c.execute(update(schema.players).values(banned=clock_ms() - 1))).result(10)
    signed = server.nobody().post("/api/session", {"name": "Ann", "password": "correct horse battery"})
    assert signed.status_code == 200
    assert admin(database, "users", "--show", "banned")["users"] == []
    assert admin(database, "ban", "Ann", "--until", "2001-01-01")["error"]["code"] == "bad_message"


def test_whoever_is_muted_plays_and_does_not_talk(server: Live) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    table = ann.table("me", "open")["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    with ann.sit(table) as page:
        page.until("welcome")
        assert page.ask(type="say", text="hello")["type"] == "ack"
        admin(server.settings.database, "mute", ann.id, "--until", "1h")
        until(lambda: ann.message(table, type="say", text="x").get("code") == "muted")
        assert page.ask(type="say", text="hello")["code"] == "muted", "on a connection of before too"
        assert page.ask(type="say", phrase="hello")["code"] == "muted"
        mover = ann if ann.welcome(table).get("choices") else ben
        assert mover.message(table, type="texts")["type"] == "texted", "the game goes on"
        admin(server.settings.database, "unmute", ann.id)
        until(lambda: page.ask(type="say", text="again")["type"] == "ack")


def test_a_hidden_name_is_replaced_for_everybody(server: Live) -> None:
    ann, ben = server.guest("Rude Name"), server.guest("Ben")
    table = ann.table("me", "open", listed=True)["table"]["id"]
    ann.message(table, type="say", text="hello")
    with ben.sit(table) as page:
        page.until("welcome")
        alias = admin(server.settings.database, "hide", "Rude Name")["detail"]
        assert re.fullmatch(r"Guest \d{4}", alias)
        renamed = page.until("renamed")
        assert (renamed["player"], renamed["name"]) == (ann.id, alias)
    seen = [
        ben.get(f"/api/tables/{table}").text,
        ben.get("/api/tables?show=open").text,
        ben.get(f"/api/tables/{table}/chat").text,
        ben.get(f"/api/stats/players/{ann.id}").text,
        json.dumps(ben.welcome(table)),
        ann.get("/api/me").text,
    ]
    for answer in seen:
        assert "Rude Name" not in answer
        assert alias in answer
    assert ann.call("PATCH", "/api/me", {"name": "Ruder Name"}).json()["code"] == "name_hidden"
    server.site.hub.rooms.pop(table)
    assert "Rude Name" not in json.dumps(ben.welcome(table)), "also after the table is read again"
    admin(server.settings.database, "unhide", ann.id)
    until(lambda: "Rude Name" in ben.get(f"/api/tables/{table}").text)
    assert admin(server.settings.database, "unhide", ann.id)["error"]["code"] == "unchanged"


def test_names_come_from_the_database_as_everybody_is_to_see_them() -> None:
    """Whoever lists players by name asks for `SHOWN_NAME`; administrators and reports alone read the name itself."""
    source = Path(__file__).parents[2] / "src/rondel/server"
    allowed = {"accounts.py", "reports.py", "seats.py", "who.py"}
    reads = {path.name for path in source.rglob("*.py") if "players.c.name)" in (text := path.read_text("utf-8"))
             or "players.c.name," in text or "players.c.name " in text}  # fmt: skip
    assert reads <= allowed | {"archive.py", "clubs.py"}, "the archive and the ladder of a club group by it"


def test_a_reset_link_works_once_and_not_for_long(server: Live) -> None:
    ann = account(server, "Ann")
    database = server.settings.database
    first = admin(database, "reset", "Ann")["link"]
    link = admin(database, "reset", "Ann")["link"]
    assert link.startswith("/me#reset=")
    wish = {"token": link.partition("reset=")[2], "password": "a new password"}
    nobody = server.nobody()
    stale = {**wish, "token": first.partition("reset=")[2]}
    assert nobody.post("/api/reset", stale).json()["code"] == "bad_reset", "a new link ends the one before"
    assert nobody.post("/api/reset", {**wish, "password": "short"}).json()["code"] == "short_password"
    nobody.sign(nobody.post("/api/reset", wish))
    assert nobody.id == ann.id
    assert ann.get("/api/me").status_code == 401, "other sessions have ended"
    assert server.nobody().post("/api/reset", wish).json()["code"] == "bad_reset"
    assert server.nobody().post("/api/session", {"name": "Ann", "password": "a new password"}).status_code == 200
    old = admin(database, "reset", "Ann")["link"].partition("reset=")[2]
    server.site.storage.submit(lambda c: c.execute(update(schema.resets).values(expires=1))).result(10)
    assert server.nobody().post("/api/reset", {**wish, "token": old}).json()["code"] == "bad_reset"
    printed = admin(database, "reset", "Ann", "--password")["password"]
    assert server.nobody().post("/api/session", {"name": "Ann", "password": printed}).status_code == 200
    until(lambda: nobody.get("/api/me").status_code == 401)
    assert admin(database, "reset", server.guest("Ben").id)["error"]["code"] == "no_account"
    stored = server.site.storage.read_now(lambda c: c.execute(text("SELECT * FROM resets")).all())
    assert old not in repr(stored)


def test_players_are_found_by_name_and_id(server: Live) -> None:
    database = server.settings.database
    ann, one, two = account(server, "Ann"), server.guest("Twin"), server.guest("Twin")
    assert admin(database, "show", "ANN")["user"]["id"] == ann.id
    assert admin(database, "show", two.id)["user"]["name"] == "Twin"
    both = admin(database, "show", "Twin")["error"]
    assert both["code"] == "unknown_player"
    assert one.id in both["message"]
    assert admin(database, "show", "nobody")["error"]["code"] == "unknown_player"
    found = admin(database, "users", "wi")["users"]
    assert {user["id"] for user in found} == {one.id, two.id}
    assert admin(database, "users", "%")["users"] == [], "a sign of the query language is a letter"
    assert [user["id"] for user in admin(database, "users", "--show", "accounts")["users"]] == [ann.id]


def test_an_administrator_is_made_on_the_command_line_and_is_not_banned(server: Live) -> None:
    database = server.settings.database
    ann = account(server, "Ann")
    assert admin(database, "grant", server.guest("Ben").id)["error"]["code"] == "no_account"
    assert ann.get("/api/admin/audit").status_code == 404
    admin(database, "grant", "Ann")
    until(lambda: ann.get("/api/admin/audit").status_code == 200)
    assert ann.get("/api/me").json()["admin"] is True
    assert admin(database, "grant", "Ann")["error"]["code"] == "unchanged"
    for act in ("ban", "mute"):
        assert admin(database, act, "Ann")["error"]["code"] == "is_admin"
    admin(database, "revoke", "Ann")
    assert ann.get("/api/admin/audit").status_code == 404, "at once, whatever is remembered of the session"


# ---- addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "network"),
    [("192.0.2.7", "192.0.2.7"), ("192.0.2.7/32", "192.0.2.7"), ("2001:db8::1", "2001:db8::/64"),
     ("2001:db8::/64", "2001:db8::/64"), ("::ffff:192.0.2.7", "192.0.2.7"), ("Ann", ""), ("1234", "")],
)  # fmt: skip
def test_an_address_is_told_from_a_name(text: str, network: str) -> None:
    assert network_in(text) == network


def test_wide_networks_are_not_banned() -> None:
    for wide in ("10.0.0.0/8", "2001:db8::/32"):
        with pytest.raises(Refusal):
            network_in(wide)


def test_a_banned_address_is_turned_away_at_the_door(url: str) -> None:
    with live(url, proxies="127.0.0.1") as server:
        ann, ben = server.guest("Ann"), server.guest("Ben")
        table = ann.table("me", "open")["table"]["id"]
        ann.client.headers["X-Forwarded-For"] = "2001:db8::1:1"
        ben.client.headers["X-Forwarded-For"] = "203.0.113.5"
        with ann.sit(table, **{"X-Forwarded-For": "2001:db8::2"}) as page:
            page.until("welcome")
            admin(url, "ban", "2001:db8::1")
            assert page.until("bye")["reason"] == "banned"
            assert page.closes() == 4403
        refused = ann.get("/api/me")
        assert (refused.status_code, refused.json()["code"]) == (403, "banned")
        read = ann.client.get("/", headers={"Accept": "text/html"})
        assert read.status_code == 403
        assert "banned" in read.text
        assert "gesperrt" in read.text
        with pytest.raises(Exception, match="403"):
            ann.sit(table, **{"X-Forwarded-For": "2001:db8::3"})
        assert ben.get("/api/me").status_code == 200
        assert [line["network"] for line in admin(url, "users")["barred"]] == ["2001:db8::/64"]
        assert "rondel_barred_total 3.0" in ben.get("/metrics").text
        admin(url, "unban", "2001:db8::9")
        until(lambda: ann.get("/api/me").status_code == 200)
        assert admin(url, "unban", "2001:db8::9")["error"]["code"] == "unchanged"


# ---- tables ----------------------------------------------------------------------------------------------------------


def test_a_table_is_closed_and_a_seat_freed_under_those_who_look(server: Live) -> None:
    database = server.settings.database
    ann, ben = server.guest("Ann"), server.guest("Ben")
    made = ann.table("me", "invited", title="Thursday")
    table = made["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {"token": made["links"]["1"]})
    assert [found["id"] for found in admin(database, "tables", "Ben")["tables"]] == [table]
    with ann.sit(table) as page:
        page.until("welcome")
        assert admin(database, "kick", table, "2")["label"] == "Ben"
        page.until("table", lambda message: message["table"]["seats"][1]["chair"]["kind"] == "bot")
        assert admin(database, "kick", table, "2")["error"]["code"] == "bad_message"
        assert admin(database, "close", table, "--why", "spam")["label"] == "Thursday"
        page.until("table", lambda message: message["table"]["status"] == "closed")
        assert page.ask(type="say", text="x")["code"] == "closed"
    assert admin(database, "close", table)["error"]["code"] == "closed"
    assert admin(database, "close", "nowhere")["error"]["code"] == "unknown_table"
    assert admin(database, "tables", "--status", "closed")["tables"][0]["id"] == table
    assert audit_of(database)[:2] == [("close", "Thursday"), ("kick", "Ben")]


def test_tables_are_found_by_the_name_of_an_account_however_it_is_written(server: Live) -> None:
    table = account(server, "Ann Miller").table("me", "invited")["table"]["id"]
    found = admin(server.settings.database, "tables", "ANN miller")["tables"]
    assert [entry["id"] for entry in found] == [table]
    assert admin(server.settings.database, "tables", "ann")["tables"] == []


def test_a_decision_of_a_server_that_knows_nothing_yet_still_counts(server: Live) -> None:
    """The command line writes to the log beside the server, which finds out by the collision."""
    ann, ben = server.guest("Ann"), server.guest("Ben")
    table = ann.table("me", "me", "open")["table"]["id"]
    ben.post(f"/api/tables/{table}/join", {})
    server.site.keeper.house.last = 10**6  # it does not hear of it
    Office(server.site.storage, "random").kick(HOST, table, 2)
    assert ann.get(f"/api/tables/{table}").json()["seats"][2]["chair"]["kind"] == "person"
    assert ann.message(table, type="say", text="hello")["type"] == "ack"
    assert ann.get(f"/api/tables/{table}").json()["seats"][2]["chair"]["kind"] == "bot"


def test_a_table_of_unknown_rules_is_closed_too(url: str) -> None:
    with live(url) as server:
        table = server.guest("Ann").table("me", "open")["table"]["id"]
    storage = Storage(url)
    body = storage.read_now(lambda c: c.execute(select(schema.tables.c.setup)).scalar_one())
    broken = bytes(body).replace(b"antike-2006", b"antike-1999")
    storage.submit(lambda c: c.execute(update(schema.tables).values(setup=broken))).result(10)
    storage.submit(lambda c: c.execute(delete(schema.editions))).result(10)
    storage.close()
    assert admin(url, "close", table)["whom"] == table
    assert admin(url, "tables")["tables"][0]["status"] == "closed"
    assert admin(url, "close", table)["error"]["code"] == "closed"


# ---- the whole -------------------------------------------------------------------------------------------------------


def test_ratings_are_recomputed(storage: Storage, url: str) -> None:
    rows = [{"table_id": "t", "seat": seat, "who": who, "person": True, "game": "g", "score": score, "won": score > 0,
             "rated": True, "at": 1, "rank": seat + 1, "seats": 2, "side": ""}
            for seat, who, score in ((0, "ann", 1.0), (1, "ben", -1.0))]  # fmt: skip
    storage.submit(lambda c: c.execute(insert(schema.results), rows)).result(10)
    assert admin(url, "rerate")["detail"] == "1"
    found = storage.read_now(lambda c: c.execute(select(schema.ratings).order_by(schema.ratings.c.mean)).all())
    assert [row.who for row in found] == ["ben", "ann"]


def test_vacuum_removes_what_belongs_to_nothing(storage: Storage, url: str) -> None:
    def fill(connection: Any) -> None:
        connection.execute(insert(schema.players).values(id="old", name="Old", email="", notify=False, created=1))
        connection.execute(
            insert(schema.players).values(id="new", name="N", email="", notify=False, created=clock_ms())
        )
        connection.execute(insert(schema.sessions).values(hash="a", player="new", created=1, expires=2))
        connection.execute(insert(schema.sessions).values(hash="b", player="gone", created=1, expires=2**50))
        connection.execute(insert(schema.sessions).values(hash="c", player="new", created=1, expires=2**50))
        connection.execute(insert(schema.resets).values(hash="r", player="new", expires=2))
        connection.execute(insert(schema.silences).values(player="new", other="gone", at=1))
        connection.execute(insert(schema.events).values(table_id="gone", seq=1, body=b"{}"))
        connection.execute(insert(schema.barred).values(network="192.0.2.1", until=5, at=1))

    storage.submit(fill).result(10)
    gone = admin(url, "vacuum")
    expected = {"players": 1, "sessions": 2, "resets": 1, "silences": 1, "events": 1, "barred": 1}
    assert {name: count for name, count in gone.items() if count} == expected
    kept = storage.read_now(lambda c: [c.execute(select(schema.sessions.c.hash)).scalars().all()])
    assert kept == [["c"]]
    assert sum(admin(url, "vacuum").values()) == 0


def test_the_audit_log_only_grows_and_is_in_the_backup(storage: Storage, url: str, tmp_path: Path) -> None:
    admin(url, "ban", "192.0.2.1", "--why", "spam")
    admin(url, "unban", "192.0.2.1")
    for broken in (delete(schema.audit), update(schema.audit).values(why="nothing")):
        with pytest.raises(DBAPIError), storage.engine.begin() as connection:
            connection.execute(broken)
    lines = admin(url, "audit")["lines"]
    assert [(line["id"], line["what"], line["label"], line.get("why", "")) for line in lines] == [
        (2, "unban", "192.0.2.1", ""), (1, "ban", "192.0.2.1", "spam")]  # fmt: skip
    backup(url, str(tmp_path / "b.jsonl"))
    other = f"sqlite:///{tmp_path / 'other.db'}"
    restore(other, str(tmp_path / "b.jsonl"))
    assert admin(other, "audit")["lines"] == lines


def test_what_is_decided_holds_after_a_restart(url: str) -> None:
    with live(url) as server:
        ann = server.guest("Ann")
        table = ann.table("me", "open")["table"]["id"]
    admin(url, "mute", "Ann")
    admin(url, "hide", "Ann")
    with live(url) as server:
        again = Person(server)
        again.token, again.id = ann.token, ann.id
        assert again.message(table, type="say", text="x")["code"] == "muted"
        assert "Ann" not in again.get(f"/api/tables/{table}").text


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = f"sqlite:///{tmp_path / 'none.db'}"
    assert main(["admin", "users", "--database", missing]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()
    old = f"sqlite:///{tmp_path / 'old.db'}"
    from rondel.server.store.database import make_engine

    upgrade(make_engine(old), "0006")
    assert main(["admin", "users", "--database", old]) == 2
    assert "start the server" in capsys.readouterr().err
    good = f"sqlite:///{tmp_path / 'good.db'}"
    Storage(good).close()
    assert main(["admin", "ban", "nobody", "--database", good]) == 1
    assert capsys.readouterr().err == "rondel: There is no player 'nobody'.\n"
    for words in (["admin"], ["admin", "ban"], ["admin", "ban", "x", "--until", "soon"], ["admin", "kick", "t", "0"]):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 2


def test_lists_are_readable(server: Live, capsys: pytest.CaptureFixture[str]) -> None:
    database = server.settings.database
    ann, ben = account(server, "Ann"), server.guest("Ben")
    table = ann.table("me", "open", title="Club")["table"]["id"]
    said = ann.message(table, type="say", text="a rude word")
    wish = {"kind": "message", "table": table, "seq": said["seq"], "why": "rude"}
    assert ben.post("/api/reports", wish).json() == {"ok": True}
    for words in (["grant", "Ann"], ["ban", "192.0.2.1", "--until", "1d"], ["mute", ben.id], ["hide", ben.id]):
        assert main(["admin", *words, "--database", database]) == 0
    capsys.readouterr()
    expected = {
        "users": ["Ann  (account, administrator)", "muted for good", "shown as Guest", "192.0.2.1  banned until"],
        "show Ann": ["sessions: 1", "command line  grant  Ann", f"table {table}  open  Club"],
        "tables": [f"{table}", "Club: Ann, open"],
        "reports": ["message of Ann", "Ben: rude", "> Ann: a rude word"],
        "audit": ["command line  ban  192.0.2.1"],
    }
    for line, parts in expected.items():
        assert main(["admin", *line.split(), "--database", database]) == 0
        printed = capsys.readouterr().out
        for part in parts:
            assert part in printed, (line, printed)
    report = admin(database, "reports")["reports"][0]["id"]
    assert admin(database, "settle", report)["label"] == "Ann"
    assert admin(database, "settle", report)["error"]["code"] == "unchanged"
    assert admin(database, "settle", "nothing")["error"]["code"] == "not_found"
    assert admin(database, "reports")["reports"] == []
    assert len(admin(database, "reports", "--settled")["reports"]) == 1


def test_moments_are_read() -> None:
    assert moment("2030-12-31") == 1924905600000
    assert moment("2030-12-31T18:00") - moment("2030-12-31") == 18 * 3_600_000
    assert moment("2030-12-31T18:00+01:00") == moment("2030-12-31T17:00")
    assert abs(moment("2h") - clock_ms() - 7_200_000) < 5_000
