"""Every command of the host page runs: here, or in `make dist` and `make stack`, which do what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert
from tools.postgres import free_port

from rondel.cli.main import main, parser
from rondel.server.store import schema
from rondel.server.store.storage import Storage, create_table
from rondel.server.tables.room import Room
from rondel.server.tables.rows import row_of
from rondel.server.wire.events import AnyEvent, Sat, Started, encode
from tests.server.toys import antike

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/host.md").read_text("utf-8")
BLOCKS = re.findall(r"^```bash\n(.*?)^```", PAGE, re.S | re.M)
LINES = [shlex.split(line, comments=True) for block in BLOCKS for line in block.splitlines()]
#: what begins a line that other programs do, and where the same is done by ours
ELSEWHERE = {
    "pip": "tools/dist.py installs every package in a clean environment",
    "/opt/rondel/bin/pip": "tools/image.py installs the wheel with both extras",
    "python3": "tools/dist.py and tools/image.py make environments",
    "make": "the Makefile has the target",
    "docker": "tools/image.py runs the steps of the Dockerfile, tools/stack.py a site like the composed one",
    "apt-get": "tools/stack.py installs Caddy and PostgreSQL",
    "su": "tools/postgres.py makes the database",
    "useradd": "tools/stack.py runs the servers as a user without rights",
    "systemctl": "tools/stack.py starts and restarts the servers",
    "cp": "files of this folder",
}


def fill(url: str) -> None:
    """Make a database with the people, the table and the report that the commands of the page name."""
    storage = Storage(url)
    table, report = (next(words[3] for words in ours() if words[2:3] == [name]) for name in ("kick", "settle"))
    match = antike(("ann", "ben"))
    row = row_of(Room(table, match, {}, 1), match, 1)
    events: list[AnyEvent] = [*(Sat(1, seat, chair) for seat, chair in enumerate(match.chairs)), Started(1)]

    def write(connection: Connection) -> None:
        for name in ("Ann", "Ben"):
            values = {"id": name.lower(), "name": name, "name_key": name.lower(), "email": "", "notify": False}
            connection.execute(insert(schema.players).values(**values, created=1))
        fixed = {"id": table, "host": "ann", "listed": True, "created": 1, "setup": encode(match.setup), "links": b"{}"}
        create_table(connection, {**fixed, **row}, ["ann", "ben"], events)
        connection.execute(
            insert(schema.reports).values(
                id=report, at=1, reporter="ann", kind="player", whom="ben", name="Ben", table_id=table, seq=1, said="",
                why="insults",
            )
        )  # fmt: skip

    storage.submit(write).result(10)
    storage.close()


def ours() -> list[list[str]]:
    return [words for words in LINES if words and words[0] == "rondel"]


def test_each_command_is_run_somewhere() -> None:
    assert len(LINES) > 20
    assert {words[0] for words in LINES if words and words[0] != "rondel"} == set(ELSEWHERE)


@pytest.mark.parametrize("words", ours(), ids=" ".join)
def test_our_commands_are_understood(words: list[str]) -> None:
    parser().parse_args(words[1:])


def test_our_commands_run_in_the_order_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rondel.server.doctor.machine.check_page", list)  # a fresh checkout has no page yet
    monkeypatch.setenv("RONDEL_PORT", str(free_port()))  # another program may be at the usual one
    fill("sqlite:///rondel.db")  # what people have done on the server that the first command starts
    for words in ours():
        if words[1:] != ["serve", "--open"]:
            assert main(words[1:]) == 0, words
            assert capsys.readouterr().out


def test_files_that_are_copied_and_targets_that_are_called_are_there() -> None:
    copied = [word for words in LINES if words and words[0] == "cp" for word in words if word.startswith("deploy/")]
    assert {name for name in copied if not (ROOT / name).exists()} == {"deploy/.env"}, "the copy itself"
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"(?:`|^)make (\w+)", PAGE, re.M):
        assert re.search(rf"^{target}:", makefile, re.M), target
    for name in re.findall(r"`(deploy/[\w.@-]+)`", PAGE):
        assert (ROOT / name).exists() or name == "deploy/backups", name


def test_the_proxy_of_the_page_is_the_one_that_is_run() -> None:
    (block,) = re.findall(r"^```caddy\n(.*?)^```", PAGE, re.S | re.M)
    assert block == (ROOT / "deploy/Caddyfile").read_text("utf-8")


def test_every_file_for_a_site_is_told() -> None:
    beside = {"Dockerfile.dockerignore"}
    assert [
        path.name for path in (ROOT / "deploy").iterdir() if path.name not in PAGE and path.name not in beside
    ] == []
