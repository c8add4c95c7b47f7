"""The commands of the host page that are ours run here, in their order; `test_commands` says where the others run."""

from __future__ import annotations

import re
import shlex
import subprocess
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


@pytest.mark.parametrize("words", ours(), ids=" ".join)
def test_our_commands_are_understood(words: list[str]) -> None:
    parser().parse_args(words[1:])


@pytest.mark.untraced
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
    assert "`chmod 600 rondel.db*`" in PAGE
    subprocess.run(["sh", "-c", "chmod 600 rondel.db*"], check=True)


def test_files_that_are_copied_are_there() -> None:
    copied = [word for words in LINES if words and words[0] == "cp" for word in words if word.startswith("deploy/")]
    assert {name for name in copied if not list(ROOT.glob(name))} == {"deploy/.env"}, "the copy itself"
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
