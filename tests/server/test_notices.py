"""People are called: once a turn, by the channels they chose, in their language, and only while it matters."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, get_args

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import func, select, update

from rondel.server.notices import outbox, outward, wishes, words
from rondel.server.notices.facts import lead_of
from rondel.server.notices.hook import body_of
from rondel.server.notices.notices import LANES
from rondel.server.notices.outbox import Call
from rondel.server.notices.outward import Target, is_public, look_up, parse
from rondel.server.people import accounts
from rondel.server.store import schema
from rondel.server.store.storage import Storage
from rondel.server.tables.calling import calls_of
from rondel.server.tables.room import Room
from rondel.server.wire.bodies import Language
from rondel.server.wire.events import Orders
from rondel.server.wire.notices import USUAL
from rondel.server.wire.refusal import Refusal
from tests.server.live import Live, Person, live
from tests.server.posts import Browser, Certificate, Mails, Web, mail_server, make_certificate, padded
from tests.server.posts import web_server as run_web
from tests.server.test_match import at_a_battle_question
from tests.server.test_tables import until
from tests.server.toys import no_chance

DAYS = {"pace": {"kind": "days", "days": 2}}


@pytest.fixture
def web() -> Iterator[Web]:
    with run_web() as running:
        yield running


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def mails(certificate: Certificate) -> Iterator[Mails]:
    with mail_server(certificate) as running:
        yield running


@pytest.fixture
def calling(tmp_path: Path, web: Web) -> Iterator[Live]:
    """Run a server that may call the loopback, and does so at once."""
    with live(f"sqlite:///{tmp_path / 'x.db'}", call_private=True, webhook=f"{web.base}/site") as running:
        running.site.notices.soon = 0
        yield running


def pushed_to(person: Person, web: Web, path: str = "/push/1") -> Browser:
    browser = Browser(web.base + path)
    answer = person.post("/api/me/pushes", {**browser.subscription, "label": "Firefox", "lang": "fr"})
    assert answer.status_code == 200, answer.text
    return browser


def of(web: Web, path: str) -> list[Any]:
    return [request for request in web.kept if request.path.startswith(path)]


def two(server: Live, **more: Any) -> tuple[Person, Person, str]:
    """Give a table of two that has not begun and whose first turn is Ann's, and its players."""
    ann, ben = server.guest("Ann"), server.guest("Ben")
    return ann, ben, first_for(ann, **more)


def first_for(person: Person, **more: Any) -> str:
    """Make a table at which somebody will begin; who does is drawn."""
    for _ in range(60):
        made = person.table("me", "open", **more)["table"]
        if made["to_act"] == 0:
            return str(made["id"])
    raise AssertionError("always the other seat begins")


# ---- push ------------------------------------------------------------------------------------------------------------


def test_a_push_is_encrypted_for_the_browser_and_signed_by_the_server(calling: Live, web: Web) -> None:
    ann, ben, table = two(calling)
    browser = pushed_to(ann, web)
    ben.post(f"/api/tables/{table}/join", {})
    until(lambda: bool(of(web, "/push")))
    told = of(web, "/push")[0]
    payload = json.loads(browser.read(told.body))
    assert payload["tag"] == table
    assert payload["url"] == f"/table/{table}"
    assert payload["title"] == "À vous de jouer"
    assert "Ben" in payload["body"]
    assert told.headers["content-encoding"] == "aes128gcm"
    assert int(told.headers["ttl"]) > 0
    assert len(told.headers["topic"]) == 32
    scheme, _, fields = told.headers["authorization"].partition(" ")
    token, key = (part.strip().partition("=")[2] for part in fields.split(","))
    assert scheme == "vapid"
    assert key == ann.get("/api/me/notices").json()["key"]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(key))
    claims = jwt.decode(token, public, algorithms=["ES256"], audience="http://127.0.0.1")
    assert claims["sub"] == "mailto:rondel@localhost"
    assert 0 < claims["exp"] - time.time() < 24 * 3600


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_forgotten(calling: Live, web: Web, status: int) -> None:
    ann = calling.guest("Ann")
    pushed_to(ann, web)
    web.status = status
    assert ann.post("/api/me/notices/test", {"channel": "push"}).json() == {"sent": False, "why": "no browser"}
    assert ann.get("/api/me/notices").json().get("devices") is None


