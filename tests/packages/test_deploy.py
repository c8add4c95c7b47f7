"""The files that set a site up name commands and settings that there are; `make stack` runs them."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from tools.image import Image, instructions
from tools.units import Machine, Unit, lines_of

from rondel.cli.main import parser
from rondel.server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
SETTINGS = {f"RONDEL_{field.name.upper()}" for field in fields(Settings)}
#: names that stand in the files for the proxy and for compose
OTHERS = {"RONDEL_DOMAIN", "RONDEL_SERVERS", "RONDEL_NAME"}
UNITS = ["rondel@.service", "rondel-backup.service"]


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(DEPLOY.iterdir()), ids=lambda path: path.name)
def test_every_setting_that_is_named_is_one(path: Path) -> None:
    named = set(re.findall(r"\bRONDEL_[A-Z_]+\b", path.read_text(encoding="utf-8")))
    assert named <= SETTINGS | OTHERS


@pytest.mark.parametrize("name", UNITS)
def test_the_units_start_commands_that_there_are(name: str) -> None:
    started = re.findall(r"^Exec\w+=-?/opt/rondel/bin/rondel (.+)$", read(name), re.M)
    assert started
    for command in started:
        parser().parse_args(shlex.split(command.replace("%i", "8001")))


def test_the_units_share_user_data_and_settings() -> None:
    for line in ("User=rondel", "StateDirectory=rondel", "EnvironmentFile=-/etc/rondel.env"):
        assert all(line in read(name).splitlines() for name in UNITS), line
    server = read("rondel@.service")
    assert server.index("Environment=RONDEL_DATABASE") < server.index("EnvironmentFile="), "the file goes first"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for path in DEPLOY.glob("rondel*.*er*"):
        text = path.read_text(encoding="utf-8").replace("/opt/rondel/bin/rondel", "/bin/true")
        (tmp_path / path.name.replace("@", "@8001")).write_text(text.replace("User=rondel", "User=root"))
    units = [str(path) for path in tmp_path.iterdir()]
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *units]
    done = subprocess.run(command, capture_output=True, text=True)
    assert len(units) == 3
    assert done.returncode == 0, done.stderr
    assert "rondel" not in done.stderr


def test_the_timer_is_for_the_backup() -> None:
    assert "OnCalendar=" in read("rondel-backup.timer")
    assert (DEPLOY / "rondel-backup.service").exists()


def test_the_composed_site_has_all_its_parts() -> None:
    services = yaml.safe_load(read("compose.yaml"))["services"]
    assert set(services) == {"one", "two", "caddy", "db", "backup"}
    servers = services["caddy"]["environment"]["RONDEL_SERVERS"].split()
    assert servers == ["one:8000", "two:8000"]
    assert services["one"]["environment"]["RONDEL_DATABASE"].startswith("postgresql://")
    _, _, script = services["backup"]["command"]
    command = re.search(r"rondel (backup [^;]+)", script)
    assert command is not None
    args = parser().parse_args(shlex.split(command[1]))
    assert args.keep == 14
    assert services["backup"]["volumes"] == [f"./backups:{args.into}"]
    example = set(re.findall(r"^#?(\w+)=", read("example.env"), re.M))
    assert example == set(re.findall(r"\$\{(\w+)", read("compose.yaml")))


def test_the_image_installs_the_wheel_and_starts_the_server() -> None:
    steps = instructions(read("Dockerfile"))
    kinds = [kind for kind, _ in steps]
    assert kinds.index("USER") < kinds.index("CMD"), "the server does not run as root"
    assert not [rest for kind, rest in steps if kind == "COPY" and "src" in rest], "nothing but the wheel"
    assert ("CMD", '["rondel", "serve"]') in steps
    assert {rest.partition("=")[0] for kind, rest in steps if kind == "ENV"} <= SETTINGS | {"PATH"}


def test_paths_of_the_image_go_into_its_folder(tmp_path: Path) -> None:
    image = Image(tmp_path, tmp_path)
    assert image.inside("sqlite:////data/rondel.db") == f"sqlite:///{tmp_path}/data/rondel.db"
    assert image.inside("/app/bin/pip /usr/bin/data") == f"{tmp_path}/app/bin/pip /usr/bin/data"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine after the commands of the page, but for those that install, ask PostgreSQL and start."""
    told = {"rondel.example": "localhost:8943", "8001": "48002", "8002": "48003", "/run/postgresql": "/s&port=5"}
    made = Machine(tmp_path / "machine", tmp_path, {}, told)
    for line in lines_of("A site with systemd"):
        if line.startswith(("cp ", "useradd ", "systemctl daemon-reload", "systemctl reload")):
            made.run(line)
    return made


def test_the_commands_for_systemd_put_everything_in_its_place(machine: Machine) -> None:
    assert machine.units == ["rondel-backup.service", "rondel-backup.timer", "rondel@.service"]
    assert machine.caddyfile is not None
    text = machine.caddyfile.read_text()
    assert "{$RONDEL_DOMAIN:localhost:8943}" in text
    assert "127.0.0.1:48002 127.0.0.1:48003" in text, "each change is made once"
    assert (machine.root / "etc/rondel.env").stat().st_mode & 0o077 == 0, "settings are for root alone"


def test_a_unit_is_started_as_it_says(machine: Machine) -> None:
    unit = machine.unit("rondel@48002")
    env = machine.environment(unit)
    assert env["RONDEL_DATABASE"] == "postgresql://rondel@/rondel?host=/s&port=5", "the file goes first"
    assert env["RONDEL_SITE"] == "https://localhost:8943"
    assert env["HOME"] == f"{machine.root}/var/lib/rondel"
    assert machine.inside(unit.one("ExecStart")) == f"{machine.root}/opt/rondel/bin/rondel serve --port 48002"
    assert machine.folder(unit) == env["HOME"]


def test_a_command_without_a_stand_in_is_refused(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match="systemctl mask rondel has no stand-in"):
        machine.run("systemctl mask rondel")
    with pytest.raises(AssertionError, match=r"systemd does not know other\.service"):
        machine.start("other")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(AssertionError, match="caddy is not installed"):
        machine.run("apt-get install caddy")


def test_units_are_read_with_all_values_of_a_name() -> None:
    unit = Unit("[Service]\n# Environment=C=3\nEnvironment=A=1\nEnvironment=B=%i\n", "8001")
    assert unit.all("Environment") == ["A=1", "B=8001"]
