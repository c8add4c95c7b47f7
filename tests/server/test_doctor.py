"""`rondel doctor`: every check can fail, and says what to do."""

from __future__ import annotations

import json
import shutil
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rondel.cli.main import main
from rondel.server.doctor import Finding, examine
from rondel.server.doctor.machine import check_disk, check_files, check_names, check_page, check_values
from rondel.server.doctor.outside import check_exposure, check_running, check_site
from rondel.server.doctor.services import (
    check_clock,
    check_database,
    check_mail,
    check_push,
    check_webhook,
    compare_clocks,
)
from rondel.server.settings import Settings
from rondel.server.store.database import make_engine
from rondel.server.store.storage import Storage
from tests.server.live import Live
from tests.server.posts import mail_server, mail_settings, make_certificate


def states(findings: list[Finding], check: str) -> list[str]:
    return [finding.state for finding in findings if finding.check == check]


@contextmanager
def answering(*lines: bytes) -> Iterator[int]:
    """Run a service that says its lines to whoever comes, one for each it hears; give its port."""

    class Service(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            for line in lines:
                self.wfile.write(line)
                self.rfile.readline()

    with socketserver.TCPServer(("127.0.0.1", 0), Service) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield int(server.server_address[1])
        finally:
            server.shutdown()
            thread.join()


# ---- this machine ----------------------------------------------------------------------------------------------------


def test_a_setting_that_is_mistyped_is_named_with_the_one_that_is_meant() -> None:
    (finding,) = check_names({"RONDEL_PROXYS": "127.0.0.1", "HOME": "/"})
    assert (finding.state, finding.todo) == ("warn", "Did you mean RONDEL_PROXIES?")
    assert check_names({"RONDEL_PORT": "80"})[0].state == "ok"
    assert "lists the settings" in check_names({"RONDEL_FOO": "1"})[0].todo, "nothing is near enough"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (Settings(port=0), "RONDEL_PORT"),
        (Settings(log_level="loud"), "RONDEL_LOG_LEVEL"),
        (Settings(bots="greedy,nobody"), "nobody"),
        (Settings(standin="level:99"), "level"),
        (Settings(proxies="caddy"), "RONDEL_PROXIES"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_values_that_cannot_be_meant(settings: Settings, said: str) -> None:
    (finding,) = check_values(settings)
    assert finding.state in ("warn", "fail")
    assert said in finding.said


def test_the_usual_values_are_fine() -> None:
    assert check_values(Settings()) == []
    assert check_values(Settings(proxies="127.0.0.1, 10.0.0.0/8", bots="random, level:2")) == []


def test_a_page_is_looked_through(tmp_path: Path) -> None:
    assert check_page(tmp_path)[0].state == "fail"
    (tmp_path / "index.html").write_text('<script src="/assets/page.js"></script>')
    assert "assets/page.js" in check_page(tmp_path)[0].said
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "page.js").write_text("")
    assert check_page(tmp_path) == [Finding("page", "ok", "2 files.")]


@pytest.mark.parametrize(("free", "state"), [(10**8, "fail"), (5 * 10**8, "warn"), (10**10, "ok")])
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, state: str) -> None:
    real = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda folder: real._replace(free=free))
    assert check_disk(Settings(database=f"sqlite:///{tmp_path / 'rondel.db'}"))[0].state == state
    assert check_disk(Settings(database="postgresql://a@b/c"))[0].state == state


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert check_disk(Settings(database=f"sqlite:///{tmp_path / 'no' / 'rondel.db'}"))[0].state == "fail"


def test_more_connections_than_files() -> None:
    assert check_files(Settings(connections=10**9))[0].state == "warn"
    assert check_files(Settings(connections=1))[0].state == "ok"


# ---- what it leans on ------------------------------------------------------------------------------------------------


def test_a_database_is_looked_at_and_not_changed(url: str) -> None:
    settings = Settings(database=url)
    assert states(check_database(settings), "database") == ["ok"]
    Storage(url).close()
    (finding, *_) = check_database(settings)
    assert "up to date" in finding.said


