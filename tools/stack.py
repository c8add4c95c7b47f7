"""Runs a whole site on the loopback and restarts its servers under play; `make stack` calls it.

The site is set up by the commands of docs/host.md for systemd, as tools/units.py does them: two servers, run by a user
without rights as their unit says, share a PostgreSQL; Debian's Caddy stands in front with deploy/Caddyfile and TLS.
Players decide all the time through the proxy while the servers are restarted one after the other, again and again. At
the end every table's log must hold exactly what was acknowledged. Then the image, made by the steps of
deploy/Dockerfile, serves the same database with the settings of deploy/compose.yaml.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import yaml
from sqlalchemy import URL, create_engine, make_url, text

from rondel.cli.browser import free_port
from tools.client import ROOT, can_install
from tools.dist import play_turns
from tools.image import Image
from tools.kill import ENOUGH, Seat, Server, check, seats
from tools.postgres import cluster, find_binaries
from tools.units import Machine, lines_of

DEPLOY = ROOT / "deploy"
PAGE = ROOT / "docs" / "host.md"
BLOCK = re.compile(r"(?<=<!-- stack -->\n).*?(?=<!-- /stack -->)", re.DOTALL)
#: Caddy asks every second whether a server is there; so long a restarted one is left alone
SETTLE = 2.5
#: where Caddy keeps the certificate that it signs its own with
ROOT_CERTIFICATE = "storage/pki/authorities/local/root.crt"
#: what the tests add to the proxy's settings: a separate folder, and nothing that touches the machine
GLOBAL = """\
{{
	admin off
	skip_install_trust
	auto_https disable_redirects
	storage file_system {folder}
}}
import {file}
"""


@dataclass
class Figures:
    """What came out."""

    restarts: int
    tables: int
    decisions: int
    connections: int
    repeated: int
    stop: float
    start: float
    slowest: float
    problems: list[str]

    def text(self) -> str:
        """Write them for the docs."""
        lost = "no decision lost or doubled" if not self.problems else f"{len(self.problems)} problems"
        return (
            f"`make stack`, two servers on one PostgreSQL behind Caddy with TLS, {self.tables} tables in play:\n"
            f"**{self.restarts} restarts, {self.decisions:,} decisions acknowledged, {lost}**.\n"
            f"A server stopped in {self.stop:.1f} s and was back after {self.start:.1f} s (medians).\n"
            f"Pages connected {self.connections} times; {self.repeated} decisions had been written when the connection "
            f"went and were acknowledged after it came back.\nThe slowest decision took {self.slowest:.1f} s.\n"
        )


def need_programs() -> Path:
    """See to Caddy and PostgreSQL; give the folder of the latter."""
    missing = [name for name, here in (("caddy", shutil.which("caddy")), ("postgresql", find_binaries())) if not here]
    if missing and can_install():
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", *missing], check=True, stdout=subprocess.DEVNULL)
    binaries = find_binaries()
    if binaries is None or not shutil.which("caddy"):
        raise SystemExit(
            f"`make stack` needs {' and '.join(missing)}: on Debian `apt-get install {' '.join(missing)}`."
        )
    return binaries


def build_wheel(context: Path) -> Path:
    """Build the wheel into the folder that stands for the checkout; give where it lies."""
    target = context / "dist"
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(target), str(ROOT)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.copy(ROOT / "constraints.txt", context)
    return target


def set_up(root: Path, packages: Path, database: URL, socket: str, site: str) -> Machine:
    """Run the commands of the page, one by one."""
    one, two = free_port(8001), free_port(8101)
    told = {
        "postmaster@rondel.example": "postmaster@example.org",
        "rondel.example": site.removeprefix("https://"),
        "8001": str(one),
        "8002": str(two),
        "/run/postgresql": f"{socket}&port={database.port}",
    }
    machine = Machine(root, packages, {"PGHOST": socket, "PGPORT": str(database.port)}, told)
    machine.more = {**ENOUGH, "RONDEL_LOG_LEVEL": "warning"}
    for line in lines_of("A site with systemd"):
        print(f"# {line}", flush=True)
        machine.run(line)
    assert len(machine.servers) == 2, "two servers"
    assert machine.timers, "a timer for backups"
    return machine


@contextmanager
def caddy(folder: Path, site: str, settings: Path) -> Iterator[ssl.SSLContext]:
    """Run Caddy in front of the servers; give what trusts its certificate."""
    folder.mkdir()
    file = folder / "Caddyfile"
    file.write_text(GLOBAL.format(folder=folder / "storage", file=settings))
    env = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
    with (folder / "log").open("wb") as log:
        proxy = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    try:
        yield _trust(site, folder / ROOT_CERTIFICATE, folder / "log")
    finally:
        proxy.terminate()
        proxy.wait()


def _trust(site: str, root: Path, log: Path) -> ssl.SSLContext:
    """Wait until the site answers through the proxy."""
    limit = time.monotonic() + 20
    while time.monotonic() < limit:
        try:
            trust = ssl.create_default_context(cafile=str(root))
            if httpx.get(f"{site}/healthz", verify=trust, trust_env=False).status_code == 200:
                return trust
        except (OSError, httpx.TransportError):
            pass
        time.sleep(0.1)
    raise SystemExit(f"the site does not answer through Caddy:\n{log.read_text()[-3000:]}")


def look_through_the_proxy(site: str, trust: ssl.SSLContext) -> None:
    """See that visitors get the page and not the figures, and that cookies are safe."""
    with httpx.Client(base_url=site, verify=trust, trust_env=False) as client:
        assert '<div id="app">' in client.get("/").text, "the page is not served"
        assert client.get("/metrics").status_code == 404, "the figures are public"
        guest = client.post("/api/guest", json={})
        assert "secure" in guest.headers["set-cookie"].lower(), "the cookie is not secure"
        assert "strict-transport-security" in guest.headers


async def rolling(machine: Machine, players: list[Seat], rounds: int) -> list[tuple[float, float]]:
    """Let everybody play while one server after the other is restarted; give how long stops and starts took."""
    stop = asyncio.Event()
    tasks = [asyncio.create_task(player.run(stop)) for player in players]
    await asyncio.sleep(1)
    servers = machine.servers.values()
    assert all([await asyncio.to_thread(connected, server) for server in servers]), "a server has no visitors"
    times = []
    for name in [*machine.servers] * rounds:
        await asyncio.sleep(SETTLE)
        times.append(await asyncio.to_thread(machine.restart, name))
    await asyncio.sleep(SETTLE)
    stop.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    return times


def connected(server: Server) -> int:
    """Ask a server itself how many pages are connected to it."""
    said = httpx.get(f"{server.base}/metrics", trust_env=False).text
    found = re.search(r"^rondel_connections ([\d.]+)$", said, re.MULTILINE)
    assert found, "the figures do not tell of connections"
    return int(float(found[1]))


def examine(machine: Machine, root: Path) -> None:
    """Let the doctor look at the running site; it must find nothing to mend and nothing to better."""
    copied = Path(shutil.copy(root, machine.root / "var/lib/rondel"))
    copied.chmod(0o644)
    said = machine.say(min(machine.servers), "/opt/rondel/bin/rondel doctor --json", SSL_CERT_FILE=str(copied))
    found = json.loads(said)["findings"]
    wrong = [finding for finding in found if finding["state"] != "ok" and finding["check"] != "files"]
    assert not wrong, wrong
    assert {"database", "page", "site", "websocket", "metrics", "server"} <= {finding["check"] for finding in found}


def back_up(machine: Machine) -> None:
    """Let the timer back the site up, and restore that into a new file."""
    print(machine.fire(machine.timers[0]))
    (made,) = (machine.root / "var/lib/rondel/backups").iterdir()
    restore = f"/opt/rondel/bin/rondel restore {made} --database sqlite:///new.db"
    print(machine.say(min(machine.servers), restore))


def compose_settings(domain: str) -> dict[str, str]:
    """Give the settings that compose.yaml hands to a server once deploy/.env is written."""
    told = {"RONDEL_DOMAIN": domain, "POSTGRES_PASSWORD": "secret"}
    settings = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]["one"]["environment"]
    form = re.compile(r"\$\{(\w+):[-?]([^}]*)\}")
    return {name: form.sub(lambda found: told.get(found[1], found[2]), value) for name, value in settings.items()}


def try_image(folder: Path, context: Path, database: URL, site: str) -> None:
    """Do the steps of the Dockerfile, and let that serve the site's database as compose.yaml says."""
    image = Image(folder, context)
    image.build()
    server = Server("", str(folder))
    settings = compose_settings(site.removeprefix("https://"))
    settings["RONDEL_DATABASE"] = settings["RONDEL_DATABASE"].replace("@db/", f"@{database.host}:{database.port}/")
    server.env = {**image.settings, **settings, "HOME": str(folder / "data"), "RONDEL_HOST": "127.0.0.1",
                  "RONDEL_PORT": str(server.port)}  # fmt: skip
    server.command, server.user = image.program(), {**image.user, "cwd": str(folder / "data")}
    server.start()
    try:
        assert '<div id="app">' in httpx.get(server.base, trust_env=False).text, "the image serves no page"
    finally:
        server.end()
    print("The image serves the page.", flush=True)


