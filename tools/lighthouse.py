"""Measures the built page (lobby and tables) and the documentation with Lighthouse; writes the figures to the docs.

Lighthouse is installed on demand and is not in the lock file: it is not needed to build, play or test.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from rondel.cli.browser import free_port
from tools.client import CLIENT, ROOT, build, need_browser, node_folder, npm
from tools.play import wait_until_up

VERSION = "12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices")
#: the documentation wants to be found as well
SITE_CATEGORIES = (*CATEGORIES, "seo")
GOAL = 95
PAGE = ROOT / "docs" / "performance.md"
BLOCK = re.compile(r"(?<=<!-- lighthouse -->\n).*?(?=<!-- /lighthouse -->)", re.DOTALL)
Scores = dict[str, int]


class Visitor:
    """Somebody who makes tables, with a cookie of their own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self.post("/api/guest", {"name": "Ann"})

    def post(self, path: str, body: object) -> dict[str, dict[str, str]]:
        """Send a body, give the answer."""
        headers = {"Content-Type": "application/json", "Origin": self.address}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)
        with self.opener.open(request, timeout=30) as answer:
            found: dict[str, dict[str, str]] = json.load(answer)
            return found

    def seat(self, game: str) -> str:
        """Make a table against bots and give the link to its only free seat: the one who opens it plays."""
        players = 2 if game == "attika" else 4
        seats = [{"kind": "invited"}, *[{"kind": "bot", "bot": "random"}] * (players - 1)]
        made = self.post("/api/tables", {"game": game, "seats": seats})
        return f"{self.address}/table/{made['table']['id']}#seat={made['links']['0']}"


def measure(url: str, folder: Path, kinds: Sequence[str] = CATEGORIES) -> Scores:
    """Run Lighthouse once on a page; give its scores, and say what cost points."""
    node = node_folder()
    report = folder / "report.json"
    browser = need_browser()
    environment = {**os.environ, "CHROME_PATH": browser, "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}"}
    subprocess.run(
        [CLIENT / "node_modules" / ".bin" / "lighthouse", url, "--quiet", "--preset=desktop", "--output=json",
         f"--output-path={report}", f"--only-categories={','.join(kinds)}",
         "--chrome-flags=--headless=new --no-sandbox --disable-gpu"],
        check=True, env=environment, cwd=folder,
    )  # fmt: skip
    found = json.loads(report.read_text())
    for audit in found["audits"].values():
        if audit["score"] is not None and audit["score"] < 0.9:
            print(f"    {audit['score']:.2f} {audit['title']}: {audit.get('displayValue', '')}")
    return {name: round(100 * found["categories"][name]["score"]) for name in kinds}


def middle_of(times: int, url: str, fresh: bool, visitor: Visitor, folder: Path) -> Scores:
    """Give the median of several runs by performance: a busy machine may spoil one."""
    runs: list[Scores] = []
    failed = 0
    while len(runs) < times:
        try:
            runs.append(measure(visitor.seat(url) if fresh else url, folder))
        except subprocess.CalledProcessError:
            failed += 1
            if failed > times:
                raise
    return sorted(runs, key=lambda scores: scores["performance"])[times // 2]


def table_of(rows: dict[str, Scores]) -> str:
    """Write the scores for the docs."""
    lines = [
        "| page | performance | accessibility | best practices | search engines |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {name} | {' | '.join(str(scores.get(key, '–')) for key in SITE_CATEGORIES)} |"
        for name, scores in rows.items()
    ]
    return "\n".join(lines) + "\n"


def run(address: str, times: int, folder: Path) -> dict[str, Scores]:
    """Measure every page."""
    visitor, rows = Visitor(address), {}
    pages = {"lobby": ("", False), "table of Antike": ("antike-2006", True), "table of Attika": ("attika", True)}
    for name, (what, fresh) in pages.items():
        print(name, flush=True)
        rows[name] = middle_of(times, what if fresh else f"{address}/{what}", fresh, visitor, folder)
        print(f"  {rows[name]}", flush=True)
    return rows


def main() -> None:
    """Build, serve, measure; fail below the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of each page; the middle one counts")
    parser.add_argument("--write", action="store_true", help="write the scores to docs/performance.md")
    args = parser.parse_args()
    build()
    need_browser()
    if not (CLIENT / "node_modules" / "lighthouse").exists():
        npm("install", "--no-save", f"lighthouse@{VERSION}")
    with tempfile.TemporaryDirectory() as name:
        rows = {**serve_and_run(Path(name), args.runs), **run_site(Path(name), args.runs)}
    if args.write:
        PAGE.write_text(BLOCK.sub(lambda _: table_of(rows), PAGE.read_text()))
    if any(score < GOAL for scores in rows.values() for score in scores.values()):
        raise SystemExit(f"A score is below {GOAL}; what cost points stands above.")


def run_site(folder: Path, times: int) -> dict[str, Scores]:
    """Build the documentation and measure its first page, from this machine."""
    site = folder / "site"
    build_site = [
        str(Path(sys.executable).parent / "properdocs"),
        "build",
        "--strict",
        "--quiet",
        "--site-dir",
        str(site),
    ]
    subprocess.run(build_site, cwd=ROOT, check=True)
    handler = partial(SimpleHTTPRequestHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        print("documentation", flush=True)
        runs = sorted((measure(url, folder, SITE_CATEGORIES) for _ in range(times)), key=lambda one: one["performance"])
        server.shutdown()
    print(f"  {runs[times // 2]}", flush=True)
    return {"documentation, first page": runs[times // 2]}


def serve_and_run(folder: Path, times: int) -> dict[str, Scores]:
    """Start a server on an empty database and measure."""
    port = free_port(8790)
    command = [str(Path(sys.executable).parent / "rondel"), "serve", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--database", f"sqlite:///{folder}/test.db"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_until_up(server, f"http://127.0.0.1:{port}")
        return run(f"http://127.0.0.1:{port}", times, folder)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
