"""Around the tables: settings, backups, notices, pages, descriptions that are true."""

from __future__ import annotations

import asyncio
import re
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi import FastAPI
from tools.messages import TARGET, VIEWS, page, views_page

from rondel import ledger
from rondel.boards import board_ids
from rondel.cli.main import main
from rondel.record import RULES_VERSION, start_record
from rondel.registry import BOOKS, make
from rondel.server import limits
from rondel.server.core.choices import groups_of
from rondel.server.core.match import new_setup, open_match
from rondel.server.http import routes_info
from rondel.server.http.routes_people import check_email
from rondel.server.http.static_files import FOREVER, add_pages
from rondel.server.people.accounts import Player
from rondel.server.settings import ABOUT, Settings, read_settings
from rondel.server.store.backup import backup, backup_into, restore
from rondel.server.store.schema import secrets
from rondel.server.store.storage import Storage
from rondel.server.wire.messages import ClientMessage, ServerMessage
from rondel.server.wire.refusal import CODES, Refusal
from tests.server.groups import rows_of
from tests.server.live import Live, Person, live
from tests.server.toys import antike

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs/server-protocol.md").read_text("utf-8")

# ---- descriptions ----------------------------------------------------------------------------------------------------


def test_the_types_of_the_client_are_up_to_date() -> None:
    assert TARGET.read_text("utf-8") == page(), "run `make messages`"
    assert VIEWS.read_text("utf-8") == views_page(), "run `make messages`"


def test_the_protocol_page_lists_codes_and_messages() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (.*) \|$", PROTOCOL, re.M)
    assert {code: (int(status), about) for code, status, about in rows} == CODES
    for kind in (*ClientMessage.__args__, *ServerMessage.__args__):
        assert f"`{kind.__struct_config__.tag}`" in PROTOCOL


def test_the_protocol_page_lists_the_routes(lite: Live) -> None:
    listed = set(re.findall(r"`(?:GET|POST|PUT|PATCH|DELETE) (/[^`?]+)", PROTOCOL.replace("\n", " ")))
    plain = {re.sub(r"\{\w+\}", "{}", path).strip() for path in listed}
    described = lite.nobody().get("/api/openapi.json").json()["paths"]
    missing = {path for path in described if re.sub(r"\{\w+\}", "{}", path) not in plain}
    assert missing <= {"/healthz", "/metrics"}


def test_every_code_of_the_table_is_used() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "src/rondel/server").rglob("*.py"))
    assert [code for code in CODES if source.count(f'"{code}"') < 2] == []


def test_the_host_page_lists_every_setting() -> None:
    text = (ROOT / "docs/host.md").read_text("utf-8")
    assert list(ABOUT) == [entry.name for entry in fields(Settings)]
    for name in ABOUT:
        assert f"`RONDEL_{name.upper()}`" in text


# ---- settings --------------------------------------------------------------------------------------------------------


def test_settings_come_from_the_environment_and_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    env = {"RONDEL_PORT": "9000", "RONDEL_METRICS": "no", "RONDEL_BOT_SECONDS": "2.5", "RONDEL_HOST": "::1"}
    found = read_settings(env, host="0.0.0.0", database=None)
    assert (found.port, found.metrics, found.bot_seconds, found.host) == (9000, False, 2.5, "0.0.0.0")
    for name, value in (("RONDEL_PORT", "x"), ("RONDEL_METRICS", "maybe")):
        with pytest.raises(ValueError, match=name):
            read_settings({name: value})
    assert main(["serve", "--settings", "--database", "postgresql://me:secret@db/rondel"]) == 0
    printed = capsys.readouterr().out
    assert "RONDEL_BOT_WORKERS=1" in printed
    assert "secret" not in printed


def test_a_bad_setting_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("RONDEL_PORT", "http")
    assert main(["serve"]) == 2
    assert capsys.readouterr().err == "rondel: RONDEL_PORT must be a whole number, not 'http'.\n"


# ---- backup ----------------------------------------------------------------------------------------------------------