def test_a_push_service_that_is_busy_is_asked_again(calling: Live, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (100,) * 4)
    ann, ben, table = two(calling)
    pushed_to(ann, web)
    web.answer = lambda request: 201 if len(of(web, "/push")) > 2 else 503
    ben.post(f"/api/tables/{table}/join", {})
    until(lambda: len(of(web, "/push")) == 3)
    time.sleep(2.5)
    assert len(of(web, "/push")) == 3


def test_a_browser_belongs_to_whoever_uses_it(calling: Live, web: Web) -> None:
    ann, ben = calling.guest("Ann"), calling.guest("Ben")
    pushed_to(ann, web)
    pushed_to(ben, web)
    assert "devices" not in ann.get("/api/me/notices").json()
    devices = ben.get("/api/me/notices").json()["devices"]
    assert [device["label"] for device in devices] == ["Firefox"]
    ann.call("DELETE", f"/api/me/pushes/{devices[0]['id']}")
    assert ben.get("/api/me/notices").json()["devices"] == devices, "nobody else can take it away"
    assert "devices" not in ben.call("DELETE", f"/api/me/pushes/{devices[0]['id']}").json()


def test_only_so_many_browsers_are_kept(calling: Live, web: Web) -> None:
    ann = calling.guest("Ann")
    for number in range(11):
        pushed_to(ann, web, f"/push/{number}")
    assert len(ann.get("/api/me/notices").json()["devices"]) == 8


@pytest.mark.parametrize(
    "keys", [{"p256dh": "x", "auth": "x"}, {"p256dh": "A" * 87, "auth": "A" * 22}, {"p256dh": "é", "auth": "x"}]
)
def test_keys_with_which_nothing_can_be_encrypted_are_refused(calling: Live, web: Web, keys: dict[str, str]) -> None:
    answer = calling.guest("Ann").post("/api/me/pushes", {"endpoint": f"{web.base}/push", "keys": keys})
    assert answer.json()["code"] == "bad_message"


