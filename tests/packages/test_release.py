"""A release: one version in one place, notes from the changelog, and nothing changed by a rehearsal."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from tools import release

import rondel

ROOT = Path(__file__).parents[2]
BEFORE = """\
# Changelog

## Unreleased

### Added

- A page in the wheel.

## 0.1.0 (2026-11-15)

- The first.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with what a release changes, and a target for its packages."""
    (tmp_path / "src/rondel").mkdir(parents=True)
    (tmp_path / release.MODULE).write_text('"""Rondel."""\n\n__version__ = "0.1.0"\n')
    (tmp_path / release.CITATION).write_text("title: Rondel\nversion: 0.1.0\ndate-released: 2026-11-15\n")
    (tmp_path / release.CHANGELOG).write_text(BEFORE)
    (tmp_path / ".gitignore").write_text("dist/\n")
    (tmp_path / "Makefile").write_text(
        "dist:\n\tmkdir dist && grep version src/rondel/__init__.py > dist/rondel-x.whl\n"
    )
    release.git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def commit(folder: Path) -> None:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    release.git(folder, "add", "--all")
    release.git(folder, *who, "commit", "--quiet", "--message", "All")


def test_the_version_stands_in_one_place() -> None:
    assert release.present_version(ROOT) == rondel.__version__
    assert f"\nversion: {rondel.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert not re.search(r"^version *=", (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    assert "version" not in json.loads((ROOT / "client/package.json").read_text("utf-8"))


def test_the_changelog_can_be_released() -> None:
    assert release.section((ROOT / release.CHANGELOG).read_text("utf-8"), "Unreleased")


@pytest.mark.parametrize(
    ("version", "said"),
    [("0.1.0", "does not come after"), ("0.1.0rc1", "does not come after"), ("two", "is no version")],
)
def test_a_version_must_come_after_the_present_one(folder: Path, version: str, said: str) -> None:
    assert said in release.check_wish(folder, version)[0]


def test_a_candidate_and_a_tenth_version_come_in_order(folder: Path) -> None:
    release.set_version(folder, "0.9.0", "2026-12-01")
    commit(folder)
    (folder / release.CHANGELOG).write_text(BEFORE)
    commit(folder)
    assert release.check_wish(folder, "0.10.0rc1") == []


def test_a_release_wants_a_changelog_and_a_clean_tree(folder: Path) -> None:
    assert release.check_wish(folder, "0.2.0") == []
    (folder / release.CHANGELOG).write_text("# Changelog\n\n## Unreleased\n\n## 0.2.0\n\n- Done.\n")
    wrong = " ".join(release.check_wish(folder, "0.2.0"))
    for said in ("has 0.2.0 already", "nothing under Unreleased", "Not everything is committed"):
        assert said in wrong


def test_a_rehearsal_brings_packages_and_notes_and_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "ROOT", folder)
    release.rehearse("0.2.0", "2026-12-01", ["dist"], folder / "dist")
    assert "0.2.0" in (folder / "dist/rondel-x.whl").read_text()
    assert (folder / "dist/notes-0.2.0.md").read_text() == "# Rondel 0.2.0\n\n### Added\n\n- A page in the wheel.\n"
    assert release.present_version(folder) == "0.1.0"
    assert (folder / release.CHANGELOG).read_text() == BEFORE
    assert release.check_wish(folder, "0.2.0") == []


def test_publishing_commits_and_tags(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "ROOT", folder)
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ann@example.org")
    release.rehearse("0.2.0", "2026-12-01", ["dist"], folder / "dist")
    release.publish("0.2.0", "2026-12-01", folder / "dist")
    assert release.present_version(folder) == "0.2.0"
    assert "## Unreleased\n\n## 0.2.0 (2026-12-01)\n" in (folder / release.CHANGELOG).read_text()
    assert "date-released: 2026-12-01" in (folder / release.CITATION).read_text()
    shown = subprocess.run(["git", "tag", "-n9"], cwd=folder, capture_output=True, text=True, check=True).stdout
    assert shown.startswith("v0.2.0")
    assert "A page in the wheel" in shown


def test_make_hands_version_and_checks_on() -> None:
    command = ["make", "-n", "release", "VERSION=0.2.0", "CHECKS=dist"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "tools.release 0.2.0 --checks 'dist'" in said
    assert "--publish" not in said
