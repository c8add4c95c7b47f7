"""Every command of the README and of the host page is run somewhere, and this is the list of where."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools.units import lines_of

from rondel.cli import browser
from rondel.cli.main import parser

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/host.md")
PROGRAM = re.compile(
    r"(?:\.|make|rondel|pip|uvx|pipx|python3?|docker|git|npm|twine|cp|chmod|su|useradd|apt-get|systemctl|journalctl"
    r"|\S*/bin/\w+) \S"
)
#: where a command is run: a file, and words in it that do it
WHERE = {
    "make play": ("tests/docs/test_commands.py", "def test_make_play_opens_the_page"),
    "make play PORT=9000 DATABASE=club.db": ("tests/docs/test_commands.py", "def test_make_play_opens_the_page"),
    ". .venv/bin/activate": ("tests/docs/test_commands.py", "def test_the_environment_can_be_activated"),
    "make test": ("tools/release.py", 'CHECKS = ("test", "dist", "stack")'),
    "make wheel": ("tools/stack.py", '"-m", "build", "--wheel"'),
    "python3 -m venv table": ("tools/dist.py", '"-m", "venv"'),
    'table/bin/pip install "$(ls $PWD/dist/rondel-*.whl)[server]"': (
        "deploy/Dockerfile", '"$(ls /wheel/*.whl)[server,postgres]"'),
    "python3 -m venv lab": ("Makefile", "$(PYTHON) -m venv $(VENV)"),
    "lab/bin/pip install -e '.[pettingzoo]'": ("Makefile", "table-test,pettingzoo,"),
    "table/bin/rondel serve --open": ("tests/cli/test_browser.py", '"--open", "--port"'),
    "make stack": ("tools/release.py", 'CHECKS = ("test", "dist", "stack")'),
    "make setup": ("Makefile", "browser: setup"),
    "make docs": ("Makefile", "types docs clauses client-quick"),
    "make kill": ("tests/server/test_kill.py", "tools.kill"),
    "pip install 'rondel[server]'": ("tools/dist.py", 'wanted = f"{self.package}[server]"'),
    "pip install './dist/rondel-VERSION-py3-none-any.whl[server]'": (
        "tools/dist.py", 'wanted = f"{self.package}[server]"'),
    "uvx --from 'rondel[server]' rondel serve --open": ("tools/dist.py", '"uvx": [place / "uvx"'),
    "pipx run --spec 'rondel[server]' rondel serve --open": ("tools/dist.py", '"pipx": [place / "pipx", "run"'),
    "rondel serve --open": ("tests/cli/test_browser.py", '"--open", "--port"'),
    "systemctl restart rondel@8001": ("tools/stack.py", "machine.restart"),
    "pip install 'rondel[server,postgres]'": ("docs/host.md", "/opt/rondel/bin/pip install 'rondel[server,postgres]'"),
    "pip install 'rondel[server,draw]'": ("Makefile", "draw,rating,server,postgres"),
    "rondel admin reset NAME": ("docs/host.md", "\nrondel admin reset Ann "),
    "chmod 600 rondel.db*": ("tests/docs/test_host.py", "chmod 600 rondel.db*"),
}  # fmt: skip
#: what needs Docker, systemd or hours, and what is run in its place
INSTEAD = {
    "cp deploy/example.env deploy/.env": "tools/stack.py reads the settings from compose.yaml as this file fills it",
    "docker compose -f deploy/compose.yaml up --detach --build": "tools/stack.py does the steps of the Dockerfile",
    "docker compose -f deploy/compose.yaml up --detach --build --no-deps one": "tools/stack.py restarts one server",
    "docker compose -f deploy/compose.yaml up --detach --build --no-deps two": "tools/stack.py restarts the other",
    "docker compose -f deploy/compose.yaml exec one rondel doctor": "tools/stack.py examines the running site",
    "journalctl -u 'rondel@*'": "reads the journal of systemd",
    "make load": "a measurement; its figures stand in docs/performance.md",
    "python -m tools.scale": "a measurement; its figures stand in docs/host.md",
}


def commands(page: str) -> set[str]:
    """Give the commands of a page, those in running text too, without comments."""
    text = (ROOT / page).read_text("utf-8")
    blocks = re.findall(r"^```(?:sh|bash)\n(.*?)^```", text, re.S | re.M)
    lines = [re.sub(r"\s+# .*", "", line).strip() for block in blocks for line in block.splitlines()]
    rest = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", rest)]
    spans += re.findall(r"pip install '[^']+'", text)
    return {line for line in lines if line} | {span for span in spans if PROGRAM.match(span)}


def others(page: str) -> set[str]:
    """Leave out what `test_docs` and `test_host` run themselves, and what `make stack` reads from the page."""
    stack = {re.sub(r"\s+# .*", "", line) for line in lines_of("A site with systemd")}
    in_blocks = {line for line in commands(page) if re.match(r"(?:\S*/)?rondel ", line) and line not in WHERE}
    return commands(page) - stack - in_blocks


def test_each_command_is_run_somewhere_and_nothing_else_is_listed() -> None:
    found = set().union(*map(others, PAGES))
    assert found - set(WHERE) - set(INSTEAD) == set(), "say here where these are run"
    assert set(WHERE) | set(INSTEAD) == found, "these stand on no page any more"


def test_a_command_that_is_new_would_be_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/host.md").write_text("## A\n\nCall `make coffee` and `/metrics`.\n\n```bash\nbrew  # tea\n```\n")
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    assert others("docs/host.md") == {"make coffee", "brew"}


@pytest.mark.parametrize("command", WHERE)
def test_the_place_that_runs_a_command_does(command: str) -> None:
    file, words = WHERE[command]
    text = (ROOT / file).read_text("utf-8")
    if file == "tests/docs/test_commands.py":
        text = text.split("\nINSTEAD = ")[1]  # the list itself runs nothing
    assert words in text, f"{file} no longer runs `{command}`"


def test_what_make_stack_does_is_the_whole_recipe_for_systemd() -> None:
    lines = lines_of("A site with systemd")
    assert {shlex.split(line)[0] for line in lines} >= {"apt-get", "useradd", "python3", "su", "cp", "systemctl"}
    assert 'for line in lines_of("A site with systemd"):' in (ROOT / "tools/stack.py").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_commands_in_running_text_are_understood(page: str) -> None:
    for command in commands(page):
        words = shlex.split(command)
        if words[0] == "rondel" and "…" not in command and words[1:] not in (["admin"], ["admin", "COMMAND"]):
            parser().parse_args(words[1 : words.index(">")] if ">" in words else words[1:])


@pytest.mark.parametrize("page", PAGES)
def test_extras_and_targets_that_are_named_are_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    named = {extra for group in re.findall(r"(?:rondel|whl\)?)\[([\w,]+)\]", text) for extra in group.split(",")}
    assert named
    assert named <= set(extras)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"(?:`|^)make ([\w-]+)", text, re.M):
        assert re.search(rf"^{target}:", makefile, re.M), target


def test_the_environment_can_be_activated() -> None:
    command = f". {shlex.quote(sys.prefix)}/bin/activate && rondel --version"
    said = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout
    assert said.startswith("rondel ")


def test_make_play_opens_the_page(tmp_path: Path) -> None:
    """The environment is there, since `make test` makes it; the page is built if it is old."""
    script = tmp_path / "browser.py"
    script.write_text(
        "import sys, urllib.request\n"
        "opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))\n"
        "print('opened', b'id=\"app\"' in opener.open(sys.argv[1]).read(), flush=True)\n"
    )
    port, database = browser.free_port(21_300), tmp_path / "club.db"
    env = {**os.environ, "BROWSER": f"{sys.executable} {script} %s", "MAKEFLAGS": ""}
    command = ["make", "--old-file=.venv/.play", "play", f"PORT={port}", f"DATABASE={database}"]
    with subprocess.Popen(
        [*command, f"BIN={Path(sys.prefix) / 'bin'}"], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True,
        stderr=subprocess.DEVNULL, start_new_session=True,
    ) as played:  # fmt: skip
        assert played.stdout is not None
        try:
            said = ""
            while (line := played.stdout.readline()) and not line.startswith("opened"):
                said += line
        finally:
            os.killpg(played.pid, signal.SIGINT)
    assert line == "opened True\n"
    assert f"Rondel is at http://127.0.0.1:{port}" in said
    assert database.exists()