def test_the_keys_of_the_server_last(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with live(f"sqlite:///{tmp_path / 'x.db'}") as server:
            keys.append(server.guest().get("/api/me/notices").json()["key"])
    assert keys[0] == keys[1] != ""


# ---- one notice a turn -----------------------------------------------------------------------------------------------


def decide(person: Person, table: str) -> None:
    """Make one decision that is legal."""
    texts = person.message(table, type="texts")["rows"]
    rev = person.welcome(table)["rev"]
    assert person.message(table, type="play", rev=rev, actions=[texts[0]["action"]])["type"] == "ack"


def whose(server: Live, table: str, *people: Person) -> Person:
    seat = people[0].welcome(table)["table"]["to_act"]
    chair = people[0].welcome(table)["table"]["seats"][seat]["chair"]
    return next(person for person in people if person.id == chair["player"])


def forget_polls(server: Live, table: str) -> None:
    """Let everybody have been away for long."""
    room = server.site.hub.rooms[table]
    room.polled.clear()


def test_a_turn_brings_one_notice_however_many_decisions_it_takes(calling: Live, web: Web) -> None:
    ann, ben, table = two(calling)
    pushed_to(ann, web, "/push/ann")
    pushed_to(ben, web, "/push/ben")
    ben.post(f"/api/tables/{table}/join", {})
    until(lambda: len(of(web, "/push/ann")) == 1)
    for _ in range(40):
        forget_polls(calling, table)
        if whose(calling, table, ann, ben) is ben:
            break
        forget_polls(calling, table)
        decide(ann, table)
        forget_polls(calling, table)
    until(lambda: len(of(web, "/push/ben")) >= 2)  # the beginning, and the turn
    time.sleep(1.5)
    assert len(of(web, "/push/ann")) == 1
    assert len(of(web, "/push/ben")) == 2


def test_who_is_looking_is_not_called(calling: Live, web: Web) -> None:
    ann, ben, table = two(calling)
    pushed_to(ann, web)
    with ann.sit(table):
        ben.post(f"/api/tables/{table}/join", {})
        time.sleep(2.0)
    assert of(web, "/push") == []


def test_who_has_come_back_before_it_is_sent_is_not_called(calling: Live, web: Web) -> None:
    calling.site.notices.soon = 1_500
    ann, ben, table = two(calling)
    pushed_to(ann, web)
    ben.post(f"/api/tables/{table}/join", {})
    with ann.sit(table):
        time.sleep(3.5)
    assert of(web, "/push") == []


def test_where_a_standing_order_answers_nobody_is_called() -> None:
    asked = at_a_battle_question()
    seat, last = asked.state.to_act, asked.plies[-1].event
    player, attacker = asked.chairs[seat].player, asked.chairs[last.seat].player
    asked.adopt(asked.undo(attacker, asked.rev, asked.step - 1, 8).after)
    for orders, called in ((Orders("ask"), True), (Orders("peace"), False)):
        match = asked.fork()
        match.adopt(match.order(player, seat, orders, 9, no_chance).after)
        draft = match.play(attacker, match.rev, [last.action], 10, no_chance)
        calls = calls_of(Room("t", match, {}, 0), draft, 10, 0)
        assert (player in {call.player for call in calls}) is called


def test_the_host_is_told_by_the_webhook_of_the_site(calling: Live, web: Web) -> None:
    _, ben, table = two(calling)
    ben.post(f"/api/tables/{table}/join", {})
    until(lambda: bool(of(web, "/site")))
    told = json.loads(of(web, "/site")[0].body)
    assert told["table"] == table
    assert told["name"] == "Ann"
    assert "rondel" in told["prompt"]
    assert told["link"].endswith(f"/table/{table}")


# ---- the matrix ------------------------------------------------------------------------------------------------------


def test_what_a_player_does_not_want_is_not_sent(calling: Live, web: Web) -> None:
    ann, ben, table = two(calling)
    pushed_to(ann, web, "/push/ann")
    pushed_to(ben, web, "/push/ben")
    wants = {**USUAL, "turn": ["hook"], "begin": []}
    kept = ann.call("PUT", "/api/me/notices", {"wants": wants, "lang": "de"}).json()["wants"]
    assert kept == wants
    ben.call("PUT", "/api/me/notices", {"wants": {"begin": ["push"]}, "lang": "de"})
    ben.post(f"/api/tables/{table}/join", {})
    until(lambda: bool(of(web, "/push/ben")))
    time.sleep(1.2)
    assert of(web, "/push/ann") == []


def test_words_at_a_table_call_the_others_once(calling: Live, web: Web) -> None:
    ann, ben, table = two(calling)
    browser = pushed_to(ben, web)
    ben.post(f"/api/tables/{table}/join", {})
    forget_polls(calling, table)
    for text in ("hello", "are you there"):
        ann.message(table, type="say", text=text)
    until(lambda: any("Ann" in json.loads(browser.read(told.body))["title"] for told in of(web, "/push")))
    time.sleep(1.2)
    titles = [json.loads(browser.read(told.body))["title"] for told in of(web, "/push")]
    assert titles.count("Ann vous a écrit") == 1


def test_nobody_is_called_by_whom_they_muted(calling: Live, web: Web) -> None:
    ann, ben, table = two(calling)
    pushed_to(ben, web)
    ben.call("PUT", "/api/me/notices", {"wants": {**USUAL, "begin": [], "turn": []}, "lang": "en"})
    ben.post(f"/api/tables/{table}/join", {})
    ben.call("PUT", f"/api/me/muted/{ann.id}", {})
    forget_polls(calling, table)
    ann.message(table, type="say", text="hello")
    time.sleep(2.0)
    assert of(web, "/push") == []


def test_what_a_server_cannot_do_is_not_offered(tmp_path: Path) -> None:
    with live(f"sqlite:///{tmp_path / 'x.db'}", site="http://club.example", webhooks=False) as server:
        ann = server.guest("Ann")
        settings = ann.get("/api/me/notices").json()
        assert settings["can"] == []
        assert "key" not in settings
        for method, path, body in (
            ("PUT", "/api/me/hook", {"address": "https://192.0.2.1/", "style": "json"}),
            ("POST", "/api/me/mail", {}),
            ("POST", "/api/forgot", {"name": "Ann"}),
        ):
            assert ann.call(method, path, body).json()["code"] == "not_found"
        assert ann.post("/api/me/notices/test", {"channel": "push"}).json()["sent"] is False


def test_every_word_is_there_in_every_language() -> None:
    about = {"who": "Ben", "game": "antike-2", "title": "Friday", "others": "Ben, Cleo"}
    assert set(words.WORDS) == set(get_args(Language))
    for lang in get_args(Language):
        assert words.WORDS[lang].keys() == words.WORDS["en"].keys()
        for event in (*USUAL, "test", "confirm", "reset"):
            title, text = words.say(lang, event, about)
            assert title
            assert "{" not in title + text
    assert words.say("en", "turn", about)[1] == "It is your turn: Friday (Antike II) with Ben and Cleo."
    assert words.say("xx", "turn", {})[1] == "It is your turn: Rondel."


# ---- the outbox ------------------------------------------------------------------------------------------------------


def waiting(storage: Storage) -> int:
    rows = select(func.count()).select_from(schema.outbox).where(schema.outbox.c.done == 0)
    return int(storage.read_now(lambda connection: connection.execute(rows).scalar_one()))


def reachable(storage: Storage) -> str:
    """Make a guest with a webhook."""
    player: str = storage.submit(lambda c: accounts.add_guest(c, "Ann", 0)).result().id
    storage.submit(lambda c: wishes.keep_hook(c, player, "https://hooks.example/", "json")).result()
    return player


def test_a_notice_is_written_once_and_sent_by_one(storage: Storage) -> None:
    player = reachable(storage)
    call = Call("turn", player, "t", "7")
    for _ in range(3):
        storage.submit(lambda c: outbox.put(c, [call], ["hook"], 1_000)).result()
    assert waiting(storage) == 1
    first = storage.submit(lambda c: outbox.claim(c, 2_000, LANES)).result()
    assert [job.event for job in first] == ["turn"]
    assert storage.submit(lambda c: outbox.claim(c, 2_000, LANES)).result() == [], "another process has it"
    later = 2_000 + outbox.LEASE
    assert len(storage.submit(lambda c: outbox.claim(c, later, LANES)).result()) == 1, "that process has died"
    storage.submit(lambda c: outbox.finish(c, first[0].key, later)).result()
    storage.submit(lambda c: outbox.put(c, [call], ["hook"], later)).result()
    assert waiting(storage) == 0, "it was told before"


def test_webhooks_that_are_slow_leave_room_for_mails_and_pushes(storage: Storage) -> None:
    player = reachable(storage)
    calls = [Call("turn", player, f"t{number}") for number in range(30)]
    storage.submit(lambda c: outbox.put(c, calls, ["hook"], 0)).result()
    for channel in ("mail", "push"):
        storage.submit(lambda c, channel=channel: outbox.add(c, calls[0], channel, 500)).result()  # type: ignore[misc]
    taken = Counter(job.channel for job in storage.submit(lambda c: outbox.claim(c, 1_000, LANES)).result())
    assert taken == {"hook": LANES["hook"], "mail": 1, "push": 1}
    full = {**LANES, "hook": 0}
    assert storage.submit(lambda c: outbox.claim(c, 1_000, full)).result() == []


def test_a_notice_is_given_up_after_some_tries(storage: Storage) -> None:
    player = reachable(storage)
    storage.submit(lambda c: outbox.put(c, [Call("turn", player, "t")], ["hook"], 0)).result()
    now, tries = 1, 0
    while waiting(storage):
        now += 10**8 // 10
        for job in storage.submit(partial(outbox.claim, now=now, room=LANES)).result():
            tries += 1
            storage.submit(partial(outbox.again, job=job, now=now)).result()
        assert tries < 10
    assert tries == len(outbox.PAUSES) + 1


def test_the_queue_is_bounded(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    player = reachable(storage)
    calls = [Call("turn", player, f"t{number}") for number in range(outbox.EACH + 20)]
    storage.submit(lambda c: outbox.put(c, calls, ["hook"], 0)).result()
    assert waiting(storage) == outbox.EACH
    monkeypatch.setattr(outbox, "ALL", 10)
    storage.submit(lambda c: outbox.tidy(c, 0)).result()
    assert waiting(storage) == 10


def test_what_waits_is_sent_after_a_restart(tmp_path: Path, web: Web) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with live(url, call_private=True) as server:
        server.site.notices.soon = 3_000
        ann, ben, table = two(server)
        pushed_to(ann, web)
        ben.post(f"/api/tables/{table}/join", {})
    assert of(web, "/push") == []
    with live(url, call_private=True):
        until(lambda: len(of(web, "/push")) == 1)


# ---- reminders and daily mails ---------------------------------------------------------------------------------------


def test_a_reminder_comes_before_time_runs_out(calling: Live, web: Web) -> None:
    ann, ben, table = two(calling, **DAYS)
    browser = pushed_to(ann, web)
    ben.post(f"/api/tables/{table}/join", {})
    until(lambda: len(of(web, "/push")) == 1)
    day = 86_400_000
    lead = lead_of(2 * day)
    assert lead == day // 2
    storage, notices = calling.site.storage, calling.site.notices
    row = storage.read_now(lambda c: c.execute(select(schema.outbox).where(schema.outbox.c.event == "reminder")).one())
    assert abs(row.due - notices.now() - (2 * day - lead)) < 60_000
    moved = notices.now()
    notices.now = lambda: moved + 2 * day - lead + 1_000
    until(lambda: len(of(web, "/push")) == 2)
    assert json.loads(browser.read(of(web, "/push")[1].body))["title"] == "Votre temps sera bientôt écoulé"


def test_a_reminder_waits_where_the_clock_was_put_forward(calling: Live, web: Web) -> None:
    ann, ben, table = two(calling, **DAYS)
    pushed_to(ann, web)
    ann.call("PUT", "/api/me/notices", {"wants": {**USUAL, "turn": []}, "lang": "en"})
    ben.post(f"/api/tables/{table}/join", {})
    storage, notices = calling.site.storage, calling.site.notices
    later = notices.now() + 5 * 86_400_000
    storage.submit(
        lambda c: c.execute(update(schema.tables).where(schema.tables.c.id == table).values(due=later))
    ).result()
    moved = notices.now() + 2 * 86_400_000
    notices.now = lambda: moved
    query = select(schema.outbox.c.due).where(schema.outbox.c.event == "reminder")
    until(lambda: storage.read_now(lambda c: c.execute(query).scalar_one()) > moved)
    assert of(web, "/push") == []


# ---- webhooks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url", ["http://example.org/", "ftp://example.org/", "https://", "https://a:b@example.org/", "https://é.org/", "x",
            "https://example.org:x/", "https://exa\nmple.org/"]
)  # fmt: skip
def test_what_is_no_address_to_call_is_refused(url: str) -> None:
    with pytest.raises(Refusal):
        parse(url)


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1", "::1", "fe80::1",
     "fc00::1", "fec0::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1", "255.255.255.255",
     "x", "::"],
)  # fmt: skip
def test_addresses_of_this_network_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"])
def test_a_webhook_cannot_lead_into_the_network_of_the_server(lite: Live, host: str) -> None:
    wish = {"address": f"https://{host}/hook", "style": "json"}
    assert lite.guest().call("PUT", "/api/me/hook", wish).json()["code"] == "bad_message"