def test_a_backup_made_while_running_restores_everything(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(tmp_path / "all.jsonl")
    with live(url) as server:
        ann = server.guest("Ann")
        table = ann.table("me", "me", title="Kept")["table"]["id"]
        ann.message(table, type="play", rev=0, move="rondel iron")
        ann.message(table, type="play", rev=ann.welcome(table)["rev"], move="rondel gold")
        ann.message(table, type="note", text="remember")
        ann.sign(ann.post("/api/account", {"name": "Keeper", "password": "correct horse battery"}))
        assert main(["backup", target, "--database", url]) == 0
        before = ann.welcome(table)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert main(["restore", target, "--database", other]) == 0
    assert "rows restored" in capsys.readouterr().out
    with live(other) as server:
        again = Person(server)
        again.token = ann.token
        assert again.get("/api/me").status_code == 401, "sessions are not part of a backup"
        again.sign(again.post("/api/session", {"name": "keeper", "password": "correct horse battery"}))
        after = again.welcome(table)
        for key in ("seq", "rev", "step", "view", "log", "you", "note"):
            assert after[key] == before[key], key
    with pytest.raises(ValueError, match="not empty"):
        restore(other, target)


def test_timed_backups_are_kept_for_some_days_and_other_files_for_ever(tmp_path: Path) -> None:
    url, folder = f"sqlite:///{tmp_path / 'rondel.db'}", tmp_path / "backups"
    Storage(url).close()
    first = datetime(2026, 11, 1, 4, tzinfo=UTC)
    (tmp_path / "backups").mkdir()
    (folder / "mine.jsonl").write_text("not ours")
    for day in range(20):
        said = backup_into(url, str(folder), 14, first + timedelta(days=day))
    assert said.endswith("rondel-20261105-040000.jsonl removed.")
    names = sorted(path.name for path in folder.iterdir())
    assert names[0] == "mine.jsonl"
    assert (names[1], names[-1], len(names)) == ("rondel-20261106-040000.jsonl", "rondel-20261120-040000.jsonl", 16)
    again = f"sqlite:///{tmp_path / 'again.db'}"
    restore(again, str(folder / names[-1]))


def test_a_backup_that_fails_leaves_the_last_one_alone(tmp_path: Path) -> None:
    target = tmp_path / "kept.jsonl"
    target.write_text("the last one")
    with pytest.raises(ValueError, match="empty"):
        backup(f"sqlite:///{tmp_path / 'x.db'}", str(target))
    assert target.read_text() == "the last one"


def test_backup_wants_a_file_or_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'rondel.db'}"
    Storage(url).close()
    assert main(["backup", "--into", str(tmp_path / "timed"), "--database", url]) == 0
    assert len(list((tmp_path / "timed").iterdir())) == 1
    with pytest.raises(SystemExit):
        main(["backup", "--database", url])


@pytest.mark.parametrize("damage", ["", "null\n", "{}\n", '{"rondel":"backup","form":"9"}\n', "cut", "garbled"])
def test_a_damaged_backup_is_refused_whole(tmp_path: Path, damage: str) -> None:
    source, good, bad = (f"sqlite:///{tmp_path / 'a.db'}", str(tmp_path / "good"), tmp_path / "bad")
    storage = Storage(source)
    storage.submit(lambda c: c.execute(secrets.insert().values(name="a", value=b"\x00b")) and None).result(5)
    storage.close()
    backup(source, good)
    assert Path(good).stat().st_mode & 0o077 == 0, "a backup holds hashes and keys: nobody else may read it"
    lines = Path(good).read_text().splitlines(keepends=True)
    bad.write_text({"cut": "".join(lines[:-1]), "garbled": lines[0] + '{"table":"nothing"}\n'}.get(damage, damage))
    target = f"sqlite:///{tmp_path / 'b.db'}"
    with pytest.raises(ValueError, match=r"backup|damaged|whole|form"):
        restore(target, str(bad))
    assert restore(target, good).startswith("1 rows"), "nothing of the bad one was left"


def test_an_empty_database_has_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="empty"):
        backup(f"sqlite:///{tmp_path / 'x.db'}", str(tmp_path / "y"))


# ---- addresses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["x", "a@b", "a b@c.d", "a@b.c\n", "<a@b.c>", "a@b@c.d", "é@b.c", "a@b.c,d@e.f"])
def test_what_is_no_address_is_refused(text: str) -> None:
    if text.strip() != text:
        assert check_email(text) == text.strip()
        return
    with pytest.raises(Refusal):
        check_email(text)


