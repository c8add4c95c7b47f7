"""`rondel serve --open`: a free port, a word on where the page is, and a browser."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.cli import browser
from rondel.errors import RondelError


def test_a_port_that_is_taken_gives_way_to_the_next() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        assert port < browser.free_port(port) < port + browser.PORTS


def test_the_near_end_of_a_connection_gives_way_too() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        port = int(client.getsockname()[1])
        assert browser.free_port(port) > port


def test_no_free_port_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "PORTS", 0)
    with pytest.raises(RondelError, match="No port"):
        browser.free_port(8000)


def test_a_browser_is_sent_to_an_address_that_it_can_open() -> None:
    assert browser.page_address("0.0.0.0", 8000) == "http://127.0.0.1:8000"
    assert browser.page_address("192.0.2.7", 80) == "http://192.0.2.7:80"
    assert browser.free_port(21_200, "::") >= 21_200


def test_nobody_answers_on_a_free_port() -> None:
    assert not browser.is_up(f"http://127.0.0.1:{browser.free_port(21_000)}")


@pytest.mark.untraced
def test_serve_opens_the_page_when_it_is_ready(tmp_path: Path) -> None:
    # the browser asks for the page, as a real one would; a server that is not ready would not answer it
    script = tmp_path / "browser.py"
    script.write_text(
        "import sys, urllib.request\n"
        "opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))\n"
        "print('opened', opener.open(sys.argv[1]).status, sys.argv[1], flush=True)\n"
    )
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        said, code = _serve(
            "--open", "--port", str(port), env={"BROWSER": f"{sys.executable} {script} %s"}, folder=tmp_path
        )
    assert f"Port {port} is taken; taking " in said[0]
    assert said[1].startswith("Rondel is at http://127.0.0.1:")
    assert said[2] == f"opened 200 {said[1].split()[3]}"
    assert code == 0, "Ctrl-C is no error"


def _serve(*arguments: str, env: dict[str, str], folder: Path) -> tuple[list[str], int]:
    """Run the server until it has said three lines, and end it as a person does; give lines and exit code."""
    command = [sys.executable, "-m", "rondel", "serve", *arguments]
    environment = {**os.environ, **env, "RONDEL_DATABASE": f"sqlite:///{folder / 'rondel.db'}"}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        try:
            said = [server.stdout.readline().strip() for _ in range(3)]
        finally:
            server.send_signal(signal.SIGINT)
    return said, server.returncode
