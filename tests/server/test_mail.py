"""Mail: encrypted, signed in, to confirmed addresses alone; links that expire, work once and tell nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from rondel.server.limits import Limiter
from rondel.server.notices import outbox, tokens
from rondel.server.notices.mail import Mailer, usual_tls, where
from rondel.server.wire.refusal import Refusal
from tests.server.live import Live, Person, live
from tests.server.posts import Certificate, Mails, mail_server, mail_settings, make_certificate
from tests.server.test_notices import first_for
from tests.server.test_tables import until

ADDRESS = "ann@example.org"
PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def mails(certificate: Certificate) -> Iterator[Mails]:
    with mail_server(certificate) as running:
        yield running


@pytest.fixture
def post_office(tmp_path: Path, mails: Mails, certificate: Certificate) -> Iterator[Live]:
    with live(f"sqlite:///{tmp_path / 'x.db'}", **mail_settings(mails, certificate)) as running:
        running.site.notices.soon = 0
        yield running


def link(mails: Mails, kind: str, number: int = -1) -> str:
    found = re.search(rf"/me#{kind}=(\S+)", mails.text(number))
    assert found is not None, mails.text(number)
    return found.group(1)


def account(server: Live, mails: Mails, name: str = "Ann", email: str = ADDRESS, lang: str = "en") -> Person:
    """Make an account with a confirmed address."""
    before = len(mails.kept)
    person = server.guest("")
    wish = {"name": name, "password": PASSWORD, "email": email, "lang": lang}
    person.sign(person.post("/api/account", wish))
    until(lambda: len(mails.kept) > before)
    assert person.post("/api/mail/confirm", {"token": link(mails, "confirm")}).status_code == 200
    return person


def titles(mails: Mails) -> list[str]:
    return [str(mail["Subject"]) for mail in mails.kept]


def test_a_turn_is_mailed_encrypted_and_signed_in(post_office: Live, mails: Mails) -> None:
    ann = account(post_office, mails, lang="de")
    ben = post_office.guest("Ben")
    table = first_for(ann)
    ben.post(f"/api/tables/{table}/join", {})
    until(lambda: len(mails.kept) == 2)
    mail = mails.kept[1]
    assert mail["To"] == ADDRESS
    assert mail["Subject"].startswith("Sie sind am Zug: Antike")
    assert (mail["X-Encrypted"], mail["X-User"]) == ("True", "table@club.example")
    assert mail["Auto-Submitted"] == "auto-generated"
    assert f"/table/{table}" in mails.text()
    assert "Ben" in mails.text()


@pytest.mark.parametrize(
    ("lang", "greeting", "turn"),
    [
        ("en", "Hello Ann,", "Your turn: Antike with Guest 1234"),
        ("fr", "Bonjour Ann,", "À vous de jouer : Antike avec Invité 1234"),
        ("de", "Guten Tag Ann,", "Sie sind am Zug: Antike mit Gast 1234"),
    ],
)
def test_a_mail_greets_and_names_people_in_the_language_of_its_reader(
    post_office: Live, mails: Mails, lang: str, greeting: str, turn: str
) -> None:
    ann = account(post_office, mails, lang=lang)
    assert mails.text().startswith(greeting)
    post_office.guest("").post("/api/forgot", {"name": "Ann"})
    until(lambda: len(mails.kept) == 2)
    assert mails.text().startswith(greeting)
    post_office.guest("Guest 1234").post(f"/api/tables/{first_for(ann)}/join", {})
    until(lambda: len(mails.kept) == 3)
    assert mails.kept[2]["Subject"] == turn


def test_a_subject_keeps_its_spaces(post_office: Live, mails: Mails) -> None:
    """Python folds accented words that stand next to each other without the space between them."""
    subject = "La partie commence : Freitagsrunde (Antike, première édition) avec Dieter, Françoise et Jörg Öztürk"
    for title in (subject, subject * 3, "Your turn: Antike"):
        Mailer(post_office.settings).send(ADDRESS, title, "Text")
        assert mails.kept[-1]["Subject"] == title


@pytest.mark.filterwarnings("ignore:Requiring AUTH")  # the test server does not count TLS from the start
def test_mail_by_tls_from_the_start(tmp_path: Path, certificate: Certificate) -> None:
    with mail_server(certificate, "tls") as mails:
        settings = mail_settings(mails, certificate, "tls")
        with live(f"sqlite:///{tmp_path / 'x.db'}", **settings) as server:
            account(server, mails)
    assert len(mails.kept) == 1


def test_a_mail_server_whose_certificate_is_not_valid_gets_nothing(
    tmp_path: Path, mails: Mails, certificate: Certificate
) -> None:
    settings = {**mail_settings(mails, certificate), "smtp_ca": ""}
    with live(f"sqlite:///{tmp_path / 'x.db'}", **settings) as server:
        server.guest("Ann").call("PATCH", "/api/me", {"email": ADDRESS})
        until(lambda: server.site.notices.failed > 0)
    assert mails.kept == []


def test_an_address_gets_nothing_before_it_is_confirmed(post_office: Live, mails: Mails) -> None:
    ann, ben = post_office.guest("Ann"), post_office.guest("Ben")
    ann.call("PATCH", "/api/me", {"email": ADDRESS, "notify": True})
    table = first_for(ann)
    ben.post(f"/api/tables/{table}/join", {})
    until(lambda: len(mails.kept) == 1)
    time.sleep(1.5)
    assert titles(mails) == ["Confirm your email address"]
    assert ann.get("/api/me/notices").json().get("confirmed") is None
    ann.call("PATCH", "/api/me", {"email": "other@example.org"})
    old = ann.post("/api/mail/confirm", {"token": link(mails, "confirm", 0)})
    assert old.json()["code"] == "bad_link", "the link was for another address"


def test_links_of_mails_cannot_be_forged_and_grow_old() -> None:
    secret, now = b"key", 1_000
    token = tokens.sign(secret, "confirm", "ann", ADDRESS, 2_000)
    assert tokens.check(secret, "confirm", token, ADDRESS, now) == "ann"
    wrong: list[tuple[bytes, Any, str, str, int]] = [
        (b"other", "confirm", token, ADDRESS, now), (secret, "stop", token, ADDRESS, now),
        (secret, "confirm", token, "eve@example.org", now), (secret, "confirm", token, ADDRESS, 2_000),
        (secret, "confirm", token.replace("ann", "eve"), ADDRESS, now), (secret, "confirm", "x", ADDRESS, now),
        (secret, "confirm", token.replace("2000", "9000"), ADDRESS, now), (secret, "confirm", "", "", now),
    ]  # fmt: skip
    for case in wrong:
        with pytest.raises(Refusal):
            tokens.check(*case)


def test_a_click_ends_mails_and_another_begins_them(post_office: Live, mails: Mails) -> None:
    ann = account(post_office, mails)
    assert ann.post("/api/me/notices/test", {"channel": "mail"}).json() == {"sent": True}
    mail = mails.kept[-1]
    address = str(mail["List-Unsubscribe"]).strip("<>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = address[address.index("/api/") :]
    assert link(mails, "stop") in path
    stranger = post_office.nobody().client
    answer = stranger.post(path, data={"List-Unsubscribe": "One-Click"})  # as a mail program does
    assert answer.status_code == 200
    assert ann.get("/api/me/notices").json().get("mailed") is None
    ann.call("PATCH", "/api/me", {"notify": True})
    assert ann.get("/api/me/notices").json()["mailed"] is True


def test_nobody_is_flooded_with_mails(post_office: Live, mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = account(post_office, mails)
    monkeypatch.setattr(post_office.site.notices, "_by_address", Limiter(0.0001, 2))
    for number in range(6):
        post_office.site.notices.tell("invitation", ann.id, f"t{number}")
    until(lambda: len(mails.kept) == 3)
    time.sleep(1.5)
    assert len(mails.kept) == 3


def test_a_mail_that_is_refused_for_good_is_not_tried_again(
    post_office: Live, mails: Mails, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (100,) * 4)
    ann = account(post_office, mails)
    mails.refuse = "550 no such mailbox"
    post_office.site.notices.tell("invitation", ann.id, "t1")
    until(lambda: post_office.site.notices.failed == 1)
    time.sleep(1.5)
    assert post_office.site.notices.failed == 1
    mails.refuse = "451 try later"
    post_office.site.notices.tell("invitation", ann.id, "t2")
    until(lambda: post_office.site.notices.failed > 2)


# ---- forgotten passwords ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ann", "ann@EXAMPLE.org"])
def test_a_forgotten_password_is_replaced_by_a_link_once(post_office: Live, mails: Mails, name: str) -> None:
    ann = account(post_office, mails)
    stranger = post_office.nobody()
    assert stranger.post("/api/forgot", {"name": name}).status_code == 200
    until(lambda: len(mails.kept) == 2)
    assert titles(mails)[1] == "A new password"
    token = link(mails, "reset")
    new = {"token": token, "password": "another horse battery"}
    assert stranger.post("/api/reset", new).json()["name"] == "Ann"
    assert ann.get("/api/me").status_code == 401, "all sessions end"
    assert post_office.nobody().post("/api/reset", new).json()["code"] == "bad_reset"
    signed = {"name": "Ann", "password": "another horse battery"}
    assert post_office.nobody().post("/api/session", signed).status_code == 200


def test_a_stranger_who_asks_too_does_not_end_a_link_for_a_new_password(
    post_office: Live, mails: Mails, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    ann = account(post_office, mails)
    asked = partial(post_office.nobody().post, "/api/forgot", {"name": "Ann"})
    asked()
    until(lambda: len(mails.kept) == 2)
    first = link(mails, "reset")
    now = post_office.site.notices.now()
    monkeypatch.setattr(post_office.site.notices, "now", lambda: now + 301_000)
    asked()
    until(lambda: len(mails.kept) == 3)
    assert link(mails, "reset") != first
    ann.call("PATCH", "/api/me", {"lang": "fr"})
    new = {"token": first, "password": "another horse battery"}
    assert post_office.nobody().post("/api/reset", new).json()["name"] == "Ann"
    assert post_office.nobody().post("/api/reset", {**new, "token": link(mails, "reset")}).status_code == 403


def test_a_link_for_a_new_password_does_not_undo_what_its_owner_changed_since(post_office: Live, mails: Mails) -> None:
    ann = account(post_office, mails)
    post_office.nobody().post("/api/forgot", {"name": "Ann"})
    until(lambda: len(mails.kept) == 2)
    ann.sign(ann.post("/api/password", {"old": PASSWORD, "new": "another horse battery"}))
    new = {"token": link(mails, "reset"), "password": "the password of a thief"}
    assert post_office.nobody().post("/api/reset", new).json()["code"] == "bad_reset"


def test_a_link_for_a_new_password_expires(
    post_office: Live, mails: Mails, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    account(post_office, mails)
    post_office.nobody().post("/api/forgot", {"name": "Ann"})
    until(lambda: len(mails.kept) == 2)
    now = post_office.site.notices.now()
    monkeypatch.setattr("rondel.server.http.routes_talk.clock_ms", lambda: now + 3_601_000)
    answer = post_office.nobody().post("/api/reset", {"token": link(mails, "reset"), "password": PASSWORD})
    assert answer.json()["code"] == "bad_reset"


def test_the_answer_tells_nothing_about_who_has_an_account(post_office: Live, mails: Mails) -> None:
    account(post_office, mails)
    post_office.site.by_forgotten = Limiter(1_000, 1_000)
    stranger = post_office.nobody()
    seconds: dict[str, list[float]] = {"Ann": [], "Nobody": []}
    for _ in range(15):
        for name, taken in seconds.items():
            began = time.perf_counter()
            answer = stranger.post("/api/forgot", {"name": name})
            taken.append(time.perf_counter() - began)
            assert (answer.status_code, answer.json()) == (200, {"ok": True})
    known, unknown = median(seconds["Ann"]), median(seconds["Nobody"])
    assert abs(known - unknown) < max(known, unknown)  # the work is done after the answer, whatever there is to do
    until(lambda: len(mails.kept) == 2)
    time.sleep(1.2)
    assert len(mails.kept) == 2, "one link in five minutes"


def test_an_address_that_is_not_confirmed_gets_no_password(post_office: Live, mails: Mails) -> None:
    ann = post_office.guest("")
    ann.post("/api/account", {"name": "Ann", "password": PASSWORD, "email": ADDRESS})
    until(lambda: len(mails.kept) == 1)
    for name in ("Ann", ADDRESS):
        post_office.nobody().post("/api/forgot", {"name": name})
    time.sleep(1.5)
    assert titles(mails) == ["Confirm your email address"]


# ---- the daily mail --------------------------------------------------------------------------------------------------


def test_a_daily_mail_lists_the_games_that_wait(post_office: Live, mails: Mails) -> None:
    ann, ben = account(post_office, mails, lang="fr"), post_office.guest("Ben")
    wants = {"turn": [], "begin": [], "digest": ["mail"]}
    ann.call("PUT", "/api/me/notices", {"wants": wants, "hour": 7, "lang": "fr"})
    notices = post_office.site.notices
    began = notices.now()
    notices.now = lambda: began + 86_400_000
    time.sleep(2.5)
    assert len(mails.kept) == 1, "nothing waits"
    table = first_for(ann, title="Friday")
    ben.post(f"/api/tables/{table}/join", {})
    notices.now = lambda: began + 2 * 86_400_000
    until(lambda: len(mails.kept) == 2)
    assert titles(mails)[1] == "Des parties vous attendent"
    assert "Friday (Antike" in mails.text()
    assert f"/table/{table}" in mails.text()
    time.sleep(1.5)
    assert len(mails.kept) == 2, "once a day"


@pytest.mark.parametrize(
    ("smtp", "tls", "found"),
    [
        ("mail.example", "", ("mail.example", 587)), ("mail.example", "tls", ("mail.example", 465)),
        ("mail.example:2525", "", ("mail.example", 2525)), ("[::1]:25", "", ("::1", 25)),
        ("localhost", "none", ("localhost", 25)),
    ],
)  # fmt: skip
def test_where_a_mail_server_is(smtp: str, tls: str, found: tuple[str, int]) -> None:
    assert where(smtp, tls) == found


def test_only_a_mail_server_on_this_machine_may_go_without_encryption() -> None:
    assert usual_tls("mail.example", 465) == "tls"
    assert usual_tls("mail.example", 25) == usual_tls("mail.example", 587) == usual_tls("localhost", 587) == "starttls"
    assert usual_tls("localhost", 25) == usual_tls("127.0.0.1", 1025) == "none"