# ---- pages -----------------------------------------------------------------------------------------------------------


def _with_pages(folder: Path) -> FastAPI:
    """Serve pages without a server behind them."""
    app = FastAPI()
    app.state.site = SimpleNamespace(settings=Settings(club="nobody is told about tables"))
    add_pages(app, folder)
    return app


def test_the_client_is_served_with_the_right_to_keep_its_assets(tmp_path: Path) -> None:
    import httpx

    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Rondel</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("1")
    (tmp_path / "robots.txt").write_text("User-agent: *")
    app = _with_pages(tmp_path)

    async def fetch() -> list[httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            return [await client.get(path) for path in ("/", "/table/abc", "/assets/app-1a2b.js", "/robots.txt", "/no")]

    home, table, asset, robots, nothing = asyncio.run(fetch())
    assert home.text == table.text == "<title>Rondel</title>"
    assert home.headers["cache-control"] == "no-cache"
    assert asset.headers["cache-control"] == FOREVER
    assert robots.status_code == 200
    assert nothing.status_code == 404


def test_every_page_that_the_client_knows_is_served(tmp_path: Path) -> None:
    import httpx

    (tmp_path / "index.html").write_text("<title>Rondel</title>")
    app = _with_pages(tmp_path)
    source = (Path(__file__).parents[2] / "client" / "src" / "App.svelte").read_text(encoding="utf-8")
    known = re.findall(r'parts\[0\] === "([a-z]+)"( && !?parts\[1\])?', source)
    assert {"learn", "analysis", "table"} <= {name for name, _ in known}

    async def fetch(path: str) -> int:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            return (await client.get(path, headers={"Accept": "text/html"})).status_code

    for name, more in known:
        if name != "admin":  # only for administrators, see test_admin_page
            path = f"/{name}/x" if more == " && parts[1]" else f"/{name}"
            assert asyncio.run(fetch(path)) == 200, path


def test_a_mistyped_address_shows_people_the_page_and_programs_a_refusal(tmp_path: Path) -> None:
    import httpx

    (tmp_path / "index.html").write_text("<title>Rondel</title>")
    app = _with_pages(tmp_path)

    async def fetch(path: str, accept: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            return await client.get(path, headers={"Accept": accept})

    shown = asyncio.run(fetch("/tabel/abc", "text/html,*/*;q=0.8"))
    assert (shown.status_code, shown.text) == (404, "<title>Rondel</title>")
    assert shown.headers["cache-control"] == "no-cache"
    for path, accept in (
        ("/tabel/abc", "application/json"),
        ("/api/nothing", "text/html"),
        ("/assets/x.js", "text/html"),
    ):
        refused = asyncio.run(fetch(path, accept))
        assert refused.status_code == 404
        assert "<title>" not in refused.text


def test_health_and_metrics(lite: Live) -> None:
    person = lite.guest()
    table = person.table("me", "me")["table"]["id"]
    with person.sit(table) as page:
        page.until("welcome")
        page.play()
    assert person.get("/healthz").json()["ok"] is True
    text = person.get("/metrics").text
    assert 'rondel_messages_total{answer="ack",type="play"} 1.0' in text
    assert "rondel_ack_seconds_bucket" in text


def test_games_boards_and_rules_are_told(lite: Live) -> None:
    person = lite.nobody()
    catalogue = person.get("/api/games").json()
    assert "random" in catalogue["bots"]
    for board in board_ids():
        assert len(person.get(f"/api/boards/{board}").json()["regions"]) > 10
    played = {board for book in catalogue["games"] for board in book["boards"]}
    assert played == {*board_ids(), "flowers"}
    assert person.get("/api/boards/flowers").json()["code"] == "not_found"  # tiles are laid in play, there is no map
    assert person.get("/api/rules/antike-2006").json()["clauses"][0]["id"] == "A06-001"
    assert person.get("/api/boards/east/map.svg?theme=dark").text.startswith("<svg")
    assert person.get("/api/rules/chess").json()["code"] == "not_found"


def test_the_illustrated_rules_are_told_with_their_pictures(lite: Live) -> None:
    person = lite.nobody()
    for lang in ("en", "fr", "de"):
        told = person.get(f"/api/guide/attika?lang={lang}").json()
        assert [len(page["sections"]) for page in told["pages"]] == [3, 4]
        parts = [part for page in told["pages"] for section in page["sections"] for part in section["parts"]]
        assert told["summary"]["clauses"] == ["AT-022", "AT-023"]
        for name in (part["picture"] for part in parts if part["picture"]):
            answers = [person.get(f"/api/guide/pictures/{name}.svg?theme={theme}") for theme in ("light", "dark")]
            assert all(answer.text.startswith("<svg") for answer in answers)
            assert answers[0].text != answers[1].text
            assert answers[0].headers["content-security-policy"].startswith("default-src 'none'")
    assert person.get("/api/guide/chess").json()["code"] == "not_found"
    assert person.get("/api/guide/pictures/cat.svg").json()["code"] == "not_found"
    assert person.get("/api/guide/attika?lang=xx").json()["code"] == "bad_message"


def test_the_rules_are_told_in_the_language_there_is(
    lite: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fr").mkdir()
    (tmp_path / "attika.md").write_text("## 1. Box\n| AT-001 | rule | end | He wins. |\n", encoding="utf-8")
    (tmp_path / "fr" / "attika.md").write_text("## 1. Boîte\n| AT-001 | rule | fin | Il gagne. |\n", encoding="utf-8")
    routes_info._rules_json.cache_clear()
    monkeypatch.setattr(ledger, "folder", lambda: tmp_path)
    person = lite.nobody()
    told = {lang: person.get(f"/api/rules/attika?lang={lang}").json() for lang in ("en", "fr", "de")}
    routes_info._rules_json.cache_clear()
    assert [told[lang]["language"] for lang in told] == ["en", "fr", "en"]
    assert told["fr"]["clauses"][0]["text"] == "Il gagne."
    assert told["de"] == told["en"]
    assert person.get("/api/rules/attika?lang=xx").json()["code"] == "bad_message"


def test_what_is_printed_is_what_choices_count_in(lite: Live) -> None:
    person = lite.nobody()
    for book in BOOKS:
        answer = person.get(f"/api/games/{book}")
        told = answer.json()
        assert (told["game"], told["rules"]) == (book, RULES_VERSION)
        assert "max-age" in answer.headers["cache-control"]
        assert len(answer.content) < 6000
    assert person.get("/api/games/chess").json()["code"] == "not_found"
    printed = {book: person.get(f"/api/games/{book}").json() for book in BOOKS}
    match = antike(("ann", "ann"))
    wedges = printed["antike-2006"]["wedges"]
    for row in rows_of(groups_of(match.state)[0]):
        assert match.game.action_text(match.state, int(row["action"])) == f"rondel {wedges[int(row['wedge'])]}"
    assert printed["antike-2"]["knowhows"][1] == {
        "name": "navigatio", "first": 8, "later": 4, "needs": -1, "effect": "galley-actions", "level": 1,
    }  # fmt: skip
    assert {"name": "fortress", "copies": 2}.keys() == printed["antike-duellum"]["cards"][0].keys()
    assert sum(kind["count"] for kind in printed["attika"]["buildings"]) == 30
    assert len(printed["attika"]["tiles"]) == 22
    assert all(len(tile["symbols"]) == len(printed["attika"]["spaces"]) == 7 for tile in printed["attika"]["tiles"])


def test_the_welcome_tells_the_points_that_win(lite: Live) -> None:
    ann = lite.guest()
    plain = ann.table("me", "me", "me")["table"]["id"]
    longer = ann.table("me", "me", "me", options={"target-12": 1})["table"]["id"]
    assert [ann.welcome(table)["target"] for table in (plain, longer)] == [10, 12]
    assert "target" not in ann.welcome(ann.table("me", "me", game="attika")["table"]["id"])


# ---- limits -----------------------------------------------------------------------------------------


def test_old_buckets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WATCHED", 2)
    limiter = limits.Limiter(0.0001, 1)
    limiter.check("a")
    with pytest.raises(Refusal):
        limiter.check("a")
    limiter.check("b")
    limiter.check("c")
    limiter.check("a")


def test_a_player_is_described_without_secrets() -> None:
    assert "password" not in repr(Player("i", "n", True))
    game = make("antike-2006", 2)
    assert open_match(new_setup(start_record(game.new(1)), "ann"), game, ()).step == 0
