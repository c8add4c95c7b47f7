"""People: passwords that are refused, names of guests."""

from __future__ import annotations

import re

from rondel.server.people.accounts import new_id
from tests.server.live import Live


def test_a_short_password_has_a_code_of_its_own(lite: Live) -> None:
    ann = lite.guest()
    short = {"name": "Shorty", "password": "123456789"}
    refused = ann.post("/api/account", short)
    assert (refused.status_code, refused.json()["code"]) == (400, "short_password")
    assert ann.get("/api/me").json()["guest"]
    made = ann.post("/api/account", {**short, "password": "1234567890"})
    ann.sign(made)
    assert ann.post("/api/password", {"old": "1234567890", "new": "ä" * 9}).json()["code"] == "short_password"
    assert ann.post("/api/password", {"old": "wrong", "new": "short"}).json()["code"] == "bad_login"
    assert lite.nobody().post("/api/session", {"name": "Shorty", "password": "1234567890"}).status_code == 200


def test_an_id_is_no_option_of_a_command() -> None:
    assert not any(new_id().startswith("-") for _ in range(1000))


def test_a_guest_without_a_name_gets_one_that_pages_know(lite: Live) -> None:
    assert re.fullmatch(r"Guest [1-9]\d{3}", lite.guest("").get("/api/me").json()["name"])


def test_a_browser_that_has_forgotten_who_plays_stays_who_it_was(lite: Live) -> None:
    ann = lite.guest("Ann of the cookie")
    again = ann.post("/api/guest", {"name": "Somebody"})
    assert (again.json()["id"], again.json()["name"]) == (ann.id, "Ann of the cookie")
    assert "set-cookie" not in again.headers
    assert ann.get("/api/me").json()["id"] == ann.id
