"""Builds the packages into dist/ and tries them as a new user would; `make dist` calls it.

Sdist, wheel (from the sdist) and compiled wheel are built and their contents compared with the tree. Each is installed
into a separate environment outside the tree, without Node.js, its server is started by a user without rights in an
empty folder, and a browser plays two turns on its page. The compiled wheel must agree with the other and be faster.
`--python` does the same with other versions of Python: a compiled wheel for each, beside the wheel that serves all.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rondel.cli.browser import free_port
from tools.agree import compare, run
from tools.client import ROOT, STATIC, install, need_browser, npm
from tools.play import wait_until_up
from tools.postgres import plain_user

DIST = ROOT / "dist"
PAGE = "src/rondel/server/static"
#: random games that are timed in both builds
GAMES = 60
#: seconds that uvx and pipx have to install everything and start
RUNNERS = 180.0


def tracked(*folders: str) -> set[str]:
    """List the files under version control, new ones too."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name for name in listed.splitlines() if (ROOT / name).is_file()}


def page_files() -> set[str]:
    """List the files of the built page."""
    return {path.relative_to(ROOT).as_posix() for path in STATIC.rglob("*") if path.is_file()}


def sdist_parts() -> list[str]:
    """List the files and folders that the sdist is made of; whatever is committed must be among them."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts: list[str] = told["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    command = ["git", "ls-tree", "--name-only", "HEAD"]
    committed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    if left_out := sorted(set(committed) - set(parts)):
        raise SystemExit(f"{', '.join(left_out)}: committed, but not among the parts of the sdist in pyproject.toml.")
    return parts


def wheel_files() -> set[str]:
    """List what a wheel must hold besides its metadata: the package, the page, the rules and the guides."""
    package = {name.removeprefix("src/") for name in tracked("src/rondel") | page_files()}
    package |= {f"rondel/ledgers/{name.removeprefix('docs/rules/')}" for name in tracked("docs/rules")}
    return package | {f"rondel/guides/{name.removeprefix('docs/guide/')}" for name in tracked("docs/guide")}


def check_wheel(path: Path) -> str:
    """Compare a wheel with the tree; give what can be said of it."""
    names = [name for name in zipfile.ZipFile(path).namelist() if ".dist-info/" not in name]
    compiled = {name for name in names if name.endswith((".so", ".pyd"))}
    _same(path.name, set(names) - compiled, wheel_files())
    return f"{path.name}: {len(names)} files, {len(compiled)} of them compiled, {path.stat().st_size / 1e6:.1f} MB"


def check_sdist(path: Path) -> str:
    """Compare an sdist with the tree; give what can be said of it."""
    with tarfile.open(path) as archive:
        names = {entry.name.partition("/")[2] for entry in archive if entry.isfile()}
    _same(path.name, names - {"PKG-INFO"}, tracked(*sdist_parts()) | page_files())
    return f"{path.name}: {len(names)} files, {path.stat().st_size / 1e6:.1f} MB"


def _same(name: str, found: set[str], wanted: set[str]) -> None:
    wrong = [f"- {entry} is missing" for entry in sorted(wanted - found)]
    wrong += [f"- {entry} does not belong there" for entry in sorted(found - wanted)]
    if wrong:
        raise SystemExit("\n".join([f"{name} does not hold what it should:", *wrong[:20]]))


@dataclass(frozen=True)
class Python:
    """A Python to build for: where it is, and what its wheels are called."""

    path: Path
    tag: str

    @classmethod
    def ask(cls, name: str) -> Python:
        """Ask a Python for its version."""
        script = "import sys; print(sys.executable); print('cp%d%d' % sys.version_info[:2])"
        try:
            said = subprocess.run([name, "-c", script], capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            raise SystemExit(f"{name} is no Python that starts.") from error
        path, tag = said.split()
        return cls(Path(path).resolve(), tag)


def build_packages(pythons: list[Python]) -> list[Path]:
    """Build everything from scratch, a compiled wheel for each Python; give the packages."""
    shutil.rmtree(DIST, ignore_errors=True)
    _call(sys.executable, "-m", "build", "--outdir", str(DIST), str(ROOT))
    (sdist,) = DIST.glob("*.tar.gz")
    for python in pythons:
        with tempfile.TemporaryDirectory(prefix="rondel-sdist-") as folder, tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
            source, builder = Path(folder) / sdist.name.removesuffix(".tar.gz"), Path(folder) / "builder"
            _call(str(python.path), "-m", "venv", str(builder))
            pip = (str(builder / "bin" / "python"), "-m", "pip")
            _call(*pip, "wheel", "--no-deps", "--wheel-dir", str(DIST), str(source), RONDEL_COMPILE="1")
    return sorted(DIST.iterdir())


def check_packages(packages: list[Path]) -> None:
    """Check the metadata, and compare the contents with the tree."""
    _call(sys.executable, "-m", "twine", "check", "--strict", *map(str, packages))
    for path in packages:
        print(check_sdist(path) if path.name.endswith(".tar.gz") else check_wheel(path), flush=True)


def _call(*command: str, **environment: str) -> None:
    done = subprocess.run(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout[-4000:]}")


def choose_python(own: Path = Path(sys.executable)) -> tuple[str, dict[str, str]]:
    """Give the Python to install with and the user to run as: one without rights, if there is a Python open to all."""
    user, own = plain_user(), own.resolve()
    if not user or all(folder.stat().st_mode & 0o001 for folder in own.parents):
        return str(own), user
    systems = Path("/usr/bin") / own.name
    return (str(systems), user) if systems.exists() else (str(own), {})


class Installed:
    """A package in its own environment, as on a machine that has only Python."""

    def __init__(self, package: Path, folder: Path, python: Python) -> None:
        self.package, self.folder = package, folder
        self.bin = folder / "env" / "bin"
        self.data = folder / "data"
        self.data.mkdir(parents=True)
        folder.chmod(0o755)
        self.python, self.user = choose_python(python.path)
        if self.user:
            shutil.chown(self.data, self.user["user"])

    def install(self) -> None:
        """Install it with the server; there is no Node.js on the path."""
        _call(self.python, "-m", "venv", str(self.folder / "env"))
        wanted = f"{self.package}[server]"
        _call(str(self.bin / "python"), "-m", "pip", "install", "--quiet", "-c", str(ROOT / "constraints.txt"), wanted,
              PATH=str(self.bin))  # fmt: skip

    @property
    def site(self) -> Path:
        """The folder of its modules."""
        (found,) = (self.folder / "env" / "lib").glob("python3*/site-packages")
        return found

    def environment(self) -> dict[str, str]:
        """Give environment variables without those of the tests."""
        return {"PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(self.data), "LANG": "C.UTF-8"}

    def say(self, *command: str) -> str:
        """Run a command of the package in the empty folder; give what it says."""
        done = subprocess.run(
            [self.bin / "rondel", *command], cwd=self.data, env=self.environment(), capture_output=True, text=True,
            **self.user,
        )  # type: ignore[call-overload]  # fmt: skip
        if done.returncode:
            raise SystemExit(f"rondel {' '.join(command)}: {done.stdout}{done.stderr}")
        return str(done.stdout)

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Run its server with nothing but defaults and a free port; give the address."""
        port = free_port(8900)
        address = f"http://127.0.0.1:{port}"
        command = [self.bin / "rondel", "serve", "--port", str(port)]
        with (self.folder / "server.log").open("wb") as log:
            server = subprocess.Popen(
                command, cwd=self.data, env=self.environment(), stdout=log, stderr=log, **self.user
            )  # type: ignore[call-overload]
        try:
            wait_until_up(server, address)
            yield address
        finally:
            server.terminate()
            server.wait()