def test_the_address_that_was_checked_is_the_one_that_is_called(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """A name that leads elsewhere a moment later is not looked up again."""
    port = int(web.base.rpartition(":")[2])
    asked: list[str] = []

    def resolve(host: str, number: int, *rest: Any, **named: Any) -> list[Any]:
        asked.append(host)
        elsewhere = asked.count("changing.example") > 1
        return [(2, 1, 6, "", ("192.0.2.9" if elsewhere else "127.0.0.1", number))]

    monkeypatch.setattr("socket.getaddrinfo", resolve)
    target = look_up(f"http://changing.example:{port}/hook", private=True)
    assert outward.post(Target(target.host, port, target.address, "/hook", False), b"{}", {}, 2.0) == 201
    assert asked.count("changing.example") == 1
    assert web.kept[0].headers["host"] == f"changing.example:{port}"


def test_a_redirect_is_not_followed(calling: Live, web: Web) -> None:
    ann = calling.guest("Ann")
    ann.call("PUT", "/api/me/hook", {"address": f"{web.base}/hook", "style": "json"})
    web.status, web.headers = 302, {"Location": f"{web.base}/elsewhere"}
    assert ann.post("/api/me/notices/test", {"channel": "hook"}).json() == {"sent": False, "why": "status 302"}
    assert [request.path for request in web.kept] == ["/hook"]


def test_a_slow_webhook_is_left_after_three_seconds(calling: Live, web: Web) -> None:
    ann = calling.guest("Ann")
    ann.call("PUT", "/api/me/hook", {"address": f"{web.base}/hook", "style": "json"})

    def late(request: object) -> int:
        time.sleep(6)
        return 200

    web.answer = late
    began = time.monotonic()
    assert ann.post("/api/me/notices/test", {"channel": "hook"}).json()["sent"] is False
    assert time.monotonic() - began < 4.5


def test_a_webhook_that_fails_again_and_again_is_switched_off(calling: Live, web: Web) -> None:
    ann = calling.guest("Ann")
    wish = {"address": f"{web.base}/hook", "style": "slack"}
    ann.call("PUT", "/api/me/hook", wish)
    web.status = 500
    for _ in range(5):
        ann.post("/api/me/notices/test", {"channel": "hook"})
    assert ann.get("/api/me/notices").json()["hook_off"] is True
    web.status = 200
    assert "hook_off" not in ann.call("PUT", "/api/me/hook", wish).json()
    assert ann.post("/api/me/notices/test", {"channel": "hook"}).json()["sent"] is True
    assert "hook" not in ann.call("DELETE", "/api/me/hook").json()


def test_each_chat_service_gets_the_body_it_takes() -> None:
    body, _ = body_of("discord", "Your turn", "@everyone Antike", "https://x/")
    assert json.loads(body) == {"content": "Your turn: @everyone Antike https://x/", "allowed_mentions": {"parse": []}}
    for style in ("slack", "mattermost"):
        assert json.loads(body_of(style, "Your turn", "<a> & b", "https://x/")[0]) == {
            "text": "Your turn: &lt;a&gt; &amp; b https://x/"
        }
    body, headers = body_of("ntfy", "À vous", "Antike", "https://x/")
    assert body == b"Antike"
    assert headers["Click"] == "https://x/"
    assert headers["Title"].isascii()
    assert json.loads(body_of("json", "a", "b", "c", "turn")[0])["event"] == "turn"
