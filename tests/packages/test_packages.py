"""Wheel and sdist hold the built page, the data and the rules; without the page nothing is built."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tools import client, dist

from rondel import __version__

ROOT = Path(__file__).parents[2]
PAGE = {"index.html": '<script src="/assets/page.js"></script>', "assets/page.js": "1;", "icon.svg": "<svg/>"}


def copy_tree(folder: Path, page: dict[str, str]) -> Path:
    """Copy what a build needs, with a page that is newer than its source."""
    for name in ("src", "docs/rules", "docs/guide", "tools", "client/src", "client/public"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore",
                 "client/index.html", "client/package-lock.json", "client/vite.config.ts"):  # fmt: skip
        shutil.copy(ROOT / name, folder / name)
    for name, text in page.items():
        target = folder / "src/rondel/server/static" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    return folder


def call_backend(folder: Path, hook: str, path: str | None = None) -> Path:
    """Build in a folder as pip does, without an environment of its own; give the package."""
    out = folder / "dist"
    out.mkdir(exist_ok=True)
    script = f"import hatchling.build as backend; print(backend.{hook}({str(out)!r}))"
    env = {"PATH": path} if path is not None else None
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return out / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_tree(tmp_path_factory.mktemp("tree"), PAGE)


@pytest.fixture(scope="module")
def sdist(tree: Path) -> Path:
    return call_backend(tree, "build_sdist")


def test_the_wheel_holds_page_data_types_and_rules(tree: Path) -> None:
    names = set(zipfile.ZipFile(call_backend(tree, "build_wheel")).namelist())
    wanted = {f"rondel/server/static/{name}" for name in PAGE}
    wanted |= {name.removeprefix("src/") for name in dist.tracked("src/rondel")}
    wanted |= {"rondel/ledgers/attika.md", "rondel/ledgers/fr/attika.md", "rondel/py.typed"}
    wanted |= {"rondel/guides/attika.md", "rondel/guides/de/attika.md", "rondel/guides/img/attika-link.svg"}
    assert wanted <= names
    assert not [name for name in names if name.startswith(("tests", "tools", "client"))]


def test_the_sdist_carries_the_page_so_that_its_wheel_needs_no_node(sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / sdist.name.removesuffix(".tar.gz")
    (source / "client/src/newer.ts").write_text("// newer than the page, which is taken as it is all the same")
    names = zipfile.ZipFile(call_backend(source, "build_wheel", path="")).namelist()
    assert {f"rondel/server/static/{name}" for name in PAGE} <= set(names)


@pytest.fixture(autouse=True)
def _own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook that is called here puts its folder on the path; it goes with the test."""
    monkeypatch.setattr(sys, "path", sys.path[:])


def test_the_sdist_holds_nothing_else_that_lies_in_a_checkout(tmp_path: Path) -> None:
    """The server's database and an environment, where a host has left them."""
    tree = copy_tree(tmp_path, PAGE)
    for name in ("club.sqlite", "env/bin/python", "notes/secret.txt"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("private")
    with tarfile.open(call_backend(tree, "build_sdist")) as archive:
        packed = {name.partition("/")[2].partition("/")[0] for name in archive.getnames()}
    assert {"src", "docs", "pyproject.toml"} <= packed
    assert packed <= {*dist.sdist_parts(), "PKG-INFO", ""}


def test_what_is_committed_and_not_packed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tomllib.loads", lambda _: {"tool": {"hatch": {"build": {"targets": {"sdist": {
        "only-include": ["src"]}}}}}})  # fmt: skip
    with pytest.raises(SystemExit, match=r"Makefile, .*not among the parts of the sdist"):
        dist.sdist_parts()


class Ends(Exception):
    """Stands for the end of a build."""


class App:
    """Stands for the program that builds."""

    def abort(self, message: str) -> None:
        raise Ends(message)


def hook_of(root: Path) -> Any:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.RondelHook(str(root), {}, None, None, "", "wheel", App())


def test_an_editable_install_needs_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "STATIC", tmp_path / "static")
    monkeypatch.setattr(client, "find_node", lambda: None)
    hook_of(tmp_path).initialize("editable", {})


def test_a_build_without_node_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "STATIC", tmp_path / "static")
    monkeypatch.setattr(client, "find_node", lambda: None)
    with pytest.raises(Ends, match=r"no Node.js of version 20.19 or newer.*`make client`"):
        hook_of(tmp_path).initialize("standard", {})


def test_a_page_with_a_file_missing_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "STATIC", tmp_path)
    (tmp_path / "PKG-INFO").write_text("an sdist")
    (tmp_path / "index.html").write_text(PAGE["index.html"])
    with pytest.raises(Ends, match=r"assets/page.js not found"):
        hook_of(tmp_path).initialize("standard", {})


def test_an_empty_sdist_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "STATIC", tmp_path / "static")
    (tmp_path / "PKG-INFO").write_text("an sdist")
    with pytest.raises(Ends, match=r"index.html not found"):
        hook_of(tmp_path).initialize("standard", {})


def test_the_packages_have_the_version_of_the_code(sdist: Path) -> None:
    assert sdist.name == f"rondel-{__version__}.tar.gz"


@pytest.mark.parametrize("lost", ["rondel/py.typed", "rondel/server/static/index.html"])
def test_a_package_that_lacks_something_is_told(lost: str) -> None:
    with pytest.raises(SystemExit, match=f"{lost} is missing"):
        dist._same("a wheel", {"rondel/game.py"}, {"rondel/game.py", lost})
    with pytest.raises(SystemExit, match=f"{lost} does not belong there"):
        dist._same("a wheel", {"rondel/game.py", lost}, {"rondel/game.py"})