def socket_of(database: str) -> str:
    """Give the folder of a cluster's socket, by which deploy/rondel.env has it."""
    engine = create_engine(make_url(database).set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        folder = str(connection.execute(text("SHOW unix_socket_directories")).scalar_one())
    engine.dispose()
    return folder


def measure(folder: Path, binaries: Path, tables: int, rounds: int, browser: bool) -> Figures:
    """Do it all."""
    site = f"https://localhost:{free_port(8943)}"
    with ExitStack() as stack:
        address = stack.enter_context(cluster(binaries, "postgres"))
        database, socket, context = make_url(address), socket_of(address), folder / "context"
        machine = set_up(folder / "machine", build_wheel(context), database, socket, site)
        stack.callback(machine.end)
        assert machine.caddyfile, "Caddy has its settings"
        trust = stack.enter_context(caddy(folder / "caddy", site, machine.caddyfile))
        look_through_the_proxy(site, trust)
        if browser:
            play_turns(site)
        players = asyncio.run(seats(site, tables, random.Random(1), trust))
        times = asyncio.run(rolling(machine, players, rounds))
        examine(machine, folder / "caddy" / ROOT_CERTIFICATE)
        back_up(machine)
        problems = check(machine.environment(machine.unit(min(machine.servers)))["RONDEL_DATABASE"], players)
        try_image(folder / "image", context, database, site)
    return Figures(
        len(times), tables, sum(len(player.acked) for player in players), sum(player.connections for player in players),
        sum(player.repeated for player in players), statistics.median(stop for stop, _ in times),
        statistics.median(start for _, start in times), max(player.slowest for player in players), problems,
    )  # fmt: skip


def main() -> None:
    """Measure, and write the figures if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5, help="how often each server is restarted")
    parser.add_argument("--no-browser", action="store_true", help="play no turns in a browser")
    parser.add_argument("--write", action="store_true", help="write the figures to docs/host.md")
    args = parser.parse_args()
    binaries = need_programs()
    with tempfile.TemporaryDirectory(prefix="rondel-stack-") as name:
        Path(name).chmod(0o755)
        figures = measure(Path(name), binaries, args.tables, args.rounds, not args.no_browser)
    print(figures.text(), *figures.problems, sep="\n")
    if figures.problems:
        sys.exit(1)
    if args.write:
        PAGE.write_text(BLOCK.sub(lambda _: figures.text(), PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