def play_turns(address: str) -> None:
    """Let a browser play two turns on the page of a running server."""
    install()
    need_browser()
    os.environ["RONDEL_TEST_URL"] = address
    try:
        npm("run", "e2e", "--", "--project=package")
    finally:
        del os.environ["RONDEL_TEST_URL"]


def try_package(package: Path, folder: Path, python: Python) -> Installed:
    """Install, ask, serve, play."""
    made = Installed(package, folder, python)
    made.install()
    print(f"{package.name} on {python.tag}: {made.say('--version').strip()}", flush=True)
    listed = json.loads(made.say("rules", "attika", "--json"))
    assert listed, "the rules are not in the package"
    with made.serving() as address:
        play_turns(address)
    return made


def compare_builds(pure: Installed, compiled: Installed) -> None:
    """See that both builds agree, and that the compiled one is faster: the same games in both, in turn."""
    wanted = ("--decisions=20000", "--seed=3")
    digests = [run(made.site, *wanted, python=made.bin / "python") for made in (pure, compiled)]
    if differing := compare(*digests):
        raise SystemExit(f"The compiled wheel differs: {differing}")
    spent = dict.fromkeys((pure, compiled), 0.0)
    for _ in range(3):
        for made in spent:
            begin = time.monotonic()
            made.say("sim", "antike-2006", "--games", str(GAMES), "--seed", "1")
            spent[made] += time.monotonic() - begin
    print(
        f"Both builds agree. {3 * GAMES} random games of Antike: {spent[pure]:.1f} s, compiled {spent[compiled]:.1f} s."
    )
    if spent[compiled] >= spent[pure]:
        raise SystemExit("The compiled wheel is not faster.")


