"""Runs a whole site on the loopback and restarts its servers under play; `make stack` calls it.

Two servers, installed by the steps of deploy/Dockerfile and run by a user without rights, share a PostgreSQL; Debian's
Caddy stands in front with deploy/Caddyfile and TLS. Players decide all the time through the proxy while the servers are
restarted one after the other, again and again. At the end every table's log must hold exactly what was acknowledged.
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
from sqlalchemy import create_engine, make_url, text

from rondel.cli.browser import free_port
from tools.client import ROOT, can_install
from tools.dist import play_turns
from tools.image import Image
from tools.kill import Seat, Server, check, seats
from tools.postgres import cluster, find_binaries

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


def make_image(folder: Path) -> Image:
    """Build the wheel, and install it by the steps of the Dockerfile."""
    context = folder / "context"
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(context / "dist"), str(ROOT)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.copy(ROOT / "constraints.txt", context)
    image = Image(folder / "image", context)
    image.build()
    return image


def make_server(image: Image, folder: Path, database: str, site: str) -> Server:
    """Prepare a server of the image, on the loopback and with the settings of a site."""
    folder.mkdir()
    server = Server(database, str(folder))
    names = ("RONDEL_DATABASE", "RONDEL_PORT", "RONDEL_LOG_LEVEL", *(name for name in server.env if "_PER_" in name))
    server.env = {**image.settings, **{name: server.env[name] for name in names}, "HOME": str(image.root / "data"),
                  "RONDEL_HOST": "127.0.0.1", "RONDEL_SITE": site, "RONDEL_PROXIES": "127.0.0.1"}  # fmt: skip
    server.command, server.user = image.program(), image.user
    return server


@contextmanager
def caddy(folder: Path, site: str, servers: list[Server]) -> Iterator[ssl.SSLContext]:
    """Run Caddy in front of the servers; give what trusts its certificate."""
    folder.mkdir()
    file = folder / "Caddyfile"
    file.write_text(GLOBAL.format(folder=folder / "storage", file=DEPLOY / "Caddyfile"))
    upstreams = " ".join(server.base.removeprefix("http://") for server in servers)
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "RONDEL_DOMAIN": site, "RONDEL_SERVERS": upstreams}
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


async def rolling(servers: list[Server], players: list[Seat], rounds: int) -> tuple[list[float], list[float]]:
    """Let everybody play while one server after the other is restarted; give how long stops and starts took."""
    stop = asyncio.Event()
    tasks = [asyncio.create_task(player.run(stop)) for player in players]
    stops, starts = [], []
    await asyncio.sleep(1)
    assert all([await asyncio.to_thread(connected, server) for server in servers]), "a server has no visitors"
    for server in servers * rounds:
        await asyncio.sleep(SETTLE)
        stops.append(await asyncio.to_thread(server.end))
        begin = time.monotonic()
        await asyncio.to_thread(server.start)
        starts.append(time.monotonic() - begin)
    await asyncio.sleep(SETTLE)
    stop.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    return stops, starts


def connected(server: Server) -> int:
    """Ask a server itself how many pages are connected to it."""
    said = httpx.get(f"{server.base}/metrics", trust_env=False).text
    found = re.search(r"^rondel_connections ([\d.]+)$", said, re.MULTILINE)
    assert found, "the figures do not tell of connections"
    return int(float(found[1]))


def say(image: Image, server: Server, *words: str, **more: str) -> str:
    """Run a command of the image with the settings of a server; give what it says."""
    done = subprocess.run(
        [image.program()[0], *words], env={**server.env, **more}, cwd=image.root / "data", capture_output=True,
        text=True, **image.user,
    )  # type: ignore[call-overload]  # fmt: skip
    if done.returncode:
        raise SystemExit(f"rondel {' '.join(words)}: {done.stdout}{done.stderr}")
    return str(done.stdout).strip()


def examine(image: Image, server: Server, root: Path) -> None:
    """Let the doctor look at the running site; it must find nothing to mend and nothing to better."""
    copied = Path(shutil.copy(root, image.root / "data"))
    copied.chmod(0o644)
    found = json.loads(say(image, server, "doctor", "--json", SSL_CERT_FILE=str(copied)))["findings"]
    wrong = [finding for finding in found if finding["state"] != "ok" and finding["check"] != "files"]
    assert not wrong, wrong
    assert {"database", "page", "site", "websocket", "metrics", "server"} <= {finding["check"] for finding in found}


def back_up(image: Image, server: Server) -> None:
    """Back the site up as the timer does, and restore that into a new file."""
    print(say(image, server, "backup", "--into", "backups", "--keep", "14"))
    (made,) = (image.root / "data" / "backups").iterdir()
    print(say(image, server, "restore", f"backups/{made.name}", "--database", "sqlite:///new.db"))


def through_the_socket(database: str) -> str:
    """Give the address of a database by its socket, as deploy/rondel.env has it."""
    address = make_url(database)
    engine = create_engine(address.set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        folder = connection.execute(text("SHOW unix_socket_directories")).scalar_one()
    engine.dispose()
    return f"postgresql://{address.username}@/{address.database}?host={folder}&port={address.port}"


def measure(folder: Path, binaries: Path, tables: int, rounds: int, browser: bool) -> Figures:
    """Do it all."""
    site = f"https://localhost:{free_port(8943)}"
    with ExitStack() as stack:
        database = through_the_socket(stack.enter_context(cluster(binaries)))
        image = make_image(folder)
        servers = [make_server(image, folder / name, database, site) for name in ("one", "two")]
        for server in servers:
            server.start()
            stack.callback(server.end)
        trust = stack.enter_context(caddy(folder / "caddy", site, servers))
        look_through_the_proxy(site, trust)
        if browser:
            play_turns(site)
        players = asyncio.run(seats(site, tables, random.Random(1), trust))
        stops, starts = asyncio.run(rolling(servers, players, rounds))
        examine(image, servers[0], folder / "caddy" / ROOT_CERTIFICATE)
        back_up(image, servers[0])
        problems = check(database, players)
    return Figures(
        len(stops), tables, sum(len(player.acked) for player in players), sum(player.connections for player in players),
        sum(player.repeated for player in players), statistics.median(stops), statistics.median(starts),
        max(player.slowest for player in players), problems,
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