def test_a_new_file_is_not_made_by_looking(tmp_path: Path) -> None:
    assert "first start creates it" in check_database(Settings(database=f"sqlite:///{tmp_path / 'new.db'}"))[0].said
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_a_newer_program_and_of_an_older_one(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'rondel.db'}"
    Storage(url).close()
    for form, state in (("9999", "fail"), ("0001", "warn")):
        with make_engine(url).begin() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{form}'")
        assert check_database(Settings(database=url))[0].state == state


def test_a_database_that_others_can_read(tmp_path: Path) -> None:
    path = tmp_path / "rondel.db"
    Storage(f"sqlite:///{path}").close()
    path.chmod(0o644)
    assert check_database(Settings(database=f"sqlite:///{path}"))[1].todo == f"chmod 600 {path}*"


@pytest.mark.parametrize("database", ["nonsense", "mysql://a@b/c", "postgresql://rondel@127.0.0.1:9/rondel"])
def test_a_database_that_cannot_be_used(database: str) -> None:
    (finding,) = check_database(Settings(database=database))
    assert finding.state == "fail"
    assert finding.todo


def test_a_file_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rondel.db").touch()
    monkeypatch.setattr("os.access", lambda path, mode: False)
    for name in ("rondel.db", "other.db"):
        assert check_database(Settings(database=f"sqlite:///{tmp_path / name}"))[0].state == "fail"


def test_clocks() -> None:
    assert compare_clocks("the database", 1000, 1002).state == "ok"
    assert "30 s apart" in compare_clocks("the database", 1000, 1030).said
    assert check_clock(now=10**9, made=2 * 10**9)[0].state == "fail"
    assert check_clock(now=10**9, made=10**9 - 1)[0].state == "ok"


def test_a_mail_server_is_greeted() -> None:
    assert check_mail(Settings())[0].state == "ok"
    assert check_mail(Settings(smtp="127.0.0.1:9"))[0].state == "fail"
    assert check_mail(Settings(smtp="127.0.0.1:9", smtp_tls="maybe"))[0].todo.startswith("Fix RONDEL_SMTP and")
    hello = (b"220 hello\r\n", b"250 mail.example\r\n", b"250 good\r\n", b"221 bye\r\n")
    with answering(*hello) as port:
        smtp = f"127.0.0.1:{port}"
        assert check_mail(Settings(smtp=smtp))[0].todo.startswith("Set RONDEL_MAIL_FROM")
        sender = "table@club.example"
        assert check_mail(Settings(smtp=smtp, mail_from=sender))[0].todo == "Set RONDEL_SITE."
        site = "https://club.example"
        assert check_mail(Settings(smtp=smtp, mail_from=sender, site=site))[0].state == "ok"
    with answering(*hello[:2], b"221 bye\r\n") as port:
        assert "STARTTLS" in check_mail(Settings(smtp=f"127.0.0.1:{port}", smtp_tls="starttls"))[0].said
    with answering(*hello[:2], b"502 no\r\n", b"221 bye\r\n") as port:
        assert "502" in check_mail(Settings(smtp=f"127.0.0.1:{port}"))[0].said


def test_encryption_and_login_of_a_mail_server_are_checked(tmp_path: Path) -> None:
    certificate = make_certificate(tmp_path)
    with mail_server(certificate) as mails:
        good = Settings(**mail_settings(mails, certificate), site="https://club.example")
        assert check_mail(good)[0].said.endswith("answers with TLS, the login is good.")
        assert "RONDEL_SMTP_CA" in check_mail(replace(good, smtp_ca=""))[0].todo
        assert "refuses the login" in check_mail(replace(good, smtp_password="wrong"))[0].said
        assert mails.kept == []