def try_all(packages: list[Path], pythons: list[Python], folder: Path) -> None:
    """Try the sdist on the first Python, and on each of them the wheel for all and its own compiled one."""
    pure = next(path for path in packages if path.name.endswith("none-any.whl"))
    sdist = next(path for path in packages if path.name.endswith(".tar.gz"))
    try_package(sdist, folder / "sdist", pythons[0])
    for python in pythons:
        compiled = [path for path in packages if f"-{python.tag}-" in path.name]
        tried = [
            try_package(path, folder / f"{python.tag}-{place}", python) for place, path in enumerate((pure, *compiled))
        ]
        if compiled:
            compare_builds(*tried)
    try_runners(pure, folder / "runners")


def try_runners(wheel: Path, folder: Path) -> None:
    """Serve the page from the wheel by uvx and by pipx, which install nothing for good."""
    folder.mkdir()
    package, constraints = f"{wheel}[server]", str(ROOT / "constraints.txt")
    python, place = sys.executable, Path(sys.executable).parent
    ways: dict[str, list[str | Path]] = {
        "uvx": [place / "uvx", "--python", python, "--constraints", constraints, "--from", package],
        "pipx": [place / "pipx", "run", "--python", python, f"--pip-args=-c {constraints}", "--spec", package],
    }
    env = {**os.environ, "HOME": str(folder), "UV_CACHE_DIR": str(folder / "uv"), "PIPX_HOME": str(folder / "pipx")}
    for name, way in ways.items():
        port = free_port(8900)
        address = f"http://127.0.0.1:{port}"
        with (folder / f"{name}.log").open("wb") as log:
            server = subprocess.Popen(
                [*way, "rondel", "serve", "--port", str(port)], cwd=folder, env=env, stdout=log, stderr=log
            )
        try:
            wait_until_up(server, address, RUNNERS)
            with urllib.request.urlopen(address, timeout=10) as page:
                assert b'<div id="app">' in page.read(), f"{name} serves no page"
        finally:
            server.terminate()
            server.wait()
        print(f"{name} serves the page.", flush=True)


def main() -> None:
    """Build and check; try all packages unless told not to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-compiled", action="store_true", help="leave the compiled wheels out (no C compiler)")
    parser.add_argument("--no-trial", action="store_true", help="build and look into the packages only")
    parser.add_argument(
        "--python",
        action="append",
        default=[],
        metavar="PROGRAM",
        help="another Python to build and try with; may be repeated",
    )
    args = parser.parse_args()
    pythons = [Python.ask(name) for name in (sys.executable, *args.python)]
    packages = build_packages([] if args.no_compiled else pythons)
    check_packages(packages)
    if args.no_trial:
        return
    with tempfile.TemporaryDirectory(prefix="rondel-dist-") as name:
        Path(name).chmod(0o755)
        try_all(packages, pythons, Path(name))


if __name__ == "__main__":
    main()
