"""The page of administrators: nobody else learns that it is there, and attempts are counted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from rondel.server.http.static_files import add_pages
from rondel.server.people.audit import Actor
from tests.server.live import Live, Person
from tests.server.test_house import account
from tests.server.test_security import BODIES, ROUTES, two_seats
from tests.server.test_tables import until

ADMIN_ROUTES = [route for route, kind in ROUTES.items() if kind == "admin"]


def administrator(server: Live, name: str) -> Person:
    """Give an administrator."""
    person = account(server, name)
    server.site.office.appoint(Actor(), name, True)
    until(lambda: person.get("/api/admin/audit").status_code == 200)
    return person


@pytest.fixture(scope="module")
def boss(lite: Live) -> Person:
    return administrator(lite, "Boss")


def refused(server: Live) -> float:
    text = server.nobody().get("/metrics").text
    found = [line for line in text.splitlines() if line.startswith('rondel_admin_total{answer="refused"}')]
    return float(found[0].split()[1]) if found else 0.0


@pytest.mark.parametrize("route", ADMIN_ROUTES)
def test_to_everybody_else_there_is_no_such_page(lite: Live, boss: Person, route: str) -> None:
    ann, ben, table = two_seats(lite)
    method, _, path = route.partition(" ")
    path = path.format(table=table, player=ben.id, act="ban", report="x")
    body, before = BODIES.get(route, None if method == "GET" else {}), refused(lite)
    for person in (lite.nobody(), lite.guest("Eve"), ann, ben):
        nothing = person.call(method, "/api/nothing/at/all", body)
        for sent in (body, {"nonsense": 1}):
            answer = person.call(method, path, sent)
            assert (answer.status_code, answer.content) == (nothing.status_code, nothing.content)
            assert dict(answer.headers).keys() == dict(nothing.headers).keys()
        wrong = person.call("DELETE", path)
        assert (wrong.status_code, wrong.json()["code"]) == (404, "not_found"), "nor by another method"
    assert refused(lite) == before + 8, "attempts are counted"
    assert ann.get(f"/api/tables/{table}").json()["status"] == "playing"


def test_another_site_cannot_use_the_administrators_cookie(lite: Live, boss: Person) -> None:
    ann = lite.guest("Ann")
    browser = Person(lite)
    browser.client.cookies.set("rondel", boss.token)
    for headers in ({"Origin": "http://evil.example"}, {}, {"Sec-Fetch-Site": "cross-site"}):
        answer = browser.client.post(f"/api/admin/users/{ann.id}/ban", json={}, headers=headers)
        assert answer.json()["code"] == "bad_origin"
    assert ann.get("/api/me").status_code == 200


def test_an_administrator_does_everything_on_the_page(lite: Live, boss: Person) -> None:
    ann, ben, table = two_seats(lite, title="Quarrel")
    said = ann.message(table, type="say", text="a rude word")
    ben.post("/api/reports", {"kind": "message", "table": table, "seq": said["seq"], "why": "rude"})
    (report,) = [one for one in boss.get("/api/admin/reports").json()["reports"] if one["table"] == table]
    assert (report["said"], report["whom"]) == ("a rude word", ann.id)
    page = boss.get(f"/api/admin/users/{ann.id}").json()
    assert (page["user"]["name"], page["address"], page["reports"]) == ("Ann", "127.0.0.1", 1)
    assert "email" not in page
    for act, body in (("mute", {"until": 2**50, "why": "rude"}), ("unmute", {}), ("hide", {}), ("unhide", {})):
        done = boss.post(f"/api/admin/users/{ann.id}/{act}", body)
        assert (done.status_code, done.json()["what"]) == (200, act)
    assert boss.post(f"/api/admin/tables/{table}/kick", {"seat": 1, "why": "x"}).json()["label"] == "Ben"
    assert ann.get(f"/api/tables/{table}").json()["seats"][1]["chair"]["kind"] == "bot", "at once"
    assert [found["id"] for found in boss.get("/api/admin/tables?search=Quarrel").json()["tables"]] == []
    assert boss.get(f"/api/admin/tables?search={table}").json()["tables"][0]["title"] == "Quarrel"
    assert boss.post(f"/api/admin/tables/{table}/close", {}).json()["label"] == "Quarrel"
    assert boss.post(f"/api/admin/users/{ann.id}/ban", {"why": "rude"}).json()["label"] == "Ann"
    assert ann.get("/api/me").status_code == 401, "at once"
    assert boss.post(f"/api/admin/users/{ann.id}/unban", {}).status_code == 200
    assert boss.post(f"/api/admin/reports/{report['id']}/settle", {"why": "banned"}).json()["label"] == "Ann"
    lines = boss.get("/api/admin/audit").json()["lines"]
    assert [line["what"] for line in lines[:5]] == ["settle", "unban", "ban", "close", "kick"]
    assert {(line["who"], line["name"]) for line in lines[:5]} == {(boss.id, "Boss")}
    older = boss.get(f"/api/admin/audit?before={lines[2]['id']}").json()["lines"]
    assert [line["what"] for line in older[:2]] == ["close", "kick"]


def test_an_administrator_resets_passwords_but_not_of_other_administrators(lite: Live, boss: Person) -> None:
    ann = account(lite, "Forgetful")
    link = boss.post(f"/api/admin/users/{ann.id}/reset", {}).json()["link"]
    assert link.startswith(f"{lite.base}/me#reset=")
    other = administrator(lite, "Other boss")
    for act in ("reset", "ban", "mute"):
        assert boss.post(f"/api/admin/users/{other.id}/{act}", {}).json()["code"] == "is_admin"
    for act in ("grant", "revoke", "nonsense"):
        assert boss.post(f"/api/admin/users/{ann.id}/{act}", {}).json()["code"] == "not_found", "command line only"


def test_an_administrator_bans_addresses_but_not_the_own_one(lite: Live, boss: Person) -> None:
    wish = {"address": "2001:db8::7", "why": "spam", "until": 2**50}
    assert boss.post("/api/admin/addresses/ban", wish).json()["whom"] == "2001:db8::/64"
    assert boss.get("/api/admin/users?show=banned").json()["barred"][0]["network"] == "2001:db8::/64"
    assert boss.post("/api/admin/addresses/unban", {"address": "2001:db8::8"}).status_code == 200
    assert boss.post("/api/admin/addresses/ban", {"address": "127.0.0.1"}).json()["code"] == "bad_message"
    assert boss.post("/api/admin/addresses/ban", {"address": "Ann"}).json()["code"] == "bad_message"
    assert boss.post("/api/admin/addresses/nonsense", wish).json()["code"] == "not_found"


def test_the_page_itself_is_for_administrators(tmp_path: Path, lite: Live, boss: Person) -> None:
    (tmp_path / "index.html").write_text("<title>Rondel</title>")
    app = FastAPI()
    app.state.site = lite.site
    add_pages(app, tmp_path)

    async def fetch(path: str, token: str) -> httpx.Response:
        headers = {"Accept": "text/html", "Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            return await client.get(path, headers=headers)

    for token in ("", lite.guest("Eve").token):
        nothing, answer = (asyncio.run(fetch(path, token)) for path in ("/nothing", "/admin"))
        assert answer.status_code == nothing.status_code == 404
        assert answer.content == nothing.content
        assert answer.headers == nothing.headers
    assert asyncio.run(fetch("/admin", boss.token)).status_code == 200
