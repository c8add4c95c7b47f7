"""Runs the commands of docs/host.md for systemd without systemd, in a folder that stands for the machine's root.

Each line is run as it stands, with the paths of the machine put into the folder. Only what would change this machine
has a stand-in: packages are looked for instead of installed, a user without rights that is here plays the part of
`rondel`, `su postgres` asks a temporary cluster, and `systemctl` starts what the units say.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

from tools.client import ROOT
from tools.dist import choose_python
from tools.kill import Server
from tools.postgres import find_binaries

PAGE = ROOT / "docs" / "host.md"
#: folders of the machine that the page and the units name
PLACES = re.compile(r"(?<![\w.])/(opt/rondel|etc|var/lib/rondel)(?![\w-])")
#: programs that Debian's packages bring
PROGRAMS = {"caddy": "caddy", "postgresql": "pg_ctl", "python3-venv": "python3"}


def lines_of(section: str) -> list[str]:
    """Give the commands of a section of the page, line by line."""
    text = PAGE.read_text(encoding="utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
    blocks = re.findall(r"^```bash\n(.*?)^```", text, re.S | re.M)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


class Unit:
    """A unit of systemd, as far as starting it needs."""

    def __init__(self, text: str, instance: str = "") -> None:
        found = re.findall(r"^(\w+)=(.*)$", text, re.M)
        self.entries = [(name, value.replace("%i", instance)) for name, value in found]

    def all(self, name: str) -> list[str]:
        """Give all values of a name."""
        return [value for key, value in self.entries if key == name]

    def one(self, name: str) -> str:
        """Give the only value of a name."""
        (value,) = self.all(name)
        return value


class Machine:
    """A folder in which the commands were run, with the servers that they started."""

    def __init__(self, root: Path, packages: Path, postgres: dict[str, str], told: dict[str, str]) -> None:
        self.root, self.packages, self.postgres = root, packages, postgres
        #: what a host edits in the copied files: the name of the site, and here free ports
        self.told = told
        #: settings beyond those of the page, for tests from one address
        self.more: dict[str, str] = {}
        self.adapted: set[Path] = set()
        self.python, self.user = choose_python()
        self.units: list[str] = []
        self.timers: list[str] = []
        self.servers: dict[str, Server] = {}
        self.caddyfile: Path | None = None
        for name in ("bin", "opt", "etc/systemd/system", "etc/caddy", "var/lib"):
            (root / name).mkdir(parents=True)
        (root / "bin" / "python3").symlink_to(self.python)

    def inside(self, text: str) -> str:
        """Map the paths of the machine to the folder."""
        return PLACES.sub(lambda found: f"{self.root}{found[0]}", text)

    def written(self, text: str) -> str:
        """Give a text of the page as somebody adapts it to their machine."""
        return (
            re.sub("|".join(map(re.escape, self.told)), lambda found: self.told[found[0]], text) if self.told else text
        )

    def run(self, line: str) -> None:
        """Do a command of the page."""
        words = shlex.split(self.written(line), comments=True)
        doers = {"apt-get": self._look, "useradd": self._be, "su": self._ask, "systemctl": self._systemctl}
        if doer := doers.get(words[0]):
            doer(words[1:])
        else:
            self._shell(line)

    def _look(self, words: list[str]) -> None:
        action, *packages = words
        assert action == "install"
        for name in packages:
            program, binaries = PROGRAMS[name], find_binaries()
            assert shutil.which(program) or (binaries and (binaries / program).exists()), f"{name} is not installed"

    def _be(self, words: list[str]) -> None:
        assert words[-1] == "rondel", "the user of the units"

    def _ask(self, words: list[str]) -> None:
        user, _, command = words
        binaries = find_binaries()
        env = {**self.postgres, "PGUSER": user, "PATH": f"{binaries}:/usr/bin:/bin"}
        subprocess.run(["sh", "-c", command], env=env, check=True)

    def _shell(self, line: str) -> None:
        # what pip is told about its index stays; the rest of the environment goes
        kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        links = f"{self.packages} {kept.get('PIP_FIND_LINKS', '')}".strip()
        env = {**kept, "PIP_FIND_LINKS": links, "PIP_CONSTRAINT": str(ROOT / "constraints.txt"),
               "PATH": f"{self.root / 'bin'}:/usr/bin:/bin"}  # fmt: skip
        subprocess.run(["sh", "-c", self.inside(line)], cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
        for path in {path for path in (self.root / "etc").rglob("*") if path.is_file()} - self.adapted:
            path.write_text(self.written(path.read_text(encoding="utf-8")), encoding="utf-8")
            self.adapted.add(path)

    def _systemctl(self, words: list[str]) -> None:
        match words:
            case ["daemon-reload"]:
                self.units = sorted(path.name for path in (self.root / "etc/systemd/system").iterdir())
            case ["enable", "--now", *names]:
                for name in names:
                    self.timers.append(name) if name.endswith(".timer") else self.start(name)
            case ["restart", name]:
                self.restart(name)
            case ["reload", "caddy"]:
                self.caddyfile = self.root / "etc" / "caddy" / "Caddyfile"
            case _:
                raise SystemExit(f"systemctl {' '.join(words)} has no stand-in here.")

    def unit(self, name: str) -> Unit:
        """Read a unit that systemd knows; `rondel@8001` is an instance of `rondel@.service`."""
        template, at, instance = name.removesuffix(".service").partition("@")
        file = name if name.endswith(".timer") else f"{template}{at}.service"
        assert file in self.units, f"systemd does not know {file}"
        return Unit((self.root / "etc/systemd/system" / file).read_text(encoding="utf-8"), instance)

    def environment(self, unit: Unit) -> dict[str, str]:
        """Give the environment of a unit; its files come after what stands in it."""
        lines = unit.all("Environment")
        for name in unit.all("EnvironmentFile"):
            lines += Path(self.inside(name.removeprefix("-"))).read_text(encoding="utf-8").splitlines()
        pairs = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
        given = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": unit.one("WorkingDirectory")}
        return {name: self.inside(value) for name, value in {**given, **pairs, **self.more}.items()}

    def folder(self, unit: Unit) -> str:
        """Make the state folder of a unit, which its user may write; give the folder that it works in."""
        state = self.root / "var" / "lib" / unit.one("StateDirectory")
        state.mkdir(exist_ok=True)
        if self.user:
            shutil.chown(state, self.user["user"])
        return self.inside(unit.one("WorkingDirectory"))

    def start(self, name: str) -> None:
        """Start the server of a unit."""
        unit = self.unit(name)
        server = Server("", str(self.root))
        server.env = self.environment(unit)
        server.command = shlex.split(self.inside(unit.one("ExecStart")))
        server.user = {**self.user, "cwd": self.folder(unit)}
        port = name.partition("@")[2]
        server.port, server.base, server.log = int(port), f"http://127.0.0.1:{port}", self.root / f"{name}.log"
        for before in unit.all("ExecStartPre"):
            assert before.startswith("-"), "what comes first never keeps the server from starting"
            self._say(unit, before.removeprefix("-"), {}, check=False)
        server.start()
        self.servers[name] = server

    def restart(self, name: str) -> tuple[float, float]:
        """Stop a server and start it again; give the seconds that each took."""
        server = self.servers[name]
        stopped, begin = server.end(), time.monotonic()
        server.start()
        return stopped, time.monotonic() - begin

    def fire(self, timer: str) -> str:
        """Do what a timer that is enabled does when its time comes; give what that says."""
        assert timer in self.timers, f"{timer} is not enabled"
        unit = self.unit(timer.replace(".timer", ".service"))
        self.folder(unit)
        return self._say(unit, unit.one("ExecStart"), {})

    def say(self, service: str, line: str, **more: str) -> str:
        """Run a command with the settings and the rights of a service; give what it says."""
        return self._say(self.unit(service), line, more)

    def _say(self, unit: Unit, line: str, more: dict[str, str], check: bool = True) -> str:
        done = subprocess.run(
            shlex.split(self.inside(line)), env={**self.environment(unit), **more}, cwd=self.folder(unit),
            capture_output=True, text=True, **self.user,
        )  # type: ignore[call-overload]  # fmt: skip
        if check and done.returncode:
            raise SystemExit(f"{line}: {done.stdout}{done.stderr}")
        return str(done.stdout).strip()

    def end(self) -> None:
        """Stop all servers."""
        for server in self.servers.values():
            server.end()