def test_what_pushes_need_is_said() -> None:
    assert check_push(Settings(push=False))[0].said.startswith("Off")
    assert check_push(Settings())[0].state == "ok"
    assert "https" in check_push(Settings(site="http://club.example"))[0].said
    assert "RONDEL_PUSH_CONTACT" in check_push(Settings(site="https://club.example"))[0].todo
    assert check_push(Settings(site="https://club.example", push_contact="a@club.example"))[0].state == "ok"
    assert "RONDEL_CALL_PRIVATE" in check_push(Settings(call_private=True))[0].todo


def test_a_webhook_is_reached() -> None:
    assert check_webhook(Settings()) == []
    assert check_webhook(Settings(webhook="club.example/turn"))[0].state == "fail"
    assert check_webhook(Settings(webhook="http://127.0.0.1:9/turn"))[0].state == "fail"
    with answering() as port:
        assert check_webhook(Settings(webhook=f"http://127.0.0.1:{port}/turn"))[0].state == "ok"


# ---- from outside ----------------------------------------------------------------------------------------------------


def test_a_running_server_is_known(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(port=lite.port)
    assert "runs at" in check_running(settings)[0].said
    monkeypatch.setattr("rondel.server.doctor.outside.__version__", "99")
    assert check_running(settings)[0].todo == "Restart the server."
    assert "Nothing runs" in check_running(Settings(port=9))[0].said


def test_another_program_on_the_port() -> None:
    with answering(b"HTTP/1.0 200 OK\r\n\r\nhello\r\n") as port:
        assert check_running(Settings(host="0.0.0.0", port=port))[0].state == "fail"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (Settings(host="0.0.0.0"), "without TLS"),
        (Settings(site="http://club.example", proxies="127.0.0.1"), "no TLS"),
        (Settings(site="https://club.example"), "count as one"),
        (Settings(site="https://club.example", proxies="*", host="::"), "trusted from everybody"),
    ],
    ids=["no proxy", "no TLS", "no headers", "all headers"],
)
def test_settings_that_do_not_suit_a_proxy(settings: Settings, said: str) -> None:
    (finding,) = check_exposure(settings)
    assert finding.state == "warn"
    assert said in finding.said


def test_settings_that_suit() -> None:
    assert check_exposure(Settings())[0].state == "ok"
    assert check_exposure(Settings(host="localhost"))[0].state == "ok"
    assert check_exposure(Settings(site="https://club.example", proxies="127.0.0.1")) == []


def test_a_site_is_gone_through_as_by_a_visitor(lite: Live) -> None:
    findings = check_site(Settings(site=lite.base))
    assert {finding.check: finding.state for finding in findings} == {
        "site": "ok", "clock": "ok", "websocket": "ok", "metrics": "warn",
    }  # fmt: skip
    assert check_site(Settings()) == []
    assert check_site(Settings(site="http://127.0.0.1:9"))[0].state == "warn"


def test_a_proxy_that_does_not_pass_websockets_on(lite: Live) -> None:
    with answering(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n") as port:
        findings = check_site(Settings(site=f"http://127.0.0.1:{port}"))
    assert states(findings, "websocket") == ["fail"]
    with answering(b"HTTP/1.0 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n") as port:
        (finding,) = check_site(Settings(site=f"http://127.0.0.1:{port}"))
    assert "502" in finding.said


# ---- all of it -------------------------------------------------------------------------------------------------------


def test_the_report_and_its_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rondel.server.doctor.machine.check_page", list)
    url = f"sqlite:///{tmp_path / 'rondel.db'}"
    assert main(["doctor", "--database", url]) == 0
    assert "ok    database" in capsys.readouterr().out
    monkeypatch.setenv("RONDEL_SMTP", "127.0.0.1:9")
    assert main(["doctor", "--json", "--database", url]) == 1
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    assert [finding["check"] for finding in report["findings"] if finding["state"] == "fail"] == ["mail"]
    assert main(["doctor", "--database", url]) == 1
    assert "→ Fix RONDEL_SMTP" in capsys.readouterr().out


def test_a_setting_that_cannot_be_read_ends_it() -> None:
    findings = examine({"RONDEL_PORT": "many"})
    assert [(finding.check, finding.state) for finding in findings] == [("settings", "ok"), ("settings", "fail")]
